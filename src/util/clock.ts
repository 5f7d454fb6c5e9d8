import { builtin } from './builtin.js';
import { onAbort, reasonOf } from './signal.js';

/** A timer that has been set; cancelling it twice, or after it fired, does nothing. */
export interface Timer {
  cancel(): void;
}

/** How to set a timer. */
export interface TimerOptions {
  /** True lets the process exit while this timer is pending. Default: false. */
  readonly unref?: boolean | undefined;
}

/** What a sleep accepts: the signal that ends it early. */
export interface SleepOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * The only source of time in this library. Everything that waits takes one, so that tests drive `FakeClock`
 * (entry `kube-informers/testing`) and a 30 s backoff takes no time.
 */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds on a clock that never jumps; only differences mean something. */
  monotonic(): number;
  /** Calls back once after `delayMs`; a delay above 2^31-1 ms is cut to that (Node's limit). */
  setTimer(callback: () => void, delayMs: number, options?: TimerOptions): Timer;
  /** Resolves after `delayMs`; rejects with `signal.reason` when the signal aborts first. */
  sleep(delayMs: number, options?: SleepOptions): Promise<void>;
}

// Not the globals, which a test's page or fake timers may have replaced.
const { clearTimeout: nodeClearTimeout, setTimeout: nodeSetTimeout } = builtin('node:timers');

// Node turns a longer delay into 1 ms (with a warning), which would be a busy loop here.
const maxDelayMs = 2 ** 31 - 1;

/** The machine's clock. */
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

/** `Clock.sleep` over a clock's `setTimer`; leaves no listener behind on the signal. */
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
