import { KubeInformersError } from '../util/errors.js';
import { requireOptions } from '../util/require.js';
import type { ErrorCause } from '../util/errors.js';

/**
 * An error of a Controller or of a run's client.
 *
 * docs/error-codes.md explains its codes.
 */
export class ControllerError extends KubeInformersError {
  override readonly name = 'ControllerError';
}

/**
 * Thrown by a reconcile that must not be retried (controller-runtime's TerminalError). Code: `ERR_TERMINAL`.
 *
 * The key runs again when one of its objects changes. Its backoff starts again at the beginning.
 */
export class TerminalError extends KubeInformersError {
  override readonly name = 'TerminalError';

  /** Creates the error that a reconcile throws so that it is not retried. */
  constructor(message: string, options: ErrorCause = {}) {
    super('ERR_TERMINAL', message, options);
  }
}

/**
 * Thrown by a reconcile that failed and wants to be retried after `afterMs`, or after the backoff if that is longer.
 * Code: `ERR_RETRY_AFTER`.
 */
export class RetryAfterError extends KubeInformersError {
  override readonly name = 'RetryAfterError';
  /** Delay until the next run, ms. */
  readonly afterMs: number;

  /** Creates the error that a reconcile throws to be retried after `afterMs`. Throws ConfigError `ERR_OPTION`. */
  constructor(
    message: string,
    options: ErrorCause & {
      /** Delay until the next run, ms. */
      readonly afterMs: number;
    },
  ) {
    requireOptions('a RetryAfterError', options);
    super('ERR_RETRY_AFTER', message, options);
    this.afterMs = options.afterMs;
  }
}
