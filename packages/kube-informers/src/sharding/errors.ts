import { KubeInformersError } from '../util/errors.js';

/**
 * A problem of sharding.
 *
 * Codes: `ERR_SHARD_LOST` the key may belong to another replica by now, so a write was refused · `ERR_SHARD_DRAINED` a run
 * was aborted because its key goes to another replica · `ERR_SHARDING_RUNNING` the sharding runs already ·
 * `ERR_LEASE_EXPIRED` runs go on although their Lease has expired · `ERR_LEASE_FORBIDDEN` the server refused the Leases · `ERR_LEASE_ABSENT` the server does not have the resource.
 */
export class ShardingError extends KubeInformersError {
  override readonly name = 'ShardingError';
}
