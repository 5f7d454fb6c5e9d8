import type { projected } from './field-mask.js';
import type { KubernetesObject } from './types.js';
import type { DeepReadonly } from '../util/deep-readonly.js';

/**
 * The fields of an object that are named, for `fields` and `exclude`: `{ metadata: { labels: true }, status: { phase: true } }`.
 *
 * `true` names a field with all that is in it. In a list, the fields of each item are named:
 * `{ spec: { containers: { image: true } } }`.
 */
export type FieldsOf<T> = { readonly [K in keyof T]?: FieldRule<T[K]> | undefined };

/** What may be named of a value: all of it, or its fields. */
export type FieldRule<V> = true | (unknown extends V ? AnyFields : FieldsIn<NonNullable<V>>);

/** The fields of a value that may be named; of a list, those of its items. */
export type FieldsIn<V> = V extends readonly (infer E)[]
  ? unknown extends E
    ? AnyFields
    : FieldsIn<NonNullable<E>>
  : V extends object
    ? FieldsOf<V>
    : never;

/** Fields of an object of any type, such as a custom resource without one. */
export interface AnyFields {
  readonly [name: string]: true | AnyFields;
}

/** `F`, with type `never` where it names a field that `T` does not have. */
export type KnownFields<T, F> = F extends object
  ? { readonly [K in keyof F]: K extends keyof T ? KnownRule<T[K], F[K]> : never }
  : unknown;

/** The same of one field. */
export type KnownRule<V, R> = R extends true
  ? R
  : unknown extends V
    ? unknown
    : NonNullable<V> extends readonly (infer E)[]
      ? KnownRule<E, R>
      : KnownFields<NonNullable<V>, R>;

/** What `F` and `X` may be: fields of `T`, or undefined without. */
export type MaybeFields<T> = FieldsOf<T> | undefined;

/** What `fields` and `exclude` may be: `F`, if it names only fields of `T`. While `F` is being written, an editor offers all. */
export type NamedFields<T, F> = [F] extends [never] ? FieldsOf<T> : F & KnownFields<T, F>;

/** Kept of every object, whatever the mask names. */
export interface ProjectedIdentity {
  /** Of the type. */
  readonly apiVersion: true;
  /** Of the type. */
  readonly kind: true;
  /** Of the metadata, these. */
  readonly metadata: {
    /** Name of the object. */
    readonly name: true;
    /** Namespace; absent for cluster-scoped objects. */
    readonly namespace: true;
    /** Unique in time. */
    readonly uid: true;
    /** Version of the object. */
    readonly resourceVersion: true;
    /** Counts changes of the spec. */
    readonly generation: true;
    /** When it was created. */
    readonly creationTimestamp: true;
    /** When its deletion was requested. */
    readonly deletionTimestamp: true;
    /** What must happen before it is removed. */
    readonly finalizers: true;
    /** Its owners. */
    readonly ownerReferences: true;
  };
}

/** What only an object has that is not whole. */
export interface NotWhole extends Pick<KubernetesObject, 'apiVersion' | 'kind'> {
  /** The fields that were kept, as text: `update` and other calls that replace an object refuse one with this member. */
  readonly [projected]?: string | undefined;
}

/** What calls that replace an object accept: an object that is whole, as far as its type says. */
export interface Whole {
  /** Absent: see `NotWhole`. */
  readonly [projected]?: undefined;
}

/** An object that a call may send in place of the stored one. Named, so that TypeScript infers `T` from a client. */
export type WholeObject<T> = (T | DeepReadonly<T>) & Whole;

/**
 * An object of which only the fields `F` are kept, and its identity: apiVersion, kind, and of its metadata name, namespace, uid,
 * resourceVersion, generation, creationTimestamp, deletionTimestamp, finalizers and ownerReferences.
 *
 * ```ts
 * const fields = { spec: { nodeName: true } } as const;
 * type PodOnNode = Projected<Pod, typeof fields>;
 * ```
 */
// An editor shows the members of a condition's result, and only the name of another type.
export type Projected<T, F> = F extends object ? KeptMembers<T, F & ProjectedIdentity> & NotWhole : never;

/** The members of `V` that `F` names. */
export type KeptMembers<V, F> = string extends keyof V
  ? { [K in keyof F & keyof V]?: KeptValue<V[K], F[K]> | undefined }
  : { [K in keyof V as K extends keyof F ? K : never]: K extends keyof F ? KeptValue<V[K], F[K]> : never };

/** What is kept of a value by the rule `F`. */
export type KeptValue<V, F> = F extends true
  ? V
  : unknown extends V
    ? V
    : V extends readonly (infer E)[]
      ? KeptValue<E, F>[]
      : V extends object
        ? KeptMembers<V, F>
        : V;

/** An object without the fields `X`. Without managedFields alone, it counts as whole: an update keeps those of the server. */
export type Excluding<T, X> = X extends { readonly metadata: { readonly managedFields: true } }
  ? keyof X | keyof X['metadata'] extends 'metadata' | 'managedFields'
    ? T
    : ExcludingMembers<T, X> & NotWhole
  : ExcludingMembers<T, X> & NotWhole;

/** A value without the fields `X`. */
export type ExcludingMembers<V, X> = V extends readonly (infer E)[]
  ? ExcludingMembers<E, X>[]
  : V extends object
    ? {
        [K in keyof V as K extends keyof X ? (X[K] extends true ? never : K) : K]: K extends keyof X
          ? ExcludingMembers<V[K], X[K]>
          : V[K];
      }
    : V;

/**
 * What an informer, a list or a watch returns of `T` with `fields: F` or `exclude: X`; never or undefined for an option that is not given.
 */
// Where TypeScript infers T from a client, it sets F and X to any: nothing may be inferred from such a result.
export type Kept<T extends KubernetesObject, F, X = undefined> = 0 extends 1 & F
  ? KubernetesObject
  : [F] extends [undefined]
    ? [X] extends [undefined]
      ? T
      : Excluding<T, X>
    : Projected<T, F>;

/** What a call may leave out of the objects that it returns: `pods.list({ fields: { status: { phase: true } } })`. */
export interface ReadMask<T, F, X> {
  /**
   * Keeps only these fields, and the identity of each object; of a list or watch, the others are not parsed. The type of the result
   * does not have them. Not together with `exclude`. Default: all.
   */
  readonly fields?: NamedFields<T, F> | undefined;
  /** Leaves out these fields, otherwise as `fields`. */
  readonly exclude?: NamedFields<T, X> | undefined;
}
