import { asStatusError, isForbidden, isNotFound, isUnexpectedServerError } from '../meta/errors.js';
import { asError } from '../util/errors.js';
import { LeaderElectionError } from './errors.js';

/** What was requested, for messages. */
export interface ElectionRequest {
  /** `get leases.coordination.k8s.io "web" in namespace "default"`. */
  readonly request: string;
  /** `leader election needs a Role with the verbs get, create and update on leases`. */
  readonly needs: string;
  /** `coordination.k8s.io/v1`. */
  readonly groupVersion: string;
}

/** True for a 404 that is not about an object: the server does not have the resource, or a proxy answered. */
export function isResourceAbsent(error: unknown): boolean {
  if (!isNotFound(error)) return false;
  // An API server leaves the details empty for an unknown resource of a group that it knows.
  const { details } = asStatusError(error)?.status ?? {};
  return isUnexpectedServerError(error) || (details !== undefined && details.name === undefined);
}

/** Returns a failed request's error, in words where the program or the cluster has to be changed. */
export function requestProblem(thrown: unknown, { request, needs, groupVersion }: ElectionRequest): Error {
  const error = asError(thrown);
  if (isForbidden(error)) {
    return new LeaderElectionError(
      'ERR_LEASE_FORBIDDEN',
      `no permission to ${request}: ${needs}; ${error.message}`,
      { cause: error },
    );
  }
  if (isResourceAbsent(error)) {
    return new LeaderElectionError(
      'ERR_LEASE_ABSENT',
      `cannot ${request}: the server at this address does not serve ${groupVersion}; ${error.message}`,
      { cause: error },
    );
  }
  return error;
}
