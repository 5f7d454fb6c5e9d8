import { metaNamespaceKey } from '../../meta/names.js';
import type { KubernetesObject } from '../../meta/types.js';
import { transformObject } from '../transform.js';
import type { TransformFunc } from '../types.js';
import type { WatchSink } from './watch-session.js';

/**
 * Temporary store of a watch-list's objects, until the bookmark that ends the initial events.
 *
 * Applies the real store's transform at once, so that a big list is never held untransformed. The real store applies it
 * again, so a transform has to be idempotent. An object whose transform throws is kept as received: the real store's
 * transform then throws as well, which is reported, and the object does not count as deleted.
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
      // The real store reports it: it applies the same transform, see above.
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
