/**
 * The interfaces between the parts of the cache: what a Reflector reads from, what it writes to, what a handler is told.
 */
import type { DeletedFinalStateUnknown } from '../meta/tombstone.js';
import type { KubernetesList, KubernetesObject, ListOptions } from '../meta/types.js';
import type { WatchStream } from '../meta/watch.js';
import type { ObjectFormat } from '../meta/wire-format.js';
import type { DeepReadonly } from '../util/deep-readonly.js';

/** What every call that waits accepts. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** What a Reflector says to its ListerWatcher besides what to ask for. */
export interface SourceCallOptions extends CallOptions {
  /** What objects are made of the bytes; a source that has no bytes takes no notice. Default: plain objects. */
  readonly format?: ObjectFormat<KubernetesObject> | undefined;
  /** Tries after the first, of a source that tries again by itself. Default: the source's own. */
  readonly maxRetries?: number | undefined;
}

/** cache.ListerWatcher: where a Reflector gets its objects from. */
export interface ListerWatcher<T extends KubernetesObject> {
  /** One page, or everything when `options.limit` is absent. */
  list(options: ListOptions, call?: SourceCallOptions): Promise<KubernetesList<T>>;
  watch(options: ListOptions, call?: SourceCallOptions): Promise<WatchStream<T>>;
  /** True when the source cannot stream its list (client-go's IsWatchListSemanticsUnSupported). Default: false. */
  readonly watchListUnsupported?: boolean | undefined;
}

/** cache.KeyFunc: an object's key in a store, `namespace/name` or `name`. Throws KeyError when it has none. */
export type KeyFunc<T> = (object: T) => string;

/**
 * cache.TransformFunc: changes an object before it is stored; must be idempotent. Throwing leaves the object out, reported.
 * The key function is asked again for what it made, so that it may give an object another name.
 */
export type TransformFunc<T> = (object: T) => T;

/** cache.ReflectorStore: the part of a store or queue that a Reflector writes to. */
export interface ReflectorStore<T> {
  add(object: T): void;
  update(object: T): void;
  // A Store's takes tombstones as well, which would be taken for a part of T.
  delete(object: NoInfer<T>): void;
  /** Takes the list as the whole truth, at its resourceVersion. */
  replace(objects: readonly T[], resourceVersion: string): void;
  resync(): void;
  /** Told the resourceVersion of every event and bookmark, in order, when the store has the method. */
  updateResourceVersion?(resourceVersion: string): void;
  /** Told of bookmarks, in order with the events, when the store has the method. */
  bookmark?(resourceVersion: string): void;
  /** Applied by the Reflector's temporary watch-list store too, so that a big list never stands there untransformed. */
  readonly transformer?: TransformFunc<T> | undefined;
}

/** The reading half of a Store: objects by key. They are shared with every other reader. */
export interface ReadonlyStore<T> {
  list(): DeepReadonly<T>[];
  listKeys(): string[];
  get(object: DeepReadonly<T>): DeepReadonly<T> | undefined;
  getByKey(key: string): DeepReadonly<T> | undefined;
  /** The resourceVersion that the store has reached: "" before the first write. */
  readonly resourceVersion: string;
  /** Number of objects. */
  readonly size: number;
}

/** cache.Store: objects by key. */
export interface Store<T> extends ReflectorStore<T>, ReadonlyStore<T> {
  delete(object: T | DeletedFinalStateUnknown<T>): void;
}

/** cache.IndexFunc: an object's values under one index; none leaves it out of the index. */
export type IndexFunc<T> = (object: DeepReadonly<T>) => readonly string[];
/** cache.Indexers: index functions by index name. */
export type Indexers<T> = Readonly<Record<string, IndexFunc<T>>>;

/** An informer's cache: objects by key and by named indexes. Only the informer writes to it. */
export interface ReadonlyIndexer<T> extends ReadonlyStore<T> {
  /** The objects that share an index value with `object`, each once. Throws IndexError for an unknown index. */
  index(indexName: string, object: DeepReadonly<T>): DeepReadonly<T>[];
  /** Keys of the objects with this value. */
  indexKeys(indexName: string, value: string): string[];
  /** Every value in use. */
  indexFuncValues(indexName: string): string[];
  /** The objects with this value: costs its result, not the cache. */
  byIndex(indexName: string, value: string): DeepReadonly<T>[];
  readonly indexers: Indexers<T>;
  /** Adds indexes and builds them for what is stored. Throws IndexError when a name is taken. */
  addIndexers(indexers: Indexers<T>): void;
}

/** cache.Indexer: a Store with named indexes, each of many values an object. */
export interface Indexer<T> extends Store<T>, ReadonlyIndexer<T> {}

/** cache.DeltaType. */
export const DeltaType = {
  Added: 'Added',
  Updated: 'Updated',
  Deleted: 'Deleted',
  /** A relist found the object: it may be new, changed or the same. */
  Replaced: 'Replaced',
  /** A resync: nothing changed on the server. */
  Sync: 'Sync',
  /** RealFIFO with atomic events: the whole list at once. */
  ReplacedAll: 'ReplacedAll',
  /** RealFIFO with atomic events: resync everything that is stored. */
  SyncAll: 'SyncAll',
  /** RealFIFO with atomic events: the source has reached this resourceVersion. */
  Bookmark: 'Bookmark',
} as const;
export type DeltaType = (typeof DeltaType)[keyof typeof DeltaType];

/** A change of one object. */
export interface ObjectDelta<T> {
  readonly type: 'Added' | 'Updated' | 'Deleted' | 'Replaced' | 'Sync';
  readonly object: T | DeletedFinalStateUnknown<T>;
}
/** A change of the whole store (RealFIFO with atomic events). */
export type StoreDelta<T> =
  | {
      readonly type: 'ReplacedAll';
      readonly objects: readonly T[];
      readonly resourceVersion: string;
      /** Keys that the list had and whose transform threw: not gone, so what is stored under them stays. */
      readonly leftOut?: ReadonlySet<string>;
    }
  | { readonly type: 'SyncAll' }
  | { readonly type: 'Bookmark'; readonly resourceVersion: string };
export type Delta<T> = ObjectDelta<T> | StoreDelta<T>;
/** cache.Deltas: one key's changes, oldest first; never empty when popped. */
export type Deltas<T> = readonly Delta<T>[];

/**
 * The key of every delta, or of each delta, or of each object of a ReplacedAll, as the queue's key function gave them;
 * undefined where they may be out of date (a transform may give an object another name).
 */
export type DeltaKeys = string | readonly string[] | undefined;

/** Called with what was popped; `isInInitialList` is true for what the first replace brought. May throw: see `Queue.tryPop`. */
export type PopProcessFunc<T> = (deltas: Deltas<T>, isInInitialList: boolean, keys?: DeltaKeys) => void;

/** Called with a batch of at least two deltas, no key twice. May throw: see `tryPopBatch` of the queues. */
export type BatchProcessFunc<T> = (
  deltas: ObjectDelta<T>[],
  isInInitialList: boolean,
  keys?: DeltaKeys,
) => void;

/** cache.Queue: what stands between a Reflector and a Controller. DeltaFIFO and RealFIFO implement it. */
export interface Queue<T> extends ReflectorStore<T> {
  delete(object: T | DeletedFinalStateUnknown<T>): void;
  /** Processes the oldest item now. False when there is none. What `process` throws comes out, with the item already removed. */
  tryPop(process: PopProcessFunc<T>): boolean;
  /** Waits for an item, then as `tryPop`. Rejects with `signal.reason`, or with QueueClosedError after `close`. */
  pop(process: PopProcessFunc<T>, call?: CallOptions): Promise<void>;
  /** True once the first replace (or a first add, update or delete) and all it brought have been popped. */
  readonly hasSynced: boolean;
  /** Resolves when `hasSynced` turns true; never rejects. */
  readonly synced: Promise<void>;
  /** Items waiting. */
  readonly length: number;
  /** Nothing is accepted any more; a waiting `pop` rejects. */
  close(): void;
  readonly closed: boolean;
  /** Called, synchronously, whenever an item is queued on an empty queue, and on close. One listener; undefined takes it off. */
  setListener(onWork: (() => void) | undefined): void;
}

/** What `onAdd` is told besides the object. */
export interface AddInfo {
  /**
   * True for what the informer's first list brought, for the cache's content given to a late handler, and for what the
   * first list of a namespace brought that was added to the informer.
   */
  readonly isInInitialList: boolean;
}

/** What `onDelete` is told. */
export interface Deletion<T> {
  readonly key: string;
  /** The last known state; `undefined` only when a bare key was deleted. */
  readonly object: DeepReadonly<T> | undefined;
  /** True when the delete itself was missed and was found by a relist. */
  readonly finalStateUnknown: boolean;
  /**
   * True when the object left what the handler sees, and nothing says that it was deleted: its namespace was removed from
   * the informer, or it no longer passes a `filteringHandler`. An object that no longer matches the informer's selector
   * has false: the server reports it as deleted.
   */
  readonly leftScope: boolean;
}

/**
 * cache.ResourceEventHandler. Every callback may be absent; what they throw or reject with is reported and their next
 * event still comes. A callback that returns a promise is awaited before the next event of the same registration; what
 * it returns else does not matter, so that `onAdd: (pod) => names.add(pod.metadata?.name)` will do.
 *
 * Unlike client-go, a handler of a SharedIndexInformer that did not ask for resyncs gets no `onUpdate` for an object that
 * a relist found unchanged (same resourceVersion). client-go sends one, unless the informer resyncs for another handler.
 * Resyncs (`resyncPeriodMs` of the informer or its factory) bring unchanged objects again.
 */
export interface ResourceEventHandler<T> {
  onAdd?(object: DeepReadonly<T>, info: AddInfo): unknown;
  onUpdate?(oldObject: DeepReadonly<T>, newObject: DeepReadonly<T>): unknown;
  onDelete?(deletion: Deletion<T>): unknown;
}
