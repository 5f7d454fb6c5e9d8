import {
  type JsonObject,
  at,
  escapeJson,
  isJsonObject,
  parseJson,
  sortedJson,
} from '@kube-informers/schema/internal';
import { type ManagedFieldsEntry, type StatusCause } from 'kube-informers';
import { newBadRequest } from 'kube-informers/internal';
import { fieldConflict, serverError } from '../http/failure.js';
import { metadataOf } from '../objects/object-meta.js';
import type { ObjectBody } from '../storage/stored-object.js';
import { FieldSetError, fieldSetOf, shownPath } from './field-set.js';
import type { FieldSet } from './field-set.js';
import {
  capUpdateManagers,
  decodeManaged,
  encodeManaged,
  entryOf,
  managerId,
  noManagers,
} from './managed.js';
import type { Managed } from './managed.js';
import { ConflictError, Updater } from './merge.js';
import type { Conflict, Converter, ResetFields } from './merge.js';
import type { Atom } from './schema.js';
import { TypedError, TypedValue } from './typed-value.js';

/** The objects of a kind in one version, at one endpoint, as their field manager sees them. */
export interface ManagedKind {
  readonly kind: string;
  readonly apiVersion: string;
  /** "" for the object itself. */
  readonly subresource: string;
  readonly type: Atom;
  readonly converter: Converter;
  readonly resetFields: ResetFields;
  /** Returns the time of a change, RFC 3339. */
  now(): string;
  /** Returns a new object: the structs that Go always writes. */
  empty(): ObjectBody;
  /** Makes a merged object one of the kind, with its defaults. Throws TypedError. */
  complete(object: ObjectBody): ObjectBody;
}

/** Merges applied configurations into objects, and records in metadata.managedFields who owns which fields. */
export class FieldManager {
  readonly #kind: ManagedKind;
  readonly #updater: Updater;

  constructor(kind: ManagedKind) {
    this.#kind = kind;
    this.#updater = new Updater(kind.converter, kind.resetFields);
  }

  /**
   * Records that `manager` changes `live` into `object`, a new one if `live` is undefined. Changes `object`.
   *
   * The managers are those in `object`, which a client may edit; if it has none that are valid, those of `live`.
   * Those of `live` also stay if the object does not fit its schema, or cannot be converted to the version of a manager.
   */
  update(live: ObjectBody | undefined, object: ObjectBody, manager: string): void {
    const metadata = metadataOf(object);
    const before = this.#managedBefore(live, object);
    delete metadata.managedFields;
    try {
      const managed = this.#updateUnlessUnmanaged(live, object, before, manager);
      const entries = encodeManaged(managed);
      if (entries !== undefined) metadata.managedFields = entries;
    } catch (error) {
      if (!(error instanceof TypedError)) throw error;
      // The object keeps the managers that it had.
      const { managedFields } = live === undefined ? {} : metadataOf(live);
      if (managedFields !== undefined) metadata.managedFields = structuredClone(managedFields);
    }
  }

  /**
   * Applies `config` to `live`, or to a new object, and returns the result.
   *
   * Without managers it has an empty list of them. Throws the server's error: 409 for fields that others own.
   */
  apply(live: ObjectBody | undefined, config: JsonObject, manager: string, force: boolean): ObjectBody {
    this.#requireKind(config);
    const before = live ?? this.#kind.empty();
    try {
      const managed = this.#managedForApply(before, decodeManaged(metadataOf(before).managedFields));
      const { object, left } = this.#applyOrTakeOver(before, config, managed, manager, force);
      const result = object === undefined ? structuredClone(before) : this.#complete(object, config);
      metadataOf(result).managedFields = encodeManaged(left) ?? [];
      if (manager === kubectl) renewLastApplied(result, config);
      return result;
    } catch (error) {
      if (error instanceof ConflictError) throw conflictStatus(error.conflicts);
      if (error instanceof TypedError) throw serverError(error.message);
      if (error instanceof FieldSetError)
        throw serverError(`failed to decode managed fields: ${error.message}`);
      throw error;
    }
  }

  #requireKind(config: JsonObject): void {
    const { kind, apiVersion } = this.#kind;
    if (config['kind'] !== kind || config['apiVersion'] !== apiVersion)
      throw newBadRequest(`invalid object type: ${shownKind(config)}`);
    const managers = at(config, 'metadata', 'managedFields');
    if (Array.isArray(managers) && managers.every(isJsonObject))
      throw newBadRequest('metadata.managedFields must be nil');
  }

  #managedBefore(live: ObjectBody | undefined, object: ObjectBody): Managed {
    // A subresource cannot edit them.
    if (this.#kind.subresource !== '') return managedOrNone(live);
    const { managedFields } = metadataOf(object);
    if (isReset(managedFields)) return noManagers();
    const given = decodedOrUndefined(managedFields);
    return given === undefined || given.managers.size === 0 ? managedOrNone(live) : given;
  }

  /** An object whose managers were removed stays without until an apply. */
  #updateUnlessUnmanaged(
    live: ObjectBody | undefined,
    object: ObjectBody,
    managed: Managed,
    manager: string,
  ): Managed {
    const exists = live !== undefined && (metadataOf(live).uid ?? '') !== '';
    return managed.managers.size === 0 && exists ? managed : this.#update(live, object, managed, manager);
  }

  #update(live: ObjectBody | undefined, object: ObjectBody, managed: Managed, manager: string): Managed {
    const after = this.#typed(object, 'failed to convert new object', 'smd typed');
    const { version } = after;
    const before = this.#typed(live ?? this.#kind.empty(), 'failed to convert live object', 'smd typed');
    const own = this.#id(manager, 'Update');
    const updated = this.#updater.update(before, after, managed.managers, currentOperation);
    const left = { managers: updated, times: managed.times };
    const changed = stripped(updated.get(currentOperation)?.set);
    updated.delete(currentOperation);
    if (changed !== undefined) {
      const previous = updated.get(own);
      const set = previous === undefined ? changed : changed.union(previous.set);
      updated.set(own, { set, version, applied: false });
      left.times.set(own, this.#kind.now());
    }
    capUpdateManagers(left);
    return left;
  }

  /** Before the first apply all fields belong to the manager of what happened so far. */
  #managedForApply(live: ObjectBody, managed: Managed): Managed {
    if (managed.managers.size > 0) return managed;
    return named('failed to create manager for existing fields', () =>
      this.#update(undefined, live, managed, 'before-first-apply'),
    );
  }

  /** An apply by kubectl takes over what its client-side apply has set. */
  #applyOrTakeOver(
    live: ObjectBody,
    config: JsonObject,
    managed: Managed,
    manager: string,
    force: boolean,
  ): MergeResult {
    try {
      return this.#apply(live, config, managed, manager, force);
    } catch (error) {
      if (manager !== kubectl || !(error instanceof ConflictError)) throw error;
      const allowed = this.#appliedByClient(live);
      const left = error.conflicts.filter(({ path }) => allowed?.has(path) !== true);
      if (left.length > 0) throw new ConflictError(left);
      return this.#apply(live, config, managed, manager, true);
    }
  }

  #apply(
    live: ObjectBody,
    config: JsonObject,
    managed: Managed,
    manager: string,
    force: boolean,
  ): MergeResult {
    const id = this.#id(manager, 'Apply');
    const shown = this.#shown(config);
    const patch = named(`failed to create typed patch object (${shown})`, () => this.#typedConfig(config));
    const before = this.#typed(live, 'failed to create typed live object');
    const { managers, object: merged } = this.#updater.apply(before, patch, managed.managers, id, force);
    const own = managers.get(id);
    if (own !== undefined) {
      const set = stripped(own.set);
      if (set === undefined) managers.delete(id);
      else managers.set(id, { ...own, set });
    }
    const times = new Map(managed.times);
    // Without a change it keeps its time, or has none.
    if (merged !== undefined) times.set(id, this.#kind.now());
    // The whole object: its type is a map.
    const value = isJsonObject(merged?.value) ? merged.value : {};
    return { object: merged === undefined ? undefined : value, left: { managers, times } };
  }

  /** Returns the fields that client-side apply has set and no one has changed since; undefined if it set none. */
  #appliedByClient(live: ObjectBody): FieldSet | undefined {
    const text = lastApplied(live);
    if (text === undefined) return undefined;
    try {
      const value: unknown = parseJson(text);
      if (!isJsonObject(value) || value['apiVersion'] !== this.#kind.apiVersion) return undefined;
      if (shownText(value['kind']) === '') return undefined;
      const applied = this.#typedConfig(value);
      const { modified, added, removed } = applied.compare(this.#typed(live, 'live object').validate());
      return applied.toFieldSet().difference(modified).difference(added).difference(removed);
    } catch (error) {
      // An annotation that is not valid allows nothing.
      if (error instanceof SyntaxError || error instanceof TypedError) return undefined;
      throw error;
    }
  }

  #complete(object: JsonObject, config: JsonObject): ObjectBody {
    const problem = `failed to convert new object (${this.#shown(config)}) to proper version`;
    // Its parts are those of the live object and of the configuration.
    return named(problem, () => this.#kind.complete(structuredClone(object)));
  }

  #typedConfig(config: JsonObject): TypedValue {
    const { kind: _kind, apiVersion: _apiVersion, ...body } = config;
    return new TypedValue(body, this.#kind.type, this.#kind.apiVersion).validate();
  }

  #typed(body: ObjectBody, problem: string, target = ''): TypedValue {
    const { type, apiVersion, kind } = this.#kind;
    const shown = `${problem} (${this.#shown({ ...body, apiVersion, kind })})`;
    return named(target === '' ? shown : `${shown} to ${target}`, () =>
      new TypedValue(body, type, apiVersion).validate({ allowDuplicates: true }),
    );
  }

  #id(manager: string, operation: 'Apply' | 'Update'): string {
    const { apiVersion, subresource } = this.#kind;
    return managerId({ manager: manager === '' ? 'unknown' : manager, operation, apiVersion, subresource });
  }

  #shown(config: JsonObject): string {
    const namespace = at(config, 'metadata', 'namespace');
    const name = at(config, 'metadata', 'name');
    return `${shownText(namespace)}/${shownText(name)}; ${shownKind(config)}`;
  }
}

/** The result of an apply before it is completed; `object` is undefined if nothing changed. */
interface MergeResult {
  readonly object: JsonObject | undefined;
  readonly left: Managed;
}

/** Stands for the manager of an update, so that the fields it changes are told from those it already has. */
const currentOperation = 'current-operation';

/** Fields that have no owner: they are set by the server, or name the object. */
const unowned = fieldSetOf(
  ['f:metadata'],
  ...[
    'name',
    'namespace',
    'creationTimestamp',
    'selfLink',
    'uid',
    'clusterName',
    'generation',
    'managedFields',
    'resourceVersion',
  ].map((name) => ['f:metadata', `f:${name}`]),
);

function stripped(set: FieldSet | undefined): FieldSet | undefined {
  const left = set?.difference(unowned);
  return left === undefined || left.isEmpty ? undefined : left;
}

/** A client removes the managers with an empty list, or with one empty entry. */
function isReset(entries: readonly ManagedFieldsEntry[] | undefined): boolean {
  if (entries === undefined) return false;
  return entries.length === 0 || (entries.length === 1 && Object.keys(entries[0] ?? {}).length === 0);
}

function managedOrNone(body: ObjectBody | undefined): Managed {
  return decodedOrUndefined(body === undefined ? undefined : metadataOf(body).managedFields) ?? noManagers();
}

function decodedOrUndefined(entries: readonly ManagedFieldsEntry[] | undefined): Managed | undefined {
  try {
    return decodeManaged(entries);
  } catch (error) {
    // A client can write anything.
    if (error instanceof FieldSetError) return undefined;
    throw error;
  }
}

/** The manager that may take over the fields of its client-side apply. */
const kubectl = 'kubectl';

const annotation = 'kubectl.kubernetes.io/last-applied-configuration';
// The size limit of all annotations (validation.TotalAnnotationSizeLimitB).
const maxAnnotationBytes = 256 * 1024;

function lastApplied(body: ObjectBody): string | undefined {
  const text = metadataOf(body).annotations?.[annotation];
  return text === undefined || text === '' ? undefined : text;
}

/** Updates the annotation that kubectl's client-side apply compares with, if the object has it. */
function renewLastApplied(body: ObjectBody, config: JsonObject): void {
  if (lastApplied(body) === undefined) return;
  const metadata = metadataOf(body);
  const text = `${escapeJson(sortedJson(withoutLastApplied(config)))}\n`;
  const { [annotation]: _before, ...others } = metadata.annotations ?? {};
  const next = { ...others, [annotation]: text };
  const bytes = Object.entries(next).reduce(
    (sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value),
    0,
  );
  // A value that is too long is left out.
  metadata.annotations = bytes > maxAnnotationBytes ? others : next;
}

function withoutLastApplied(config: JsonObject): JsonObject {
  const metadata = config['metadata'];
  const annotations = isJsonObject(metadata) ? metadata['annotations'] : undefined;
  if (!isJsonObject(metadata) || !isJsonObject(annotations)) return config;
  const { [annotation]: _before, ...others } = annotations;
  return { ...config, metadata: { ...metadata, annotations: others } };
}

/** Runs a step, and adds its name to the message of its error. */
function named<T>(problem: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof TypedError) throw new TypedError(`${problem}: ${error.message}`, { cause: error });
    throw error;
  }
}

function conflictStatus(conflicts: readonly Conflict[]): Error {
  const causes = conflicts
    .toSorted((a, b) => (a.manager < b.manager ? -1 : Number(a.manager > b.manager)))
    .map(({ manager, path }): StatusCause => ({
      reason: 'FieldManagerConflict',
      message: `conflict with ${shownManager(entryOf(manager))}`,
      field: shownPath(path),
    }));
  return fieldConflict(causes);
}

function shownManager({
  manager = '',
  operation,
  apiVersion = '',
  subresource = '',
}: ManagedFieldsEntry): string {
  const by = `${JSON.stringify(manager)}${subresource === '' ? '' : ` with subresource ${JSON.stringify(subresource)}`}`;
  return operation === 'Update' ? `${by} using ${apiVersion}` : by;
}

function shownText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Formats the kind of a configuration: `apps/v1, Kind=Deployment`. */
function shownKind(config: JsonObject): string {
  const version = shownText(config['apiVersion']);
  const slashes = version.split('/').length - 1;
  const shown = slashes === 1 ? version : slashes === 0 ? `/${version}` : '/';
  return `${shown}, Kind=${shownText(config['kind'])}`;
}
