import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '../json/json-fields.js';
import { fieldSchema } from './schema.js';
import type { Schema } from './schema.js';

/** The old value, whose existing errors are tolerated (CRDValidationRatcheting). */
export interface Before {
  readonly value: unknown;
}

/** Returns the old value of a field; undefined if absent. */
export function fieldBefore(
  schema: Schema,
  field: string,
  path: string,
  before: Before | undefined,
): Before | undefined {
  if (before === undefined || !isJsonObject(before.value) || !Object.hasOwn(before.value, field))
    return undefined;
  if (path === '' && (field === 'kind' || field === 'apiVersion')) return undefined;
  return fieldSchema(schema, field) === undefined ? undefined : { value: before.value[field] };
}

/** Returns the old item with the same keys in a map list; other lists are compared only as a whole. */
export function itemBefore(schema: Schema, item: unknown, before: Before | undefined): Before | undefined {
  if (
    before === undefined ||
    schema.listType !== 'map' ||
    !Array.isArray(before.value) ||
    !isJsonObject(item)
  ) {
    return undefined;
  }
  const old = before.value.find(
    (other: unknown) =>
      isJsonObject(other) && schema.listMapKeys.every((key) => isDeepStrictEqual(other[key], item[key])),
  );
  return old === undefined ? undefined : { value: old };
}
