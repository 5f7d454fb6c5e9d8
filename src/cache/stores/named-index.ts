import { KubeInformersError, asError } from '../../util/errors.js';
import { SlotLists } from './slot-lists.js';
import type { IndexFunc } from '../types.js';

/** An object's values under one index: most objects have one, which then needs no array of its own. */
export type IndexValues = string | readonly string[];

/**
 * An index is unknown, its name is taken, or its function failed on an object. Code: `ERR_INDEX`.
 *
 * A write that fails with it has changed nothing, neither the store nor any index.
 */
export class IndexError extends KubeInformersError {
  override readonly name = 'IndexError';
  /** Name of the index. */
  readonly indexName: string;
  /** Key of the object on which the index function failed; undefined when none was at fault. */
  readonly key: string | undefined;

  constructor(
    message: string,
    indexName: string,
    details: { readonly key?: string | undefined; readonly cause?: unknown } = {},
  ) {
    super('ERR_INDEX', message, { cause: details.cause });
    this.indexName = indexName;
    this.key = details.key;
  }
}

/** One named index of an ObjectTable: its function, and the slots by value. */
export class NamedIndex<T> {
  readonly name: string;
  readonly slots = new SlotLists();
  readonly #func: IndexFunc<T>;

  constructor(name: string, func: IndexFunc<T>) {
    this.name = name;
    this.#func = func;
  }

  /** The values that the index function gives; throws IndexError when it throws or gives anything but strings. */
  valuesOf(object: Readonly<T>, key?: string): IndexValues {
    let values: readonly unknown[];
    try {
      values = this.#func(object);
    } catch (error) {
      throw this.#failure(`failed: ${asError(error).message}`, key, error);
    }
    if (!Array.isArray(values))
      throw this.#failure(`must return an array of strings, got ${kind(values)}`, key);
    if (values.length === 1) {
      const value: unknown = values[0];
      if (typeof value === 'string') return value;
    }
    for (const value of values) {
      if (typeof value !== 'string')
        throw this.#failure(`must return an array of strings, one value is ${kind(value)}`, key);
    }
    // The loop above has seen that they are strings. A copy: the function may hand out an array that it changes later.
    return [...values] as string[];
  }

  #failure(what: string, key: string | undefined, cause?: unknown): IndexError {
    const where = key === undefined ? '' : ` for object ${JSON.stringify(key)}`;
    return new IndexError(`index function ${JSON.stringify(this.name)} ${what}${where}`, this.name, {
      key,
      cause,
    });
  }
}

function kind(value: unknown): string {
  return value === null ? 'null' : typeof value;
}
