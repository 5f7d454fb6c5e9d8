import type { OptionNames } from './known-options.js';
import { requireKnownOptions } from './known-options.js';
import { numberFrom, requireFunction } from './require.js';
import { systemClock, systemRandom } from './clock.js';
import type { Clock, Random, TestOptions } from './clock.js';

/** How delays grow (client-go's wait.Backoff). */
export interface BackoffOptions {
  /** The first delay, before jitter, ms. */
  readonly baseMs: number;
  /** Factor by which the delay grows in each step; 1 keeps it constant. Default: 2. */
  readonly factor?: number | undefined;
  /** A delay d is drawn from [d, d × (1 + jitter)), per step, without accumulating. Default: 0. */
  readonly jitter?: number | undefined;
  /** Maximum delay before jitter, ms. Default: none. */
  readonly capMs?: number | undefined;
  /** Number of steps in which the delay grows. Default: unlimited. */
  readonly steps?: number | undefined;
}

const requireNumber = numberFrom(0);

const backoffOptionNames: OptionNames<BackoffOptions> = {
  baseMs: requireNumber,
  factor: requireNumber,
  jitter: requireNumber,
  capMs: requireNumber,
  steps: requireNumber,
};

/** Checks that a value is BackoffOptions. */
export function requireBackoff(what: string, value: unknown): void {
  requireKnownOptions(what, value, backoffOptionNames);
  requireNumber(`baseMs of ${what}`, (value as Partial<BackoffOptions>).baseMs);
}

/** client-go's delays of a reflector (`tools/cache/reflector.go`): at most 0.22 requests per second at the cap. */
export const defaultReflectorBackoff = {
  baseMs: 800,
  factor: 2,
  jitter: 1,
  capMs: 30_000,
} satisfies BackoffOptions;

/** Time after which a reflector's backoff starts over, ms (client-go's defaultBackoffReset). */
export const defaultBackoffResetMs = 120_000;

/** Growing delays, as in wait.Backoff. Throws ConfigError `ERR_OPTION` for a negative or infinite number. */
export class Backoff {
  readonly #options: { readonly [K in keyof Required<BackoffOptions>]: number };
  readonly #random: Random;
  #durationMs: number;
  #steps: number;
  #afterSuccess = false;

  /** Computes the delays between attempts: exponential, with jitter and a limit. */
  constructor(options: BackoffOptions, random: Random = systemRandom) {
    requireBackoff('a backoff', options);
    requireFunction('random of a backoff', random);
    const { baseMs, factor = 2, jitter = 0, capMs = Infinity, steps = Infinity } = options;
    this.#options = { baseMs, factor, jitter, capMs, steps };
    this.#random = random;
    this.#durationMs = this.#options.baseMs;
    this.#steps = this.#options.steps;
  }

  /** Returns the delay before the next attempt, ms. */
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
   * Starts over after a success, with a shorter and more widely spread next delay.
   *
   * It is drawn from [d × (1 − jitter), d × (1 + jitter)) around the base d: shorter on average than after a failure,
   * and spread wider, so that many clients of one failing server stay apart.
   */
  succeeded(): void {
    this.reset();
    this.#afterSuccess = true;
  }
}

/** Options of a ResettingBackoff. */
interface ResettingBackoffOptions extends TestOptions {
  /** Time after which the delays start over, ms. Default: 2 minutes. */
  readonly resetMs?: number | undefined;
}

/**
 * The delays of a loop that retries without limit.
 *
 * They grow with each failure and start over after a success, and also `resetMs` after the last start, as
 * client-go's wait.Backoff.DelayWithReset: a server that has been down for long is asked more often every two minutes, so its recovery is noticed
 * earlier than at the longest delay.
 */
export class ResettingBackoff {
  readonly #delays: Backoff;
  readonly #resetMs: number;
  readonly #clock: Clock;
  #resetAtMs: number;

  /** Throws ConfigError `ERR_OPTION` if a number of `backoff` is negative or not finite. */
  constructor(backoff: BackoffOptions, options: ResettingBackoffOptions = {}) {
    const { resetMs = defaultBackoffResetMs, clock = systemClock, random = systemRandom } = options;
    this.#resetMs = resetMs;
    this.#delays = new Backoff(backoff, random);
    this.#clock = clock;
    this.#resetAtMs = clock.monotonic();
  }

  /** Returns the delay before the next attempt, ms. */
  next(): number {
    const nowMs = this.#clock.monotonic();
    if (nowMs - this.#resetAtMs > this.#resetMs) {
      this.#delays.reset();
      this.#resetAtMs = nowMs;
    }
    return this.#delays.step();
  }

  /** Ends a series of failures: see `Backoff.succeeded`. */
  succeeded(): void {
    this.#delays.succeeded();
    this.#resetAtMs = this.#clock.monotonic();
  }
}

/** Sleeps; returns false if the signal aborts first. */
export async function sleepUnlessAborted(
  clock: Clock,
  delayMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await clock.sleep(delayMs, { signal });
    return !signal.aborted;
  } catch (thrown) {
    // A clock's sleep fails only because of its signal.
    if (signal.aborted) return false;
    throw thrown;
  }
}
