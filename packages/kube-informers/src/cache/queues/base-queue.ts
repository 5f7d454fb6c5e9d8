import { KubeInformersError } from '../../util/errors.js';
import { raceSignal, throwIfAborted } from '../../util/signal.js';
import { requireCall } from '../../util/known-options.js';
import { requireFunction, requireList } from '../../util/require.js';
import { PendingSteps } from '../../util/pending-steps.js';
import { endSlice, finishSteps, objectsPerStep } from '../../util/steps.js';
import type { Steps } from '../../util/steps.js';
import { defaultKeyFunc } from '../key-of.js';
import { errorSink, keyOfQueued, requireQueueOptions } from './queue-options.js';
import type { KnownObjects, QueueOptions } from './queue-options.js';
import type { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import type { ReplaceStepsOptions, ResyncStepsOptions } from '../sliced-replace.js';
import type { CallOptions } from '../../meta/calls.js';
import type { DeltaKeys, Deltas, KeyFunc, PopProcessFunc, TransformFunc } from '../types.js';

/** The queue is closed and empty, so `pop` has nothing to wait for. Code: `ERR_QUEUE_CLOSED`. */
export class QueueClosedError extends KubeInformersError {
  override readonly name = 'QueueClosedError';

  constructor() {
    super('ERR_QUEUE_CLOSED', 'the queue is closed and empty');
  }
}

/**
 * State that DeltaFIFO and RealFIFO share: whether they have synced, who waits for items, and whether they are closed.
 *
 * Synced means that the first write was not a replace, or that all items of the first replace have been popped.
 */
export class QueueState {
  /** Resolves when `hasSynced` turns true; never rejects. */
  readonly synced: Promise<void>;
  #resolveSynced: () => void = () => undefined;
  #hasSynced = false;
  #populated = false;
  #initialLeft = 0;
  #closed = false;
  #listener: (() => void) | undefined;
  readonly #waiters = new Set<() => void>();

  constructor() {
    this.synced = new Promise((resolve) => {
      this.#resolveSynced = resolve;
    });
  }

  get hasSynced(): boolean {
    return this.#hasSynced;
  }

  /** Number of items of the first replace that have not been popped yet. */
  get initialLeft(): number {
    return this.#initialLeft;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Called after every write; only the first counts. `count` is the number of items that a replace queued, 0 for others. */
  populate(count: number): void {
    if (this.#populated) return;
    this.#populated = true;
    this.#initialLeft = count;
    this.#checkSynced();
  }

  /** Called after `count` items were processed. */
  popped(count: number): void {
    if (this.#initialLeft === 0) return;
    this.#initialLeft = Math.max(0, this.#initialLeft - count);
    this.#checkSynced();
  }

  setListener(listener: (() => void) | undefined): void {
    this.#listener = listener;
  }

  /** Called when the queue is no longer empty. Call it last: the listener may pop at once. */
  wake(): void {
    // A waiter that finds the queue empty again waits again.
    for (const waiter of this.#waiters) waiter();
    this.#listener?.();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.wake();
  }

  /** Resolves at the next wake. Rejects with `signal.reason`, or with QueueClosedError after `close`. */
  async wait(signal: AbortSignal | undefined): Promise<void> {
    if (this.#closed) throw new QueueClosedError();
    let waiter = (): void => undefined;
    const woken = new Promise<void>((resolve) => {
      waiter = resolve;
    });
    this.#waiters.add(waiter);
    try {
      await raceSignal(woken, signal);
    } finally {
      this.#waiters.delete(waiter);
    }
  }

  #checkSynced(): void {
    if (this.#hasSynced || this.#initialLeft > 0) return;
    this.#hasSynced = true;
    this.#resolveSynced();
  }
}

/** Waiting items above which a long replace or resync yields, so that they can be popped (client-go's batch size). */
const queuedHighWater = 1000;

/**
 * Base class of DeltaFIFO and RealFIFO: their options, the steps of a replace, waiting, sync state and closing.
 */
export abstract class BaseQueue<T> implements Disposable {
  /** Applied to each object before it is queued; undefined without a transform. */
  readonly transformer: TransformFunc<T> | undefined;
  /** @internal */
  protected readonly keyFunc: KeyFunc<T>;
  /** @internal */
  protected readonly known: KnownObjects<T> | undefined;
  /** @internal */
  protected readonly report: (error: Error) => void;
  /** @internal */
  protected readonly state = new QueueState();
  readonly #onDrained: ((resourceVersion: string) => void) | undefined;
  /** ResourceVersion of the newest write or bookmark. */
  #resourceVersion = '';
  /**
   * A replace that has queued part of its list and is between two steps.
   * @internal
   */
  protected readonly pending = new PendingSteps();

  /** @internal */
  protected constructor(name: string, options: QueueOptions<T>) {
    requireQueueOptions(`a ${name}`, options);
    this.keyFunc = options.keyFunc ?? defaultKeyFunc;
    this.known = options.knownObjects;
    this.transformer = options.transformer;
    this.report = errorSink(options, name);
    this.#onDrained = options.onDrained;
  }

  /** Number of waiting items. */
  abstract get length(): number;

  abstract tryPop(process: PopProcessFunc<T>): boolean;

  /** @internal */
  protected abstract replaceSteps(
    objects: readonly T[],
    resourceVersion: string,
    perStep: number,
  ): Generator<unknown, void, void>;

  /** @internal */
  protected abstract resyncSteps(perStep: number): Generator<unknown, void, void>;

  /** Queues a whole list. A key that cannot be computed (KeyError) leaves the queue unchanged. */
  replace(objects: readonly T[], resourceVersion: string): void {
    requireList('objects of replace', objects);
    finishSteps(this.replaceInSteps(objects, resourceVersion, { objectsPerStep: Infinity }));
  }

  /**
   * `replace` in steps. Keys and transforms come first, and change nothing. After that, queued items can be popped between
   * two steps; a write first runs the remaining steps at once, and is queued after them. `hasSynced` waits for all of it.
   * @internal
   */
  replaceInSteps(objects: readonly T[], resourceVersion: string, options: ReplaceStepsOptions = {}): Steps {
    return this.replaceSteps(objects, resourceVersion, options.objectsPerStep ?? objectsPerStep);
  }

  /** Queues Sync for every known object that has nothing queued: an older state must not follow a newer one. */
  resync(): void {
    finishSteps(this.resyncInSteps({ objectsPerStep: Infinity }));
  }

  /**
   * `resync` in steps: each step reads what is queued and known by then. Defined beside `resync`: the Reflector takes steps
   * only from the class that defines both (`sliced-replace.ts`).
   * @internal
   */
  resyncInSteps(options: ResyncStepsOptions = {}): Steps {
    return this.resyncSteps(options.objectsPerStep ?? objectsPerStep);
  }

  /** Records that the writes so far, and bookmarks, have reached this resourceVersion. */
  updateResourceVersion(resourceVersion: string): void {
    if (this.#onDrained === undefined || this.state.closed) return;
    this.#resourceVersion = resourceVersion;
    this.#reportDrained();
  }

  /** Processes the next item, and waits for one if the queue is empty. Rejects with QueueClosedError after `close`. */
  async pop(process: PopProcessFunc<T>, call: CallOptions = {}): Promise<void> {
    requireFunction('process of pop', process);
    requireCall('pop of a queue', call);
    throwIfAborted(call.signal);
    while (!this.tryPop(process)) await this.state.wait(call.signal);
  }

  /** True once everything of the first replace was popped, or if the first write was no replace. */
  get hasSynced(): boolean {
    return this.state.hasSynced;
  }

  /** Resolves when `hasSynced` becomes true; never rejects. */
  get synced(): Promise<void> {
    return this.state.synced;
  }

  /** Closes the queue: later writes are ignored, and a waiting `pop` rejects. Queued items can still be popped. */
  close(): void {
    this.state.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** True after `close`. */
  get closed(): boolean {
    return this.state.closed;
  }

  /** Sets the function that is called when an item arrives in an empty queue; undefined removes it. */
  setListener(onWork: (() => void) | undefined): void {
    if (onWork !== undefined) requireFunction('onWork of setListener', onWork);
    this.state.setListener(onWork);
  }

  /** cache.DeltaFIFO.KeyOf: the key of an object, a tombstone or Deltas. Throws KeyError. */
  keyOf(item: T | DeletedFinalStateUnknown<T> | Deltas<T>): string {
    return keyOfQueued(this.keyFunc, item);
  }

  /**
   * Calls a function with `count` items taken out of the queue; they count as popped even if it throws.
   * @internal
   */
  protected handOut<D>(
    process: (deltas: D, isInInitialList: boolean, keys?: DeltaKeys) => void,
    deltas: D,
    keys: DeltaKeys,
    count: number,
  ): void {
    try {
      process(deltas, !this.state.hasSynced, this.transformer === undefined ? keys : undefined);
    } finally {
      this.popped(count);
    }
  }

  /**
   * Records that `count` items were handed out.
   * @internal
   */
  protected popped(count: number): void {
    this.state.popped(count);
    if (this.#onDrained !== undefined) this.#reportDrained();
  }

  #reportDrained(): void {
    if (this.length === 0 && this.#resourceVersion !== '') this.#onDrained?.(this.#resourceVersion);
  }

  /**
   * Lets a replace queue its changes, and records its resourceVersion before the last of them wakes a waiting consumer.
   * Items are popped and resyncs run between two steps; a write runs the remaining steps first, by `pending.finish`.
   * @internal
   */
  protected queueInSteps(changes: Steps, resourceVersion: string): Generator<unknown, void, void> {
    return this.pending.share(this.#queueChanges(changes, resourceVersion));
  }

  *#queueChanges(changes: Steps, resourceVersion: string): Generator<unknown, void, void> {
    let wasEmpty = this.length === 0;
    while (changes.next().done !== true) {
      this.wakeAfter(wasEmpty);
      yield this.afterStep();
      if (this.state.closed) return;
      wasEmpty = this.length === 0;
    }
    this.state.populate(this.length);
    this.updateResourceVersion(resourceVersion);
    this.wakeAfter(wasEmpty);
  }

  /**
   * The value that a step yields: a queue that runs ahead of its consumer ends the slice, so that the queue stays short.
   * @internal
   */
  protected afterStep(): typeof endSlice | undefined {
    return this.length > queuedHighWater ? endSlice : undefined;
  }

  /** @internal */
  protected wakeAfter(wasEmpty: boolean): void {
    if (wasEmpty && this.length > 0) this.state.wake();
  }
}
