import { finishSteps, stepsOver } from '../../util/steps.js';
import { NamedIndex } from './named-index.js';
import type { IndexValues } from './named-index.js';
import type { Indexers } from '../types.js';

/** Stands where an object was; in no list that is handed out. */
const hole = Symbol('kube-informers: hole');
/** Slots that one write looks at while holes are closed: eight times as fast as a pass can become due again. */
const slotsPerWrite = 8;
/** Fewer holes than these are not worth a pass. */
const leastHoles = 16;
const none = -1;

/**
 * What a MemoryIndexer holds: objects by key, in slots numbered in the order in which their keys came, and indexes, which
 * know slots alone.
 *
 * What is deleted leaves a hole. Once there are more holes than objects, each write closes a few of them, so that none
 * takes long. An index remembers the lists that a slot is in, so an object leaves exactly the lists that it entered, even
 * when someone changed it meanwhile, and its index functions run once for each write.
 */
export class ObjectTable<T> {
  readonly #slots = new Map<string, number>();
  readonly #keys: string[] = [];
  readonly #objects: (T | typeof hole)[] = [];
  /** From `#to` to `#from` are holes alone; what comes behind them moves down. `#from` is `none` while no pass is under way. */
  #to = 0;
  #from = none;
  #indexes: readonly NamedIndex<T>[] = [];
  /** The array that the last `put` had its values in; undefined while one is under way, which an index function may be in. */
  #spare: IndexValues[] | undefined;

  get size(): number {
    return this.#slots.size;
  }

  /** Slots that are not in use. */
  get holes(): number {
    return this.#objects.length - this.#slots.size;
  }

  /** Every object, in the order in which their keys came. */
  list(): T[] {
    // A copy of everything is many times as fast as a walk.
    if (this.holes === 0) return this.#objects.slice() as T[];
    // An array that grows asks the system for its memory again and again, which takes three times as long as the walk.
    const objects: T[] = [];
    objects.length = this.size;
    let count = 0;
    for (const object of this.#objects) if (object !== hole) objects[count++] = object;
    return objects;
  }

  /** Every key, in the order in which they came. */
  listKeys(): string[] {
    if (this.holes === 0) return this.#keys.slice();
    const keys: string[] = [];
    for (const [slot, key] of this.#keys.entries()) if (this.#objects[slot] !== hole) keys.push(key);
    return keys;
  }

  /** The objects with this value, in the order in which they came to it. */
  objectsAt(index: NamedIndex<T>, value: string): T[] {
    // No hole is in an index.
    return index.slots.collect(value, this.#objects as T[]);
  }

  /** The keys of the objects with this value, in the order in which they came to it. */
  keysAt(index: NamedIndex<T>, value: string): string[] {
    return index.slots.collect(value, this.#keys);
  }

  get(key: string): T | undefined {
    const slot = this.#slots.get(flat(key));
    return slot === undefined ? undefined : (this.#objects[slot] as T);
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
          const object = this.#objects[slot] as T | typeof hole;
          if (object !== hole) index.slots.set(slot, index.valuesOf(object, this.#keys[slot]));
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
    let slot = this.#slots.get(flat(key));
    let previous: T | undefined;
    if (slot === undefined) {
      slot = this.#objects.push(object) - 1;
      this.#keys.push(key);
      this.#slots.set(key, slot);
    } else {
      previous = this.#objects[slot] as T;
      this.#objects[slot] = object;
    }
    for (let i = 0; i < indexes.length; i++)
      (indexes[i] as NamedIndex<T>).slots.set(slot, values[i] as IndexValues);
    this.#spare = values;
    if (this.#from !== none) this.#closeHoles();
    return previous;
  }

  /** Takes out what is under the key, from every index too; returns it, undefined when there was nothing. */
  remove(key: string): T | undefined {
    const slot = this.#slots.get(flat(key));
    if (slot === undefined) return undefined;
    const removed = this.#objects[slot] as T;
    for (const index of this.#indexes) index.slots.leave(slot);
    this.#slots.delete(key);
    this.#objects[slot] = hole;
    this.#keys[slot] = '';
    const { size, holes } = this;
    if (size === 0) this.#cut(0);
    else if (this.#from !== none) this.#closeHoles();
    else if (holes > size && holes >= leastHoles) this.#from = this.#to = 0;
    return removed;
  }

  #closeHoles(): void {
    const objects = this.#objects;
    const end = Math.min(this.#from + slotsPerWrite, objects.length);
    for (let from = this.#from; from < end; from++) {
      const object = objects[from] as T | typeof hole;
      if (object === hole) continue;
      const to = this.#to++;
      if (to < from) this.#move(from, to, object);
    }
    if (end === objects.length) this.#cut(this.#to);
    else this.#from = end;
  }

  #move(from: number, to: number, object: T): void {
    // What is no hole has a key.
    const key = this.#keys[from] as string;
    this.#objects[to] = object;
    this.#keys[to] = key;
    this.#objects[from] = hole;
    this.#keys[from] = '';
    this.#slots.set(key, to);
    for (const index of this.#indexes) index.slots.renumber(from, to);
  }

  /** Leaves no slot from here on; they are holes. Ends the pass. */
  #cut(length: number): void {
    this.#objects.length = length;
    this.#keys.length = length;
    for (const index of this.#indexes) index.slots.trim(length);
    this.#from = none;
  }
}

/**
 * The same key, as one string. To V8 a key that was just put together is still two, which it hashes and compares in its
 * slow ways: an update takes a quarter longer. Reading a letter joins them, if what is done next depends on the letter.
 */
function flat(key: string): string {
  return key.charCodeAt(0) === 0 ? key.slice(0) : key;
}
