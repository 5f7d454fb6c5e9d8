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

  /** Counts a run. Returns the number of runs at the moment that exceeds the limit, once in each minute. */
  run(key: string, reasons: readonly string[]): number | undefined {
    if (!reasons.every((reason) => reason.startsWith(ownWriteReason) || reason.startsWith(resyncReason))) {
      this.#runs.delete(key);
      return undefined;
    }
    if (!reasons.some((reason) => reason.startsWith(ownWriteReason))) return undefined;
    const nowMs = this.#clock.monotonic();
    let runs = this.#runs.get(key);
    if (runs === undefined || nowMs - runs.sinceMs >= windowMs) {
      // Moves the key to the end, so that the oldest window is first.
      this.#runs.delete(key);
      runs = { sinceMs: nowMs, count: 0 };
      this.#runs.set(key, runs);
      this.#dropOld(nowMs);
    }
    runs.count++;
    return runs.count === this.#runsPerMinute + 1 ? runs.count : undefined;
  }

  /** True while a key exceeds the limit. */
  isLooping(key: string): boolean {
    const runs = this.#runs.get(key);
    return runs !== undefined && runs.count > this.#runsPerMinute;
  }

  /** Drops two windows that have ended for each that begins, so that the map stays small. */
  #dropOld(nowMs: number): void {
    let left = 2;
    for (const [key, { sinceMs }] of this.#runs) {
      if (left-- === 0 || nowMs - sinceMs < windowMs) return;
      this.#runs.delete(key);
    }
  }
}
