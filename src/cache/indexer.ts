import { ConfigError, asError } from '../util/errors.js';
import type { DeletedFinalStateUnknown } from '../meta/tombstone.js';
import type { ObjectMeta } from '../meta/types.js';
import { defaultKeyFunc, keyOf, resourceVersionOf } from './key-of.js';
import { IndexError, NamedIndex } from './named-index.js';
import type { IndexValues } from './named-index.js';
import { TransactionError } from './transaction.js';
import { transformObject } from './transform.js';
import type { TransactionStore } from './transaction.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Indexer, Indexers, KeyFunc, ObjectDelta, TransformFunc } from './types.js';
import { requireFunctions } from '../util/require.js';

/** cache.NamespaceIndex: the name under which listers look for the index by namespace. */
export const namespaceIndex = 'namespace';

/** cache.MetaNamespaceIndexFunc: indexes an object by its namespace, "" for a cluster-scoped one. */
export function metaNamespaceIndexFunc(object: {
  // Wider than KubernetesObject: takes a Readonly<T> of whatever T too.
  readonly metadata?: ObjectMeta | undefined;
}): readonly string[] {
  return [object.metadata?.namespace ?? ''];
}

/** Options of a MemoryIndexer. */
export interface MemoryIndexerOptions<T> {
  /** Default: `namespace/name`, or `name`. */
  readonly keyFunc?: KeyFunc<T> | undefined;
  /** Default: none. More can be added at any time. */
  readonly indexers?: Indexers<T> | undefined;
  /** Changes every object before it is stored; must be idempotent. Default: none. */
  readonly transform?: TransformFunc<T> | undefined;
}

/**
 * cache.NewStore and cache.NewIndexer: objects in memory by key, and by any number of named indexes.
 *
 * Reads by key are O(1); reads by index cost their result. Nothing is copied: what it hands out is what was put in,
 * shared with every other reader, so it must not be changed.
 *
 * A write that cannot be done whole (no key: KeyError; an index function that throws: IndexError) changes nothing, so
 * that the objects and the indexes always agree. client-go panics when an index function fails.
 */
export class MemoryIndexer<T = KubernetesObject> implements Indexer<T>, TransactionStore<T> {
  /** The transform, for a Reflector that keeps a temporary store of its own. */
  readonly transformer: TransformFunc<T> | undefined;
  readonly #keyFunc: KeyFunc<T>;
  #items = new Map<string, T>();
  #indexes = new Map<string, NamedIndex<T>>();
  #indexers: Indexers<T> = Object.freeze({});
  #resourceVersion = '';

  constructor(options: MemoryIndexerOptions<T> = {}) {
    requireFunctions('a store', options, ['keyFunc', 'transform']);
    this.#keyFunc = options.keyFunc ?? defaultKeyFunc;
    this.transformer = options.transform;
    if (options.indexers !== undefined) this.addIndexers(options.indexers);
  }

  add(object: T): void {
    this.update(object);
  }

  update(object: T): void {
    const key = keyOf(this.#keyFunc, object);
    this.#put(key, transformObject(this.transformer, object, key));
  }

  delete(object: T | DeletedFinalStateUnknown<T>): void {
    this.#remove(keyOf(this.#keyFunc, object), object);
  }

  /** Takes the list as the whole content. All or nothing: when one object is refused, nothing has changed. */
  replace(objects: readonly T[], resourceVersion: string): void {
    const items = new Map<string, T>();
    for (const object of objects) {
      const key = keyOf(this.#keyFunc, object);
      items.set(key, transformObject(this.transformer, object, key));
    }
    this.#indexes = buildIndexes(this.#indexers, items);
    this.#items = items;
    this.#resourceVersion = resourceVersion;
  }

  transaction(changes: readonly ObjectDelta<T>[]): (Readonly<T> | undefined)[] {
    const previous: (Readonly<T> | undefined)[] = [];
    const refused: { readonly index: number; readonly error: Error }[] = [];
    for (let index = 0; index < changes.length; index++) {
      // The index is inside the array.
      const { type, object } = changes[index] as ObjectDelta<T>;
      try {
        const key = keyOf(this.#keyFunc, object);
        previous.push(this.#items.get(key));
        if (type === 'Deleted') this.#remove(key, object);
        // Only a Deleted delta carries a tombstone (DeltaFIFO and RealFIFO make no other).
        else this.#put(key, transformObject(this.transformer, object as T, key));
      } catch (error) {
        if (previous.length === index) previous.push(undefined);
        refused.push({ index, error: asError(error) });
      }
    }
    if (refused.length > 0) {
      const failed = new Set(refused.map(({ index }) => index));
      throw new TransactionError(
        Array.from(changes.keys()).filter((index) => !failed.has(index)),
        refused.map(({ error }) => error),
        previous,
      );
    }
    return previous;
  }

  /** Nothing to do: everything stored is the last thing known. */
  resync(): void {
    // Only queues have something to do here (cache.Store.Resync).
  }

  /** Takes note that the source has reached this resourceVersion. */
  bookmark(resourceVersion: string): void {
    this.#resourceVersion = resourceVersion;
  }

  list(): Readonly<T>[] {
    return Array.from(this.#items.values());
  }

  listKeys(): string[] {
    return Array.from(this.#items.keys());
  }

  get(object: T): Readonly<T> | undefined {
    return this.#items.get(keyOf(this.#keyFunc, object));
  }

  getByKey(key: string): Readonly<T> | undefined {
    return this.#items.get(key);
  }

  get size(): number {
    return this.#items.size;
  }

  /**
   * The resourceVersion of the last write: of the object written or deleted, of the list, or of the bookmark. What has
   * none (a tombstone, a value that is no API object) leaves it as it was.
   */
  get resourceVersion(): string {
    return this.#resourceVersion;
  }

  index(indexName: string, object: T): Readonly<T>[] {
    const index = this.#index(indexName);
    const values = index.valuesOf(object);
    if (typeof values === 'string') return this.#collect(index.keys(values));
    const keys = new Set<string>();
    for (const value of values) {
      for (const key of index.keys(value) ?? []) keys.add(key);
    }
    return this.#collect(keys);
  }

  indexKeys(indexName: string, value: string): string[] {
    return Array.from(this.#index(indexName).keys(value) ?? []);
  }

  indexFuncValues(indexName: string): string[] {
    return this.#index(indexName).values();
  }

  byIndex(indexName: string, value: string): Readonly<T>[] {
    return this.#collect(this.#index(indexName).keys(value));
  }

  get indexers(): Indexers<T> {
    return this.#indexers;
  }

  addIndexers(indexers: Indexers<T>): void {
    for (const [name, func] of Object.entries(indexers)) {
      if (typeof func !== 'function') {
        throw new ConfigError('ERR_OPTION', `indexers.${name} must be a function, got ${typeof func}`);
      }
      if (this.#indexes.has(name)) {
        throw new IndexError(
          `index ${JSON.stringify(name)} is there already; known indexes: ${this.#known()}`,
          name,
        );
      }
    }
    const added = buildIndexes(indexers, this.#items);
    for (const [name, index] of added) this.#indexes.set(name, index);
    this.#indexers = Object.freeze({ ...this.#indexers, ...indexers });
  }

  #put(key: string, object: T): void {
    if (this.#indexes.size > 0) this.#reindex(key, object);
    this.#items.set(key, object);
    this.#note(object);
  }

  #remove(key: string, object: unknown): void {
    if (this.#items.delete(key)) {
      for (const index of this.#indexes.values()) index.delete(key);
    }
    this.#note(object);
  }

  /** Computes all values first: an index function that throws then finds nothing changed. */
  #reindex(key: string, object: T): void {
    const values: IndexValues[] = [];
    for (const index of this.#indexes.values()) values.push(index.valuesOf(object, key));
    let position = 0;
    // One value was pushed for each index, in this order.
    for (const index of this.#indexes.values()) index.set(key, values[position++] as IndexValues);
  }

  #note(object: unknown): void {
    const resourceVersion = resourceVersionOf(object);
    if (resourceVersion !== undefined) this.#resourceVersion = resourceVersion;
  }

  #index(name: string): NamedIndex<T> {
    const index = this.#indexes.get(name);
    if (index !== undefined) return index;
    throw new IndexError(`no index is named ${JSON.stringify(name)}; known indexes: ${this.#known()}`, name);
  }

  #known(): string {
    return Array.from(this.#indexes.keys(), (name) => JSON.stringify(name)).join(', ') || 'none';
  }

  #collect(keys: ReadonlySet<string> | undefined): Readonly<T>[] {
    const objects: Readonly<T>[] = [];
    if (keys === undefined) return objects;
    // A key in an index is a key in the store.
    for (const key of keys) objects.push(this.#items.get(key) as Readonly<T>);
    return objects;
  }
}

function buildIndexes<T>(indexers: Indexers<T>, items: ReadonlyMap<string, T>): Map<string, NamedIndex<T>> {
  const indexes = new Map<string, NamedIndex<T>>();
  for (const [name, func] of Object.entries(indexers)) {
    const index = new NamedIndex(name, func);
    for (const [key, object] of items) index.set(key, index.valuesOf(object, key));
    indexes.set(name, index);
  }
  return indexes;
}

/** cache.NewIndexer. */
export function newIndexer<T = KubernetesObject>(
  keyFunc: KeyFunc<T>,
  indexers: Indexers<T>,
  options: Omit<MemoryIndexerOptions<T>, 'keyFunc' | 'indexers'> = {},
): MemoryIndexer<T> {
  return new MemoryIndexer({ ...options, keyFunc, indexers });
}
