import { StatusError } from './errors.js';
import type { Status } from './types.js';

/**
 * Returns the error in an ERROR event (client-go's apierrors.FromObject).
 *
 * Its object is a Status, unless a proxy wrote it; any other object is reported by kind and neither quoted nor kept,
 * since it may be a Secret.
 */
export function errorOfEvent(object: unknown): StatusError {
  const { kind, data } = (
    typeof object === 'object' && object !== null ? object : { kind: typeof object }
  ) as {
    readonly kind?: unknown;
    readonly data?: unknown;
  };
  const isStatus = kind === 'Status' || (kind === undefined && data === undefined);
  // A Status without kind, as some servers send it, is recognised by its position.
  if (isStatus) return new StatusError(object as Status);
  const shown = typeof kind === 'string' && /^\w{1,64}$/.test(kind) ? kind : 'something else';
  return new StatusError({
    code: 500,
    reason: 'InternalError',
    message: `an ERROR event without a Status: its object is ${shown}`,
  });
}
