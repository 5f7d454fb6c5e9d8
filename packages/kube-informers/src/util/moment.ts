import type { Clock } from './clock.js';

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
