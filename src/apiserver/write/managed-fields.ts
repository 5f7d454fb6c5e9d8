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

/** One manager and the fields it owns. */
export interface Manager {
  readonly entry: ManagedFieldsEntry;
  readonly paths: Set<FieldPath>;
}

/** The managers that an object names. */
export function managersOf(body: ObjectBody): Manager[] {
  return (metadataOf(body).managedFields ?? []).map((entry) => ({ entry, paths: pathsOf(entry.fieldsV1) }));
}

/** True when both entries are of the same manager, doing the same thing. */
export function sameManager(a: ManagedFieldsEntry, b: ManagedFieldsEntry): boolean {
  return (
    a.manager === b.manager &&
    a.operation === b.operation &&
    a.apiVersion === b.apiVersion &&
    (a.subresource ?? '') === (b.subresource ?? '')
  );
}

/** Writes the managers into the object, those without fields left out, in the server's order. */
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
 * Notes in metadata.managedFields which fields this write has set: they are the writer's now, whoever had them before.
 * A write without a manager leaves what is there, one with an empty list of them forgets them.
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
    // An apply that leaves nobody with anything says so by an empty list.
    if (metadata.managedFields?.length === 0) delete metadata.managedFields;
    return;
  }
  if (isReset(metadata.managedFields) && before !== undefined) {
    delete metadata.managedFields;
    return;
  }
  if (before === undefined) delete metadata.managedFields;
  else metadata.managedFields = before;
  // An object of which nobody has owned anything so far stays so until something is applied to it.
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
  if (mine !== undefined && changed.size > 0) mine.entry.time = timestamp(context.clock.now());
  setManagers(body, capped(managers));
  if (metadata.managedFields?.length === 0) delete metadata.managedFields;
}

// fieldmanager.DefaultMaxUpdateManagers.
const maxUpdateManagers = 10;

/** So many that update keep a list of their own; of the oldest others, what they own is in one list together. */
function capped(managers: readonly Manager[]): Manager[] {
  const updaters = managers
    .filter(({ entry, paths }) => entry.operation === 'Update' && paths.size > 0)
    .toSorted((a, b) => compareEntries(a.entry, b.entry));
  const excess = updaters.length - maxUpdateManagers;
  if (excess <= 0) return [...managers];
  // One more than there are too many: they become one.
  const old = updaters.slice(0, excess + 1);
  const paths = new Set(old.flatMap((manager) => [...manager.paths]));
  const { apiVersion, time } = old.at(-1)?.entry ?? {};
  const entry: ManagedFieldsEntry = { manager: 'ancient-changes', operation: 'Update' };
  if (apiVersion !== undefined) entry.apiVersion = apiVersion;
  if (time !== undefined) entry.time = time;
  return [...managers.filter((manager) => !old.includes(manager)), { entry, paths }];
}

/** A client forgets the managers by an empty list of them, or one empty entry. */
function isReset(entries: readonly ManagedFieldsEntry[] | undefined): boolean {
  if (entries === undefined) return false;
  return entries.length === 0 || (entries.length === 1 && Object.keys(entries[0] ?? {}).length === 0);
}

/** What the server itself puts into a new object belongs to nobody; each endpoint counts what it can change. */
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

/** How server-side apply merges the resource's objects. */
export function mergeSchemaOf(served: ServedResource): MergeSchema {
  const type = served.type;
  if (type !== undefined) return schemaOfType(type);
  const metadata = typeOfKind('meta.k8s.io', 'v1', 'ObjectMeta');
  const inner = served.mergeSchema ?? unknownSchema;
  return metadata === undefined ? inner : schemaWithMetadata(inner, metadata);
}

/** What an object of the kind has before anybody set anything: the structs that Go writes in any case. */
function emptyObject(served: ServedResource): ObjectBody {
  const type = served.type;
  return type === undefined ? {} : decodeTyped(type, {}).value;
}
