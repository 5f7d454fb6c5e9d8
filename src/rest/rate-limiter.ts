import { throwIfAborted } from '../util/signal.js';
import type { Clock, SleepOptions } from '../util/clock.js';
import { ConfigError } from '../util/errors.js';

/** How many requests may go. */
export interface TokenBucketOptions {
  /** Tokens that come in a second. */
  readonly qps: number;
  /** Tokens that the bucket holds; it begins full. */
  readonly burst: number;
  readonly clock: Clock;
}

/**
 * flowcontrol's token bucket: the first `burst` go at once, then `qps` a second, in the order they asked.
 *
 * Throws ConfigError `ERR_OPTION` for a qps that is not above 0 or a burst that is no whole number above 0.
 */
export class TokenBucket {
  readonly #options: TokenBucketOptions;
  // Below 0: as many are waiting.
  #tokens: number;
  #atMs: number;

  constructor(options: TokenBucketOptions) {
    const { qps, burst, clock } = options;
    if (!Number.isFinite(qps) || qps <= 0)
      throw new ConfigError('ERR_OPTION', `qps must be a number above 0, got ${qps}`);
    if (!Number.isInteger(burst) || burst < 1)
      throw new ConfigError('ERR_OPTION', `burst must be a whole number above 0, got ${burst}`);
    this.#options = options;
    this.#tokens = burst;
    this.#atMs = clock.monotonic();
  }

  /** Resolves with the ms waited; rejects with `signal.reason`, and then takes no token. */
  async wait(options: SleepOptions = {}): Promise<number> {
    throwIfAborted(options.signal);
    const { clock, qps } = this.#options;
    this.#fill();
    this.#tokens -= 1;
    if (this.#tokens >= 0) return 0;
    const delayMs = (-this.#tokens / qps) * 1000;
    try {
      await clock.sleep(delayMs, options);
    } catch (thrown) {
      this.#tokens += 1;
      throw thrown;
    }
    return delayMs;
  }

  #fill(): void {
    const { clock, qps, burst } = this.#options;
    const nowMs = clock.monotonic();
    this.#tokens = Math.min(burst, this.#tokens + ((nowMs - this.#atMs) * qps) / 1000);
    this.#atMs = nowMs;
  }
}
