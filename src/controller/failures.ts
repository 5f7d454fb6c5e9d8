import type { Clock } from '../util/clock.js';
import { textOf } from '../util/errors.js';

/** When a controller gives up retrying a key. Without a limit it retries forever. */
export interface GiveUpOptions {
  /** After so many failed runs in a row. */
  readonly attempts?: number | undefined;
  /** After the runs have failed for so long, ms. */
  readonly afterMs?: number | undefined;
}

/** A key that a controller gave up. */
export interface ParkedKey {
  readonly key: string;
  /** Failed runs in a row. */
  readonly attempts: number;
  /** Milliseconds since the epoch. */
  readonly parkedAt: number;
  /** The error of the last run. */
  readonly error: Error;
}

/** A key whose last run failed, and which is tried again. */
export interface FailingKey {
  readonly key: string;
  /** Failed runs in a row. */
  readonly attempts: number;
  /** Time since the first of them, ms. */
  readonly failingMs: number;
  /** Message of the last error. */
  readonly message: string;
}

interface Failing {
  /** Runs that ended with an error or asked for backoff. */
  runs: number;
  errors: number;
  firstErrorMs: number | undefined;
  /** The error itself would keep its stack for each key. */
  message: string;
}

/** Counts the failed runs of each key, and keeps the keys that were given up. */
export class Failures {
  readonly #clock: Clock;
  readonly #giveUp: GiveUpOptions;
  readonly #failing = new Map<string, Failing>();
  readonly #parked = new Map<string, ParkedKey>();

  constructor(clock: Clock, giveUp: GiveUpOptions) {
    this.#clock = clock;
    this.#giveUp = giveUp;
  }

  /** Number of runs of the key in a row that did not succeed, plus one for the next. */
  nextAttempt(key: string): number {
    return (this.#failing.get(key)?.runs ?? 0) + 1;
  }

  /** A run asked for backoff. */
  backedOff(key: string): void {
    this.#of(key).runs++;
  }

  /** A run failed. Returns true if the key is now parked. */
  failed(key: string, error: Error): boolean {
    const failing = this.#of(key);
    const nowMs = this.#clock.monotonic();
    failing.runs++;
    failing.errors++;
    failing.firstErrorMs ??= nowMs;
    failing.message = textOf(error.message);
    const { attempts = Infinity, afterMs = Infinity } = this.#giveUp;
    if (failing.errors < attempts && nowMs - failing.firstErrorMs < afterMs) return false;
    this.#parked.set(key, { key, attempts: failing.errors, parkedAt: this.#clock.now(), error });
    this.#failing.delete(key);
    return true;
  }

  /** The key succeeded, or its failures do not count any more. */
  forget(key: string): void {
    this.#failing.delete(key);
  }

  isParked(key: string): boolean {
    return this.#parked.has(key);
  }

  /** Returns true if the key was parked. */
  unpark(key: string): boolean {
    return this.#parked.delete(key);
  }

  get parked(): readonly ParkedKey[] {
    return Array.from(this.#parked.values());
  }

  get parkedCount(): number {
    return this.#parked.size;
  }

  /** Returns the keys that have been failing longest, at most `limit`. */
  failing(limit: number): readonly FailingKey[] {
    const nowMs = this.#clock.monotonic();
    const keys: FailingKey[] = [];
    for (const [key, { errors, firstErrorMs, message }] of this.#failing) {
      if (keys.length === limit) break;
      if (firstErrorMs !== undefined)
        keys.push({ key, attempts: errors, failingMs: nowMs - firstErrorMs, message });
    }
    return keys;
  }

  #of(key: string): Failing {
    let failing = this.#failing.get(key);
    if (failing === undefined) {
      failing = { runs: 0, errors: 0, firstErrorMs: undefined, message: '' };
      this.#failing.set(key, failing);
    }
    return failing;
  }
}
