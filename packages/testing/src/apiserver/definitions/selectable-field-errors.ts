import type { FieldError } from 'kube-informers';
import { duplicateField, invalidField, requiredField, tooManyField } from 'kube-informers/internal';
import { asObject, at, objectsOf, textAt } from '../json/json-fields.js';
import type { JsonObject } from '../json/json-fields.js';

/** Validates the selectableFields of one version. */
export function versionSelectableErrors(version: JsonObject, field: string): FieldError[] {
  if (objectsOf(version['selectableFields']).length === 0) return [];
  if (at(version, 'schema', 'openAPIV3Schema') === undefined) {
    const why = 'may only be set when `version.schema.openAPIV3Schema` is not included';
    return [invalidField(field, '', why)];
  }
  return selectableErrors(version['selectableFields'], version['schema'], field);
}

const maxSelectableFields = 8;

/** Validates selectableFields, which must name fields of the schema. */
export function selectableErrors(fields: unknown, validation: unknown, field: string): FieldError[] {
  if (objectsOf(fields).length === 0) return [];
  const schema = asObject(asObject(validation)?.['openAPIV3Schema']);
  if (schema === undefined) {
    return [invalidField(field, '', 'may only be set when validations.schema is included')];
  }
  const seen = new Set<string>();
  const errors = objectsOf(fields).flatMap((selectable, index): FieldError[] => {
    const own = `${field}[${index}].jsonPath`;
    const path = textAt(selectable, 'jsonPath');
    if (path === '') return [requiredField(own)];
    const found = schemaAt(schema, path);
    if (typeof found === 'string') return [invalidField(own, path, `is an invalid path: ${found}`)];
    const own1: FieldError[] = [];
    if (/^\.metadata(\.|$)/.test(path))
      own1.push(invalidField(own, path, 'must not point to fields in metadata'));
    if (!['string', 'boolean', 'integer'].includes(textAt(found, 'type'))) {
      const why =
        'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';
      own1.push(invalidField(own, path, why));
    }
    if (seen.has(path)) own1.push(duplicateField(own, path));
    seen.add(path);
    return own1;
  });
  if (seen.size > maxSelectableFields) errors.push(tooManyField(field, seen.size, maxSelectableFields));
  return errors;
}

/** Returns the schema of the field at a path, or why there is no such field. */
function schemaAt(schema: JsonObject, path: string): JsonObject | string {
  // As in apiextensions, what is in single quotes is one token.
  const tokens = path.match(/'(?:[^'\\]|\\.)+'|[.[\]]|[^.[\]]+/g) ?? [];
  let current = schema;
  for (let index = 0; index < tokens.length; index += 2) {
    if (tokens[index] === '[') return 'array notation is not allowed';
    if (tokens[index] !== '.') return `expected [ or . but got: ${tokens[index] ?? ''}`;
    const name = tokens[index + 1];
    if (name === undefined) return 'unexpected end of JSON path';
    const properties = asObject(current['properties']);
    const found =
      properties === undefined
        ? asObject(current['additionalProperties'])
        : Object.hasOwn(properties, name)
          ? asObject(properties[name])
          : undefined;
    if (found === undefined) return 'does not refer to a valid field';
    current = found;
  }
  return current;
}
