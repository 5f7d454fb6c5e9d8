import type { Clock, SleepOptions } from './clock.js';
import { throwIfAborted } from './signal.js';

/** Options of a TokenBucket. */
export interface TokenBucketOptions {
  /** Tokens added per second. */
  readonly qps: number;
  /** Capacity of the bucket, which starts full. */
  readonly burst: number;
  readonly clock: Clock;
}

/**
 * Limits a rate (client-go's flowcontrol token bucket): the first `burst` requests pass immediately, later ones at
 * `qps` per second, in order.
 */
export class TokenBucket {
  readonly #options: TokenBucketOptions;
  // Negative: the number of waiting requests.
  #tokens: number;
  #atMs: number;

  constructor(options: TokenBucketOptions) {
    const { burst, clock } = options;
    this.#options = options;
    this.#tokens = burst;
    this.#atMs = clock.monotonic();
  }

  /** Resolves with the ms waited; if aborted, rejects with `signal.reason` and takes no token. */
  async wait(options: SleepOptions = {}): Promise<number> {
    throwIfAborted(options.signal);
    const delayMs = this.reserve();
    if (delayMs === 0) return 0;
    try {
      await this.#options.clock.sleep(delayMs, options);
    } catch (thrown) {
      this.#tokens += 1;
      throw thrown;
    }
    return delayMs;
  }

  /** Takes a token, and returns the ms until its holder may pass. */
  reserve(): number {
    this.#fill();
    this.#tokens -= 1;
    return this.#tokens >= 0 ? 0 : (-this.#tokens / this.#options.qps) * 1000;
  }

  #fill(): void {
    const { clock, qps, burst } = this.#options;
    const nowMs = clock.monotonic();
    this.#tokens = Math.min(burst, this.#tokens + ((nowMs - this.#atMs) * qps) / 1000);
    this.#atMs = nowMs;
  }
}
