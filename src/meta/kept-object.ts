/**
 * How code of this library asks an object that a cache keeps in a form of its own (see CacheFormat) for what it knows of
 * itself, without decoding it and without going through `metadata`. Plain objects have none of these members.
 */

/** The key, `namespace/name` or `name`. */
export const keptKey = Symbol('kube-informers: key');
/** The resourceVersion; undefined when the object has none. */
export const keptVersion = Symbol('kube-informers: resourceVersion');

/** What a kept object has besides the members of its kind. */
export interface KeptObject {
  readonly [keptKey]?: string;
  readonly [keptVersion]?: string | undefined;
}

/** Whether a cache keeps the object in a form of its own: it is read-only then. */
export function isKept(object: unknown): boolean {
  return typeof object === 'object' && object !== null && (object as KeptObject)[keptKey] !== undefined;
}
