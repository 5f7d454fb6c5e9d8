import { jsonTypeOf } from '../json/go-print.js';
import { isJsonObject, objectsOf } from '../json/json-fields.js';
import type { JsonObject } from '../json/json-fields.js';
import type { BodyKind } from './body-kind.js';

/**
 * Returns the message of Go's decoder for the first field with a wrong JSON type; undefined if there is no such
 * field.
 *
 * Checks only the fields that the server itself reads; the rest of an object is accepted unchanged.
 */
export function shapeProblem(served: BodyKind, value: JsonObject): string | undefined {
  const { kind } = served.resource;
  const { metadata } = value;
  if (metadata !== undefined && metadata !== null) {
    if (!isJsonObject(metadata)) return wrongType(metadata, `${kind}.metadata`, 'v1.ObjectMeta');
    const problem = metadataProblem(metadata);
    if (problem !== undefined) return problem;
  } else {
    delete value['metadata'];
  }
  for (const field of ['spec', 'status']) {
    const part = value[field];
    if (part === null) delete value[field];
    else if (part !== undefined && !isJsonObject(part) && hasTypedParts(served)) {
      return wrongType(part, `${kind}.${field}`, `v1.${kind}${field === 'spec' ? 'Spec' : 'Status'}`);
    }
  }
  for (const field of texts[served.id] ?? []) {
    const problem = textMapProblem(value, field, `${kind}.${field}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Fields of kinds that are maps of strings. */
const texts: Readonly<Record<string, readonly string[]>> = {
  'configmaps.': ['data', 'binaryData'],
  'secrets.': ['data', 'stringData'],
};

function hasTypedParts(served: BodyKind): boolean {
  return !served.custom;
}

function metadataProblem(metadata: JsonObject): string | undefined {
  for (const field of [
    'name',
    'generateName',
    'namespace',
    'uid',
    'resourceVersion',
    'selfLink',
    'creationTimestamp',
    'deletionTimestamp',
  ]) {
    const value = metadata[field];
    if (value === null) delete metadata[field];
    else if (value !== undefined && typeof value !== 'string') {
      return wrongType(
        value,
        `ObjectMeta.metadata.${field}`,
        field.endsWith('Timestamp') ? 'v1.Time' : 'string',
      );
    }
  }
  for (const field of ['generation', 'deletionGracePeriodSeconds']) {
    const value = metadata[field];
    if (value === null) delete metadata[field];
    else if (value !== undefined && !(typeof value === 'bigint' || Number.isInteger(value))) {
      return wrongType(value, `ObjectMeta.metadata.${field}`, 'int64');
    }
  }
  for (const field of ['labels', 'annotations']) {
    const problem = textMapProblem(metadata, field, `ObjectMeta.metadata.${field}`);
    if (problem !== undefined) return problem;
  }
  return listProblem(metadata);
}

function listProblem(metadata: JsonObject): string | undefined {
  for (const [field, type] of [
    ['finalizers', '[]string'],
    ['ownerReferences', '[]v1.OwnerReference'],
    ['managedFields', '[]v1.ManagedFieldsEntry'],
  ] as const) {
    const value = metadata[field];
    const path = `ObjectMeta.metadata.${field}`;
    if (value === undefined) continue;
    const empty = Array.isArray(value) && value.length === 0;
    // An empty list of managedFields requests their removal.
    if (value === null || (empty && field !== 'managedFields')) delete metadata[field];
    else if (!Array.isArray(value)) return wrongType(value, path, type);
    else if (field === 'finalizers') {
      const wrong = value.find((item) => typeof item !== 'string');
      if (wrong !== undefined) return wrongType(wrong, path, 'string');
    } else if (objectsOf(value).length !== value.length) {
      return wrongType(
        value.find((item) => !isJsonObject(item)),
        path,
        type.slice(2),
      );
    }
  }
  return undefined;
}

function textMapProblem(parent: JsonObject, field: string, path: string): string | undefined {
  const value = parent[field];
  if (value === undefined) return undefined;
  if (value === null) {
    delete parent[field];
    return undefined;
  }
  if (!isJsonObject(value)) return wrongType(value, path, 'map[string]string');
  for (const [key, text] of Object.entries(value)) {
    if (text === null) value[key] = '';
    else if (typeof text !== 'string') return wrongType(text, path, 'string');
  }
  if (Object.keys(value).length === 0) delete parent[field];
  return undefined;
}

function wrongType(value: unknown, path: string, type: string): string {
  return `json: cannot unmarshal ${jsonTypeOf(value)} into Go struct field ${path} of type ${type}`;
}
