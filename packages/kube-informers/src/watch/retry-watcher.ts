import type { OptionNames } from '../util/known-options.js';
import { requireKnownOptions } from '../util/known-options.js';
import { openStream } from '../cache/reflector/listwatch.js';
import { defaultMinWatchTimeoutMs } from '../cache/reflector/reflector-options.js';
import type { CallOptions } from '../meta/calls.js';
import type { ListerWatcher } from '../cache/types.js';
import { WatchWatchdog, defaultWatchDeadlineMarginMs } from '../cache/reflector/watch-watchdog.js';
import { eventsOf } from '../meta/events-of.js';
import { asStatusError, isForbidden, isUnauthorized } from '../meta/errors.js';
import { RefusalGrace } from '../meta/refusals.js';
import type { KubernetesObject } from '../meta/types.js';
import type { WatchEvent, WatchStream } from '../meta/watch.js';
import { callHook } from '../util/call-hook.js';
import { sleepUnlessAborted } from '../util/backoff.js';
import { systemClock, systemRandom } from '../util/clock.js';
import type { Clock, Random, TestOptions } from '../util/clock.js';
import { TransportError, asError } from '../util/errors.js';
import { containLogger } from '../util/logger.js';
import type { Logger } from '../util/logger.js';
import {
  numberFrom,
  refuseValue,
  requireAbortSignal,
  requireClock,
  requireFunction,
  requireLogger,
  requireMethods,
} from '../util/require.js';
import { linkSignal, onAbort } from '../util/signal.js';
import { yieldToEventLoop } from '../util/steps.js';
import type { LinkedSignal } from '../util/signal.js';
import { readBatch } from './watch-batch.js';

/** The part of a ListerWatcher that watches (client-go's cache.Watcher). */
export type Watcher<T extends KubernetesObject> = Pick<ListerWatcher<T>, 'watch'>;

/** Options of a RetryWatcher. */
export interface RetryWatcherOptions extends CallOptions, TestOptions {
  /** Minimum time between the starts of two watches, ms. Default: 1 s, as in client-go. */
  readonly minRestartDelayMs?: number | undefined;
  /**
   * Called for every failure that is retried: a failed request, a broken stream, an ERROR event, a repeated event.
   *
   * A watch that the server ends normally is not a failure.
   */
  readonly onWatchError?: ((error: Error) => void) | undefined;
  /** Receives warnings about retries. Default: none. */
  readonly logger?: Logger | undefined;
}

export const retryWatcherOptionNames: OptionNames<RetryWatcherOptions> = {
  signal: requireAbortSignal,
  minRestartDelayMs: numberFrom(0),
  onWatchError: requireFunction,
  clock: requireClock,
  random: requireFunction,
  logger: requireLogger,
};

/** One of the underlying watches, while it is open. */
interface Attempt<T extends KubernetesObject> {
  readonly stream: WatchStream<T>;
  readonly watchdog: WatchWatchdog;
  /** Why it was given up, if its connection was dead. */
  readonly idle: () => Error | undefined;
  close(): void;
}

/**
 * A watch that continues when the underlying watches end or fail (client-go's watch.RetryWatcher).
 *
 * Each new watch starts at the last event's resourceVersion, so the reader sees every event once, in order.
 *
 * ```ts
 * const list = await pods.list();
 * for await (const event of new RetryWatcher(list.metadata.resourceVersion ?? '', listWatch, { signal })) { … }
 * ```
 *
 * It ends with an ERROR event if it cannot continue without a gap: 410 in the stream (an expired resourceVersion: list again
 * and start another one; usual after a restart of the API server, whose watch cache then begins anew), 401 and 403 on opening, an event without a resourceVersion or of an unknown
 * type. Everything else is retried without limit, no more often than `minRestartDelayMs` and the server's Retry-After
 * allow, and reported to `onWatchError`. That includes a 410 in place of the stream, as in client-go: an API server
 * sends it in the stream, so this one comes from an intermediary. Bookmarks are requested and not delivered. A 403 of the server's
 * authorizer is retried for at most 10 s if the watch was allowed before, or if the client met a connection error or a 5xx in the
 * last 10 s: a server that starts refuses users until it has read the roles.
 *
 * In addition to client-go: dead connections are detected as in a Reflector; repeated events are left out; and
 * resourceVersions that go back end the watch with a 410 (except that a DELETED event may have its object's last
 * version). A watch is opened when the reader asks for events, and an unread watch slows the server instead of using
 * memory here. Stopping it, or aborting the signal, ends it silently.
 */
export class RetryWatcher<T extends KubernetesObject> implements WatchStream<T> {
  readonly #watcher: Watcher<T>;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #logger: Logger;
  readonly #onWatchError: ((error: Error) => void) | undefined;
  readonly #minRestartDelayMs: number;
  readonly #grace: RefusalGrace;
  readonly #stop: LinkedSignal;
  readonly #undoAbort: () => void;
  #resourceVersion: string;
  #attempt: Attempt<T> | undefined;
  #reading = false;
  #over = false;
  /** Earliest time of the next watch, on the monotonic clock. */
  #notBeforeMs = -Infinity;

  /**
   * Watches from a resourceVersion, and opens the watch again where it ended.
   *
   * Throws ConfigError `ERR_OPTION`, also for the resourceVersion "" or "0", which starts with synthetic events.
   */
  constructor(initialResourceVersion: string, watcher: Watcher<T>, options: RetryWatcherOptions = {}) {
    if (
      typeof initialResourceVersion !== 'string' ||
      initialResourceVersion === '' ||
      initialResourceVersion === '0'
    ) {
      refuseValue(
        'initialResourceVersion of a RetryWatcher',
        'that of a list or an object',
        initialResourceVersion,
      );
    }
    requireMethods('watcher of a RetryWatcher', watcher, ['watch']);
    requireKnownOptions('a RetryWatcher', options, retryWatcherOptionNames);
    this.#resourceVersion = initialResourceVersion;
    this.#watcher = watcher;
    this.#clock = options.clock ?? systemClock;
    this.#grace = new RefusalGrace(this.#clock);
    this.#random = options.random ?? systemRandom;
    this.#logger = containLogger(options.logger);
    this.#onWatchError = options.onWatchError;
    this.#minRestartDelayMs = options.minRestartDelayMs ?? 1000;
    this.#stop = linkSignal(options.signal);
    this.#undoAbort = onAbort(this.#stop.signal, () => this.#close());
    if (this.#stop.signal.aborted) this.#close();
  }

  /** The resourceVersion at which the next watch would start: that of the last event or bookmark read. */
  get resourceVersion(): string {
    return this.#resourceVersion;
  }

  /** Like `WatchStream.nextBatch`, but never rejects because of the server or the network. */
  async nextBatch(): Promise<readonly WatchEvent<T>[] | undefined> {
    if (this.#reading) throw new Error('a watch has one reader, and nextBatch is already pending');
    this.#reading = true;
    try {
      while (!this.#over) {
        const attempt = this.#attempt ?? (await this.#open());
        if (attempt === undefined) continue;
        if ('type' in attempt) return [attempt];
        const events = await this.#read(attempt);
        if (events.length > 0) return events;
      }
      return undefined;
    } finally {
      this.#reading = false;
    }
  }

  stop(): void {
    this.#stop.abort(new Error('the watch was stopped'));
  }

  [Symbol.dispose](): void {
    this.stop();
  }

  [Symbol.asyncIterator](): AsyncIterator<WatchEvent<T>> {
    return eventsOf(this);
  }

  /** Ends the watch, by `stop` or by the signal. */
  #close(): void {
    this.#over = true;
    this.#undoAbort?.();
    this.#stop.dispose();
    this.#endAttempt();
  }

  #endAttempt(): void {
    this.#attempt?.close();
    this.#attempt = undefined;
  }

  /** Opens a watch when it is due. Returns an ERROR event if it must end, `undefined` for a failure to retry. */
  async #open(): Promise<Attempt<T> | WatchEvent<T> | undefined> {
    const stopped = this.#stop.signal;
    const waitMs = this.#notBeforeMs - this.#clock.monotonic();
    if (waitMs > 0) {
      if (!(await sleepUnlessAborted(this.#clock, waitMs, stopped))) return undefined;
    } else if (this.#notBeforeMs !== -Infinity) {
      // Without a delay, an in-memory source that always fails would block everything else.
      await yieldToEventLoop();
      if (this.#over) return undefined;
    }
    this.#notBeforeMs = this.#clock.monotonic() + this.#minRestartDelayMs;
    // The server ends a watch by its timeout, so one that lasts longer is dead; see Reflector.
    const timeoutSeconds = Math.floor((defaultMinWatchTimeoutMs / 1000) * (1 + this.#random()));
    const link = linkSignal(stopped);
    const watchdog = new WatchWatchdog({
      clock: this.#clock,
      deadlineMs: timeoutSeconds * 1000 + defaultWatchDeadlineMarginMs,
      initialEvents: false,
      onEnd: (error) => link.abort(error),
    });
    const end = (): void => {
      watchdog.stop();
      link.dispose();
    };
    try {
      const request = {
        resourceVersion: this.#resourceVersion,
        allowWatchBookmarks: true,
        timeoutSeconds,
        signal: link.signal,
      };
      const stream = await openStream(this.#watcher, request);
      if (typeof (stream as Partial<WatchStream<T>> | undefined)?.nextBatch !== 'function') {
        throw new TransportError('ERR_TRANSPORT', 'the watcher resolved without a watch');
      }
      // Stopped after it arrived: the abort event is already over.
      if (link.signal.aborted) {
        stream.stop();
        throw link.signal.reason as Error;
      }
      // The connection broke or timed out before the response.
      if (stream.unopened !== undefined) {
        stream.stop();
        throw stream.unopened;
      }
      const undoIdle = onAbort(link.signal, () => stream.stop());
      const close = (): void => {
        undoIdle();
        end();
        stream.stop();
      };
      const idle = (): Error | undefined => (link.signal.aborted ? asError(link.signal.reason) : undefined);
      this.#attempt = { stream, watchdog, idle, close };
      this.#grace.allowed();
      return this.#attempt;
    } catch (thrown) {
      end();
      if (this.#over) return undefined;
      const error = asError(thrown);
      const status = asStatusError(error);
      const mayPass = this.#grace.mayRetry(error);
      if (status !== undefined && (isForbidden(status) || isUnauthorized(status)) && !mayPass) {
        this.#logger.error({ err: error }, 'watch refused');
        this.#close();
        return { type: 'ERROR', object: status.status };
      }
      this.#failed(error, status?.retryAfterSeconds);
      return undefined;
    }
  }

  /** Returns the next events for the reader; empty if the watch ended or had none. */
  async #read({ stream, watchdog, idle }: Attempt<T>): Promise<readonly WatchEvent<T>[]> {
    try {
      watchdog.waiting();
      const batch = await stream.nextBatch();
      if (this.#over) return [];
      watchdog.received(batch?.length ?? 0);
      if (batch !== undefined) return this.#take(batch, watchdog);
      const dead = idle();
      if (dead !== undefined) this.#failed(dead);
    } catch (thrown) {
      if (this.#over) return [];
      this.#failed(asError(thrown));
    }
    this.#endAttempt();
    return [];
  }

  #take(batch: readonly WatchEvent<T>[], watchdog: WatchWatchdog): readonly WatchEvent<T>[] {
    const { events, resourceVersion, next, retryAfterSeconds, faults, bookmarks } = readBatch(
      batch,
      this.#resourceVersion,
    );
    this.#resourceVersion = resourceVersion;
    if (bookmarks > 0) watchdog.bookmark();
    for (const fault of faults) this.#failed(fault, retryAfterSeconds);
    if (next === 'over') this.#close();
    else if (next === 'again') this.#endAttempt();
    return events;
  }

  #failed(error: Error, retryAfterSeconds = 0): void {
    const resourceVersion = this.#resourceVersion;
    this.#logger.warn({ resourceVersion, err: error }, 'watch failed, retrying');
    callHook('onWatchError', this.#logger, () => this.#onWatchError?.(error));
    const askedMs = this.#clock.monotonic() + retryAfterSeconds * 1000;
    this.#notBeforeMs = Math.max(this.#notBeforeMs, askedMs);
  }
}
