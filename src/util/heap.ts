import { requireFunction } from './require.js';
import type { OptionNames } from './known-options.js';
import { requireCall, requireKnownOptions } from './known-options.js';
import { KubeInformersError } from './errors.js';
import { raceSignal, throwIfAborted } from './signal.js';

/** Something was put into a closed heap, or nothing can come out of it any more. Code: `ERR_HEAP_CLOSED`. */
export class HeapClosedError extends KubeInformersError {
  override readonly name = 'HeapClosedError';

  constructor() {
    super('ERR_HEAP_CLOSED', 'the heap is closed');
  }
}

interface Entry<T> {
  readonly key: string;
  item: T;
  index: number;
}

/** What a `Heap` is ordered by. */
export interface HeapOptions<T> {
  /** The identity of an item: of one key there is one item. May throw; what it throws comes out of the call. */
  readonly keyFunc: (item: T) => string;
  /** True when `a` must come out before `b`. Items that are equal come out in any order. */
  readonly less: (a: T, b: T) => boolean;
}

const heapOptionNames: OptionNames<HeapOptions<unknown>> = { keyFunc: true, less: true };

/**
 * cache.Heap: a priority queue whose items have keys, so that one that waits can be replaced, looked up and taken out.
 * Adding, replacing, deleting and popping take O(log n).
 */
export class Heap<T> implements Disposable {
  readonly #keyFunc: (item: T) => string;
  readonly #less: (a: T, b: T) => boolean;
  readonly #entries = new Map<string, Entry<T>>();
  readonly #heap: Entry<T>[] = [];
  readonly #waiters = new Set<() => void>();
  #closed = false;

  constructor(options: HeapOptions<T>) {
    requireKnownOptions('a Heap', options, heapOptionNames);
    const { keyFunc, less } = options;
    requireFunction('keyFunc of a Heap', keyFunc);
    requireFunction('less of a Heap', less);
    this.#keyFunc = keyFunc;
    this.#less = less;
  }

  /** Items waiting. */
  get length(): number {
    return this.#heap.length;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Puts an item in; one of the same key is replaced, and moves to its new place. Throws HeapClosedError. */
  add(item: T): void {
    this.#refuseClosed();
    this.#put(this.#keyFunc(item), item);
    this.#wake();
  }

  /**
   * Puts all of them in before anybody who waits in `pop` gets one. Throws HeapClosedError; what the key function throws
   * leaves in what came before.
   */
  addAll(items: Iterable<T>): void {
    this.#refuseClosed();
    try {
      for (const item of items) this.#put(this.#keyFunc(item), item);
    } finally {
      this.#wake();
    }
  }

  /** Puts an item in unless there is one of its key; says whether it did. Throws HeapClosedError. */
  addIfAbsent(item: T): boolean {
    this.#refuseClosed();
    const key = this.#keyFunc(item);
    if (this.#entries.has(key)) return false;
    this.#put(key, item);
    this.#wake();
    return true;
  }

  /** Takes the item of this key out; false when there is none. */
  delete(key: string): boolean {
    const entry = this.#entries.get(key);
    if (entry === undefined) return false;
    this.#remove(entry);
    return true;
  }

  /** The item of this key, which stays. */
  get(key: string): T | undefined {
    return this.#entries.get(key)?.item;
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /** The first item, which stays; undefined when there is none. */
  peek(): T | undefined {
    return this.#heap[0]?.item;
  }

  /** Takes the first item out; undefined when there is none. */
  tryPop(): T | undefined {
    const first = this.#heap[0];
    if (first === undefined) return undefined;
    this.#remove(first);
    return first.item;
  }

  /**
   * Takes the first item out, and waits for one when there is none. What was in a heap when it was closed still comes
   * out. Rejects with HeapClosedError when nothing can come any more, and with `signal.reason`.
   */
  async pop(call: { readonly signal?: AbortSignal | undefined } = {}): Promise<T> {
    requireCall('pop of a Heap', call);
    const { signal } = call;
    throwIfAborted(signal);
    while (this.#heap.length === 0) {
      if (this.#closed) throw new HeapClosedError();
      await this.#nextWake(signal);
    }
    // The heap is not empty, so what comes out is an item.
    return this.tryPop() as T;
  }

  /** Nothing is accepted any more. Calling it again does nothing. */
  close(): void {
    this.#closed = true;
    this.#wake();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** All items, in no order. */
  list(): T[] {
    return this.#heap.map((entry) => entry.item);
  }

  /** All keys, in no order. */
  keys(): string[] {
    return [...this.#entries.keys()];
  }

  #refuseClosed(): void {
    if (this.#closed) throw new HeapClosedError();
  }

  async #nextWake(signal: AbortSignal | undefined): Promise<void> {
    let waiter = (): void => undefined;
    const woken = new Promise<void>((resolve) => {
      waiter = resolve;
    });
    this.#waiters.add(waiter);
    try {
      await raceSignal(woken, signal);
    } finally {
      this.#waiters.delete(waiter);
    }
  }

  #wake(): void {
    // Whoever runs too late waits again.
    for (const waiter of this.#waiters) waiter();
  }

  #put(key: string, item: T): void {
    const known = this.#entries.get(key);
    if (known !== undefined) {
      known.item = item;
      this.#settle(known);
      return;
    }
    const entry: Entry<T> = { key, item, index: this.#heap.length };
    this.#entries.set(key, entry);
    this.#heap.push(entry);
    this.#up(entry);
  }

  #remove(entry: Entry<T>): void {
    this.#entries.delete(entry.key);
    const last = this.#heap.pop();
    if (last === undefined || last === entry) return;
    this.#place(last, entry.index);
    this.#settle(last);
  }

  /** Moves an entry whose item has changed, or that stands in for another, to where it belongs. */
  #settle(entry: Entry<T>): void {
    this.#up(entry);
    this.#down(entry);
  }

  #up(entry: Entry<T>): void {
    while (entry.index > 0) {
      const at = entry.index;
      const parent = this.#heap[(at - 1) >> 1];
      if (parent === undefined || !this.#less(entry.item, parent.item)) return;
      this.#place(entry, parent.index);
      this.#place(parent, at);
    }
  }

  #down(entry: Entry<T>): void {
    for (;;) {
      const at = entry.index;
      const left = this.#heap[2 * at + 1];
      if (left === undefined) return;
      const right = this.#heap[2 * at + 2];
      const child = right !== undefined && this.#less(right.item, left.item) ? right : left;
      if (!this.#less(child.item, entry.item)) return;
      this.#place(entry, child.index);
      this.#place(child, at);
    }
  }

  #place(entry: Entry<T>, index: number): void {
    this.#heap[index] = entry;
    entry.index = index;
  }
}
