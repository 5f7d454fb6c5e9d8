import { metaNamespaceKey } from '../../meta/names.js';
import type { KubernetesObject } from '../../meta/types.js';
import { transformObject } from '../transform.js';
import type { TransformFunc } from '../types.js';
import type { WatchSink } from './watch-session.js';

/**
 * Where a watch-list's objects stand until its mark has come: apart from the real store, which may be a queue.
 *
 * Applies the real store's transform at once, so that a big list never stands here untransformed; the real store
 * applies it again, which is why a transform has to be idempotent. An object whose transform throws stands here as it
 * came: the real store then meets the same, reports it, and knows that the object is not gone.
 */
export class InitialEvents<T extends KubernetesObject> implements WatchSink<T> {
  readonly #objects = new Map<string, T>();
  readonly #transformer: TransformFunc<T> | undefined;

  constructor(transformer?: TransformFunc<T>) {
    this.#transformer = transformer;
  }

  add(object: T): void {
    this.update(object);
  }

  update(object: T): void {
    const key = metaNamespaceKey(object);
    let stored = object;
    try {
      stored = transformObject(this.#transformer, object, key);
    } catch {
      // Reported by the real store, which applies the same transform to what stands here: see above.
    }
    this.#objects.set(key, stored);
  }

  delete(object: T): void {
    this.#objects.delete(metaNamespaceKey(object));
  }

  list(): T[] {
    return Array.from(this.#objects.values());
  }
}
