import type { OptionNames } from '../../util/known-options.js';
import { noopLogger } from '../../util/logger.js';
import type { Logger } from '../../util/logger.js';
import { asError } from '../../util/errors.js';
import { stepsOverEach } from '../../util/steps.js';
import { KeyError } from '../../meta/names.js';
import { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import { keyOf } from '../key-of.js';
import { transformObject } from '../transform.js';
import type { Deltas, KeyFunc, TransformFunc } from '../types.js';
import { requireFunctions, requireMethods } from '../../util/require.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** cache.KeyListerGetter: what the consumer of a queue has stored; every Store is one. */
export interface KnownObjects<T> {
  listKeys(): string[];
  getByKey(key: string): DeepReadonly<T> | undefined;
}

/** What DeltaFIFO and RealFIFO have in common. */
export interface QueueOptions<T> {
  /** Default: `namespace/name`, or `name`. */
  readonly keyFunc?: KeyFunc<T> | undefined;
  /** The consumer's store: what it holds and a replace does not bring is deleted; a resync goes through it. */
  readonly knownObjects?: KnownObjects<T> | undefined;
  /**
   * Changes every object once, before it is queued; tombstones and resyncs went through it already. Must be idempotent.
   * See `QueueOptions.onError` for what happens when it throws. Default: none.
   */
  readonly transformer?: TransformFunc<T> | undefined;
  /**
   * Told of what does not stop the queue: an object of a replace whose transform throws (it is left out, and what the
   * consumer has under its key stays), a deleted object whose transform throws (it is queued as it came), a lookup in
   * `knownObjects` that throws. Default: a line at level error to `logger`.
   */
  readonly onError?: ((error: Error) => void) | undefined;
  /**
   * Called, whenever nothing is left in the queue, with the resourceVersion of the newest write or bookmark: the consumer has
   * come that far. The popped objects do not show it: a DeltaFIFO's keys do not come in the order of versions, and an
   * object of a list is older than the list.
   */
  readonly onDrained?: ((resourceVersion: string) => void) | undefined;
  /** Default: none. */
  readonly logger?: Logger | undefined;
}

export const queueOptionNames: OptionNames<QueueOptions<unknown>> = {
  keyFunc: true,
  knownObjects: true,
  transformer: true,
  onError: true,
  onDrained: true,
  logger: true,
};

/** Throws ConfigError `ERR_OPTION` for an option that is no function, or known objects that cannot be asked. */
export function requireQueueOptions<T>(what: string, options: QueueOptions<T>): void {
  requireFunctions(what, options, ['keyFunc', 'transformer', 'onError', 'onDrained']);
  const { knownObjects } = options;
  if (knownObjects !== undefined)
    requireMethods(`knownObjects of ${what}`, knownObjects, ['listKeys', 'getByKey']);
}

type ErrorOptions = Pick<QueueOptions<unknown>, 'onError' | 'logger'>;

/** `onError`, or the default that logs. */
export function errorSink(options: ErrorOptions, queue: string): (error: Error) => void {
  const { onError, logger = noopLogger } = options;
  return onError ?? ((error) => logger.error({ queue, err: error }, 'queue left something out'));
}

/** The key of an object, a tombstone or Deltas (that of the newest). Throws KeyError, also for empty Deltas. */
export function keyOfQueued<T>(
  keyFunc: KeyFunc<T>,
  item: T | DeletedFinalStateUnknown<T> | Deltas<T>,
): string {
  if (!Array.isArray(item)) {
    // Deltas are arrays, and nothing else here is.
    return keyOf(keyFunc, item as T | DeletedFinalStateUnknown<T>);
  }
  const newest = (item as Deltas<T>).at(-1);
  if (newest === undefined) throw new KeyError('Deltas without a delta have no key', { object: item });
  if ('object' in newest) return keyOf(keyFunc, newest.object);
  throw new KeyError(`a ${newest.type} delta is about the whole store, so it has no key`, { object: item });
}

/**
 * The key under which the consumer will store what the transform made of an object: a transform may give it another
 * name, and deletions and relists must find it under that (client-go goes on with the old one). One that has no key any
 * more keeps its own; whoever stores it says what is wrong with it, and leaves it out alone.
 */
export function keyOfTransformed<T>(
  keyFunc: KeyFunc<T>,
  transformer: TransformFunc<T> | undefined,
  transformed: T | DeletedFinalStateUnknown<T>,
  key: string,
): string {
  if (transformer === undefined) return key;
  try {
    return keyOf(keyFunc, transformed);
  } catch {
    return key; // See above: the object is refused where it is stored, and reported there.
  }
}

/** An object about to be queued as deleted. A deletion is never lost: when the transform throws, the object goes as it is. */
export function transformDeleted<T>(
  transformer: TransformFunc<T> | undefined,
  object: T | DeletedFinalStateUnknown<T>,
  key: string,
  report: (error: Error) => void,
): T | DeletedFinalStateUnknown<T> {
  if (object instanceof DeletedFinalStateUnknown) return object;
  try {
    return transformObject(transformer, object, key);
  } catch (error) {
    report(asError(error));
    return object;
  }
}

/** The objects of a replace, each with its key, in order. */
export interface PreparedList<T> {
  readonly keys: readonly string[];
  readonly objects: readonly T[];
  /** Keys of objects whose transform threw: they are on the server, so they are no deletions. */
  readonly leftOut: ReadonlySet<string>;
}

/** Computes all keys before anything is queued (throws KeyError), and transforms what can be transformed. */
export function* prepareList<T>(
  list: readonly T[],
  keyFunc: KeyFunc<T>,
  transformer: TransformFunc<T> | undefined,
  report: (error: Error) => void,
  perStep: number,
): Generator<undefined, PreparedList<T>, void> {
  const keys: string[] = [];
  const leftOut = new Set<string>();
  yield* stepsOverEach(list, perStep, (object) => void keys.push(keyOf(keyFunc, object)));
  if (transformer === undefined) return { keys, objects: list, leftOut };
  const keptKeys: string[] = [];
  const objects: T[] = [];
  const transform = (object: T, key: string): void => {
    try {
      const transformed = transformObject(transformer, object, key);
      objects.push(transformed);
      keptKeys.push(keyOfTransformed(keyFunc, transformer, transformed, key));
    } catch (error) {
      leftOut.add(key);
      report(asError(error));
    }
  };
  // There is a key for each object.
  yield* stepsOverEach(list, perStep, (object, index) => transform(object, keys[index] as string));
  return { keys: keptKeys, objects, leftOut };
}

/** The keys that a list has: those of its objects, and of those left out. */
export function* presentKeys<T>(
  { keys, leftOut }: PreparedList<T>,
  perStep: number,
): Generator<undefined, ReadonlySet<string>, void> {
  const present = new Set(leftOut);
  yield* stepsOverEach(keys, perStep, (key) => void present.add(key));
  return present;
}

/** A tombstone of what the consumer has under the key; without an object when that cannot be found out. */
export function tombstoneOf<T>(
  known: KnownObjects<T>,
  key: string,
  report: (error: Error) => void,
): DeletedFinalStateUnknown<T> {
  return new DeletedFinalStateUnknown(key, lookUp(known, key, report));
}

/** What the consumer has under the key; a lookup that throws is reported and counts as nothing. */
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
