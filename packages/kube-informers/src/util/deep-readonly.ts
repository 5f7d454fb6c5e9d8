/**
 * The type of an object that a cache hands out: `T` with every member, array and record in it read-only.
 *
 * A `T` is assignable to it. The reverse is a type error when there is an array in `T`, as in the metadata of every
 * Kubernetes object; TypeScript assigns read-only members to writable ones. Code that is generic in `T` can read it, but needs
 * `object as DeepReadonly<T>` to make one.
 */
export type DeepReadonly<T> = { readonly [K in keyof T]: DeepReadonlyValue<T[K]> };

/** A member of a `DeepReadonly` object. `unknown`, `any` and functions stay as they are. */
// Distributes over a union, so that generic code can read what the constraint of its type parameter says. Arrays have a
// branch of their own because the mapped type would expand a recursive JSON type without end.
export type DeepReadonlyValue<V> = V extends
  | string
  | number
  | boolean
  | bigint
  | symbol
  | null
  | undefined
  | ((...args: never[]) => unknown)
  ? V
  : V extends readonly (infer E)[]
    ? number extends V['length']
      ? readonly DeepReadonlyValue<E>[]
      : DeepReadonly<V>
    : unknown extends V
      ? V
      : DeepReadonly<V>;
