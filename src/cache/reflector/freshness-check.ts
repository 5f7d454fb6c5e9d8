import type { KubernetesList, ListOptions } from '../../meta/types.js';
import type { Clock, Timer } from '../../util/clock.js';
import { asError } from '../../util/errors.js';
import { Moment } from '../../util/moment.js';
import type { Random } from '../../util/random.js';
import { linkSignal } from '../../util/signal.js';
import type { LinkedSignal } from '../../util/signal.js';
import type { ReflectorStatus } from './reflector-status.js';

/**
 * Silence after which the server is asked, as a share of the silence after which the cache is stale. The rest of the time is
 * for the bookmark that follows if the server has progressed: it sends one a minute, and the default limit is three minutes.
 */
const askAfter = 0.5;

/** Random part of that share, so that informers that started together do not ask together. */
const jitter = 0.1;

/** Options of a `FreshnessCheck`. */
export interface FreshnessCheckOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly status: () => Pick<ReflectorStatus, 'counters' | 'silence' | 'confirmed' | 'checkFailed'>;
  /** The resourceVersion that the store has reached; "" before the first list. */
  readonly reached: () => string;
  /** Makes one list request; rejects when the signal aborts. */
  readonly list: (options: ListOptions, signal: AbortSignal) => Promise<KubernetesList<unknown>>;
}

/**
 * Asks the server during the silence of a watch whether anything has changed.
 *
 * An API server sends no bookmarks as long as nothing in its storage is newer than the version that the watch began with
 * (cache_watcher.go, process). A consistent list of one item has the version of the whole storage: if the store has reached
 * it, nothing was missing when the list was requested. A newer version proves nothing, since any write of another resource
 * raises it. But the list brings the server's watch cache up to date, so that an open watch gets a bookmark within a minute.
 */
export class FreshnessCheck {
  readonly #options: FreshnessCheckOptions;
  /** When the server was asked last. */
  readonly #asked = new Moment();
  #hasBookmarks: () => boolean = () => false;
  #link: LinkedSignal | undefined;
  #timer: Timer | undefined;
  #running: Promise<void> | undefined;
  /** The server was at a newer version when it was asked last. */
  #isBehind = false;
  /** The source has returned more than the one item that was requested: it is not asked again. */
  #ignoresLimit = false;

  constructor(options: FreshnessCheckOptions) {
    this.#options = options;
  }

  /** A watch is open. Once `hasBookmarks` is true, its silence is the server's or the connection's fault. */
  start(signal: AbortSignal, hasBookmarks: () => boolean): void {
    this.stop();
    this.#link = linkSignal(signal);
    this.#hasBookmarks = hasBookmarks;
    this.#isBehind = false;
    this.#arm();
  }

  /** The watch is over. Calling it again does nothing. */
  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#link?.abort(new Error('the watch is over'));
    this.#link?.dispose();
    this.#link = undefined;
  }

  /** Resolves when no request is running; never rejects. */
  async finished(): Promise<void> {
    await this.#running;
  }

  #arm(quietMs = this.#quietMs): void {
    if (this.#link === undefined || this.#ignoresLimit || this.#hasBookmarks()) return;
    const { clock, random, status } = this.#options;
    const { limitMs } = status().silence;
    const delayMs = limitMs * (askAfter + jitter * random()) - quietMs;
    this.#timer = clock.setTimer(() => this.#look(), Math.max(1, delayMs));
  }

  #look(): void {
    const { status, reached } = this.#options;
    const { ageMs, limitMs } = status().silence;
    const isDue = this.#quietMs >= limitMs * askAfter && reached() !== '' && !this.#hasBookmarks();
    // The server stays at a newer version until the watch brings something.
    const isKnown = this.#isBehind && ageMs >= this.#askedMs;
    if (isDue && !isKnown) this.#running = this.#ask(this.#link?.signal);
    else this.#arm(isKnown ? 0 : undefined);
  }

  async #ask(signal: AbortSignal | undefined): Promise<void> {
    if (signal === undefined) return;
    const { clock, status, reached, list } = this.#options;
    this.#asked.mark(clock);
    const asked = new Moment();
    asked.copy(this.#asked);
    status().counters.freshnessChecks++;
    try {
      // Without a resourceVersion: a consistent read.
      const { items, metadata } = await list({ limit: 1 }, signal);
      if (signal.aborted) return;
      this.#ignoresLimit = items.length > 1;
      this.#isBehind = metadata.resourceVersion !== reached();
      if (!this.#isBehind) status().confirmed(asked);
    } catch (thrown) {
      if (signal.aborted) return;
      this.#isBehind = false;
      status().checkFailed(asError(thrown));
    }
    this.#arm();
  }

  /** Time since the last sign of the server, or since it was asked if that is later. */
  get #quietMs(): number {
    return Math.min(this.#options.status().silence.ageMs, this.#askedMs);
  }

  get #askedMs(): number {
    return this.#asked.ageMs(this.#options.clock) ?? Infinity;
  }
}
