import { builtin } from './builtin.js';
import { onAbort, reasonOf } from './signal.js';

/** A pending timer; cancelling it twice, or after it fired, does nothing. */
export interface Timer {
  /** Stops the timer; does nothing if it has fired. */
  cancel(): void;
}

/** Options of a timer. */
export interface TimerOptions {
  /** True lets the process exit while this timer is pending. Default: false. */
  readonly unref?: boolean | undefined;
}

/** Options of a sleep: the signal that ends it early. */
export interface SleepOptions {
  /** Ends the sleep early; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The only source of time in this library; injected, so that tests can use `FakeClock`.
 *
 * `FakeClock` is in the entry `@kube-informers/testing`; with it a 30 s backoff takes no time.
 */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds on a monotonic clock; only differences are meaningful. */
  monotonic(): number;
  /** Calls back once after `delayMs`; a delay above 2^31-1 ms, Node's limit, is reduced to it. */
  setTimer(callback: () => void, delayMs: number, options?: TimerOptions): Timer;
  /** Resolves after `delayMs`; rejects with `signal.reason` if the signal aborts first. */
  sleep(delayMs: number, options?: SleepOptions): Promise<void>;
}

// Not the globals, which a web page or the fake timers of a test framework may have replaced.
const {
  clearImmediate: nodeClearImmediate,
  clearTimeout: nodeClearTimeout,
  setImmediate: nodeSetImmediate,
  setTimeout: nodeSetTimeout,
} = builtin('node:timers');
const nodePerformance = globalThis.performance;

/** Calls back in the next turn of the event loop, after pending I/O. */
export function setTurn(callback: () => void): Timer {
  const handle = nodeSetImmediate(callback);
  return { cancel: () => nodeClearImmediate(handle) };
}

/** The longest delay of a timer, ms. Node turns a longer one into 1 ms (with a warning), which would cause a busy loop. */
export const maxDelayMs = 2 ** 31 - 1;

/** The system clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => nodePerformance.now(),
  setTimer(callback, delayMs, options = {}) {
    const handle = nodeSetTimeout(callback, Math.min(Math.max(0, delayMs), maxDelayMs));
    if (options.unref === true) handle.unref();
    return { cancel: () => nodeClearTimeout(handle) };
  },
  sleep(delayMs, options = {}) {
    return sleepWith(systemClock, delayMs, options.signal);
  },
};

/** Implements `Clock.sleep` with a clock's `setTimer`; leaves no listener on the signal. */
export function sleepWith(
  clock: Pick<Clock, 'setTimer'>,
  delayMs: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(reasonOf(signal) as Error);
      return;
    }
    const timer = clock.setTimer(() => {
      undo?.();
      resolve();
    }, delayMs);
    const undo =
      signal &&
      onAbort(signal, () => {
        timer.cancel();
        reject(reasonOf(signal) as Error);
      });
  });
}

/** The only source of randomness: uniform in [0, 1), like `Math.random`. Injected, so that tests are repeatable. */
export type Random = () => number;

/** The system's random numbers. */
export const systemRandom: Random = () => Math.random();

/** Time and chance, which tests replace. A program leaves these options out. */
export interface TestOptions {
  /** For tests: the source of time, such as a `FakeClock`. Default: the system clock. */
  readonly clock?: Clock | undefined;
  /** For tests: returns numbers from 0 up to, but not including, 1. Default: `Math.random`. */
  readonly random?: Random | undefined;
}

/**
 * A point in time whose age is right after the wall clock was set, and after the process was suspended.
 *
 * A monotonic clock may stand still while a machine sleeps, and the wall clock may jump: the age is the larger of the two.
 */
export class Moment {
  #epochMs = 0;
  #monotonicMs = 0;
  #isSet = false;

  /** False until the first `mark` or `copy` of a moment that is set. */
  get isSet(): boolean {
    return this.#isSet;
  }

  /** Milliseconds since the epoch; undefined while it is not set. */
  get epochMs(): number | undefined {
    return this.#isSet ? this.#epochMs : undefined;
  }

  /** Sets it to `agoMs` before now. */
  mark(clock: Clock, agoMs = 0): void {
    this.#epochMs = clock.now() - agoMs;
    this.#monotonicMs = clock.monotonic() - agoMs;
    this.#isSet = true;
  }

  copy(other: Moment): void {
    this.#epochMs = other.#epochMs;
    this.#monotonicMs = other.#monotonicMs;
    this.#isSet = other.#isSet;
  }

  /** True if it is set, and the other one is not or is earlier. */
  isAfter(other: Moment): boolean {
    return this.#isSet && (!other.#isSet || this.#monotonicMs > other.#monotonicMs);
  }

  /** Age in milliseconds, at least 0; undefined while it is not set. */
  ageMs(clock: Clock): number | undefined {
    if (!this.#isSet) return undefined;
    return Math.max(0, clock.monotonic() - this.#monotonicMs, clock.now() - this.#epochMs);
  }
}

/** A moment, read from both clocks at once, ms. */
export interface Instant {
  readonly wallMs: number;
  readonly monotonicMs: number;
  /** Time that has passed, as both clocks together show it: see `PassedTime`. */
  readonly passedMs: number;
}

/** Returns how much time has passed, ms. */
export function elapsedMs(since: Instant, now: Instant): number {
  return now.passedMs - since.passedMs;
}

/** The clocks have different resolutions and rates: a difference below this is not a clock that was set back, ms. */
const toleranceMs = 10;

/**
 * Measures how much time has passed, with two clocks of which each may show too little.
 *
 * The monotonic clock stands still while the machine sleeps; the wall clock may be set back. What one clock misses between
 * two readings the other one shows. Only a sleep and a clock that is set back between the same two readings hide each other.
 * A clock that is set forward counts as time that has passed.
 */
export class PassedTime {
  readonly #clock: Clock;
  /** Wall clock minus monotonic clock. */
  #aheadMs: number;
  #sleptMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#aheadMs = clock.now() - clock.monotonic();
  }

  read(): Instant {
    const wallMs = this.#clock.now();
    const monotonicMs = this.#clock.monotonic();
    const grownMs = wallMs - monotonicMs - this.#aheadMs;
    if (grownMs > 0) this.#sleptMs += grownMs;
    if (grownMs > 0 || grownMs < -toleranceMs) this.#aheadMs += grownMs;
    return { wallMs, monotonicMs, passedMs: monotonicMs + this.#sleptMs };
  }
}

/**
 * Lowest rate at which data counts as a transfer, bytes per second: half of what a GPRS link carries. Slower data does not
 * show that the rest will come.
 */
export const leastBytesPerSecond = 4096;

/**
 * How long to wait for data that a sender has at hand: a budget that waiting spends, and that bytes give back at
 * `leastBytesPerSecond`, never above its first value. So silence uses it up, and so does a trickle, which would end no
 * timeout that each byte starts anew.
 */
export class Patience {
  readonly #mostMs: number;
  #leftMs: number;

  constructor(mostMs: number) {
    this.#mostMs = mostMs;
    this.#leftMs = mostMs;
  }

  /** Zero or less when it is used up. */
  get leftMs(): number {
    return this.#leftMs;
  }

  /** Counts time that was spent waiting, and the bytes that came in it. */
  count(waitedMs: number, bytes: number): void {
    const earnedMs = (bytes / leastBytesPerSecond) * 1000;
    this.#leftMs = Math.min(this.#mostMs, this.#leftMs - waitedMs + earnedMs);
  }
}
