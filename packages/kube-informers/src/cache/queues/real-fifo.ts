import { queueOptionNames } from './queue-options.js';
import type { OptionNames } from '../../util/known-options.js';
import { requireKnownOptions } from '../../util/known-options.js';
import { ConfigError } from '../../util/errors.js';
import { stepsOver, stepsOverEach } from '../../util/steps.js';
import { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import { keyOf } from '../key-of.js';
import { BaseQueue } from './base-queue.js';
import { KeyedDeltas } from './keyed-deltas.js';
import {
  keyOfTransformed,
  lookUp,
  prepareList,
  presentKeys,
  tombstoneOf,
  transformDeleted,
} from './queue-options.js';
import type { KnownObjects, PreparedList, QueueOptions } from './queue-options.js';
import { transformObject } from '../transform.js';
import type { KubernetesObject } from '../../meta/types.js';
import type { BatchProcessFunc, Delta, DeltaKeys, ObjectDelta, PopProcessFunc, Queue } from '../types.js';
import { refuseValue, requireBooleans, requireFunction } from '../../util/require.js';
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
  atomicEvents: true,
  batchSize: true,
};

/** A queued delta and its position. */
interface Placed<T> {
  readonly place: number;
  readonly delta: ObjectDelta<T>;
}

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
  /** Number of deltas that have left the queue: the position of its oldest one, counted from the first ever queued. */
  #taken = 0;

  /** Throws ConfigError `ERR_OPTION` if `knownObjects` does not match `atomicEvents`, or for an invalid `batchSize`. */
  constructor(options: RealFIFOOptions<T> = {}) {
    requireKnownOptions('a RealFIFO', options, realFIFOOptionNames);
    requireBooleans('a RealFIFO', options, ['atomicEvents']);
    super('RealFIFO', options);
    const { knownObjects, atomicEvents = true, batchSize = 1000 } = options;
    if (atomicEvents && knownObjects !== undefined) {
      throw new ConfigError('ERR_OPTION', 'knownObjects must be absent when atomicEvents is true');
    }
    if (!atomicEvents && knownObjects === undefined) {
      throw new ConfigError('ERR_OPTION', 'knownObjects is required when atomicEvents is false');
    }
    if (!Number.isInteger(batchSize) || batchSize < 1) {
      refuseValue('batchSize', 'a whole number above 0', batchSize);
    }
    this.#batchSize = batchSize;
  }

  /** True when a replace is one ReplacedAll. */
  get atomicEvents(): boolean {
    return this.known === undefined;
  }

  /** Queues an Added delta for the object. Throws KeyError if it has no key. */
  add(object: T): void {
    this.#write('Added', object);
  }

  /** Queues an Updated delta for the object. Throws KeyError if it has no key. */
  update(object: T): void {
    this.#write('Updated', object);
  }

  /** Queues a Deleted delta for the object or its tombstone. Throws KeyError if it has no key. */
  delete(object: T | DeletedFinalStateUnknown<T>): void {
    this.pending.finish();
    if (this.state.closed) return;
    const given = keyOf(this.keyFunc, object);
    const deleted = transformDeleted(this.transformer, object, given, this.report);
    const key = keyOfTransformed(this.keyFunc, this.transformer, deleted, given);
    this.state.populate(0);
    this.#queueOne(key, { type: 'Deleted', object: deleted });
  }

  /** @internal */
  protected *resyncSteps(perStep: number): Generator<unknown, void, void> {
    const { known } = this;
    if (this.state.closed) return;
    if (known === undefined) {
      this.#queueOne(undefined, { type: 'SyncAll' });
      return;
    }
    const keys = known.listKeys();
    const queued = new Set<DeltaKeys>();
    const note = (key: DeltaKeys): void => void queued.add(key);
    let seen = this.#taken;
    while (seen < this.#end) {
      seen = this.#look(seen, perStep, note);
      yield;
    }
    const steps = stepsOver(keys.length, perStep, (from, end) => {
      if (this.state.closed) return;
      // Deltas queued since the last step are newer than the stored objects.
      seen = this.#look(seen, Infinity, note);
      const wasEmpty = this.length === 0;
      for (let index = from; index < end; index++) {
        // The index is inside the array.
        const key = keys[index] as string;
        if (queued.has(key)) continue;
        const object = lookUp(known, key, this.report);
        // The object comes from the consumer's store, to which it returns unchanged.
        if (object !== undefined) this.#deltas.push(key, { type: 'Sync', object: object as T });
      }
      this.wakeAfter(wasEmpty);
    });
    while (steps.next().done !== true) yield this.afterStep();
  }

  /** Queued with atomic events. Without them it could overtake parts of a replace, so it is dropped. */
  bookmark(resourceVersion: string): void {
    if (this.state.closed || this.known !== undefined) return;
    this.#queueOne(undefined, { type: 'Bookmark', resourceVersion });
  }

  /** Processes the next item; returns false if the queue is empty. */
  tryPop(process: PopProcessFunc<T>): boolean {
    requireFunction('process of tryPop', process);
    if (this.#deltas.length === 0) return false;
    const keys = this.#deltas.keysAt(0);
    // Checked above: the queue is not empty.
    const delta = this.#deltas.shift() as Delta<T>;
    this.#taken++;
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
    this.#taken += count;
    this.handOut(processBatch, batch, keys, count);
    return true;
  }

  /** Number of waiting deltas. */
  get length(): number {
    return this.#deltas.length;
  }

  #write(type: 'Added' | 'Updated', object: T): void {
    this.pending.finish();
    if (this.state.closed) return;
    let key = keyOf(this.keyFunc, object);
    let queued = object;
    if (this.transformer !== undefined) {
      queued = transformObject(this.transformer, object, key);
      key = keyOfTransformed(this.keyFunc, this.transformer, queued, key);
    }
    this.state.populate(0);
    this.#queueOne(key, { type, object: queued });
  }

  #queueOne(key: string | undefined, delta: Delta<T>): void {
    const wasEmpty = this.#deltas.length === 0;
    this.#deltas.push(key, delta);
    if (wasEmpty) this.state.wake();
  }

  /** @internal */
  protected *replaceSteps(
    objects: readonly T[],
    resourceVersion: string,
    perStep: number,
  ): Generator<unknown, void, void> {
    const { known } = this;
    if (this.state.closed) return;
    const list = yield* prepareList(objects, this.keyFunc, this.transformer, this.report, perStep);
    if (known === undefined) {
      if (this.state.closed) return;
      const { keys, objects: all, leftOut } = list;
      const delta = { type: 'ReplacedAll', objects: all, resourceVersion } as const;
      const push = (): void => this.#deltas.push(keys, leftOut.size === 0 ? delta : { ...delta, leftOut });
      yield* this.queueInSteps(stepsOver(1, 1, push), resourceVersion);
      return;
    }
    const present = yield* presentKeys(list, perStep);
    const last = new Map<string, Placed<T>>();
    const note = (key: DeltaKeys, delta: Delta<T>, place: number): void => {
      // A delta with a string key is about one object.
      if (typeof key === 'string') last.set(key, { place, delta: delta as ObjectDelta<T> });
    };
    for (let seen = this.#taken; ;) {
      this.pending.finish();
      if (this.state.closed) return;
      seen = this.#look(seen, perStep, note);
      if (seen === this.#end) break;
      yield;
    }
    yield* this.queueInSteps(this.#queueEach(known, list, present, last, perStep), resourceVersion);
  }

  /**
   * Deletes come first, so that a consumer never holds a deleted object beside its successor. Only pops and resyncs run
   * between two steps, so only what was queued at the first step, or is known, can be deleted.
   */
  *#queueEach(
    known: KnownObjects<T>,
    list: PreparedList<T>,
    present: ReadonlySet<string>,
    last: ReadonlyMap<string, Placed<T>>,
    perStep: number,
  ): Generator<undefined, void, void> {
    // Deltas popped while the others were read, and perhaps one after them, are known by now.
    const first = this.#taken;
    const knownKeys = known.listKeys();
    yield* stepsOverEach(Array.from(last.keys()), perStep, (key) => {
      const { place, delta } = last.get(key) as Placed<T>;
      if (place < first || present.has(key) || delta.type === 'Deleted') return;
      // Only a Deleted delta has a tombstone.
      this.#deltas.push(key, {
        type: 'Deleted',
        object: new DeletedFinalStateUnknown(key, delta.object as DeepReadonly<T>),
      });
    });
    yield* stepsOverEach(knownKeys, perStep, (key) => {
      if (present.has(key) || (last.get(key)?.place ?? -1) >= first) return;
      this.#deltas.push(key, { type: 'Deleted', object: tombstoneOf(known, key, this.report) });
    });
    yield* stepsOverEach(list.objects, perStep, (object, index) => {
      this.#deltas.push(list.keys[index], { type: 'Replaced', object });
    });
  }

  /** The position after the newest delta. */
  get #end(): number {
    return this.#taken + this.#deltas.length;
  }

  /** Calls `show` for up to `most` queued deltas from this position on, without popped ones. Returns the next position. */
  #look(from: number, most: number, show: (key: DeltaKeys, delta: Delta<T>, place: number) => void): number {
    const start = Math.max(from, this.#taken);
    const end = Math.min(start + most, this.#end);
    for (let place = start; place < end; place++) {
      const at = place - this.#taken;
      show(this.#deltas.keysAt(at), this.#deltas.at(at), place);
    }
    return end;
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
