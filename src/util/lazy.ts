/**
 * synctrack.Lazy: a value that is computed when somebody asks for it, and again when it was asked for after a change.
 *
 *     const policies = new Lazy(() => compile(lister.list()));
 *     informer.addEventHandler({ onAdd: () => policies.notify(), … });
 *     await policies.get();
 *
 * However many ask at once, it is computed once for each change. A failure is not kept: the next `get` tries again.
 */
export class Lazy<T> {
  readonly #evaluate: () => T | Promise<T>;
  #current: Promise<T> | undefined;

  constructor(evaluate: () => T | Promise<T>) {
    this.#evaluate = evaluate;
  }

  /** Something has changed: whoever asks from now on gets a value computed from now on. */
  notify(): void {
    this.#current = undefined;
  }

  /** The value as of the last `notify`, or newer. Rejects with what the function throws. */
  get(): Promise<T> {
    return (this.#current ??= this.#begin());
  }

  #begin(): Promise<T> {
    // An async function turns a throw into a rejection, so that both look alike.
    const value = (async () => this.#evaluate())();
    value.catch(() => {
      // The asker has the rejection. One that began before the last notify must not undo what came after it.
      if (this.#current === value) this.#current = undefined;
    });
    return value;
  }
}
