import type { OptionNames } from '../../util/known-options.js';
import { containLogger } from '../../util/logger.js';
import type { Logger } from '../../util/logger.js';
import { asError } from '../../util/errors.js';
import { stepsOverEach } from '../../util/steps.js';
import { KeyError } from '../../meta/names.js';
import { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import { keyOf } from '../key-of.js';
import { transformObject } from '../transform.js';
import { notKept } from '../types.js';
import type { Deltas, IntakeFunc, KeyFunc } from '../types.js';
import { hasMethods, requireBoolean, requireFunction, requireLogger } from '../../util/require.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** cache.KeyListerGetter: reads what the consumer of a queue has stored; every Store implements it. */
export interface KnownObjects<T> {
  /** Returns the keys of all objects that the consumer holds. */
  listKeys(): string[];
  /** Returns the consumer's object under a key; undefined if there is none. */
  getByKey(key: string): DeepReadonly<T> | undefined;
}

/** Options of a DeltaFIFO. */
export interface DeltaFIFOOptions<T> {
  /** Default: `namespace/name`, or `name`. */
  readonly keyFunc?: KeyFunc<T> | undefined;
  /** The consumer's store. A replace deletes its objects that are not in the list; a resync queues all of them. */
  readonly knownObjects?: KnownObjects<T> | undefined;
  /**
   * Changes every object once, before it is queued; tombstones and resyncs have passed it already. Must be idempotent.
   * See `onError` for what happens when it throws. An object for which it returns `notKept` is queued as deleted, with
   * `leftScope`. Default: none.
   */
  readonly transformer?: IntakeFunc<T> | undefined;
  /**
   * Called with errors that do not stop the queue: the transform of a listed object throws (it is left out, and what the
   * consumer has under its key stays), the transform of a deleted object throws (it is queued untransformed), a lookup in
   * `knownObjects` throws. Default: logs at level error to `logger`.
   */
  readonly onError?: ((error: Error) => void) | undefined;
  /**
   * Called whenever the queue becomes empty, with the resourceVersion of the newest write or bookmark, which the consumer has
   * then reached. The popped objects do not show it: a DeltaFIFO's keys are not in the order of versions, and an object of a
   * list is older than the list.
   */
  readonly onDrained?: ((resourceVersion: string) => void) | undefined;
  /**
   * Whether the consumer has an object under the key; then objects that are not kept are not queued for nothing. Default: unknown.
   * @internal
   */
  readonly isStored?: ((key: string) => boolean) | undefined;
  /** Default: none. */
  readonly logger?: Logger | undefined;
  /** True: `replace` queues Replaced deltas; false: Sync, as client-go did before it had Replaced. Default: false. */
  readonly emitDeltaTypeReplaced?: boolean | undefined;
  /**
   * True: a replace is one ReplacedAll and a resync one SyncAll; the consumer compares with its store, so `knownObjects` must be
   * absent, and deletes of unknown objects are queued. False: the queue splits them into deltas of objects. Default: false.
   */
  readonly atomicEvents?: boolean | undefined;
}

export const deltaFIFOOptionNames: OptionNames<DeltaFIFOOptions<unknown>> = {
  keyFunc: requireFunction,
  knownObjects: hasMethods('listKeys', 'getByKey'),
  transformer: requireFunction,
  onError: requireFunction,
  onDrained: requireFunction,
  isStored: requireFunction,
  logger: requireLogger,
  emitDeltaTypeReplaced: requireBoolean,
  atomicEvents: requireBoolean,
};

/** Returns `onError`, or the default that logs. */
export function errorSink(
  options: Pick<DeltaFIFOOptions<unknown>, 'onError' | 'logger'>,
): (error: Error) => void {
  const { onError } = options;
  const logger = containLogger(options.logger);
  return onError ?? ((error) => logger.error({ err: error }, 'queue left something out'));
}

/** The key of an object, a tombstone or Deltas (that of the newest). Throws KeyError, also for empty Deltas. */
export function keyOfQueued<T>(
  keyFunc: KeyFunc<T>,
  item: T | DeletedFinalStateUnknown<T> | Deltas<T>,
): string {
  if (!Array.isArray(item)) {
    // Only Deltas are arrays.
    return keyOf(keyFunc, item as T | DeletedFinalStateUnknown<T>);
  }
  const newest = (item as Deltas<T>).at(-1) ?? undefined;
  if (newest === undefined) throw new KeyError('Deltas without a delta have no key', { object: item });
  if ('object' in newest) return keyOf(keyFunc, newest.object);
  throw new KeyError(`a ${newest.type} delta is about the whole store, so it has no key`, { object: item });
}

/**
 * The key under which the consumer will store the transformed object. A transform may rename it, and deletions and relists
 * must then find it under the new name (client-go keeps the old key). An object without a valid key after the transform
 * keeps its own; the store then rejects and reports that object only.
 */
export function keyOfTransformed<T>(
  keyFunc: KeyFunc<T>,
  transformer: IntakeFunc<T> | undefined,
  transformed: T | DeletedFinalStateUnknown<T>,
  key: string,
): string {
  if (transformer === undefined) return key;
  try {
    return keyOf(keyFunc, transformed);
  } catch {
    return key; // The store rejects and reports the object, see above.
  }
}

/**
 * Transforms an object to be queued as deleted. A deletion is never lost: if the transform throws, it stays as it is. If the
 * object would not be kept, what is stored is the last known state.
 */
export function transformDeleted<T>(
  transformer: IntakeFunc<T> | undefined,
  object: T | DeletedFinalStateUnknown<T>,
  key: string,
  report: (error: Error) => void,
): T | DeletedFinalStateUnknown<T> {
  if (object instanceof DeletedFinalStateUnknown) return object;
  try {
    const transformed = transformObject(transformer, object, key);
    return transformed === notKept ? new DeletedFinalStateUnknown<T>(key, undefined) : transformed;
  } catch (error) {
    report(asError(error));
    return object;
  }
}

/** The objects of a replace, each with its key, in order. */
export interface PreparedList<T> {
  readonly keys: readonly string[];
  readonly objects: readonly T[];
  /** Keys of objects whose transform threw, or removed the key: they exist on the server, so they must not be deleted. */
  readonly leftOut: ReadonlySet<string>;
  /** Keys of objects that the transform does not keep, if the consumer may have them. */
  readonly leftScope: ReadonlySet<string>;
}

/** How a queue prepares its lists. */
interface PrepareListOptions<T> {
  readonly keyFunc: KeyFunc<T>;
  readonly transformer: IntakeFunc<T> | undefined;
  readonly report: (error: Error) => void;
  /** False if the consumer has no object under the key. */
  readonly mayHold: (key: string) => boolean;
  /** True if the object was transformed already. */
  readonly isTransformed: (object: T) => boolean;
}

/** Computes all keys before anything is queued (throws KeyError), then transforms the objects. */
export function* prepareList<T>(
  list: readonly T[],
  { keyFunc, transformer, report, mayHold, isTransformed }: PrepareListOptions<T>,
  perStep: number,
): Generator<undefined, PreparedList<T>, void> {
  const keys: string[] = [];
  const leftOut = new Set<string>();
  const leftScope = new Set<string>();
  yield* stepsOverEach(list, perStep, (object) => void keys.push(keyOf(keyFunc, object)));
  if (transformer === undefined) return { keys, objects: list, leftOut, leftScope };
  const encodedKeys: string[] = [];
  const objects: T[] = [];
  const transform = (object: T, key: string): void => {
    try {
      const transformed = isTransformed(object) ? object : transformObject(transformer, object, key);
      if (transformed === notKept) {
        if (mayHold(key)) leftScope.add(key);
        return;
      }
      // First, since it may throw.
      encodedKeys.push(keyOf(keyFunc, transformed));
      objects.push(transformed);
    } catch (error) {
      leftOut.add(key);
      report(asError(error));
    }
  };
  // There is a key for each object.
  yield* stepsOverEach(list, perStep, (object, index) => transform(object, keys[index] as string));
  return { keys: encodedKeys, objects, leftOut, leftScope };
}

/** A tombstone with the consumer's object under the key; without an object if the lookup throws. */
export function tombstoneOf<T>(
  known: KnownObjects<T>,
  key: string,
  report: (error: Error) => void,
  leftScope: boolean,
): DeletedFinalStateUnknown<T> {
  return new DeletedFinalStateUnknown(key, lookUp(known, key, report), leftScope);
}

/** The consumer's object under the key; a lookup that throws is reported and returns undefined. */
export function lookUp<T>(
  known: KnownObjects<T>,
  key: string,
  report: (error: Error) => void,
): DeepReadonly<T> | undefined {
  try {
    return known.getByKey(key);
  } catch (error) {
    report(asError(error));
    return undefined;
  }
}
