import { finishSteps, stepsOverEach } from '../../util/steps.js';
import { NamedIndex } from './named-index.js';
import type { IndexValues } from './named-index.js';
import type { Indexers } from '../types.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

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

  /** Adds indexes and builds them. If a function fails, throws IndexError and adds no index. */
  addIndexes(indexers: Indexers<T>): void {
    const definitions = Object.entries(indexers).map(([name, func]) => ({ name, func }));
    finishSteps(this.addIndexesInSteps(definitions, Infinity));
  }

  /** Does `addIndexes` in steps, also for the indexes of another table. The table must not be written to meanwhile. */
  *addIndexesInSteps(
    definitions: readonly Pick<NamedIndex<T>, 'name' | 'func'>[],
    perStep: number,
  ): Generator<undefined, void, void> {
    const slots = this.#keys.length;
    const added = definitions.map(({ name, func }) => new NamedIndex(name, func, slots));
    yield* stepsOverEach(this.listKeys(), perStep, (key) => {
      const slot = this.#slots.get(key) as number;
      const object = this.#objects[slot] as DeepReadonly<T>;
      for (const index of added) index.set(slot, index.valuesOf(object, key));
    });
    this.#indexes = [...this.#indexes, ...added];
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
