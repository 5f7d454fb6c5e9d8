import { KubeInformersError } from '../util/errors.js';

/**
 * A problem of leader election.
 *
 * docs/error-codes.md explains its codes.
 */
export class LeaderElectionError extends KubeInformersError {
  override readonly name = 'LeaderElectionError';
}
