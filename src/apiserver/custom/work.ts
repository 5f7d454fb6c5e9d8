/**
 * How much work one request may make of a schema or a pattern that its author chose: a step is a value held against a
 * schema, or a state of a pattern at one character. About a second on a slow machine, far above what any real object takes.
 */
export const maxSteps = 10_000_000;

/** A request wants more work than the server does for one request. */
export class TooMuchWorkError extends Error {
  constructor() {
    super(`checking this takes more than ${maxSteps} steps; the embedded server gives up there`);
    this.name = 'TooMuchWorkError';
  }
}

/** Counts the steps of one request. */
export class Work {
  #left = maxSteps;

  /** Takes `steps` from what is left. Throws TooMuchWorkError when nothing is left. */
  spend(steps = 1): void {
    this.#left -= steps;
    if (this.#left < 0) throw new TooMuchWorkError();
  }
}
