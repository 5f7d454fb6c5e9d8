import { StatusError } from './errors.js';
import type { Status } from './types.js';

/**
 * apierrors.FromObject: the error that an ERROR event is. Its object is a Status, unless something between us and the
 * server wrote it; anything else is named and neither quoted nor kept: it may be a Secret.
 */
export function errorOfEvent(object: unknown): StatusError {
  const { kind, data } = (
    typeof object === 'object' && object !== null ? object : { kind: typeof object }
  ) as {
    readonly kind?: unknown;
    readonly data?: unknown;
  };
  const isStatus = kind === 'Status' || (kind === undefined && data === undefined);
  // A Status of a server that leaves out kinds is one by its place.
  if (isStatus) return new StatusError(object as Status);
  const shown = typeof kind === 'string' && /^\w{1,64}$/.test(kind) ? kind : 'something else';
  return new StatusError({
    code: 500,
    reason: 'InternalError',
    message: `an ERROR event without a Status: its object is ${shown}`,
  });
}
