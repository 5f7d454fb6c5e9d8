import { shownValue } from '../util/shown.js';
import type { Clock, Timer, TestOptions } from '../util/clock.js';
import { systemClock } from '../util/clock.js';
import { interruptible, linkSignal, onAbort, raceSignal, reasonOf, throwIfAborted } from '../util/signal.js';
import { ConfigError } from '../util/errors.js';
import { IndexedHeap } from '../util/indexed-heap.js';
import { requireCall, requireKnownOptions } from '../util/known-options.js';
import type { OptionNames } from '../util/known-options.js';
import {
  refuse,
  refuseValue,
  requireAbortSignal,
  requireAboveZero,
  requireBoolean,
  requireClock,
  requireInteger,
  requireString,
  typeOf,
  wholeFrom,
} from '../util/require.js';
import { defaultSliceMs, yieldToEventLoop } from '../util/steps.js';
import { KeyEntry, RunningItem } from './work-item.js';
import type { RateLimiter } from './rate-limiters.js';
import { defaultControllerRateLimiter, requireRateLimiter } from './rate-limiters.js';
import { ReadyLanes } from './ready-lanes.js';
import { WorkQueueCounters } from './statistics.js';
import type { WorkQueueStats } from './statistics.js';
import type { WorkItem } from './work-item.js';

/** The priority of keys that can wait, as in controller-runtime: those of an initial list, for example. */
export const lowPriority = -100;

/** Options of a WorkQueue. */
export interface WorkQueueOptions extends Pick<TestOptions, 'clock'> {
  /** Name in the statistics. Default: empty. */
  readonly name?: string | undefined;
  /** Decides the delay of adds with `rateLimited`. Default: `defaultControllerRateLimiter()`. */
  readonly rateLimiter?: RateLimiter | undefined;
  /**
   * The time that one step of priority is worth, ms: a key is handed out before all keys of a priority higher by n that
   * became ready `n × agingMs` later. Infinity makes priorities strict, as in controller-runtime: then a steady stream of
   * high-priority keys can block a low one forever. Default: 1000.
   */
  readonly agingMs?: number | undefined;
  /** Number of distinct reasons that are kept for a key. Default: 8. */
  readonly maxReasons?: number | undefined;
}

const optionNames: OptionNames<WorkQueueOptions> = {
  name: requireString,
  rateLimiter: requireRateLimiter,
  agingMs: requireAboveZero,
  maxReasons: wholeFrom(0),
  clock: requireClock,
};

/** Options of `WorkQueue.add`. */
export interface WorkQueueAddOptions {
  /** Delay until the key may be handed out, ms. Default: 0, as for a negative number. */
  readonly afterMs?: number | undefined;
  /** Delays the key by the rate limiter; with `afterMs` as well, the shorter delay counts. Default: false. */
  readonly rateLimited?: boolean | undefined;
  /** An integer; keys of a higher priority come first. Default: 0. */
  readonly priority?: number | undefined;
  /** Why the key is added, for `WorkItem.reasons`; several when adds were merged elsewhere. */
  readonly reason?: string | readonly string[] | undefined;
  /** What kind of reason that is, for `WorkItem.kinds`, which has no limit: use few. */
  readonly kind?: string | readonly string[] | undefined;
}

const addOptionNames: OptionNames<WorkQueueAddOptions> = {
  afterMs: requireFinite,
  rateLimited: requireBoolean,
  priority: requireInteger,
  reason: requireTexts,
  kind: requireTexts,
};

/** Options of a `WorkQueue.shutDown` that waits. */
export interface WorkQueueDrainOptions {
  /** True waits until nothing is ready or in processing. */
  readonly drain: true;
  /** Ends the wait, not the shutdown. */
  readonly signal?: AbortSignal | undefined;
}

const shutDownOptionNames: OptionNames<WorkQueueDrainOptions> = {
  drain: requireBoolean,
  signal: requireAbortSignal,
};

const noOptions: WorkQueueAddOptions = Object.freeze({});
const defaultAgingMs = 1000;
/** Number of distinct reasons that a queue keeps for a key. */
export const defaultMaxReasons = 8;
// Moving this many due keys takes a few milliseconds while a million are delayed.
const maxMovesAtOnce = 1000;

interface Waiter {
  readonly resolve: (item: RunningItem | undefined) => void;
  unlink: (() => void) | undefined;
}

/**
 * A queue of keys for the workers of a controller (client-go's workqueue, with delays, rate limits and priorities).
 *
 * - A key is handed out to one worker at a time. If it is added while it is in processing, it becomes ready again when
 *   its `done` is called.
 * - Adds of a waiting key are merged: the earliest due time, the highest priority and all distinct reasons count. An add
 *   without a delay makes a delayed key ready.
 * - Keys of one priority are handed out in the order in which they became ready. A low priority delays a key, but only
 *   for a limited time: see `agingMs`.
 * - After `shutDown`, adds are ignored, and the keys that are ready are still handed out.
 * - Nothing is kept of a key that neither waits nor is in processing, except what the rate limiter knows until `forget`.
 *
 * Throws ConfigError `ERR_OPTION` for an invalid option.
 */
export class WorkQueue<K extends string = string> implements Disposable {
  /** Name in the statistics. */
  readonly name: string;
  readonly #clock: Clock;
  readonly #rateLimiter: RateLimiter;
  readonly #maxReasons: number;
  readonly #entries = new Map<string, KeyEntry>();
  readonly #ready: ReadyLanes;
  readonly #delayed = new IndexedHeap<KeyEntry>(
    (a, b) => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order),
  );
  /** In no particular order. Each knows its position; a Set of objects takes four times as long. */
  readonly #processing: RunningItem[] = [];
  readonly #waiters = new Set<Waiter>();
  readonly #drainers = new Set<() => void>();
  readonly #counters = new WorkQueueCounters();
  #delayedAdds = 0;
  #timer: Timer | undefined;
  #timerAtMs = 0;
  #sliceStartMs: number;
  #isShuttingDown = false;

  /** A queue of keys: a key that is added several times is processed once, and never twice at a time. */
  constructor(options: WorkQueueOptions = {}) {
    requireKnownOptions('a WorkQueue', options, optionNames);
    const {
      name = '',
      agingMs = defaultAgingMs,
      maxReasons = defaultMaxReasons,
      clock = systemClock,
    } = options;
    const { rateLimiter = defaultControllerRateLimiter({ clock }) } = options;
    this.name = name;
    this.#clock = clock;
    this.#rateLimiter = rateLimiter;
    this.#maxReasons = maxReasons;
    this.#ready = new ReadyLanes(agingMs);
    this.#sliceStartMs = clock.monotonic();
  }

  /** Number of keys that can be handed out now. */
  get length(): number {
    return this.#ready.length;
  }

  /** Number of keys that wait for their due time. */
  get delayed(): number {
    return this.#delayed.length;
  }

  /** Number of keys in processing. */
  get processing(): number {
    return this.#processing.length;
  }

  /** Whether `shutDown` was called. */
  get isShuttingDown(): boolean {
    return this.#isShuttingDown;
  }

  /** Whether the key waits or is in processing. */
  has(key: K): boolean {
    return this.#entries.has(key);
  }

  /**
   * What is known of a key that waits or is in processing.
   * @internal
   */
  find(key: K): Readonly<Pick<KeyEntry, 'waiting' | 'atMs' | 'sinceMs'>> | undefined {
    return this.#entries.get(key);
  }

  /**
   * Adds a key, or merges the add into the waiting key. Ignored after `shutDown`.
   *
   * Throws ConfigError `ERR_OPTION` for an invalid key or option, and what the rate limiter throws.
   */
  add(key: K, options: WorkQueueAddOptions = noOptions): void {
    if (typeof key !== 'string' || key === '')
      throw new ConfigError(
        'ERR_OPTION',
        `a key must be a non-empty string, got ${key === '' ? "''" : typeOf(key)}`,
      );
    if (options !== noOptions) checkAddOptions(options);
    if (this.#isShuttingDown) return;
    const delayMs = this.#delayOf(key, options);
    if (delayMs > 0) this.#counters.retries++;
    const nowMs = this.#clock.monotonic();
    this.#moveDue(nowMs);

    let entry = this.#entries.get(key);
    if (entry === undefined) {
      entry = new KeyEntry(key);
      this.#entries.set(key, entry);
    }
    const { reason, kind } = options;
    if (typeof reason === 'string') entry.addReason(reason, this.#maxReasons);
    else if (reason !== undefined) for (const each of reason) entry.addReason(each, this.#maxReasons);
    if (typeof kind === 'string') entry.addKind(kind);
    else if (kind !== undefined) for (const each of kind) entry.addKind(each);
    this.#prioritise(entry, options.priority ?? 0, nowMs);
    if (delayMs > 0) this.#delay(entry, nowMs + delayMs);
    else this.#makeReady(entry, nowMs, nowMs);
    this.#setTimer(nowMs);
  }

  /**
   * Resolves with the next item, in processing from then on; with undefined after `shutDown`, once nothing is left.
   *
   * Getters that wait are served in their order. Rejects with `signal.reason`, or ConfigError `ERR_OPTION`. Gives way to
   * timers and I/O after each 10 ms of work.
   */
  async get(
    call: {
      /** Ends the wait. */
      readonly signal?: AbortSignal | undefined;
    } = {},
  ): Promise<WorkItem<K> | undefined> {
    requireCall('get of a WorkQueue', call);
    const { signal } = call;
    throwIfAborted(signal);
    if (this.#clock.monotonic() - this.#sliceStartMs > defaultSliceMs) {
      await yieldToEventLoop();
      this.#sliceStartMs = this.#clock.monotonic();
      throwIfAborted(signal);
    }
    const item = this.tryGet();
    if (item !== undefined || this.#isOver) return item;
    return new Promise<RunningItem | undefined>((resolve, reject) => {
      const waiter: Waiter = { resolve, unlink: undefined };
      waiter.unlink =
        signal &&
        onAbort(signal, () => {
          this.#waiters.delete(waiter);
          reject(reasonOf(signal) as Error);
        });
      this.#waiters.add(waiter);
    }) as Promise<WorkItem<K> | undefined>;
  }

  /** Returns the next item, in processing from then on; undefined if no key is ready. */
  tryGet(): WorkItem<K> | undefined {
    const nowMs = this.#clock.monotonic();
    this.#moveDue(nowMs);
    // Only keys of type K were added.
    return this.#take(nowMs) as WorkItem<K> | undefined;
  }

  /**
   * Iterates over the items as `get` returns them, until the queue is shut down and nothing is left.
   *
   * The loop has to call `done` of each item, also after a `break`. Rejects with `signal.reason`.
   */
  items(
    call: {
      /** Ends the iteration. */
      readonly signal?: AbortSignal | undefined;
    } = {},
  ): AsyncGenerator<WorkItem<K>, void, undefined> {
    return interruptible((left) => this.#items(call, left));
  }

  async *#items(
    call: { readonly signal?: AbortSignal | undefined },
    left: AbortSignal,
  ): AsyncGenerator<WorkItem<K>, void, undefined> {
    requireCall('items of a WorkQueue', call);
    const { signal, dispose } = linkSignal(call.signal, left);
    try {
      for (let item = await this.get({ signal }); item !== undefined; item = await this.get({ signal }))
        yield item;
    } catch (thrown) {
      if (!left.aborted) throw thrown;
    } finally {
      dispose();
    }
  }

  /** Forgets the failures of a key: its next rate-limited add has the shortest delay. */
  forget(key: K): void {
    this.#rateLimiter.forget(key);
  }

  /** Returns the number of rate-limited adds of a key since it was last forgotten. */
  numRequeues(key: K): number {
    return this.#rateLimiter.numRequeues(key);
  }

  /**
   * Stops accepting keys, and drops those that are delayed. Ready keys are still handed out.
   *
   * With `drain`, resolves when nothing is ready or in processing, so some worker has to go on; a later call without
   * `drain` ends the wait at once. Rejects with `signal.reason`.
   */
  shutDown(options?: {
    /** True waits until the keys in processing are done. */
    readonly drain?: false | undefined;
  }): void;
  shutDown(options: WorkQueueDrainOptions): Promise<void>;
  shutDown(
    options: Partial<WorkQueueDrainOptions> | { readonly drain?: false | undefined } = {},
  ): void | Promise<void> {
    const what = 'shutDown of a WorkQueue';
    requireKnownOptions(what, options, shutDownOptionNames);
    const signal = 'signal' in options ? options.signal : undefined;
    if (signal !== undefined && options.drain !== true)
      throw new ConfigError('ERR_OPTION', `signal of ${what} needs drain: true, got drain: ${options.drain}`);
    this.#isShuttingDown = true;
    this.#dropDelayed();
    if (options.drain === true) return this.#drained(signal);
    for (const release of this.#drainers) release();
    this.#releaseAtEnd();
  }

  [Symbol.dispose](): void {
    this.shutDown();
  }

  /** Returns a snapshot of the queue's counters. */
  stats(): WorkQueueStats {
    const nowMs = this.#clock.monotonic();
    let unfinishedMs = 0;
    let longestMs = 0;
    for (const { startedMs } of this.#processing) {
      unfinishedMs += nowMs - startedMs;
      longestMs = Math.max(longestMs, nowMs - startedMs);
    }
    const { adds, retries, droppedAtShutDown, queueDurationSeconds, workDurationSeconds } = this.#counters;
    return {
      name: this.name,
      depth: this.#ready.depth,
      depthByPriority: this.#ready.depths(),
      delayed: this.delayed,
      processing: this.processing,
      adds,
      retries,
      droppedAtShutDown,
      queueDurationSeconds: queueDurationSeconds.stats(),
      workDurationSeconds: workDurationSeconds.stats(),
      unfinishedWorkSeconds: unfinishedMs / 1000,
      longestRunningProcessorSeconds: longestMs / 1000,
    };
  }

  /** Shut down, and no key will be ready again. */
  get #isOver(): boolean {
    return this.#isShuttingDown && this.#ready.depth === 0;
  }

  #delayOf(key: string, { afterMs, rateLimited }: WorkQueueAddOptions): number {
    if (rateLimited !== true) return afterMs ?? 0;
    const limitedMs = this.#rateLimiter.when(key);
    if (!Number.isFinite(limitedMs) || limitedMs < 0)
      throw new ConfigError(
        'ERR_OPTION',
        `when of the rateLimiter must return a finite number of 0 or more, got ${shownValue(limitedMs)}`,
      );
    return afterMs === undefined ? limitedMs : Math.min(limitedMs, afterMs);
  }

  #prioritise(entry: KeyEntry, priority: number, nowMs: number): void {
    if (entry.waiting === 'idle') entry.priority = priority;
    else if (priority <= entry.priority) return;
    else if (entry.waiting === 'delayed') entry.priority = priority;
    else this.#ready.raise(entry, priority, nowMs);
  }

  #delay(entry: KeyEntry, dueMs: number): void {
    if (entry.waiting === 'idle') {
      entry.waiting = 'delayed';
      entry.atMs = dueMs;
      entry.order = this.#delayedAdds++;
      this.#delayed.add(entry);
    } else if (entry.waiting === 'delayed' && dueMs < entry.atMs) {
      entry.atMs = dueMs;
      this.#delayed.reorder(entry);
    }
  }

  /** Makes a key ready, or remembers that it will be when it leaves processing. */
  #makeReady(entry: KeyEntry, sinceMs: number, nowMs: number): void {
    if (entry.waiting === 'ready' || entry.waiting === 'remembered') return;
    if (entry.waiting === 'delayed') this.#delayed.remove(entry);
    this.#counters.adds++;
    this.#ready.count(entry);
    entry.sinceMs = sinceMs;
    if (entry.item !== undefined) {
      entry.waiting = 'remembered';
      return;
    }
    entry.waiting = 'ready';
    this.#ready.append(entry, nowMs);
    this.#handOut(nowMs);
  }

  /** Makes the keys ready that are due, the earliest first; the timer does the rest of very many. */
  #moveDue(nowMs: number): void {
    let moves = 0;
    for (; moves < maxMovesAtOnce; moves++) {
      const entry = this.#delayed.peek();
      if (entry === undefined || entry.atMs > nowMs) break;
      this.#makeReady(entry, entry.atMs, nowMs);
    }
    if (moves > 0) this.#setTimer(nowMs);
  }

  /** Sets the one timer for the earliest due time. A timer that fires too early sets it again. */
  #setTimer(nowMs: number): void {
    const first = this.#delayed.peek();
    if (first === undefined) {
      this.#timer?.cancel();
      this.#timer = undefined;
    } else if (this.#timer === undefined || first.atMs < this.#timerAtMs) {
      this.#timer?.cancel();
      this.#timerAtMs = first.atMs;
      // Whole milliseconds: a fraction could round to a timer that fires before the key is due, again and again.
      this.#timer = this.#clock.setTimer(this.#onTimer, Math.ceil(first.atMs - nowMs));
    }
  }

  readonly #onTimer = (): void => {
    this.#timer = undefined;
    const nowMs = this.#clock.monotonic();
    this.#moveDue(nowMs);
    this.#setTimer(nowMs);
  };

  #take(nowMs: number): RunningItem | undefined {
    const entry = this.#ready.take();
    if (entry === undefined) return undefined;
    entry.waiting = 'idle';
    const item = new RunningItem(entry, nowMs, this.#leave);
    this.#counters.queueDurationSeconds.observe(item.queuedMs / 1000);
    item.index = this.#processing.length;
    this.#processing.push(item);
    return item;
  }

  /** Ends the processing of an item; with `releaseAfterMs` it was not processed, and waits again. */
  readonly #leave = (item: RunningItem, entry: KeyEntry, releaseAfterMs?: number): void => {
    const nowMs = this.#clock.monotonic();
    this.#moveDue(nowMs);
    if (releaseAfterMs === undefined)
      this.#counters.workDurationSeconds.observe((nowMs - item.startedMs) / 1000);
    const last = this.#processing.pop();
    if (last !== undefined && last !== item) {
      last.index = item.index;
      this.#processing[item.index] = last;
    }
    entry.item = undefined;
    if (releaseAfterMs !== undefined) this.#restore(item, entry, releaseAfterMs, nowMs);
    if (entry.waiting === 'idle') {
      this.#entries.delete(entry.key);
    } else if (entry.waiting === 'remembered') {
      entry.waiting = 'ready';
      this.#ready.append(entry, nowMs);
      this.#handOut(nowMs);
    }
    if (this.#isShuttingDown) this.#releaseAtEnd();
  };

  /** Makes the key of an unprocessed item wait again; a remembered one becomes ready now. */
  #restore(item: RunningItem, entry: KeyEntry, afterMs: number, nowMs: number): void {
    entry.restore(item, this.#maxReasons);
    this.#prioritise(entry, item.priority, nowMs);
    if (afterMs === 0) {
      if (entry.waiting === 'delayed') this.#delayed.remove(entry);
      if (entry.waiting !== 'remembered') this.#ready.count(entry);
      entry.waiting = 'ready';
      entry.sinceMs = item.sinceMs;
      this.#ready.prepend(entry, item.atMs);
      this.#handOut(nowMs);
    } else if (entry.waiting !== 'remembered') {
      if (this.#isShuttingDown) this.#counters.droppedAtShutDown++;
      else this.#delay(entry, nowMs + afterMs);
      this.#setTimer(nowMs);
    }
  }

  #handOut(nowMs: number): void {
    for (const waiter of this.#waiters) {
      const item = this.#take(nowMs);
      if (item === undefined) return;
      this.#release(waiter, item);
    }
    if (this.#isShuttingDown) this.#releaseAtEnd();
  }

  #release(waiter: Waiter, item: RunningItem | undefined): void {
    this.#waiters.delete(waiter);
    waiter.unlink?.();
    waiter.resolve(item);
  }

  #dropDelayed(): void {
    this.#counters.droppedAtShutDown += this.#delayed.length;
    for (const entry of this.#delayed.list()) {
      entry.waiting = 'idle';
      if (entry.item === undefined) this.#entries.delete(entry.key);
    }
    this.#delayed.clear();
    this.#setTimer(0);
  }

  async #drained(signal: AbortSignal | undefined): Promise<void> {
    throwIfAborted(signal);
    let release: () => void = () => undefined;
    const drained = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#drainers.add(release);
    this.#releaseAtEnd();
    try {
      await raceSignal(drained, signal);
    } finally {
      this.#drainers.delete(release);
    }
  }

  /** Releases those who wait for the end of a shutdown, if it has come. */
  #releaseAtEnd(): void {
    if (!this.#isOver) return;
    for (const waiter of this.#waiters) this.#release(waiter, undefined);
    if (this.#processing.length > 0) return;
    for (const release of this.#drainers) release();
  }
}

/** `requireKnownOptions` takes half of the time of an add, so calls that are right do without it. */
function checkAddOptions(options: WorkQueueAddOptions): void {
  if (!isRight(options)) requireKnownOptions('add of a WorkQueue', options, addOptionNames);
}

function isRight(options: WorkQueueAddOptions | null): boolean {
  if (typeof options !== 'object' || options === null) return false;
  if (Object.getPrototypeOf(options) !== Object.prototype) return false;
  for (const name in options) if (!Object.hasOwn(addOptionNames, name)) return false;
  const { afterMs = 0, rateLimited = false, priority = 0, reason = '', kind = '' } = options;
  return (
    Number.isFinite(afterMs) &&
    Number.isSafeInteger(priority) &&
    typeof rateLimited === 'boolean' &&
    typeof reason === 'string' &&
    typeof kind === 'string'
  );
}

function requireFinite(what: string, value: unknown): void {
  if (!Number.isFinite(value)) refuseValue(what, 'a finite number', value);
}

function requireTexts(what: string, texts: unknown): void {
  if (typeof texts === 'string') return;
  if (!Array.isArray(texts)) refuse(what, 'a string or an array of strings', texts);
  for (const text of texts) requireString(what, text);
}
