import { arrangeSorted, sortedJson, unarrangeable } from '../values/json.js';
import { type FieldError, duplicateField, invalidField } from '../values/field-error.js';
import { isJsonObject } from '../values/json-fields.js';
import type { JsonObject } from '../values/json-fields.js';
import type { Schema } from './schema.js';

/** Finds duplicate items of `set` lists, and duplicate keys of `map` lists. */
export function listTypeErrors(value: unknown, schema: Schema): FieldError[] {
  const errors: FieldError[] = [];
  visit(value, schema, '', errors);
  return errors;
}

function visit(value: unknown, schema: Schema | undefined, path: string, errors: FieldError[]): void {
  if (schema === undefined) return;
  if (Array.isArray(value)) {
    if (schema.listType === 'set') errors.push(...repeated(value, path));
    else if (schema.listType === 'map') errors.push(...repeatedKeys(value, schema, path));
    value.forEach((item: unknown, index) => visit(item, schema.items, `${path}[${index}]`, errors));
    return;
  }
  if (!isJsonObject(value)) return;
  const { additionalProperties } = schema;
  if (typeof additionalProperties === 'object') {
    for (const key of Object.keys(value)) visit(value[key], additionalProperties, `${path}[${key}]`, errors);
  }
  for (const [key, property] of schema.properties) {
    if (Object.hasOwn(value, key)) visit(value[key], property, path === '' ? key : `${path}.${key}`, errors);
  }
}

/** Reports each repeated value once, at its second position; as the server does, with the fields of an object in order. */
function repeated(values: readonly unknown[], path: string): FieldError[] {
  const seen = new Map<string, number>();
  const errors: FieldError[] = [];
  values.forEach((value, index) => {
    const text = sortedJson(value);
    const times = seen.get(text) ?? 0;
    seen.set(text, times + 1);
    if (times === 1) {
      const shown = arrangeSorted(value);
      errors.push(duplicateField(`${path}[${index}]`, shown === unarrangeable ? value : shown));
    }
  });
  return errors;
}

function repeatedKeys(items: readonly unknown[], schema: Schema, path: string): FieldError[] {
  const wrong = items.findIndex((item) => item !== null && !isJsonObject(item));
  if (wrong !== -1) {
    return [
      invalidField(`${path}[${wrong}]`, items[wrong], 'must be an object for an array of list-type map'),
    ];
  }
  const keys = items.map((item) => {
    const key: JsonObject = {};
    for (const field of schema.listMapKeys) {
      if (isJsonObject(item) && Object.hasOwn(item, field)) key[field] = item[field];
    }
    return key;
  });
  return repeated(keys, path);
}
