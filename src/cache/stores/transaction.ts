import { KubeInformersError } from '../../util/errors.js';
import type { DeltaKeys, ObjectDelta, Store } from '../types.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** cache.TransactionStore: a store that takes many changes in one call. */
export interface TransactionStore<T> extends Store<T> {
  /**
   * Applies the changes in order: `Deleted` deletes, every other type adds or updates.
   *
   * Returns, for each change, the object that was stored under its key before. A change that is refused (its key or an
   * index value cannot be computed) leaves its object as it was and does not stop the others; afterwards a
   * TransactionError says which went through. `keys` are the changes' keys, one for all or one for each, where the caller
   * knows them by the very key function of the store.
   */
  transaction(changes: readonly ObjectDelta<T>[], keys?: DeltaKeys): (DeepReadonly<T> | undefined)[];
}

/** True when the store takes transactions. */
export function isTransactionStore<T>(store: Store<T>): store is TransactionStore<T> {
  return 'transaction' in store && typeof store.transaction === 'function';
}

/** Some changes of a transaction were refused; the others are in the store. Code: `ERR_TRANSACTION`. */
export class TransactionError<T = unknown> extends KubeInformersError {
  override readonly name = 'TransactionError';
  /** Places, in the transaction, of the changes that are in the store. */
  readonly successfulIndices: readonly number[];
  /** Number of changes in the transaction. */
  readonly total: number;
  /** Why the others were refused, in order: KeyError or IndexError. */
  readonly errors: readonly Error[];
  // Private, so that printing the error does not print the objects.
  readonly #previous: readonly (DeepReadonly<T> | undefined)[];

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

  /** What `transaction` would have returned: the object that was stored before, for each change. */
  get previous(): readonly (DeepReadonly<T> | undefined)[] {
    return this.#previous;
  }
}

// A batch may hold a thousand; three say what is wrong.
function firstMessages(errors: readonly Error[]): string {
  const shown = errors.slice(0, 3).map((error) => error.message);
  if (errors.length > shown.length) shown.push('…');
  return shown.join('; ');
}
