import type { Clock, Timer } from '../../util/clock.js';
import type { Logger } from '../../util/logger.js';

/** Default of `slowHandlerMs`, ms. */
export const defaultSlowHandlerMs = 10_000;

/** Least time between two warnings about one handler, ms. */
const warningIntervalMs = 60_000;

/** Counts the callbacks of one handler that take longer than a limit, and logs them, at most once a minute. */
export class SlowCallbacks {
  /** Number of slow callbacks so far, a running one included. */
  count = 0;
  readonly #limitMs: number;
  readonly #clock: Clock;
  readonly #warn: (durationMs: number, message: string) => void;
  #warnedMs = -Infinity;
  /** When the running callback began; undefined without one, and once it has been counted. */
  #sinceMs: number | undefined;
  /** One timer serves many short callbacks: it is not cancelled when one ends. */
  #timer: Timer | undefined;

  constructor(limitMs: number, clock: Clock, logger: Logger, informer: string, handler: string) {
    this.#limitMs = limitMs;
    this.#clock = clock;
    this.#warn = (durationMs, message) => logger.warn({ informer, handler, durationMs }, message);
  }

  /** A callback has returned a promise, which is counted while it is pending. */
  begin(): void {
    if (this.#limitMs === Infinity) return;
    this.#sinceMs = this.#clock.monotonic();
    this.#timer ??= this.#clock.setTimer(this.#check, this.#limitMs + 1, { unref: true });
  }

  /** The promise has settled. */
  end(): void {
    const sinceMs = this.#sinceMs;
    this.#sinceMs = undefined;
    // The timer may be late.
    if (sinceMs !== undefined) this.took(this.#clock.monotonic() - sinceMs);
  }

  /** A callback, or a time slice of several, has taken this time without a promise. */
  took(durationMs: number): void {
    if (durationMs > this.#limitMs) this.#slow(durationMs, 'a callback of a handler was slow');
  }

  release(): void {
    this.#sinceMs = undefined;
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  readonly #check = (): void => {
    this.#timer = undefined;
    if (this.#sinceMs === undefined) return;
    const durationMs = this.#clock.monotonic() - this.#sinceMs;
    if (durationMs <= this.#limitMs) {
      this.#timer = this.#clock.setTimer(this.#check, this.#limitMs + 1 - durationMs, { unref: true });
      return;
    }
    this.#sinceMs = undefined;
    this.#slow(durationMs, 'a callback of a handler is slow');
  };

  #slow(durationMs: number, message: string): void {
    this.count++;
    const nowMs = this.#clock.monotonic();
    if (nowMs - this.#warnedMs < warningIntervalMs) return;
    this.#warnedMs = nowMs;
    this.#warn(durationMs, message);
  }
}
