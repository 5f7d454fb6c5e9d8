import type { ManagedFieldsEntry } from 'kube-informers';
import { FieldSetError, fieldSetFrom, fieldSetOf } from './field-set.js';
import type { Managers } from './merge.js';
import type { FieldPath } from './field-set.js';

/** The managers of an object, with the time of their last change. */
export interface Managed {
  readonly managers: Managers;
  /** RFC 3339, by the identifier of the manager. */
  readonly times: Map<string, string | undefined>;
}

export function noManagers(): Managed {
  return { managers: new Map(), times: new Map() };
}

/**
 * Returns what identifies a manager, as JSON: its name, operation, version and subresource.
 *
 * Without the version for an Apply, so that a manager that applies in a newer version remains the same.
 */
export function managerId({ manager, operation, apiVersion, subresource }: ManagedFieldsEntry): string {
  return JSON.stringify({
    manager: manager === '' ? undefined : manager,
    operation,
    apiVersion: operation === 'Apply' ? undefined : apiVersion,
    subresource: subresource === '' ? undefined : subresource,
  });
}

/** Returns the entry that a manager's identifier describes, without its fields. */
export function entryOf(id: string): ManagedFieldsEntry {
  // managerId wrote it from an entry.
  return JSON.parse(id) as ManagedFieldsEntry;
}

/** Reads metadata.managedFields. Throws FieldSetError if they are not valid. */
export function decodeManaged(entries: readonly ManagedFieldsEntry[] | undefined): Managed {
  const managed = noManagers();
  for (const [index, entry] of (entries ?? []).entries()) {
    const { operation, apiVersion = '', fieldsType = '', fieldsV1, time } = entry;
    if (operation !== 'Apply' && operation !== 'Update')
      throw new FieldSetError('operation must be `Apply` or `Update`');
    if (apiVersion === '') throw new FieldSetError('apiVersion must not be empty');
    if (fieldsType === '') throw new FieldSetError(`missing fieldsType in managed fields entry ${index}`);
    if (fieldsType !== 'FieldsV1') {
      const type = JSON.stringify(fieldsType);
      throw new FieldSetError(`invalid fieldsType ${type} in managed fields entry ${index}`);
    }
    const id = managerId(entry);
    managed.managers.set(id, {
      set: fieldSetFrom(fieldsV1),
      version: apiVersion,
      applied: operation === 'Apply',
    });
    managed.times.set(id, time);
  }
  return managed;
}

/** Writes the managers in the server's order; undefined if there are none. */
export function encodeManaged({ managers, times }: Managed): ManagedFieldsEntry[] | undefined {
  if (managers.size === 0) return undefined;
  const entries = [...managers].map(([id, { set, version }]): ManagedFieldsEntry => {
    const { manager, operation, subresource } = entryOf(id);
    const time = times.get(id);
    return {
      ...(manager === undefined ? {} : { manager }),
      ...(operation === undefined ? {} : { operation }),
      apiVersion: version,
      ...(time === undefined ? {} : { time }),
      fieldsType: 'FieldsV1',
      fieldsV1: set.toFields(),
      ...(subresource === undefined ? {} : { subresource }),
    };
  });
  return entries.sort(compareEntries);
}

function compareEntries(a: ManagedFieldsEntry, b: ManagedFieldsEntry): number {
  const fields = ['manager', 'apiVersion', 'subresource'] as const;
  return (
    compare(a.operation ?? '', b.operation ?? '') ||
    seconds(a.time) - seconds(b.time) ||
    fields.reduce((order, field) => order || compare(a[field] ?? '', b[field] ?? ''), 0)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Returns a time in whole seconds; 0 without one. */
function seconds(time: string | undefined): number {
  return time === undefined ? 0 : Math.floor(Date.parse(time) / 1000) || 0;
}

/** How many updating managers keep an entry of their own. */
const maxUpdateManagers = 10;

/** Merges the entries of the managers whose updates are oldest, by version. Changes `managed`. */
export function capUpdateManagers({ managers, times }: Managed): void {
  const updaters = [...managers].filter(([, { applied }]) => !applied).map(([id]) => id);
  let count = updaters.length;
  if (count <= maxUpdateManagers) return;
  updaters.sort((a, b) => seconds(times.get(a)) - seconds(times.get(b)) || compare(a, b));
  const firstOf = new Map<string, string>();
  for (const id of updaters) {
    if (count <= maxUpdateManagers) return;
    const owned = managers.get(id);
    if (owned === undefined) continue;
    const { version } = owned;
    const first = firstOf.get(version);
    if (first === undefined) {
      firstOf.set(version, id);
      continue;
    }
    const bucket = managerId({ manager: 'ancient-changes', operation: 'Update', apiVersion: version });
    const before = managers.get(bucket) ?? managers.get(first);
    if (!managers.has(bucket)) managers.delete(first);
    managers.set(bucket, { ...owned, set: before === undefined ? owned.set : owned.set.union(before.set) });
    managers.delete(id);
    count--;
    times.set(bucket, times.get(id));
  }
}

const scaleVersion = 'autoscaling/v1';
const scaleReplicas: FieldPath = ['f:spec', 'f:replicas'];

/** Where objects have their replicas, by apiVersion; undefined if they cannot be scaled in that version. */
export type ReplicasPaths = ReadonlyMap<string, FieldPath | undefined>;

/** Returns the managers of an object's Scale: those that own the replicas. */
export function managersOfScale(
  entries: readonly ManagedFieldsEntry[] | undefined,
  paths: ReplicasPaths,
): ManagedFieldsEntry[] | undefined {
  const { managers, times } = decodeManaged(entries);
  const result = noManagers();
  for (const [id, { set, version, applied }] of managers) {
    const path = paths.get(version);
    if (path === undefined || !set.has(path)) continue;
    result.managers.set(id, { set: fieldSetOf(scaleReplicas), version: scaleVersion, applied });
    result.times.set(id, times.get(id));
  }
  return encodeManaged(result);
}

/** Returns the managers of an object after those of its Scale have become `scaled`. */
export function managersOfScaled(
  entries: readonly ManagedFieldsEntry[] | undefined,
  scaled: readonly ManagedFieldsEntry[] | undefined,
  apiVersion: string,
  paths: ReplicasPaths,
): ManagedFieldsEntry[] | undefined {
  const { managers, times } = decodeManaged(entries);
  const ofScale = decodeManaged(scaled).managers;
  const result = noManagers();
  for (const [id, owned] of managers) {
    // A version that the definition no longer has.
    if (!paths.has(owned.version)) continue;
    const path = paths.get(owned.version);
    let { set } = owned;
    if (path !== undefined && set.has(path)) {
      if (ofScale.has(id)) ofScale.delete(id);
      else set = set.difference(fieldSetOf(path));
    }
    if (set.isEmpty) continue;
    result.managers.set(id, { ...owned, set });
    result.times.set(id, times.get(id));
  }
  const path = paths.get(apiVersion);
  for (const [id, { set, applied }] of ofScale) {
    if (!set.has(scaleReplicas) || path === undefined) continue;
    result.managers.set(id, { set: fieldSetOf(path), version: apiVersion, applied });
    result.times.set(id, times.get(id));
  }
  return encodeManaged(result);
}
