import {
  keyOfTransformed,
  lookUp,
  queueOptionNames,
  tombstoneOf,
  transformDeleted,
} from './queue-options.js';
import type { OptionNames } from '../../util/known-options.js';
import { requireKnownOptions } from '../../util/known-options.js';
import { RingQueue } from '../../util/ring-queue.js';
import { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import { keyOf } from '../key-of.js';
import { BaseQueue } from './base-queue.js';
import type { WaitingList } from './base-queue.js';
import type { KnownObjects, PreparedList, QueueOptions } from './queue-options.js';
import type { KubernetesObject } from '../../meta/types.js';
import type {
  BatchProcessFunc,
  Delta,
  DeltaKeys,
  ObjectDelta,
  PopProcessFunc,
  Queue,
  StoreDelta,
} from '../types.js';
import { requireBoolean, requireFunction } from '../../util/require.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** Options of a DeltaFIFO. */
export interface DeltaFIFOOptions<T> extends QueueOptions<T> {
  /** True: `replace` queues Replaced deltas; false: Sync, as client-go did before it had Replaced. Default: false. */
  readonly emitDeltaTypeReplaced?: boolean | undefined;
  /**
   * True: a replace is one ReplacedAll and a resync one SyncAll, as in a RealFIFO; the consumer compares with its store, so
   * `knownObjects` must be absent, and deletes of unknown objects are queued. False: the queue splits them into deltas of
   * objects. Default: false.
   */
  readonly atomicEvents?: boolean | undefined;
}

const deltaFIFOOptionNames: OptionNames<DeltaFIFOOptions<unknown>> = {
  ...queueOptionNames,
  emitDeltaTypeReplaced: requireBoolean,
  atomicEvents: requireBoolean,
};

/** Few enough that an index function of 50 µs does not make a batch a pause; enough to amortise the cost per batch. */
const mostInBatch = 64;

/** A key and the deltas of its object; or a delta of the whole store, with the keys of its objects. */
interface QueuedItem<T> {
  readonly key: DeltaKeys;
  readonly deltas: Delta<T>[];
}

/**
 * cache.DeltaFIFO: a queue of keys, each with all deltas of its object since it was last popped.
 *
 * A key is popped once for all its Deltas, oldest delta first; keys are popped in the order in which they were first queued.
 * Two consecutive Deleted become one, the one with more information: a real delete rather than a tombstone.
 *
 * A replace queues every object of the list, then a tombstone for every other key of the queue and of `knownObjects`; with
 * `atomicEvents`, the list as a whole.
 *
 * A write whose key or transform fails (KeyError, TransformError) changes nothing. Writes after `close` are dropped:
 * no consumer would pop them.
 */
export class DeltaFIFO<T = KubernetesObject> extends BaseQueue<T> implements Queue<T> {
  readonly #replacedType: 'Replaced' | 'Sync';
  // The items that get further deltas of their keys: those behind the last list in the queue.
  readonly #items = new Map<string, QueuedItem<T>>();
  readonly #queue = new RingQueue<QueuedItem<T>>();
  /** Number of items up to the last list in the queue. */
  #settled = 0;

  /** Creates an empty queue, which merges the changes of one key until they are popped. */
  constructor(options: DeltaFIFOOptions<T> = {}) {
    requireKnownOptions('a DeltaFIFO', options, deltaFIFOOptionNames);
    super('DeltaFIFO', options, options.atomicEvents === true);
    this.#replacedType = options.emitDeltaTypeReplaced === true ? 'Replaced' : 'Sync';
  }

  /** Dropped if neither the queue nor `knownObjects` has the key: a replace has queued that delete already. */
  delete(object: T | DeletedFinalStateUnknown<T>): void {
    if (!this.state.closed) this.pushDeleted(object);
  }

  /** @internal */
  protected pushDeleted(object: T | DeletedFinalStateUnknown<T>): void {
    const given = keyOf(this.keyFunc, object);
    this.state.populate(0);
    const deleted = transformDeleted(this.transformer, object, given, this.report);
    const key = keyOfTransformed(this.keyFunc, this.transformer, deleted, given);
    if (!this.atomicEvents && !this.#isQueuedOrKnown(key)) return;
    const wasEmpty = this.length === 0;
    this.pushDelta(key, { type: 'Deleted', object: deleted });
    if (wasEmpty) this.state.wake();
  }

  /** Processes the next item; returns false if the queue is empty. */
  tryPop(process: PopProcessFunc<T>): boolean {
    requireFunction('process of tryPop', process);
    const item = this.#queue.shift();
    if (item === undefined) return false;
    const { key, deltas } = item;
    this.#taken(key);
    this.handOut(process, deltas, key, 1);
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
      if (!all) this.#taken(key);
    }
    // Deleting key by key would shrink the map step by step, and the next events would grow it again.
    if (all) this.#settle();
    this.handOut(processBatch, batch, keys, count);
    return true;
  }

  /** Number of waiting keys, and of lists and resyncs with `atomicEvents`. */
  get length(): number {
    return this.#queue.length;
  }

  /** @internal */
  head(): WaitingList<T> | undefined {
    const item = this.#queue.at(0);
    const delta = item?.deltas[0];
    // A list is queued with its keys.
    return delta?.type === 'ReplacedAll' ? { list: delta, keys: item?.key as readonly string[] } : undefined;
  }

  #countBatch(): number {
    const left = this.state.initialLeft;
    const most = Math.min(this.#queue.length, mostInBatch, left > 0 ? left : Infinity);
    for (let index = 0; index < most; index++) {
      const { key, deltas } = this.#queue.at(index) as QueuedItem<T>;
      if (deltas.length !== 1 || typeof key !== 'string') return index;
    }
    return most;
  }

  /** An item has left the queue. */
  #taken(key: DeltaKeys): void {
    if (this.#settled > 0) this.#settled--;
    else if (typeof key === 'string') this.#items.delete(key);
  }

  /** No item in the queue gets further deltas. */
  #settle(): void {
    this.#items.clear();
    this.#settled = this.#queue.length;
  }

  /** @internal */
  protected pushDelta(key: string, delta: ObjectDelta<T>): void {
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

  /** @internal */
  protected pushStoreDelta(key: DeltaKeys, delta: StoreDelta<T>): void {
    this.#queue.push({ key, deltas: [delta] });
    this.#settle();
  }

  /** @internal */
  protected pushKnown(known: KnownObjects<T>): void {
    for (const key of known.listKeys()) {
      if (this.#items.has(key)) continue;
      const object = lookUp(known, key, this.report);
      // The object comes from the consumer's store, to which it returns unchanged.
      if (object !== undefined) this.pushDelta(key, { type: 'Sync', object: object as T });
    }
  }

  /** @internal */
  protected pushList({ keys, objects, leftOut, leftScope }: PreparedList<T>): void {
    const present = new Set([...leftOut, ...keys]);
    const queued = Array.from(this.#items.keys());
    objects.forEach((object, index) => {
      // There are as many keys as objects.
      this.pushDelta(keys[index] as string, { type: this.#replacedType, object });
    });
    for (const key of queued) if (!present.has(key)) this.#deleteQueued(key, leftScope.has(key));
    const { known } = this;
    if (known === undefined) return;
    for (const key of known.listKeys())
      if (!this.#items.has(key) && !leftOut.has(key))
        this.pushDelta(key, {
          type: 'Deleted',
          object: tombstoneOf(known, key, this.report, leftScope.has(key)),
        });
  }

  #deleteQueued(key: string, leftScope: boolean): void {
    // A queued key has an item with deltas of its object.
    const { deltas } = this.#items.get(key) as QueuedItem<T>;
    const { object } = deltas.at(-1) as ObjectDelta<T>;
    const last = object instanceof DeletedFinalStateUnknown ? object.object : (object as DeepReadonly<T>);
    this.pushDelta(key, { type: 'Deleted', object: new DeletedFinalStateUnknown(key, last, leftScope) });
  }

  #isQueuedOrKnown(key: string): boolean {
    if (this.#items.has(key)) return true;
    if (this.known === undefined) return false;
    try {
      return this.known.getByKey(key) !== undefined;
    } catch {
      // Not known for sure, so queue the delete rather than lose it.
      return true;
    }
  }
}
