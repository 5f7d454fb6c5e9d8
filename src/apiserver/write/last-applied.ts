import { isJsonObject } from '../json/json-fields.js';
import { metadataOf } from '../objects/object-meta.js';
import { compareFields, configuredFields, fieldValues } from '../patch/field-set.js';
import type { FieldPath } from '../patch/field-set.js';
import type { MergeSchema } from '../patch/merge-schema.js';
import type { ServedResource } from '../registry/registry.js';
import type { ObjectBody } from '../storage/stored-object.js';

/** The manager that may take over the fields of its client-side apply. */
export const kubectl = 'kubectl';

const annotation = 'kubectl.kubernetes.io/last-applied-configuration';
// The size limit of all annotations (validation.TotalAnnotationSizeLimitB).
const maxAnnotationBytes = 256 * 1024;

function lastApplied(body: ObjectBody): string | undefined {
  const text = metadataOf(body).annotations?.[annotation];
  return text === undefined || text === '' ? undefined : text;
}

/** Returns the fields that client-side apply set and no one has changed since; apply takes them without conflict. */
export function appliedByClient(live: ObjectBody, schema: MergeSchema): Set<FieldPath> {
  const text = lastApplied(live);
  if (text === undefined) return new Set();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // An invalid annotation allows nothing.
    return new Set();
  }
  if (!isJsonObject(value)) return new Set();
  const fields = configuredFields(value, schema);
  const { changed, removed } = compareFields(fieldValues(value, schema), fieldValues(live, schema));
  return new Set([...fields].filter((path) => !changed.has(path) && !removed.has(path)));
}

/** Updates the annotation that kubectl's client-side apply compares with, if the object has it. */
export function renewLastApplied(
  served: ServedResource,
  body: ObjectBody,
  live: ObjectBody,
  applied: ObjectBody,
): void {
  if (lastApplied(live) === undefined) return;
  const { kind, apiVersion } = served.resource;
  const text = `${sortedJson({ apiVersion, kind, ...applied })}\n`;
  const metadata = metadataOf(body);
  const { [annotation]: _before, ...others } = metadata.annotations ?? {};
  const bytes = Object.entries(others).reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  // A value that is too long is left out.
  metadata.annotations =
    bytes + Buffer.byteLength(text) > maxAnnotationBytes ? others : { ...others, [annotation]: text };
}

/** Serialises with sorted keys, as Go writes maps. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isJsonObject(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
