import type { Clock, Timer } from 'kube-informers';
import type { SleepOptions } from 'kube-informers/internal';
import {
  maxDelayMs,
  refuseValue,
  requireCall,
  requireFunction,
  requireNumber,
  sleepWith,
  setTurn,
} from 'kube-informers/internal';

interface Pending {
  readonly at: number;
  readonly order: number;
  readonly callback: () => void;
}

/**
 * A clock that moves only by `advance`.
 *
 * `await clock.advance(30_000)` runs, in order, every timer due within 30 s, and lets promises settle after each.
 */
export class FakeClock implements Clock {
  #now: number;
  #order = 0;
  readonly #pending = new Set<Pending>();
  readonly #start: number;

  /** A clock that a test moves. Throws ConfigError `ERR_OPTION` for a start that is not a number. */
  constructor(startMs: number = Date.UTC(2026, 0, 1)) {
    requireNumber('startMs of a FakeClock', startMs);
    this.#now = startMs;
    this.#start = startMs;
  }

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#now - this.#start;
  }

  setTimer(callback: () => void, delayMs: number): Timer {
    requireFunction('callback of setTimer', callback);
    requireTime('delayMs of setTimer', delayMs);
    const at = this.#now + Math.min(Math.max(0, delayMs), maxDelayMs);
    const entry: Pending = { at, order: this.#order++, callback };
    this.#pending.add(entry);
    return { cancel: () => void this.#pending.delete(entry) };
  }

  sleep(delayMs: number, options: SleepOptions = {}): Promise<void> {
    requireCall('sleep of a FakeClock', options);
    return sleepWith(this, delayMs, options.signal);
  }

  /** Number of pending timers: 0 after a clean stop. */
  get pendingTimers(): number {
    return this.#pending.size;
  }

  /** Milliseconds until the next timer fires; undefined without timers. */
  get nextTimerMs(): number | undefined {
    const next = this.#next();
    return next === undefined ? undefined : Math.max(0, next.at - this.#now);
  }

  /** Advances the time and runs the timers that become due, including those set by other timers. */
  async advance(ms: number): Promise<void> {
    requireTime('ms of advance', ms);
    const end = this.#now + ms;
    await settle();
    for (let next = this.#next(); next !== undefined && next.at <= end; next = this.#next()) {
      this.#pending.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
      await settle();
    }
    this.#now = end;
    await settle();
  }

  #next(): Pending | undefined {
    let best: Pending | undefined;
    for (const entry of this.#pending) {
      if (best === undefined || entry.at < best.at || (entry.at === best.at && entry.order < best.order))
        best = entry;
    }
    return best;
  }
}

function requireTime(what: string, ms: unknown): void {
  if (typeof ms !== 'number' || Number.isNaN(ms)) refuseValue(what, 'a number', ms);
}

/** Runs promises and immediates that are ready: a few turns of the event loop, without waiting. */
export async function settle(turns = 5): Promise<void> {
  requireNumber('turns of settle', turns);
  for (let turn = 0; turn < turns; turn++) {
    await new Promise<void>((resolve) => {
      setTurn(resolve);
    });
  }
}
