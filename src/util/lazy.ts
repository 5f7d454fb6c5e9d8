import { requireFunction } from './require.js';

/**
 * A value that is computed on demand, and again after a change (client-go's synctrack.Lazy).
 *
 *     const policies = new Lazy(() => compile(lister.list()));
 *     informer.addEventHandler({ onAdd: () => policies.notify(), … });
 *     await policies.get();
 *
 * Concurrent callers share one computation per change. A failure is not cached: the next `get` tries again.
 */
export class Lazy<T> {
  readonly #evaluate: () => T | Promise<T>;
  #current: Promise<T> | undefined;

  /** Throws ConfigError `ERR_OPTION` unless it gets a function. */
  constructor(evaluate: () => T | Promise<T>) {
    requireFunction('evaluate of a Lazy', evaluate);
    this.#evaluate = evaluate;
  }

  /** Marks the value as outdated: later calls of `get` return a value computed after this call. */
  notify(): void {
    this.#current = undefined;
  }

  /** Returns the value as of the last `notify`, or newer. Rejects with the function's error. */
  get(): Promise<T> {
    return (this.#current ??= this.#begin());
  }

  #begin(): Promise<T> {
    // An async function turns a synchronous throw into a rejection.
    const value = (async () => this.#evaluate())();
    value.catch(() => {
      // The caller has the rejection. A computation that started before the last notify must not discard a later one.
      if (this.#current === value) this.#current = undefined;
    });
    return value;
  }
}
