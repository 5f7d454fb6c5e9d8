import { isDeepStrictEqual } from 'node:util';
import {
  type FieldError,
  forbiddenField,
  invalidField,
  notSupportedField,
  requiredField,
} from '../values/field-error.js';
import { coerceEmbedded, embeddedErrors, EmbeddedResourceError } from '../structural/embedded-resource.js';
import { prune } from '../structural/pruning.js';
import { readSchema, defaultOf } from '../structural/schema.js';
import type { Schema } from '../structural/schema.js';
import { validateValue } from '../structural/validator.js';
import type { Work } from '../values/work.js';
import { asObject, isJsonObject, objectsOf, textAt } from '../values/json-fields.js';
import type { JsonObject } from '../values/json-fields.js';
import { fieldPathOf } from '../rules/field-path.js';
import { Rules } from '../rules/rules.js';
import { internalSchema } from './internal-form.js';
import { noExpressions, RuleChecker, type RulePosition } from './rule-errors.js';
import { schemaFields } from './schema-fields.js';
import { structuralErrors, structuralProblem } from './structural.js';

/** The Go names of the fields allowed at the root of a schema with a status subresource. */
const allowedAtRoot = [
  'Description',
  'Type',
  'Format',
  'Title',
  'Maximum',
  'ExclusiveMaximum',
  'Minimum',
  'ExclusiveMinimum',
  'MaxLength',
  'MinLength',
  'Pattern',
  'MaxItems',
  'MinItems',
  'UniqueItems',
  'MultipleOf',
  'Required',
  'Items',
  'Properties',
  'ExternalDocs',
  'Example',
  'XPreserveUnknownFields',
  'XValidations',
];

/** Validates the schema of one version, or of all. `stored`: of the definition that it replaces. Throws TooMuchWorkError. */
export function schemaErrors(
  validation: JsonObject | undefined,
  field: string,
  hasStatus: boolean,
  work: Work,
  stored = noExpressions,
): FieldError[] {
  const schema = asObject(validation?.['openAPIV3Schema']);
  if (schema === undefined) return [];
  const own = `${field}.openAPIV3Schema`;
  const errors: FieldError[] = hasStatus ? rootErrors(schema, own) : [];
  if (schema['nullable'] === true) {
    errors.push(forbiddenField(`${own}.nullable`, 'nullable cannot be true at the root'));
  }
  const problem = structuralProblem(schema);
  let checker = new RuleChecker(undefined, stored);
  if (problem === undefined) {
    const structural = structuralErrors(schema, own, work);
    const read = structural.length > 0 ? undefined : readSchema(schema);
    const before = read === undefined ? structural : defaultErrors(read, own, work);
    errors.push(...before);
    if (before.length === 0) checker = new RuleChecker(read, stored);
  }
  errors.push(...schemaRuleErrors(schema, own, checker));
  if (errors.length === 0 && problem !== undefined) errors.push(invalidField(own, '', problem));
  errors.push(...checker.totalErrors(own));
  return errors;
}

function rootErrors(schema: JsonObject, field: string): FieldError[] {
  for (const [json, go] of schemaFields) {
    if (schema[json] === undefined) continue;
    if (go === 'Type' && schema['type'] !== 'object') {
      const why =
        'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
      return [invalidField(`${field}.type`, schema['type'], why)];
    }
    if (allowedAtRoot.includes(go)) continue;
    const why = `only [${allowedAtRoot.join(' ')}] fields are allowed at the root of the schema if the status subresource is enabled`;
    return [invalidField(field, internalSchema(schema), why)];
  }
  return [];
}

/** Rules of the API server for schemas, apart from those for structural schemas. */

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
const metaFields: ReadonlySet<string> = new Set(['metadata', 'kind', 'apiVersion']);

/** The rules for defaults, embedded resources and `oldSelf` at a position. */
interface Scope {
  /** Where old values cannot be found. */
  readonly noOldSelf: string | undefined;
  /** Why a default is forbidden; undefined if it is allowed. */
  readonly noDefault: string | undefined;
  readonly insideMeta: boolean;
}

/** Validates a schema and all schemas in it, in the server's order; properties by name. */
function schemaRuleErrors(schema: JsonObject, path: string, checker: RuleChecker): FieldError[] {
  const errors: FieldError[] = [];
  visit(
    schema,
    path,
    { noOldSelf: undefined, noDefault: undefined, insideMeta: false },
    true,
    errors,
    checker.root(),
  );
  return [...errors, ...checker.errors];
}

/** `position` is where its rules are checked; undefined below an operator, where there are none. */
function visit(
  schema: JsonObject,
  path: string,
  scope: Scope,
  isRoot: boolean,
  errors: FieldError[],
  position: RulePosition | undefined,
): void {
  const before = errors.length;
  checkFields(schema, path, scope, errors);
  if (schema['uniqueItems'] === true) {
    const why = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
    errors.push(forbiddenField(`${path}.uniqueItems`, why));
  }
  const properties = asObject(schema['properties']) ?? {};
  visitAdditional(schema, Object.keys(properties).length > 0, path, scope, errors, position);
  for (const [name, property] of Object.entries(properties)) {
    if (!isJsonObject(property)) continue;
    const isMeta = (isRoot || schema['x-kubernetes-embedded-resource'] === true) && metaFields.has(name);
    const inside = !isMeta
      ? scope
      : { ...scope, insideMeta: true, noDefault: isRoot ? `in top-level ${name}` : scope.noDefault };
    visit(property, `${path}.properties[${name}]`, inside, false, errors, position?.property(name));
  }
  const not = asObject(schema['not']);
  if (not !== undefined) visit(not, `${path}.not`, scope, false, errors, undefined);
  for (const field of ['allOf', 'oneOf', 'anyOf']) {
    objectsOf(schema[field]).forEach((part, index) =>
      visit(part, `${path}.${field}[${index}]`, scope, false, errors, undefined),
    );
  }
  for (const [name, part] of Object.entries(asObject(schema['definitions']) ?? {})) {
    if (isJsonObject(part)) visit(part, `${path}.definitions[${name}]`, scope, false, errors, undefined);
  }
  const { items } = schema;
  if (isJsonObject(items)) {
    const isKeyed = schema['x-kubernetes-list-type'] === 'map';
    const inside = isKeyed ? scope : { ...scope, noOldSelf: scope.noOldSelf ?? path };
    visit(items, `${path}.items`, inside, false, errors, position?.items());
  }
  for (const [name, part] of Object.entries(asObject(schema['dependencies']) ?? {})) {
    if (isJsonObject(part)) visit(part, `${path}.dependencies[${name}]`, scope, false, errors, undefined);
  }
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
    const field = `${path}.x-kubernetes-preserve-unknown-fields`;
    errors.push(invalidField(field, false, 'must be true or undefined'));
  }
  checkMapType(schema, path, errors);
  checkListType(schema, path, errors);
  checkListKeys(schema, path, errors);
  checkKeyDefaults(schema, path, errors);
  checkRules(schema, path, errors);
  // Types of what is not valid would only lead to more errors.
  if (errors.length === before && position !== undefined)
    position.check(objectsOf(schema['x-kubernetes-validations']), path, scope.noOldSelf);
}

function checkFields(schema: JsonObject, path: string, scope: Scope, errors: FieldError[]): void {
  const type = textAt(schema, 'type');
  if (type !== '' && !types.includes(type)) errors.push(notSupportedField(`${path}.type`, type, types));
  const defaultValue = schema['default'];
  if (defaultValue !== undefined && defaultValue !== null && scope.noDefault !== undefined) {
    errors.push(forbiddenField(`${path}.default`, `must not be set ${scope.noDefault}`));
  }
  for (const field of ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies', '$ref']) {
    if (schema[field] !== undefined)
      errors.push(forbiddenField(`${path}.${field}`, `${field} is not supported`));
  }
  if (type === 'null') {
    const why = 'type cannot be set to null, use nullable as an alternative';
    errors.push(forbiddenField(`${path}.type`, why));
  }
  if (Array.isArray(schema['items'])) {
    errors.push(forbiddenField(`${path}.items`, 'items must be a schema object and not an array'));
  }
  if (scope.insideMeta && schema['x-kubernetes-embedded-resource'] === true) {
    const field = `${path}.x-kubernetes-embedded-resource`;
    errors.push(forbiddenField(field, 'must not be used inside of resource meta'));
  }
}

function visitAdditional(
  schema: JsonObject,
  hasProperties: boolean,
  path: string,
  scope: Scope,
  errors: FieldError[],
  position: RulePosition | undefined,
): void {
  const additional = schema['additionalProperties'];
  if (additional === undefined) return;
  const own = `${path}.additionalProperties`;
  if (hasProperties && additional !== true) {
    errors.push(forbiddenField(own, 'additionalProperties and properties are mutual exclusive'));
  }
  if (!isJsonObject(additional)) return;
  const noDefault = scope.insideMeta
    ? 'inside additionalProperties applying to object metadata'
    : scope.noDefault;
  visit(additional, own, { ...scope, noDefault }, false, errors, position?.values());
}

function checkMapType(schema: JsonObject, path: string, errors: FieldError[]): void {
  const mapType = schema['x-kubernetes-map-type'];
  if (typeof mapType !== 'string') return;
  const type = textAt(schema, 'type');
  if (type !== 'object') {
    const why = 'must be object if x-kubernetes-map-type is specified';
    errors.push(type === '' ? requiredField(`${path}.type`, why) : invalidField(`${path}.type`, type, why));
  }
  if (mapType !== 'atomic' && mapType !== 'granular') {
    errors.push(notSupportedField(`${path}.x-kubernetes-map-type`, mapType, ['atomic', 'granular']));
  }
}

function checkListType(schema: JsonObject, path: string, errors: FieldError[]): void {
  const listType = schema['x-kubernetes-list-type'];
  if (typeof listType !== 'string') return;
  const type = textAt(schema, 'type');
  const items = asObject(schema['items']);
  if (type !== 'array') {
    const why = 'must be array if x-kubernetes-list-type is specified';
    errors.push(type === '' ? requiredField(`${path}.type`, why) : invalidField(`${path}.type`, type, why));
  } else if (listType === 'set' && items !== undefined) {
    const why = 'must be atomic as item of a list with x-kubernetes-list-type=set';
    const inner = items['x-kubernetes-list-type'];
    if (items['type'] === 'array' && inner !== undefined && inner !== 'atomic') {
      errors.push(invalidField(`${path}.items.x-kubernetes-list-type`, inner, why));
    }
    if (items['type'] === 'object' && items['x-kubernetes-map-type'] !== 'atomic') {
      // The server shows the wrong field's value.
      errors.push(invalidField(`${path}.items.x-kubernetes-map-type`, inner ?? null, why));
    }
  }
  if (!['atomic', 'set', 'map'].includes(listType)) {
    errors.push(notSupportedField(`${path}.x-kubernetes-list-type`, listType, ['atomic', 'set', 'map']));
  }
}

function keysOf(schema: JsonObject): string[] {
  const keys = schema['x-kubernetes-list-map-keys'];
  return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
}

function checkListKeys(schema: JsonObject, path: string, errors: FieldError[]): void {
  const listType = schema['x-kubernetes-list-type'];
  const keys = keysOf(schema);
  const typeField = `${path}.x-kubernetes-list-type`;
  const keysField = `${path}.x-kubernetes-list-map-keys`;
  if (keys.length > 0 && listType !== 'map') {
    const why = 'must be map if x-kubernetes-list-map-keys is non-empty';
    errors.push(
      listType === undefined ? requiredField(typeField, why) : invalidField(typeField, listType, why),
    );
  }
  if (listType !== 'map') return;
  if (keys.length === 0) {
    errors.push(requiredField(keysField, 'must not be empty if x-kubernetes-list-type is map'));
  }
  if (schema['items'] === undefined) {
    errors.push(requiredField(`${path}.items`, 'must have a schema if x-kubernetes-list-type is map'));
  }
  const items = asObject(schema['items']);
  if (items === undefined) return;
  if (items['type'] !== 'object') {
    const why = "must be object if parent array's x-kubernetes-list-type is map";
    errors.push(invalidField(`${path}.items.type`, textAt(items, 'type'), why));
    return;
  }
  const properties = asObject(items['properties']) ?? {};
  const seen = new Set<string>();
  for (const key of keys) {
    const property = Object.hasOwn(properties, key) ? asObject(properties[key]) : undefined;
    if (property === undefined) {
      errors.push(invalidField(keysField, keys, 'entries must all be names of item properties'));
    } else if (property['type'] === 'array' || property['type'] === 'object') {
      const why = "must be a scalar type if parent array's x-kubernetes-list-type is map";
      // The server shows the items' type, not the key's.
      errors.push(invalidField(`${path}.items.properties[${key}].type`, 'object', why));
    }
    if (seen.has(key)) errors.push(invalidField(keysField, keys, 'must not contain duplicate entries'));
    seen.add(key);
  }
}

/** Items of sets and maps must not be null, and a map's keys must be present. */
function checkKeyDefaults(schema: JsonObject, path: string, errors: FieldError[]): void {
  const items = asObject(schema['items']);
  const listType = textAt(schema, 'x-kubernetes-list-type');
  if (items === undefined || (listType !== 'set' && listType !== 'map')) return;
  if (items['nullable'] === true) {
    const why = `cannot be nullable when x-kubernetes-list-type is ${listType}`;
    errors.push(forbiddenField(`${path}.items.nullable`, why));
  }
  if (listType === 'set') return;
  const required = Array.isArray(items['required']) ? items['required'] : [];
  const properties = asObject(items['properties']) ?? {};
  for (const key of keysOf(schema)) {
    const property = Object.hasOwn(properties, key) ? asObject(properties[key]) : undefined;
    if (property === undefined) continue;
    const own = `${path}.items.properties[${key}]`;
    const said = 'this property is in x-kubernetes-list-map-keys, so it';
    if (!required.includes(key) && (property['default'] ?? null) === null) {
      errors.push(requiredField(`${own}.default`, `${said} must have a default or be a required property`));
    }
    if (property['nullable'] === true) {
      errors.push(forbiddenField(`${own}.nullable`, `${said} cannot be nullable`));
    }
  }
}

const ruleReasons = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];

function checkRules(schema: JsonObject, path: string, errors: FieldError[]): void {
  objectsOf(schema['x-kubernetes-validations']).forEach((rule, index) => {
    const own = `${path}.x-kubernetes-validations[${index}]`;
    const text = textAt(rule, 'rule').trim();
    const message = textAt(rule, 'message');
    const expression = textAt(rule, 'messageExpression');
    const { reason } = rule;
    const fieldPath = textAt(rule, 'fieldPath');
    if (text === '') errors.push(requiredField(`${own}.rule`, 'rule is not specified'));
    else if (message !== '' && message.trim() === '') {
      errors.push(invalidField(`${own}.message`, message, 'must be non-empty if specified'));
    } else if (/[\n\r]/.test(message.trim())) {
      errors.push(invalidField(`${own}.message`, message, 'must not contain line breaks'));
    } else if (/[\n\r]/.test(text) && message.trim() === '') {
      errors.push(requiredField(`${own}.message`, 'message must be specified if rule contains line breaks'));
    }
    if (expression !== '' && expression.trim() === '') {
      const why = 'messageExpression must be non-empty if specified';
      errors.push(requiredField(`${own}.messageExpression`, why));
    }
    if (typeof reason === 'string' && !ruleReasons.includes(reason)) {
      errors.push(notSupportedField(`${own}.reason`, reason, ruleReasons));
    }
    if (fieldPath !== '' && fieldPath.trim() === '') {
      errors.push(invalidField(`${own}.fieldPath`, fieldPath, 'must be non-empty if specified'));
    }
    if (/[\n\r]/.test(fieldPath)) {
      errors.push(invalidField(`${own}.fieldPath`, fieldPath, 'must not contain line breaks'));
    }
    const found =
      fieldPath !== '' && structuralProblem(schema) === undefined
        ? fieldPathOf(fieldPath, readSchema(schema))
        : undefined;
    if (found !== undefined && 'problem' in found)
      errors.push(invalidField(`${own}.fieldPath`, fieldPath, 'must be a valid path'));
  });
}

/** Validates a schema's defaults against the schema itself. */
function defaultErrors(schema: Schema, path: string, work: Work): FieldError[] {
  const errors: FieldError[] = [];
  visitDefaults({ ...schema, embeddedResource: true }, path, false, work, errors);
  return errors;
}

function visitDefaults(
  schema: Schema,
  path: string,
  insideMeta: boolean,
  work: Work,
  errors: FieldError[],
): void {
  const meta = insideMeta && !schema.embeddedResource;
  // Defaults below kind, apiVersion and metadata are validated with the object around them; other rules forbid them
  // anyway.
  if (schema.defaultJson !== undefined && !meta) errors.push(...errorsOf(schema, `${path}.default`, work));
  if (schema.items !== undefined) visitDefaults(schema.items, `${path}.items`, meta, work, errors);
  for (const [name, property] of schema.properties) {
    const ofResource = ['metadata', 'apiVersion', 'kind'].includes(name) && schema.embeddedResource;
    visitDefaults(property, `${path}.properties[${name}]`, meta || ofResource, work, errors);
  }
}

function errorsOf(schema: Schema, field: string, work: Work): FieldError[] {
  const errors: FieldError[] = [];
  const value = defaultOf(schema);
  const pruned = defaultOf(schema);
  prune(pruned, schema, schema.embeddedResource);
  if (!isDeepStrictEqual(pruned, value))
    errors.push(invalidField(field, sorted(value), 'must not have unknown fields'));
  try {
    coerceEmbedded(value, schema);
  } catch (error) {
    if (!(error instanceof EmbeddedResourceError)) throw error;
    return [...errors, invalidField(field, sorted(value), error.message)];
  }
  const embedded = embeddedErrors(value, schema);
  if (embedded.length > 0)
    return [...errors, ...embedded.map((error) => ({ ...error, field: `${field}.${error.field}` }))];
  const invalid = validateValue(schema, value, field, work);
  if (invalid.length > 0) return [...errors, ...invalid];
  const rules = new Rules(schema, schema.embeddedResource);
  if (rules.isEmpty) return errors;
  // As a value that stays, and as one that is new.
  const stays = rules.validate(value, { value }, { path: field }).errors;
  return [
    ...errors,
    ...(stays.length > 0 ? stays : rules.validate(value, undefined, { path: field }).errors),
  ];
}

/** Go prints objects with sorted fields. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]): [string, unknown] => [key, sorted(part)]),
  );
}
