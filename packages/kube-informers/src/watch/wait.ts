import type { CallOptions, SourceOptions } from '../meta/calls.js';
import type { ListerWatcher } from '../cache/types.js';
import { asStatusError } from '../meta/errors.js';
import { RefusalGrace } from '../meta/refusals.js';
import type { KubernetesObject } from '../meta/types.js';
import { WaitError } from '../meta/wait-error.js';
import type { WatchEvent } from '../meta/watch.js';
import { systemClock } from '../util/clock.js';
import type { Clock, Timer, TestOptions } from '../util/clock.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { asError, ConfigError, KubeInformersError } from '../util/errors.js';
import type { OptionNames } from '../util/known-options.js';
import { requireAboveZero, requireAbortSignal } from '../util/require.js';
import { linkSignal } from '../util/signal.js';
import type { LinkedSignal } from '../util/signal.js';

/** How long a wait may last. It retries after every failure that may pass. */
export interface WaitLimit extends CallOptions {
  /**
   * Time after which the wait fails with `ERR_WAIT_TIMEOUT`, ms; Infinity: no limit. Default: 30,000, as `kubectl wait`, and no
   * limit if there is a signal.
   */
  readonly timeoutMs?: number | undefined;
}

/** Without a signal a wait that nothing limits could last forever: the default of `kubectl wait --timeout`. */
const defaultTimeoutMs = 30_000;

export const waitLimitNames: OptionNames<WaitLimit> = {
  signal: requireAbortSignal,
  timeoutMs: requireAboveZero,
};

/** Why a wait ended, other than by the caller's signal. */
class WaitEnd extends Error {
  readonly code: 'ERR_WAIT_FAILED' | 'ERR_WAIT_TIMEOUT';

  constructor(code: WaitEnd['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** The limit of one wait, the failures during it, and the error that explains its end. */
export class Wait implements Disposable {
  readonly #link: LinkedSignal;
  readonly #clock: Clock;
  readonly #timer: Timer | undefined;
  readonly #graces: Readonly<Record<'list' | 'watch', RefusalGrace>>;
  /** The failure since which no request has succeeded. */
  #failure: Error | undefined;

  constructor(options: WaitLimit & Pick<TestOptions, 'clock'>) {
    const { signal, clock = systemClock } = options;
    const { timeoutMs = signal === undefined ? defaultTimeoutMs : Infinity } = options;
    this.#link = linkSignal(signal);
    this.#clock = clock;
    this.#graces = { list: new RefusalGrace(clock), watch: new RefusalGrace(clock) };
    if (timeoutMs !== Infinity) {
      const end = new WaitEnd('ERR_WAIT_TIMEOUT', `timed out after ${timeoutMs} ms`);
      this.#timer = clock.setTimer(() => this.#link.abort(end), timeoutMs);
    }
  }

  /** Aborts when the wait is over. */
  get signal(): AbortSignal {
    return this.#link.signal;
  }

  /** A request or stream has failed; true for `ends` ends the wait, unless a server that starts has refused it. */
  failed(during: 'list' | 'watch', error: Error, ends: boolean): void {
    this.#failure = error;
    const mayPass = this.#graces[during].mayRetry(error);
    if (ends && !mayPass) this.#link.abort(new WaitEnd('ERR_WAIT_FAILED', 'the wait cannot succeed'));
  }

  /** Returns the source, observed: a request that succeeds ends a failure, and one that is repeated has failed. */
  observed<T extends KubernetesObject>(source: ListerWatcher<T>): ListerWatcher<T> {
    const { watchListUnsupported, description } = source;
    return {
      ...this.observedWatcher(source),
      list: (options) => this.#observed('list', options, (observed) => source.list(observed)),
      watchListUnsupported,
      pagesFromCache: async (call) => (await source.pagesFromCache?.(call)) ?? false,
      description,
    };
  }

  /** `observed` for watches alone. */
  observedWatcher<T extends KubernetesObject>(
    source: Pick<ListerWatcher<T>, 'watch'>,
  ): Pick<ListerWatcher<T>, 'watch'> {
    return {
      watch: (options) => this.#observed('watch', options, (observed) => source.watch(observed)),
    };
  }

  async #observed<R>(
    during: 'list' | 'watch',
    options: SourceOptions,
    send: (options: SourceOptions) => Promise<R>,
  ): Promise<R> {
    const { waitToRetry = (delayMs, { signal }) => this.#clock.sleep(delayMs, { signal }) } = options;
    const result = await send({
      ...options,
      waitToRetry: (delayMs, retry) => {
        this.#failure = retry.error;
        return waitToRetry(delayMs, retry);
      },
    });
    this.#failure = undefined;
    this.#graces[during].allowed();
    return result;
  }

  /**
   * Returns the error for what a part of the wait has thrown: an WaitError if the wait is over. `what` is how far it was, or empty.
   */
  explain(
    thrown: unknown,
    code: string,
    what: string,
    lastEvent: WatchEvent<DeepReadonly<KubernetesObject>> | undefined,
  ): unknown {
    const { signal } = this;
    if (!signal.aborted || thrown !== signal.reason) return thrown;
    const failure = this.#failure;
    const because = failure === undefined ? '' : describeError(failure);
    const stage = `${what}${what && ': '}`;
    if (!(thrown instanceof WaitEnd)) {
      const message = `${stage}${asError(thrown).message}${because && `; last error: ${because}`}`;
      return new WaitError(code, message, { cause: thrown, lastEvent });
    }
    const message =
      thrown.code === 'ERR_WAIT_FAILED'
        ? `${thrown.message}: ${because}`
        : `${stage}${thrown.message}${because && `; last error: ${because}`}`;
    return new WaitError(thrown.code, message, { cause: failure, lastEvent });
  }

  [Symbol.dispose](): void {
    this.#timer?.cancel();
    this.#link.dispose();
  }
}

function describeError(error: Error): string {
  const code = asStatusError(error)?.statusCode ?? 0;
  return code === 0 ? error.message : `${error.message} (status ${code})`;
}

/**
 * Statuses of a request that is refused each time: 400 and 422 invalid, 401 and 403 not allowed, 405, 406 and 415 not
 * supported, 414 and 431 too long. A 404 is left to the Reflector, which knows a missing resource from a proxy's page.
 */
const lastingStatuses: readonly number[] = [400, 401, 403, 405, 406, 414, 415, 422, 431];

/** True for a failure that waiting cannot heal. */
export function isLasting(error: Error): boolean {
  if (error instanceof ConfigError) return true;
  if (error instanceof KubeInformersError && ['ERR_RESOURCE_ABSENT', 'ERR_CLOSED'].includes(error.code))
    return true;
  return lastingStatuses.includes(asStatusError(error)?.statusCode ?? 0);
}
