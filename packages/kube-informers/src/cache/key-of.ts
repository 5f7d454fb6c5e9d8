import { asError } from '../util/errors.js';
import { returnedType } from '../util/require.js';
import { encodedVersion } from '../meta/encoded-object.js';
import type { EncodedObject } from '../meta/encoded-object.js';
import { KeyError, metaNamespaceKey } from '../meta/names.js';
import { DeletedFinalStateUnknown } from '../meta/tombstone.js';
import type { KubernetesObject } from '../meta/types.js';
import type { KeyFunc } from './types.js';
import type { DeepReadonly } from '../util/deep-readonly.js';

/** The default key function: `namespace/name`, or `name`. */
// Not wrapped, which saves a call for each event. It throws KeyError for an object without metadata or name.
export const defaultKeyFunc = metaNamespaceKey as KeyFunc<unknown>;

/**
 * Returns the key of an object or tombstone.
 *
 * Throws KeyError if the key function throws or does not return a string.
 */
export function keyOf<T>(
  keyFunc: KeyFunc<T>,
  object: T | DeepReadonly<T> | DeletedFinalStateUnknown<T>,
): string {
  if (object instanceof DeletedFinalStateUnknown) return object.key;
  let key: unknown;
  try {
    // A key function does not change the object, so it may be called with a stored one.
    key = keyFunc(object as T);
  } catch (error) {
    if (error instanceof KeyError) throw error;
    throw new KeyError(`the key function failed: ${asError(error).message}`, {
      cause: error,
      object,
    });
  }
  if (typeof key === 'string') return key;
  throw new KeyError(`the key function must return a string, got ${returnedType(key)}`, { object });
}

/** Returns the resourceVersion of an object; undefined for a tombstone or a value without a resourceVersion. */
export function resourceVersionOf(object: unknown): string | undefined {
  if (typeof object !== 'object' || object === null) return undefined;
  const resourceVersion =
    (object as EncodedObject)[encodedVersion] ?? (object as KubernetesObject).metadata?.resourceVersion;
  return typeof resourceVersion === 'string' && resourceVersion !== '' ? resourceVersion : undefined;
}

/**
 * True for a resync, or a relist that found the same resourceVersion. Objects of a source of the user's own may have no
 * resourceVersion: then only the identical object counts as unchanged.
 */
export function isUnchanged(oldObject: unknown, newObject: unknown): boolean {
  if (oldObject === newObject) return true;
  const resourceVersion = resourceVersionOf(newObject);
  return resourceVersion !== undefined && resourceVersion === resourceVersionOf(oldObject);
}
