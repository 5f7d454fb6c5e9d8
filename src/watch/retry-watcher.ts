import type { OptionNames } from '../util/known-options.js';
import { requireKnownOptions } from '../util/known-options.js';
import { openStream } from '../cache/reflector/lister-watcher-calls.js';
import { defaultMinWatchTimeoutMs } from '../cache/reflector/reflector-options.js';
import type { CallOptions, ListerWatcher } from '../cache/types.js';
import { WatchWatchdog, defaultWatchDeadlineMarginMs } from '../cache/reflector/watch-watchdog.js';
import { eventsOf } from '../meta/events-of.js';
import { asStatusError, isForbidden, isUnauthorized } from '../meta/errors.js';
import type { KubernetesObject } from '../meta/types.js';
import type { WatchEvent, WatchStream } from '../meta/watch.js';
import { callHook } from '../util/call-hook.js';
import { sleepUnlessAborted } from '../util/backoff.js';
import { systemClock } from '../util/clock.js';
import type { Clock } from '../util/clock.js';
import { ConfigError, TransportError, asError } from '../util/errors.js';
import { noopLogger } from '../util/logger.js';
import type { Logger } from '../util/logger.js';
import { systemRandom } from '../util/random.js';
import type { Random } from '../util/random.js';
import { requireFunctions, requireMethods, requireSignal, requireTools } from '../util/require.js';
import { linkSignal, onAbort } from '../util/signal.js';
import { yieldToEventLoop } from '../util/time-slice.js';
import type { LinkedSignal } from '../util/signal.js';
import { readBatch } from './watch-batch.js';

/** cache.Watcher: the part of a ListerWatcher that watches. */
export type Watcher<T extends KubernetesObject> = Pick<ListerWatcher<T>, 'watch'>;

/** Options of a RetryWatcher. */
export interface RetryWatcherOptions extends CallOptions {
  /** Least time from the begin of one watch to that of the next, ms. Default: 1 s, as client-go. */
  readonly minRestartDelayMs?: number | undefined;
  /**
   * Told of every failure that is overcome by watching again: a request that failed, a stream that broke, an ERROR event,
   * an event that came twice. A watch that ends in its time is none.
   */
  readonly onWatchError?: ((error: Error) => void) | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
  readonly logger?: Logger | undefined;
}

const retryWatcherOptionNames: OptionNames<RetryWatcherOptions> = {
  signal: true,
  minRestartDelayMs: true,
  onWatchError: true,
  clock: true,
  random: true,
  logger: true,
};

/** One of the watches, while it is open. */
interface Attempt<T extends KubernetesObject> {
  readonly stream: WatchStream<T>;
  readonly watchdog: WatchWatchdog;
  /** Why it was given up, when its connection was dead. */
  readonly idle: () => Error | undefined;
  close(): void;
}

/**
 * watch.RetryWatcher: a watch that goes on when the watches beneath it end or fail, from the last event's resourceVersion, so
 * that its reader sees every event once, in order, and no ends.
 *
 *     const list = await pods.list();
 *     for await (const event of new RetryWatcher(list.metadata.resourceVersion ?? '', listWatch, { signal })) { … }
 *
 * It ends with an ERROR event when it cannot go on without a gap: 410 in the stream (the server forgot the resourceVersion; an
 * informer would list again), 401 and 403 on opening, an event without a resourceVersion or of an unknown type. Everything
 * else is retried for ever, no more often than `minRestartDelayMs` and the server's Retry-After allow, and told to
 * `onWatchError`; a 410 in place of the stream among it, as in client-go: an API server opens the watch and says it there,
 * so this one comes from something in between. Bookmarks are asked for and not handed on.
 *
 * As client-go, and beyond it: a connection that died unnoticed is noticed, as a Reflector does it; an event that the
 * server sends again is left out; and resourceVersions that go back end it with a 410 (but a DELETED may show its object, and
 * its version, as it last was). A watch is opened when the reader asks for events, and one that nobody reads holds back the
 * server, not memory here. Stopping it, or aborting the signal, is its silent end.
 */
export class RetryWatcher<T extends KubernetesObject> implements WatchStream<T> {
  readonly #watcher: Watcher<T>;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #logger: Logger;
  readonly #onWatchError: ((error: Error) => void) | undefined;
  readonly #minRestartDelayMs: number;
  readonly #stop: LinkedSignal;
  readonly #undoAbort: () => void;
  #resourceVersion: string;
  #attempt: Attempt<T> | undefined;
  #reading = false;
  #over = false;
  /** When the next watch may be opened, on the monotonic clock. */
  #notBeforeMs = -Infinity;

  /** Throws ConfigError `ERR_OPTION`, also for a resourceVersion "" or "0": such a watch begins with made-up events. */
  constructor(initialResourceVersion: string, watcher: Watcher<T>, options: RetryWatcherOptions = {}) {
    if (
      typeof initialResourceVersion !== 'string' ||
      initialResourceVersion === '' ||
      initialResourceVersion === '0'
    ) {
      throw new ConfigError(
        'ERR_OPTION',
        `initialResourceVersion of a RetryWatcher must be that of a list or an object, got ${JSON.stringify(initialResourceVersion)}`,
      );
    }
    requireMethods('watcher of a RetryWatcher', watcher, ['watch']);
    requireKnownOptions('a RetryWatcher', options, retryWatcherOptionNames);
    requireSignal('a RetryWatcher', options.signal);
    requireFunctions('a RetryWatcher', options, ['onWatchError']);
    requireTools('a RetryWatcher', options);
    const { minRestartDelayMs = 1000 } = options;
    if (!(minRestartDelayMs >= 0 && minRestartDelayMs < Infinity)) {
      throw new ConfigError(
        'ERR_OPTION',
        `minRestartDelayMs of a RetryWatcher must be 0 or more milliseconds, got ${String(minRestartDelayMs)}`,
      );
    }
    this.#resourceVersion = initialResourceVersion;
    this.#watcher = watcher;
    this.#clock = options.clock ?? systemClock;
    this.#random = options.random ?? systemRandom;
    this.#logger = options.logger ?? noopLogger;
    this.#onWatchError = options.onWatchError;
    this.#minRestartDelayMs = minRestartDelayMs;
    this.#stop = linkSignal(options.signal);
    this.#undoAbort = onAbort(this.#stop.signal, () => this.#close());
    if (this.#stop.signal.aborted) this.#close();
  }

  /** The resourceVersion that the next watch would begin at: that of the last event or bookmark read. */
  get resourceVersion(): string {
    return this.#resourceVersion;
  }

  /** As `WatchStream.nextBatch`, but never rejects for what the server or the network does. */
  async nextBatch(): Promise<readonly WatchEvent<T>[] | undefined> {
    if (this.#reading) throw new Error('a watch is read by one reader, and nextBatch waits already');
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

  /** The end, also by the signal. */
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

  /** Opens a watch, when it is time. An ERROR event is the last word; `undefined` is a failure to be tried again. */
  async #open(): Promise<Attempt<T> | WatchEvent<T> | undefined> {
    const stopped = this.#stop.signal;
    const waitMs = this.#notBeforeMs - this.#clock.monotonic();
    if (waitMs > 0) {
      if (!(await sleepUnlessAborted(this.#clock, waitMs, stopped))) return undefined;
    } else if (this.#notBeforeMs !== -Infinity) {
      // Without a delay, a source in memory that always fails would let nothing else run.
      await yieldToEventLoop();
      if (this.#over) return undefined;
    }
    this.#notBeforeMs = this.#clock.monotonic() + this.#minRestartDelayMs;
    // The server ends a watch in its time, so one that lasts longer is dead; see Reflector.
    const timeoutSeconds = Math.floor((defaultMinWatchTimeoutMs / 1000) * (1 + this.#random()));
    const link = linkSignal(stopped);
    const watchdog = new WatchWatchdog({
      clock: this.#clock,
      deadlineMs: timeoutSeconds * 1000 + defaultWatchDeadlineMarginMs,
      initialEvents: false,
      onIdle: (error) => link.abort(error),
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
      };
      const stream = await openStream(this.#watcher, request, { signal: link.signal });
      if (typeof (stream as Partial<WatchStream<T>> | undefined)?.nextBatch !== 'function') {
        throw new TransportError('ERR_TRANSPORT', 'the watcher resolved with no watch');
      }
      // Stopped since it came: an abort is told once, and nobody here would have heard it.
      if (link.signal.aborted) {
        stream.stop();
        throw link.signal.reason as Error;
      }
      // Nothing was opened: the connection broke, or timed out, before the answer.
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
      return this.#attempt;
    } catch (thrown) {
      end();
      if (this.#over) return undefined;
      const error = asError(thrown);
      const status = asStatusError(error);
      if (status !== undefined && (isForbidden(status) || isUnauthorized(status))) {
        this.#logger.error(
          { err: error },
          'watch failed: valid credentials and the right to watch are needed',
        );
        this.#close();
        return { type: 'ERROR', object: status.status };
      }
      this.#failed(error, status?.retryAfterSeconds);
      return undefined;
    }
  }

  /** The next events of the open watch that the reader is to see; none when it is over, or was read in vain. */
  async #read({ stream, watchdog, idle }: Attempt<T>): Promise<readonly WatchEvent<T>[]> {
    try {
      watchdog.waiting();
      const batch = await stream.nextBatch();
      if (this.#over) return [];
      watchdog.heard();
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
    this.#logger.warn({ resourceVersion, err: error }, 'watch failed, watching again');
    callHook('onWatchError', this.#logger, () => this.#onWatchError?.(error));
    const askedMs = this.#clock.monotonic() + retryAfterSeconds * 1000;
    this.#notBeforeMs = Math.max(this.#notBeforeMs, askedMs);
  }
}
