import { shownList, shownValue } from '../../util/shown.js';
import type { OptionNames } from '../../util/known-options.js';
import { requireKnownOptions } from '../../util/known-options.js';
import { ConfigError, asError } from '../../util/errors.js';
import { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import type { Named } from '../../meta/names.js';
import { defaultKeyFunc, keyOf, resourceVersionOf } from '../key-of.js';
import { IndexError, ObjectTable } from './object-table.js';
import type { NamedIndex } from './object-table.js';
import type { ReplaceStepsOptions } from '../sliced-replace.js';
import { TransactionError } from './transaction.js';
import { transformObject } from '../transform.js';
import type { KubernetesObject } from '../../meta/types.js';
import type {
  ChangeFunc,
  DeltaKeys,
  Indexer,
  Indexers,
  IntakeFunc,
  KeyFunc,
  ObjectDelta,
  TransformFunc,
} from '../types.js';
import { isPlainObject } from '../../util/type-checks.js';
import { refuseValue, requireBoolean, requireFunction, requireList } from '../../util/require.js';
import { finishSteps, objectsPerStep, stepsOverEach } from '../../util/steps.js';
import type { Steps } from '../../util/steps.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** Name of the index by namespace, which listers use (client-go's NamespaceIndex). */
export const namespaceIndex = 'namespace';

/** Indexes an object by its namespace, "" if it is cluster-scoped (client-go's MetaNamespaceIndexFunc). */
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
   * Whether only `replace` and `bookmark` set `resourceVersion`, for a writer that stores objects out of order. Default: false,
   * every write sets it.
   */
  readonly versionFromBookmarks?: boolean | undefined;
  /** Called after each change with the previous and the new object under a key; undefined if there is no such object. */
  readonly onChange?: ChangeFunc<T> | undefined;
}

const memoryIndexerOptionNames: OptionNames<MemoryIndexerOptions<unknown>> = {
  keyFunc: requireFunction,
  indexers: requireIndexers,
  transform: requireFunction,
  versionFromBookmarks: requireBoolean,
  onChange: requireFunction,
};

/** Options of `prepare`. */
interface PrepareOptions {
  /** The keys of the objects, if the caller has computed them with the store's key function. */
  readonly keys?: readonly string[] | undefined;
  /** Keys of objects that are not in the list although they exist: what is stored of them stays. */
  readonly leftOut?: ReadonlySet<string> | undefined;
  /** Keys of objects that are not in the list, although they exist, because they are not kept any more. */
  readonly leftScope?: ReadonlySet<string> | undefined;
  /** Default: 128. */
  readonly perStep?: number | undefined;
}

/** The content of a MemoryIndexer after a replace. */
export interface NextContent<T> {
  readonly table: ObjectTable<T>;
  /** The indexes that the table had when it was begun. */
  readonly indexes: readonly NamedIndex<T>[];
  /** By place in the list: the object that it replaces; undefined for a new one. */
  readonly olds: readonly (DeepReadonly<T> | undefined)[];
  /** Places in the list of objects that cannot be stored. What is stored under their keys stays. */
  readonly refused: ReadonlySet<number>;
  /** Why: KeyError, TransformError or IndexError. */
  readonly errors: readonly Error[];
  /** Stored objects that are not in the list. */
  readonly gone: readonly DeletedFinalStateUnknown<T>[];
}

/**
 * Stores objects in memory by key and by any number of named indexes (client-go's NewStore and NewIndexer).
 *
 * Reads by key are O(1); reads by index take time proportional to their result. Objects are not copied: all readers share
 * the stored objects, so they must not be changed.
 *
 * A write that fails changes nothing, so that objects and indexes always agree: KeyError if there is no key, IndexError if
 * an index function throws. client-go panics if an index function fails.
 */
export class MemoryIndexer<T = KubernetesObject> implements Indexer<T> {
  /** The transform, for the temporary store of a Reflector. */
  readonly transformer: IntakeFunc<T> | undefined;
  readonly #transform: TransformFunc<T> | undefined;
  readonly #keyFunc: KeyFunc<T>;
  readonly #onChange: MemoryIndexerOptions<T>['onChange'];
  readonly #versionFromBookmarks: boolean;
  #table = new ObjectTable<T>();
  #indexers: Indexers<T> = Object.freeze({});
  #resourceVersion = '';

  /** Creates an empty store with indexes. */
  constructor(options: MemoryIndexerOptions<T> = {}) {
    requireKnownOptions('a store', options, memoryIndexerOptionNames);
    this.#versionFromBookmarks = options.versionFromBookmarks === true;
    this.#keyFunc = options.keyFunc ?? defaultKeyFunc;
    this.transformer = options.transform;
    this.#transform = options.transform;
    this.#onChange = options.onChange;
    if (options.indexers !== undefined) this.addIndexers(options.indexers);
  }

  /** Stores the object under its key, as `update` does. */
  add(object: T): void {
    this.update(object);
  }

  /** Stores the object under its key. Throws KeyError or IndexError, and then changes nothing. */
  update(object: T): void {
    const key = keyOf(this.#keyFunc, object);
    this.#put(key, transformObject(this.#transform, object, key));
  }

  /** Removes the object with the same key, or that of a tombstone. */
  delete(object: T | DeletedFinalStateUnknown<T>): void {
    this.#remove(keyOf(this.#keyFunc, object), object);
  }

  /** Replaces the whole content. If one object is refused, nothing changes. */
  replace(objects: readonly T[], resourceVersion: string): void {
    requireList('objects of replace', objects);
    finishSteps(this.replaceInSteps(objects, resourceVersion, { objectsPerStep: Infinity }));
  }

  /**
   * Does `replace` in steps: reads return the old content until the last one.
   * @internal
   */
  *replaceInSteps(
    objects: readonly T[],
    resourceVersion: string,
    { objectsPerStep: perStep = objectsPerStep }: ReplaceStepsOptions = {},
  ): Generator<unknown, void, void> {
    let next = yield* this.prepare(objects, { perStep });
    while (!this.isCurrent(next)) next = yield* this.prepare(objects, { perStep });
    if (next.errors.length > 0) throw next.errors[0] as Error;
    finishSteps(this.swap(next, resourceVersion));
  }

  /**
   * Builds the content after a replace beside the current one, in steps. Nothing else may write until `swap`.
   * @internal
   */
  *prepare(
    objects: readonly T[],
    { keys, leftOut, leftScope, perStep = objectsPerStep }: PrepareOptions = {},
  ): Generator<unknown, NextContent<T>, void> {
    const current = this.#table;
    const { indexes } = current;
    const table = new ObjectTable<T>();
    table.attach(table.buildIndexes(indexes));
    const olds: (DeepReadonly<T> | undefined)[] = [];
    const refused = new Set<number>();
    // By key: of the objects of one key only the last one counts.
    const errors = new Map<string | number, Error>();
    const keep = (key: string): void => {
      const stored = current.get(key);
      if (stored === undefined || table.get(key) !== undefined) return;
      try {
        table.put(key, stored);
      } catch (error) {
        errors.set(key, asError(error));
      }
    };
    yield* stepsOverEach(objects, perStep, (object, index) => {
      let key = keys?.[index];
      try {
        key ??= keyOf(this.#keyFunc, object);
        const stored = transformObject(this.#transform, object, key) as DeepReadonly<T>;
        // A key that occurs twice in a list is updated by its second object.
        olds[index] = table.put(key, stored) ?? current.get(key);
        if (errors.size > 0) errors.delete(key);
      } catch (error) {
        refused.add(index);
        errors.set(key ?? index, asError(error));
        if (key !== undefined) keep(key);
      }
    });
    for (const key of leftOut ?? []) keep(key);
    const gone: DeletedFinalStateUnknown<T>[] = [];
    yield* stepsOverEach(current.listKeys(), perStep, (key) => {
      if (table.get(key) === undefined)
        gone.push(new DeletedFinalStateUnknown<T>(key, current.get(key), leftScope?.has(key)));
    });
    return { table, indexes, olds, refused, errors: Array.from(errors.values()), gone };
  }

  /**
   * True if the prepared content has all indexes: one may have been added since.
   * @internal
   */
  isCurrent(next: NextContent<T>): boolean {
    return next.indexes === this.#table.indexes;
  }

  /**
   * Shows the prepared content from now on. The steps call `onChange` for each object.
   * @internal
   */
  swap(next: NextContent<T>, resourceVersion: string): Steps {
    const previous = this.#table;
    this.#table = next.table;
    this.#resourceVersion = resourceVersion;
    return changesBetween(previous, next.table, this.#onChange);
  }

  /**
   * Applies the changes in order (client-go's TransactionStore): `Deleted` deletes, every other type adds or updates.
   *
   * Returns, for each change, the object that was stored under its key before. A change whose key or index values cannot be
   * computed is refused and does not stop the others; afterwards a TransactionError reports which changes were applied.
   * `keys` are the keys of the changes, one for all or one for each, if the caller has computed them with the store's key
   * function.
   * @internal
   */
  transaction(changes: readonly ObjectDelta<T>[], keys?: DeltaKeys): (DeepReadonly<T> | undefined)[] {
    requireList('changes of transaction', changes);
    // One change is the common case, and V8 allocates 17 elements for an array that grows from empty.
    const previous: (DeepReadonly<T> | undefined)[] = changes.length === 1 ? [undefined] : [];
    let refused: Map<number, Error> | undefined;
    for (let index = 0; index < changes.length; index++) {
      // A caller may have left one out: without a key it is refused.
      const change = changes[index] as ObjectDelta<T> | null | undefined;
      const object = change?.object as T;
      let key: string | undefined;
      try {
        key = (typeof keys === 'string' ? keys : keys?.[index]) ?? keyOf(this.#keyFunc, object);
        previous[index] =
          change?.type === 'Deleted'
            ? this.#remove(key, object)
            : // Only a Deleted delta contains a tombstone (see DeltaFIFO).
              this.#put(
                key,
                this.#transform === undefined
                  ? (object as T)
                  : transformObject(this.#transform, object as T, key),
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

  /** Does nothing: only queues resync. */
  resync(): void {} // Only queues resync (client-go's Store.Resync).

  /** Notes that the source has reached this resourceVersion. */
  bookmark(resourceVersion: string): void {
    this.#resourceVersion = resourceVersion;
  }

  /** Returns all objects, in no particular order. */
  list(): DeepReadonly<T>[] {
    return this.#table.list();
  }

  /** Returns all keys. */
  listKeys(): string[] {
    return this.#table.listKeys();
  }

  /** Returns the stored object with the same key; undefined if there is none. */
  get(object: DeepReadonly<T>): DeepReadonly<T> | undefined {
    return this.#table.get(keyOf(this.#keyFunc, object));
  }

  /** Returns the object under a key; undefined if there is none. */
  getByKey(key: string): DeepReadonly<T> | undefined {
    return this.#table.get(key);
  }

  get size(): number {
    return this.#table.size;
  }

  /**
   * The resourceVersion of the last write: of the object written or deleted, the list or the bookmark. A tombstone, or a
   * value without a resourceVersion, does not change it.
   */
  get resourceVersion(): string {
    return this.#resourceVersion;
  }

  index(indexName: string, object: DeepReadonly<T>): DeepReadonly<T>[] {
    const index = this.#index(indexName);
    const values = index.valuesOf(object);
    if (typeof values === 'string') return this.#table.objectsAt(index, values);
    const keys = new Set(values.flatMap((value) => this.#table.keysAt(index, value)));
    // Every key in an index is in the table.
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

  /**
   * Returns the number of values in use, by index name.
   * @internal
   */
  indexSizes(): Record<string, number> {
    return Object.fromEntries(this.#table.indexes.map(({ name, size }) => [name, size]));
  }

  get indexers(): Indexers<T> {
    return this.#indexers;
  }

  addIndexers(indexers: Indexers<T>): void {
    this.buildIndexers(indexers)();
  }

  /**
   * Does `addIndexers` in two parts: returns a function that adds the indexes, which cannot fail.
   * @internal
   */
  buildIndexers(indexers: Indexers<T>): () => void {
    requireIndexers('indexers', indexers);
    for (const name of Object.keys(indexers)) {
      if (this.#table.indexes.some((index) => index.name === name)) {
        throw new IndexError(
          `index ${shownValue(name)} exists already; known indexes: ${this.#known()}`,
          name,
        );
      }
    }
    const table = this.#table;
    const built = table.buildIndexes(Object.entries(indexers).map(([name, func]) => ({ name, func })));
    return () => {
      table.attach(built);
      this.#indexers = Object.freeze({ ...this.#indexers, ...indexers });
    };
  }

  #put(key: string, object: T): DeepReadonly<T> | undefined {
    // Now the object belongs to the store.
    const stored = object as DeepReadonly<T>;
    const previous = this.#table.put(key, stored);
    this.#note(stored);
    this.#onChange?.(previous, stored);
    return previous;
  }

  #remove(key: string, object: unknown): DeepReadonly<T> | undefined {
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
    // There are few indexes: a Map would not be faster.
    for (const index of this.#table.indexes) if (index.name === name) return index;
    throw new IndexError(`no index is named ${shownValue(name)}; known indexes: ${this.#known()}`, name);
  }

  #known(): string {
    return this.#table.indexes.map(({ name }) => JSON.stringify(name)).join(', ') || 'none';
  }
}

/** Checks that a value is Indexers. */
export function requireIndexers(what: string, indexers: unknown): void {
  if (!isPlainObject(indexers))
    throw new ConfigError(
      'ERR_OPTION',
      `${what} must be an object with a function for each index name, got ${shownList(indexers)}`,
    );
  for (const [name, func] of Object.entries<unknown>({ ...indexers }))
    if (typeof func !== 'function') refuseValue(`${shownValue(name)} of ${what}`, 'a function', func);
}

function* changesBetween<T>(
  previous: ObjectTable<T>,
  next: ObjectTable<T>,
  onChange: ChangeFunc<T> | undefined,
): Generator<unknown, void, void> {
  if (onChange === undefined) return;
  const putOne = (key: string): void => onChange(previous.get(key), next.get(key));
  yield* stepsOverEach(next.listKeys(), objectsPerStep, putOne);
  const removeOne = (key: string): void => {
    if (next.get(key) === undefined) onChange(previous.get(key), undefined);
  };
  yield* stepsOverEach(previous.listKeys(), objectsPerStep, removeOne);
}
