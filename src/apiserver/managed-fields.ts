import type { ManagedFieldsEntry } from '../meta/types.js';
import type { ServerContext, WriteOptions } from './context.js';
import { metadataOf, timestamp } from './object-meta.js';
import { fieldsV1, fieldValues, pathsOf } from './patch/field-set.js';
import type { FieldPath } from './patch/field-set.js';
import type { ServedResource } from './registry.js';
import type { ObjectBody } from './storage/stored-object.js';

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
  if (entries.length > 0) metadata.managedFields = entries;
  else delete metadata.managedFields;
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
    return;
  }
  if (metadata.managedFields?.length === 0 && before !== undefined) {
    delete metadata.managedFields;
    return;
  }
  if (before === undefined) delete metadata.managedFields;
  else metadata.managedFields = before;

  const rules = { custom: served.custom, containers: true };
  const now = fieldValues(body, rules);
  const then = old === undefined ? new Map<FieldPath, unknown>() : fieldValues(old, rules);
  const changed = new Set<FieldPath>();
  for (const [path, value] of now) {
    if (
      isOwned(path, served, subresource, old === undefined) &&
      (!then.has(path) || then.get(path) !== value)
    ) {
      changed.add(path);
    }
  }
  const removed = [...then.keys()].filter((path) => !now.has(path));
  if (changed.size === 0 && removed.length === 0) return;

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
  if (mine !== undefined) mine.entry.time = timestamp(context.clock.now());
  setManagers(body, managers);
}

/** What the server itself puts into a new object belongs to nobody. */
function isOwned(path: FieldPath, served: ServedResource, subresource: string, created: boolean): boolean {
  if (served.rules.hasStatus && subresource === '' && created && path.startsWith('f:status')) return false;
  if (served.id === 'namespaces.' && created) return !path.startsWith('f:spec');
  return true;
}
