import { KubeInformersError } from '../../util/errors.js';
import type { DeltaKeys, ObjectDelta, Store } from '../types.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** A store that applies many changes in one call (client-go's TransactionStore). */
export interface TransactionStore<T> extends Store<T> {
  /**
   * Applies the changes in order: `Deleted` deletes, every other type adds or updates.
   *
   * Returns, for each change, the object that was stored under its key before. A change whose key or index values cannot be
   * computed is refused and does not stop the others; afterwards a TransactionError reports which changes were applied.
   * `keys` are the keys of the changes, one for all or one for each, if the caller has computed them with the store's key
   * function.
   */
  transaction(changes: readonly ObjectDelta<T>[], keys?: DeltaKeys): (DeepReadonly<T> | undefined)[];
}

/** True if the store supports transactions; false for anything else. */
export function isTransactionStore<T>(store: Store<T>): store is TransactionStore<T> {
  return typeof (store as Partial<TransactionStore<T>> | null | undefined)?.transaction === 'function';
}

/** Some changes of a transaction were refused; the others were applied. Code: `ERR_TRANSACTION`. */
export class TransactionError<T = unknown> extends KubeInformersError {
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
    super('ERR_TRANSACTION', `${errors.length} of ${total} changes were refused: ${firstMessages(errors)}`, {
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
