import { requireKnownOptions } from '../util/known-options.js';
import type { OptionNames } from '../util/known-options.js';
import type { Clock, Timer } from '../util/clock.js';
import type { LogFields, Logger } from '../util/logger.js';
import { refuseValue } from '../util/require.js';
import type { CacheIntake, CacheObjects } from './cache-format.js';
import type { Indexers, TransformFunc } from './types.js';

/** Times above which work counts as slow, ms. Infinity turns a warning off. */
export interface SlowThresholds {
  /** A list, from its request until the objects are in the queue; one that does not end, too. Default: 30 s. */
  readonly listMs?: number | undefined;
  /** Processing one item of the queue, or a batch: index functions and the store. Default: 100 ms. */
  readonly processMs?: number | undefined;
  /** A callback of a handler, until its promise has settled; one that never settles, too. Default: 10 s. */
  readonly handlerMs?: number | undefined;
  /**
   * A call of an index function or the transform. Default: 10 ms.
   *
   * Each 64th call is timed, and all calls in the minute after a slow one or after slow processing.
   */
  readonly functionMs?: number | undefined;
}

const slowThresholdNames: OptionNames<SlowThresholds> = {
  listMs: true,
  processMs: true,
  handlerMs: true,
  functionMs: true,
};

/** How often work was slow. */
export interface SlowStats {
  readonly lists: number;
  readonly processing: number;
  readonly handlers: number;
  /** Calls of index functions and the transform, of those that were timed. */
  readonly functions: number;
}

const defaults = { listMs: 30_000, processMs: 100, handlerMs: 10_000, functionMs: 10 };

/** One of so many calls of a function is timed, so that it costs nothing. */
const timedCalls = 64;

/** Least time between two warnings about the same kind of work, ms. */
const warningIntervalMs = 60_000;

/** Work of one kind, of which one piece runs at a time: the lists of a Reflector, the promises of a handler. */
export interface SlowTask {
  begin(): void;
  /** The work has ended well, after this time. */
  end(durationMs: number): void;
  /** Stops watching for work that runs too long. */
  release(): void;
}

/** A task that runs. */
interface RunningTask {
  readonly limitMs: number;
  startMs: number;
  /** Counts work that is still running. */
  overran(durationMs: number): void;
}

/** Counts the slow work of one informer, and logs it at level warn, each kind, handler and function at most once a minute. */
export class SlowWork {
  /** The thresholds in force. */
  readonly limits: Readonly<Required<{ [K in keyof SlowThresholds]: number }>>;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #name: string;
  readonly #counts = { lists: 0, processing: 0, handlers: 0, functions: 0 };
  readonly #warnedMs = new Map<string, number>();
  /** Until when all calls of functions are timed, on the monotonic clock; 0: not now. */
  #timesAllUntilMs = 0;
  /** Tasks that run and are not counted as slow yet. */
  readonly #running = new Set<RunningTask>();
  #timer: { readonly atMs: number; readonly timer: Timer } | undefined;

  constructor(name: string, thresholds: SlowThresholds | undefined, clock: Clock, logger: Logger) {
    this.#name = name;
    this.#clock = clock;
    this.#logger = logger;
    this.limits = { ...defaults, ...defined(thresholds) };
  }

  /** The lists of one Reflector. */
  lists(): SlowTask {
    return this.#task(this.limits.listMs, (durationMs, isRunning) =>
      this.#slow('lists', isRunning ? 'a list is slow' : 'a list was slow', { durationMs }),
    );
  }

  /** The promises of one handler. */
  promisesOf(handler: string): SlowTask {
    return this.#task(this.limits.handlerMs, (durationMs, isRunning) =>
      this.#handlerSlow(durationMs, handler, isRunning),
    );
  }

  /** `items` is the number of items that took this time together. */
  processingTook(durationMs: number, items: number): void {
    // A slice ends after 10 ms, so that only its last item can take much longer.
    if (durationMs > this.limits.processMs) {
      this.#timeAll();
      this.#slow('processing', 'processing an item was slow', { durationMs, items });
    } else if (this.#timesAllUntilMs > 0 && this.#clock.monotonic() >= this.#timesAllUntilMs)
      this.#timesAllUntilMs = 0;
  }

  handlerTook(durationMs: number, handler: string): void {
    if (durationMs > this.limits.handlerMs) this.#handlerSlow(durationMs, handler, false);
  }

  #handlerSlow(durationMs: number, handler: string, isRunning: boolean): void {
    const message = `a callback of a handler ${isRunning ? 'is' : 'was'} slow`;
    this.#slow('handlers', message, { durationMs, handler }, `handler ${handler}`);
  }

  /** `count` is called once for each slow piece of work: while it runs, or at its end if the timer was late. */
  #task(limitMs: number, count: (durationMs: number, isRunning: boolean) => void): SlowTask {
    let isCounted = false;
    const task: RunningTask = {
      limitMs,
      startMs: 0,
      overran(durationMs) {
        isCounted = true;
        count(durationMs, true);
      },
    };
    return {
      begin: () => {
        isCounted = false;
        if (limitMs === Infinity) return;
        task.startMs = this.#clock.monotonic();
        this.#running.add(task);
        this.#checkAt(dueMs(task));
      },
      end: (durationMs) => {
        this.#running.delete(task);
        if (!isCounted && durationMs > limitMs) count(durationMs, false);
      },
      release: () => {
        this.#running.delete(task);
        // Not with each end: one timer serves many short tasks.
        if (this.#running.size > 0) return;
        this.#timer?.timer.cancel();
        this.#timer = undefined;
      },
    };
  }

  #checkAt(atMs: number): void {
    if (this.#timer !== undefined && this.#timer.atMs <= atMs) return;
    this.#timer?.timer.cancel();
    const delayMs = atMs - this.#clock.monotonic();
    this.#timer = { atMs, timer: this.#clock.setTimer(this.#check, delayMs, { unref: true }) };
  }

  readonly #check = (): void => {
    this.#timer = undefined;
    const nowMs = this.#clock.monotonic();
    for (const task of this.#running) {
      if (nowMs < dueMs(task)) continue;
      this.#running.delete(task);
      task.overran(nowMs - task.startMs);
    }
    if (this.#running.size > 0) this.#checkAt(Math.min(...Array.from(this.#running, dueMs)));
  };

  /** Returns the function with some of its calls timed. `name` is its name in the warning. */
  timed<A, R>(name: string, func: (object: A) => R): (object: A) => R {
    const { functionMs } = this.limits;
    if (functionMs === Infinity) return func;
    const clock = this.#clock;
    let calls = 0;
    return (object) => {
      if (calls++ % timedCalls !== 0 && this.#timesAllUntilMs === 0) return func(object);
      const startMs = clock.monotonic();
      try {
        return func(object);
      } finally {
        const durationMs = clock.monotonic() - startMs;
        if (durationMs > functionMs) {
          this.#timeAll();
          this.#slow('functions', 'a function was slow', { durationMs, function: name }, name);
        }
      }
    };
  }

  /** `timed` for index functions. */
  timedIndexers<T>(indexers: Indexers<T>): Indexers<T> {
    const entries = Object.entries(indexers);
    return Object.fromEntries(entries.map(([name, func]) => [name, this.timed(`index ${name}`, func)]));
  }

  /** `objects.intake`, whose transformer is timed. The format gets the transform itself: it may know a function. */
  timedIntake<T>(objects: CacheObjects, transform: TransformFunc<T> | undefined): CacheIntake<T> {
    const intake = objects.intake(transform);
    const { transformer } = intake;
    if (transform === undefined || transformer === undefined) return intake;
    return { ...intake, transformer: this.timed('transform', transformer) };
  }

  #timeAll(): void {
    this.#timesAllUntilMs = this.#clock.monotonic() + warningIntervalMs;
  }

  stats(): SlowStats {
    return Object.freeze({ ...this.#counts });
  }

  #slow(kind: keyof SlowStats, message: string, fields: LogFields, of: string = kind): void {
    this.#counts[kind]++;
    const nowMs = this.#clock.monotonic();
    const warnedMs = this.#warnedMs.get(of);
    if (warnedMs !== undefined && nowMs - warnedMs < warningIntervalMs) return;
    // Handlers come and go.
    for (const [other, atMs] of this.#warnedMs)
      if (nowMs - atMs >= warningIntervalMs) this.#warnedMs.delete(other);
    this.#warnedMs.set(of, nowMs);
    this.#logger.warn({ informer: this.#name, ...fields }, message);
  }
}

/** When a running task counts as slow: above its limit. */
function dueMs({ startMs, limitMs }: RunningTask): number {
  return startMs + limitMs + 1;
}

function defined(thresholds: SlowThresholds = {}): { [K in keyof SlowThresholds]?: number } {
  // Leaves out those that are undefined.
  return Object.fromEntries(Object.entries(thresholds).filter(([, value]) => value !== undefined)) as {
    [K in keyof SlowThresholds]?: number;
  };
}

/** Throws ConfigError `ERR_OPTION` for an unknown threshold, and for one that is not a number above 0. */
export function requireSlowThresholds(thresholds: SlowThresholds | undefined): void {
  if (thresholds === undefined) return;
  requireKnownOptions('slow of an informer', thresholds, slowThresholdNames);
  for (const [name, value] of Object.entries<unknown>({ ...thresholds }))
    if (value !== undefined && !(typeof value === 'number' && value > 0))
      refuseValue(`slow.${name} of an informer`, 'a number of milliseconds above 0', value);
}
