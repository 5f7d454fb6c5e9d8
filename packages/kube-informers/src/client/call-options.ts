import type { CallOptions } from '../meta/calls.js';
import type { KubernetesObject } from '../meta/types.js';
import type { DeepReadonly } from '../util/deep-readonly.js';

/** metav1.GetOptions. */
export interface GetOptions extends CallOptions {
  /** "0": any state the server has cached. Default: the newest state (a quorum read). */
  readonly resourceVersion?: string | undefined;
}

/** How the server treats unknown and duplicate fields; its default is `Warn`. */
export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

/** metav1.CreateOptions and UpdateOptions. */
export interface WriteOptions extends CallOptions {
  /** Runs admission and validation without storing anything. Default: false. */
  readonly dryRun?: boolean | undefined;
  /** Name under which the server records field ownership. Default: derived by the server from the user agent. */
  readonly fieldManager?: string | undefined;
  /** What the server does with unknown and duplicate fields. Default: `Warn`. */
  readonly fieldValidation?: FieldValidation | undefined;
}

/** metav1.ApplyOptions. */
export interface ApplyOptions extends WriteOptions {
  /** Required: the server tracks the fields of each manager. */
  readonly fieldManager: string;
  /** Takes over fields owned by other managers, which are otherwise a conflict (409). Default: false; in a reconcile true. */
  readonly force?: boolean | undefined;
  /** What the server does with unknown and duplicate fields. Default: `Strict`; in `patch` `Warn`. */
  readonly fieldValidation?: FieldValidation | undefined;
}

/** One operation of a JSON patch (RFC 6902). */
export type JsonPatchOperation =
  | {
      /** What to do at the path. */
      readonly op: 'add' | 'replace' | 'test';
      /** JSON pointer of the target: `/metadata/labels/app`. */
      readonly path: string;
      /** New or expected value. */
      readonly value: unknown;
    }
  | { readonly op: 'remove'; readonly path: string }
  | {
      readonly op: 'move' | 'copy';
      /** JSON pointer of the source. */
      readonly from: string;
      readonly path: string;
    };

/** The body of a merge patch: any part of a `T`, null for what it removes, and lists as they become. */
export type MergePatch<T> = unknown extends T
  ? T
  : T extends readonly unknown[]
    ? DeepReadonly<T>
    : T extends object
      ? { readonly [K in keyof T]?: MergePatch<T[K]> | null | undefined }
      : T;

/** The body of a strategic merge patch: as a merge patch, but most lists are merged by the keys of their items. */
export type StrategicPatch<T> = unknown extends T
  ? T
  : T extends readonly (infer E)[]
    ? readonly StrategicPatch<E>[]
    : T extends object
      ? { readonly [K in keyof T]?: StrategicPatch<T[K]> | null | undefined } & PatchDirectives
      : T;

/** Directives of a strategic merge patch. Send one with others as a string. */
interface PatchDirectives {
  /** What becomes of this map, or of the item of a list with this key. Default: `merge`. */
  readonly $patch?: 'merge' | 'replace' | 'delete' | undefined;
  /** Of a union, the members that stay. */
  readonly $retainKeys?: readonly string[] | undefined;
}

/** The body of a patch of type `P`; a string is sent unchanged (for `apply` it may be YAML). */
export type PatchBody<T, P extends PatchType> =
  | {
      readonly json: readonly JsonPatchOperation[];
      readonly merge: MergePatch<T>;
      readonly strategic: StrategicPatch<T>;
      readonly apply: object;
    }[P]
  | string;

/** metav1.PatchOptions with the patch type. */
export type PatchOptions = {
  /** Patches this subresource: `status`, `scale`. Default: the object itself. */
  readonly subresource?: string | undefined;
} & (
  | ({
      /**
       * JSON patch (RFC 6902), JSON merge patch (RFC 7386), or Kubernetes' strategic merge patch (built-in kinds
       * only).
       */
      readonly type: 'json' | 'merge' | 'strategic';
    } & WriteOptions)
  | ({
      /** Server-side apply. */
      readonly type: 'apply';
    } & ApplyOptions)
);

/** Type of a patch. */
export type PatchType = PatchOptions['type'];

/** The option by which a call infers the type of its body. */
export interface PatchTypeOption<P extends PatchType> {
  /** Type of the patch. */
  readonly type: P;
}

/** metav1.DeleteOptions. */
export interface DeleteOptions extends CallOptions {
  /** Seconds until the object is deleted; 0 deletes it immediately. Default: the kind's (30 for pods). */
  readonly gracePeriodSeconds?: number | undefined;
  /** Deletes only an object with this uid or resourceVersion; otherwise 409 Conflict. */
  readonly preconditions?:
    | {
        /** Deletes only the object with this uid. */
        readonly uid?: string | undefined;
        /** Deletes only the object at this version. */
        readonly resourceVersion?: string | undefined;
      }
    | undefined;
  /** How dependents are deleted. Default: the kind's (Background for nearly all). */
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground' | undefined;
  /** True checks the call without making a change. Default: false. */
  readonly dryRun?: boolean | undefined;
}

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
      ? ApplyPart<E>[]
      : V
    : unknown extends V
      ? V
      : string extends keyof V
        ? { [K in keyof V as string extends K ? K : never]: ApplyPart<V[K]> } & {
            [K in keyof V as string extends K ? never : K]?: ApplyPart<V[K]> | undefined;
          }
        : { [K in keyof V]?: ApplyPart<V[K]> | undefined };

/** An object with known type and metadata only (unstructured.Unstructured). */
export interface Unstructured extends KubernetesObject {
  [field: string]: unknown;
}
