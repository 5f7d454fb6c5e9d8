import { isDeepStrictEqual } from 'node:util';
import {
  type FieldError,
  forbiddenField,
  formatFieldError,
  invalidField,
  requiredField,
} from '../values/field-error.js';
import { asObject, objectsOf, textAt } from '../values/json-fields.js';
import type { JsonObject } from '../values/json-fields.js';
import { regexpProblem } from '../regexp/go-regexp.js';
import type { Work } from '../values/work.js';

/** The level of a schema. */
type Level = 'root' | 'item' | 'field';

const intOrStringAnyOf = [{ type: 'integer' }, { type: 'string' }];

/**
 * Returns the errors that keep a schema from being structural, sorted by message as in the server.
 *
 * Every field must have a type outside of the logical operators, which may only restrict values. Throws TooMuchWorkError.
 */
export function structuralErrors(schema: JsonObject, path: string, work: Work): FieldError[] {
  const errors: FieldError[] = [];
  checkStructural(schema, 'root', path, errors, work);
  checkComplete(schema, schema, path, path, errors);
  return errors.toSorted((a, b) => compareTexts(formatFieldError(a), formatFieldError(b)));
}

/** Returns why Go could not even convert the schema to a structural one; undefined if it can. */
export function structuralProblem(schema: JsonObject): string | undefined {
  for (const [field, name] of [
    ['id', 'id'],
    ['$schema', 'schema'],
    ['$ref', '$ref'],
    ['patternProperties', 'patternProperties'],
    ['dependencies', 'dependencies'],
    ['additionalItems', 'additionalItems'],
    ['definitions', 'definitions'],
  ] as const) {
    if (schema[field] !== undefined) return `OpenAPIV3Schema '${name}' is not supported`;
  }
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
    return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined";
  }
  if (Array.isArray(schema['items'])) return "OpenAPIV3Schema 'items' must be a schema, but is an array";
  for (const child of childSchemas(schema)) {
    const problem = structuralProblem(child);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function childSchemas(schema: JsonObject): JsonObject[] {
  return [
    ...objectsOf(['not', 'items', 'additionalProperties'].map((field) => schema[field])),
    ...['allOf', 'anyOf', 'oneOf'].flatMap((field) => objectsOf(schema[field])),
    ...propertiesOf(schema).map(([, property]) => property),
  ];
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function propertiesOf(schema: JsonObject): [string, JsonObject][] {
  return Object.entries(asObject(schema['properties']) ?? {}).flatMap(([name, value]) => {
    const property = asObject(value);
    return property === undefined ? [] : [[name, property] as [string, JsonObject]];
  });
}

function isSet(schema: JsonObject, extension: string): boolean {
  return schema[`x-kubernetes-${extension}`] === true;
}

function checkStructural(
  schema: JsonObject,
  level: Level,
  path: string,
  errors: FieldError[],
  work: Work,
): void {
  const type = textAt(schema, 'type');
  const items = asObject(schema['items']);
  const embedded = isSet(schema, 'embedded-resource');
  const preserves = isSet(schema, 'preserve-unknown-fields');
  const properties = propertiesOf(schema);
  const additional = schema['additionalProperties'];
  if (type === 'array' && items === undefined)
    errors.push(requiredField(`${path}.items`, 'must be specified'));
  if (items !== undefined) checkStructural(items, 'item', `${path}.items`, errors, work);
  for (const [name, property] of properties) {
    checkStructural(property, 'field', `${path}.properties[${name}]`, errors, work);
  }
  if (additional !== undefined) {
    if (level === 'root') {
      errors.push(forbiddenField(`${path}.additionalProperties`, 'must not be used at the root'));
    }
    const further = asObject(additional);
    if (further !== undefined)
      checkStructural(further, 'field', `${path}.additionalProperties`, errors, work);
  }
  if (isSet(schema, 'int-or-string')) {
    for (const extension of ['preserve-unknown-fields', 'embedded-resource']) {
      if (!isSet(schema, extension)) continue;
      const field = `${path}.x-kubernetes-${extension}`;
      errors.push(invalidField(field, true, 'must be false if x-kubernetes-int-or-string is true'));
    }
  }
  checkValues(
    schema,
    isIntOrString(schema['anyOf']),
    isIntOrString(objectsOf(schema['allOf'])[0]?.['anyOf']),
    path,
    errors,
    work,
  );
  checkType(schema, level, path, errors);
  if (embedded && additional !== undefined) {
    errors.push(
      forbiddenField(
        `${path}.additionalProperties`,
        'must not be used if x-kubernetes-embedded-resource is set',
      ),
    );
  }
  if (level === 'root' && type !== '' && type !== 'object') {
    errors.push(invalidField(`${path}.type`, type, 'must be object at the root'));
  }
  checkMetadata(schema, level === 'root' || embedded, level, path, errors);
  if (embedded && !preserves && properties.length === 0) {
    const why =
      'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields';
    errors.push(requiredField(`${path}.properties`, why));
  }
}

function checkType(schema: JsonObject, level: Level, path: string, errors: FieldError[]): void {
  const type = textAt(schema, 'type');
  const field = `${path}.type`;
  if (isSet(schema, 'embedded-resource') && type !== 'object') {
    const why = 'must be object if x-kubernetes-embedded-resource is true';
    errors.push(type === '' ? requiredField(field, why) : invalidField(field, type, why));
  } else if (type === '' && !isSet(schema, 'int-or-string') && !isSet(schema, 'preserve-unknown-fields')) {
    const where = {
      root: 'must not be empty at the root',
      item: 'must not be empty for specified array items',
      field: 'must not be empty for specified object fields',
    };
    errors.push(requiredField(field, where[level]));
  }
}

/** kind and apiVersion are strings, and only the names in metadata may be restricted. */
function checkMetadata(
  schema: JsonObject,
  isResource: boolean,
  level: Level,
  path: string,
  errors: FieldError[],
): void {
  const properties = asObject(schema['properties']) ?? {};
  for (const name of ['kind', 'apiVersion']) {
    const property = asObject(properties[name]);
    if (!isResource || property === undefined || property['type'] === 'string') continue;
    errors.push(invalidField(`${path}.properties[${name}].type`, textAt(property, 'type'), 'must be string'));
  }
  const metadata = asObject(properties['metadata']);
  if (metadata === undefined) return;
  const own = `${path}.properties[metadata]`;
  if (isResource && metadata['type'] !== 'object') {
    errors.push(invalidField(`${own}.type`, textAt(metadata, 'type'), 'must be object'));
  }
  if (level !== 'root') return;
  const { type: _type, default: _default, properties: names, ...rest } = metadata;
  const others = Object.keys(asObject(names) ?? {}).filter(
    (name) => name !== 'name' && name !== 'generateName',
  );
  if (others.length > 0 || Object.keys(rest).length > 0) {
    const why =
      'must not specify anything other than name and generateName, but metadata is implicitly specified';
    errors.push(forbiddenField(own, why));
  }
}

function isIntOrString(anyOf: unknown): boolean {
  return isDeepStrictEqual(anyOf, intOrStringAnyOf);
}

/** Checks the logical operators and the pattern. */
function checkValues(
  schema: JsonObject,
  skipAnyOf: boolean,
  skipFirstAllOf: boolean,
  path: string,
  errors: FieldError[],
  work: Work,
): void {
  if (!skipAnyOf) {
    objectsOf(schema['anyOf']).forEach((part, index) =>
      checkNested(part, false, `${path}.anyOf[${index}]`, errors, work),
    );
  }
  objectsOf(schema['allOf']).forEach((part, index) => {
    checkNested(part, skipFirstAllOf && index === 0, `${path}.allOf[${index}]`, errors, work);
  });
  objectsOf(schema['oneOf']).forEach((part, index) =>
    checkNested(part, false, `${path}.oneOf[${index}]`, errors, work),
  );
  const not = asObject(schema['not']);
  if (not !== undefined) checkNested(not, false, `${path}.not`, errors, work);
  const pattern = textAt(schema, 'pattern');
  const problem = pattern === '' ? undefined : regexpProblem(pattern, work);
  if (problem === undefined) return;
  const why = `must be a valid regular expression, but isn't: ${problem}`;
  errors.push(invalidField(`${path}.pattern`, pattern, why));
}

/** Fields forbidden below a logical operator, which may only restrict. */
const forbiddenBelow: readonly (readonly [field: string, word: string])[] = [
  ['type', 'must be empty to be structural'],
  ['additionalProperties', 'must be undefined to be structural'],
  ['default', 'must be undefined to be structural'],
  ['title', 'must be empty to be structural'],
  ['description', 'must be empty to be structural'],
  ['nullable', 'must be false to be structural'],
  ['x-kubernetes-preserve-unknown-fields', 'must be false to be structural'],
  ['x-kubernetes-embedded-resource', 'must be false to be structural'],
  ['x-kubernetes-int-or-string', 'must be false to be structural'],
  ['x-kubernetes-list-map-keys', 'must be empty to be structural'],
  ['x-kubernetes-list-type', 'must be undefined to be structural'],
  ['x-kubernetes-map-type', 'must be undefined to be structural'],
  ['x-kubernetes-validations', 'must be empty to be structural'],
];

function checkNested(
  schema: JsonObject,
  skipAnyOf: boolean,
  path: string,
  errors: FieldError[],
  work: Work,
): void {
  checkValues(schema, skipAnyOf, false, path, errors, work);
  const items = asObject(schema['items']);
  if (items !== undefined) checkNested(items, false, `${path}.items`, errors, work);
  for (const [name, property] of propertiesOf(schema)) {
    checkNested(property, false, `${path}.properties[${name}]`, errors, work);
  }
  for (const [field, why] of forbiddenBelow) {
    const value = schema[field];
    if (value === undefined || (field === 'additionalProperties' && value === false)) continue;
    errors.push(forbiddenField(`${path}.${field}`, why));
  }
  if (asObject(schema['properties'])?.['metadata'] !== undefined) {
    errors.push(forbiddenField(`${path}.properties[metadata]`, 'must not be specified in a nested context'));
  }
}

/** Fields used in the root's logical operators must be specified outside of them. */
function checkComplete(
  values: JsonObject,
  schema: JsonObject | undefined,
  path: string,
  from: string,
  errors: FieldError[],
): void {
  const nested = (part: JsonObject, where: string): void =>
    checkNestedComplete(part, schema, path, where, errors);
  const not = asObject(values['not']);
  if (not !== undefined) nested(not, `${from}.not`);
  for (const field of ['allOf', 'anyOf', 'oneOf']) {
    objectsOf(values[field]).forEach((part, index) => nested(part, `${from}.${field}[${index}]`));
  }
}

function checkNestedComplete(
  values: JsonObject,
  schema: JsonObject | undefined,
  path: string,
  from: string,
  errors: FieldError[],
): void {
  if (schema === undefined) {
    errors.push(requiredField(path, `because it is defined in ${from}`));
    return;
  }
  checkComplete(values, schema, path, from, errors);
  const items = asObject(values['items']);
  if (items !== undefined) {
    checkNestedComplete(items, asObject(schema['items']), `${path}.items`, `${from}.items`, errors);
  }
  const specified = asObject(schema['properties']) ?? {};
  for (const [name, property] of propertiesOf(values)) {
    const own = `${path}.properties[${name}]`;
    const where = `${from}.properties[${name}]`;
    const found = Object.hasOwn(specified, name) ? asObject(specified[name]) : undefined;
    checkNestedComplete(property, found, own, where, errors);
  }
}
