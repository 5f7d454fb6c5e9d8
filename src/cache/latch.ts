/** Something that happens once: a getter to look at and a promise to wait for, which always agree. */
export class Latch {
  /** Resolves when it has happened; rejects when it never will. Nobody has to listen. */
  readonly promise: Promise<void>;
  #resolve: () => void = () => undefined;
  #reject: (reason: Error) => void = () => undefined;
  #state: 'open' | 'done' | 'failed' = 'open';

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Whoever waits sees the rejection; nobody may be waiting, which is no defect, so it must not count as unhandled.
    this.promise.catch(() => undefined);
  }

  /** True once it has happened. */
  get done(): boolean {
    return this.#state === 'done';
  }

  /** True once it has happened or it is known that it never will. */
  get settled(): boolean {
    return this.#state !== 'open';
  }

  /** It has happened. Only the first call of `release` or `fail` counts. */
  release(): void {
    if (this.#state !== 'open') return;
    this.#state = 'done';
    this.#resolve();
  }

  /** It will never happen. */
  fail(reason: Error): void {
    if (this.#state !== 'open') return;
    this.#state = 'failed';
    this.#reject(reason);
  }
}
