import { shownValue } from '../util/shown.js';
import { isThenable } from '../util/realm.js';
import { returnedType } from '../util/require.js';
import { metaNamespaceKey } from '../meta/names.js';
import type { KubernetesObject, OwnerReference } from '../meta/types.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { ControllerError } from './errors.js';
import type { ObjectEvent } from './object-event.js';

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
