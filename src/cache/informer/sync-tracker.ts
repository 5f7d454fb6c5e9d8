import { KubeInformersError } from '../../util/errors.js';
import type { Syncable } from './cache-sync.js';
import { Latch } from '../latch.js';

/**
 * synctrack.AsyncTracker: tells when a controller is synced that works on keys out of order, by several workers.
 *
 * Synced means: the source has said so (`upstreamHasSynced`), and every key that was started is finished. A handler starts
 * the keys of the initial list; whoever has worked on one finishes it. Once synced, always synced. Fits `waitForCacheSync`.
 */
export class AsyncTracker<K = string> implements Syncable {
  readonly name: string;
  readonly #waiting = new Set<K>();
  readonly #synced = new Latch();
  #upstreamHasSynced = false;

  constructor(name: string) {
    this.name = name;
  }

  /** Before work on a key of the initial list. Starting one again changes nothing. */
  start(key: K): void {
    this.#waiting.add(key);
  }

  /** After it. A key that was never started does no harm, so every key may be told, initial or not. */
  finished(key: K): void {
    this.#waiting.delete(key);
    this.#check();
  }

  /** The source has synced, and all of its initial list was started. */
  upstreamHasSynced(): void {
    this.#upstreamHasSynced = true;
    this.#check();
  }

  get hasSynced(): boolean {
    return this.#synced.done;
  }

  /** Resolves when `hasSynced` turns true; never rejects. */
  get synced(): Promise<void> {
    return this.#synced.promise;
  }

  #check(): void {
    if (this.#upstreamHasSynced && this.#waiting.size === 0) this.#synced.release();
  }
}

/** More items were finished than started: what `hasSynced` says cannot be trusted. Code: `ERR_SYNC_TRACKER`. */
export class SyncTrackerError extends KubeInformersError {
  override readonly name = 'SyncTrackerError';
}

/** synctrack.SingleFileTracker: as AsyncTracker, for work that is done in order: it only counts. */
export class SingleFileTracker implements Syncable {
  readonly name: string;
  readonly #synced = new Latch();
  #upstreamHasSynced = false;
  #count = 0;

  constructor(name: string) {
    this.name = name;
  }

  /** Before work on an item of the initial list. */
  start(): void {
    this.#count++;
  }

  /** After it. Throws SyncTrackerError when nothing was started: an error of the program. */
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

  /** The source has synced, and all of its initial list was started. */
  upstreamHasSynced(): void {
    this.#upstreamHasSynced = true;
    this.#check();
  }

  get hasSynced(): boolean {
    return this.#synced.done;
  }

  /** Resolves when `hasSynced` turns true; never rejects. */
  get synced(): Promise<void> {
    return this.#synced.promise;
  }

  #check(): void {
    if (this.#upstreamHasSynced && this.#count === 0) this.#synced.release();
  }
}
