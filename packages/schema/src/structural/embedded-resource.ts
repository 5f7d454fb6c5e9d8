import { sortedJson } from '../values/json.js';
import { type FieldError, invalidField, requiredField } from '../values/field-error.js';
import { dns1035LabelProblems, pathSegmentProblems } from '../values/names.js';
import { isJsonObject } from '../values/json-fields.js';
import type { JsonObject } from '../values/json-fields.js';
import { decodeMetadata, metadataErrorsOf, type Metadata } from './object-meta.js';
import { fieldSchema } from './schema.js';
import type { Schema } from './schema.js';

/** Embedded objects in a custom resource (`x-kubernetes-embedded-resource`): their kind, apiVersion and metadata. */

/** Invalid metadata inside an object. */
export class EmbeddedResourceError extends Error {
  /** `spec.template.metadata`. */
  readonly path: string;
  /** The message without the path. */
  readonly body: string;

  constructor(path: string, value: unknown, why: string) {
    const body = `Invalid value: ${sortedJson(value)}: ${why}`;
    super(`${path}: ${body}`);
    this.path = path;
    this.body = body;
  }
}

/**
 * Normalises the metadata of embedded resources. Returns the paths of dropped fields, sorted.
 *
 * Changes `value`. Throws EmbeddedResourceError.
 */
export function coerceEmbedded(value: unknown, schema: Schema): string[] {
  const unknown: string[] = [];
  visit(value, schema, '', (object, path) => {
    for (const field of ['apiVersion', 'kind']) {
      if (!Object.hasOwn(object, field) || typeof object[field] === 'string') continue;
      throw new EmbeddedResourceError(below(path, field), object[field], 'must be a string');
    }
    if (!Object.hasOwn(object, 'metadata')) return;
    const decoded = decodeMetadata(object['metadata']);
    const own = below(path, 'metadata');
    if (decoded.problem !== undefined)
      throw new EmbeddedResourceError(own, object['metadata'], decoded.problem);
    unknown.push(...decoded.unknown.map((field) => `${own}.${field}`));
    object['metadata'] = decoded.value;
  });
  return unknown.toSorted();
}

/** Validates the embedded resources. */
export function embeddedErrors(value: unknown, schema: Schema): FieldError[] {
  const errors: FieldError[] = [];
  visit(value, schema, '', (object, path) => errors.push(...resourceErrors(object, path)));
  return errors;
}

function below(path: string, field: string): string {
  return path === '' ? field : `${path}.${field}`;
}

/** Calls `each` with every embedded resource and its path, outer ones first. */
function visit(
  value: unknown,
  schema: Schema | undefined,
  path: string,
  each: (object: JsonObject, path: string) => void,
): void {
  if (schema === undefined) return;
  if (Array.isArray(value)) {
    value.forEach((item: unknown, index) => visit(item, schema.items, `${path}[${index}]`, each));
    return;
  }
  if (!isJsonObject(value)) return;
  if (schema.embeddedResource) each(value, path);
  for (const key of Object.keys(value).toSorted()) {
    const own = schema.properties.has(key) ? below(path, key) : `${path}[${key}]`;
    visit(value[key], fieldSchema(schema, key), own, each);
  }
}

function resourceErrors(object: JsonObject, path: string): FieldError[] {
  const errors: FieldError[] = [];
  for (const field of ['apiVersion', 'kind']) {
    if (!Object.hasOwn(object, field)) errors.push(requiredField(below(path, field)));
  }
  const { apiVersion, kind, metadata } = object;
  if (Object.hasOwn(object, 'apiVersion'))
    errors.push(...apiVersionErrors(apiVersion, below(path, 'apiVersion')));
  if (Object.hasOwn(object, 'kind')) errors.push(...kindErrors(kind, below(path, 'kind')));
  if (isJsonObject(metadata)) {
    // The shape has been checked; a name is optional.
    const meta: Metadata = metadata;
    const named = (meta.name ?? '') === '' ? { ...meta, name: 'fakename' } : meta;
    errors.push(...metadataErrorsOf(named, pathSegmentProblems, below(path, 'metadata')));
  }
  return errors;
}

function apiVersionErrors(apiVersion: unknown, field: string): FieldError[] {
  if (typeof apiVersion !== 'string') return [invalidField(field, apiVersion, 'must be a string')];
  if (apiVersion === '') return [invalidField(field, apiVersion, 'must not be empty')];
  if (apiVersion.split('/').length <= 2) return [];
  return [invalidField(field, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)];
}

function kindErrors(kind: unknown, field: string): FieldError[] {
  if (typeof kind !== 'string') return [invalidField(field, kind, 'must be a string')];
  if (kind === '') return [invalidField(field, kind, 'must not be empty')];
  const problems = dns1035LabelProblems(kind.toLowerCase());
  if (problems.length === 0) return [];
  const why = `may have mixed case, but should otherwise match: ${problems.join(',')}`;
  return [invalidField(field, kind, why)];
}
