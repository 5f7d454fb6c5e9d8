import type { Clock, Timer } from '../../util/clock.js';
import { TransportError } from '../../util/errors.js';

/**
 * Time after which a watch is ended here if the server should have ended it, ms. The server ends a watch exactly at
 * timeoutSeconds; the margin allows for latency and a busy process.
 */
export const defaultWatchDeadlineMarginMs = 30_000;

/**
 * Minimum silence that ends a watch on which bookmarks arrive, ms. An API server with a watch cache sends one a minute
 * (defaultBookmarkFrequency in storage/cacher/cacher.go, dispatched by a timer of 1 to 1.25 s): three are missing.
 *
 * It sends none while nothing in its storage is newer than the version the watch began with (cache_watcher.go, process),
 * so an idle cluster is silent and healthy. But once bookmarks have arrived on a stream, they keep arriving.
 */
export const minWatchSilenceMs = 180_000;

/** Missing bookmarks, in units of the longest interval between two on the stream: for slower servers. */
const missedBookmarks = 3;

/**
 * Silence that ends a watch-list in its initial events, ms. They do not depend on changes of the resource: the server
 * sends what it has, waits at most 3 s to reach the resourceVersion and checks every second whether the initial events
 * are complete. 60 s is the server's own limit of a request.
 */
export const initialEventsSilenceMs = 60_000;

/** Interval of the warnings that the initial events have not ended, ms (client-go's initialEventsEndBookmarkTicker). */
export const initialEventsWarningMs = 10_000;

/** After the process was suspended or blocked, the data that has arrived must be read before silence counts, ms. */
const graceMs = 1000;

/** Options of a `WatchWatchdog`. */
export interface WatchWatchdogOptions {
  readonly clock: Clock;
  /** timeoutSeconds of the request, in ms, plus the margin: the longest a watch may last from now. */
  readonly deadlineMs: number;
  /** True for a watch-list, until `marked`. */
  readonly initialEvents: boolean;
  /** Called once, when the watch has to be ended. */
  readonly onIdle: (error: TransportError) => void;
  /** Called every 10 s without an event in the initial events; `events` is false if none has arrived at all. */
  readonly onMissingMark?: ((silentMs: number, events: boolean) => void) | undefined;
}

/**
 * Ends a watch that has gone silent without closing: with HTTP/1.1, an idle resource and a dead connection look the same.
 *
 * (a) A watch ends `deadlineMs` after its request: the server should have ended it. (b) Once two bookmarks have arrived on
 * the stream, silence of three times the interval between them, and of 3 minutes at least, ends it; a server that sends
 * no bookmarks is only held to (a). (c) During a watch-list's initial events, silence of 60 s ends it.
 *
 * One timer per watch, set again when it fires: an event costs no timer. Time counts as silence only while the reader
 * waits for events, so a slow reader does not end its own watch.
 */
export class WatchWatchdog {
  readonly #options: WatchWatchdogOptions;
  readonly #startedMs: number;
  #timer: Timer | undefined;
  #initialEvents: boolean;
  /** Since when the reader has been waiting for the next event. Opening the watch counts as waiting. */
  #waitingSinceMs: number | undefined;
  #receivedAny = false;
  #lastBookmarkMs: number | undefined;
  #longestGapMs: number | undefined;
  /** True if the last check found silence, or too old a watch: the next one decides. */
  #overdue = false;
  #expired = false;

  constructor(options: WatchWatchdogOptions) {
    this.#options = options;
    this.#startedMs = options.clock.monotonic();
    this.#waitingSinceMs = this.#startedMs;
    this.#initialEvents = options.initialEvents;
    this.#arm();
  }

  /** The reader waits for the next event from now on. */
  waiting(): void {
    this.#waitingSinceMs = this.#options.clock.monotonic();
  }

  /** An event has arrived. */
  received(): void {
    this.#waitingSinceMs = undefined;
    this.#receivedAny = true;
  }

  /** A bookmark has arrived, other than the one that ends the initial events. */
  bookmark(): void {
    const nowMs = this.#options.clock.monotonic();
    const lastMs = this.#lastBookmarkMs;
    this.#lastBookmarkMs = nowMs;
    if (lastMs === undefined) return;
    const first = this.#longestGapMs === undefined;
    this.#longestGapMs = Math.max(this.#longestGapMs ?? 0, nowMs - lastMs);
    // From now on (b) applies, which is earlier than (a), for which the timer was set.
    if (first) this.#arm();
  }

  /** The initial events have ended. */
  marked(): void {
    this.#initialEvents = false;
    this.#arm();
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  /** Silence after which bookmarks are missing, ms, whether the watch has had any or not. */
  get bookmarkSilenceMs(): number {
    return Math.max(minWatchSilenceMs, missedBookmarks * (this.#longestGapMs ?? 0));
  }

  /** Silence that ends the watch, ms. */
  get #silenceMs(): number {
    if (this.#initialEvents) return initialEventsSilenceMs;
    if (this.#longestGapMs === undefined) return Infinity;
    return this.bookmarkSilenceMs;
  }

  #arm(): void {
    this.#timer?.cancel();
    this.#timer = this.#options.clock.setTimer(() => this.#look(), this.#nextLookMs());
  }

  #nextLookMs(): number {
    if (this.#overdue || this.#expired) return graceMs;
    const nowMs = this.#options.clock.monotonic();
    const silentSinceMs = this.#waitingSinceMs ?? nowMs;
    const dueMs = Math.min(silentSinceMs + this.#silenceMs, this.#startedMs + this.#options.deadlineMs);
    const laterMs = Math.max(0, dueMs - nowMs);
    return this.#initialEvents ? Math.min(initialEventsWarningMs, laterMs) : laterMs;
  }

  #look(): void {
    const nowMs = this.#options.clock.monotonic();
    const openMs = nowMs - this.#startedMs;
    const silentMs = this.#waitingSinceMs === undefined ? 0 : nowMs - this.#waitingSinceMs;
    const overdue = silentMs >= this.#silenceMs;
    const expired = openMs >= this.#options.deadlineMs;
    if ((overdue && this.#overdue) || (expired && this.#expired)) {
      this.stop();
      this.#options.onIdle(this.#error(overdue ? silentMs : undefined, openMs));
      return;
    }
    this.#overdue = overdue;
    this.#expired = expired;
    if (this.#initialEvents && !overdue && silentMs >= initialEventsWarningMs) {
      this.#options.onMissingMark?.(silentMs, this.#receivedAny);
    }
    this.#arm();
  }

  #error(silentMs: number | undefined, openMs: number): TransportError {
    if (silentMs === undefined) {
      return new TransportError(
        'ERR_WATCH_IDLE',
        `the server has not ended the watch ${seconds(openMs)} after the request, which is past its timeoutSeconds`,
      );
    }
    const why = this.#initialEvents
      ? 'before the end of its initial events'
      : `although a bookmark had arrived every ${seconds(this.#longestGapMs ?? 0)} before`;
    return new TransportError('ERR_WATCH_IDLE', `the watch has been silent for ${seconds(silentMs)}, ${why}`);
  }
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
