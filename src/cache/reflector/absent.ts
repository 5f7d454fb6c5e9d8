import { asStatusError, isNotFound, isUnexpectedServerError } from '../../meta/errors.js';
import type { ReflectorProgress } from './reflector-step.js';

/** The body with which an API server answers for a path that it does not serve (Go's http.NotFound). */
const pathNotFound = '404 page not found';

/**
 * Lists in a row that must be answered "not found" before a resource that was there counts as gone. The delays between them
 * add up to more than two seconds, so that a server or proxy that is being restarted does not empty a cache.
 */
export const absentAnswers = 3;

/**
 * True when the server answers that it does not have the resource: a CustomResourceDefinition that is not installed. False for
 * a 404 that is not an API server's own, such as a proxy's page.
 */
export function isResourceNotFound(error: Error): boolean {
  if (!isNotFound(error)) return false;
  if (!isUnexpectedServerError(error)) return true;
  const causes = asStatusError(error)?.status.details?.causes ?? [];
  return causes.some(({ message }) => message?.trim() === pathNotFound);
}

/** True while the server does not have the resource. At once for one that was never listed: there is nothing to lose. */
export function isAbsent({ notFoundLists, resourceVersion }: ReflectorProgress): boolean {
  return notFoundLists >= (resourceVersion === '' ? 1 : absentAnswers);
}
