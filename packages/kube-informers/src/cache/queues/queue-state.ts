import { KubeInformersError } from '../../util/errors.js';
import { raceSignal } from '../../util/signal.js';

/** The queue is closed and empty, so `pop` has nothing to wait for. Code: `ERR_QUEUE_CLOSED`. */
export class QueueClosedError extends KubeInformersError {
  override readonly name = 'QueueClosedError';

  /** Creates the error of a queue that is closed and empty. */
  constructor() {
    super('ERR_QUEUE_CLOSED', 'the queue is closed and empty');
  }
}

/**
 * State of a DeltaFIFO beside its items: whether it has synced, who waits for items, and whether it is closed.
 *
 * Synced means that the first write was not a replace, or that all items of the first replace have been popped.
 */
export class QueueState {
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

  /** Number of items of the first replace that have not been popped yet. */
  get initialLeft(): number {
    return this.#initialLeft;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Called after every write; only the first counts. `count` is the number of items that a replace queued, 0 for others. */
  populate(count: number): void {
    if (this.#populated) return;
    this.#populated = true;
    this.#initialLeft = count;
    this.#checkSynced();
  }

  /** Called after `count` items were processed. */
  popped(count: number): void {
    if (this.#initialLeft === 0) return;
    this.#initialLeft = Math.max(0, this.#initialLeft - count);
    this.#checkSynced();
  }

  setListener(listener: (() => void) | undefined): void {
    this.#listener = listener;
  }

  /** Called when the queue is no longer empty. Call it last: the listener may pop at once. */
  announce(): void {
    // A waiter that finds the queue empty again waits again.
    for (const waiter of this.#waiters) waiter();
    this.#listener?.();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.announce();
  }

  /** Resolves when items are announced. Rejects with `signal.reason`, or with QueueClosedError after `close`. */
  async wait(signal: AbortSignal | undefined): Promise<void> {
    if (this.#closed) throw new QueueClosedError();
    let waiter = (): void => undefined;
    const announced = new Promise<void>((resolve) => {
      waiter = resolve;
    });
    this.#waiters.add(waiter);
    try {
      await raceSignal(announced, signal);
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
