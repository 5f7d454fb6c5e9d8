import type { OptionNames } from './known-options.js';
import { requireKnownOptions } from './known-options.js';
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

const backoffOptionNames: OptionNames<BackoffOptions> = {
  baseMs: true,
  factor: true,
  jitter: true,
  capMs: true,
  steps: true,
};

/** client-go's delays of a reflector (`tools/cache/reflector.go`): at most 0.22 requests a second at the cap. */
export const defaultReflectorBackoff = {
  baseMs: 800,
  factor: 2,
  jitter: 1,
  capMs: 30_000,
} satisfies BackoffOptions;

/** Time after its last reset that a reflector's backoff starts over, ms (client-go's defaultBackoffReset). */
export const defaultBackoffResetMs = 120_000;

/** Returns the next delay, ms. */
export type DelayFunc = () => number;

/** Growing delays, as wait.Backoff gives them. Throws ConfigError `ERR_OPTION` for a negative or endless number. */
export class Backoff {
  readonly #options: { readonly [K in keyof Required<BackoffOptions>]: number };
  readonly #random: Random;
  #durationMs: number;
  #steps: number;
  #afterSuccess = false;

  constructor(options: BackoffOptions, random: Random = systemRandom) {
    requireKnownOptions('a backoff', options, backoffOptionNames);
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
    const afterSuccess = this.#afterSuccess;
    this.#afterSuccess = false;
    if (jitter === 0) return durationMs;
    const chance = this.#random();
    const spread = afterSuccess ? 2 * chance - 1 : chance;
    return Math.max(0, durationMs * (1 + jitter * spread));
  }

  /** Starts over at `baseMs`. */
  reset(): void {
    this.#durationMs = this.#options.baseMs;
    this.#steps = this.#options.steps;
    this.#afterSuccess = false;
  }

  /**
   * Starts over after a success. The next delay alone is drawn from [d × (1 − jitter), d × (1 + jitter)) around the base
   * d: shorter on average than after a failure, and spread wider, so that many clients of one server that fails stay apart.
   */
  succeeded(): void {
    this.reset();
    this.#afterSuccess = true;
  }
}

/** Options of `delayWithReset` and `ResettingBackoff`. */
export interface DelayWithResetOptions {
  /** Time after the last reset that the delays start over, ms. Default: 2 minutes. */
  readonly resetMs?: number | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
}

const delayWithResetOptionNames: OptionNames<DelayWithResetOptions> = {
  resetMs: true,
  clock: true,
  random: true,
};

/**
 * The delays of one loop that tries for ever. They grow with each failure and start over after a success, and also
 * `resetMs` after they last started over, as in client-go: a server that was down for long is asked more often every two
 * minutes, so its return is noticed sooner than at the longest delay.
 */
export class ResettingBackoff {
  readonly #delays: Backoff;
  readonly #resetMs: number;
  readonly #clock: Clock;
  #resetAtMs: number;

  /** Throws ConfigError `ERR_OPTION` if a number is negative or not finite. */
  constructor(backoff: BackoffOptions, options: DelayWithResetOptions = {}) {
    requireKnownOptions('delayWithReset', options, delayWithResetOptionNames);
    const { resetMs = defaultBackoffResetMs, clock = systemClock, random = systemRandom } = options;
    this.#resetMs = atLeastZero('resetMs', resetMs);
    this.#delays = new Backoff(backoff, random);
    this.#clock = clock;
    this.#resetAtMs = clock.monotonic();
  }

  /** The delay before the next try, ms. */
  next(): number {
    const nowMs = this.#clock.monotonic();
    if (nowMs - this.#resetAtMs > this.#resetMs) {
      this.#delays.reset();
      this.#resetAtMs = nowMs;
    }
    return this.#delays.step();
  }

  /** Ends the row of failures: see `Backoff.succeeded`. */
  succeeded(): void {
    this.#delays.succeeded();
    this.#resetAtMs = this.#clock.monotonic();
  }
}

/** wait.Backoff.DelayWithReset: delays that start over `resetMs` after they last did. */
export function delayWithReset(backoff: BackoffOptions, options: DelayWithResetOptions = {}): DelayFunc {
  const delays = new ResettingBackoff(backoff, options);
  return () => delays.next();
}

/** How `backoffUntil` waits. */
export interface BackoffUntilOptions {
  /** Ends the loop. */
  readonly signal: AbortSignal;
  readonly clock?: Clock | undefined;
}

const backoffUntilOptionNames: OptionNames<BackoffUntilOptions> = { signal: true, clock: true };

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
  requireKnownOptions('backoffUntil', options, backoffUntilOptionNames);
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
