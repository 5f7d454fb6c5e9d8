import { queueOptionNames } from './queue-options.js';
import type { OptionNames } from '../../util/known-options.js';
import { requireKnownOptions } from '../../util/known-options.js';
import { RingQueue } from '../../util/ring-queue.js';
import { stepsOver, stepsOverEach } from '../../util/steps.js';
import { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import { keyOf } from '../key-of.js';
import { BaseQueue } from './base-queue.js';
import {
  keyOfTransformed,
  lookUp,
  prepareList,
  presentKeys,
  tombstoneOf,
  transformDeleted,
} from './queue-options.js';
import type { PreparedList, QueueOptions } from './queue-options.js';
import { transformObject } from '../transform.js';
import type { KubernetesObject } from '../../meta/types.js';
import type { BatchProcessFunc, ObjectDelta, PopProcessFunc, Queue } from '../types.js';
import { requireBooleans, requireFunction } from '../../util/require.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** Options of a DeltaFIFO. */
export interface DeltaFIFOOptions<T> extends QueueOptions<T> {
  /** True: `replace` queues Replaced deltas; false: Sync, as client-go did before it had Replaced. Default: false. */
  readonly emitDeltaTypeReplaced?: boolean | undefined;
}

const deltaFIFOOptionNames: OptionNames<DeltaFIFOOptions<unknown>> = {
  ...queueOptionNames,
  emitDeltaTypeReplaced: true,
};

/** Few enough that an index function of 50 µs does not make a batch a pause; enough to amortise the cost per batch. */
const mostInBatch = 64;

/** A key and the deltas of its object. */
interface QueuedItem<T> {
  readonly key: string;
  readonly deltas: ObjectDelta<T>[];
}

/**
 * cache.DeltaFIFO: a queue of keys, each with all deltas of its object since it was last popped.
 *
 * A key is popped once for all its Deltas, oldest delta first; keys are popped in the order in which they were first queued.
 * Two consecutive Deleted become one, the one with more information: a real delete rather than a tombstone.
 *
 * A replace queues every object of the list, then a tombstone for every other key of the queue and of `knownObjects`.
 *
 * A write whose key or transform fails (KeyError, TransformError) changes nothing. Writes after `close` are dropped:
 * no consumer would pop them.
 */
export class DeltaFIFO<T = KubernetesObject> extends BaseQueue<T> implements Queue<T> {
  readonly #replacedType: 'Replaced' | 'Sync';
  // A key is in the queue exactly if it is in the map, and only once.
  readonly #items = new Map<string, QueuedItem<T>>();
  readonly #queue = new RingQueue<QueuedItem<T>>();

  constructor(options: DeltaFIFOOptions<T> = {}) {
    requireKnownOptions('a DeltaFIFO', options, deltaFIFOOptionNames);
    requireBooleans('a DeltaFIFO', options, ['emitDeltaTypeReplaced']);
    super('DeltaFIFO', options);
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
    this.pending.finish();
    if (this.state.closed) return;
    const given = keyOf(this.keyFunc, object);
    this.state.populate(0);
    const deleted = transformDeleted(this.transformer, object, given, this.report);
    const key = keyOfTransformed(this.keyFunc, this.transformer, deleted, given);
    if (!this.#isQueuedOrKnown(key)) return;
    const wasEmpty = this.#items.size === 0;
    this.#enqueue(key, { type: 'Deleted', object: deleted });
    if (wasEmpty) this.state.wake();
  }

  /** @internal */
  protected *resyncSteps(perStep: number): Generator<unknown, void, void> {
    const known = this.known;
    if (this.state.closed || known === undefined) return;
    const keys = known.listKeys();
    const steps = stepsOver(keys.length, perStep, (from, end) => {
      if (this.state.closed) return;
      const wasEmpty = this.#items.size === 0;
      for (let index = from; index < end; index++) {
        // The index is inside the array.
        const key = keys[index] as string;
        if (this.#items.has(key)) continue;
        const object = lookUp(known, key, this.report);
        // The object comes from the consumer's store, to which it returns unchanged.
        if (object !== undefined) this.#enqueue(key, { type: 'Sync', object: object as T });
      }
      this.wakeAfter(wasEmpty);
    });
    while (steps.next().done !== true) yield this.afterStep();
  }

  /** Processes the next item; returns false if the queue is empty. */
  tryPop(process: PopProcessFunc<T>): boolean {
    requireFunction('process of tryPop', process);
    const item = this.#queue.shift();
    if (item === undefined) return false;
    const { key, deltas } = item;
    this.#items.delete(key);
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
      keys.push(key);
      if (!all) this.#items.delete(key);
    }
    // Deleting key by key would shrink the map step by step, and the next events would grow it again.
    if (all) this.#items.clear();
    this.handOut(processBatch, batch, keys, count);
    return true;
  }

  /** Number of waiting keys. */
  get length(): number {
    return this.#items.size;
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
    const wasEmpty = this.#queue.length === 0;
    this.#enqueue(key, { type, object: queued });
    if (wasEmpty) this.state.wake();
  }

  #countBatch(): number {
    const left = this.state.initialLeft;
    const most = Math.min(this.#queue.length, mostInBatch, left > 0 ? left : Infinity);
    for (let index = 0; index < most; index++) if (this.#queue.at(index)?.deltas.length !== 1) return index;
    return most;
  }

  #enqueue(key: string, delta: ObjectDelta<T>): void {
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
  protected *replaceSteps(
    objects: readonly T[],
    resourceVersion: string,
    perStep: number,
  ): Generator<unknown, void, void> {
    if (this.state.closed) return;
    const list = yield* prepareList(objects, this.keyFunc, this.transformer, this.report, perStep);
    const present = yield* presentKeys(list, perStep);
    this.pending.finish();
    if (this.state.closed) return;
    yield* this.queueInSteps(this.#queueList(list, present, perStep), resourceVersion);
  }

  /** Only pops and resyncs run between two steps, so every key to delete is known or queued at the start. */
  *#queueList(
    list: PreparedList<T>,
    present: ReadonlySet<string>,
    perStep: number,
  ): Generator<undefined, void, void> {
    const queued = new Set(this.#items.keys());
    const gone = Array.from(queued).filter((key) => !present.has(key));
    const known = this.known;
    const knownKeys = known?.listKeys() ?? [];
    yield* stepsOverEach(list.objects, perStep, (object, index) => {
      // There are as many keys as objects.
      this.#enqueue(list.keys[index] as string, { type: this.#replacedType, object });
    });
    yield* stepsOverEach(gone, perStep, (key) => this.#deleteQueued(key));
    if (known === undefined) return;
    yield* stepsOverEach(knownKeys, perStep, (key) => {
      if (present.has(key) || queued.has(key)) return;
      this.#enqueue(key, { type: 'Deleted', object: tombstoneOf(known, key, this.report) });
    });
  }

  #deleteQueued(key: string): void {
    const last = this.#items.get(key)?.deltas.at(-1)?.object;
    // If it was popped between two steps, the store knows it, or it was deleted.
    const object =
      last === undefined
        ? this.known && lookUp(this.known, key, this.report)
        : last instanceof DeletedFinalStateUnknown
          ? last.object
          : (last as DeepReadonly<T>);
    if (last === undefined && object === undefined) return;
    this.#enqueue(key, { type: 'Deleted', object: new DeletedFinalStateUnknown(key, object) });
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
