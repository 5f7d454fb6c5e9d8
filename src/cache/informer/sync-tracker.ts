import { KubeInformersError } from '../../util/errors.js';
import { requireString } from '../../util/require.js';
import type { Syncable } from './cache-sync.js';
import { Latch } from '../latch.js';

/**
 * Tracks when a controller with several workers has handled all initial objects (client-go's synctrack.AsyncTracker).
 *
 * It is synced once the source has synced (`upstreamHasSynced`) and every started key is finished, and then stays synced. An
 * event handler starts the keys of the initial list; the worker of a key finishes it. Works with `waitForCacheSync`.
 */
export class AsyncTracker<K = string> implements Syncable {
  readonly name: string;
  readonly #waiting = new Set<K>();
  readonly #synced = new Latch();
  #upstreamHasSynced = false;

  constructor(name: string) {
    requireString('name of an AsyncTracker', name);
    this.name = name;
  }

  /** Call it for each key of the initial list, before work on it. Starting a key again has no effect. */
  start(key: K): void {
    this.#waiting.add(key);
  }

  /** Call it after work on a key. Keys that were never started are ignored, so it may be called for every key. */
  finished(key: K): void {
    this.#waiting.delete(key);
    this.#check();
  }

  /** Call it when the source has synced, after all of its initial list was started. */
  upstreamHasSynced(): void {
    this.#upstreamHasSynced = true;
    this.#check();
  }

  get hasSynced(): boolean {
    return this.#synced.done;
  }

  /** Resolves when `hasSynced` becomes true; never rejects. */
  get synced(): Promise<void> {
    return this.#synced.promise;
  }

  #check(): void {
    if (this.#upstreamHasSynced && this.#waiting.size === 0) this.#synced.release();
  }
}

/** More items were finished than started, so `hasSynced` may be wrong. Code: `ERR_SYNC_TRACKER`. */
export class SyncTrackerError extends KubeInformersError {
  override readonly name = 'SyncTrackerError';
}

/** Counts initial items instead of tracking keys, for work done in order (client-go's synctrack.SingleFileTracker). */
export class SingleFileTracker implements Syncable {
  readonly name: string;
  readonly #synced = new Latch();
  #upstreamHasSynced = false;
  #count = 0;

  constructor(name: string) {
    requireString('name of a SingleFileTracker', name);
    this.name = name;
  }

  /** Call it for each item of the initial list, before work on it. */
  start(): void {
    this.#count++;
  }

  /** Call it after work on an initial item. Throws SyncTrackerError if it was called more often than `start`. */
  finished(): void {
    this.#count--;
    if (this.#count < 0) {
      throw new SyncTrackerError(
        'ERR_SYNC_TRACKER',
        `${this.name} has a negative counter (${this.#count}): finished() was called without start(), so hasSynced may be wrong`,
      );
    }
    this.#check();
  }

  /** Call it when the source has synced, after all of its initial list was started. */
  upstreamHasSynced(): void {
    this.#upstreamHasSynced = true;
    this.#check();
  }

  get hasSynced(): boolean {
    return this.#synced.done;
  }

  /** Resolves when `hasSynced` becomes true; never rejects. */
  get synced(): Promise<void> {
    return this.#synced.promise;
  }

  #check(): void {
    if (this.#upstreamHasSynced && this.#count === 0) this.#synced.release();
  }
}
