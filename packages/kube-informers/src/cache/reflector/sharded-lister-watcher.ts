import { StatusError } from '../../meta/errors.js';
import { HashRanges } from '../../meta/hash-ranges.js';
import { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import type { KubernetesList, KubernetesObject, ListOptions } from '../../meta/types.js';
import type { WatchStream } from '../../meta/watch.js';
import { asError } from '../../util/errors.js';
import { endSlice, objectsPerStep, stepsOverEach } from '../../util/steps.js';
import { keyOf } from '../key-of.js';
import { keyOfTransformed, transformDeleted } from '../queues/queue-options.js';
import type { KnownObjects } from '../queues/queue-options.js';
import type { KeyFunc, ListerWatcher, Queue, SourceCallOptions } from '../types.js';
import { shardUid } from './shard.js';
import type { ShardBy, ShardSettings } from './shard.js';
import type { WatchSink } from './watch-session.js';

/** Waiting items above which the deletions of lost ranges yield, so that they can be popped (client-go's batch size). */
const queuedHighWater = 1000;

/** Status codes of a server or proxy that refuses a selector which it does not know, or which makes the URL too long. */
const refusals: readonly number[] = [400, 414, 431];

/** Options of a `ShardedListerWatcher`. */
export interface ShardedListerWatcherOptions<T> {
  readonly keyFunc: KeyFunc<T>;
  /** What the consumer of the queue has stored of this source. */
  readonly known: KnownObjects<T>;
  /** Called when the store may have become complete, and when the source is closed. */
  readonly onProgress: () => void;
}

/**
 * Lists and watches one shard of the objects of a source, and lets the shard change while a Reflector uses it.
 *
 * Sends `shardSelector` with every list and watch that is divided by uid. A server that does not support it ignores it, so
 * the Reflector keeps only objects that `selects` accepts, whatever the server sends.
 */
export class ShardedListerWatcher<T extends KubernetesObject> implements ListerWatcher<T> {
  readonly by: ShardBy;
  readonly #source: ListerWatcher<T>;
  readonly #options: ShardedListerWatcherOptions<T>;
  #queue: Queue<T> | undefined;
  #ranges: HashRanges;
  /** The ranges of which the queue has received everything. */
  #complete: HashRanges = HashRanges.none;
  #isComplete = false;
  #closed = false;
  #selectorRefused = false;
  #onChange: (() => void) | undefined;

  constructor(source: ListerWatcher<T>, shard: ShardSettings, options: ShardedListerWatcherOptions<T>) {
    this.by = shard.by;
    this.#source = source;
    this.#options = options;
    this.#ranges = shard.ranges;
  }

  get watchListUnsupported(): boolean {
    return this.#source.watchListUnsupported === true;
  }

  list(options: ListOptions, call?: SourceCallOptions): Promise<KubernetesList<T>> {
    return this.#request(options, (sent) => this.#source.list(sent, call));
  }

  watch(options: ListOptions, call?: SourceCallOptions): Promise<WatchStream<T>> {
    return this.#request(options, (sent) => this.#source.watch(sent, call));
  }

  async #request<R>(options: ListOptions, send: (options: ListOptions) => Promise<R>): Promise<R> {
    const { shardSelector = this.#selector, ...plain } = options;
    if (shardSelector === undefined || this.#selectorRefused) return send(plain);
    try {
      return await send({ ...plain, shardSelector });
    } catch (thrown) {
      if (!(thrown instanceof StatusError) || !refusals.includes(thrown.statusCode)) throw thrown;
      const answer = await send(plain);
      this.#selectorRefused = true;
      return answer;
    }
  }

  get #selector(): string | undefined {
    return this.by === 'uid' && !this.#ranges.isEverything ? this.#ranges.selector() : undefined;
  }

  // --- the shard ----------------------------------------------------------------------------------------------------

  get ranges(): HashRanges {
    return this.#ranges;
  }

  /** The ranges that the queue does not have completely. */
  get gained(): HashRanges {
    return this.#ranges.minus(this.#complete);
  }

  /** True if nothing of the shard is complete, so that the next round has to list all of it. */
  get isNew(): boolean {
    return this.#complete.isEmpty;
  }

  /** True if the store has all objects of the shard. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** True once the Reflector has ended. */
  get isClosed(): boolean {
    return this.#closed;
  }

  /** True for an object of the shard, and for anything that is not an object, which others report. */
  selects(object: T): boolean {
    const given: { readonly metadata?: unknown } | null | undefined = object;
    if (typeof given?.metadata !== 'object' || given.metadata === null) return true;
    const uid = shardUid(this.by, object);
    return uid !== undefined && this.#ranges.has(uid);
  }

  /** Changes the shard and interrupts the Reflector, which then calls `leave` and lists `gained`. */
  set(ranges: HashRanges): void {
    this.#ranges = ranges;
    this.#isComplete = false;
    this.#complete = this.#complete.minus(this.#complete.minus(ranges));
    this.#onChange?.();
  }

  /** Sets the one listener that `set` calls; undefined removes it. */
  onChange(listener: (() => void) | undefined): void {
    this.#onChange = listener;
  }

  // --- the queue ----------------------------------------------------------------------------------------------------

  /** Sets the queue that the Reflector fills. */
  attach(queue: Queue<T>): void {
    this.#queue = queue;
  }

  /** Number of items that the store does not show yet. */
  get queued(): number {
    return this.#queue?.length ?? 0;
  }

  /** True once the queue has received a first list, which has been stored. */
  get hasSynced(): boolean {
    return this.#queue?.hasSynced === true;
  }

  /** Queues deletions, with `leftScope`, of the stored objects outside the shard. Nothing may be queued for the store. */
  *leave(): Generator<unknown, void, void> {
    const queue = this.#queue;
    // Before the first list is complete, a write would count as the first list; the next list deletes what is left.
    if (queue?.hasSynced !== true) return;
    const { known } = this.#options;
    const steps = stepsOverEach(known.listKeys(), objectsPerStep, (key) => {
      const object = known.getByKey(key);
      // Only read, as by any reader of the store.
      if (object === undefined || this.selects(object as T)) return;
      queue.delete(new DeletedFinalStateUnknown<T>(key, object, true));
    });
    while (steps.next().done !== true) yield queue.length > queuedHighWater ? endSlice : undefined;
  }

  /** Queues objects of ranges that the shard has gained. Reports the error of each that the queue refuses. */
  *enter(objects: readonly T[], report: (error: Error) => void): Generator<unknown, void, void> {
    const queue = this.#queue;
    if (queue === undefined) return;
    const steps = stepsOverEach(objects, objectsPerStep, (object) => {
      try {
        queue.add(object);
      } catch (thrown) {
        report(asError(thrown));
      }
    });
    while (steps.next().done !== true) yield queue.length > queuedHighWater ? endSlice : undefined;
  }

  /** Records that the queue has received all objects of the shard. */
  completed(): void {
    this.#complete = this.#ranges;
    this.drained();
  }

  /** Called when the queue is empty. */
  drained(): void {
    if (this.#isComplete || this.queued > 0 || !this.#complete.equals(this.#ranges)) return;
    this.#isComplete = true;
    this.#options.onProgress();
  }

  /** Called when the Reflector has ended. */
  close(): void {
    this.#closed = true;
    this.#options.onProgress();
  }

  /** Returns a sink that passes on the events of the shard, and deletes what an event shows to be in another. */
  sink(queue: WatchSink<T>): WatchSink<T> {
    const { transformer } = this.#queue ?? {};
    const { keyFunc } = this.#options;
    return new ShardSink<T>(this, queue, (object, deleted) => {
      const given = keyOf(keyFunc, object);
      // An object that cannot be transformed was not stored either, so its error is of no use here.
      const transformed = transformDeleted(transformer, object, given, () => undefined);
      const key = keyOfTransformed(keyFunc, transformer, transformed, given);
      // Another uid: the object of that name was deleted. Another controller: the object still exists.
      const leftScope = this.by === 'controllerRef' && !deleted;
      // The queue knows whether it, or the store, has the key, and completes the object.
      queue.delete(new DeletedFinalStateUnknown<T>(key, undefined, leftScope) as unknown as T);
    });
  }

  /** Returns a sink of the initial events of a watch-list. */
  initialSink(objects: WatchSink<T>): WatchSink<T> {
    return new ShardSink<T>(this, objects, (object) => objects.delete(object));
  }
}

class ShardSink<T extends KubernetesObject> implements WatchSink<T> {
  readonly #shard: ShardedListerWatcher<T>;
  readonly #sink: WatchSink<T>;
  readonly #drop: (object: T, deleted: boolean) => void;

  constructor(
    shard: ShardedListerWatcher<T>,
    sink: WatchSink<T>,
    drop: (object: T, deleted: boolean) => void,
  ) {
    this.#shard = shard;
    this.#sink = sink;
    this.#drop = drop;
  }

  add(object: T): void {
    if (this.#shard.selects(object)) this.#sink.add(object);
    else this.#drop(object, false);
  }

  update(object: T): void {
    if (this.#shard.selects(object)) this.#sink.update(object);
    else this.#drop(object, false);
  }

  delete(object: T): void {
    if (this.#shard.selects(object)) this.#sink.delete(object);
    else this.#drop(object, true);
  }

  bookmark(resourceVersion: string): void {
    this.#sink.bookmark?.(resourceVersion);
  }

  get length(): number {
    return this.#sink.length ?? 0;
  }
}
