/** Returns the first index in [0, length) for which `test` holds, else `length`; `test` must be monotonic. */
export function lowerBound(length: number, test: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The keys of a table in etcd's order.
 *
 * Names are ASCII, so comparing strings equals comparing bytes. Inserting moves part of one array, which takes
 * microseconds for a hundred thousand keys; sorted input is appended.
 */
export class SortedKeys {
  readonly #keys: string[] = [];

  get values(): readonly string[] {
    return this.#keys;
  }

  /** Returns the position of the first key that is not less than `key`. */
  indexOf(key: string): number {
    if (key === '') return 0;
    return lowerBound(this.#keys.length, (index) => (this.#keys[index] ?? '') >= key);
  }

  /** Adds a new key. */
  add(key: string): void {
    const last = this.#keys[this.#keys.length - 1];
    if (last === undefined || last < key) this.#keys.push(key);
    else this.#keys.splice(this.indexOf(key), 0, key);
  }

  /** Removes an existing key. */
  remove(key: string): void {
    const index = this.indexOf(key);
    if (this.#keys[index] === key) this.#keys.splice(index, 1);
  }
}
