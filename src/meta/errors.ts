import { KubeInformersError } from '../util/errors.js';
import type { ErrorCause } from '../util/errors.js';
import type { Status } from './types.js';

/** metav1.StatusReason: the reasons that have a predicate here. */
export const StatusReason = {
  Unauthorized: 'Unauthorized',
  Forbidden: 'Forbidden',
  NotFound: 'NotFound',
  AlreadyExists: 'AlreadyExists',
  Conflict: 'Conflict',
  Gone: 'Gone',
  Invalid: 'Invalid',
  ServerTimeout: 'ServerTimeout',
  StoreReadError: 'StorageReadError',
  Timeout: 'Timeout',
  TooManyRequests: 'TooManyRequests',
  BadRequest: 'BadRequest',
  MethodNotAllowed: 'MethodNotAllowed',
  NotAcceptable: 'NotAcceptable',
  RequestEntityTooLarge: 'RequestEntityTooLarge',
  UnsupportedMediaType: 'UnsupportedMediaType',
  InternalError: 'InternalError',
  Expired: 'Expired',
  ServiceUnavailable: 'ServiceUnavailable',
} as const;
export type StatusReason = (typeof StatusReason)[keyof typeof StatusReason];

/**
 * The API server answered with a Status (apimachinery's errors.StatusError). Tell them apart by the predicates
 * (`isNotFound`, `isConflict`, …), not by the numbers.
 */
export class StatusError extends KubeInformersError {
  override readonly name = 'StatusError';
  /** The answer itself. */
  readonly status: Status;

  constructor(status: Status, options: ErrorCause = {}) {
    super('ERR_STATUS', status.message ?? status.reason ?? `status ${String(status.code)}`, options);
    this.status = status;
  }

  /** HTTP status code; 0 when the Status carries none. */
  get statusCode(): number {
    return this.status.code ?? 0;
  }

  /** Machine-readable reason; "" when the Status carries none. */
  get reason(): string {
    return this.status.reason ?? '';
  }

  /** Seconds the server asked to wait; undefined when it did not. */
  get retryAfterSeconds(): number | undefined {
    return this.status.details?.retryAfterSeconds;
  }
}
