const initialCapacity = 16;
// A larger ring is released when it becomes empty, so that one flood does not retain its memory.
const keptCapacity = 1024;

/**
 * A first-in, first-out queue: `push` and `shift` are amortised O(1) at any length, unlike `Array.shift`.
 *
 * It does not retain shifted values, and releases its memory when it becomes empty after a flood.
 */
export class RingQueue<T> implements Iterable<T> {
  // The capacity is a power of two, so that positions can be masked.
  #ring: (T | undefined)[] = emptyRing(initialCapacity);
  #head = 0;
  #length = 0;

  /** Number of values in the queue. */
  get length(): number {
    return this.#length;
  }

  /** Appends a value. */
  push(value: T): void {
    if (this.#length === this.#ring.length) this.#grow();
    this.#ring[(this.#head + this.#length) & (this.#ring.length - 1)] = value;
    this.#length++;
  }

  /** Removes and returns the oldest value; undefined if the queue is empty. */
  shift(): T | undefined {
    if (this.#length === 0) return undefined;
    const value = this.#ring[this.#head];
    this.#ring[this.#head] = undefined;
    this.#head = (this.#head + 1) & (this.#ring.length - 1);
    this.#length--;
    if (this.#length === 0 && this.#ring.length > keptCapacity) this.clear();
    return value;
  }

  /** Returns the value at a position, 0 being the oldest; undefined outside the queue. */
  at(index: number): T | undefined {
    if (index < 0 || index >= this.#length) return undefined;
    return this.#ring[(this.#head + index) & (this.#ring.length - 1)];
  }

  /** Removes all values. */
  clear(): void {
    this.#ring = emptyRing(initialCapacity);
    this.#head = 0;
    this.#length = 0;
  }

  /** Iterates from the oldest to the newest value. Do not push or shift during the iteration. */
  *[Symbol.iterator](): Iterator<T> {
    for (let index = 0; index < this.#length; index++) {
      // The index is within the queue, so the value was pushed.
      yield this.at(index) as T;
    }
  }

  #grow(): void {
    // Copies whole parts: copying 262,144 values one by one took 50 ms.
    const ring = this.#ring.slice(this.#head).concat(this.#ring.slice(0, this.#head));
    ring.length *= 2;
    this.#ring = ring;
    this.#head = 0;
  }
}

function emptyRing<T>(capacity: number): (T | undefined)[] {
  const ring = Array.from<T | undefined>({ length: capacity / 2 });
  // Holes from the start, as in a ring that has grown: V8 reads arrays of two kinds in one place half as fast.
  ring.length = capacity;
  return ring;
}
