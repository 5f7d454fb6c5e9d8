import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from 'kube-informers';
import { invalidField } from 'kube-informers/internal';
import { coerceEmbedded, embeddedErrors, EmbeddedResourceError } from '../custom/embedded-resource.js';
import { prune } from '../custom/pruning.js';
import { defaultOf } from '../custom/schema.js';
import type { Schema } from '../custom/schema.js';
import { validateValue } from '../custom/validator.js';
import type { Work } from '../custom/work.js';

/** Validates a schema's defaults against the schema itself. */
export function defaultErrors(schema: Schema, path: string, work: Work): FieldError[] {
  const errors: FieldError[] = [];
  visit({ ...schema, embeddedResource: true }, path, false, work, errors);
  return errors;
}

function visit(schema: Schema, path: string, insideMeta: boolean, work: Work, errors: FieldError[]): void {
  const meta = insideMeta && !schema.embeddedResource;
  // Defaults below kind, apiVersion and metadata are validated with the object around them; other rules forbid them
  // anyway.
  if (schema.defaultJson !== undefined && !meta) errors.push(...errorsOf(schema, `${path}.default`, work));
  if (schema.items !== undefined) visit(schema.items, `${path}.items`, meta, work, errors);
  for (const [name, property] of schema.properties) {
    const ofResource = ['metadata', 'apiVersion', 'kind'].includes(name) && schema.embeddedResource;
    visit(property, `${path}.properties[${name}]`, meta || ofResource, work, errors);
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
  return [...errors, ...validateValue(schema, value, field, work)];
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
