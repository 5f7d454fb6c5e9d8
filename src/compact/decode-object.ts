import { recordOf } from './compact-objects.js';

/**
 * A copy of an object of a cache that is the caller's own, whole and free to be changed; of a compact cache or of any
 * other. (`structuredClone` refuses objects of a compact cache, since they are Proxies.)
 *
 * Throws DataCloneError for a plain object that holds a function.
 */
export function decodeObject<T extends object>(object: Readonly<T>): T {
  const record = recordOf(object);
  // What was kept is the object's own JSON: it reads as the T that it was made of.
  return record === undefined
    ? structuredClone(object as T)
    : (record.slab.objects.decodeAnew(record) as object as T);
}
