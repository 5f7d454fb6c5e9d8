import { RingQueue } from '../util/ring-queue.js';
import { DeletedFinalStateUnknown } from '../meta/tombstone.js';
import { defaultKeyFunc, keyOf } from './key-of.js';
import { QueueGate } from './queue-gate.js';
import {
  errorSink,
  keyOfQueued,
  keyOfTransformed,
  lookUp,
  prepareList,
  tombstoneOf,
  transformDeleted,
  requireQueueOptions,
} from './queue-options.js';
import type { KnownObjects, QueueOptions } from './queue-options.js';
import { transformObject } from './transform.js';
import type { KubernetesObject } from '../meta/types.js';
import type {
  CallOptions,
  Deltas,
  KeyFunc,
  ObjectDelta,
  PopProcessFunc,
  Queue,
  TransformFunc,
} from './types.js';

/** Options of a DeltaFIFO. */
export interface DeltaFIFOOptions<T> extends QueueOptions<T> {
  /** True: `replace` queues Replaced deltas; false: Sync, as client-go did before it had Replaced. Default: false. */
  readonly emitDeltaTypeReplaced?: boolean | undefined;
  /**
   * Told, whenever nothing is left in the queue, the resourceVersion of the newest write or bookmark: the consumer has
   * come that far. What the popped objects say does not tell that, since keys do not come in the order of versions.
   */
  readonly onDrained?: ((resourceVersion: string) => void) | undefined;
}

/**
 * cache.DeltaFIFO: a queue of keys, each with all that happened to its object since it was last popped.
 *
 * A key is popped once for all its Deltas, oldest delta first; keys come in the order in which they were first queued.
 * Two Deleted in a row become one, the one that tells more: a real delete rather than a tombstone.
 *
 * A write whose key or transform fails (KeyError, TransformError) changes nothing. Writes after `close` are dropped:
 * whoever would pop them is gone.
 */
export class DeltaFIFO<T = KubernetesObject> implements Queue<T> {
  readonly transformer: TransformFunc<T> | undefined;
  readonly #keyFunc: KeyFunc<T>;
  readonly #known: KnownObjects<T> | undefined;
  readonly #replacedType: 'Replaced' | 'Sync';
  readonly #report: (error: Error) => void;
  readonly #onDrained: ((resourceVersion: string) => void) | undefined;
  readonly #gate = new QueueGate();
  /** Of the newest write or bookmark. */
  #resourceVersion = '';
  // A key is in the queue exactly when it is in the items, once.
  readonly #items = new Map<string, ObjectDelta<T>[]>();
  readonly #queue = new RingQueue<string>();

  constructor(options: DeltaFIFOOptions<T> = {}) {
    requireQueueOptions('a DeltaFIFO', options);
    this.#keyFunc = options.keyFunc ?? defaultKeyFunc;
    this.#known = options.knownObjects;
    this.transformer = options.transformer;
    this.#replacedType = options.emitDeltaTypeReplaced === true ? 'Replaced' : 'Sync';
    this.#report = errorSink(options, 'DeltaFIFO');
    this.#onDrained = options.onDrained;
  }

  add(object: T): void {
    this.#write('Added', object);
  }

  update(object: T): void {
    this.#write('Updated', object);
  }

  /** Dropped when neither the queue nor `knownObjects` has the key: that delete was told by a replace already. */
  delete(object: T | DeletedFinalStateUnknown<T>): void {
    if (this.#gate.closed) return;
    const given = keyOf(this.#keyFunc, object);
    this.#gate.populate(0);
    const deleted = transformDeleted(this.transformer, object, given, this.#report);
    const key = keyOfTransformed(this.#keyFunc, this.transformer, deleted, given);
    if (!this.#isQueuedOrKnown(key)) return;
    const wasEmpty = this.#items.size === 0;
    this.#enqueue(key, { type: 'Deleted', object: deleted });
    if (wasEmpty) this.#gate.wake();
  }

  /**
   * Queues every object of the list, then a tombstone for every other key of the queue and of `knownObjects`. A key
   * that cannot be computed (KeyError) leaves the queue as it was.
   */
  replace(objects: readonly T[], resourceVersion: string): void {
    if (this.#gate.closed) return;
    const list = prepareList(objects, this.#keyFunc, this.transformer, this.#report);
    const wasEmpty = this.#items.size === 0;
    const present = new Set(list.keys);
    for (const key of list.leftOut) present.add(key);
    for (let index = 0; index < list.objects.length; index++) {
      // Keys and objects are of one length.
      const object = list.objects[index] as T;
      this.#enqueue(list.keys[index] as string, { type: this.#replacedType, object });
    }
    this.#deleteQueued(present);
    if (this.#known !== undefined) this.#deleteKnown(this.#known, present);
    this.#gate.populate(this.#items.size);
    this.updateResourceVersion(resourceVersion);
    if (wasEmpty && this.#items.size > 0) this.#gate.wake();
  }

  /** Takes note that the writes so far, and bookmarks, have come to this resourceVersion. */
  updateResourceVersion(resourceVersion: string): void {
    if (this.#gate.closed) return;
    this.#resourceVersion = resourceVersion;
    this.#reportDrained();
  }

  /** Queues a Sync delta for every known object that has nothing queued: an older state must not follow a newer one. */
  resync(): void {
    if (this.#gate.closed || this.#known === undefined) return;
    const wasEmpty = this.#items.size === 0;
    for (const key of this.#known.listKeys()) {
      if (this.#items.has(key)) continue;
      const object = lookUp(this.#known, key, this.#report);
      if (object !== undefined) this.#enqueue(key, { type: 'Sync', object });
    }
    if (wasEmpty && this.#items.size > 0) this.#gate.wake();
  }

  tryPop(process: PopProcessFunc<T>): boolean {
    const key = this.#queue.shift();
    if (key === undefined) return false;
    // A key in the queue is in the items.
    const deltas = this.#items.get(key) as ObjectDelta<T>[];
    this.#items.delete(key);
    try {
      process(deltas, !this.#gate.hasSynced);
    } finally {
      this.#gate.popped(1);
      this.#reportDrained();
    }
    return true;
  }

  async pop(process: PopProcessFunc<T>, call: CallOptions = {}): Promise<void> {
    call.signal?.throwIfAborted();
    while (!this.tryPop(process)) await this.#gate.wait(call.signal);
  }

  get hasSynced(): boolean {
    return this.#gate.hasSynced;
  }

  get synced(): Promise<void> {
    return this.#gate.synced;
  }

  /** Number of keys waiting. */
  get length(): number {
    return this.#items.size;
  }

  close(): void {
    this.#gate.close();
  }

  get closed(): boolean {
    return this.#gate.closed;
  }

  setListener(onWork: (() => void) | undefined): void {
    this.#gate.setListener(onWork);
  }

  /** cache.DeltaFIFO.KeyOf: the key of an object, a tombstone or Deltas. Throws KeyError. */
  keyOf(item: T | DeletedFinalStateUnknown<T> | Deltas<T>): string {
    return keyOfQueued(this.#keyFunc, item);
  }

  #write(type: 'Added' | 'Updated', object: T): void {
    if (this.#gate.closed) return;
    const given = keyOf(this.#keyFunc, object);
    const transformed = transformObject(this.transformer, object, given);
    const key = keyOfTransformed(this.#keyFunc, this.transformer, transformed, given);
    this.#gate.populate(0);
    const wasEmpty = this.#items.size === 0;
    this.#enqueue(key, { type, object: transformed });
    if (wasEmpty) this.#gate.wake();
  }

  #enqueue(key: string, delta: ObjectDelta<T>): void {
    const deltas = this.#items.get(key);
    if (deltas === undefined) {
      this.#items.set(key, [delta]);
      this.#queue.push(key);
      return;
    }
    const last = deltas.at(-1);
    if (delta.type !== 'Deleted' || last?.type !== 'Deleted') deltas.push(delta);
    else if (last.object instanceof DeletedFinalStateUnknown) deltas[deltas.length - 1] = delta;
  }

  #deleteQueued(present: ReadonlySet<string>): void {
    for (const [key, deltas] of this.#items) {
      if (present.has(key)) continue;
      const last = deltas.at(-1)?.object;
      const object = last instanceof DeletedFinalStateUnknown ? last.object : last;
      this.#enqueue(key, { type: 'Deleted', object: new DeletedFinalStateUnknown(key, object) });
    }
  }

  #deleteKnown(known: KnownObjects<T>, present: ReadonlySet<string>): void {
    for (const key of known.listKeys()) {
      if (present.has(key) || this.#items.has(key)) continue;
      this.#enqueue(key, { type: 'Deleted', object: tombstoneOf(known, key, this.#report) });
    }
  }

  #reportDrained(): void {
    if (this.#items.size === 0 && this.#resourceVersion !== '') this.#onDrained?.(this.#resourceVersion);
  }

  #isQueuedOrKnown(key: string): boolean {
    if (this.#items.has(key)) return true;
    if (this.#known === undefined) return false;
    try {
      return this.#known.getByKey(key) !== undefined;
    } catch {
      // Nothing is owed: it may be known, so the delete is told rather than lost.
      return true;
    }
  }
}
