import type { Clock } from './clock.js';

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
