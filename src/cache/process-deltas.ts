import { DeletedFinalStateUnknown } from '../meta/tombstone.js';
import { asError } from '../util/errors.js';
import { keyOf } from './key-of.js';
import { TransactionError, isTransactionStore } from './transaction.js';
import type { Delta, Deltas, KeyFunc, ObjectDelta, Store, StoreDelta } from './types.js';

/** Who is told what changed, once the store shows it. Must not throw. */
export interface ChangeSink<T> {
  onAdd(object: T, isInInitialList: boolean): void;
  onUpdate(oldObject: Readonly<T>, newObject: Readonly<T>): void;
  onDelete(object: T | DeletedFinalStateUnknown<T>): void;
}

/**
 * cache.processDeltas and processDeltasInBatch: puts popped deltas into the store, then tells the sink.
 *
 * The store is written first, as a whole, so that whoever is told finds the new state there. A delta that the store
 * refuses (no key, an index function that throws) is left out and the others are carried out; then the refusals are
 * thrown: the error itself, or a TransactionError. A deletion of what the store does not hold is told to nobody, as it
 * would not have come out of a DeltaFIFO: who was never told of an object is not told of its end (client-go tells).
 */
export function processDeltas<T>(
  sink: ChangeSink<T>,
  store: Store<T>,
  deltas: Deltas<T>,
  isInInitialList: boolean,
  keyFunc: KeyFunc<T>,
): void {
  if (isObjectDeltas(deltas)) {
    processObjects(sink, store, deltas, isInInitialList);
    return;
  }
  for (const delta of deltas) {
    switch (delta.type) {
      case 'ReplacedAll':
        processReplacedAll(sink, store, delta, isInInitialList, keyFunc);
        break;
      case 'SyncAll':
        for (const object of store.list()) sink.onUpdate(object, object);
        break;
      case 'Bookmark':
        store.bookmark?.(delta.resourceVersion);
        break;
      default:
        processObjects(sink, store, [delta], isInInitialList);
    }
  }
}

function isObjectDeltas<T>(deltas: Deltas<T>): deltas is readonly ObjectDelta<T>[] {
  return deltas.every(isObjectDelta);
}

function isObjectDelta<T>(delta: Delta<T>): delta is ObjectDelta<T> {
  return delta.type !== 'ReplacedAll' && delta.type !== 'SyncAll' && delta.type !== 'Bookmark';
}

function processObjects<T>(
  sink: ChangeSink<T>,
  store: Store<T>,
  deltas: readonly ObjectDelta<T>[],
  isInInitialList: boolean,
): void {
  let previous: readonly (Readonly<T> | undefined)[];
  try {
    previous = isTransactionStore(store) ? store.transaction(deltas) : applyEach(store, deltas);
  } catch (error) {
    if (error instanceof TransactionError) {
      for (const index of error.successfulIndices)
        // The store gives places in the transaction it was given, and what each of them replaced.
        tell(
          sink,
          deltas[index] as ObjectDelta<T>,
          error.previous[index] as Readonly<T> | undefined,
          isInInitialList,
        );
      if (error.total === 1) throw asError(error.errors[0]);
    }
    throw error;
  }
  for (let index = 0; index < deltas.length; index++)
    // The index is inside the array.
    tell(sink, deltas[index] as ObjectDelta<T>, previous[index], isInInitialList);
}

/** `TransactionStore.transaction` for a store that has none. */
function applyEach<T>(
  store: Store<T>,
  deltas: readonly ObjectDelta<T>[],
): readonly (Readonly<T> | undefined)[] {
  const previous: (Readonly<T> | undefined)[] = [];
  const successful: number[] = [];
  const errors: Error[] = [];
  for (const [index, { type, object }] of deltas.entries()) {
    let old: Readonly<T> | undefined;
    try {
      if (type === 'Deleted') {
        old = object instanceof DeletedFinalStateUnknown ? store.getByKey(object.key) : store.get(object);
        store.delete(object);
      } else {
        // Only a Deleted delta carries a tombstone.
        const current = object as T;
        old = store.get(current);
        if (old === undefined) store.add(current);
        else store.update(current);
      }
      successful.push(index);
    } catch (error) {
      errors.push(asError(error));
    }
    previous.push(old);
  }
  if (errors.length > 0) throw new TransactionError(successful, errors, previous);
  return previous;
}

function tell<T>(
  sink: ChangeSink<T>,
  delta: ObjectDelta<T>,
  previous: Readonly<T> | undefined,
  isInInitialList: boolean,
): void {
  if (delta.type === 'Deleted') {
    if (previous !== undefined) sink.onDelete(delta.object);
    return;
  }
  // Only a Deleted delta carries a tombstone.
  const object = delta.object as T;
  if (previous === undefined) sink.onAdd(object, isInInitialList);
  else sink.onUpdate(previous, object);
}

/** Deletes are told first, then the rest in the list's order, as RealFIFO's Replace without atomic events does. */
function processReplacedAll<T>(
  sink: ChangeSink<T>,
  store: Store<T>,
  delta: Extract<StoreDelta<T>, { type: 'ReplacedAll' }>,
  isInInitialList: boolean,
  keyFunc: KeyFunc<T>,
): void {
  const { objects, resourceVersion, leftOut } = delta;
  const latest = new Map<string, T>();
  const olds: (Readonly<T> | undefined)[] = [];
  for (const object of objects) {
    const key = keyOf(keyFunc, object);
    // A key that a list has twice is updated by its second object.
    olds.push(latest.get(key) ?? store.getByKey(key));
    latest.set(key, object);
  }
  const deletions: DeletedFinalStateUnknown<T>[] = [];
  const kept: T[] = [];
  for (const key of store.listKeys()) {
    if (latest.has(key)) continue;
    // Taken from the store to go back there, or into a tombstone, unchanged.
    const stored = store.getByKey(key) as T | undefined;
    if (leftOut?.has(key) !== true) deletions.push(new DeletedFinalStateUnknown<T>(key, stored));
    else if (stored !== undefined) kept.push(stored);
  }
  try {
    store.replace(kept.length === 0 ? objects : [...objects, ...kept], resourceVersion);
  } catch (error) {
    // One object that cannot be indexed must not keep all the others out.
    const deltas: ObjectDelta<T>[] = deletions.map((object) => ({ type: 'Deleted', object }));
    for (const object of objects) deltas.push({ type: 'Replaced', object });
    try {
      processObjects(sink, store, deltas, isInInitialList);
    } finally {
      store.bookmark?.(resourceVersion);
    }
    throw error;
  }
  for (const deletion of deletions) sink.onDelete(deletion);
  for (const [index, object] of objects.entries()) {
    const old = olds[index];
    if (old === undefined) sink.onAdd(object, isInInitialList);
    else sink.onUpdate(old, object);
  }
}
