import { ConfigError } from '../../util/errors.js';
import { requireCall, requireKnownOptions } from '../../util/known-options.js';
import { RingQueue } from '../../util/ring-queue.js';
import { requireFunction, requireList } from '../../util/require.js';
import { throwIfAborted } from '../../util/signal.js';
import { finishSteps, objectsPerStep } from '../../util/steps.js';
import type { CallOptions } from '../../meta/calls.js';
import { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import type { KubernetesObject } from '../../meta/types.js';
import { defaultKeyFunc, keyOf } from '../key-of.js';
import type { ReplaceStepsOptions } from '../sliced-replace.js';
import { transformObject } from '../transform.js';
import { notKept } from '../types.js';
import type {
  BatchProcessFunc,
  Delta,
  DeltaKeys,
  Deltas,
  IntakeFunc,
  KeyFunc,
  ObjectDelta,
  PopProcessFunc,
  Queue,
  ReplacedAll,
  StoreDelta,
} from '../types.js';
import {
  deltaFIFOOptionNames,
  errorSink,
  keyOfQueued,
  keyOfTransformed,
  lookUp,
  prepareList,
  tombstoneOf,
  transformDeleted,
} from './queue-options.js';
import type { DeltaFIFOOptions, KnownObjects, PreparedList } from './queue-options.js';
import { QueueState } from './queue-state.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** Few enough that an index function of 50 µs does not make a batch a pause; enough to amortise the cost per batch. */
const mostInBatch = 64;

/** A key and the deltas of its object; or a delta of the whole store, with the keys of its objects. */
interface QueuedItem<T> {
  readonly key: DeltaKeys;
  readonly deltas: Delta<T>[];
}

/** A list at the head of a queue, and the keys of its objects. */
export interface WaitingList<T> {
  readonly list: ReplacedAll<T>;
  readonly keys: readonly string[];
}

/**
 * cache.DeltaFIFO: a queue of keys, each with all deltas of its object since it was last popped.
 *
 * A key is popped once for all its Deltas, oldest delta first; keys are popped in the order in which they were first queued, so
 * order holds for each key and not over keys. Two consecutive Deleted become one, the one with more information: a real delete
 * rather than a tombstone.
 *
 * A replace queues every object of the list, then a tombstone for every other key of the queue and of `knownObjects`; with
 * `atomicEvents`, the list as a whole.
 *
 * A write whose key or transform fails (KeyError, TransformError) changes nothing. Writes after `close` are dropped:
 * no consumer would pop them.
 */
export class DeltaFIFO<T = KubernetesObject> implements Queue<T>, Disposable {
  /** Applied to each object before it is queued; undefined without a transform. */
  readonly transformer: IntakeFunc<T> | undefined;
  /** True when a replace is one ReplacedAll, and a resync one SyncAll. */
  readonly atomicEvents: boolean;
  readonly #keyFunc: KeyFunc<T>;
  readonly #known: KnownObjects<T> | undefined;
  readonly #report: (error: Error) => void;
  readonly #onDrained: ((resourceVersion: string) => void) | undefined;
  readonly #isStored: ((key: string) => boolean) | undefined;
  readonly #replacedType: 'Replaced' | 'Sync';
  readonly #state = new QueueState();
  // The items that get further deltas of their keys: those behind the last list in the queue.
  readonly #items = new Map<string, QueuedItem<T>>();
  readonly #queue = new RingQueue<QueuedItem<T>>();
  /** Number of items up to the last list in the queue. */
  #sealed = 0;
  /** What `take` has returned since the last replace, which does not transform it again. */
  #transformed = new WeakSet<object>();
  /** ResourceVersion of the newest write or bookmark. */
  #resourceVersion = '';

  /**
   * Creates an empty queue, which merges the changes of one key until they are popped.
   *
   * Throws ConfigError `ERR_OPTION` for `knownObjects` together with `atomicEvents`.
   */
  constructor(options: DeltaFIFOOptions<T> = {}) {
    requireKnownOptions('a DeltaFIFO', options, deltaFIFOOptionNames);
    const { keyFunc = defaultKeyFunc, knownObjects, atomicEvents = false } = options;
    if (atomicEvents && knownObjects !== undefined)
      throw new ConfigError('ERR_OPTION', 'knownObjects must be absent when atomicEvents is true');
    this.transformer = options.transformer;
    this.atomicEvents = atomicEvents;
    this.#keyFunc = keyFunc;
    this.#known = knownObjects;
    this.#report = errorSink(options);
    this.#onDrained = options.onDrained;
    this.#isStored = options.isStored;
    this.#replacedType = options.emitDeltaTypeReplaced === true ? 'Replaced' : 'Sync';
  }

  /** Queues an Added delta for the object. Throws KeyError if it has no key. */
  add(object: T): void {
    this.#write('Added', object);
  }

  /** Queues an Updated delta for the object. Throws KeyError if it has no key. */
  update(object: T): void {
    this.#write('Updated', object);
  }

  /** Dropped if neither the queue nor `knownObjects` has the key: a replace has queued that delete already. */
  delete(object: T | DeletedFinalStateUnknown<T>): void {
    if (!this.#state.closed) this.#pushDeleted(object);
  }

  /**
   * Transforms an object of a list that has not arrived completely; undefined if the list need not hold it. One that is stored
   * and not kept any more is held: `replace`, which decides again, has to know that it exists.
   * @internal
   */
  take(object: T): T | undefined {
    if (this.transformer === undefined) return object;
    try {
      const taken = this.transformer(object);
      if (taken === notKept) return this.#mayHold(keyOf(this.#keyFunc, object)) ? object : undefined;
      if (typeof taken === 'object' && taken !== null) this.#transformed.add(taken);
      return taken;
    } catch {
      // `replace` reports it.
      return object;
    }
  }

  /** Queues a whole list. A key that cannot be computed (KeyError) leaves the queue unchanged. */
  replace(objects: readonly T[], resourceVersion: string): void {
    requireList('objects of replace', objects);
    finishSteps(this.replaceInSteps(objects, resourceVersion, { objectsPerStep: Infinity }));
  }

  /**
   * `replace` in steps: keys and transforms take long. The last one queues the list, and none before changes the queue.
   * @internal
   */
  *replaceInSteps(
    objects: readonly T[],
    resourceVersion: string,
    { objectsPerStep: perStep = objectsPerStep }: ReplaceStepsOptions = {},
  ): Generator<unknown, void, void> {
    if (this.#state.closed) return;
    const { transformer } = this;
    const mayHold = (key: string): boolean => this.#mayHold(key);
    const isTransformed = (object: unknown): boolean => this.#transformed.has(object as object);
    const preparing = { keyFunc: this.#keyFunc, transformer, report: this.#report, mayHold, isTransformed };
    const list = yield* prepareList(objects, preparing, perStep);
    this.#transformed = new WeakSet();
    if (this.#state.closed) return;
    const wasEmpty = this.length === 0;
    if (this.atomicEvents) {
      const { keys, objects: all, leftOut, leftScope } = list;
      this.#pushStoreDelta(keys, {
        type: 'ReplacedAll',
        objects: all,
        resourceVersion,
        ...(leftOut.size === 0 ? {} : { leftOut }),
        ...(leftScope.size === 0 ? {} : { leftScope }),
      });
    } else this.#pushList(list);
    this.#state.populate(this.length);
    this.updateResourceVersion(resourceVersion);
    this.#announceAfter(wasEmpty);
  }

  /** Queues Sync for every known object that has nothing queued: an older state must not follow a newer one. */
  resync(): void {
    if (this.#state.closed) return;
    const wasEmpty = this.length === 0;
    if (this.atomicEvents) this.#pushStoreDelta(undefined, { type: 'SyncAll' });
    else if (this.#known !== undefined) this.#pushKnown(this.#known);
    this.#announceAfter(wasEmpty);
  }

  /** Records that the writes so far, and bookmarks, have reached this resourceVersion. */
  updateResourceVersion(resourceVersion: string): void {
    if (this.#onDrained === undefined || this.#state.closed) return;
    this.#resourceVersion = resourceVersion;
    this.#reportDrained();
  }

  /** Processes the next item, and waits for one if the queue is empty. Rejects with QueueClosedError after `close`. */
  async pop(process: PopProcessFunc<T>, call: CallOptions = {}): Promise<void> {
    requireFunction('process of pop', process);
    requireCall('pop of a queue', call);
    throwIfAborted(call.signal);
    while (!this.tryPop(process)) await this.#state.wait(call.signal);
  }

  /** Processes the next item; returns false if the queue is empty. */
  tryPop(process: PopProcessFunc<T>): boolean {
    requireFunction('process of tryPop', process);
    const item = this.#queue.shift();
    if (item === undefined) return false;
    const { key, deltas } = item;
    this.#left(key);
    this.#handOut(process, deltas, key, 1);
    return true;
  }

  /**
   * Processes the oldest keys together: up to 64 that have one delta each. A key with more deltas goes to `process`, alone.
   * Items of the first replace are not mixed with later ones.
   *
   * Returns false if the queue is empty. Errors of the functions are thrown, after the items have been removed.
   */
  tryPopBatch(processBatch: BatchProcessFunc<T>, process: PopProcessFunc<T>): boolean {
    requireFunction('processBatch of tryPopBatch', processBatch);
    const count = this.#countBatch();
    if (count <= 1) return this.tryPop(process);
    const batch: ObjectDelta<T>[] = [];
    const keys: string[] = [];
    const all = count === this.#queue.length;
    for (let index = 0; index < count; index++) {
      // There are `count` items in the queue, each with one delta.
      const { key, deltas } = this.#queue.shift() as QueuedItem<T>;
      batch.push(deltas[0] as ObjectDelta<T>);
      keys.push(key as string);
      if (!all) this.#left(key);
    }
    // Deleting key by key would shrink the map step by step, and the next events would grow it again.
    if (all) this.#seal();
    this.#handOut(processBatch, batch, keys, count);
    return true;
  }

  /** Number of waiting keys, and of lists and resyncs with `atomicEvents`. */
  get length(): number {
    return this.#queue.length;
  }

  /**
   * The list at the head of the queue, if one is there.
   * @internal
   */
  head(): WaitingList<T> | undefined {
    const item = this.#queue.at(0);
    const delta = item?.deltas[0];
    // A list is queued with its keys.
    return delta?.type === 'ReplacedAll' ? { list: delta, keys: item?.key as readonly string[] } : undefined;
  }

  /** True once everything of the first replace was popped, or if the first write was no replace. */
  get hasSynced(): boolean {
    return this.#state.hasSynced;
  }

  /** Resolves when `hasSynced` becomes true; never rejects. */
  get synced(): Promise<void> {
    return this.#state.synced;
  }

  /** Closes the queue: later writes are ignored, and a waiting `pop` rejects. Queued items can still be popped. */
  close(): void {
    this.#state.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** True after `close`. */
  get closed(): boolean {
    return this.#state.closed;
  }

  /** Sets the function that is called when an item arrives in an empty queue; undefined removes it. */
  setListener(onWork: (() => void) | undefined): void {
    if (onWork !== undefined) requireFunction('onWork of setListener', onWork);
    this.#state.setListener(onWork);
  }

  /** cache.DeltaFIFO.KeyOf: the key of an object, a tombstone or Deltas. Throws KeyError. */
  keyOf(item: T | DeletedFinalStateUnknown<T> | Deltas<T>): string {
    return keyOfQueued(this.#keyFunc, item);
  }

  #write(type: 'Added' | 'Updated', object: T): void {
    if (this.#state.closed) return;
    let key = keyOf(this.#keyFunc, object);
    let queued = object;
    if (this.transformer !== undefined) {
      const transformed = transformObject(this.transformer, object, key);
      if (transformed === notKept) {
        this.#state.populate(0);
        if (this.#mayHold(key)) this.#pushDeleted(new DeletedFinalStateUnknown<T>(key, undefined, true));
        return;
      }
      queued = transformed;
      key = keyOfTransformed(this.#keyFunc, this.transformer, queued, key);
    }
    this.#state.populate(0);
    const wasEmpty = this.length === 0;
    this.#pushDelta(key, { type, object: queued });
    if (wasEmpty) this.#state.announce();
  }

  #pushDeleted(object: T | DeletedFinalStateUnknown<T>): void {
    const given = keyOf(this.#keyFunc, object);
    this.#state.populate(0);
    const deleted = transformDeleted(this.transformer, object, given, this.#report);
    const key = keyOfTransformed(this.#keyFunc, this.transformer, deleted, given);
    if (!this.atomicEvents && !this.#isQueuedOrKnown(key)) return;
    const wasEmpty = this.length === 0;
    this.#pushDelta(key, { type: 'Deleted', object: deleted });
    if (wasEmpty) this.#state.announce();
  }

  #pushDelta(key: string, delta: ObjectDelta<T>): void {
    const item = this.#items.get(key);
    if (item === undefined) {
      const first = { key, deltas: [delta] };
      this.#items.set(key, first);
      this.#queue.push(first);
      return;
    }
    const { deltas } = item;
    const last = deltas.at(-1);
    if (delta.type !== 'Deleted' || last?.type !== 'Deleted') deltas.push(delta);
    else if (last.object instanceof DeletedFinalStateUnknown) deltas[deltas.length - 1] = delta;
  }

  #pushStoreDelta(key: DeltaKeys, delta: StoreDelta<T>): void {
    this.#queue.push({ key, deltas: [delta] });
    this.#seal();
  }

  #pushKnown(known: KnownObjects<T>): void {
    for (const key of known.listKeys()) {
      if (this.#items.has(key)) continue;
      const object = lookUp(known, key, this.#report);
      // The object comes from the consumer's store, to which it returns unchanged.
      if (object !== undefined) this.#pushDelta(key, { type: 'Sync', object: object as T });
    }
  }

  #pushList({ keys, objects, leftOut, leftScope }: PreparedList<T>): void {
    const present = new Set([...leftOut, ...keys]);
    const queued = Array.from(this.#items.keys());
    objects.forEach((object, index) => {
      // There are as many keys as objects.
      this.#pushDelta(keys[index] as string, { type: this.#replacedType, object });
    });
    for (const key of queued) if (!present.has(key)) this.#deleteQueued(key, leftScope.has(key));
    const known = this.#known;
    if (known === undefined) return;
    for (const key of known.listKeys())
      if (!this.#items.has(key) && !leftOut.has(key))
        this.#pushDelta(key, {
          type: 'Deleted',
          object: tombstoneOf(known, key, this.#report, leftScope.has(key)),
        });
  }

  #deleteQueued(key: string, leftScope: boolean): void {
    // A queued key has an item with deltas of its object.
    const { deltas } = this.#items.get(key) as QueuedItem<T>;
    const { object } = deltas.at(-1) as ObjectDelta<T>;
    const last = object instanceof DeletedFinalStateUnknown ? object.object : (object as DeepReadonly<T>);
    this.#pushDelta(key, { type: 'Deleted', object: new DeletedFinalStateUnknown(key, last, leftScope) });
  }

  #isQueuedOrKnown(key: string): boolean {
    if (this.#items.has(key)) return true;
    if (this.#known === undefined) return false;
    try {
      return this.#known.getByKey(key) !== undefined;
    } catch {
      // Not known for sure, so queue the delete rather than lose it.
      return true;
    }
  }

  /** False if neither the queue nor its consumer has an object under the key. */
  #mayHold(key: string): boolean {
    return this.length > 0 || this.#isStored === undefined || this.#isStored(key);
  }

  #countBatch(): number {
    const left = this.#state.initialLeft;
    const most = Math.min(this.#queue.length, mostInBatch, left > 0 ? left : Infinity);
    for (let index = 0; index < most; index++) {
      const { key, deltas } = this.#queue.at(index) as QueuedItem<T>;
      if (deltas.length !== 1 || typeof key !== 'string') return index;
    }
    return most;
  }

  /** An item has left the queue. */
  #left(key: DeltaKeys): void {
    if (this.#sealed > 0) this.#sealed--;
    else if (typeof key === 'string') this.#items.delete(key);
  }

  /** No item in the queue gets further deltas. */
  #seal(): void {
    this.#items.clear();
    this.#sealed = this.#queue.length;
  }

  /** Calls a function with `count` items taken out of the queue; they count as popped even if it throws. */
  #handOut<D>(
    process: (deltas: D, isInInitialList: boolean, keys?: DeltaKeys) => void,
    deltas: D,
    keys: DeltaKeys,
    count: number,
  ): void {
    try {
      // A transform may have changed names.
      process(deltas, !this.#state.hasSynced, this.transformer === undefined ? keys : undefined);
    } finally {
      this.#state.popped(count);
      if (this.#onDrained !== undefined) this.#reportDrained();
    }
  }

  #reportDrained(): void {
    if (this.length === 0 && this.#resourceVersion !== '') this.#onDrained?.(this.#resourceVersion);
  }

  #announceAfter(wasEmpty: boolean): void {
    if (wasEmpty && this.length > 0) this.#state.announce();
  }
}
