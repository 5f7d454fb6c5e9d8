import type { CallOptions } from '../cache/types.js';

/** metav1.GetOptions. */
export interface GetOptions extends CallOptions {
  /** "0": whatever the server has at hand. Default: the newest state (a quorum read). */
  readonly resourceVersion?: string | undefined;
}

/** What the server does about unknown and duplicate fields; it says `Warn` when nothing is asked for. */
export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

/** metav1.CreateOptions and UpdateOptions. */
export interface WriteOptions extends CallOptions {
  /** Goes through admission and validation and stores nothing. Default: false. */
  readonly dryRun?: boolean | undefined;
  /** Name under which the server notes who set the fields. Default: derived by the server from the user agent. */
  readonly fieldManager?: string | undefined;
  readonly fieldValidation?: FieldValidation | undefined;
}

/** metav1.ApplyOptions. */
export interface ApplyOptions extends WriteOptions {
  /** Required: the server keeps the fields of each manager apart. */
  readonly fieldManager: string;
  /** Takes over fields that another manager owns; without it they are a conflict (409). Default: false. */
  readonly force?: boolean | undefined;
}

/** One step of a JSON patch (RFC 6902). */
export type JsonPatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly from: string; readonly path: string };

/** metav1.PatchOptions, with the kind of patch. */
export type PatchOptions = {
  /** Patches this subresource: `status`, `scale`. Default: the object itself. */
  readonly subresource?: string | undefined;
} & (
  | ({
      /** JSON patch (RFC 6902), JSON merge patch (RFC 7386), or Kubernetes' strategic merge patch (built-in kinds only). */
      readonly type: 'json' | 'merge' | 'strategic';
    } & WriteOptions)
  | ({
      /** Server-side apply. */
      readonly type: 'apply';
    } & ApplyOptions)
);

/** Kind of a patch. */
export type PatchType = PatchOptions['type'];

/** metav1.DeleteOptions. */
export interface DeleteOptions extends CallOptions {
  /** Seconds the object gets to end by itself; 0 deletes at once. Default: the kind's own (30 for pods). */
  readonly gracePeriodSeconds?: number | undefined;
  /** Deletes only the object with this uid, at this resourceVersion; otherwise 409 Conflict. */
  readonly preconditions?:
    { readonly uid?: string | undefined; readonly resourceVersion?: string | undefined } | undefined;
  /** What becomes of dependents. Default: the kind's own (Background for nearly all). */
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground' | undefined;
  readonly dryRun?: boolean | undefined;
}

/** Everything optional, all the way down: what server-side apply takes. */
export type DeepPartial<T> = T extends readonly (infer E)[]
  ? DeepPartial<E>[]
  : T extends object
    ? { [K in keyof T]?: DeepPartial<T[K]> }
    : T;
