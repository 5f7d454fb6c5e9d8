import type { DeepReadonly } from '../../util/deep-readonly.js';

/** Some of the changes that a store got at once were refused; the others were applied. No program sees it: its errors are reported. */
export class TransactionError<T = unknown> extends Error {
  override readonly name = 'TransactionError';
  /** Indexes, in the transaction, of the changes that were applied. */
  readonly successfulIndices: readonly number[];
  /** Number of changes in the transaction. */
  readonly total: number;
  /** Why the others were refused, in order: KeyError or IndexError. */
  readonly errors: readonly Error[];
  // Private, so that printing the error does not print the objects.
  readonly #previous: readonly (DeepReadonly<T> | undefined)[];

  /** Creates the error of a transaction that failed in part. */
  constructor(
    successfulIndices: readonly number[],
    errors: readonly Error[],
    previous: readonly (DeepReadonly<T> | undefined)[],
  ) {
    const total = successfulIndices.length + errors.length;
    super(`${errors.length} of ${total} changes were refused: ${firstMessages(errors)}`, {
      cause: errors[0],
    });
    this.successfulIndices = successfulIndices;
    this.total = total;
    this.errors = errors;
    this.#previous = previous;
  }

  /** For each change, the object that was stored before, as `transaction` returns them. */
  get previous(): readonly (DeepReadonly<T> | undefined)[] {
    return this.#previous;
  }
}

// A batch may have a thousand changes; three messages show what is wrong.
function firstMessages(errors: readonly Error[]): string {
  const shown = errors.slice(0, 3).map((error) => error.message);
  if (errors.length > shown.length) shown.push('…');
  return shown.join('; ');
}
