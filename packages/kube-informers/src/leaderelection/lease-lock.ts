import { shownKey } from '../util/shown.js';
import { isNotFound } from '../meta/errors.js';
import type { Resource } from '../meta/resource.js';
import type { KubernetesObject } from '../meta/types.js';
import type { ResourceClient } from '../client/resource-client.js';
import { electionLeases, leaseSpecOf } from './lease-record.js';
import type { ElectionLease, LeaderElectionRecord } from './lease-record.js';
import { isResourceAbsent, requestProblem } from './request-problem.js';

/** The verbs that an elector needs. */
export type LeaseVerb = 'get' | 'create' | 'update';

/** The part of a Clientset that an elector uses. */
export interface ResourceClients {
  resource<T extends KubernetesObject>(resource: Resource<T>, namespace?: string): ResourceClient<T>;
}

/** The Lease that is contended for (client-go's resourcelock.LeaseLock). */
export interface LeaseLockOptions {
  readonly client: ResourceClients;
  readonly namespace: string;
  readonly name: string;
  /** Set on the Lease with each write; other labels stay. */
  readonly labels: Readonly<Record<string, string>> | undefined;
}

/** Reads and writes the Lease of an election. Each call sends one request. */
export class LeaseLock {
  readonly #leases: ResourceClient<ElectionLease>;
  readonly #options: LeaseLockOptions;

  constructor(options: LeaseLockOptions) {
    this.#options = options;
    this.#leases = options.client.resource(electionLeases, options.namespace);
  }

  /** Returns the Lease; undefined if it does not exist. */
  async get(signal: AbortSignal): Promise<ElectionLease | undefined> {
    try {
      return await this.#leases.get(this.#options.name, { signal });
    } catch (error) {
      if (isNotFound(error) && !isResourceAbsent(error)) return undefined;
      throw error;
    }
  }

  async create(record: LeaderElectionRecord, signal: AbortSignal): Promise<ElectionLease> {
    const { namespace, name, labels } = this.#options;
    const metadata = { namespace, name, ...(labels === undefined ? {} : { labels: { ...labels } }) };
    return this.#leases.create({ metadata, spec: leaseSpecOf(record) }, { signal });
  }

  /** Replaces the record of a Lease that was read or written before; a Conflict if it has changed since. */
  async update(
    lease: ElectionLease,
    record: LeaderElectionRecord,
    signal: AbortSignal,
  ): Promise<ElectionLease> {
    const { labels } = this.#options;
    const metadata =
      labels === undefined
        ? lease.metadata
        : { ...lease.metadata, labels: { ...lease.metadata?.labels, ...labels } };
    return this.#leases.update(
      { ...lease, ...(metadata === undefined ? {} : { metadata }), spec: leaseSpecOf(record) },
      { signal },
    );
  }

  /** Returns a failed request's error, in words where the program or the cluster has to be changed. */
  problem(verb: LeaseVerb, thrown: unknown): Error {
    const { namespace, name } = this.#options;
    return requestProblem(thrown, {
      request: `${verb} leases.coordination.k8s.io ${shownKey(name)} in namespace ${shownKey(namespace)}`,
      needs: 'leader election needs a Role with the verbs get, create and update on leases',
      groupVersion: 'coordination.k8s.io/v1',
    });
  }
}
