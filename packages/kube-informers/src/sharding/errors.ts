import { KubeInformersError } from '../util/errors.js';

/**
 * A problem of sharding.
 *
 * docs/error-codes.md explains its codes.
 */
export class ShardingError extends KubeInformersError {
  override readonly name = 'ShardingError';
}
