/** A one-time event, as a getter and a promise that always agree. */
export class Latch {
  /** Resolves on `release`, rejects on `fail`. The rejection need not be handled. */
  readonly promise: Promise<void>;
  #resolve: () => void = () => undefined;
  #reject: (reason: Error) => void = () => undefined;
  #state: 'open' | 'done' | 'failed' = 'open';

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Prevents an unhandled rejection if no code is waiting.
    this.promise.catch(() => undefined);
  }

  /** True after `release`. */
  get done(): boolean {
    return this.#state === 'done';
  }

  /** True after `release` or `fail`. */
  get settled(): boolean {
    return this.#state !== 'open';
  }

  /** Resolves the promise. Only the first call of `release` or `fail` has an effect. */
  release(): void {
    if (this.#state !== 'open') return;
    this.#state = 'done';
    this.#resolve();
  }

  /** Rejects the promise. */
  fail(reason: Error): void {
    if (this.#state !== 'open') return;
    this.#state = 'failed';
    this.#reject(reason);
  }
}
