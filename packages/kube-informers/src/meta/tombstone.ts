import type { DeepReadonly } from '../util/deep-readonly.js';

/** A missed delete (client-go's cache.DeletedFinalStateUnknown); `object` is the last known state. */
export class DeletedFinalStateUnknown<T> {
  readonly key: string;
  readonly object: DeepReadonly<T> | undefined;
  /** True if the object was not deleted but left the informer's scope. client-go has no such scope. */
  readonly leftScope: boolean;

  constructor(key: string, object: DeepReadonly<T> | undefined, leftScope = false) {
    this.key = key;
    this.object = object;
    this.leftScope = leftScope;
  }
}
