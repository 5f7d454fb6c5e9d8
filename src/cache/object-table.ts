import { finishSteps, stepsOver } from '../util/steps.js';
import { NamedIndex } from './named-index.js';
import type { IndexValues } from './named-index.js';
import type { Indexers } from './types.js';

/**
 * What a MemoryIndexer holds: objects by key, in slots numbered from 0 without gaps, and indexes, which know slots alone.
 *
 * What is deleted leaves its slot to the last one. An index remembers the lists that a slot is in, so an object leaves
 * exactly the lists that it entered, even when someone changed it meanwhile, and its index functions run once for each write.
 */
export class ObjectTable<T> {
  readonly #slots = new Map<string, number>();
  readonly #keys: string[] = [];
  readonly #objects: T[] = [];
  /** True while slots are in the order in which keys came. */
  #inOrder = true;
  #indexes: readonly NamedIndex<T>[] = [];
  /** The array that the last `put` had its values in; undefined while one is under way, which an index function may be in. */
  #spare: IndexValues[] | undefined;

  get size(): number {
    return this.#objects.length;
  }

  /** Every object, in the order in which their keys came. */
  list(): T[] {
    if (this.#inOrder) return this.#objects.slice();
    const objects: T[] = [];
    // Each is the slot of an object.
    for (const slot of this.#slots.values()) objects.push(this.#objects[slot] as T);
    return objects;
  }

  /** Every key, in the order in which they came. */
  listKeys(): string[] {
    return this.#inOrder ? this.#keys.slice() : Array.from(this.#slots.keys());
  }

  /** The objects with this value, in the order in which they came to it. */
  objectsAt(index: NamedIndex<T>, value: string): T[] {
    return index.slots.collect(value, this.#objects);
  }

  /** The keys of the objects with this value, in the order in which they came to it. */
  keysAt(index: NamedIndex<T>, value: string): string[] {
    return index.slots.collect(value, this.#keys);
  }

  get(key: string): T | undefined {
    const slot = this.#slots.get(key);
    return slot === undefined ? undefined : this.#objects[slot];
  }

  get indexes(): readonly NamedIndex<T>[] {
    return this.#indexes;
  }

  /** Adds indexes, each with everything that is held. Throws IndexError when one fails; then none was added. */
  addIndexes(indexers: Indexers<T>): void {
    finishSteps(this.addIndexesInSteps(indexers, Infinity));
  }

  /** `addIndexes` in steps, for a table that nobody writes to meanwhile. */
  *addIndexesInSteps(indexers: Indexers<T>, perStep: number): Generator<undefined, void, void> {
    const added: NamedIndex<T>[] = [];
    for (const [name, func] of Object.entries(indexers)) {
      const index = new NamedIndex(name, func);
      yield* stepsOver(this.#objects.length, perStep, (from, end) => {
        for (let slot = from; slot < end; slot++) {
          // Both arrays have every slot.
          index.slots.set(slot, index.valuesOf(this.#objects[slot] as T, this.#keys[slot]));
        }
      });
      added.push(index);
    }
    this.#indexes = [...this.#indexes, ...added];
  }

  /**
   * Holds the object under its key and in every index; returns what it takes the place of. Throws IndexError when an
   * index function fails; then nothing has changed.
   */
  put(key: string, object: T): T | undefined {
    const indexes = this.#indexes;
    // All values first: an index function that throws then finds nothing changed.
    const values = this.#spare ?? [];
    this.#spare = undefined;
    for (let i = 0; i < indexes.length; i++) values[i] = (indexes[i] as NamedIndex<T>).valuesOf(object, key);
    let slot = this.#slots.get(key);
    let previous: T | undefined;
    if (slot === undefined) {
      slot = this.#objects.push(object) - 1;
      this.#keys.push(key);
      this.#slots.set(key, slot);
    } else {
      previous = this.#objects[slot];
      this.#objects[slot] = object;
    }
    for (let i = 0; i < indexes.length; i++)
      (indexes[i] as NamedIndex<T>).slots.set(slot, values[i] as IndexValues);
    this.#spare = values;
    return previous;
  }

  /** Takes out what is under the key, from every index too; returns it, undefined when there was nothing. */
  remove(key: string): T | undefined {
    const slot = this.#slots.get(key);
    if (slot === undefined) return undefined;
    const removed = this.#objects[slot];
    for (const index of this.#indexes) index.slots.remove(slot, this.#objects.length - 1);
    this.#slots.delete(key);
    // The table is not empty.
    const lastKey = this.#keys.pop() as string;
    const lastObject = this.#objects.pop() as T;
    if (slot === this.#objects.length) {
      if (slot === 0) this.#inOrder = true;
      return removed;
    }
    this.#inOrder = false;
    this.#keys[slot] = lastKey;
    this.#objects[slot] = lastObject;
    this.#slots.set(lastKey, slot);
    return removed;
  }
}
