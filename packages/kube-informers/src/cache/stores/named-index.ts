import { shownKey, shownValue } from '../../util/shown.js';
import { KubeInformersError, asError } from '../../util/errors.js';
import { returnedType } from '../../util/require.js';
import type { IndexFunc } from '../types.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** An object's values under one index. Most objects have one value, which needs no array. */
export type IndexValues = string | readonly string[];

/**
 * An index is unknown, its name is taken, or its function failed on an object. Code: `ERR_INDEX`.
 *
 * A write that fails with it changes neither the store nor an index.
 */
export class IndexError extends KubeInformersError {
  override readonly name = 'IndexError';
  /** Name of the index. */
  readonly indexName: string;
  /** Key of the object on which the index function failed; undefined if the error is not about an object. */
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

/** One value in use, and the slots of the objects that have it, in the order in which they got it. */
interface UsedValue {
  readonly value: string;
  readonly slots: Set<number>;
}

const noSlots: ReadonlySet<number> = new Set();

/**
 * One named index of an ObjectTable: its function, the slots by value, and the values by slot.
 *
 * Objects of one value share its UsedValue: a compact cache makes a new string each time an index function reads one.
 */
export class NamedIndex<T> {
  readonly name: string;
  readonly func: IndexFunc<T>;
  readonly #used = new Map<string, UsedValue>();
  readonly #values: (UsedValue | readonly UsedValue[] | undefined)[] = [];

  /** Reserves `slots` entries, the number of slots in the table: V8 makes an array sparse if it is filled out of order. */
  constructor(name: string, func: IndexFunc<T>, slots: number) {
    this.name = name;
    this.func = func;
    this.#values.length = slots;
  }

  /** Calls the index function. Throws IndexError if it throws or does not return an array of strings. */
  valuesOf(object: DeepReadonly<T>, key?: string): IndexValues {
    let values: readonly unknown[];
    try {
      values = this.func(object);
    } catch (error) {
      throw this.#failure(`failed: ${asError(error).message}`, key, error);
    }
    if (!Array.isArray(values))
      throw this.#failure(`must return an array of strings, got ${returnedType(values)}`, key);
    if (values.length === 1) {
      const value: unknown = values[0];
      if (typeof value === 'string') return value;
    }
    for (const value of values) {
      if (typeof value !== 'string')
        throw this.#failure(`must return an array of strings, one value is ${returnedType(value)}`, key);
    }
    // All are strings. A copy, because the function may change its array later.
    return [...values] as string[];
  }

  /** Enters the slot under these values instead of its earlier ones. With equal values it keeps its position. */
  set(slot: number, values: IndexValues): void {
    const old = this.#values[slot];
    if (old !== undefined) {
      if (equal(old, values)) return;
      this.delete(slot);
    }
    this.#values[slot] =
      typeof values === 'string'
        ? this.#enter(slot, values)
        : values.map((value) => this.#enter(slot, value));
  }

  /** Removes the slot from all its values. */
  delete(slot: number): void {
    const values = this.#values[slot];
    if (values === undefined) return;
    this.#values[slot] = undefined;
    if (isOne(values)) this.#leave(slot, values);
    else for (const used of values) this.#leave(slot, used);
  }

  /** The slots with this value, in the order in which they were entered. */
  slotsAt(value: string): ReadonlySet<number> {
    return this.#used.get(value)?.slots ?? noSlots;
  }

  /** All values in use. */
  values(): string[] {
    return Array.from(this.#used.keys());
  }

  /** Number of values in use. */
  get size(): number {
    return this.#used.size;
  }

  #enter(slot: number, value: string): UsedValue {
    let used = this.#used.get(value);
    if (used === undefined) {
      used = { value, slots: new Set() };
      this.#used.set(value, used);
    }
    used.slots.add(slot);
    return used;
  }

  #leave(slot: number, { value, slots }: UsedValue): void {
    slots.delete(slot);
    // Otherwise empty sets of short-lived values would accumulate (kubernetes/kubernetes#84959).
    if (slots.size === 0) this.#used.delete(value);
  }

  #failure(what: string, key: string | undefined, cause?: unknown): IndexError {
    const where = key === undefined ? '' : ` for object ${shownKey(key)}`;
    return new IndexError(`index function ${shownValue(this.name)} ${what}${where}`, this.name, {
      key,
      cause,
    });
  }
}

function equal(used: UsedValue | readonly UsedValue[], values: IndexValues): boolean {
  if (isOne(used) || typeof values === 'string') return isOne(used) && used.value === values;
  return used.length === values.length && used.every(({ value }, at) => value === values[at]);
}

function isOne(values: UsedValue | readonly UsedValue[]): values is UsedValue {
  return 'slots' in values;
}
