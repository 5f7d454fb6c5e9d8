import { setField, isJsonObject } from '../values/json-fields.js';
import { defaultOf, fieldSchema } from './schema.js';
import type { Schema } from './schema.js';

/** Fields that every resource has, even without a schema for them. */
const metaFields: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/**
 * Removes the fields of an object that its schema does not have (structural pruning). Changes `value`.
 *
 * Returns the removed paths, sorted: `spec.list[0].colour`. The root counts as an embedded resource if `isResource`.
 */
export function prune(value: unknown, schema: Schema, isResource: boolean): string[] {
  const unknown: string[] = [];
  const root = isResource && !schema.embeddedResource ? { ...schema, embeddedResource: true } : schema;
  pruneValue(value, root, '', unknown);
  return unknown.toSorted();
}

function pruneValue(value: unknown, schema: Schema | undefined, path: string, unknown: string[]): void {
  const keep = schema?.preserveUnknownFields === true;
  if (Array.isArray(value)) {
    value.forEach((item: unknown, index) => {
      // Items without a schema are kept entirely in a list that preserves unknown fields.
      if (keep) keepValue(item, schema.items, `${path}[${index}]`, unknown);
      else pruneValue(item, schema?.items, `${path}[${index}]`, unknown);
    });
    return;
  }
  if (!isJsonObject(value)) return;
  for (const key of Object.keys(value)) {
    const own = path === '' ? key : `${path}.${key}`;
    if (schema?.embeddedResource === true && metaFields.has(key)) continue;
    const property = schema?.properties.get(key);
    if (property !== undefined) pruneValue(value[key], property, own, unknown);
    else if (schema?.additionalProperties !== undefined) {
      const { additionalProperties } = schema;
      const further = typeof additionalProperties === 'object' ? additionalProperties : undefined;
      pruneValue(value[key], further, own, unknown);
    } else if (!keep) {
      if (!metaFields.has(key) || path !== '') unknown.push(own);
      delete value[key];
    }
  }
}

/** Prunes below a list that preserves unknown fields: only parts with a schema are visited. */
function keepValue(value: unknown, schema: Schema | undefined, path: string, unknown: string[]): void {
  if (schema === undefined) return;
  pruneValue(value, { ...schema, preserveUnknownFields: true }, path, unknown);
}

/** Removes null fields that are not nullable and have no default. Changes `value`. */
export function dropNulls(value: unknown, schema: Schema | undefined): void {
  if (Array.isArray(value)) {
    for (const item of value) dropNulls(item, schema?.items);
    return;
  }
  if (!isJsonObject(value)) return;
  for (const key of Object.keys(value)) {
    const own = fieldSchema(schema, key);
    if (value[key] === null && own !== undefined && !own.nullable && own.defaultJson === undefined) {
      delete value[key];
    } else dropNulls(value[key], own);
  }
}

/** Fills in the defaults of absent fields, and of null fields that are not nullable. Changes `value`. */
export function applySchemaDefaults(value: unknown, schema: Schema | undefined): void {
  if (schema === undefined) return;
  if (Array.isArray(value)) {
    value.forEach((item: unknown, index) => {
      if (item === null && schema.items !== undefined && !schema.items.nullable) {
        value[index] = defaultOf(schema.items) ?? null;
      }
      applySchemaDefaults(value[index], schema.items);
    });
    return;
  }
  if (!isJsonObject(value)) return;
  for (const [key, property] of schema.properties) {
    if (property.defaultJson === undefined) continue;
    const absent = !Object.hasOwn(value, key) || (value[key] === null && !property.nullable);
    if (absent) setField(value, key, defaultOf(property));
  }
  for (const key of Object.keys(value)) {
    const property = schema.properties.get(key);
    if (property === undefined) {
      const further = fieldSchema(schema, key);
      if (value[key] === null && further !== undefined && !further.nullable) {
        setField(value, key, defaultOf(further) ?? null);
      }
    }
    applySchemaDefaults(value[key], fieldSchema(schema, key));
  }
}
