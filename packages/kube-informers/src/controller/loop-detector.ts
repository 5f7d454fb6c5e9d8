import type { Clock } from '../util/clock.js';
import { RingQueue } from '../util/ring-queue.js';
import { isOnlyOwn, isOnlyRetry } from './object-event.js';
import type { CauseKind } from './object-event.js';

/** The window in which runs are counted, ms: the limit is per minute. */
const windowMs = 60_000;

/** How long a loop without runs is remembered, ms: longer than the 1000 s that the default rate limiter delays them. */
const loopMemoryMs = 3_600_000;

interface Runs {
  /** When the counted runs wrote, on the monotonic clock; oldest first. */
  readonly times: RingQueue<number>;
  /** When the last run was that counts, or may count. */
  lastMs: number;
  /** True after a run that only own writes triggered, until its own writes trigger a run. */
  mayCount: boolean;
  isLooping: boolean;
  reportedMs: number;
}

/**
 * Finds keys whose own writes trigger them again and again, such as a reconcile that writes the time into a status.
 *
 * Counts, in a sliding minute, the runs that only own writes triggered and that wrote again. Other runs in between, such
 * as those triggered by other clients' changes, do not affect the count.
 */
export class LoopDetector {
  readonly #clock: Clock;
  readonly #runsPerMinute: number;
  // Both with the key that ran last at the end.
  readonly #runs = new Map<string, Runs>();
  readonly #loops = new Map<string, Runs>();

  constructor(clock: Clock, runsPerMinute: number) {
    this.#clock = clock;
    this.#runsPerMinute = runsPerMinute;
  }

  /** Number of keys that are remembered. */
  get size(): number {
    return this.#runs.size + this.#loops.size;
  }

  /** Notes the start of a run. Returns true if the key is to be reported: it loops, and was not reported for a minute. */
  run(key: string, kinds: readonly CauseKind[]): boolean {
    const nowMs = this.#clock.monotonic();
    const known = this.#find(key);
    const mayCount = isOnlyOwn(kinds);
    if (known !== undefined) known.mayCount = mayCount;
    if (!mayCount) {
      // The backoff of a loop delays its retries as well.
      if (known !== undefined && isOnlyRetry(kinds)) known.lastMs = nowMs;
      return false;
    }
    const runs = known ?? {
      times: new RingQueue<number>(),
      lastMs: nowMs,
      mayCount,
      isLooping: false,
      reportedMs: -Infinity,
    };
    runs.lastMs = nowMs;
    this.#put(key, runs);
    if (!runs.isLooping || nowMs - runs.reportedMs < windowMs) return false;
    runs.reportedMs = nowMs;
    return true;
  }

  /** Counts the last run of this key if only own writes triggered it: its writes have triggered a run. */
  triggered(key: string): void {
    const runs = this.#find(key);
    if (runs?.mayCount !== true) return;
    runs.mayCount = false;
    const nowMs = this.#clock.monotonic();
    const { times } = runs;
    times.push(nowMs);
    while (nowMs - (times.at(0) ?? nowMs) >= windowMs) times.shift();
    if (times.length <= this.#runsPerMinute) return;
    times.shift();
    runs.isLooping = true;
    this.#put(key, runs);
  }

  /** True from the moment that a key exceeds the limit until it has not run for a minute because of own writes. */
  isLooping(key: string): boolean {
    const runs = this.#loops.get(key);
    if (runs === undefined) return false;
    if (this.#clock.monotonic() - runs.lastMs >= windowMs) {
      runs.isLooping = false;
      this.#put(key, runs);
    }
    return runs.isLooping;
  }

  #find(key: string): Runs | undefined {
    return this.#runs.get(key) ?? this.#loops.get(key);
  }

  #put(key: string, runs: Runs): void {
    this.#runs.delete(key);
    this.#loops.delete(key);
    (runs.isLooping ? this.#loops : this.#runs).set(key, runs);
    this.#dropOld(this.#runs, windowMs);
    this.#dropOld(this.#loops, loopMemoryMs);
  }

  /** Drops at most two old keys for each key that runs, so that the maps stay small. */
  #dropOld(of: Map<string, Runs>, maxAgeMs: number): void {
    const nowMs = this.#clock.monotonic();
    let left = 2;
    for (const [key, { lastMs }] of of) {
      if (left-- === 0 || nowMs - lastMs < maxAgeMs) return;
      of.delete(key);
    }
  }
}
