import { requireFunction, requireIterable } from './require.js';
import type { OptionNames } from './known-options.js';
import { requireCall, requireKnownOptions } from './known-options.js';
import { KubeInformersError } from './errors.js';
import { IndexedHeap } from './indexed-heap.js';
import { raceSignal, throwIfAborted } from './signal.js';

/** An item was added to a closed heap, or a closed heap is empty. Code: `ERR_HEAP_CLOSED`. */
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

/** Options of a `Heap`. */
export interface HeapOptions<T> {
  /** Returns the identity of an item; the heap contains one item per key. Its errors are passed on. */
  readonly keyFunc: (item: T) => string;
  /** True if `a` must be popped before `b`. The order of equal items is undefined. */
  readonly less: (a: T, b: T) => boolean;
}

const heapOptionNames: OptionNames<HeapOptions<unknown>> = { keyFunc: true, less: true };

/**
 * A priority queue with keys (client-go's cache.Heap): items can be replaced, looked up and deleted.
 *
 * Adding, replacing, deleting and popping take O(log n).
 */
export class Heap<T> implements Disposable {
  readonly #keyFunc: (item: T) => string;
  readonly #entries = new Map<string, Entry<T>>();
  readonly #heap: IndexedHeap<Entry<T>>;
  readonly #waiters = new Set<() => void>();
  #closed = false;

  constructor(options: HeapOptions<T>) {
    requireKnownOptions('a Heap', options, heapOptionNames);
    const { keyFunc, less } = options;
    requireFunction('keyFunc of a Heap', keyFunc);
    requireFunction('less of a Heap', less);
    this.#keyFunc = keyFunc;
    this.#heap = new IndexedHeap((a, b) => less(a.item, b.item));
  }

  /** Number of items. */
  get length(): number {
    return this.#heap.length;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Adds an item, or replaces and reorders the one with the same key. Throws HeapClosedError. */
  add(item: T): void {
    this.#refuseClosed();
    this.#put(this.#keyFunc(item), item);
    this.#wake();
  }

  /**
   * Adds all items before any pending `pop` resolves. Throws HeapClosedError.
   *
   * If the key function throws, earlier items stay added.
   */
  addAll(items: Iterable<T>): void {
    this.#refuseClosed();
    requireIterable('items of addAll', items);
    try {
      for (const item of items) this.#put(this.#keyFunc(item), item);
    } finally {
      this.#wake();
    }
  }

  /** Adds an item unless its key exists; returns whether it did. Throws HeapClosedError. */
  addIfAbsent(item: T): boolean {
    this.#refuseClosed();
    const key = this.#keyFunc(item);
    if (this.#entries.has(key)) return false;
    this.#put(key, item);
    this.#wake();
    return true;
  }

  /** Removes the item with this key; returns false if the key is unknown. */
  delete(key: string): boolean {
    const entry = this.#entries.get(key);
    if (entry === undefined) return false;
    this.#remove(entry);
    return true;
  }

  /** Returns the item with this key without removing it. */
  get(key: string): T | undefined {
    return this.#entries.get(key)?.item;
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /** Returns the first item without removing it; undefined if the heap is empty. */
  peek(): T | undefined {
    return this.#heap.peek()?.item;
  }

  /** Removes and returns the first item; undefined if the heap is empty. */
  tryPop(): T | undefined {
    const first = this.#heap.peek();
    if (first === undefined) return undefined;
    this.#remove(first);
    return first.item;
  }

  /**
   * Removes and returns the first item; waits for one if the heap is empty.
   *
   * The items of a closed heap can still be popped. Rejects with HeapClosedError if it is closed and empty, and with
   * `signal.reason`.
   */
  async pop(call: { readonly signal?: AbortSignal | undefined } = {}): Promise<T> {
    requireCall('pop of a Heap', call);
    const { signal } = call;
    throwIfAborted(signal);
    while (this.#heap.length === 0) {
      if (this.#closed) throw new HeapClosedError();
      await this.#nextWake(signal);
    }
    // The heap is not empty, so this is an item.
    return this.tryPop() as T;
  }

  /** Stops accepting items. Calling it again does nothing. */
  close(): void {
    this.#closed = true;
    this.#wake();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** Returns all items, in no particular order. */
  list(): T[] {
    return this.#heap.list().map((entry) => entry.item);
  }

  /** Returns all keys, in no particular order. */
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
    // Waiters that find the heap empty wait again.
    for (const waiter of this.#waiters) waiter();
  }

  #put(key: string, item: T): void {
    const known = this.#entries.get(key);
    if (known !== undefined) {
      known.item = item;
      this.#heap.settle(known);
      return;
    }
    const entry: Entry<T> = { key, item, index: -1 };
    this.#entries.set(key, entry);
    this.#heap.add(entry);
  }

  #remove(entry: Entry<T>): void {
    this.#entries.delete(entry.key);
    this.#heap.remove(entry);
  }
}
