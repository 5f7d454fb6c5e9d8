import { KubeInformersError } from '../util/errors.js';

/**
 * A problem of leader election.
 *
 * Codes: `ERR_LEADERSHIP_LOST` the term has ended or is in doubt, so a write was refused · `ERR_ELECTION_RUNNING` the
 * elector's terms are already being iterated · `ERR_LEASE_FORBIDDEN` the server refused the Lease or LeaseCandidate · `ERR_LEASE_ABSENT`
 * the server does not have the resource · `ERR_LEASE_EXPIRED` work of a term goes on although its Lease has expired.
 */
export class LeaderElectionError extends KubeInformersError {
  override readonly name = 'LeaderElectionError';
}
