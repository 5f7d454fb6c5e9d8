import { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import { asError } from '../../util/errors.js';
import { finishSteps, objectsPerStep, stepsOf, stepsOverEach } from '../../util/steps.js';
import type { Steps } from '../../util/steps.js';
import type { MemoryIndexer, NextContent } from '../stores/indexer.js';
import { TransactionError } from '../stores/transaction.js';
import type { DeltaKeys, Deltas, ObjectDelta, ReplacedAll } from '../types.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** Called with each change, after the store contains it. Must not throw. */
export interface ChangeSink<T> {
  onAdd(object: DeepReadonly<T>, isInInitialList: boolean): void;
  onUpdate(oldObject: DeepReadonly<T>, newObject: DeepReadonly<T>): void;
  onDelete(object: DeepReadonly<T> | DeletedFinalStateUnknown<T>): void;
}

/** A list that waits in the queue, and what the store will be after it. */
interface Prepared<T> {
  readonly list: ReplacedAll<T>;
  readonly next: NextContent<T>;
}

/**
 * Writes popped deltas to the store, then calls the sink (client-go's processDeltas and processDeltasInBatch).
 *
 * The store is written first, as a whole, so that the sink finds the new state there. A delta that the store refuses (no
 * key, an index function that throws) is left out and the others are applied; then the error is thrown, or a
 * TransactionError with all of them. Deleting an object that is not stored does not call the sink: the sink is not notified
 * of the end of an object that it was never called with (client-go does notify).
 *
 * A list of many objects takes long, so it is done in two parts: `prepare` builds the next content beside the present one
 * while the list waits at the head of the queue, and `process` shows it at once. Nothing else may write to the store.
 */
export class DeltaProcessor<T> {
  readonly #sink: ChangeSink<T>;
  readonly #store: MemoryIndexer<T>;
  #prepared: Prepared<T> | undefined;

  constructor(sink: ChangeSink<T>, store: MemoryIndexer<T>) {
    this.#sink = sink;
    this.#store = store;
  }

  /** Builds in steps what `process` needs for a list. Changes nothing that can be read. */
  *prepare(
    list: ReplacedAll<T>,
    keys?: readonly string[],
    perStep = objectsPerStep,
  ): Generator<unknown, void, void> {
    const { objects, leftOut, leftScope } = list;
    const options = { keys, leftOut, leftScope, perStep };
    this.#prepared = { list, next: yield* this.#store.prepare(objects, options) };
  }

  /** Returns the steps that notify the sink, if there are many; nothing else may be processed until the last of them. */
  process(
    deltas: Deltas<T>,
    isInInitialList: boolean,
    keys?: DeltaKeys,
  ): Generator<unknown, void, void> | undefined {
    const [first] = deltas;
    switch (first?.type) {
      case 'ReplacedAll':
        return this.#replace(first, isInInitialList);
      case 'SyncAll':
        return stepsOverEach(this.#store.list(), objectsPerStep, (object) =>
          this.#sink.onUpdate(object, object),
        );
      default:
        // A delta of the whole store is never with others.
        this.processObjects(deltas as readonly ObjectDelta<T>[], isInInitialList, keys);
        return undefined;
    }
  }

  /** `process` for deltas of objects only. */
  processObjects(deltas: readonly ObjectDelta<T>[], isInInitialList: boolean, keys?: DeltaKeys): void {
    let previous: readonly (DeepReadonly<T> | undefined)[];
    try {
      previous = this.#store.transaction(deltas, keys);
    } catch (error) {
      if (!(error instanceof TransactionError)) throw error;
      // It was thrown by this store, so it is about its objects.
      const failed = error as TransactionError<T>;
      for (const index of failed.successfulIndices)
        // The indexes are those of the deltas passed in; `previous` holds what each of them replaced.
        this.#notify(deltas[index] as ObjectDelta<T>, failed.previous[index], isInInitialList);
      throw refusal(failed);
    }
    for (let index = 0; index < deltas.length; index++)
      // The index is inside the array.
      this.#notify(deltas[index] as ObjectDelta<T>, previous[index], isInInitialList);
  }

  #notify(delta: ObjectDelta<T>, previous: DeepReadonly<T> | undefined, isInInitialList: boolean): void {
    if (delta.type === 'Deleted') {
      if (previous === undefined) return;
      const { object } = delta;
      // Deleted by its key alone: the last state may have been stored since, by a change before this one.
      const isKeyOnly = object instanceof DeletedFinalStateUnknown && object.object === undefined;
      this.#sink.onDelete(
        isKeyOnly
          ? new DeletedFinalStateUnknown<T>(object.key, previous, object.leftScope)
          : (object as DeepReadonly<T> | DeletedFinalStateUnknown<T>),
      );
      return;
    }
    // Only a Deleted delta has a tombstone.
    const object = delta.object as DeepReadonly<T>;
    if (previous === undefined) this.#sink.onAdd(object, isInInitialList);
    else this.#sink.onUpdate(previous, object);
  }

  /** Shows the list, then notifies of deletions first, and of the rest in the list's order. */
  #replace(list: ReplacedAll<T>, isInInitialList: boolean): Generator<unknown, void, void> {
    // Without a driver that prepares, and after an index was added meanwhile.
    if (this.#prepared?.list !== list || !this.#store.isCurrent(this.#prepared.next))
      finishSteps(this.prepare(list, undefined, Infinity));
    const { next } = this.#prepared as Prepared<T>;
    this.#prepared = undefined;
    return this.#notifyOfList(list, next, this.#store.swap(next, list.resourceVersion), isInInitialList);
  }

  *#notifyOfList(
    { objects }: ReplacedAll<T>,
    { olds, gone, refused, errors }: NextContent<T>,
    changes: Steps,
    isInInitialList: boolean,
  ): Generator<unknown, void, void> {
    yield* stepsOf(changes);
    yield* stepsOverEach(gone, objectsPerStep, (deletion) => this.#sink.onDelete(deletion));
    yield* stepsOverEach(objects, objectsPerStep, (given, index) => {
      if (refused.has(index)) return;
      const object = given as DeepReadonly<T>;
      const old = olds[index];
      if (old === undefined) this.#sink.onAdd(object, isInInitialList);
      else this.#sink.onUpdate(old, object);
    });
    if (errors.length === 0) return;
    const stored = Array.from(objects.keys()).filter((index) => !refused.has(index));
    throw refusal(new TransactionError(stored, errors, olds));
  }
}

/** Returns the error itself if the transaction had one change only. */
function refusal(failed: TransactionError): Error {
  return failed.total === 1 ? asError(failed.errors[0]) : failed;
}
