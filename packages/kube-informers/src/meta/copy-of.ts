import { encodedCopy } from './encoded-object.js';
import type { EncodedObject } from './encoded-object.js';
import { keptOf, projected } from './field-mask.js';
import { copyDeep } from '../util/deep.js';
import { requireObject } from '../util/require.js';
import type { DeepReadonly } from '../util/deep-readonly.js';

/**
 * Returns a mutable copy of an object from a cache of any format. The object may nest to any depth.
 *
 * Copy before a change: `const copy = copyOf(lister.getOrThrow('a'))` has the type that a client's `update` accepts.
 * (`structuredClone` refuses objects of a compact cache, since they are Proxies, and runs out of stack on deep ones.)
 *
 * Throws DataCloneError for a plain object that holds a function.
 */
export function copyOf<T extends object>(object: DeepReadonly<T>): T {
  requireObject('copyOf', object);
  const decoded = (object as EncodedObject)[encodedCopy]?.();
  // It has the type of the object that was encoded.
  if (decoded !== undefined) return decoded as T;
  const copy = copyDeep(object as T);
  const kept = keptOf(object);
  return kept === undefined ? copy : Object.assign(copy, { [projected]: kept });
}
