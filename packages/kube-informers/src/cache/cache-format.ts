import type { ObjectFormat, ObjectType } from '../meta/wire-format.js';
import type { KubernetesObject } from '../meta/types.js';
import type { IntakeFunc } from './types.js';
import type { ObjectSteps } from './transform.js';
import type { FieldMask } from '../meta/field-mask.js';
import { droppingFormat, projectedFormat, sharingFormat } from '../wire/json-format.js';

/**
 * Decides how caches store their objects: as decoded (the default) or in another form, such as `compact()` of `kube-informers/compact`.
 *
 * One value may be used for any number of caches. Objects in another form must read like plain ones, be read-only, and know
 * their key and version: see `EncodedObject`.
 */
export interface CacheFormat {
  /** Formats with the same id are alike: scopes that have them share an informer. Default: each value is a format of its own. */
  readonly id?: string | undefined;
  /**
   * Creates the part of the format that belongs to one cache. Throws ConfigError if the format cannot be used here.
   */
  newCache(cache: NewCacheOptions): CacheObjects;
}

/** What a cache format has to know about a cache. */
export interface NewCacheOptions {
  /** True if a write to anything in an object must throw: see `createMutationDetector`. */
  readonly frozen: boolean;
  /**
   * The fields that objects keep, before the user's transform: see `fields` of an informer. Default: all.
   * @internal
   */
  readonly mask?: FieldMask | undefined;
  /**
   * The type of all objects, if it is known. Built-in kinds of which few fields are kept are read as protobuf.
   * @internal
   */
  readonly type?: ObjectType | undefined;
}

/** The part of a cache format that belongs to one cache. */
export interface CacheObjects {
  /**
   * Returns how objects are decoded and what is done to them: `steps`, then the encoding. `notKept` stays as it is. Called once,
   * when the cache starts.
   */
  intake<T>(steps: ObjectSteps<T>): CacheIntake<T>;
  /** Called after each change of the store with the previous and the new object. */
  readonly onChange?: ((previous: unknown, next: unknown) => void) | undefined;
  /** Returns what the format knows about the objects in the store, for the statistics of an informer. */
  stats?(): CacheFormatStats;
}

/** What a cache format knows about the objects of one cache. */
export interface CacheFormatStats {
  /** Bytes of the stored objects in the format. */
  readonly bytes: number;
  /** Objects that are also kept decoded. */
  readonly hotObjects: number;
  /** Reads that found a decoded object. */
  readonly hits: number;
  /** Reads that had to decode the object. */
  readonly misses: number;
}

/** How objects are decoded and transformed for a cache. */
export interface CacheIntake<T> {
  /**
   * Decodes objects for sources that read bytes.
   * @internal
   */
  readonly objectFormat: ObjectFormat<KubernetesObject>;
  /** Applied to each object before it is stored, whatever its source; must be idempotent. */
  readonly transformer: IntakeFunc<T> | undefined;
}

/** The default format: stores objects as decoded; equal field sets in `metadata.managedFields` share one frozen object. */
export const plainFormat: CacheFormat = {
  id: 'plain',
  newCache: ({ mask, type }) => ({
    intake: ({ apply }) => ({ objectFormat: plainObjectFormat(mask, type), transformer: apply }),
  }),
};

/** Decodes plain objects for one cache. What the mask does not keep is not parsed. */
export function plainObjectFormat(
  mask: FieldMask | undefined,
  type?: ObjectType,
): ObjectFormat<KubernetesObject> {
  if (mask === undefined) return sharingFormat();
  return mask.keepsWhole ? droppingFormat() : projectedFormat(mask, type);
}
