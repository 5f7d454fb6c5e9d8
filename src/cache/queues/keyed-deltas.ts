import type { Delta, DeltaKeys } from '../types.js';

/** An array above this is given back when it runs empty, so that one flood does not keep its memory for ever. */
const keptLength = 2048;

/**
 * Deltas in the order in which they came, each with its key: the first in is the first out, at any length in amortised O(1).
 *
 * One array with a key and a delta in turn, read from its head: an event costs 3 to 5 % less than with two rings.
 * Keeps no reference to what was taken out.
 */
export class KeyedDeltas<T> {
  #values: (DeltaKeys | Delta<T>)[] = [];
  #head = 0;
  #tail = 0;

  get length(): number {
    return (this.#tail - this.#head) / 2;
  }

  push(keys: DeltaKeys, delta: Delta<T>): void {
    if (this.#tail === this.#values.length && this.#head > this.#tail / 2) this.#moveToStart();
    const tail = this.#tail;
    this.#values[tail] = keys;
    this.#values[tail + 1] = delta;
    this.#tail = tail + 2;
  }

  /** Takes the oldest delta out; undefined when there is none. */
  shift(): Delta<T> | undefined {
    const head = this.#head;
    if (head === this.#tail) return undefined;
    const values = this.#values;
    const delta = values[head + 1] as Delta<T>;
    values[head] = undefined;
    values[head + 1] = undefined;
    this.#head = head + 2;
    if (this.#head === this.#tail) this.#rest();
    return delta;
  }

  /** The delta at a place counted from the oldest, 0, which must be one of the `length` there are. */
  at(index: number): Delta<T> {
    return this.#values[this.#head + 2 * index + 1] as Delta<T>;
  }

  /** The key of the delta at this place; of what is about the whole store: the keys of its objects, or nothing. */
  keysAt(index: number): DeltaKeys {
    return this.#values[this.#head + 2 * index] as DeltaKeys;
  }

  /** More than half was taken out, so that each delta is moved once at most for each that was. */
  #moveToStart(): void {
    this.#values = this.#values.slice(this.#head, this.#tail);
    this.#tail -= this.#head;
    this.#head = 0;
  }

  #rest(): void {
    this.#head = 0;
    this.#tail = 0;
    if (this.#values.length > keptLength) this.#values = [];
  }
}
