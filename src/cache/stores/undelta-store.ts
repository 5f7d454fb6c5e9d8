import type { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import { MemoryIndexer } from './indexer.js';
import type { KubernetesObject } from '../../meta/types.js';
import type { KeyFunc, Store } from '../types.js';
import { requireFunction } from '../../util/require.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** Called after each write with a new array of all objects (client-go's PushFunc). */
export type PushFunc<T> = (objects: DeepReadonly<T>[]) => void;

/**
 * A Store that passes its whole content, not single changes, to a function after each write (client-go's UndeltaStore).
 *
 * Every successful add, update, delete and replace calls `push` once; reads do not. If `push` throws, the write throws, but
 * it has been applied.
 */
export class UndeltaStore<T = KubernetesObject> implements Store<T> {
  readonly #store: Store<T>;
  readonly #push: PushFunc<T>;

  constructor(push: PushFunc<T>, keyFunc: KeyFunc<T>) {
    requireFunction('push of an UndeltaStore', push);
    this.#store = new MemoryIndexer({ keyFunc });
    this.#push = push;
  }

  add(object: T): void {
    this.#store.add(object);
    this.#push(this.list());
  }

  update(object: T): void {
    this.#store.update(object);
    this.#push(this.list());
  }

  delete(object: T | DeletedFinalStateUnknown<T>): void {
    this.#store.delete(object);
    this.#push(this.list());
  }

  replace(objects: readonly T[], resourceVersion: string): void {
    this.#store.replace(objects, resourceVersion);
    this.#push(this.list());
  }

  resync(): void {
    this.#store.resync();
  }

  /** Notes that the source has reached this resourceVersion. Does not call `push`, as the content is unchanged. */
  bookmark(resourceVersion: string): void {
    this.#store.bookmark?.(resourceVersion);
  }

  list(): DeepReadonly<T>[] {
    return this.#store.list();
  }

  listKeys(): string[] {
    return this.#store.listKeys();
  }

  get(object: DeepReadonly<T>): DeepReadonly<T> | undefined {
    return this.#store.get(object);
  }

  getByKey(key: string): DeepReadonly<T> | undefined {
    return this.#store.getByKey(key);
  }

  get resourceVersion(): string {
    return this.#store.resourceVersion;
  }

  get size(): number {
    return this.#store.size;
  }
}
