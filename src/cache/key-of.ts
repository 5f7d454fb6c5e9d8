import { asError } from '../util/errors.js';
import { keptVersion } from '../meta/kept-object.js';
import type { KeptObject } from '../meta/kept-object.js';
import { KeyError, metaNamespaceKey } from '../meta/names.js';
import { DeletedFinalStateUnknown } from '../meta/tombstone.js';
import type { KubernetesObject } from '../meta/types.js';
import type { KeyFunc } from './types.js';
import type { DeepReadonly } from '../util/deep-readonly.js';

/** The default key function: `namespace/name`, or `name`. */
// The function itself, a call less for each event; it checks for metadata and a name, and throws KeyError.
export const defaultKeyFunc = metaNamespaceKey as KeyFunc<unknown>;

/**
 * The key of an object, or of a tombstone, which carries its own.
 *
 * Whatever the key function throws comes out as a KeyError with the object; so does a key that is no string.
 */
export function keyOf<T>(
  keyFunc: KeyFunc<T>,
  object: T | DeepReadonly<T> | DeletedFinalStateUnknown<T>,
): string {
  if (object instanceof DeletedFinalStateUnknown) return object.key;
  let key: unknown;
  try {
    // A key function only reads, so it takes a stored object as well.
    key = keyFunc(object as T);
  } catch (error) {
    if (error instanceof KeyError) throw error;
    throw new KeyError(`the key function failed: ${asError(error).message}`, {
      cause: error,
      object,
    });
  }
  if (typeof key === 'string') return key;
  throw new KeyError(`the key function must return a string, got ${typeof key}`, { object });
}

/** The resourceVersion of an object; undefined for a tombstone, and for what has none. */
export function resourceVersionOf(object: unknown): string | undefined {
  if (typeof object !== 'object' || object === null) return undefined;
  const resourceVersion =
    (object as KeptObject)[keptVersion] ?? (object as KubernetesObject).metadata?.resourceVersion;
  return typeof resourceVersion === 'string' && resourceVersion !== '' ? resourceVersion : undefined;
}
