import { finishSteps, stepsOverEach } from '../../util/steps.js';
import { NamedIndex } from './named-index.js';
import type { IndexValues } from './named-index.js';
import type { Indexers } from '../types.js';

/**
 * What a MemoryIndexer holds: objects by key, in the order in which their keys came, and the indexes over them.
 *
 * An index remembers the values that an object was entered under. An object therefore leaves exactly the sets that it
 * entered, even when someone changed it meanwhile, and index functions run once for each write.
 */
export class ObjectTable<T> {
  readonly #objects = new Map<string, T>();
  #indexes: readonly NamedIndex<T>[] = [];

  get size(): number {
    return this.#objects.size;
  }

  list(): T[] {
    return Array.from(this.#objects.values());
  }

  listKeys(): string[] {
    return Array.from(this.#objects.keys());
  }

  get(key: string): T | undefined {
    return this.#objects.get(key);
  }

  /** The objects with this value, in the order in which they came to it. */
  objectsAt(index: NamedIndex<T>, value: string): T[] {
    const objects: T[] = [];
    // A key in an index is a key of the table.
    for (const key of index.keysAt(value)) objects.push(this.#objects.get(key) as T);
    return objects;
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
    const added = Object.entries(indexers).map(([name, func]) => new NamedIndex(name, func));
    yield* stepsOverEach(this.listKeys(), perStep, (key) => {
      const object = this.#objects.get(key) as T;
      for (const index of added) index.set(key, index.valuesOf(object, key));
    });
    this.#indexes = [...this.#indexes, ...added];
  }

  /**
   * Holds the object under its key and in every index; returns the object that it replaces. Throws IndexError when an
   * index function fails; then nothing has changed.
   */
  put(newKey: string, object: T): T | undefined {
    const key = flat(newKey);
    const indexes = this.#indexes;
    // All values first: an index function that throws then finds nothing changed.
    const values: IndexValues[] = [];
    for (const index of indexes) values.push(index.valuesOf(object, key));
    const previous = this.#objects.get(key);
    this.#objects.set(key, object);
    // `values` has one entry per index.
    for (let i = 0; i < indexes.length; i++) (indexes[i] as NamedIndex<T>).set(key, values[i] as IndexValues);
    return previous;
  }

  /** Takes out what is under the key, from every index too; returns it, or undefined when there was nothing. */
  remove(key: string): T | undefined {
    const removed = this.#objects.get(key);
    if (!this.#objects.delete(key)) return undefined;
    for (const index of this.#indexes) index.delete(key);
    return removed;
  }
}

/**
 * The same key as one flat string. V8 keeps a key that was just concatenated in two parts, and hashes and compares it
 * slowly in every Map: an update then takes 1.4 times as long. Reading a character flattens it.
 */
function flat(key: string): string {
  return key.charCodeAt(0) === 0 ? key.slice(0) : key;
}
