import type { Clock, Timer } from '../../util/clock.js';
import { TransportError } from '../../util/errors.js';

/**
 * Time after the server should have ended a watch itself, ms. It ends a watch exactly at timeoutSeconds; what is left is
 * the way and a busy process.
 */
export const defaultWatchDeadlineMarginMs = 30_000;

/**
 * Silence that ends a watch on which bookmarks come, at least, ms. An API server with a watch cache sends one a minute
 * (defaultBookmarkFrequency in storage/cacher/cacher.go, dispatched by a timer of 1 to 1.25 s): three are missing.
 *
 * It sends none as long as nothing in its storage is newer than what the watch began with (cache_watcher.go, process), so
 * an idle cluster is silent, and healthy; but once they have come on a stream they go on coming.
 */
export const minWatchSilenceMs = 180_000;

/** Missing bookmarks, in units of the longest time between two on the stream: for servers slower than that. */
const missedBookmarks = 3;

/**
 * Silence that ends a watch-list before its mark, ms. Nothing then waits for a change of the resource: the server sends
 * what it has, waits at most 3 s to reach the resourceVersion and, while the mark is outstanding, looks every second.
 * 60 s is its own limit of a request.
 */
export const initialEventsSilenceMs = 60_000;

/** How often a missing mark is warned of, ms (client-go's initialEventsEndBookmarkTicker). */
export const initialEventsWarningMs = 10_000;

/** After a process stood still (suspended, or one long computation) what has arrived must be read before silence counts. */
const graceMs = 1000;

/** What a watchdog looks at. */
export interface WatchWatchdogOptions {
  readonly clock: Clock;
  /** timeoutSeconds of the request, in ms, plus the margin: no watch lasts longer, counted from now. */
  readonly deadlineMs: number;
  /** True for a watch-list, until `marked`. */
  readonly initialEvents: boolean;
  /** Called once when the watch is to be ended. */
  readonly onIdle: (error: TransportError) => void;
  /** Called every 10 s without an event before the mark; `events` is false when none has come at all. */
  readonly onMissingMark?: ((silentMs: number, events: boolean) => void) | undefined;
}

/**
 * Ends a watch that has gone silent without closing, and no other: HTTP/1.1 shows no difference between an idle resource
 * and a dead connection.
 *
 * (a) A watch ends `deadlineMs` after it was asked for: the server should have ended it. (b) Once two bookmarks have
 * come on the stream, silence of three times the time between them, and of 3 minutes at least, ends it; a server that
 * sends none is held to (a) only. (c) Before a watch-list's mark, silence of 60 s ends it.
 *
 * One timer a watch, set anew when it fires: nothing is done an event. Time counts as silence only while somebody waits
 * for events, so a reader that is slow itself cuts nothing.
 */
export class WatchWatchdog {
  readonly #options: WatchWatchdogOptions;
  readonly #startedMs: number;
  #timer: Timer | undefined;
  #initialEvents: boolean;
  /** Since when somebody waits for the next event. Opening the watch counts as waiting. */
  #waitingSinceMs: number | undefined;
  #heardAny = false;
  #lastBookmarkMs: number | undefined;
  #longestGapMs: number | undefined;
  /** Looked too silent, or too old, at the last look: the next one decides. */
  #overdue = false;
  #expired = false;

  constructor(options: WatchWatchdogOptions) {
    this.#options = options;
    this.#startedMs = options.clock.monotonic();
    this.#waitingSinceMs = this.#startedMs;
    this.#initialEvents = options.initialEvents;
    this.#arm();
  }

  /** Somebody waits for the next event from now on. */
  waiting(): void {
    this.#waitingSinceMs = this.#options.clock.monotonic();
  }

  /** Something has come. */
  heard(): void {
    this.#waitingSinceMs = undefined;
    this.#heardAny = true;
  }

  /** A bookmark has come that is no watch-list's mark. */
  bookmark(): void {
    const nowMs = this.#options.clock.monotonic();
    const lastMs = this.#lastBookmarkMs;
    this.#lastBookmarkMs = nowMs;
    if (lastMs === undefined) return;
    const first = this.#longestGapMs === undefined;
    this.#longestGapMs = Math.max(this.#longestGapMs ?? 0, nowMs - lastMs);
    // From now on (b) holds, which is earlier than (a): the timer was set for that.
    if (first) this.#arm();
  }

  /** The watch-list's mark has come. */
  marked(): void {
    this.#initialEvents = false;
    this.#arm();
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  /** Silence that ends the watch, ms. */
  get #silenceMs(): number {
    if (this.#initialEvents) return initialEventsSilenceMs;
    if (this.#longestGapMs === undefined) return Infinity;
    return Math.max(minWatchSilenceMs, missedBookmarks * this.#longestGapMs);
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
      this.#options.onMissingMark?.(silentMs, this.#heardAny);
    }
    this.#arm();
  }

  #error(silentMs: number | undefined, openMs: number): TransportError {
    if (silentMs === undefined) {
      return new TransportError(
        'ERR_WATCH_IDLE',
        `the server has not ended the watch ${seconds(openMs)} after it was asked for, past its timeoutSeconds`,
      );
    }
    const why = this.#initialEvents
      ? 'before the end of its initial events'
      : `although a bookmark came every ${seconds(this.#longestGapMs ?? 0)} before`;
    return new TransportError('ERR_WATCH_IDLE', `the watch has been silent for ${seconds(silentMs)}, ${why}`);
  }
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
