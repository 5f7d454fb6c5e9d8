import { KubeInformersError } from '../util/errors.js';

/**
 * An informer, a controller or a handler's registration was used outside its life.
 *
 * Codes: `ERR_INFORMER_STARTED` (run a second time, or set up after the start), `ERR_INFORMER_STOPPED` (used after the
 * stop, or stopped before what was waited for), `ERR_HANDLER_REMOVED` and `ERR_NAMESPACE_REMOVED` (removed before it had synced),
 * `ERR_INFORMER_NAMESPACES` (namespaces of an informer that has one list and watch).
 */
export class InformerError extends KubeInformersError {
  override readonly name = 'InformerError';
}
