import { isBadRequest, isForbidden, isNotFound, isUnauthorized } from 'kube-informers';
import { isMethodNotSupported } from 'kube-informers/internal';

/** True if retrying cannot change the server's response. */
export function isRefusal(error: unknown): boolean {
  return isUnauthorized(error) || isBadRequest(error) || isRefusedResource(error);
}

/** True for a refusal that does not concern the other resources: no permission, not served, cannot be watched. */
export function isRefusedResource(error: unknown): boolean {
  return isForbidden(error) || isNotFound(error) || isMethodNotSupported(error);
}
