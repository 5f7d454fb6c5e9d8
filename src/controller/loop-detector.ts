import type { Clock } from '../util/clock.js';

/** The prefix of a reason that names an own write. */
export const ownWriteReason = 'own write: ';

/** The prefix of the reason of a resync. */
export const resyncReason = 'resync of ';

/** The window in which runs are counted, ms: the limit is per minute. */
const windowMs = 60_000;

interface Runs {
  sinceMs: number;
  count: number;
  /** True once the limit was exceeded, until another reason wakes the key. */
  looping: boolean;
}

/**
 * Finds keys that their own writes wake again and again, such as a reconcile that writes the time into a status.
 *
 * Counts the runs of a key that only own writes woke. A resync changes nothing; a run with any other reason
 * starts the count again.
 */
export class LoopDetector {
  readonly #clock: Clock;
  readonly #runsPerMinute: number;
  readonly #runs = new Map<string, Runs>();

  constructor(clock: Clock, runsPerMinute: number) {
    this.#clock = clock;
    this.#runsPerMinute = runsPerMinute;
  }

  /**
   * Counts a run. Returns true if the key is to be reported: when it exceeds the limit, and then once in each window in which
   * it still runs.
   */
  run(key: string, reasons: readonly string[]): boolean {
    if (!reasons.every((reason) => reason.startsWith(ownWriteReason) || reason.startsWith(resyncReason))) {
      this.#runs.delete(key);
      return false;
    }
    if (!reasons.some((reason) => reason.startsWith(ownWriteReason))) return false;
    const nowMs = this.#clock.monotonic();
    let runs = this.#runs.get(key);
    const isNew = runs === undefined || nowMs - runs.sinceMs >= windowMs;
    if (runs === undefined || isNew) {
      // Moves the key to the end, so that the oldest window is first.
      this.#runs.delete(key);
      runs = { sinceMs: nowMs, count: 0, looping: runs?.looping ?? false };
      this.#runs.set(key, runs);
      this.#dropOld(nowMs);
    }
    runs.count++;
    if (runs.looping) return isNew;
    runs.looping = runs.count > this.#runsPerMinute;
    return runs.looping;
  }

  /** True from the moment that a key exceeds the limit until another reason wakes it. */
  isLooping(key: string): boolean {
    return this.#runs.get(key)?.looping ?? false;
  }

  /** Drops two windows that have ended for each that begins, so that the map stays small. */
  #dropOld(nowMs: number): void {
    let left = 2;
    for (const [key, { sinceMs, looping }] of this.#runs) {
      if (left-- === 0 || nowMs - sinceMs < windowMs) return;
      if (!looping) this.#runs.delete(key);
    }
  }
}
