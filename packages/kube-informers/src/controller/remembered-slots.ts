import type { KubernetesObject } from '../meta/types.js';
import type { DeepReadonly } from '../util/deep-readonly.js';

/** Number of deleted objects whose uids are remembered, about 2 MB: those of the last minutes of a large cluster. */
const maxDeleted = 10_000;

/** Number of keys below which none is looked for that has no work. */
const fewKeys = 1000;

/**
 * The slots of keys whose objects are not in the cache, such as those that were deleted.
 *
 * Holds the keys that have work and at most as many others (at least 1000), and the uids of 10,000 deleted objects.
 */
export class RememberedSlots {
  readonly #hasWork: (key: string) => boolean;
  readonly #slots = new Map<string, number>();
  /** The objects of this replica that were deleted last, in the order of their deletion. */
  readonly #deleted = new Map<string, { readonly uid: string; readonly slot: number }>();
  /** Number of keys from which on those without work are forgotten. */
  #sweepAt = fewKeys;

  /** `hasWork` returns true for a key that waits or runs. */
  constructor(hasWork: (key: string) => boolean) {
    this.#hasWork = hasWork;
  }

  get(key: string): number | undefined {
    return this.#slots.get(key);
  }

  /** Number of keys and of deleted objects. */
  get size(): number {
    return this.#slots.size + this.#deleted.size;
  }

  set(key: string, slot: number): void {
    if (this.#slots.size >= this.#sweepAt && !this.#slots.has(key)) this.#sweep();
    this.#slots.set(key, slot);
  }

  delete(key: string): void {
    this.#slots.delete(key);
  }

  /** Remembers that this replica held the object, for events of objects that it owned. */
  deleted(key: string, { metadata }: DeepReadonly<KubernetesObject>, slot: number): void {
    if (typeof metadata?.uid !== 'string') return;
    this.#deleted.delete(key);
    this.#deleted.set(key, { uid: metadata.uid, slot });
    if (this.#deleted.size <= maxDeleted) return;
    for (const oldest of this.#deleted.keys()) {
      this.#deleted.delete(oldest);
      break;
    }
  }

  /** Returns the slot of a deleted object that this replica held under the key; undefined for another uid. */
  slotOfDeleted(key: string, uid: string): number | undefined {
    const found = this.#deleted.get(key);
    return found?.uid === uid ? found.slot : undefined;
  }

  clear(): void {
    this.#slots.clear();
    this.#deleted.clear();
  }

  #sweep(): void {
    for (const key of this.#slots.keys()) if (!this.#hasWork(key)) this.#slots.delete(key);
    this.#sweepAt = Math.max(fewKeys, this.#slots.size * 2);
  }
}
