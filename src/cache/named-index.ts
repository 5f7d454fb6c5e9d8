import { KubeInformersError, asError } from '../util/errors.js';
import type { IndexFunc } from './types.js';

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

/**
 * One named index: keys by value.
 *
 * It remembers the values of each key, so that an object leaves exactly the buckets that it entered, even when someone
 * changed the object meanwhile, and so that the index function runs once for each write.
 */
export class NamedIndex<T> {
  readonly #name: string;
  readonly #func: IndexFunc<T>;
  readonly #keysByValue = new Map<string, Set<string>>();
  readonly #valuesByKey = new Map<string, IndexValues>();

  constructor(name: string, func: IndexFunc<T>) {
    this.#name = name;
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
    for (const value of values) {
      if (typeof value !== 'string')
        throw this.#failure(`must return an array of strings, one value is ${kind(value)}`, key);
    }
    // The loop above has seen that they are strings. A copy: the function may hand out an array that it changes later.
    return values.length === 1 ? (values[0] as string) : ([...values] as string[]);
  }

  /** Puts the key under these values and out of those it had. */
  set(key: string, values: IndexValues): void {
    const old = this.#valuesByKey.get(key);
    // The common case: one value, the same as before.
    if (old === values) return;
    if (old !== undefined) this.#leave(key, old);
    if (typeof values === 'string') this.#enter(key, values);
    else for (const value of values) this.#enter(key, value);
    if (values.length > 0 || typeof values === 'string') this.#valuesByKey.set(key, values);
    else this.#valuesByKey.delete(key);
  }

  /** Takes the key out of every value. */
  delete(key: string): void {
    const old = this.#valuesByKey.get(key);
    if (old === undefined) return;
    this.#leave(key, old);
    this.#valuesByKey.delete(key);
  }

  /** The keys with this value; undefined when none has it. */
  keys(value: string): ReadonlySet<string> | undefined {
    return this.#keysByValue.get(value);
  }

  /** Every value that some key has. */
  values(): string[] {
    return Array.from(this.#keysByValue.keys());
  }

  #enter(key: string, value: string): void {
    const keys = this.#keysByValue.get(value);
    if (keys === undefined) this.#keysByValue.set(value, new Set([key]));
    else keys.add(key);
  }

  #leave(key: string, values: IndexValues): void {
    if (typeof values === 'string') this.#leaveOne(key, values);
    else for (const value of values) this.#leaveOne(key, value);
  }

  #leaveOne(key: string, value: string): void {
    const keys = this.#keysByValue.get(value);
    if (keys === undefined) return;
    keys.delete(key);
    // client-go (kubernetes/kubernetes#84959): empty sets of short-lived values would pile up for ever.
    if (keys.size === 0) this.#keysByValue.delete(value);
  }

  #failure(what: string, key: string | undefined, cause?: unknown): IndexError {
    const where = key === undefined ? '' : ` for object ${JSON.stringify(key)}`;
    return new IndexError(`index function ${JSON.stringify(this.#name)} ${what}${where}`, this.#name, {
      key,
      cause,
    });
  }
}

function kind(value: unknown): string {
  return value === null ? 'null' : typeof value;
}
