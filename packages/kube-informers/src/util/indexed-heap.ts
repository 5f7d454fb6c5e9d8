/**
 * A binary heap whose items know their position, so that any of them can be moved or removed in O(log n).
 *
 * An item is in one heap at a time; only the heap writes `index`.
 */
export class IndexedHeap<E extends { index: number }> {
  readonly #less: (a: E, b: E) => boolean;
  readonly #items: E[] = [];

  /** `less` returns true if `a` comes before `b`; the order of equal items is undefined. */
  constructor(less: (a: E, b: E) => boolean) {
    this.#less = less;
  }

  get length(): number {
    return this.#items.length;
  }

  /** Returns the first item without removing it. */
  peek(): E | undefined {
    return this.#items[0];
  }

  add(item: E): void {
    item.index = this.#items.length;
    this.#items.push(item);
    this.#up(item);
  }

  /** Removes an item of the heap. */
  remove(item: E): void {
    const last = this.#items.pop();
    if (last === undefined || last === item) return;
    this.#place(last, item.index);
    this.reorder(last);
  }

  /** Restores the order after an item has changed. */
  reorder(item: E): void {
    this.#up(item);
    this.#down(item);
  }

  /** Returns all items, in no particular order. */
  list(): readonly E[] {
    return this.#items;
  }

  clear(): void {
    this.#items.length = 0;
  }

  #up(item: E): void {
    while (item.index > 0) {
      const at = item.index;
      const parent = this.#items[(at - 1) >> 1];
      if (parent === undefined || !this.#less(item, parent)) return;
      this.#place(item, parent.index);
      this.#place(parent, at);
    }
  }

  #down(item: E): void {
    for (;;) {
      const at = item.index;
      const left = this.#items[2 * at + 1];
      if (left === undefined) return;
      const right = this.#items[2 * at + 2];
      const child = right !== undefined && this.#less(right, left) ? right : left;
      if (!this.#less(child, item)) return;
      this.#place(item, child.index);
      this.#place(child, at);
    }
  }

  #place(item: E, index: number): void {
    this.#items[index] = item;
    item.index = index;
  }
}
