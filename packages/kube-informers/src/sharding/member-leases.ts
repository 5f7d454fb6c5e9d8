import { shownValue } from '../util/shown.js';
import type { ResourceClient } from '../client/resource-client.js';
import type { ResourceClients } from '../leaderelection/lease-lock.js';
import { electionLeases } from '../leaderelection/lease-record.js';
import type { ElectionLease } from '../leaderelection/lease-record.js';
import { isResourceAbsent } from '../leaderelection/request-problem.js';
import { isForbidden } from '../meta/errors.js';
import { asError } from '../util/errors.js';
import { ShardingError } from './errors.js';
import { memberLease, shardingLabel } from './member-lease.js';
import type { Claim, MemberLeaseOptions } from './member-lease.js';

/** The verbs that a replica needs. */
export type MemberLeaseVerb = 'list' | 'create' | 'update' | 'delete';

/** Reads and writes the Leases of one sharding. Each call sends one request. */
export class MemberLeases {
  readonly #leases: ResourceClient<ElectionLease>;
  readonly #options: MemberLeaseOptions;

  constructor(client: ResourceClients, options: MemberLeaseOptions) {
    this.#options = options;
    this.#leases = client.resource(electionLeases, options.namespace);
  }

  /** Returns the Leases of all replicas as of now: without a resourceVersion the server reads consistently. */
  async list(signal: AbortSignal): Promise<readonly ElectionLease[]> {
    const labelSelector = `${shardingLabel}=${this.#options.name}`;
    return (await this.#leases.list({ labelSelector, signal })).items;
  }

  /** Creates the own Lease, or replaces the one that was read or written before; a Conflict if that has changed since. */
  async write(
    claim: Claim,
    before: ElectionLease | undefined,
    nowMs: number,
    sequence: number,
    signal: AbortSignal,
  ): Promise<ElectionLease> {
    const lease = memberLease(this.#options, claim, before, nowMs, sequence);
    return before === undefined
      ? this.#leases.create(lease, { signal })
      : this.#leases.update(lease, { signal });
  }

  async delete(signal: AbortSignal): Promise<void> {
    await this.#leases.delete(this.#options.leaseName, { signal });
  }

  /** Deletes the Lease of another replica; a Conflict if it has changed since. */
  async remove(leaseName: string, resourceVersion: string, signal: AbortSignal): Promise<void> {
    await this.#leases.delete(leaseName, { preconditions: { resourceVersion }, signal });
  }

  /** Returns a failed request's error, in words where the program or the cluster has to be changed. */
  problem(verb: MemberLeaseVerb, thrown: unknown): Error {
    const error = asError(thrown);
    const what = `leases.coordination.k8s.io in namespace ${shownValue(this.#options.namespace)}`;
    if (isForbidden(error)) {
      return new ShardingError(
        'ERR_LEASE_FORBIDDEN',
        `no permission to ${verb} ${what}: sharding needs a Role with the verbs list, create, update and delete on leases; ${error.message}`,
        { cause: error },
      );
    }
    if (isResourceAbsent(error)) {
      return new ShardingError(
        'ERR_LEASE_ABSENT',
        `cannot ${verb} ${what}: the server at this address does not serve coordination.k8s.io/v1; ${error.message}`,
        { cause: error },
      );
    }
    return error;
  }
}
