/** A map that forgets the entry that was not used for the longest time when it is full. */
export class LruMap<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Returns the value and marks it as used. */
  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  /** True if the key has this value; does not mark it as used. */
  has(key: K, value: V): boolean {
    return this.#entries.get(key) === value;
  }

  /** Adds an entry; returns the value that it displaced. */
  add(key: K, value: V): V | undefined {
    this.#entries.delete(key);
    let displaced: V | undefined;
    if (this.#entries.size >= this.#capacity) {
      for (const [oldest, entry] of this.#entries) {
        displaced = entry;
        this.#entries.delete(oldest);
        break;
      }
    }
    this.#entries.set(key, value);
    return displaced;
  }

  /** Removes an entry if it has this value. */
  remove(key: K, value: V): void {
    if (this.has(key, value)) this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  values(): IterableIterator<V> {
    return this.#entries.values();
  }
}
