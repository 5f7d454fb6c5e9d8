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

// Not the globals, which a web page or fake timers may have replaced.
const { clearTimeout: nodeClearTimeout, setTimeout: nodeSetTimeout } = builtin('node:timers');

/** The longest delay of a timer, ms. Node turns a longer one into 1 ms (with a warning), which would cause a busy loop. */
export const maxDelayMs = 2 ** 31 - 1;

/** The system clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
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
