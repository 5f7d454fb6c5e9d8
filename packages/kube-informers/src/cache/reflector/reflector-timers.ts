import type { KubernetesObject } from '../../meta/types.js';
import { ResettingBackoff, sleepUnlessAborted } from '../../util/backoff.js';
import type { Clock, Timer } from '../../util/clock.js';
import { linkSignal, throwIfAborted } from '../../util/signal.js';
import type { LinkedSignal } from '../../util/signal.js';
import type { SourceOptions, WaitToRetry } from '../../meta/calls.js';
import type { ListerWatcher } from '../types.js';
import { compareResourceVersion, isResourceVersion } from '../../meta/resource-version.js';
import { catchUpCheckMs } from './reflector-status.js';
import type { ReflectorStatus } from './reflector-status.js';
import type { ReflectorActivity } from './reflector-state.js';
import { asError } from '../../util/errors.js';
import { ReflectorError } from './reflector-errors.js';
import type { ReflectorSettings } from './reflector-options.js';

/** The delays of a Reflector, and those between the retries of its source: its status shows them, and `end` ends them. */
export class ReflectorDelays {
  readonly #clock: Clock;
  readonly #status: ReflectorStatus;
  readonly #backoff: ResettingBackoff;
  readonly #delays = new Set<LinkedSignal>();

  constructor({ clock, random, backoff }: ReflectorSettings, status: ReflectorStatus) {
    this.#clock = clock;
    this.#status = status;
    this.#backoff = new ResettingBackoff(backoff, { clock, random });
  }

  /** Waits as long as the failures in a row ask for; returns false if the signal aborts first. */
  backOff(signal: AbortSignal): Promise<boolean> {
    return this.sleep(this.#backoff.next(), signal);
  }

  /** The row of failures has ended: the next backoff is a short one. */
  endFailures(): void {
    this.#backoff.succeeded();
  }

  /** Ends the current delays; returns false without one. */
  end(): boolean {
    for (const delay of this.#delays) delay.abort();
    return this.#delays.size > 0;
  }

  /** Waits, backing off; returns false if the signal aborts first. */
  async sleep(delayMs: number, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    this.#status.backOff(delayMs);
    await this.#sleep(delayMs, linkSignal(signal));
    return !signal.aborted;
  }

  async #sleep(delayMs: number, link: LinkedSignal): Promise<void> {
    this.#delays.add(link);
    try {
      await sleepUnlessAborted(this.#clock, delayMs, link.signal);
    } finally {
      this.#delays.delete(link);
      link.dispose();
    }
  }

  /** Returns the source with its calls made to wait by these delays between its retries. */
  retriesOf<T extends KubernetesObject>(source: ListerWatcher<T>): Pick<ListerWatcher<T>, 'list' | 'watch'> {
    return {
      list: (options) => this.#retrying('list', options, (retrying) => source.list(retrying)),
      watch: (options) => {
        const during = options.sendInitialEvents === true ? 'watchList' : 'watch';
        return this.#retrying(during, options, (retrying) => source.watch(retrying));
      },
    };
  }

  async #retrying<R>(
    during: ReflectorActivity,
    options: SourceOptions,
    request: (options: SourceOptions) => Promise<R>,
  ): Promise<R> {
    let isOver = false;
    const isCurrent = (): boolean => !isOver && options.signal?.aborted !== true;
    // A source may send several requests in one call.
    let waiting = 0;
    const waitToRetry: WaitToRetry = async (delayMs, { error, signal }) => {
      const status = this.#status;
      // The state is that of the open watch, or of what follows this call.
      if (status.isConnected || !isCurrent()) return this.#clock.sleep(delayMs, { signal });
      status.retries(delayMs, error, during);
      waiting++;
      await this.#sleep(delayMs, linkSignal(signal, options.signal));
      waiting--;
      if (waiting === 0 && isCurrent()) status.enter(during === 'list' ? 'listing' : 'connecting');
      throwIfAborted(signal);
      throwIfAborted(options.signal);
    };
    try {
      return await request({ ...options, waitToRetry });
    } finally {
      isOver = true;
    }
  }
}

/** The resyncs of one round of a Reflector: from its first watch to its end, as in client-go. */
export class RoundResync {
  readonly #store: { resync(): void };
  readonly #settings: ReflectorSettings;
  readonly #onFailure: (error: ReflectorError) => void;
  #timer: Timer | undefined;
  #dueMs = 0;

  /** `onFailure` has to end the round: the next list repairs what the resync could not. There is no further resync. */
  constructor(
    store: { resync(): void },
    settings: ReflectorSettings,
    onFailure: (error: ReflectorError) => void,
  ) {
    this.#store = store;
    this.#settings = settings;
    this.#onFailure = onFailure;
  }

  /** Does nothing if it has started. */
  start(): void {
    if (this.#settings.resyncPeriodMs > 0 && this.#timer === undefined) this.#arm();
  }

  /** No resync follows. */
  end(): void {
    this.#timer?.cancel();
  }

  #arm(): void {
    const { clock, resyncPeriodMs } = this.#settings;
    this.#dueMs = clock.monotonic() + resyncPeriodMs;
    this.#wait(resyncPeriodMs);
  }

  #wait(delayMs: number): void {
    const { clock } = this.#settings;
    this.#timer = clock.setTimer(() => {
      // Node's timers may fire up to 1 ms early: no handler would be due yet, and each would lose its resync.
      const earlyMs = this.#dueMs - clock.monotonic();
      if (earlyMs > 0) this.#wait(Math.max(1, earlyMs));
      else this.#resync();
    }, delayMs);
  }

  #resync(): void {
    try {
      if (this.#settings.shouldResync()) this.#store.resync();
    } catch (thrown) {
      const cause = asError(thrown);
      const message = `${this.#settings.name}: the store's resync failed: ${cause.message}`;
      this.#onFailure(new ReflectorError('ERR_RESYNC', message, { cause }));
      return;
    }
    this.#arm();
  }
}

/**
 * Checks each second whether the open watch has sent everything that happened before it. If it has not after two checks, because
 * the resource is busy or the connection slow, the version of a list shows how far it has to get.
 */
export class CatchUpChecks {
  readonly #clock: Clock;
  readonly #status: ReflectorStatus;
  readonly #newestVersion: (signal: AbortSignal) => Promise<string | undefined>;
  readonly #ended = new AbortController();
  #checks = 0;
  #newest: string | undefined;
  #list = Promise.resolve();
  #timer: Timer | undefined;

  /** `newestVersion` lists. */
  constructor(
    clock: Clock,
    status: ReflectorStatus,
    newestVersion: (signal: AbortSignal) => Promise<string | undefined>,
  ) {
    this.#clock = clock;
    this.#status = status;
    this.#newestVersion = newestVersion;
    if (!status.hasCaughtUp) this.#next();
  }

  /** Resolves when its list has ended. */
  end(): Promise<void> {
    this.#timer?.cancel();
    this.#ended.abort(new Error('the watch is over'));
    return this.#list;
  }

  // A timer instead of a sleep, because a sleep listens to its signal.
  #next(): void {
    const dueMs = this.#clock.monotonic() + catchUpCheckMs;
    this.#timer = this.#clock.setTimer(() => {
      const isPast = this.#newest !== undefined && hasReached(this.#status.resourceVersion, this.#newest);
      if (this.#status.checkCaughtUp(isPast, this.#clock.monotonic() - dueMs)) return;
      this.#checks++;
      if (this.#checks === 2)
        this.#list = this.#newestVersion(this.#ended.signal).then((version) => {
          this.#newest = version;
        });
      this.#next();
    }, catchUpCheckMs);
  }
}

/** False if the versions cannot be compared: not every API server numbers them. */
function hasReached(resourceVersion: string, other: string): boolean {
  const areNumbers = isResourceVersion(resourceVersion) && isResourceVersion(other);
  return areNumbers && compareResourceVersion(resourceVersion, other) >= 0;
}
