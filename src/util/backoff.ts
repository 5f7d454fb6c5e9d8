import { systemClock } from './clock.js';
import type { Clock } from './clock.js';
import { ConfigError } from './errors.js';
import { systemRandom } from './random.js';
import type { Random } from './random.js';

/** wait.Backoff: how delays grow. */
export interface BackoffOptions {
  /** The first delay, before jitter, ms. */
  readonly baseMs: number;
  /** What the delay is multiplied by at each step; 1 keeps it. Default: 2. */
  readonly factor?: number | undefined;
  /** A delay d is drawn from [d, d × (1 + jitter)): per step, never adding up. Default: 0. */
  readonly jitter?: number | undefined;
  /** Where growing ends, before jitter, ms. Default: no cap. */
  readonly capMs?: number | undefined;
  /** How many steps the delay may grow. Default: without end. */
  readonly steps?: number | undefined;
}

/** client-go's delays of a reflector (`tools/cache/reflector.go`): at most 0.22 requests a second at the cap. */
export const defaultReflectorBackoff: BackoffOptions = { baseMs: 800, factor: 2, jitter: 1, capMs: 30_000 };

/** Idle time after which a reflector's backoff begins anew, ms (client-go's defaultBackoffReset). */
export const defaultBackoffResetMs = 120_000;

/** Returns the next delay, ms. */
export type DelayFunc = () => number;

/** Growing delays, as wait.Backoff gives them. Throws ConfigError `ERR_OPTION` for a negative or endless number. */
export class Backoff {
  readonly #options: { readonly [K in keyof Required<BackoffOptions>]: number };
  readonly #random: Random;
  #durationMs: number;
  #steps: number;

  constructor(options: BackoffOptions, random: Random = systemRandom) {
    this.#options = {
      baseMs: atLeastZero('baseMs', options.baseMs),
      factor: atLeastZero('factor', options.factor ?? 2),
      jitter: atLeastZero('jitter', options.jitter ?? 0),
      capMs: options.capMs === undefined ? Infinity : atLeastZero('capMs', options.capMs),
      steps: options.steps === undefined ? Infinity : atLeastZero('steps', options.steps),
    };
    this.#random = random;
    this.#durationMs = this.#options.baseMs;
    this.#steps = this.#options.steps;
  }

  /** The delay before the next try, ms. */
  step(): number {
    const { factor, jitter, capMs } = this.#options;
    const durationMs = this.#durationMs;
    if (this.#steps >= 1) {
      this.#steps--;
      const nextMs = durationMs * factor;
      this.#durationMs = Math.min(nextMs, capMs);
      if (nextMs > capMs) this.#steps = 0;
    }
    return jitter > 0 ? durationMs + this.#random() * jitter * durationMs : durationMs;
  }

  /** Begins anew at `baseMs`. */
  reset(): void {
    this.#durationMs = this.#options.baseMs;
    this.#steps = this.#options.steps;
  }
}

/** What `delayWithReset` needs besides the delays. */
export interface DelayWithResetOptions {
  /** Idle time after which the delays begin anew, ms. Default: 2 minutes. */
  readonly resetMs?: number | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
}

/**
 * wait.Backoff.DelayWithReset: delays that begin anew once nobody has asked for one for `resetMs`.
 *
 * Idle time is counted from the end of the last delay given. (client-go counts from the last reset, so that there even
 * a server that fails without pause is asked at the base rate again every two minutes.)
 */
export function delayWithReset(backoff: BackoffOptions, options: DelayWithResetOptions = {}): DelayFunc {
  const { resetMs = defaultBackoffResetMs, clock = systemClock, random = systemRandom } = options;
  atLeastZero('resetMs', resetMs);
  const delays = new Backoff(backoff, random);
  let busyUntilMs = clock.monotonic();
  return () => {
    const nowMs = clock.monotonic();
    if (nowMs - busyUntilMs > resetMs) delays.reset();
    const delayMs = delays.step();
    busyUntilMs = nowMs + delayMs;
    return delayMs;
  };
}

/** How `backoffUntil` waits. */
export interface BackoffUntilOptions {
  /** Ends the loop. */
  readonly signal: AbortSignal;
  readonly clock?: Clock | undefined;
}

/**
 * wait.BackoffUntil (sliding): runs `task` again and again, a delay after each end, until the signal aborts.
 *
 * The first run is at once; with a signal that has aborted before there is none. Resolves when the signal aborts, after
 * the task that runs at that time has settled; rejects with what `task` throws.
 */
export async function backoffUntil(
  task: (signal: AbortSignal) => Promise<void>,
  delay: DelayFunc,
  options: BackoffUntilOptions,
): Promise<void> {
  const { signal, clock = systemClock } = options;
  while (!signal.aborted) {
    await task(signal);
    if (!(await sleepUnlessAborted(clock, delay(), signal))) return;
  }
}

/** Sleeps; false when the signal aborted first. */
export async function sleepUnlessAborted(
  clock: Clock,
  delayMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await clock.sleep(delayMs, { signal });
    return !signal.aborted;
  } catch (thrown) {
    // A clock's sleep fails for no other reason than its signal.
    if (signal.aborted) return false;
    throw thrown;
  }
}

function atLeastZero(field: string, value: number): number {
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
  throw new ConfigError('ERR_OPTION', `${field} of a backoff must be 0 or more, got ${String(value)}`);
}
