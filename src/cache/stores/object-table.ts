import { finishSteps, stepsOverEach } from '../../util/steps.js';
import { NamedIndex } from './named-index.js';
import type { IndexValues } from './named-index.js';
import type { Indexers } from '../types.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/**
 * What a MemoryIndexer holds: objects by key, in the order in which their keys came, and the indexes over them.
 *
 * Each key has a slot, an index into arrays; slots of removed keys are used again. One Map finds the slot, and everything else
 * is in arrays, since a Map takes 28 to 56 bytes per entry and an array 8.
 *
 * An index remembers the values that an object was entered under. An object therefore leaves exactly the sets that it
 * entered, even when someone changed it meanwhile, and index functions run once for each write.
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

  /** The objects with this value, in the order in which they came to it. */
  objectsAt(index: NamedIndex<T>, value: string): DeepReadonly<T>[] {
    const slots = index.slotsAt(value);
    return pick(this.#objects, slots, slots.size);
  }

  /** The keys of the objects with this value, in the order in which they came to it. */
  keysAt(index: NamedIndex<T>, value: string): string[] {
    const slots = index.slotsAt(value);
    return pick(this.#keys, slots, slots.size);
  }

  get indexes(): readonly NamedIndex<T>[] {
    return this.#indexes;
  }

  /** Adds indexes, each with everything that is held. Throws IndexError when a function fails; then none was added. */
  addIndexes(indexers: Indexers<T>): void {
    finishSteps(this.addIndexesInSteps(indexers, Infinity));
  }

  /** `addIndexes` in steps, for a table that is not written to meanwhile. */
  *addIndexesInSteps(indexers: Indexers<T>, perStep: number): Generator<undefined, void, void> {
    const slots = this.#keys.length;
    const added = Object.entries(indexers).map(([name, func]) => new NamedIndex(name, func, slots));
    yield* stepsOverEach(this.listKeys(), perStep, (key) => {
      const slot = this.#slots.get(key) as number;
      const object = this.#objects[slot] as DeepReadonly<T>;
      for (const index of added) index.set(slot, index.valuesOf(object, key));
    });
    this.#indexes = [...this.#indexes, ...added];
  }

  /**
   * Holds the object under its key and in every index; returns the object that it replaces. Throws IndexError when an
   * index function fails; then nothing has changed.
   */
  put(newKey: string, object: DeepReadonly<T>): DeepReadonly<T> | undefined {
    const key = flat(newKey);
    const indexes = this.#indexes;
    // All values first: an index function that throws then finds nothing changed.
    const values: IndexValues[] = [];
    for (const index of indexes) values.push(index.valuesOf(object, key));
    const slot = this.#slots.get(key) ?? this.#newSlot(key);
    const previous = this.#objects[slot];
    this.#objects[slot] = object;
    // `values` has one entry per index.
    for (let i = 0; i < indexes.length; i++)
      (indexes[i] as NamedIndex<T>).set(slot, values[i] as IndexValues);
    return previous;
  }

  /** Takes out what is under the key, from every index too; returns it, or undefined when there was nothing. */
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

/** The values at `count` slots, none of which is free. */
function pick<V>(values: readonly (V | undefined)[], slots: Iterable<number>, count: number): V[] {
  const picked: V[] = [];
  // Allocates once: an array that grows with each value is slower to fill.
  picked.length = count;
  let at = 0;
  for (const slot of slots) picked[at++] = values[slot] as V;
  return picked;
}

/**
 * The same key as one flat string. V8 keeps a key that was just concatenated in two parts, and hashes and compares it
 * slowly in every Map: an update then takes 1.4 times as long. Reading a character flattens it.
 */
function flat(key: string): string {
  return key.charCodeAt(0) === 0 ? key.slice(0) : key;
}
