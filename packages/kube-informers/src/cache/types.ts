/**
 * The interfaces between the parts of the cache: sources, stores, queues and event handlers.
 */
import type { CallOptions, SourceOptions } from '../meta/calls.js';
import type { DeletedFinalStateUnknown } from '../meta/tombstone.js';
import type { KubernetesList, KubernetesObject } from '../meta/types.js';
import type { WatchStream } from '../meta/watch.js';
import type { DeepReadonly } from '../util/deep-readonly.js';

/** Lists and watches the objects of a Reflector (client-go's ListerWatcher). */
export interface ListerWatcher<T extends KubernetesObject> {
  /** Returns one page, or all objects if `options.limit` is absent. */
  list(options: SourceOptions): Promise<KubernetesList<T>>;
  /** Opens a watch. */
  watch(options: SourceOptions): Promise<WatchStream<T>>;
  /** True if the source cannot stream its list (client-go's IsWatchListSemanticsUnSupported). Default: false. */
  readonly watchListUnsupported?: boolean | undefined;
  /**
   * Resolves with true if the server answers a consistent list (without a resourceVersion) in pages from its watch cache, as
   * Kubernetes does from 1.34 on: a Reflector then lists in pages, else at resourceVersion "0". Default: unknown, as false.
   */
  pagesFromCache?(call?: CallOptions): Promise<boolean>;
  /** What it lists, for messages: `pods in namespace default`. */
  readonly description?: string | undefined;
}

// The types of functions below are those of methods: TypeScript then compares their parameters in both directions, so that an
// informer of pods is also one of KubernetesObjects, and a program can keep informers of several kinds in one list.

/** Returns an object's key, such as `namespace/name` or `name`; throws KeyError if it has no key (client-go's KeyFunc). */
export type KeyFunc<T> = { key(object: T): string }['key'];

/**
 * Changes an object before it is stored (client-go's TransformFunc). Must be idempotent.
 *
 * If it throws, the object is not stored and the error is reported. The key is computed from the transformed object, so it
 * may change the name.
 */
export type TransformFunc<T> = { transform(object: T): T }['transform'];

/**
 * Decides whether a cache keeps an object, by the object alone. It gets the object as it would be stored and must not change it.
 *
 * If it throws, the object is not stored and the error is reported, as for a transform.
 */
export type WhereFunc<T> = { matches(object: DeepReadonly<T>): boolean }['matches'];

/** Returned instead of an object that is not to be stored. */
export const notKept: unique symbol = Symbol('not kept');

/** As TransformFunc, but may also return `notKept`; what is stored under the object's key is then deleted. */
export type IntakeFunc<T> = { take(object: T): T | typeof notKept }['take'];

/** Called after a change of a store with the previous and the new object under a key; undefined if there is none. */
export type ChangeFunc<T> = {
  change(previous: DeepReadonly<T> | undefined, next: DeepReadonly<T> | undefined): void;
}['change'];

/** The part of a store or queue that a Reflector writes to (client-go's ReflectorStore). */
export interface ReflectorStore<T> {
  /** Stores an object that is new. */
  add(object: T): void;
  /** Stores an object that has changed. */
  update(object: T): void;
  // NoInfer, because a Store's `delete` also takes tombstones, which must not become part of T.
  /** Removes an object. */
  delete(object: NoInfer<T>): void;
  /** Replaces the whole content with the list, at its resourceVersion. */
  replace(objects: readonly T[], resourceVersion: string): void;
  /** Asks for a Sync of every object; a store without a queue does nothing. */
  resync(): void;
  /** Optional. Called with the resourceVersion of every event and bookmark, in order. */
  updateResourceVersion?(resourceVersion: string): void;
  /** Optional. Called with the resourceVersion of every bookmark, in order with the events. */
  bookmark?(resourceVersion: string): void;
  /** Also applied in the Reflector's temporary watch-list store, so that a large list is not held untransformed. */
  readonly transformer?: IntakeFunc<T> | undefined;
  /**
   * Optional. Transforms an object of a list that has not arrived completely; undefined if it need not be held. `replace` gets the
   * others.
   * @internal
   */
  take?(object: T): T | undefined;
  /**
   * Optional. False for an item of a list that must not be stored.
   * @internal
   */
  selects?(object: T): boolean;
}

/** The reading half of a Store: objects by key, shared with all other readers. */
export interface ReadonlyStore<T> {
  /** Returns all objects, in no particular order. */
  list(): DeepReadonly<T>[];
  /** Returns all keys. */
  listKeys(): string[];
  /** Returns the stored object with the same key; undefined if there is none. */
  get(object: DeepReadonly<T>): DeepReadonly<T> | undefined;
  /** Returns the object under a key; undefined if there is none. */
  getByKey(key: string): DeepReadonly<T> | undefined;
  /** The resourceVersion that the store has reached: "" before the first write. */
  readonly resourceVersion: string;
  /** Number of objects. */
  readonly size: number;
}

/** Stores objects by key (client-go's Store). */
export interface Store<T> extends ReflectorStore<T>, ReadonlyStore<T> {
  /** Removes the object with the same key, or that of a tombstone. */
  delete(object: T | DeletedFinalStateUnknown<T>): void;
}

/** Returns an object's values under one index; an empty array leaves it out (client-go's IndexFunc). */
export type IndexFunc<T> = { index(object: DeepReadonly<T>): readonly string[] }['index'];
/** Index functions by index name (client-go's Indexers). */
export type Indexers<T> = Readonly<Record<string, IndexFunc<T>>>;

/** An informer's cache: objects by key and by named indexes. Only the informer writes to it. */
export interface ReadonlyIndexer<T> extends ReadonlyStore<T> {
  /** Returns the objects that share an index value with `object`, each once. Throws IndexError for an unknown index. */
  index(indexName: string, object: DeepReadonly<T>): DeepReadonly<T>[];
  /** Returns the keys of the objects with this value. */
  indexKeys(indexName: string, value: string): string[];
  /** Returns all values in use. */
  indexFuncValues(indexName: string): string[];
  /** Returns the objects with this value, in time proportional to their number. */
  byIndex(indexName: string, value: string): DeepReadonly<T>[];
  /** All index functions, the same ones that were added. */
  readonly indexers: Indexers<T>;
  /**
   * Adds indexes and builds them for the stored objects. Throws IndexError if a name is taken, ConfigError `ERR_OPTION` for
   * anything except an object of functions.
   */
  addIndexers(indexers: Indexers<T>): void;
}

/** A Store with named indexes; an object may have several values under each (client-go's Indexer). */
export interface Indexer<T> extends Store<T>, ReadonlyIndexer<T> {}

/** The type of a change in a queue (client-go's DeltaType). */
export const DeltaType = {
  /** The object is new. */
  Added: 'Added',
  /** The object has changed. */
  Updated: 'Updated',
  /** The object is gone. */
  Deleted: 'Deleted',
  /** A relist found the object: it may be new, changed or the same. */
  Replaced: 'Replaced',
  /** A resync: nothing changed on the server. */
  Sync: 'Sync',
  /** A queue with atomic events: the whole list at once. */
  ReplacedAll: 'ReplacedAll',
  /** A queue with atomic events: resync all stored objects. */
  SyncAll: 'SyncAll',
} as const;
export type DeltaType = (typeof DeltaType)[keyof typeof DeltaType];

/** A change of one object. */
export interface ObjectDelta<T> {
  /** What happened to the object. */
  readonly type: 'Added' | 'Updated' | 'Deleted' | 'Replaced' | 'Sync';
  /** The object, or the tombstone of a deletion that was missed. */
  readonly object: T | DeletedFinalStateUnknown<T>;
}
/** A whole list, which replaces the content of the store. */
export interface ReplacedAll<T> {
  /** That it is a whole list. */
  readonly type: 'ReplacedAll';
  /** The objects of the list. */
  readonly objects: readonly T[];
  /** Version of the list. */
  readonly resourceVersion: string;
  /** Keys of listed objects whose transform threw: these still exist, so their stored objects stay. */
  readonly leftOut?: ReadonlySet<string> | undefined;
  /** Keys of listed objects that are not kept any more: these still exist, but not in the store. */
  readonly leftScope?: ReadonlySet<string> | undefined;
}
/** A change of the whole store (queues with atomic events). */
export type StoreDelta<T> =
  | ReplacedAll<T>
  | {
      /** What happened to the store. */
      readonly type: 'SyncAll';
    };
/** A change of one object, or of the whole store. */
export type Delta<T> = ObjectDelta<T> | StoreDelta<T>;
/** The changes of one key, oldest first; never empty when popped (client-go's Deltas). */
export type Deltas<T> = readonly Delta<T>[];

/**
 * The key of all deltas, of each delta, or of each object of a ReplacedAll, as computed by the queue's key function.
 *
 * Undefined if they may be out of date, because a transform may change an object's name.
 */
export type DeltaKeys = string | readonly string[] | undefined;

/** Called with a popped item; `isInInitialList` is true for items of the first replace. May throw: see `Queue.tryPop`. */
export type PopProcessFunc<T> = (deltas: Deltas<T>, isInInitialList: boolean, keys?: DeltaKeys) => void;

/** Called with a batch of at least two deltas of different keys. May throw: see `DeltaFIFO.tryPopBatch`. */
export type BatchProcessFunc<T> = (
  deltas: ObjectDelta<T>[],
  isInInitialList: boolean,
  keys?: DeltaKeys,
) => void;

/** The queue between a Reflector and an InformerController, such as a DeltaFIFO (client-go's Queue). */
export interface Queue<T> extends ReflectorStore<T> {
  /** Queues the deletion of an object or a tombstone. */
  delete(object: T | DeletedFinalStateUnknown<T>): void;
  /** Processes the oldest item; false if the queue is empty. Throws what `process` throws; the item is removed anyway. */
  tryPop(process: PopProcessFunc<T>): boolean;
  /** Waits for an item and processes it. Rejects with `signal.reason`, or with QueueClosedError after `close`. */
  pop(process: PopProcessFunc<T>, call?: CallOptions): Promise<void>;
  /** True once all items of the first replace (or the first add, update or delete) have been popped. */
  readonly hasSynced: boolean;
  /** Resolves when `hasSynced` becomes true; never rejects. */
  readonly synced: Promise<void>;
  /** Number of items. */
  readonly length: number;
  /** Refuses further items; a waiting `pop` rejects. */
  close(): void;
  /** True after `close`. */
  readonly closed: boolean;
  /** Sets the one listener, called synchronously when an empty queue gets an item and on close; undefined removes it. */
  setListener(onWork: (() => void) | undefined): void;
}

/** Passed to `onAdd` with the object. */
export interface AddInfo {
  /**
   * True for objects of the informer's first list, for cached objects that a late handler receives, and for objects of the
   * first list of a namespace that is added to the informer.
   */
  readonly isInInitialList: boolean;
}

/** Passed to `onDelete`. */
export interface Deletion<T> {
  /** `namespace/name`, or `name` for a cluster-scoped object. */
  readonly key: string;
  /** The last known state; undefined only if just the key is known. */
  readonly object: DeepReadonly<T> | undefined;
  /** True if the delete event was missed and a relist found the object gone. */
  readonly finalStateUnknown: boolean;
  /**
   * True if the object left the scope of the handler but may still exist: it no longer passes the informer's `where` or a
   * `filteringHandler`, or its namespace or shard was taken from the informer. `object` is then its last state in the scope. False
   * for an object that no longer matches the informer's selector: the server reports it as deleted.
   */
  readonly leftScope: boolean;
}

/**
 * Handles the changes of an informer (client-go's ResourceEventHandler). Each callback is optional.
 *
 * If a callback throws or rejects, the error is reported and the next event follows. If it returns a promise, the next event
 * of the same registration waits for it. Other return values are ignored, so `onAdd: (pod) => names.add(pod.metadata?.name)`
 * is valid.
 *
 * Unlike in client-go, a handler of a SharedIndexInformer without resyncs gets no `onUpdate` for an object that a relist found
 * unchanged (same resourceVersion). client-go calls it, unless the informer resyncs for another handler. Resyncs
 * (`resyncPeriodMs` of the informer or its factory) deliver unchanged objects again.
 */
export interface ResourceEventHandler<T> {
  /** Called for each object that appears, also for those of the initial list (`info.isInInitialList`). */
  onAdd?(object: DeepReadonly<T>, info: AddInfo): unknown;
  /** Called for each change of an object, with its state before and after. */
  onUpdate?(oldObject: DeepReadonly<T>, newObject: DeepReadonly<T>): unknown;
  /** Called for each object that is gone, with its last known state if there is one. */
  onDelete?(deletion: Deletion<T>): unknown;
}
