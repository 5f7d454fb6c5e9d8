import { parseFieldSelector, parseSelector, SelectorError } from 'kube-informers';
import { newBadRequest } from 'kube-informers/internal';
import { seen } from '../registry/context.js';
import type { ServedResource } from '../registry/registry.js';
import type { ShardSelector } from './sharding/shard-selector.js';
import type { StoredObject } from '../storage/stored-object.js';

/** The objects that a list or watch selects. */
export interface Selection {
  /** True if every object of the namespace, or of its shard, is selected. */
  readonly everything: boolean;
  /** The selected shard, if any. */
  readonly shard: ShardSelector | undefined;
  matches(stored: StoredObject): boolean;
  /** The only name that can match; undefined if several can. */
  readonly name: string | undefined;
  /** The only namespace that can match; undefined if several can. */
  readonly namespace: string | undefined;
}

/** Parses both selectors of a request; throws the server's 400 for invalid or unsupported ones. */
export function parseSelection(
  served: ServedResource,
  labelText: string,
  fieldText: string,
  shard?: ShardSelector,
): Selection {
  const labels = labelText === '' ? undefined : parsed(() => parseSelector(labelText));
  const fields = fieldText === '' ? undefined : parsed(() => parseFieldSelector(fieldText));
  for (const { field } of fields?.requirements() ?? []) checkField(served, field);
  const byLabel = labels === undefined || labels.isEmpty ? undefined : labels;
  const byField = fields === undefined || fields.isEmpty ? undefined : fields;
  return {
    everything: byLabel === undefined && byField === undefined,
    shard,
    name: byField?.requiresExactMatch('metadata.name'),
    namespace: byField?.requiresExactMatch('metadata.namespace'),
    matches(stored) {
      if (shard?.matches(stored) === false) return false;
      if (byLabel !== undefined && !byLabel.matches(labelsOf(served, stored))) return false;
      return byField === undefined || byField.matches((field) => fieldOf(served, stored, field));
    },
  };
}

/** A webhook may change labels. */
function labelsOf(served: ServedResource, stored: StoredObject): StoredObject['labels'] {
  return served.customKind?.byWebhook === true ? seen(served, stored).labels : stored.labels;
}

function fieldOf(served: ServedResource, stored: StoredObject, field: string): string {
  if (field === 'metadata.name') return stored.name;
  if (field === 'metadata.namespace') return stored.namespace;
  // Versions of a custom resource, and the two forms of events, have different selectable fields.
  const { fields } = seen(served, stored);
  return Object.hasOwn(fields, field) ? (fields[field] ?? '') : '';
}

function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof SelectorError) throw newBadRequest(error.detail);
    throw error;
  }
}

function checkField(served: ServedResource, field: string): void {
  if (field === 'metadata.name') return;
  const own = served.rules.selectableFields;
  // Only cluster-scoped kinds with fields of their own refuse a namespace.
  if (field === 'metadata.namespace' && (own === undefined || served.resource.namespaced)) return;
  if (own !== undefined) {
    if (Object.hasOwn(own, field)) return;
    throw newBadRequest(served.custom ? plainText(field) : (texts[served.id] ?? plainText)(field));
  }
  throw newBadRequest(
    `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
  );
}

const plainText = (field: string): string => `field label not supported: ${field}`;

/** What kinds with a text of their own say about a field that they do not support. */
const texts: Readonly<Record<string, (field: string) => string>> = {
  'jobs.batch': (field) => `field label ${JSON.stringify(field)} not supported for Job`,
  'resourceslices.resource.k8s.io': (field) =>
    `field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: ${field}`,
};
