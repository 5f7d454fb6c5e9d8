import {
  keyOfTransformed,
  lookUp,
  queueOptionNames,
  tombstoneOf,
  transformDeleted,
} from './queue-options.js';
import type { OptionNames } from '../../util/known-options.js';
import { requireKnownOptions } from '../../util/known-options.js';
import { ConfigError } from '../../util/errors.js';
import { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import { keyOf } from '../key-of.js';
import { BaseQueue } from './base-queue.js';
import type { WaitingList } from './base-queue.js';
import { KeyedDeltas } from './keyed-deltas.js';
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
import { requireBoolean, requireFunction, wholeFrom } from '../../util/require.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** Options of a RealFIFO. */
export interface RealFIFOOptions<T> extends QueueOptions<T> {
  /**
   * True: a replace is one ReplacedAll, a resync one SyncAll, and bookmarks are queued; the consumer compares with its
   * store, so `knownObjects` must be absent. False: the queue splits them into deltas of objects, and `knownObjects` is
   * required. Default: true.
   */
  readonly atomicEvents?: boolean | undefined;
  /** Maximum number of deltas in one `tryPopBatch`. Default: 1000 (client-go, the_real_fifo.go). */
  readonly batchSize?: number | undefined;
}

const realFIFOOptionNames: OptionNames<RealFIFOOptions<unknown>> = {
  ...queueOptionNames,
  atomicEvents: requireBoolean,
  batchSize: wholeFrom(1),
};

/**
 * cache.RealFIFO: a queue of every change, in the order of arrival. Nothing is merged, and deletes of unknown objects are
 * queued as well.
 *
 * With atomic events a replace is one ReplacedAll and a resync one SyncAll. Without them, a replace queues tombstones for
 * the objects of the queue and of `knownObjects` that are not in the list, then every object of the list.
 *
 * A write whose key or transform fails (KeyError, TransformError) changes nothing. Writes after `close` are dropped:
 * no consumer would pop them.
 */
export class RealFIFO<T = KubernetesObject> extends BaseQueue<T> implements Queue<T> {
  readonly #batchSize: number;
  readonly #deltas = new KeyedDeltas<T>();

  /**
   * Creates an empty queue, which keeps every change in its order.
   *
   * Throws ConfigError `ERR_OPTION` if `knownObjects` does not match `atomicEvents`, or for an invalid `batchSize`.
   */
  constructor(options: RealFIFOOptions<T> = {}) {
    requireKnownOptions('a RealFIFO', options, realFIFOOptionNames);
    const { knownObjects, atomicEvents = true, batchSize = 1000 } = options;
    super('RealFIFO', options, atomicEvents);
    if (!atomicEvents && knownObjects === undefined) {
      throw new ConfigError('ERR_OPTION', 'knownObjects is required when atomicEvents is false');
    }
    this.#batchSize = batchSize;
  }

  /** Queues a Deleted delta for the object or its tombstone. Throws KeyError if it has no key. */
  delete(object: T | DeletedFinalStateUnknown<T>): void {
    if (!this.state.closed) this.pushDeleted(object);
  }

  /** @internal */
  protected pushDeleted(object: T | DeletedFinalStateUnknown<T>): void {
    const given = keyOf(this.keyFunc, object);
    const deleted = transformDeleted(this.transformer, object, given, this.report);
    const key = keyOfTransformed(this.keyFunc, this.transformer, deleted, given);
    this.state.populate(0);
    this.#queueOne(key, { type: 'Deleted', object: deleted });
  }

  /** Queued with atomic events. Without them it could overtake parts of a replace, so it is dropped. */
  bookmark(resourceVersion: string): void {
    if (this.state.closed || !this.atomicEvents) return;
    this.#queueOne(undefined, { type: 'Bookmark', resourceVersion });
  }

  /** Processes the next item; returns false if the queue is empty. */
  tryPop(process: PopProcessFunc<T>): boolean {
    requireFunction('process of tryPop', process);
    if (this.#deltas.length === 0) return false;
    const keys = this.#deltas.keysAt(0);
    // Checked above: the queue is not empty.
    const delta = this.#deltas.shift() as Delta<T>;
    this.handOut(process, [delta], keys, 1);
    return true;
  }

  /**
   * Processes as many of the oldest deltas as fit in one batch: at most `batchSize`, no key twice, no delta of the whole store
   * (it goes alone), and no delta of the first replace beside a later one. A single delta goes to `process`.
   *
   * Returns false if the queue is empty. Errors of the functions are thrown, after the whole batch has been removed.
   */
  tryPopBatch(processBatch: BatchProcessFunc<T>, process: PopProcessFunc<T>): boolean {
    requireFunction('processBatch of tryPopBatch', processBatch);
    const count = this.#countBatch();
    if (count <= 1) return this.tryPop(process);
    const batch: ObjectDelta<T>[] = [];
    const keys: string[] = [];
    for (let index = 0; index < count; index++) {
      // The batch contains deltas of objects only, each with a key.
      keys.push(this.#deltas.keysAt(0) as string);
      batch.push(this.#deltas.shift() as ObjectDelta<T>);
    }
    this.handOut(processBatch, batch, keys, count);
    return true;
  }

  /** Number of waiting deltas. */
  get length(): number {
    return this.#deltas.length;
  }

  /** @internal */
  head(): WaitingList<T> | undefined {
    if (this.#deltas.length === 0) return undefined;
    const delta = this.#deltas.at(0);
    if (delta.type !== 'ReplacedAll') return undefined;
    // A list is queued with its keys.
    return { list: delta, keys: this.#deltas.keysAt(0) as readonly string[] };
  }

  #queueOne(key: string | undefined, delta: Delta<T>): void {
    const wasEmpty = this.#deltas.length === 0;
    this.#deltas.push(key, delta);
    if (wasEmpty) this.state.wake();
  }

  /** @internal */
  protected pushDelta(key: string, delta: ObjectDelta<T>): void {
    this.#deltas.push(key, delta);
  }

  /** @internal */
  protected pushStoreDelta(keys: DeltaKeys, delta: StoreDelta<T>): void {
    this.#deltas.push(keys, delta);
  }

  /** @internal */
  protected pushKnown(known: KnownObjects<T>): void {
    const queued = this.#lastDeltas();
    for (const key of known.listKeys()) {
      if (queued.has(key)) continue;
      const object = lookUp(known, key, this.report);
      // The object comes from the consumer's store, to which it returns unchanged.
      if (object !== undefined) this.#deltas.push(key, { type: 'Sync', object: object as T });
    }
  }

  /**
   * Deletes come first, so that a consumer never holds a deleted object beside its successor.
   * @internal
   */
  protected pushList({ keys, objects, leftOut, leftScope }: PreparedList<T>): void {
    // Without atomic events there are known objects.
    const known = this.known as KnownObjects<T>;
    const present = new Set([...leftOut, ...keys]);
    const queued = this.#lastDeltas();
    for (const [key, { type, object }] of queued)
      if (!present.has(key) && type !== 'Deleted')
        // Only a Deleted delta has a tombstone.
        this.#deltas.push(key, {
          type: 'Deleted',
          object: new DeletedFinalStateUnknown(key, object as DeepReadonly<T>, leftScope.has(key)),
        });
    for (const key of known.listKeys())
      if (!present.has(key) && !queued.has(key))
        this.#deltas.push(key, {
          type: 'Deleted',
          object: tombstoneOf(known, key, this.report, leftScope.has(key)),
        });
    objects.forEach((object, index) => this.#deltas.push(keys[index], { type: 'Replaced', object }));
  }

  /** The newest queued delta of each key; without atomic events each delta is about one object. */
  #lastDeltas(): ReadonlyMap<string, ObjectDelta<T>> {
    const last = new Map<string, ObjectDelta<T>>();
    for (let index = 0; index < this.#deltas.length; index++)
      last.set(this.#deltas.keysAt(index) as string, this.#deltas.at(index) as ObjectDelta<T>);
    return last;
  }

  #countBatch(): number {
    const left = this.state.initialLeft;
    const most = Math.min(this.#deltas.length, this.#batchSize, left > 0 ? left : Infinity);
    // The common case, one event at a time, needs no set.
    if (most <= 1) return most;
    const keys = new Set<string>();
    for (let index = 0; index < most; index++) {
      const key = this.#deltas.keysAt(index);
      if (typeof key !== 'string' || keys.has(key)) return index;
      keys.add(key);
    }
    return most;
  }
}
