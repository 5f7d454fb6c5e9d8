import type { KubernetesObject } from './types.js';
import type { DeepReadonly } from '../util/deep-readonly.js';

/**
 * A transform that removes `metadata.managedFields` (who set which field), which few programs read.
 *
 * Pass it to an informer or a factory as `transform`, and the field is not even parsed; or call it in your own
 * transform. It copies the object and its metadata, and returns an object without managedFields unchanged, so it is
 * idempotent. The API server sends the field in any case: this saves memory and time, not bytes on the wire. An
 * object without it may be written back with an update: the server then keeps the stored entries.
 */
export function dropManagedFields<T extends DeepReadonly<KubernetesObject>>(object: T): T {
  if (object.metadata?.managedFields === undefined) return object;
  // Not `delete`, after which V8 uses a hash table for the metadata: 700 bytes more per pod on Node 24.
  const { managedFields: _dropped, ...metadata } = object.metadata;
  return { ...object, metadata };
}
