import { systemClock, systemRandom } from '../util/clock.js';
import { ConfigError } from '../util/errors.js';
import { requireKnownOptions } from '../util/known-options.js';
import type { OptionNames } from '../util/known-options.js';
import type { Random, TestOptions } from '../util/clock.js';
import {
  hasMethods,
  numberFrom,
  refuseValue,
  requireClock,
  requireFunction,
  requirePositive,
  wholeFrom,
} from '../util/require.js';
import { TokenBucket } from '../util/token-bucket.js';

/** Decides how long a key waits before it is tried again (client-go's workqueue.TypedRateLimiter). */
export interface RateLimiter {
  /** Counts a failure of the key, and returns the ms until it is tried again: a finite number of 0 or more. */
  when(key: string): number;
  /** Forgets the failures of the key. */
  forget(key: string): void;
  /** Number of failures of the key since it was last forgotten. */
  numRequeues(key: string): number;
}

/** Checks that a value is a RateLimiter. */
export const requireRateLimiter = hasMethods('when', 'forget', 'numRequeues');

const requireNumber = numberFrom(0);

/** Failures by key. */
class Failures {
  readonly #counts = new Map<string, number>();

  /** Counts one more failure, and returns how many there were before. */
  add(key: string): number {
    const before = this.of(key);
    this.#counts.set(key, before + 1);
    return before;
  }

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  forget(key: string): void {
    this.#counts.delete(key);
  }
}

/** Options of an ItemExponentialFailureRateLimiter. */
export interface ItemExponentialFailureRateLimiterOptions extends Pick<TestOptions, 'random'> {
  /** Delay after the first failure, ms. Default: 5. */
  readonly baseMs?: number | undefined;
  /** Maximum delay before jitter, ms. Default: 1,000,000, reached with the 19th failure at a base of 5. */
  readonly maxMs?: number | undefined;
  /** A delay d is drawn from [d, d × (1 + jitter)). Default: 0. */
  readonly jitter?: number | undefined;
}

const exponentialOptionNames: OptionNames<ItemExponentialFailureRateLimiterOptions> = {
  baseMs: requireNumber,
  maxMs: requireNumber,
  jitter: requireNumber,
  random: requireFunction,
};

// The largest power of two that is a number; the delay has reached any maximum by then.
const maxExponent = 1023;

/**
 * Doubles the delay of a key with each of its failures.
 *
 * The defaults are those of client-go's DefaultTypedControllerRateLimiter: 5 ms to 1000 s. Throws ConfigError
 * `ERR_OPTION` for a negative number, and if `maxMs` is below `baseMs`.
 */
export class ItemExponentialFailureRateLimiter implements RateLimiter {
  readonly #failures = new Failures();
  readonly #baseMs: number;
  readonly #maxMs: number;
  readonly #jitter: number;
  readonly #random: Random;

  /** Delays each key by `baseMs`, doubled with each failure up to `maxMs`. */
  constructor(options: ItemExponentialFailureRateLimiterOptions = {}) {
    const what = 'an ItemExponentialFailureRateLimiter';
    requireKnownOptions(what, options, exponentialOptionNames);
    const { baseMs = 5, maxMs = 1_000_000, jitter = 0, random = systemRandom } = options;
    if (maxMs < baseMs) refuseValue(`maxMs of ${what}`, `at least baseMs (${baseMs})`, maxMs);
    this.#baseMs = baseMs;
    this.#maxMs = maxMs;
    this.#jitter = jitter;
    this.#random = random;
  }

  when(key: string): number {
    const exponent = Math.min(this.#failures.add(key), maxExponent);
    const delayMs = Math.min(this.#baseMs * 2 ** exponent, this.#maxMs);
    return this.#jitter === 0 ? delayMs : delayMs * (1 + this.#jitter * this.#random());
  }

  forget(key: string): void {
    this.#failures.forget(key);
  }

  numRequeues(key: string): number {
    return this.#failures.of(key);
  }
}

/** Options of an ItemFastSlowRateLimiter. */
export interface ItemFastSlowRateLimiterOptions {
  /** Delay after each of the first failures, ms. */
  readonly fastMs: number;
  /** Delay after later failures, ms. */
  readonly slowMs: number;
  /** Number of failures with the fast delay. */
  readonly maxFastAttempts: number;
}

const fastSlowOptionNames: OptionNames<ItemFastSlowRateLimiterOptions> = {
  fastMs: requireNumber,
  slowMs: requireNumber,
  maxFastAttempts: requireNumber,
};

/** Tries a key soon for a number of failures, and slowly from then on. Throws ConfigError `ERR_OPTION`. */
export class ItemFastSlowRateLimiter implements RateLimiter {
  readonly #failures = new Failures();
  readonly #options: ItemFastSlowRateLimiterOptions;

  /** Delays each key by `fastMs` for its first `maxFastAttempts` failures, then by `slowMs`. */
  constructor(options: ItemFastSlowRateLimiterOptions) {
    requireKnownOptions('an ItemFastSlowRateLimiter', options, fastSlowOptionNames);
    const { fastMs, slowMs, maxFastAttempts } = options;
    for (const [name, value] of Object.entries({ fastMs, slowMs, maxFastAttempts }))
      requireNumber(`${name} of an ItemFastSlowRateLimiter`, value);
    this.#options = { fastMs, slowMs, maxFastAttempts };
  }

  when(key: string): number {
    const { fastMs, slowMs, maxFastAttempts } = this.#options;
    return this.#failures.add(key) < maxFastAttempts ? fastMs : slowMs;
  }

  forget(key: string): void {
    this.#failures.forget(key);
  }

  numRequeues(key: string): number {
    return this.#failures.of(key);
  }
}

/** Options of a BucketRateLimiter. */
export interface BucketRateLimiterOptions extends Pick<TestOptions, 'clock'> {
  /** Keys per second once the burst is used up. Default: 10. */
  readonly perSecond?: number | undefined;
  /** Keys that pass without a delay at first. Default: 100. */
  readonly burst?: number | undefined;
}

const bucketOptionNames: OptionNames<BucketRateLimiterOptions> = {
  perSecond: requirePositive,
  burst: wholeFrom(1),
  clock: requireClock,
};

/**
 * Limits the rate of all keys together; ignores which key it is.
 *
 * Each call of `when` takes one place, which is never given back. The defaults are client-go's. Throws ConfigError
 * `ERR_OPTION`.
 */
export class BucketRateLimiter implements RateLimiter {
  readonly #bucket: TokenBucket;

  /** Limits all keys together by a token bucket. */
  constructor(options: BucketRateLimiterOptions = {}) {
    requireKnownOptions('a BucketRateLimiter', options, bucketOptionNames);
    const { perSecond = 10, burst = 100, clock = systemClock } = options;
    this.#bucket = new TokenBucket({ qps: perSecond, burst, clock });
  }

  when(_key?: string): number {
    return this.#bucket.reserve();
  }

  forget(_key?: string): void {
    // It counts no failures.
  }

  numRequeues(_key?: string): number {
    return 0;
  }
}

/** Combines rate limiters: the longest delay and the most failures. Throws ConfigError `ERR_OPTION`. */
export class MaxOfRateLimiter implements RateLimiter {
  readonly #limiters: readonly RateLimiter[];

  /** Delays each key by the longest delay of several limiters. */
  constructor(...limiters: readonly RateLimiter[]) {
    if (limiters.length === 0)
      throw new ConfigError('ERR_OPTION', 'a MaxOfRateLimiter must have at least one rate limiter, got none');
    for (const [at, limiter] of limiters.entries())
      requireRateLimiter(`rate limiter ${at} of a MaxOfRateLimiter`, limiter);
    this.#limiters = limiters;
  }

  when(key: string): number {
    let delayMs = 0;
    for (const limiter of this.#limiters) delayMs = Math.max(delayMs, limiter.when(key));
    return delayMs;
  }

  forget(key: string): void {
    for (const limiter of this.#limiters) limiter.forget(key);
  }

  numRequeues(key: string): number {
    return Math.max(...this.#limiters.map((limiter) => limiter.numRequeues(key)));
  }
}

/** Limits the delays of another rate limiter to `maxWaitMs`. Throws ConfigError `ERR_OPTION`. */
export class WithMaxWaitRateLimiter implements RateLimiter {
  readonly #limiter: RateLimiter;
  readonly #maxWaitMs: number;

  /** Limits the delays of another limiter. */
  constructor(limiter: RateLimiter, maxWaitMs: number) {
    requireRateLimiter('the rate limiter of a WithMaxWaitRateLimiter', limiter);
    requireNumber('maxWaitMs of a WithMaxWaitRateLimiter', maxWaitMs);
    this.#limiter = limiter;
    this.#maxWaitMs = maxWaitMs;
  }

  when(key: string): number {
    return Math.min(this.#limiter.when(key), this.#maxWaitMs);
  }

  forget(key: string): void {
    this.#limiter.forget(key);
  }

  numRequeues(key: string): number {
    return this.#limiter.numRequeues(key);
  }
}

/** Options of `defaultControllerRateLimiter`. */
export type DefaultControllerRateLimiterOptions = Pick<TestOptions, 'clock'>;

/**
 * Creates client-go's default for controllers: per key 5 ms doubling to 1000 s, and 10 keys per second in total after a
 * burst of 100; the longer delay counts.
 */
export function defaultControllerRateLimiter(options: DefaultControllerRateLimiterOptions = {}): RateLimiter {
  requireKnownOptions('defaultControllerRateLimiter', options, { clock: requireClock });
  return new MaxOfRateLimiter(
    new ItemExponentialFailureRateLimiter(),
    new BucketRateLimiter({ clock: options.clock }),
  );
}

/** Creates client-go's default without a limit for all keys together: per key 1 ms doubling to 1000 s. */
export function defaultItemBasedRateLimiter(): RateLimiter {
  return new ItemExponentialFailureRateLimiter({ baseMs: 1 });
}
