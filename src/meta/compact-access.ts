/**
 * How code of this library asks an object of a compact cache for what it knows of itself, without decoding it and without
 * going through `metadata`. Plain objects have none of these members.
 */

/** The key, `namespace/name` or `name`. */
export const compactKey = Symbol('kube-informers: key');
/** The resourceVersion; undefined when the object has none. */
export const compactVersion = Symbol('kube-informers: resourceVersion');

/** What objects of a compact cache answer, besides what their kind has. */
export interface CompactAccess {
  readonly [compactKey]?: string;
  readonly [compactVersion]?: string | undefined;
}
