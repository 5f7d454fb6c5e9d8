import { isConflict } from '../../meta/errors.js';
import { Backoff } from '../../util/backoff.js';
import type { BackoffOptions } from '../../util/backoff.js';
import { systemClock, systemRandom } from '../../util/clock.js';
import { requireKnownOptions } from '../../util/known-options.js';
import type { OptionNames } from '../../util/known-options.js';
import { refuseValue, requireAbortSignal, requireClock, requireFunction } from '../../util/require.js';
import { throwIfAborted } from '../../util/signal.js';
import type { TestOptions } from '../../util/clock.js';

/** client-go's retry.DefaultRetry, for an object that other controllers or people change now and then: 5 tries. */
export const defaultRetry = {
  /** Number of tries. */
  steps: 5,
  /** Delay before the second try, ms. */
  baseMs: 10,
  /** What each delay is multiplied by for the next one. */
  factor: 1,
  /** Largest random part that is added, as a share of the delay. */
  jitter: 0.1,
} satisfies BackoffOptions;

/** client-go's retry.DefaultBackoff, for an object that is changed all the time: 4 tries. */
export const defaultBackoff = {
  /** Number of tries. */
  steps: 4,
  /** Delay before the second try, ms. */
  baseMs: 10,
  /** What each delay is multiplied by for the next one. */
  factor: 5,
  /** Largest random part that is added, as a share of the delay. */
  jitter: 0.1,
} satisfies BackoffOptions;

/** Options of `retryOnConflict`. */
export interface RetryOnConflictOptions extends TestOptions {
  /** The delays between tries; `steps` is the number of tries. Default: `defaultRetry`. */
  readonly backoff?: BackoffOptions | undefined;
  /** Ends the wait for the next try. */
  readonly signal?: AbortSignal | undefined;
}

const retryOnConflictOptionNames: OptionNames<RetryOnConflictOptions> = {
  backoff: true,
  signal: requireAbortSignal,
  clock: requireClock,
  random: requireFunction,
};

/**
 * Calls a function again while it fails with a Conflict (client-go's retry.RetryOnConflict).
 *
 * ```ts
 * await retryOnConflict(async () => {
 *   const site = await websites.get('shop'); // read inside: the next try needs the newest state
 *   await websites.update({ ...site, spec: { ...site.spec, replicas: 3 } });
 * });
 * ```
 *
 * Rejects with the last Conflict when the tries are used up, with any other error at once, and with `signal.reason` if
 * the signal aborts before a try.
 */
export async function retryOnConflict<T>(
  call: () => T | PromiseLike<T>,
  options: RetryOnConflictOptions = {},
): Promise<T> {
  requireFunction('the call of retryOnConflict', call);
  requireKnownOptions('retryOnConflict', options, retryOnConflictOptionNames);
  const { backoff = defaultRetry, signal, clock = systemClock, random = systemRandom } = options;
  const delays = new Backoff(backoff, random);
  const { steps = Infinity } = backoff;
  if (steps < 1) {
    refuseValue("steps of retryOnConflict's backoff", '1 or more', steps);
  }
  for (let tries = 1; ; tries++) {
    throwIfAborted(signal);
    try {
      return await call();
    } catch (error) {
      if (!isConflict(error) || tries >= steps) throw error;
    }
    await clock.sleep(delays.step(), { signal });
  }
}
