import { KubeInformersError } from '../../util/errors.js';
import { StatusError } from '../../meta/errors.js';

/**
 * An error that a Reflector found itself; others are the server's (`StatusError`) or the transport's (`TransportError`).
 *
 * docs/error-codes.md explains its codes.
 */
export class ReflectorError extends KubeInformersError {
  override readonly name = 'ReflectorError';
}

/** The status code of a server's answer, such as `403`; otherwise the error's `code`, or the name of its class. */
export function failureCode(error: Error): string {
  if (error instanceof StatusError) return String(error.statusCode);
  return error instanceof KubeInformersError ? error.code : error.name;
}
