import type { DeepReadonly } from '../util/deep-readonly.js';

/** A missed delete (client-go's cache.DeletedFinalStateUnknown); `object` is the last known state. */
export class DeletedFinalStateUnknown<T> {
  /** Key of the deleted object. */
  readonly key: string;
  /** Last known state of the object; it may be outdated. */
  readonly object: DeepReadonly<T> | undefined;
  /** True if the object was not deleted but left the informer's scope. client-go has no such scope. */
  readonly leftScope: boolean;

  /** A deleted object whose last state is unknown, because the watch missed its deletion. */
  constructor(key: string, object: DeepReadonly<T> | undefined, leftScope = false) {
    this.key = key;
    this.object = object;
    this.leftScope = leftScope;
  }
}
