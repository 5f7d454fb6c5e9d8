/**
 * Limit for the work that user-defined schemas and patterns cause in one request.
 *
 * A step is one value against one schema, or one pattern state at one character. The limit takes about a second on a
 * slow machine, far above any real object.
 */
export const maxSteps = 10_000_000;

/** A request exceeds the work limit. */
export class TooMuchWorkError extends Error {
  constructor() {
    super(`checking this takes more than ${maxSteps} steps; the embedded server gives up there`);
    this.name = 'TooMuchWorkError';
  }
}

/** Counts the steps of one request. */
export class Work {
  #left: number;

  constructor(steps = maxSteps) {
    this.#left = steps;
  }

  /** Subtracts `steps` from the remaining work. Throws TooMuchWorkError if it is exhausted. */
  spend(steps = 1): void {
    this.#left -= steps;
    if (this.#left < 0) throw new TooMuchWorkError();
  }
}
