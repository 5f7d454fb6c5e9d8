import { asStatusError, isNotFound, isUnexpectedServerError } from '../../meta/errors.js';
import type { ReflectorProgress } from './reflector-step.js';

/** Message of an API server's 404 for a path that it does not serve (Go's http.NotFound). */
const pathNotFound = '404 page not found';

/**
 * Consecutive lists answered "not found" after which a resource that existed counts as absent. The delays between them
 * add up to more than two seconds, so that restarting a server or proxy is not reported as an absent resource.
 */
export const absentAnswers = 3;

/**
 * True if the error shows that the server does not have the resource, such as a CustomResourceDefinition that is not
 * installed. False for a 404 that does not come from an API server, such as a proxy's page.
 */
export function isResourceNotFound(error: Error): boolean {
  if (!isNotFound(error)) return false;
  if (!isUnexpectedServerError(error)) return true;
  const causes = asStatusError(error)?.status.details?.causes ?? [];
  return causes.some(({ message }) => message?.trim() === pathNotFound);
}

/** True while the server does not have the resource: one that was never listed counts as absent after one answer. */
export function isAbsent({ notFoundLists, resourceVersion }: ReflectorProgress): boolean {
  return notFoundLists >= (resourceVersion === '' ? 1 : absentAnswers);
}
