import { keptOf, projected } from '../meta/field-mask.js';
import { copyDeep } from '../util/deep.js';
import { requireObject } from '../util/require.js';
import { recordOf } from './compact-objects.js';
import type { DeepReadonly } from '../util/deep-readonly.js';

/**
 * Returns a mutable copy of an object from a cache, compact or not. The object may nest to any depth.
 *
 * Copy before a change: `const copy = copyOf(lister.getOrThrow('a'))` has the type that a client's `update` accepts.
 * (`structuredClone` refuses objects of a compact cache, since they are Proxies, and runs out of stack on deep ones.)
 *
 * Throws DataCloneError for a plain object that holds a function.
 */
export function copyOf<T extends object>(object: DeepReadonly<T>): T {
  requireObject('copyOf', object);
  const record = recordOf(object);
  // The stored bytes are the object's own JSON: it has the type of the object that it was created from.
  if (record !== undefined) return record.slab.objects.decodeCopy(record) as object as T;
  const copy = copyDeep(object as T);
  const kept = keptOf(object);
  return kept === undefined ? copy : Object.assign(copy, { [projected]: kept });
}
