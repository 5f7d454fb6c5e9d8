import { hasMethods } from '../util/require.js';
import { setTurn, systemClock } from '../util/clock.js';
import type { Clock } from '../util/clock.js';
import { defaultSliceMs } from '../util/steps.js';

// Reading the clock takes as long as a call of a fast handler. As long as units of work together take less than `quickMs`,
// the number of units between two readings doubles, up to `maxStride`. So a slice can overrun by at most this many units
// if they suddenly become slow.
const quickMs = 0.1;
const maxStride = 8;

/** Work that can be done in small units. */
export interface SlicedTask {
  /** Does at least one unit, and more while `hasTime()` returns true. Returns true if work is left. */
  runWhile(hasTime: () => boolean): boolean;
}

/** Options of a SliceRunner. */
export interface SliceRunnerOptions {
  /** Measures slices. With a FakeClock, which stands still, a slice ends only when no work is left. */
  readonly clock?: Clock | undefined;
  /** Longest time before the event loop runs other work, in ms. Default: 10. */
  readonly sliceMs?: number | undefined;
}

/** Checks that a value is a SliceRunner. */
export const requireRunner = hasMethods('wake', 'drop');

/**
 * Runs the synchronous work of one or more informers (process loops and handlers) in time slices.
 *
 * One slice runs in each turn of the event loop, so that many events do not delay network and timers. Tasks take turns: a
 * task that has used up a slice goes to the end of the queue. The first slice after an idle period is a microtask, so that
 * a single event passes through all stages at once; further slices run after I/O. Informers that share a runner share the
 * slice.
 */
export class SliceRunner {
  readonly #clock: Clock;
  readonly #sliceMs: number;
  // In order of waking. A Set, so that waking a task twice has no effect.
  readonly #ready = new Set<SlicedTask>();
  #scheduled = false;
  /** End of the slice of this turn of the event loop; undefined if no slice has started in it. */
  #deadlineMs: number | undefined;
  /** Units of work until the clock is read next. */
  #untilRead = 1;
  /** Units of work between two readings. */
  #stride = 1;
  #lastReadMs = 0;

  /** Divides long work into slices, between which timers and I/O get their turn. */
  constructor(options: SliceRunnerOptions = {}) {
    this.#clock = options.clock ?? systemClock;
    this.#sliceMs = options.sliceMs ?? defaultSliceMs;
  }

  /**
   * Schedules the task to run soon, never within this call.
   * @internal
   */
  wake(task: SlicedTask): void {
    this.#ready.add(task);
    if (this.#scheduled) return;
    this.#scheduled = true;
    // A handler that returns promises is woken by a microtask for each event: all of these share one slice.
    if (this.#deadlineMs === undefined || this.#clock.monotonic() < this.#deadlineMs)
      queueMicrotask(this.#runSlice);
    else setTurn(this.#runSlice);
  }

  /**
   * Cancels a `wake`.
   * @internal
   */
  drop(task: SlicedTask): void {
    this.#ready.delete(task);
  }

  readonly #hasTime = (): boolean => {
    if (--this.#untilRead > 0) return true;
    const nowMs = this.#clock.monotonic();
    const inTime = this.#deadlineMs !== undefined && nowMs < this.#deadlineMs;
    this.#stride = inTime && nowMs - this.#lastReadMs < quickMs ? Math.min(this.#stride * 2, maxStride) : 1;
    this.#untilRead = this.#stride;
    this.#lastReadMs = nowMs;
    return inTime;
  };

  readonly #runSlice = (): void => {
    this.#stride = 1;
    this.#untilRead = 1;
    if (this.#deadlineMs === undefined) {
      this.#deadlineMs = this.#clock.monotonic() + this.#sliceMs;
      // Runs before any slice that is scheduled with setTurn after it.
      setTurn(this.#endTurn);
    }
    try {
      for (const task of this.#ready) {
        this.#ready.delete(task);
        // Adding it again moves it to the end; the iteration includes elements that are added meanwhile.
        if (task.runWhile(this.#hasTime)) this.#ready.add(task);
        if (!this.#hasTime()) break;
      }
    } finally {
      if (this.#ready.size > 0) setTurn(this.#runSlice);
      else this.#scheduled = false;
    }
  };

  readonly #endTurn = (): void => {
    this.#deadlineMs = undefined;
  };
}
