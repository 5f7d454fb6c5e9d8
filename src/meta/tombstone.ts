/** cache.DeletedFinalStateUnknown: the delete itself was missed; `object` is the last state known here. */
export class DeletedFinalStateUnknown<T> {
  readonly key: string;
  readonly object: T | undefined;
  /** True when nothing was deleted: the object left the informer's scope. client-go has no such scope. */
  readonly leftScope: boolean;

  constructor(key: string, object: T | undefined, leftScope = false) {
    this.key = key;
    this.object = object;
    this.leftScope = leftScope;
  }
}
