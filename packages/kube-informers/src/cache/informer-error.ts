import { KubeInformersError } from '../util/errors.js';

/**
 * An informer, controller or registration was used before its start, after its stop, or in a way it does not support.
 *
 * Codes: `ERR_INFORMER_NOT_STARTED` (waited for, or its lister read, before the start), `ERR_INFORMER_STARTED` (run a second time, or configured after the start), `ERR_INFORMER_STOPPED` (used after the
 * stop, or stopped before it synced), `ERR_HANDLER_REMOVED` and `ERR_NAMESPACE_REMOVED` (removed before it synced),
 * `ERR_INFORMER_NAMESPACES` (namespaces changed on an informer with one list and watch), `ERR_INFORMER_STALE` (`assertFresh` of
 * a cache that may be out of date), `ERR_SHARD_CHANGED` (changed before it synced), `ERR_INFORMER_SHARD` (a shard changed on an
 * informer without one).
 */
export class InformerError extends KubeInformersError {
  override readonly name = 'InformerError';
}
