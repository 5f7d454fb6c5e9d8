import type { FieldMask } from '../meta/field-mask.js';
import { isObject } from '../util/type-checks.js';
import { shownKey } from '../util/shown.js';
import { KubeInformersError, asError } from '../util/errors.js';
import type { TransformFunc } from './types.js';

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

/** Returns a transform that first leaves out what the mask does not keep. What the transform returns counts as masked. */
export function masking<T>(
  mask: FieldMask | undefined,
  transform: TransformFunc<T> | undefined,
): TransformFunc<T> | undefined {
  if (mask === undefined) return transform;
  if (transform === undefined) return (object) => mask.apply(object);
  return (object) => {
    const transformed = transform(mask.apply(object));
    // `mark` returns a copy, or the same object.
    return isObject(transformed) ? (mask.mark(transformed) as T) : transformed;
  };
}

/** Returns the transformed object; the object itself if there is no transform. Throws TransformError. */
export function transformObject<T>(transformer: TransformFunc<T> | undefined, object: T, key: string): T {
  if (transformer === undefined) return object;
  try {
    return transformer(object);
  } catch (error) {
    throw new TransformError(key, error);
  }
}
