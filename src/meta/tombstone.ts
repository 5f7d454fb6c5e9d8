/** cache.DeletedFinalStateUnknown: the delete itself was missed; `object` is the last state known here. */
export class DeletedFinalStateUnknown<T> {
  readonly key: string;
  readonly object: T | undefined;

  constructor(key: string, object: T | undefined) {
    this.key = key;
    this.object = object;
  }
}
