/**
 * Members of objects that a cache keeps encoded, in its own format (see CacheFormat).
 *
 * They give the key and the resourceVersion without decoding the object, and copy it. Plain objects do not have them.
 */

/** The key, `namespace/name` or `name`. */
export const encodedKey = Symbol('kube-informers: key');
/** The resourceVersion; undefined if the object has none. */
export const encodedVersion = Symbol('kube-informers: resourceVersion');
/** Returns a new plain object that may be changed. */
export const encodedCopy = Symbol('kube-informers: copy');

/** Additional members of an object in a cache's own format. */
export interface EncodedObject {
  readonly [encodedKey]?: string;
  readonly [encodedVersion]?: string | undefined;
  readonly [encodedCopy]?: () => object;
}

/** True if a cache keeps the object in its own format, which is read-only. */
export function isEncoded(object: unknown): boolean {
  return typeof object === 'object' && object !== null && (object as EncodedObject)[encodedKey] !== undefined;
}
