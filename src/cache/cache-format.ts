import type { ObjectFormat } from '../meta/wire-format.js';
import type { KubernetesObject } from '../meta/types.js';
import type { TransformFunc } from './types.js';

/**
 * Decides how caches keep their objects: as they are decoded (the default), or in a form of its own, such as
 * `compactFormat()`.
 *
 * One value serves any number of caches. Objects that are kept in another form must read as plain ones do, be read-only,
 * and know their key and version: see `KeptObject`.
 */
export interface CacheFormat {
  /**
   * Makes what one cache keeps its objects with. `frozen`: a write to anything that an object holds must throw, see
   * `createMutationDetector`. Throws ConfigError if the format cannot be used here.
   */
  newCache(cache: { readonly frozen: boolean }): CacheObjects;
}

/** What one cache keeps its objects with. */
export interface CacheObjects {
  /** How objects get into the cache of a user who gave this transform. Called once, when the cache starts. */
  intake<T>(transform: TransformFunc<T> | undefined): CacheIntake<T>;
  /** Called after each change of the store with the object that left and the one that came. */
  readonly onChange?: ((previous: unknown, next: unknown) => void) | undefined;
}

/** How objects get into a cache. Between them, the two do what the user's transform does. */
export interface CacheIntake<T> {
  /** What sources that read bytes make objects with. */
  readonly objectFormat: ObjectFormat<KubernetesObject>;
  /** Applied to each object before it is stored, whichever source it came from; must be idempotent. */
  readonly transformer: TransformFunc<T> | undefined;
}
