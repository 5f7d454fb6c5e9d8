import type { OptionNames } from '../../util/known-options.js';
import { requireKnownOptions } from '../../util/known-options.js';
import { ConfigError, asError } from '../../util/errors.js';
import type { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import type { Named } from '../../meta/names.js';
import { defaultKeyFunc, keyOf, resourceVersionOf } from '../key-of.js';
import { IndexError } from './named-index.js';
import type { NamedIndex } from './named-index.js';
import { ObjectTable } from './object-table.js';
import { PendingSteps } from '../../util/pending-steps.js';
import { partiallyNotified } from '../sliced-replace.js';
import type { ReplaceStepsOptions } from '../sliced-replace.js';
import { TransactionError } from './transaction.js';
import { transformObject } from '../transform.js';
import type { TransactionStore } from './transaction.js';
import type { KubernetesObject } from '../../meta/types.js';
import type { DeltaKeys, Indexer, Indexers, KeyFunc, ObjectDelta, TransformFunc } from '../types.js';
import { requireBooleans, requireFunctions } from '../../util/require.js';
import { finishSteps, objectsPerStep, stepsOverEach } from '../../util/steps.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** cache.NamespaceIndex: the name under which listers look for the index by namespace. */
export const namespaceIndex = 'namespace';

/** cache.MetaNamespaceIndexFunc: indexes an object by its namespace, "" for a cluster-scoped one. */
export function metaNamespaceIndexFunc(object: Named): readonly string[] {
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
  /**
   * True: only `replace` and `bookmark` set `resourceVersion`, for a writer that stores objects out of order. Default: false,
   * every write does.
   */
  readonly versionFromBookmarks?: boolean | undefined;
  /** Told, once it is so, what is stored under a key in place of what; undefined for nothing. Default: nobody is. */
  readonly onChange?:
    ((previous: DeepReadonly<T> | undefined, next: DeepReadonly<T> | undefined) => void) | undefined;
}

const memoryIndexerOptionNames: OptionNames<MemoryIndexerOptions<unknown>> = {
  keyFunc: true,
  indexers: true,
  transform: true,
  versionFromBookmarks: true,
  onChange: true,
};

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
  readonly #onChange: MemoryIndexerOptions<T>['onChange'];
  readonly #versionFromBookmarks: boolean;
  #table = new ObjectTable<T>();
  #indexers: Indexers<T> = Object.freeze({});
  /** Of a replace that is shown: the calls of `onChange` that are left. */
  readonly #pending = new PendingSteps();
  #resourceVersion = '';

  constructor(options: MemoryIndexerOptions<T> = {}) {
    requireKnownOptions('a store', options, memoryIndexerOptionNames);
    requireFunctions('a store', options, ['keyFunc', 'transform', 'onChange']);
    requireBooleans('a store', options, ['versionFromBookmarks']);
    this.#versionFromBookmarks = options.versionFromBookmarks === true;
    this.#keyFunc = options.keyFunc ?? defaultKeyFunc;
    this.transformer = options.transform;
    this.#onChange = options.onChange;
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
    finishSteps(this.replaceInSteps(objects, resourceVersion, { objectsPerStep: Infinity }));
  }

  /**
   * `replace` in steps: what is read is the old content until all of the new one is there. `onChange` is told of it in
   * further steps, which yield `partiallyNotified`; a write does the rest at once.
   * @internal
   */
  *replaceInSteps(
    objects: readonly T[],
    resourceVersion: string,
    options: ReplaceStepsOptions = {},
  ): Generator<unknown, void, void> {
    const { keys, objectsPerStep: perStep = objectsPerStep } = options;
    const table = new ObjectTable<T>();
    yield* stepsOverEach(objects, perStep, (object, index) => {
      const key = keys?.[index] ?? keyOf(this.#keyFunc, object);
      table.put(key, transformObject(this.transformer, object, key) as DeepReadonly<T>);
    });
    // Afterwards: of a key that the list has twice, only the last object counts. Indexes may be added between two steps.
    while (table.indexes.length < this.#table.indexes.length) {
      const built = new Set(table.indexes.map(({ name }) => name));
      const missing = Object.entries(this.#indexers).filter(([name]) => !built.has(name));
      yield* table.addIndexesInSteps(Object.fromEntries(missing), perStep);
    }
    this.#pending.finish();
    const previous = this.#table;
    this.#table = table;
    this.#resourceVersion = resourceVersion;
    if (this.#onChange === undefined) return;
    const notifying = notifyReplaced(previous, table, this.#onChange, perStep);
    try {
      yield* this.#pending.share(notifying);
    } finally {
      // Given up: `onChange` learns of what is shown all the same.
      finishSteps(notifying);
    }
  }

  transaction(changes: readonly ObjectDelta<T>[], keys?: DeltaKeys): (DeepReadonly<T> | undefined)[] {
    // One change is the common case, and an array that grows from nothing takes room for 17.
    const previous: (DeepReadonly<T> | undefined)[] = changes.length === 1 ? [undefined] : [];
    let refused: Map<number, Error> | undefined;
    for (let index = 0; index < changes.length; index++) {
      // The index is inside the array.
      const { type, object } = changes[index] as ObjectDelta<T>;
      let key: string | undefined;
      try {
        key = (typeof keys === 'string' ? keys : keys?.[index]) ?? keyOf(this.#keyFunc, object);
        previous[index] =
          type === 'Deleted'
            ? this.#remove(key, object)
            : // Only a Deleted delta carries a tombstone (DeltaFIFO and RealFIFO make no other).
              this.#put(
                key,
                this.transformer === undefined
                  ? (object as T)
                  : transformObject(this.transformer, object as T, key),
              );
      } catch (error) {
        previous[index] = key === undefined ? undefined : this.#table.get(key);
        refused ??= new Map();
        refused.set(index, asError(error));
      }
    }
    if (refused === undefined) return previous;
    const successful = Array.from(changes.keys()).filter((index) => refused.get(index) === undefined);
    throw new TransactionError(successful, Array.from(refused.values()), previous);
  }

  /** Nothing to do: everything stored is the last thing known. */
  resync(): void {
    // Only queues have something to do here (cache.Store.Resync).
  }

  /** Takes note that the source has reached this resourceVersion. */
  bookmark(resourceVersion: string): void {
    this.#resourceVersion = resourceVersion;
  }

  list(): DeepReadonly<T>[] {
    return this.#table.list();
  }

  listKeys(): string[] {
    return this.#table.listKeys();
  }

  get(object: DeepReadonly<T>): DeepReadonly<T> | undefined {
    return this.#table.get(keyOf(this.#keyFunc, object));
  }

  getByKey(key: string): DeepReadonly<T> | undefined {
    return this.#table.get(key);
  }

  get size(): number {
    return this.#table.size;
  }

  /**
   * The resourceVersion of the last write: of the object written or deleted, of the list, or of the bookmark. What has
   * none (a tombstone, a value that is no API object) leaves it as it was.
   */
  get resourceVersion(): string {
    return this.#resourceVersion;
  }

  index(indexName: string, object: DeepReadonly<T>): DeepReadonly<T>[] {
    const index = this.#index(indexName);
    const values = index.valuesOf(object);
    if (typeof values === 'string') return this.#table.objectsAt(index, values);
    const keys = new Set(values.flatMap((value) => this.#table.keysAt(index, value)));
    // A key in an index is a key in the table.
    return Array.from(keys, (key) => this.#table.get(key) as DeepReadonly<T>);
  }

  indexKeys(indexName: string, value: string): string[] {
    return this.#table.keysAt(this.#index(indexName), value);
  }

  indexFuncValues(indexName: string): string[] {
    return this.#index(indexName).values();
  }

  byIndex(indexName: string, value: string): DeepReadonly<T>[] {
    return this.#table.objectsAt(this.#index(indexName), value);
  }

  get indexers(): Indexers<T> {
    return this.#indexers;
  }

  addIndexers(indexers: Indexers<T>): void {
    for (const [name, func] of Object.entries(indexers)) {
      if (typeof func !== 'function') {
        throw new ConfigError('ERR_OPTION', `indexers.${name} must be a function, got ${typeof func}`);
      }
      if (this.#table.indexes.some((index) => index.name === name)) {
        throw new IndexError(
          `index ${JSON.stringify(name)} is there already; known indexes: ${this.#known()}`,
          name,
        );
      }
    }
    this.#table.addIndexes(indexers);
    this.#indexers = Object.freeze({ ...this.#indexers, ...indexers });
  }

  #put(key: string, object: T): DeepReadonly<T> | undefined {
    this.#pending.finish();
    // From here on the object belongs to the store.
    const stored = object as DeepReadonly<T>;
    const previous = this.#table.put(key, stored);
    this.#note(stored);
    this.#onChange?.(previous, stored);
    return previous;
  }

  #remove(key: string, object: unknown): DeepReadonly<T> | undefined {
    this.#pending.finish();
    const removed = this.#table.remove(key);
    this.#note(object);
    this.#onChange?.(removed, undefined);
    return removed;
  }

  #note(object: unknown): void {
    if (this.#versionFromBookmarks) return;
    const resourceVersion = resourceVersionOf(object);
    if (resourceVersion !== undefined) this.#resourceVersion = resourceVersion;
  }

  #index(name: string): NamedIndex<T> {
    // A handful: a Map would not find it sooner.
    for (const index of this.#table.indexes) if (index.name === name) return index;
    throw new IndexError(`no index is named ${JSON.stringify(name)}; known indexes: ${this.#known()}`, name);
  }

  #known(): string {
    return this.#table.indexes.map(({ name }) => JSON.stringify(name)).join(', ') || 'none';
  }
}

function* notifyReplaced<T>(
  previous: ObjectTable<T>,
  next: ObjectTable<T>,
  onChange: (previous: DeepReadonly<T> | undefined, next: DeepReadonly<T> | undefined) => void,
  perStep: number,
): Generator<typeof partiallyNotified | undefined, void, void> {
  const putOne = (key: string): void => onChange(previous.get(key), next.get(key));
  yield* stepsOverEach(next.listKeys(), perStep, putOne, partiallyNotified);
  const removeOne = (key: string): void => {
    if (next.get(key) === undefined) onChange(previous.get(key), undefined);
  };
  yield* stepsOverEach(previous.listKeys(), perStep, removeOne, partiallyNotified);
}
