import type { WatchStream } from '../../meta/watch.js';
import type { Clock, Timer } from '../../util/clock.js';
import { TransportError } from '../../util/errors.js';
import type { KubeInformersError } from '../../util/errors.js';
import { leastBytesPerSecond, Patience } from '../../util/clock.js';
import { ReflectorError } from './reflector-errors.js';

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
 * `Patience` with the initial events of a watch-list, ms. They do not depend on changes of the resource: the server sends
 * what it has, and waits at most 3 s to reach the resourceVersion. 60 s is its own limit of a request. An event of a source
 * that does not count bytes is taken for a second of a transfer.
 */
export const initialEventsPatienceMs = 60_000;

/**
 * Time in which the bookmark that ends the initial events must follow the first event that is not one of them, ms. Newer
 * servers send it before such an event; the others try to every second (cacher.go, dispatchEvents), with only the changes
 * of that second before it.
 */
export const markDeadlineMs = 30_000;

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
  readonly onEnd: (error: KubeInformersError) => void;
  /** Called every 10 s without an event in the initial events; `events` is false if none has arrived at all. */
  readonly onMissingMark?: ((silentMs: number, events: boolean) => void) | undefined;
}

/** Why a watch has to be ended. */
type Verdict = 'silent' | 'stalled' | 'unmarked' | 'expired';

/**
 * Ends a watch from which nothing more is to be expected: with HTTP/1.1, an idle resource and a dead connection look the
 * same, and so do a long list and one whose end is lost.
 *
 * (a) A watch ends `deadlineMs` after its request: the server should have ended it. (b) Once two bookmarks have arrived on
 * the stream, silence of three times the interval between them, and of 3 minutes at least, ends it; a server that sends
 * no bookmarks is only held to (a). (c) A watch-list in its initial events ends when it uses up its `Patience`.
 * (d) It also ends `markDeadlineMs` after the first event that cannot be an initial one, whatever arrives meanwhile.
 *
 * One timer per watch, set again when it fires: an event costs no timer. For (b) and (c) only the time counts in which the
 * reader waits for events, so a slow reader does not end its own watch.
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
  /** As of `#countedMs`, and of the first `#bytes` of the stream. */
  readonly #patience = new Patience(initialEventsPatienceMs);
  #countedMs: number;
  #bytes = 0;
  #stream: Pick<WatchStream<never>, 'receivedBytes'> = {};
  #markDueMs = Infinity;
  /** True if the last look found a reason to end the watch: the next one decides. */
  #suspect = false;
  #error: KubeInformersError | undefined;

  constructor(options: WatchWatchdogOptions) {
    this.#options = options;
    this.#startedMs = options.clock.monotonic();
    this.#countedMs = this.#startedMs;
    this.#waitingSinceMs = this.#startedMs;
    this.#initialEvents = options.initialEvents;
    this.#arm();
  }

  /** Why the watch was ended; undefined if this watchdog has not ended it. */
  get error(): KubeInformersError | undefined {
    return this.#error;
  }

  /** The response has begun: its bytes count from now on. */
  opened(stream: Pick<WatchStream<never>, 'receivedBytes'>): void {
    this.#stream = stream;
  }

  /** The reader waits for the next event from now on. */
  waiting(): void {
    this.#waitingSinceMs = this.#options.clock.monotonic();
  }

  /** Events have arrived. */
  received(events: number): void {
    if (this.#initialEvents) this.#count(events);
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

  /** An event has arrived that cannot be an initial one. */
  pastInitialEvents(): void {
    if (!this.#initialEvents || this.#markDueMs !== Infinity) return;
    this.#markDueMs = this.#options.clock.monotonic() + markDeadlineMs;
    this.#arm();
  }

  /** The initial events have ended. */
  marked(): void {
    this.#initialEvents = false;
    this.#markDueMs = Infinity;
    this.#suspect = false;
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

  /** Brings `#patience` up to now. */
  #count(events: number): void {
    const nowMs = this.#options.clock.monotonic();
    const sinceMs = Math.max(this.#waitingSinceMs ?? nowMs, this.#countedMs);
    const { receivedBytes = this.#bytes + events * leastBytesPerSecond } = this.#stream;
    // A longer time since the last look means that the process was suspended or blocked.
    this.#patience.count(Math.min(nowMs - sinceMs, initialEventsWarningMs), receivedBytes - this.#bytes);
    this.#countedMs = nowMs;
    this.#bytes = receivedBytes;
  }

  #arm(): void {
    this.#timer?.cancel();
    this.#timer = this.#options.clock.setTimer(() => this.#look(), this.#nextLookMs());
  }

  #nextLookMs(): number {
    if (this.#suspect) return graceMs;
    const nowMs = this.#options.clock.monotonic();
    const expiresMs = this.#startedMs + this.#options.deadlineMs;
    if (this.#initialEvents) {
      const dueMs = Math.min(this.#countedMs + this.#patience.leftMs, this.#markDueMs, expiresMs);
      return Math.min(initialEventsWarningMs, Math.max(0, dueMs - nowMs));
    }
    const silenceMs = this.#longestGapMs === undefined ? Infinity : this.bookmarkSilenceMs;
    return Math.max(0, Math.min((this.#waitingSinceMs ?? nowMs) + silenceMs, expiresMs) - nowMs);
  }

  #look(): void {
    const nowMs = this.#options.clock.monotonic();
    const silentMs = this.#waitingSinceMs === undefined ? 0 : nowMs - this.#waitingSinceMs;
    if (this.#initialEvents) this.#count(0);
    const verdict = this.#verdict(nowMs, silentMs);
    if (verdict !== undefined && this.#suspect) {
      this.stop();
      this.#error = this.#errorOf(verdict, nowMs, silentMs);
      this.#options.onEnd(this.#error);
      return;
    }
    this.#suspect = verdict !== undefined;
    if (this.#initialEvents && !this.#suspect && silentMs >= initialEventsWarningMs) {
      this.#options.onMissingMark?.(silentMs, this.#receivedAny);
    }
    this.#arm();
  }

  #verdict(nowMs: number, silentMs: number): Verdict | undefined {
    if (this.#initialEvents) {
      if (nowMs >= this.#markDueMs) return 'unmarked';
      if (this.#patience.leftMs <= 0) return 'stalled';
    } else if (this.#longestGapMs !== undefined && silentMs >= this.bookmarkSilenceMs) {
      return 'silent';
    }
    return nowMs >= this.#startedMs + this.#options.deadlineMs ? 'expired' : undefined;
  }

  #errorOf(verdict: Verdict, nowMs: number, silentMs: number): KubeInformersError {
    switch (verdict) {
      case 'silent':
        return new TransportError(
          'ERR_WATCH_IDLE',
          `the watch has been silent for ${seconds(silentMs)}, although a bookmark had arrived every ${seconds(this.#longestGapMs ?? 0)} before`,
        );
      case 'stalled':
        return new TransportError(
          'ERR_WATCH_IDLE',
          `the initial events of the watch-list have stalled before their end: ${this.#receivedAny ? 'the last came' : 'the watch was requested'} ${seconds(silentMs)} ago`,
        );
      case 'unmarked':
        return new ReflectorError(
          'ERR_WATCH_LIST_UNFINISHED',
          `the bookmark that ends the initial events of the watch-list has not come within ${seconds(markDeadlineMs)} of the first later event`,
        );
      case 'expired':
        return new TransportError(
          'ERR_WATCH_IDLE',
          `the server has not ended the watch ${seconds(nowMs - this.#startedMs)} after the request, which is past its timeoutSeconds`,
        );
    }
  }
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
