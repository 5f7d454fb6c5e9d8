import { KubeInformersError } from '../../util/errors.js';
import type { ErrorCause } from '../../util/errors.js';

/**
 * A Manager was used in a way it does not support, or could not shut down in time.
 *
 * Codes: `ERR_MANAGER_STARTED` (run a second time), `ERR_MANAGER_STOPPED` (a part added after the end),
 * `ERR_MANAGER_NAME` (two parts of one name), `ERR_SHUTDOWN_TIMEOUT` (work was still running when `gracefulShutdownMs` had passed).
 */
export class ManagerError extends KubeInformersError {
  override readonly name = 'ManagerError';
  /**
   * What was still running: `website/default/a` for a reconcile of that controller and key, `Lease default/web` for an election
   * that has not released its Lease, the name of any other part.
   */
  readonly stuck: readonly string[];

  constructor(
    code: string,
    message: string,
    options: ErrorCause & { readonly stuck?: readonly string[] | undefined } = {},
  ) {
    super(code, message, options);
    this.stuck = options.stuck ?? [];
  }
}
