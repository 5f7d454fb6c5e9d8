/** A missed delete (client-go's cache.DeletedFinalStateUnknown); `object` is the last known state. */
export class DeletedFinalStateUnknown<T> {
  readonly key: string;
  readonly object: T | undefined;
  /** True if the object was not deleted but left the informer's scope. client-go has no such scope. */
  readonly leftScope: boolean;

  constructor(key: string, object: T | undefined, leftScope = false) {
    this.key = key;
    this.object = object;
    this.leftScope = leftScope;
  }
}
