import { KubeInformersError } from '../../util/errors.js';
import { raceSignal } from '../../util/signal.js';

/** The queue is closed and empty: nothing will come any more. Code: `ERR_QUEUE_CLOSED`. */
export class QueueClosedError extends KubeInformersError {
  override readonly name = 'QueueClosedError';

  constructor() {
    super('ERR_QUEUE_CLOSED', 'the queue is closed and empty');
  }
}

/**
 * What DeltaFIFO and RealFIFO share: when they have synced, who waits for work, and whether they are closed.
 *
 * Synced means: the first write was a single one, or the first replace and all that it queued have been popped.
 */
export class QueueGate {
  /** Resolves when `hasSynced` turns true; never rejects. */
  readonly synced: Promise<void>;
  #resolveSynced: () => void = () => undefined;
  #hasSynced = false;
  #populated = false;
  #initialLeft = 0;
  #closed = false;
  #listener: (() => void) | undefined;
  readonly #waiters = new Set<() => void>();

  constructor() {
    this.synced = new Promise((resolve) => {
      this.#resolveSynced = resolve;
    });
  }

  get hasSynced(): boolean {
    return this.#hasSynced;
  }

  /** Items of the first replace that are not popped yet. */
  get initialLeft(): number {
    return this.#initialLeft;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** After every write: only the first counts. `count` is what a replace has queued; a single write has nothing to wait for. */
  populate(count: number): void {
    if (this.#populated) return;
    this.#populated = true;
    this.#initialLeft = count;
    this.#checkSynced();
  }

  /** After so many items were processed. */
  popped(count: number): void {
    if (this.#initialLeft === 0) return;
    this.#initialLeft = Math.max(0, this.#initialLeft - count);
    this.#checkSynced();
  }

  setListener(listener: (() => void) | undefined): void {
    this.#listener = listener;
  }

  /** The queue was empty and is not any more. Call it last: the listener may pop at once. */
  wake(): void {
    // A waiter that runs too late waits again.
    for (const waiter of this.#waiters) waiter();
    this.#listener?.();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.wake();
  }

  /** Resolves at the next wake. Rejects with `signal.reason`, or with QueueClosedError when nothing can come any more. */
  async wait(signal: AbortSignal | undefined): Promise<void> {
    if (this.#closed) throw new QueueClosedError();
    let waiter = (): void => undefined;
    const woken = new Promise<void>((resolve) => {
      waiter = resolve;
    });
    this.#waiters.add(waiter);
    try {
      await raceSignal(woken, signal);
    } finally {
      this.#waiters.delete(waiter);
    }
  }

  #checkSynced(): void {
    if (this.#hasSynced || this.#initialLeft > 0) return;
    this.#hasSynced = true;
    this.#resolveSynced();
  }
}
