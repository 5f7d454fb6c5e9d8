import { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import { asError } from '../../util/errors.js';
import { finishSteps, objectsPerStep, stepsOf, stepsOver, stepsOverEach } from '../../util/steps.js';
import type { Steps } from '../../util/steps.js';
import { keyOf } from '../key-of.js';
import { partiallyNotified, replaceInSteps } from '../sliced-replace.js';
import { TransactionError, isTransactionStore } from '../stores/transaction.js';
import type { Delta, DeltaKeys, Deltas, KeyFunc, ObjectDelta, Store, StoreDelta } from '../types.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** Called with each change, after the store contains it. Must not throw. */
export interface ChangeSink<T> {
  onAdd(object: DeepReadonly<T>, isInInitialList: boolean): void;
  onUpdate(oldObject: DeepReadonly<T>, newObject: DeepReadonly<T>): void;
  onDelete(object: DeepReadonly<T> | DeletedFinalStateUnknown<T>): void;
}

/**
 * cache.processDeltas and processDeltasInBatch: writes popped deltas to the store, then calls the sink.
 *
 * The store is written first, as a whole, so that the sink finds the new state there. A delta that the store rejects (no
 * key, an index function that throws) is left out and the others are applied; then the error is thrown, or a
 * TransactionError with all of them. Deleting an object that is not stored does not call the sink, as a DeltaFIFO does not
 * queue it: the sink is not notified of the end of an object that it was never called with (client-go does notify).
 */
export function processDeltas<T>(
  sink: ChangeSink<T>,
  store: Store<T>,
  deltas: Deltas<T>,
  isInInitialList: boolean,
  keyFunc: KeyFunc<T>,
): void {
  const steps = processInSteps(sink, store, deltas, isInInitialList, keyFunc);
  if (steps !== undefined) finishSteps(steps);
}

/**
 * Like `processDeltas`, but leaves deltas of the whole store to be processed in steps.
 *
 * Nothing else may be processed until the last step. While the store contains the new state but the sink has not been
 * called with all of it, steps yield `partiallyNotified`. Returns undefined if everything is done already.
 */
export function processInSteps<T>(
  sink: ChangeSink<T>,
  store: Store<T>,
  deltas: Deltas<T>,
  isInInitialList: boolean,
  keyFunc: KeyFunc<T>,
  keys?: DeltaKeys,
  perStep: number = objectsPerStep,
): Steps | undefined {
  if (!isObjectDeltas(deltas))
    return processEach(sink, store, deltas, isInInitialList, keyFunc, keys, perStep);
  processObjects(sink, store, deltas, isInInitialList, keys);
  return undefined;
}

function* processEach<T>(
  sink: ChangeSink<T>,
  store: Store<T>,
  deltas: Deltas<T>,
  isInInitialList: boolean,
  keyFunc: KeyFunc<T>,
  keys: DeltaKeys,
  perStep: number,
): Generator<unknown, void, void> {
  for (const delta of deltas) {
    switch (delta.type) {
      case 'ReplacedAll':
        yield* processReplacedAll(sink, store, delta, isInInitialList, keyFunc, keys, perStep);
        break;
      case 'SyncAll': {
        yield* stepsOverEach(store.list(), perStep, (object) => sink.onUpdate(object, object));
        break;
      }
      case 'Bookmark':
        store.bookmark?.(delta.resourceVersion);
        break;
      default:
        processObjects(sink, store, [delta], isInInitialList, undefined);
    }
  }
}

function isObjectDeltas<T>(deltas: Deltas<T>): deltas is readonly ObjectDelta<T>[] {
  for (let index = 0; index < deltas.length; index++) {
    // The index is inside the array.
    const { type } = deltas[index] as Delta<T>;
    if (type === 'ReplacedAll' || type === 'SyncAll' || type === 'Bookmark') return false;
  }
  return true;
}

/** `processDeltas` for deltas of objects only, which need no steps. */
export function processObjects<T>(
  sink: ChangeSink<T>,
  store: Store<T>,
  deltas: readonly ObjectDelta<T>[],
  isInInitialList: boolean,
  keys: DeltaKeys,
): void {
  let previous: readonly (DeepReadonly<T> | undefined)[];
  try {
    previous = isTransactionStore(store) ? store.transaction(deltas, keys) : applyEach(store, deltas);
  } catch (error) {
    if (!(error instanceof TransactionError)) throw error;
    // It was thrown by this store, so it is about its objects.
    const failed = error as TransactionError<T>;
    for (const index of failed.successfulIndices)
      // The indexes are those of the deltas passed in; `previous` holds what each of them replaced.
      notify(sink, deltas[index] as ObjectDelta<T>, failed.previous[index], isInInitialList);
    throw refusal(failed);
  }
  for (let index = 0; index < deltas.length; index++)
    // The index is inside the array.
    notify(sink, deltas[index] as ObjectDelta<T>, previous[index], isInInitialList);
}

/** Returns the error itself if the transaction had one change only. */
function refusal<T>(failed: TransactionError<T>): Error {
  return failed.total === 1 ? asError(failed.errors[0]) : failed;
}

/** `TransactionStore.transaction` for a store without transactions. */
function applyEach<T>(
  store: Store<T>,
  deltas: readonly ObjectDelta<T>[],
): readonly (DeepReadonly<T> | undefined)[] {
  const previous: (DeepReadonly<T> | undefined)[] = [];
  const successful: number[] = [];
  const errors: Error[] = [];
  for (const [index, delta] of deltas.entries()) {
    try {
      previous.push(writeOne(store, delta));
      successful.push(index);
    } catch (error) {
      previous.push(undefined);
      errors.push(asError(error));
    }
  }
  if (errors.length > 0) throw new TransactionError(successful, errors, previous);
  return previous;
}

/** Writes one change; returns the previously stored object. */
function writeOne<T>(store: Store<T>, { type, object }: ObjectDelta<T>): DeepReadonly<T> | undefined {
  let old: DeepReadonly<T> | undefined;
  if (type === 'Deleted') {
    old =
      object instanceof DeletedFinalStateUnknown
        ? store.getByKey(object.key)
        : store.get(object as DeepReadonly<T>);
    store.delete(object);
    return old;
  }
  // Only a Deleted delta has a tombstone.
  const current = object as T;
  old = store.get(object as DeepReadonly<T>);
  if (old === undefined) store.add(current);
  else store.update(current);
  return old;
}

function notify<T>(
  sink: ChangeSink<T>,
  delta: ObjectDelta<T>,
  previous: DeepReadonly<T> | undefined,
  isInInitialList: boolean,
): void {
  if (delta.type === 'Deleted') {
    if (previous === undefined) return;
    const { object } = delta;
    // Deleted by its key alone: the last state may have been stored since, by a change before this one.
    const isKeyOnly = object instanceof DeletedFinalStateUnknown && object.object === undefined;
    sink.onDelete(
      isKeyOnly
        ? new DeletedFinalStateUnknown<T>(object.key, previous, object.leftScope)
        : (object as DeepReadonly<T> | DeletedFinalStateUnknown<T>),
    );
    return;
  }
  // Only a Deleted delta has a tombstone.
  const object = delta.object as DeepReadonly<T>;
  if (previous === undefined) sink.onAdd(object, isInInitialList);
  else sink.onUpdate(previous, object);
}

/** Notifies of deletes first, then of the rest in the list's order, as RealFIFO's Replace without atomic events. */
function* processReplacedAll<T>(
  sink: ChangeSink<T>,
  store: Store<T>,
  delta: Extract<StoreDelta<T>, { type: 'ReplacedAll' }>,
  isInInitialList: boolean,
  keyFunc: KeyFunc<T>,
  given: DeltaKeys,
  perStep: number,
): Generator<unknown, void, void> {
  const { objects, resourceVersion } = delta;
  const { keys, olds, deletions, kept } = yield* compareWithStore(store, delta, keyFunc, given, perStep);
  try {
    yield* stepsOf(
      kept.length === 0
        ? replaceInSteps(store, objects, resourceVersion, { keys, objectsPerStep: perStep })
        : replaceInSteps(store, [...objects, ...kept], resourceVersion, { objectsPerStep: perStep }),
    );
  } catch (error) {
    // One object that cannot be indexed must not keep the others out.
    const deltas: ObjectDelta<T>[] = deletions.map((object) => ({ type: 'Deleted', object }));
    for (const object of objects) deltas.push({ type: 'Replaced', object });
    try {
      yield* processInParts(sink, store, deltas, isInInitialList, perStep);
    } finally {
      store.bookmark?.(resourceVersion);
    }
    throw error;
  }
  yield* stepsOverEach(deletions, perStep, (deletion) => sink.onDelete(deletion), partiallyNotified);
  if (deletions.length > 0) yield partiallyNotified;
  const notifyOne = (given: T, index: number): void => {
    const object = given as DeepReadonly<T>;
    const old = olds[index];
    if (old === undefined) sink.onAdd(object, isInInitialList);
    else sink.onUpdate(old, object);
  };
  yield* stepsOverEach(objects, perStep, notifyOne, partiallyNotified);
}

/** Result of comparing a whole list with the store. */
interface Comparison<T> {
  /** The objects' keys, in order. */
  readonly keys: readonly string[];
  /** The stored object that each object replaces; undefined for a new one. */
  readonly olds: readonly (DeepReadonly<T> | undefined)[];
  /** Stored objects that are not in the list. */
  readonly deletions: readonly DeletedFinalStateUnknown<T>[];
  /** Stored objects whose new state was left out of the list: they stay. */
  readonly kept: readonly T[];
}

/** Nothing else writes to the store between the steps. */
function* compareWithStore<T>(
  store: Store<T>,
  { objects, leftOut }: Extract<StoreDelta<T>, { type: 'ReplacedAll' }>,
  keyFunc: KeyFunc<T>,
  given: DeltaKeys,
  perStep: number,
): Generator<unknown, Comparison<T>, void> {
  const keys: string[] = [];
  const latest = new Map<string, DeepReadonly<T>>();
  const olds: (DeepReadonly<T> | undefined)[] = [];
  yield* stepsOver(objects.length, perStep, (from, end) => {
    for (let index = from; index < end; index++) {
      // The index is inside the array.
      const object = objects[index] as T;
      const key = (typeof given === 'string' ? given : given?.[index]) ?? keyOf(keyFunc, object);
      keys.push(key);
      // A key that occurs twice in a list is updated by its second object.
      olds.push(latest.get(key) ?? store.getByKey(key));
      latest.set(key, object as DeepReadonly<T>);
    }
  });
  const deletions: DeletedFinalStateUnknown<T>[] = [];
  const kept: T[] = [];
  const storedKeys = store.listKeys();
  yield* stepsOver(storedKeys.length, perStep, (from, end) => {
    for (let index = from; index < end; index++) {
      const key = storedKeys[index] as string;
      if (latest.has(key)) continue;
      const stored = store.getByKey(key);
      if (leftOut?.has(key) !== true) deletions.push(new DeletedFinalStateUnknown<T>(key, stored));
      // Returns to the store unchanged.
      else if (stored !== undefined) kept.push(stored as T);
    }
  });
  return { keys, olds, deletions, kept };
}

/** `processObjects` for many objects, in parts, with the errors of all parts in one. */
function* processInParts<T>(
  sink: ChangeSink<T>,
  store: Store<T>,
  deltas: readonly ObjectDelta<T>[],
  isInInitialList: boolean,
  perStep: number,
): Generator<unknown, void, void> {
  const successful: number[] = [];
  const errors: Error[] = [];
  const previous: (DeepReadonly<T> | undefined)[] = [];
  let notified = 0;
  const part = (from: number, end: number): void => {
    for (let index = from; index < end; index++) {
      // The index is inside the array.
      const delta = deltas[index] as ObjectDelta<T>;
      try {
        previous.push(writeOne(store, delta));
        successful.push(index);
      } catch (error) {
        if (previous.length === index) previous.push(undefined);
        errors.push(asError(error));
      }
    }
    for (const index of successful.slice(notified)) {
      notified++;
      notify(sink, deltas[index] as ObjectDelta<T>, previous[index], isInInitialList);
    }
  };
  yield* stepsOver(deltas.length, perStep, part, partiallyNotified);
  if (errors.length > 0) throw refusal(new TransactionError(successful, errors, previous));
}
