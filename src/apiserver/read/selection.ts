import { parseFieldSelector } from '../../meta/field-selector.js';
import { parseSelector, SelectorError } from '../../meta/label-selector.js';
import { badRequest } from '../http/failure.js';
import type { ServedResource } from '../registry/registry.js';
import type { ShardSelector } from './sharding/shard-selector.js';
import type { StoredObject } from '../storage/stored-object.js';

/** Which objects a list or watch is about. */
export interface Selection {
  /** True when every object of the namespace, or of the shard of it, is meant. */
  readonly everything: boolean;
  /** The shard that alone is meant, if any. */
  readonly shard: ShardSelector | undefined;
  matches(stored: StoredObject): boolean;
  /** The one name that can match; undefined when several can. */
  readonly name: string | undefined;
  /** The one namespace that can match; undefined when several can. */
  readonly namespace: string | undefined;
}

/** Reads both selectors of a request; throws the server's 400 for what cannot be parsed or selected. */
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
      if (byLabel !== undefined && !byLabel.matches(stored.labels)) return false;
      return byField === undefined || byField.matches((field) => fieldOf(served, stored, field));
    },
  };
}

function fieldOf(served: ServedResource, stored: StoredObject, field: string): string {
  if (field === 'metadata.name') return stored.name;
  if (field === 'metadata.namespace') return stored.namespace;
  // Versions of a custom resource have selectable fields of their own.
  const { fields } = served.customKind?.view(stored) ?? stored;
  return Object.hasOwn(fields, field) ? (fields[field] ?? '') : '';
}

function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof SelectorError) throw badRequest(error.detail);
    throw error;
  }
}

function checkField(served: ServedResource, field: string): void {
  if (field === 'metadata.name' || field === 'metadata.namespace') return;
  const own = served.rules.selectableFields;
  if (own !== undefined) {
    if (Object.hasOwn(own, field)) return;
    throw badRequest(`field label not supported: ${field}`);
  }
  throw badRequest(
    `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
  );
}
