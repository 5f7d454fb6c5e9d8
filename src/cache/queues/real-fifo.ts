import { ConfigError } from '../../util/errors.js';
import { RingQueue } from '../../util/ring-queue.js';
import { finishSteps, objectsPerStep } from '../../util/steps.js';
import { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import { keyOf } from '../key-of.js';
import { GatedQueue } from './gated-queue.js';
import {
  keyOfTransformed,
  lookUp,
  prepareList,
  presentKeys,
  tombstoneOf,
  transformDeleted,
} from './queue-options.js';
import type { KnownObjects, PreparedList, QueueOptions } from './queue-options.js';
import type { ReplaceStepsOptions } from '../sliced-replace.js';
import { transformObject } from '../transform.js';
import type { KubernetesObject } from '../../meta/types.js';
import type { BatchProcessFunc, Delta, DeltaKeys, ObjectDelta, PopProcessFunc, Queue } from '../types.js';

/** Options of a RealFIFO. */
export interface RealFIFOOptions<T> extends QueueOptions<T> {
  /**
   * True: a replace is one ReplacedAll, a resync one SyncAll, and bookmarks are queued; the consumer compares with its
   * store, so `knownObjects` must be absent. False: they are taken apart here, and `knownObjects` is required.
   * Default: true.
   */
  readonly atomicEvents?: boolean | undefined;
  /** Most deltas in one `tryPopBatch`. Default: 1000 (client-go, the_real_fifo.go). */
  readonly batchSize?: number | undefined;
}

/**
 * cache.RealFIFO: every change, one by one, in the order in which it came. Nothing is merged, and deletes of unknown
 * objects are told too.
 *
 * A write whose key or transform fails (KeyError, TransformError) changes nothing. Writes after `close` are dropped:
 * whoever would pop them is gone.
 */
export class RealFIFO<T = KubernetesObject> extends GatedQueue<T> implements Queue<T> {
  readonly #batchSize: number;
  readonly #deltas = new RingQueue<Delta<T>>();
  // The key of each delta, at the same place. Of what is about the whole store: the keys of its objects, or nothing.
  readonly #keys = new RingQueue<DeltaKeys>();

  /** Throws ConfigError `ERR_OPTION` when `knownObjects` and `atomicEvents` do not fit, or `batchSize` is no whole number above 0. */
  constructor(options: RealFIFOOptions<T> = {}) {
    super('RealFIFO', options);
    const { knownObjects, atomicEvents = true, batchSize = 1000 } = options;
    if (atomicEvents && knownObjects !== undefined) {
      throw new ConfigError('ERR_OPTION', 'knownObjects must be absent when atomicEvents is true');
    }
    if (!atomicEvents && knownObjects === undefined) {
      throw new ConfigError('ERR_OPTION', 'knownObjects is required when atomicEvents is false');
    }
    if (!Number.isInteger(batchSize) || batchSize < 1) {
      throw new ConfigError(
        'ERR_OPTION',
        `batchSize must be a whole number above 0, got ${String(batchSize)}`,
      );
    }
    this.#batchSize = batchSize;
  }

  /** True when a replace is one ReplacedAll. */
  get atomicEvents(): boolean {
    return this.known === undefined;
  }

  add(object: T): void {
    this.#write('Added', object);
  }

  update(object: T): void {
    this.#write('Updated', object);
  }

  delete(object: T | DeletedFinalStateUnknown<T>): void {
    if (this.gate.closed) return;
    const given = keyOf(this.keyFunc, object);
    const deleted = transformDeleted(this.transformer, object, given, this.report);
    const key = keyOfTransformed(this.keyFunc, this.transformer, deleted, given);
    this.gate.populate(0);
    this.#queueOne(key, { type: 'Deleted', object: deleted });
  }

  /**
   * With atomic events: queues one ReplacedAll. Otherwise: queues tombstones for what the queue and `knownObjects` have
   * and the list has not, then every object of the list. A key that cannot be computed (KeyError) leaves the queue as
   * it was.
   */
  replace(objects: readonly T[], resourceVersion: string): void {
    finishSteps(this.replaceInSteps(objects, resourceVersion, { objectsPerStep: Infinity }));
  }

  /** `replace` in steps: keys and transforms, which change nothing; the last step queues everything. */
  *replaceInSteps(
    objects: readonly T[],
    resourceVersion: string,
    options: ReplaceStepsOptions = {},
  ): Generator<undefined, void, void> {
    if (this.gate.closed) return;
    const perStep = options.objectsPerStep ?? objectsPerStep;
    const list = yield* prepareList(objects, this.keyFunc, this.transformer, this.report, perStep);
    if (this.gate.closed) return;
    const wasEmpty = this.#deltas.length === 0;
    if (this.known === undefined) {
      this.#push(list.keys, {
        type: 'ReplacedAll',
        objects: list.objects,
        resourceVersion,
        ...(list.leftOut.size === 0 ? undefined : { leftOut: list.leftOut }),
      });
    } else {
      this.#replaceEach(this.known, list);
    }
    this.gate.populate(this.#deltas.length);
    if (wasEmpty && this.#deltas.length > 0) this.gate.wake();
  }

  /**
   * With atomic events: queues one SyncAll, after what is queued already. Otherwise: queues a Sync delta for every known
   * object that has nothing queued, since an older state must not follow a newer one.
   */
  resync(): void {
    if (this.gate.closed) return;
    const known = this.known;
    if (known === undefined) {
      this.#queueOne(undefined, { type: 'SyncAll' });
      return;
    }
    const wasEmpty = this.#deltas.length === 0;
    const queued = new Set<DeltaKeys>(this.#keys);
    for (const key of known.listKeys()) {
      if (queued.has(key)) continue;
      const object = lookUp(known, key, this.report);
      if (object !== undefined) this.#push(key, { type: 'Sync', object });
    }
    if (wasEmpty && this.#deltas.length > 0) this.gate.wake();
  }

  /** Queued with atomic events; without them it could overtake the parts of a replace, so it is dropped. */
  bookmark(resourceVersion: string): void {
    if (this.gate.closed || this.known !== undefined) return;
    this.#queueOne(undefined, { type: 'Bookmark', resourceVersion });
  }

  tryPop(process: PopProcessFunc<T>): boolean {
    const delta = this.#deltas.shift();
    if (delta === undefined) return false;
    const keys = this.#keys.shift();
    this.handOut(process, [delta], keys, 1);
    return true;
  }

  /**
   * Processes as many of the oldest deltas as may go together: up to `batchSize`, no key twice, none of the whole store
   * (these go alone), and the first replace's deltas apart from later ones. A lone delta goes to `process`.
   *
   * False when there is none. What the functions throw comes out, with the whole batch already removed.
   */
  tryPopBatch(processBatch: BatchProcessFunc<T>, process: PopProcessFunc<T>): boolean {
    const count = this.#countBatch();
    if (count <= 1) return this.tryPop(process);
    const batch: ObjectDelta<T>[] = [];
    const keys: string[] = [];
    for (let index = 0; index < count; index++) {
      keys.push(this.#keys.shift() as string);
      // Counted: there are so many, and each has a key, so it is about one object.
      batch.push(this.#deltas.shift() as ObjectDelta<T>);
    }
    this.handOut(processBatch, batch, keys, count);
    return true;
  }

  /** Number of deltas waiting. */
  get length(): number {
    return this.#deltas.length;
  }

  #write(type: 'Added' | 'Updated', object: T): void {
    if (this.gate.closed) return;
    const given = keyOf(this.keyFunc, object);
    const transformed = transformObject(this.transformer, object, given);
    const key = keyOfTransformed(this.keyFunc, this.transformer, transformed, given);
    this.gate.populate(0);
    this.#queueOne(key, { type, object: transformed });
  }

  #queueOne(key: string | undefined, delta: Delta<T>): void {
    const wasEmpty = this.#deltas.length === 0;
    this.#push(key, delta);
    if (wasEmpty) this.gate.wake();
  }

  #push(key: DeltaKeys, delta: Delta<T>): void {
    this.#deltas.push(delta);
    this.#keys.push(key);
  }

  /** Deletes come first: a consumer then never holds an object that is gone beside its successor. */
  #replaceEach(known: KnownObjects<T>, list: PreparedList<T>): void {
    const present = finishSteps(presentKeys(list, Infinity));
    const last = this.#lastQueued();
    for (const [key, delta] of last) {
      if (present.has(key) || delta.type === 'Deleted') continue;
      // Only a Deleted delta carries a tombstone.
      const tombstone = new DeletedFinalStateUnknown(key, delta.object as T);
      this.#push(key, { type: 'Deleted', object: tombstone });
    }
    for (const key of known.listKeys()) {
      if (present.has(key) || last.has(key)) continue;
      this.#push(key, { type: 'Deleted', object: tombstoneOf(known, key, this.report) });
    }
    for (let index = 0; index < list.objects.length; index++) {
      // Keys and objects are of one length.
      this.#push(list.keys[index] as string, { type: 'Replaced', object: list.objects[index] as T });
    }
  }

  #lastQueued(): Map<string, ObjectDelta<T>> {
    const last = new Map<string, ObjectDelta<T>>();
    for (let index = 0; index < this.#deltas.length; index++) {
      const key = this.#keys.at(index);
      // What has a key is about one object.
      if (typeof key === 'string') last.set(key, this.#deltas.at(index) as ObjectDelta<T>);
    }
    return last;
  }

  #countBatch(): number {
    const left = this.gate.initialLeft;
    const most = Math.min(this.#deltas.length, this.#batchSize, left > 0 ? left : Infinity);
    // The common case, one event at a time, needs no set.
    if (most <= 1) return most;
    const keys = new Set<string>();
    for (let index = 0; index < most; index++) {
      const key = this.#keys.at(index);
      if (typeof key !== 'string' || keys.has(key)) return index;
      keys.add(key);
    }
    return most;
  }
}
