import type { OptionNames } from '../../util/known-options.js';
import { requireKnownOptions } from '../../util/known-options.js';
import { systemClock } from '../../util/clock.js';
import type { Clock, TestOptions } from '../../util/clock.js';
import { ConfigError } from '../../util/errors.js';
import { containLogger } from '../../util/logger.js';
import type { Logger } from '../../util/logger.js';
import { metaNamespaceKey } from '../../meta/names.js';
import {
  ResourceVersionError,
  compareResourceVersion,
  isResourceVersion,
} from '../../meta/resource-version.js';
import type { KubernetesObject } from '../../meta/types.js';
import { resourceVersionOf } from '../key-of.js';
import type { Deletion, ReadonlyIndexer, ReadonlyStore, ResourceEventHandler } from '../types.js';
import {
  hasMethods,
  requireAboveZero,
  requireBoolean,
  requireClock,
  requireLogger,
  requireMethods,
  wholeFrom,
} from '../../util/require.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** Options of a MutationCache. */
export interface MutationCacheOptions<T> extends Pick<TestOptions, 'clock'> {
  /** Read by `byIndex`. Default: none; then `byIndex` throws. */
  readonly indexer?: Pick<ReadonlyIndexer<T>, 'indexKeys' | 'getByKey' | 'indexers'> | undefined;
  /** How long a mutation is kept, in ms. Default: 300,000 (client-go, mutation_cache.go). */
  readonly ttlMs?: number | undefined;
  /**
   * Whether reads return objects that the store does not have yet. Then an object that was deleted at once may stay visible
   * for up to `ttlMs`. Default: false.
   */
  readonly includeAdds?: boolean | undefined;
  /** Maximum number of mutations; above it, the least recently used is dropped. Default: 100 (client-go, mutation_cache.go). */
  readonly maxSize?: number | undefined;
  /** Receives log lines. Default: none. */
  readonly logger?: Logger | undefined;
}

const mutationCacheOptionNames: OptionNames<MutationCacheOptions<unknown>> = {
  indexer: hasMethods('indexKeys', 'getByKey'),
  ttlMs: requireAboveZero,
  includeAdds: requireBoolean,
  maxSize: wholeFrom(1),
  clock: requireClock,
  logger: requireLogger,
};

/** A mutation, or, without an object, a record that the object was deleted at this resourceVersion. */
interface Entry<T> {
  readonly object: DeepReadonly<T> | undefined;
  readonly resourceVersion: string;
  readonly uid: string | undefined;
  readonly expiresMs: number;
}

/**
 * Reads a store together with the program's own recent writes, until the store has them (client-go's MutationCache).
 *
 * Pass the result of each write to `mutation`. Reads return the newer of stored object and mutation, by resourceVersion. A
 * mutation may be dropped at any time (`ttlMs`, `maxSize`): only that a read is never older than the store is guaranteed.
 *
 * Also register it as a handler, with `informer.addEventHandler(mutationCache)`: then a mutation that arrives after the
 * deletion of its object does not restore the object.
 */
export class MutationCache<T extends KubernetesObject> implements ResourceEventHandler<T> {
  readonly #store: Pick<ReadonlyStore<T>, 'getByKey'>;
  readonly #indexer: MutationCacheOptions<T>['indexer'];
  readonly #ttlMs: number;
  readonly #includeAdds: boolean;
  readonly #maxSize: number;
  readonly #clock: Clock;
  readonly #logger: Logger;
  // The least recently used entry comes first.
  readonly #entries = new Map<string, Entry<T>>();

  /** Reads `store` and the mutations. Throws ConfigError `ERR_OPTION` for an invalid option. */
  constructor(store: Pick<ReadonlyStore<T>, 'getByKey'>, options: MutationCacheOptions<T> = {}) {
    requireMethods('store of a MutationCache', store, ['getByKey']);
    requireKnownOptions('a MutationCache', options, mutationCacheOptionNames);
    this.#store = store;
    this.#indexer = options.indexer;
    this.#ttlMs = options.ttlMs ?? 300_000;
    this.#maxSize = options.maxSize ?? 100;
    this.#includeAdds = options.includeAdds === true;
    this.#clock = options.clock ?? systemClock;
    this.#logger = containLogger(options.logger);
  }

  /** Returns the newer of stored object and mutation. Undefined if the store has no object, unless `includeAdds` is set. */
  getByKey(key: string): DeepReadonly<T> | undefined {
    const stored = this.#store.getByKey(key);
    if (stored !== undefined) return this.#newer(key, stored);
    return this.#includeAdds ? this.#use(key)?.object : undefined;
  }

  /**
   * Returns the newest objects with this index value. Unlike in client-go, a mutation is found by its own index values, not
   * by those of the older stored object.
   *
   * Throws ConfigError `ERR_OPTION` without `options.indexer`, IndexError for an unknown index.
   */
  byIndex(indexName: string, value: string): DeepReadonly<T>[] {
    const indexer = this.#indexer;
    if (indexer === undefined) throw new ConfigError('ERR_OPTION', 'byIndex needs the option indexer');
    const keys = new Set(indexer.indexKeys(indexName, value));
    const found: DeepReadonly<T>[] = [];
    for (const key of keys) {
      const stored = indexer.getByKey(key);
      if (stored === undefined) continue;
      const newest = this.#newer(key, stored);
      if (newest === stored || this.#hasValue(indexName, value, key, newest)) found.push(newest);
    }
    // A copy of the keys, because reading an entry moves or drops it.
    for (const key of Array.from(this.#entries.keys())) {
      if (keys.has(key)) continue;
      const stored = indexer.getByKey(key);
      if (stored === undefined && !this.#includeAdds) continue;
      const newest = stored === undefined ? this.#use(key)?.object : this.#newer(key, stored);
      if (newest === undefined || newest === stored) continue;
      if (this.#hasValue(indexName, value, key, newest)) found.push(newest);
    }
    return found;
  }

  /**
   * Adds the result of a write. Ignores it if it is older than the current entry or its object is known to be deleted. An
   * object without a key, or whose resourceVersion cannot be compared, is logged and ignored.
   */
  mutation(object: DeepReadonly<T>): void {
    const key = this.#keyOf(object);
    if (key === undefined) return;
    const resourceVersion = versionOf(object);
    const uid = object.metadata?.uid;
    const held = this.#use(key);
    if (held !== undefined) {
      const order = compare(resourceVersion, held.resourceVersion);
      if (order < 0) return;
      // Deleted at this version, or at another version of the same UID: it cannot exist again.
      if (held.object === undefined && (order === 0 || held.uid === uid)) return;
    }
    this.#keep(key, { object, resourceVersion, uid, expiresMs: this.#clock.monotonic() + this.#ttlMs });
  }

  onAdd(object: DeepReadonly<T>): void {
    this.#seen(object);
  }

  onUpdate(_oldObject: DeepReadonly<T>, newObject: DeepReadonly<T>): void {
    this.#seen(newObject);
  }

  /** Drops the mutation of a deleted object, and records the deletion for late mutations. */
  onDelete(deletion: Pick<Deletion<T>, 'object'>): void {
    const { object } = (deletion as typeof deletion | null | undefined) ?? {};
    const key = object === undefined ? undefined : this.#keyOf(object);
    if (object === undefined || key === undefined) return;
    const resourceVersion = versionOf(object);
    const uid = object.metadata?.uid;
    const held = this.#use(key);
    // resourceVersions increase per resource, not per object: a newer deletion, whatever its UID, comes after the mutation.
    // An older deletion with another UID does not concern this object.
    if (held !== undefined && compare(resourceVersion, held.resourceVersion) < 0 && held.uid !== uid) return;
    const expiresMs = this.#clock.monotonic() + this.#ttlMs;
    this.#keep(key, { object: undefined, resourceVersion, uid, expiresMs });
  }

  /** Drops the mutation unless it is newer than this object, which the store now has. */
  #seen(object: DeepReadonly<T>): void {
    const key = this.#keyOf(object);
    if (key !== undefined) this.#newer(key, object);
  }

  /** Returns the newer of mutation and stored object; drops the mutation if it is not newer. */
  #newer(key: string, stored: DeepReadonly<T>): DeepReadonly<T> {
    const held = this.#use(key);
    if (held === undefined) return stored;
    const version = versionOf(stored);
    // If the versions cannot be compared, the stored object is returned.
    if (!isComparable(version) || compare(version, held.resourceVersion) >= 0) {
      this.#entries.delete(key);
      return stored;
    }
    return held.object ?? stored;
  }

  #hasValue(indexName: string, value: string, key: string, object: DeepReadonly<T>): boolean {
    try {
      return this.#indexer?.indexers[indexName]?.(object).includes(value) ?? false;
    } catch (err) {
      this.#logger.warn(
        { index: indexName, key, err },
        'index function failed on a mutation, which is left out',
      );
      return false;
    }
  }

  /** Logs an invalid object instead of throwing: the cache must not fail a write or a handler (as in client-go). */
  #keyOf(object: DeepReadonly<T>): string | undefined {
    try {
      const key = metaNamespaceKey(object);
      const resourceVersion = versionOf(object);
      if (!isComparable(resourceVersion)) throw new ResourceVersionError(resourceVersion);
      return key;
    } catch (err) {
      this.#logger.error({ err }, 'mutation cache left an object out');
      return undefined;
    }
  }

  #use(key: string): Entry<T> | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    if (this.#clock.monotonic() > entry.expiresMs) return undefined;
    this.#entries.set(key, entry);
    return entry;
  }

  #keep(key: string, entry: Entry<T>): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (this.#entries.size <= this.#maxSize) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }
}

/** Returns the object's resourceVersion; "" if it has no valid one. */
function versionOf(object: unknown): string {
  return resourceVersionOf(object) ?? '';
}

function isComparable(resourceVersion: string): boolean {
  return resourceVersion === '' || isResourceVersion(resourceVersion);
}

/** As compareResourceVersion; an object without a version is older than any (client-go reads it as 0). */
function compare(a: string, b: string): -1 | 0 | 1 {
  if (a === b) return 0;
  if (a === '') return -1;
  if (b === '') return 1;
  return compareResourceVersion(a, b);
}
