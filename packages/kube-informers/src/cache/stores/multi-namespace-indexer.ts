import { compareResourceVersion, isResourceVersion } from '../../meta/resource-version.js';
import { shownValue } from '../../util/shown.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';
import type { Indexers, ReadonlyIndexer } from '../types.js';
import type { MemoryIndexer } from './indexer.js';
import { IndexError } from './object-table.js';

/** Creates the indexer of a namespace. */
export type NewIndexer<T> = { create(this: void, indexers?: Indexers<T>): MemoryIndexer<T> }['create'];

/**
 * Reads the indexers of several namespaces as one (controller-runtime's multiNamespaceCache, with indexes).
 *
 * Each namespace has its own indexer, so that its list replaces its objects at once, and nothing else.
 */
export class MultiNamespaceIndexer<T> implements ReadonlyIndexer<T> {
  readonly #newIndexer: NewIndexer<T>;
  readonly #parts = new Map<string, MemoryIndexer<T>>();
  #indexers: Indexers<T>;

  /** Throws ConfigError `ERR_OPTION` for anything except an object of functions. */
  constructor(newIndexer: NewIndexer<T>, indexers: Indexers<T>) {
    this.#newIndexer = newIndexer;
    this.#indexers = newIndexer(indexers).indexers;
  }

  /** Adds the indexer of a namespace, and returns it. */
  addNamespace(namespace: string): MemoryIndexer<T> {
    const part = this.#newIndexer(this.#indexers);
    this.#parts.set(namespace, part);
    return part;
  }

  /** Removes the objects of a namespace, at once. */
  removeNamespace(namespace: string): void {
    this.#parts.delete(namespace);
  }

  list(): DeepReadonly<T>[] {
    return this.#each((part) => part.list());
  }

  listKeys(): string[] {
    return this.#each((part) => part.listKeys());
  }

  get(object: DeepReadonly<T>): DeepReadonly<T> | undefined {
    for (const part of this.#parts.values()) {
      const found = part.get(object);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  getByKey(key: string): DeepReadonly<T> | undefined {
    for (const part of this.#parts.values()) {
      const found = part.getByKey(key);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The oldest resourceVersion of the namespaces; "" until each has its first list, and if one cannot be compared. */
  get resourceVersion(): string {
    let least: string | undefined;
    for (const { resourceVersion } of this.#parts.values()) {
      if (!isResourceVersion(resourceVersion)) return '';
      if (least === undefined || compareResourceVersion(resourceVersion, least) < 0) least = resourceVersion;
    }
    return least ?? '';
  }

  get size(): number {
    let size = 0;
    for (const part of this.#parts.values()) size += part.size;
    return size;
  }

  index(indexName: string, object: DeepReadonly<T>): DeepReadonly<T>[] {
    this.#requireIndex(indexName);
    return this.#each((part) => part.index(indexName, object));
  }

  indexKeys(indexName: string, value: string): string[] {
    this.#requireIndex(indexName);
    return this.#each((part) => part.indexKeys(indexName, value));
  }

  indexFuncValues(indexName: string): string[] {
    this.#requireIndex(indexName);
    return Array.from(new Set(this.#each((part) => part.indexFuncValues(indexName))));
  }

  byIndex(indexName: string, value: string): DeepReadonly<T>[] {
    this.#requireIndex(indexName);
    return this.#each((part) => part.byIndex(indexName, value));
  }

  /** Returns the number of values in use, by index name. */
  indexSizes(): Record<string, number> {
    const names = Object.keys(this.#indexers);
    return Object.fromEntries(names.map((name) => [name, this.indexFuncValues(name).length]));
  }

  get indexers(): Indexers<T> {
    return this.#indexers;
  }

  addIndexers(indexers: Indexers<T>): void {
    // All are built before one is added, so that a function that throws adds nothing. The first one is without objects.
    const indexer = this.#newIndexer(this.#indexers);
    const built = [indexer, ...this.#parts.values()].map((part) => part.buildIndexers(indexers));
    for (const add of built) add();
    this.#indexers = indexer.indexers;
  }

  #each<V>(read: (part: MemoryIndexer<T>) => V[]): V[] {
    return Array.from(this.#parts.values(), read).flat() as V[];
  }

  #requireIndex(name: string): void {
    if (Object.hasOwn(this.#indexers, name)) return;
    const known = Object.keys(this.#indexers).map((index) => JSON.stringify(index));
    throw new IndexError(
      `no index is named ${shownValue(name)}; known indexes: ${known.join(', ') || 'none'}`,
      name,
    );
  }
}
