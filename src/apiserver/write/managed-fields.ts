import type { ManagedFieldsEntry } from '../../meta/types.js';
import type { ServerContext, WriteOptions } from '../registry/context.js';
import { metadataOf, timestamp } from '../objects/object-meta.js';
import { compareFields, fieldsV1, fieldValues, pathsOf } from '../patch/field-set.js';
import type { FieldPath } from '../patch/field-set.js';
import { schemaOfType, schemaWithMetadata, unknownSchema } from '../patch/merge-schema.js';
import type { MergeSchema } from '../patch/merge-schema.js';
import type { ServedResource } from '../registry/registry.js';
import type { ObjectBody } from '../storage/stored-object.js';
import { decodeTyped } from '../types/decode-typed.js';
import { typeOfKind } from '../types/type-table.js';

/** A manager and the fields it owns. */
export interface Manager {
  readonly entry: ManagedFieldsEntry;
  readonly paths: Set<FieldPath>;
}

/** Returns the managers of an object. */
export function managersOf(body: ObjectBody): Manager[] {
  return (metadataOf(body).managedFields ?? []).map((entry) => ({ entry, paths: pathsOf(entry.fieldsV1) }));
}

/** True if both entries have the same manager and operation. */
export function sameManager(a: ManagedFieldsEntry, b: ManagedFieldsEntry): boolean {
  return (
    a.manager === b.manager &&
    a.operation === b.operation &&
    a.apiVersion === b.apiVersion &&
    (a.subresource ?? '') === (b.subresource ?? '')
  );
}

/** Writes the managers into the object in the server's order, without those that own no fields. */
export function setManagers(body: ObjectBody, managers: readonly Manager[]): void {
  const metadata = metadataOf(body);
  const entries = managers
    .filter(({ paths }) => paths.size > 0)
    .map(({ entry, paths }) => encode(entry, paths))
    .toSorted(compareEntries);
  metadata.managedFields = entries;
}

function encode(entry: ManagedFieldsEntry, paths: ReadonlySet<FieldPath>): ManagedFieldsEntry {
  const { manager, operation, apiVersion, time, subresource } = entry;
  return {
    ...(manager === undefined ? {} : { manager }),
    ...(operation === undefined ? {} : { operation }),
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(time === undefined ? {} : { time }),
    fieldsType: 'FieldsV1',
    fieldsV1: fieldsV1(paths),
    ...(subresource === undefined || subresource === '' ? {} : { subresource }),
  };
}

function compareEntries(a: ManagedFieldsEntry, b: ManagedFieldsEntry): number {
  for (const field of ['operation', 'time', 'manager', 'apiVersion', 'subresource'] as const) {
    const left = a[field] ?? '';
    const right = b[field] ?? '';
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

/**
 * Records in metadata.managedFields which fields this write has set; the writer becomes their owner.
 *
 * A write without a manager keeps the entries, one with an empty list removes them.
 */
export function recordUpdate(
  context: ServerContext,
  served: ServedResource,
  body: ObjectBody,
  old: ObjectBody | undefined,
  options: WriteOptions,
  subresource: string,
): void {
  const metadata = metadataOf(body);
  const before = old === undefined ? undefined : metadataOf(old).managedFields;
  if (options.fieldManager === '') {
    if (metadata.managedFields === undefined && before !== undefined) metadata.managedFields = before;
    // An apply that leaves no owners has an empty list.
    if (metadata.managedFields?.length === 0) delete metadata.managedFields;
    return;
  }
  if (isReset(metadata.managedFields) && before !== undefined) {
    delete metadata.managedFields;
    return;
  }
  if (before === undefined) delete metadata.managedFields;
  else metadata.managedFields = before;
  // An object without owners stays so until an apply.
  if (old !== undefined && before === undefined) return;

  const schema = mergeSchemaOf(served);
  const { changed, removed } = compareFields(
    fieldValues(old ?? emptyObject(served), schema),
    fieldValues(body, schema),
  );
  for (const path of [...changed, ...removed]) {
    if (isOwned(path, served, subresource, old === undefined)) continue;
    changed.delete(path);
    removed.delete(path);
  }
  if (changed.size === 0 && removed.size === 0) return;

  const own: ManagedFieldsEntry = {
    manager: options.fieldManager,
    operation: 'Update',
    apiVersion: served.resource.apiVersion,
    ...(subresource === '' ? {} : { subresource }),
  };
  const managers = managersOf(body);
  let mine = managers.find(({ entry }) => sameManager(entry, own));
  if (mine === undefined && changed.size > 0) {
    mine = { entry: own, paths: new Set() };
    managers.push(mine);
  }
  for (const { paths } of managers) {
    for (const path of removed) paths.delete(path);
  }
  for (const manager of managers) {
    for (const path of changed) {
      if (manager === mine) manager.paths.add(path);
      else manager.paths.delete(path);
    }
  }
  // Kubernetes keeps no time for a scale's managers.
  if (mine !== undefined && changed.size > 0 && subresource !== 'scale') {
    mine.entry.time = timestamp(context.clock.now());
  }
  setManagers(body, capped(managers));
  if (metadata.managedFields?.length === 0) delete metadata.managedFields;
}

// fieldmanager.DefaultMaxUpdateManagers.
const maxUpdateManagers = 10;

/** Keeps separate entries for this many updaters; the fields of older ones are merged into one entry. */
function capped(managers: readonly Manager[]): Manager[] {
  const updaters = managers
    .filter(({ entry, paths }) => entry.operation === 'Update' && paths.size > 0)
    .toSorted((a, b) => compareEntries(a.entry, b.entry));
  const excess = updaters.length - maxUpdateManagers;
  if (excess <= 0) return [...managers];
  // One more than the excess: they become one entry.
  const old = updaters.slice(0, excess + 1);
  const paths = new Set(old.flatMap((manager) => [...manager.paths]));
  const { apiVersion, time } = old.at(-1)?.entry ?? {};
  const entry: ManagedFieldsEntry = { manager: 'ancient-changes', operation: 'Update' };
  if (apiVersion !== undefined) entry.apiVersion = apiVersion;
  if (time !== undefined) entry.time = time;
  return [...managers.filter((manager) => !old.includes(manager)), { entry, paths }];
}

/** A client removes the managers with an empty list, or with one empty entry. */
function isReset(entries: readonly ManagedFieldsEntry[] | undefined): boolean {
  if (entries === undefined) return false;
  return entries.length === 0 || (entries.length === 1 && Object.keys(entries[0] ?? {}).length === 0);
}

/**
 * False for fields that the server itself sets in a new object; each endpoint counts only the fields it can change.
 */
export function isOwned(
  path: FieldPath,
  served: ServedResource,
  subresource: string,
  created: boolean,
): boolean {
  if (served.id === 'namespaces.' && created && path.startsWith('f:spec')) return false;
  if (!served.rules.hasStatus) return true;
  const ofStatus = path === 'f:status' || path.startsWith('f:status\0');
  if (subresource !== 'status') return !ofStatus;
  return ofStatus || (!served.custom && path.startsWith('f:metadata'));
}

/** Returns how server-side apply merges the resource's objects. */
export function mergeSchemaOf(served: ServedResource): MergeSchema {
  const type = served.type;
  if (type !== undefined) return schemaOfType(type);
  const metadata = typeOfKind('meta.k8s.io', 'v1', 'ObjectMeta');
  const inner = served.mergeSchema ?? unknownSchema;
  return metadata === undefined ? inner : schemaWithMetadata(inner, metadata);
}

/** Returns the fields of an empty object of the kind: the structs that Go always writes. */
function emptyObject(served: ServedResource): ObjectBody {
  const type = served.type;
  return type === undefined ? {} : decodeTyped(type, {}).value;
}
