import type { IndexFunc } from '../types.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';
import { shownKey, shownValue } from '../../util/shown.js';
import { KubeInformersError, asError } from '../../util/errors.js';
import { returnedType } from '../../util/require.js';

/**
 * The data of a MemoryIndexer: objects by key, in the order in which their keys were added, and their indexes.
 *
 * Each key has a slot, an index into arrays; slots of removed keys are reused. One Map finds the slot, and everything else is
 * in arrays, because a Map takes 28 to 56 bytes for each entry and an array 8.
 *
 * An index stores the values of each object. So an object is removed from exactly the sets to which it was added, even if
 * other code has changed it meanwhile, and index functions run once for each write.
 */
export class ObjectTable<T> {
  readonly #slots = new Map<string, number>();
  // By slot; undefined if the slot is free.
  readonly #keys: (string | undefined)[] = [];
  readonly #objects: (DeepReadonly<T> | undefined)[] = [];
  readonly #free: number[] = [];
  #indexes: readonly NamedIndex<T>[] = [];

  get size(): number {
    return this.#slots.size;
  }

  list(): DeepReadonly<T>[] {
    return pick(this.#objects, this.#slots.values(), this.size);
  }

  listKeys(): string[] {
    return Array.from(this.#slots.keys());
  }

  get(key: string): DeepReadonly<T> | undefined {
    const slot = this.#slots.get(key);
    return slot === undefined ? undefined : this.#objects[slot];
  }

  /** The objects with this value, in the order in which they got it. */
  objectsAt(index: NamedIndex<T>, value: string): DeepReadonly<T>[] {
    const slots = index.slotsAt(value);
    return pick(this.#objects, slots, slots.size);
  }

  /** The keys of the objects with this value, in the order in which they got it. */
  keysAt(index: NamedIndex<T>, value: string): string[] {
    const slots = index.slotsAt(value);
    return pick(this.#keys, slots, slots.size);
  }

  get indexes(): readonly NamedIndex<T>[] {
    return this.#indexes;
  }

  /** Builds indexes of the stored objects, for `attach`. Throws IndexError if a function fails. */
  buildIndexes(definitions: readonly IndexDefinition[]): readonly NamedIndex<T>[] {
    const built = definitions.map(({ name, func }) => new NamedIndex<T>(name, func, this.#keys.length));
    for (const [key, slot] of this.#slots) {
      const object = this.#objects[slot] as DeepReadonly<T>;
      for (const index of built) index.set(slot, index.valuesOf(object, key));
    }
    return built;
  }

  /** Adds indexes that were built for the present content. */
  attach(built: readonly NamedIndex<T>[]): void {
    this.#indexes = [...this.#indexes, ...built];
  }

  /**
   * Stores the object under its key and in every index; returns the object that it replaces. Throws IndexError, and changes
   * nothing, if an index function fails.
   */
  put(newKey: string, object: DeepReadonly<T>): DeepReadonly<T> | undefined {
    const key = flat(newKey);
    const indexes = this.#indexes;
    // All values are computed first, so that nothing has changed if an index function throws.
    const values: IndexValues[] = [];
    for (const index of indexes) values.push(index.valuesOf(object, key));
    const slot = this.#slots.get(key) ?? this.#newSlot(key);
    const previous = this.#objects[slot];
    this.#objects[slot] = object;
    // `values` has one entry for each index.
    for (let i = 0; i < indexes.length; i++)
      (indexes[i] as NamedIndex<T>).set(slot, values[i] as IndexValues);
    return previous;
  }

  /** Removes and returns the object under the key, from every index too; undefined if there was no object. */
  remove(key: string): DeepReadonly<T> | undefined {
    const slot = this.#slots.get(key);
    if (slot === undefined) return undefined;
    const removed = this.#objects[slot];
    this.#slots.delete(key);
    this.#keys[slot] = undefined;
    this.#objects[slot] = undefined;
    this.#free.push(slot);
    for (const index of this.#indexes) index.delete(slot);
    return removed;
  }

  #newSlot(key: string): number {
    const slot = this.#free.pop() ?? this.#keys.length;
    this.#slots.set(key, slot);
    this.#keys[slot] = key;
    return slot;
  }
}

/** Returns the values at `count` slots, all of which must be in use. */
function pick<V>(values: readonly (V | undefined)[], slots: Iterable<number>, count: number): V[] {
  const picked: V[] = [];
  // One allocation: an array that grows with each value is slower.
  picked.length = count;
  let at = 0;
  for (const slot of slots) picked[at++] = values[slot] as V;
  return picked;
}

/**
 * Returns the key as one flat string. V8 keeps a concatenated string in two parts, which every Map hashes and compares slowly:
 * an update then takes 1.4 times as long. Reading a character flattens it.
 */
function flat(key: string): string {
  return key.charCodeAt(0) === 0 ? key.slice(0) : key;
}

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

  /** Creates the error of an index function that failed, or of an index that does not exist. */
  constructor(
    message: string,
    indexName: string,
    details: {
      /** Key of the object on which the index function failed. */
      readonly key?: string | undefined;
      /** What the index function threw. */
      readonly cause?: unknown;
    } = {},
  ) {
    super('ERR_INDEX', message, { cause: details.cause });
    this.indexName = indexName;
    this.key = details.key;
  }
}

/** The name of an index and its function, not of T: see `NamedIndex.func`. */
export type IndexDefinition = Pick<NamedIndex<unknown>, 'name' | 'func'>;

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
  /** Not of T: whether caches of different types can be assigned to each other would depend on the order of files. */
  readonly func: IndexFunc<never>;
  readonly #used = new Map<string, UsedValue>();
  readonly #values: (UsedValue | readonly UsedValue[] | undefined)[] = [];

  /** Reserves `slots` entries, the number of slots in the table: V8 makes an array sparse if it is filled out of order. */
  constructor(name: string, func: IndexFunc<never>, slots: number) {
    this.name = name;
    this.func = func;
    this.#values.length = slots;
  }

  /** Calls the index function. Throws IndexError if it throws or does not return an array of strings. */
  valuesOf(object: DeepReadonly<T>, key?: string): IndexValues {
    let values: readonly unknown[];
    try {
      values = this.func(object as never);
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
