import { ConfigError, KubeInformersError } from '../../util/errors.js';
import { raceSignal, throwIfAborted } from '../../util/signal.js';
import { requireCall } from '../../util/known-options.js';
import { requireFunction, requireList } from '../../util/require.js';
import { finishSteps, objectsPerStep } from '../../util/steps.js';
import { defaultKeyFunc, keyOf } from '../key-of.js';
import { transformObject } from '../transform.js';
import { notKept } from '../types.js';
import { errorSink, keyOfQueued, keyOfTransformed, prepareList } from './queue-options.js';
import type { KnownObjects, PreparedList, QueueOptions } from './queue-options.js';
import { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import type { CallOptions } from '../../meta/calls.js';
import type { ReplaceStepsOptions } from '../sliced-replace.js';
import type {
  DeltaKeys,
  Deltas,
  IntakeFunc,
  KeyFunc,
  ObjectDelta,
  PopProcessFunc,
  ReplacedAll,
  StoreDelta,
} from '../types.js';

/** The queue is closed and empty, so `pop` has nothing to wait for. Code: `ERR_QUEUE_CLOSED`. */
export class QueueClosedError extends KubeInformersError {
  override readonly name = 'QueueClosedError';

  /** Creates the error of a queue that is closed and empty. */
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

/** A list at the head of a queue, and the keys of its objects. */
export interface WaitingList<T> {
  readonly list: ReplacedAll<T>;
  readonly keys: readonly string[];
}

/**
 * Base class of DeltaFIFO and RealFIFO: their options, add and update, replace and resync, waiting, sync state and closing.
 */
export abstract class BaseQueue<T> implements Disposable {
  /** Applied to each object before it is queued; undefined without a transform. */
  readonly transformer: IntakeFunc<T> | undefined;
  /** @internal */
  protected readonly keyFunc: KeyFunc<T>;
  /** @internal */
  protected readonly known: KnownObjects<T> | undefined;
  /** @internal */
  protected readonly report: (error: Error) => void;
  /** @internal */
  protected readonly state = new QueueState();
  readonly #onDrained: ((resourceVersion: string) => void) | undefined;
  readonly #isStored: ((key: string) => boolean) | undefined;
  /** What `take` has returned since the last replace, which does not transform it again. */
  #taken = new WeakSet<object>();
  /** True when a replace is one ReplacedAll, and a resync one SyncAll. */
  readonly atomicEvents: boolean;
  /** ResourceVersion of the newest write or bookmark. */
  #resourceVersion = '';

  /** @internal */
  protected constructor(name: string, options: QueueOptions<T>, atomicEvents: boolean) {
    if (atomicEvents && options.knownObjects !== undefined)
      throw new ConfigError('ERR_OPTION', 'knownObjects must be absent when atomicEvents is true');
    this.atomicEvents = atomicEvents;
    this.keyFunc = options.keyFunc ?? defaultKeyFunc;
    this.known = options.knownObjects;
    this.transformer = options.transformer;
    this.report = errorSink(options, name);
    this.#onDrained = options.onDrained;
    this.#isStored = options.isStored;
  }

  /** Number of waiting items. */
  abstract get length(): number;

  abstract tryPop(process: PopProcessFunc<T>): boolean;

  /**
   * The list at the head of the queue, if one is there.
   * @internal
   */
  abstract head(): WaitingList<T> | undefined;

  /**
   * Queues a change of one object.
   * @internal
   */
  protected abstract pushDelta(key: string, delta: ObjectDelta<T>): void;

  /**
   * Queues a change of the whole store.
   * @internal
   */
  protected abstract pushStoreDelta(keys: readonly string[] | undefined, delta: StoreDelta<T>): void;

  /**
   * Queues a list object by object, with a tombstone for each other key.
   * @internal
   */
  protected abstract pushList(list: PreparedList<T>): void;

  /**
   * Queues Sync for each known object.
   * @internal
   */
  protected abstract pushKnown(known: KnownObjects<T>): void;

  /**
   * Queues the deletion of an object or a tombstone.
   * @internal
   */
  protected abstract pushDeleted(object: T | DeletedFinalStateUnknown<T>): void;

  /** Queues an Added delta for the object. Throws KeyError if it has no key. */
  add(object: T): void {
    this.#write('Added', object);
  }

  /** Queues an Updated delta for the object. Throws KeyError if it has no key. */
  update(object: T): void {
    this.#write('Updated', object);
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
      if (taken === notKept) return this.#mayHold(keyOf(this.keyFunc, object)) ? object : undefined;
      if (typeof taken === 'object' && taken !== null) this.#taken.add(taken);
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
    if (this.state.closed) return;
    const { keyFunc, transformer, report } = this;
    const mayHold = (key: string): boolean => this.#mayHold(key);
    const isTaken = (object: unknown): boolean => this.#taken.has(object as object);
    const list = yield* prepareList(objects, { keyFunc, transformer, report, mayHold, isTaken }, perStep);
    this.#taken = new WeakSet();
    if (this.state.closed) return;
    const wasEmpty = this.length === 0;
    if (this.atomicEvents) {
      const { keys, objects: all, leftOut, leftScope } = list;
      this.pushStoreDelta(keys, {
        type: 'ReplacedAll',
        objects: all,
        resourceVersion,
        ...(leftOut.size === 0 ? {} : { leftOut }),
        ...(leftScope.size === 0 ? {} : { leftScope }),
      });
    } else this.pushList(list);
    this.state.populate(this.length);
    this.updateResourceVersion(resourceVersion);
    this.wakeAfter(wasEmpty);
  }

  /** Queues Sync for every known object that has nothing queued: an older state must not follow a newer one. */
  resync(): void {
    if (this.state.closed) return;
    const wasEmpty = this.length === 0;
    if (this.atomicEvents) this.pushStoreDelta(undefined, { type: 'SyncAll' });
    else if (this.known !== undefined) this.pushKnown(this.known);
    this.wakeAfter(wasEmpty);
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

  #write(type: 'Added' | 'Updated', object: T): void {
    if (this.state.closed) return;
    let key = keyOf(this.keyFunc, object);
    let queued = object;
    if (this.transformer !== undefined) {
      const transformed = transformObject(this.transformer, object, key);
      if (transformed === notKept) {
        this.state.populate(0);
        if (this.#mayHold(key)) this.pushDeleted(new DeletedFinalStateUnknown<T>(key, undefined, true));
        return;
      }
      queued = transformed;
      key = keyOfTransformed(this.keyFunc, this.transformer, queued, key);
    }
    this.state.populate(0);
    const wasEmpty = this.length === 0;
    this.pushDelta(key, { type, object: queued });
    if (wasEmpty) this.state.wake();
  }

  /** False if neither the queue nor its consumer has an object under the key. */
  #mayHold(key: string): boolean {
    return this.length > 0 || this.#isStored === undefined || this.#isStored(key);
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
      // A transform may have changed names.
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

  /** @internal */
  protected wakeAfter(wasEmpty: boolean): void {
    if (wasEmpty && this.length > 0) this.state.wake();
  }
}
