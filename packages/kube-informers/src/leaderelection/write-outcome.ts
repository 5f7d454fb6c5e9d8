import { asStatusError, isNotSent } from '../meta/errors.js';
import { ConfigError } from '../util/errors.js';

/** False if the server has certainly not carried out a failed write: it refused the write (4xx), or never received it. */
export function mayHaveHappened(error: unknown): boolean {
  if (error instanceof ConfigError || isNotSent(error)) return false;
  const code = asStatusError(error)?.statusCode ?? 0;
  return code < 300 || code >= 500;
}

/**
 * True if a failed write may be carried out later: it has no response, or only that of someone who stopped waiting for one.
 *
 * Other responses, a 500 or 503 too, come from a server that is done with the write.
 */
export function mayStillHappen(error: unknown): boolean {
  const code = asStatusError(error)?.statusCode ?? 0;
  return code === 0 ? mayHaveHappened(error) : isStillOpen(code);
}

/** True for a response after which the write may still be carried out: 502 and 504 of a gateway, or 504 of the API server. */
export function isStillOpen(status: number): boolean {
  return status === 502 || status === 504;
}
