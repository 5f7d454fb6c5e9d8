import type { KubernetesObject } from '../meta/types.js';
import type { DeepReadonly } from '../util/deep-readonly.js';

/** A change that an informer delivers to a Controller. */
export type ObjectEvent<T extends KubernetesObject = KubernetesObject> =
  | {
      readonly type: 'add';
      readonly object: DeepReadonly<T>;
      /** True for objects of the first list. */
      readonly isInInitialList: boolean;
    }
  | {
      /** With equal resourceVersions, a resync. */
      readonly type: 'update';
      readonly oldObject: DeepReadonly<T>;
      readonly object: DeepReadonly<T>;
    }
  | {
      readonly type: 'delete';
      /** The last known state. */
      readonly object: DeepReadonly<T>;
      /** True if the delete event was missed and a relist found the object gone. */
      readonly finalStateUnknown: boolean;
    };

/** True for an update of an object that did not change. */
export function isResync(event: ObjectEvent): boolean {
  return (
    event.type === 'update' &&
    event.object.metadata?.resourceVersion !== undefined &&
    event.object.metadata.resourceVersion === event.oldObject.metadata?.resourceVersion
  );
}
