import type { KubernetesObject } from '../meta/types.js';

/**
 * The part of an object that a field manager owns, for server-side apply (client-go's applyconfigurations).
 *
 * `apiVersion`, `kind` and `metadata.name` are required; every other field of `T` is optional at every level, also in
 * the elements of arrays; what is undefined is not sent. There is no `metadata.managedFields`, which the server refuses.
 *
 * `status` is allowed, because the server applies it for resources without the subresource `status`. For the others
 * `apply` ignores the status, and `applyStatus` everything but the status and some metadata.
 */
export type ApplyConfiguration<T extends KubernetesObject> = {
  [K in keyof T as Exclude<K, 'apiVersion' | 'kind' | 'metadata'>]?: ApplyPart<T[K]> | undefined;
} & {
  /** Group and version of the object. */
  apiVersion: NonNullable<T['apiVersion']>;
  /** Kind of the object. */
  kind: NonNullable<T['kind']>;
  /** Name and namespace of the object, and the metadata to set. */
  metadata: ApplyMetadata<NonNullable<T['metadata']>>;
};

/** The metadata of an ApplyConfiguration. `ownerReferences` stay whole: the server refuses incomplete ones. */
export type ApplyMetadata<M extends object> = {
  [K in keyof M as Exclude<K, 'name' | 'managedFields'>]?: M[K] | undefined;
} & {
  /** Name of the object. */
  name: string;
};

/**
 * A value in an ApplyConfiguration, with all named fields optional. Entries of records stay as they are, so that their
 * values cannot be undefined.
 */
export type ApplyPart<V> = V extends
  string | number | boolean | bigint | symbol | null | undefined | ((...args: never[]) => unknown)
  ? V
  : V extends readonly (infer E)[]
    ? number extends V['length']
      ? ApplyPart<E>[]
      : V
    : unknown extends V
      ? V
      : string extends keyof V
        ? { [K in keyof V as string extends K ? K : never]: ApplyPart<V[K]> } & {
            [K in keyof V as string extends K ? never : K]?: ApplyPart<V[K]> | undefined;
          }
        : { [K in keyof V]?: ApplyPart<V[K]> | undefined };
