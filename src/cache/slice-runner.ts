import { requireTools } from '../util/require.js';
import type { OptionNames } from '../util/known-options.js';
import { requireKnownOptions } from '../util/known-options.js';
import { systemClock } from '../util/clock.js';
import type { Clock } from '../util/clock.js';
import { defaultSliceMs } from '../util/time-slice.js';

// Looking at the clock costs as much as handing an event to a quick handler. Pieces of work that together took less than
// `quickMs` are followed by twice as many without a look, so many at most, which therefore is how far a slice can
// overrun when they turn slow at once.
const quickMs = 0.1;
const mostUnseen = 8;

/** Work that can be done a piece at a time. */
export interface SlicedTask {
  /** Does at least one piece, and more while `hasTime()` says so. True when work is left. */
  runWhile(hasTime: () => boolean): boolean;
}

/** Options of a SliceRunner. */
export interface SliceRunnerOptions {
  /** Tells when a slice is over. A FakeClock stands still, so there a slice ends only when nothing is left. */
  readonly clock?: Clock | undefined;
  /** Longest run of work before the event loop gets its turn, in ms. Default: 10. */
  readonly sliceMs?: number | undefined;
}

const sliceRunnerOptionNames: OptionNames<SliceRunnerOptions> = { clock: true, sliceMs: true };

/**
 * Runs the synchronous work of one or many informers (process loops and handlers) in slices, one slice a turn of the
 * event loop, so that a flood of events holds up neither the network nor timers.
 *
 * Tasks take turns: one that used a slice up goes to the end. The first slice after a rest comes as a microtask, so that
 * a single event passes through all stages at once; the following ones come after I/O. Informers that share a runner
 * share the slice.
 */
export class SliceRunner {
  readonly #clock: Clock;
  readonly #sliceMs: number;
  // In order of waking; a Set, so that waking a task twice does nothing.
  readonly #ready = new Set<SlicedTask>();
  #scheduled = false;
  /** When this turn's slice is over; undefined when none has begun in this turn of the event loop. */
  #deadlineMs: number | undefined;
  // Pieces of work until the next look at the clock, and between two; when it was looked at.
  #unseen = 1;
  #stride = 1;
  #seenMs = 0;

  constructor(options: SliceRunnerOptions = {}) {
    requireKnownOptions('a SliceRunner', options, sliceRunnerOptionNames);
    requireTools('a SliceRunner', options);
    this.#clock = options.clock ?? systemClock;
    this.#sliceMs = options.sliceMs ?? defaultSliceMs;
  }

  /**
   * Lets the task run soon, never within this call.
   * @internal
   */
  wake(task: SlicedTask): void {
    this.#ready.add(task);
    if (this.#scheduled) return;
    this.#scheduled = true;
    // A handler that returns promises is woken by microtasks for each of its events: together they have one slice.
    if (this.#deadlineMs === undefined || this.#clock.monotonic() < this.#deadlineMs)
      queueMicrotask(this.#runSlice);
    else setImmediate(this.#runSlice);
  }

  /**
   * Takes back a `wake`.
   * @internal
   */
  drop(task: SlicedTask): void {
    this.#ready.delete(task);
  }

  readonly #hasTime = (): boolean => {
    if (--this.#unseen > 0) return true;
    const nowMs = this.#clock.monotonic();
    const inTime = this.#deadlineMs !== undefined && nowMs < this.#deadlineMs;
    this.#stride = inTime && nowMs - this.#seenMs < quickMs ? Math.min(this.#stride * 2, mostUnseen) : 1;
    this.#unseen = this.#stride;
    this.#seenMs = nowMs;
    return inTime;
  };

  readonly #runSlice = (): void => {
    this.#stride = 1;
    this.#unseen = 1;
    if (this.#deadlineMs === undefined) {
      this.#deadlineMs = this.#clock.monotonic() + this.#sliceMs;
      // Runs before a slice that is put off from here on.
      setImmediate(this.#endTurn);
    }
    try {
      for (const task of this.#ready) {
        this.#ready.delete(task);
        // Added again, it comes last: a Set hands out what is added while it is walked.
        if (task.runWhile(this.#hasTime)) this.#ready.add(task);
        if (!this.#hasTime()) break;
      }
    } finally {
      if (this.#ready.size > 0) setImmediate(this.#runSlice);
      else this.#scheduled = false;
    }
  };

  readonly #endTurn = (): void => {
    this.#deadlineMs = undefined;
  };
}
