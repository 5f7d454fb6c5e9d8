import type { KubernetesObject, OwnerReference } from '../meta/types.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { shownValue } from '../util/shown.js';
import { isThenable } from '../util/type-checks.js';
import { returnedType } from '../util/require.js';
import { isUnchanged } from '../cache/key-of.js';
import { metaNamespaceKey } from '../meta/names.js';
import { ControllerError } from './errors.js';
import { defaultMaxReasons } from '../workqueue/work-queue.js';

/** A change that an informer delivers to a Controller. */
export type ObjectEvent<T extends KubernetesObject = KubernetesObject> =
  | {
      readonly type: 'add';
      readonly object: DeepReadonly<T>;
      /** True for objects of the first list. */
      readonly isInInitialList: boolean;
    }
  | {
      /** With equal resourceVersions, a resync. */
      readonly type: 'update';
      /** The object before the update. */
      readonly oldObject: DeepReadonly<T>;
      readonly object: DeepReadonly<T>;
    }
  | {
      readonly type: 'delete';
      /** The last known state. */
      readonly object: DeepReadonly<T>;
      /** True if the delete event was missed and a relist found the object gone, or if it left the informer's scope. */
      readonly finalStateUnknown: boolean;
    };

/** True for an update of an object that did not change. */
export function isResync(event: ObjectEvent): boolean {
  return event.type === 'update' && isUnchanged(event.oldObject, event.object);
}

/** Why a key runs. */
export type Cause =
  /** An event of an object that no run of this controller caused. */
  | {
      readonly kind: 'event';
      readonly event: 'add' | 'update' | 'delete' | 'initial list';
      readonly object: string;
    }
  | { readonly kind: 'resync'; readonly object: string }
  /** An event of what a run of this controller wrote. */
  | { readonly kind: 'ownWrite'; readonly write: string }
  /** The run before failed. */
  | { readonly kind: 'retry'; readonly message: string }
  /** The run before was stopped with the controller. */
  | { readonly kind: 'stopped' }
  /** The program, or a source of its own, added the key. */
  | { readonly kind: 'enqueued'; readonly by: string };

export type CauseKind = Cause['kind'];

/** Returns a cause as the options of a queue's `add`. */
export function addOf(cause: Cause): { readonly kind: CauseKind; readonly reason: string } {
  return { kind: cause.kind, reason: reasonOf(cause) };
}

/** Returns the sentence for people. */
function reasonOf(cause: Cause): string {
  switch (cause.kind) {
    case 'event':
      return `${cause.event} of ${cause.object}`;
    case 'resync':
      return `resync of ${cause.object}`;
    case 'ownWrite':
      return `own write: ${cause.write}`;
    case 'retry':
      return `error: ${cause.message}`;
    case 'stopped':
      return 'the run before was stopped';
    case 'enqueued':
      return cause.by;
  }
}

/** True if only own writes triggered a run, apart from resyncs, which change nothing. */
export function isOnlyOwn(kinds: readonly CauseKind[]): boolean {
  return kinds.includes('ownWrite') && kinds.every((kind) => kind === 'ownWrite' || kind === 'resync');
}

/** True if nothing but the failure of the run before triggered a run. */
export function isOnlyRetry(kinds: readonly CauseKind[]): boolean {
  return kinds.every((kind) => kind === 'retry');
}

/** Returns the keys to run for an object. With an update it is called for the old and for the new object. */
export type MapFunc<T extends KubernetesObject = KubernetesObject> = (
  object: DeepReadonly<T>,
  event: ObjectEvent<T>,
) => Iterable<string>;

/** The kind of an owner. */
export interface OwnerKind {
  readonly group: string;
  readonly kind: string;
  readonly namespaced: boolean;
}

/**
 * Returns the keys for an event, each once: those of the object, and with an update those of the old object, so that both
 * the old and the new owner run. Throws ControllerError `ERR_CONTROLLER_KEYS` if the map returns anything but keys.
 */
export function keysOf<T extends KubernetesObject>(map: MapFunc<T>, event: ObjectEvent<T>): Iterable<string> {
  const keys = mapped(map, event.object, event);
  // A resync changes nothing, so both objects have the same keys.
  if (event.type !== 'update' || event.object === event.oldObject) return keys;
  const old = mapped(map, event.oldObject, event);
  for (const key of keys) old.add(key);
  return old;
}

function mapped<T extends KubernetesObject>(
  map: MapFunc<T>,
  object: DeepReadonly<T>,
  event: ObjectEvent<T>,
): Set<string> {
  const given: unknown = map(object, event);
  if (!isIterable(given)) throw badKeys(given);
  const keys = new Set<string>();
  for (const key of given) {
    if (typeof key !== 'string' || key === '') throw badKeys(key);
    keys.add(key);
  }
  return keys;
}

/** Maps an object to its own key. */
export const ownKey: MapFunc = (object) => [metaNamespaceKey(object)];

/**
 * Maps an object to its owner of this kind: its controller, or with `everyOwner` every owner.
 *
 * Owners are compared by group and kind, not by version. An owner reference of a namespaced kind means an object in the
 * same namespace.
 */
export function ownerKeys(owner: OwnerKind, everyOwner: boolean): MapFunc {
  return ({ metadata }) => {
    const keys: string[] = [];
    const references: unknown = metadata?.ownerReferences;
    // Anyone may have written the object: what is not an array names no owners.
    if (!Array.isArray(references)) return keys;
    // `isKind` checks each of them.
    for (const reference of references as readonly (Partial<OwnerReference> | null)[]) {
      if (!isKind(reference, owner) || !(everyOwner || reference.controller === true)) continue;
      if (!owner.namespaced) keys.push(reference.name);
      else if (metadata?.namespace) keys.push(`${metadata.namespace}/${reference.name}`);
    }
    return keys;
  };
}

/** False for a reference that is damaged, so that the object's other owners still run. */
function isKind(
  reference: Partial<DeepReadonly<OwnerReference>> | null,
  { group, kind }: OwnerKind,
): reference is DeepReadonly<OwnerReference> {
  if (reference?.kind !== kind) return false;
  const { apiVersion, name } = reference;
  if (typeof apiVersion !== 'string' || typeof name !== 'string' || name === '') return false;
  const slash = apiVersion.indexOf('/');
  // An invalid apiVersion with two slashes matches nothing, since a group has no slash.
  return apiVersion.slice(0, Math.max(0, slash)) === group && apiVersion.indexOf('/', slash + 1) === -1;
}

function isIterable(value: unknown): value is Iterable<unknown> {
  // A string is iterable, too, but a forgotten array here.
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

function badKeys(value: unknown): ControllerError {
  return new ControllerError(
    'ERR_CONTROLLER_KEYS',
    `map must return an array of keys, got ${isThenable(value) ? returnedType(value) : shownValue(value)}`,
  );
}

// FNV-1a, 32 bits.
const offsetBasis = 0x811c_9dc5;
const prime = 0x0100_0193;

/** Returns when in a time span a key runs, in whole ms: always the same for a key, and evenly spread over many keys. */
export function spreadMs(key: string, spanMs: number): number {
  let hash = offsetBasis;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), prime);
  // The last character alone would change only the low bits.
  hash ^= hash >>> 16;
  hash = Math.imul(hash, prime);
  hash ^= hash >>> 15;
  return Math.floor(((hash >>> 0) / 2 ** 32) * spanMs);
}

/** What is kept of a key that waits outside of the queue. */
export interface WaitingKey {
  readonly priority: number;
  readonly reasons: readonly string[];
  readonly kinds: readonly string[];
}

/** Merges the adds of one key: the highest priority, all kinds, and as many distinct reasons as its queue keeps. */
export function merged(before: WaitingKey | undefined, { priority, reasons, kinds }: WaitingKey): WaitingKey {
  if (before === undefined) return { priority, reasons: reasons.slice(0, defaultMaxReasons), kinds };
  return {
    priority: Math.max(priority, before.priority),
    reasons: [...new Set([...before.reasons, ...reasons])].slice(0, defaultMaxReasons),
    kinds: [...new Set([...before.kinds, ...kinds])],
  };
}
