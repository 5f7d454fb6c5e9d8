import { StatusError } from '../../meta/errors.js';
import { KubeInformersError } from '../../util/errors.js';

/** The status code of a server's answer, such as `403`; otherwise the error's `code`, or the name of its class. */
export function failureCode(error: Error): string {
  if (error instanceof StatusError) return String(error.statusCode);
  return error instanceof KubeInformersError ? error.code : error.name;
}
