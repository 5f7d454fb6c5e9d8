import type { FieldMask } from '../meta/field-mask.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { isObject } from '../util/type-checks.js';
import { shownKey } from '../util/shown.js';
import { KubeInformersError, asError } from '../util/errors.js';
import { refusePromise } from '../util/require.js';
import { notKept } from './types.js';
import type { IntakeFunc, ReflectorStore, TransformFunc, WhereFunc } from './types.js';

/** A transform function threw on an object, which is not stored. Code: `ERR_TRANSFORM`. */
export class TransformError extends KubeInformersError {
  override readonly name = 'TransformError';
  /** Key of the object. */
  readonly key: string;

  /** Creates the error of a transform that failed for the object with this key; `cause` is what it threw. */
  constructor(key: string, cause: unknown) {
    super('ERR_TRANSFORM', `the transform of ${shownKey(key)} failed: ${asError(cause).message}`, {
      cause,
    });
    this.key = key;
  }
}

/** A `where` function threw on an object, which is not stored. Code: `ERR_WHERE`. */
export class WhereError extends KubeInformersError {
  override readonly name = 'WhereError';
  /** Key of the object. */
  readonly key: string;

  /** Creates the error of a `where` that failed for the object with this key; `cause` is what it threw. */
  constructor(key: string, cause: unknown) {
    super('ERR_WHERE', `the where of ${shownKey(key)} failed: ${asError(cause).message}`, { cause });
    this.key = key;
  }
}

/** What a `where` threw, on its way to the caller that knows the object's key. */
class WhereFailure {
  readonly cause: unknown;

  constructor(cause: unknown) {
    this.cause = cause;
  }
}

/** What the options of an informer do to each object before its cache has it. */
export interface ObjectSteps<T> {
  /** All of it; returns `notKept` for an object that the cache is not to have. Undefined if objects stay as they are. */
  readonly apply: IntakeFunc<T> | undefined;
  /** True if functions of the user see the object, which must be a plain one then. */
  readonly runsUserCode: boolean;
}

/** Called with what the mask leaves of each object. */
export type SeenFunc = (object: unknown) => void;

/** Returns what happens to each object, in this order. Then the format of the cache encodes it. */
export function objectSteps<T>(
  mask: FieldMask | undefined,
  transform: TransformFunc<T> | undefined,
  where: WhereFunc<T> | undefined,
  seen?: SeenFunc,
): ObjectSteps<T> {
  return {
    apply: masking(mask, selecting(transform, where), seen),
    runsUserCode: transform !== undefined || where !== undefined,
  };
}

/** Returns a transform that also drops what `where` does not keep of its results. */
function selecting<T>(
  transform: TransformFunc<T> | undefined,
  where: WhereFunc<T> | undefined,
): IntakeFunc<T> | undefined {
  if (where === undefined) return transform;
  return (object) => {
    const transformed = transform === undefined ? object : transform(object);
    return isKept(where, transformed) ? transformed : notKept;
  };
}

function isKept<T>(where: WhereFunc<T>, object: T): boolean {
  try {
    // It only reads the object, which its type demands.
    const result: unknown = where(object as DeepReadonly<T>);
    refusePromise('where of an informer', result);
    return Boolean(result);
  } catch (error) {
    // oxlint-disable-next-line typescript/only-throw-error -- `transformObject` turns it into a WhereError.
    throw new WhereFailure(error);
  }
}

/** Returns a transform that first leaves out what the mask does not keep. What the transform returns counts as masked. */
function masking<T>(
  mask: FieldMask | undefined,
  transform: IntakeFunc<T> | undefined,
  seen: SeenFunc | undefined,
): IntakeFunc<T> | undefined {
  if (mask === undefined) return transform;
  const keep = (object: T): T => {
    const kept = mask.apply(object);
    seen?.(kept);
    return kept;
  };
  if (transform === undefined) return keep;
  return (object) => {
    const transformed = transform(keep(object));
    // `mark` returns a copy, or the same object.
    return isObject(transformed) ? (mask.mark(transformed) as T) : transformed;
  };
}

/**
 * Returns the transformed object, or `notKept`; the object itself if there is no transform. Throws TransformError and WhereError.
 */
export function transformObject<T>(transformer: TransformFunc<T> | undefined, object: T, key: string): T;
export function transformObject<T>(
  transformer: IntakeFunc<T> | undefined,
  object: T,
  key: string,
): T | typeof notKept;
export function transformObject<T>(
  transformer: IntakeFunc<T> | undefined,
  object: T,
  key: string,
): T | typeof notKept {
  if (transformer === undefined) return object;
  try {
    return transformer(object);
  } catch (error) {
    throw error instanceof WhereFailure ? new WhereError(key, error.cause) : new TransformError(key, error);
  }
}

// Compared as a method, like the functions of types.ts.
/** What a store makes of an object; undefined if it does not keep it. */
export type Take<T> = { take(object: T): T | undefined }['take'];

/**
 * Returns the function with which a store takes objects of a list before all of it has arrived; undefined if it stores them
 * as they are. It never throws: the store then reports the error when it gets the list.
 */
export function takenBy<T>(store: ReflectorStore<T>): Take<T> | undefined {
  const { transformer } = store;
  if (transformer === undefined && store.selects === undefined) return undefined;
  if (store.take !== undefined) return (object) => store.take?.(object);
  if (transformer === undefined) return undefined;
  return (object) => {
    try {
      const taken = transformer(object);
      return taken === notKept ? undefined : taken;
    } catch {
      return object;
    }
  };
}
