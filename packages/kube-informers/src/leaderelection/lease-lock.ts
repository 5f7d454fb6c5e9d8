import { isRefusedByAuthorizer, mayBeStarting } from '../meta/refusals.js';
import type { KubernetesObject } from '../meta/types.js';
import { defineResource } from '../meta/resource.js';
import {
  asStatusError,
  isForbidden,
  isNotFound,
  isNotSent,
  isUnexpectedServerError,
  withoutCall,
} from '../meta/errors.js';
import { ConfigError, asError } from '../util/errors.js';
import { LeaderElectionError } from './errors.js';
import { shownKey } from '../util/shown.js';
import type { Resource } from '../meta/resource.js';
import type { ResourceClient } from '../client/resource-client.js';

/** The spec of a Lease of coordination.k8s.io/v1; every field may be absent. */
export interface ElectionLeaseSpec {
  readonly holderIdentity?: string;
  readonly leaseDurationSeconds?: number;
  readonly acquireTime?: string;
  readonly renewTime?: string;
  readonly leaseTransitions?: number;
  /** Set by the server's coordinated election. */
  readonly strategy?: string;
  readonly preferredHolder?: string;
}

/** A Lease with the fields of coordinated election, which the built-in type lacks. */
export interface ElectionLease extends KubernetesObject {
  readonly spec?: ElectionLeaseSpec;
}

/** Leases of coordination.k8s.io/v1. */
export const electionLeases = defineResource<ElectionLease>({
  group: 'coordination.k8s.io',
  version: 'v1',
  resource: 'leases',
  kind: 'Lease',
  namespaced: true,
});

/** client-go's LeaderElectionRecord: the spec of a Lease with a zero value for each absent field. */
export interface LeaderElectionRecord {
  /** "" if the Lease has no holder. */
  readonly holderIdentity: string;
  readonly leaseDurationSeconds: number;
  /** RFC 3339 with six digits after the point, as the server writes it; "" if absent. */
  readonly acquireTime: string;
  readonly renewTime: string;
  /** How often the Lease has changed hands. */
  readonly leaderTransitions: number;
  readonly strategy: string;
  readonly preferredHolder: string;
}

/** Returns the record of a Lease. Fields of a wrong type count as absent: anyone may have written the object. */
export function recordOf(lease: ElectionLease): LeaderElectionRecord {
  const spec: Readonly<Record<string, unknown>> = { ...lease.spec };
  const text = (name: string): string => (typeof spec[name] === 'string' ? spec[name] : '');
  const count = (name: string): number =>
    Number.isSafeInteger(spec[name]) && (spec[name] as number) > 0 ? (spec[name] as number) : 0;
  return {
    holderIdentity: text('holderIdentity'),
    leaseDurationSeconds: count('leaseDurationSeconds'),
    acquireTime: text('acquireTime'),
    renewTime: text('renewTime'),
    leaderTransitions: count('leaseTransitions'),
    strategy: text('strategy'),
    preferredHolder: text('preferredHolder'),
  };
}

/** Returns the spec to write for a record, as client-go writes it. */
export function leaseSpecOf(record: LeaderElectionRecord): ElectionLeaseSpec {
  const { strategy, preferredHolder, acquireTime, renewTime } = record;
  return {
    holderIdentity: record.holderIdentity,
    leaseDurationSeconds: record.leaseDurationSeconds,
    ...(acquireTime === '' ? {} : { acquireTime }),
    ...(renewTime === '' ? {} : { renewTime }),
    leaseTransitions: record.leaderTransitions,
    ...(strategy === '' ? {} : { strategy }),
    ...(preferredHolder === '' ? {} : { preferredHolder }),
  };
}

/**
 * Formats a time as metav1.MicroTime.
 *
 * JavaScript's clock has no microseconds. Their digits hold `sequence`, so that each write of an elector has its own
 * renewTime even if the clock stands still: others judge by a change of the record whether its holder is alive.
 */
export function microTime(nowMs: number, sequence = 0): string {
  const micros = String(sequence % 1000).padStart(3, '0');
  return `${new Date(nowMs).toISOString().slice(0, -1)}${micros}Z`;
}

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

/** True for the 404 of a create whose namespace does not exist. */
export function isNamespaceAbsent(error: unknown): boolean {
  return isNotFound(error) && asStatusError(error)?.status.details?.kind === 'namespaces';
}

/** Returns a failed request's error, in words where the program or the cluster has to be changed. */
export function requestProblem(thrown: unknown, { request, needs, groupVersion }: ElectionRequest): Error {
  const error = asError(thrown);
  // That of a server that starts passes by itself.
  if (isForbidden(error) && !mayBeStarting(error)) {
    // What a quota or a namespace that is being deleted refuses needs no Role.
    const advice = isRefusedByAuthorizer(error) ? needs : `this was the answer to ${request}`;
    return new LeaderElectionError('ERR_LEASE_FORBIDDEN', `${withoutCall(error)}; ${advice}`, {
      cause: error,
    });
  }
  if (isNamespaceAbsent(error)) {
    return new LeaderElectionError(
      'ERR_LEASE_ABSENT',
      `cannot ${request}: the namespace does not exist; create it, or set another in the option namespace`,
      { cause: error },
    );
  }
  if (isResourceAbsent(error)) {
    return new LeaderElectionError(
      'ERR_LEASE_ABSENT',
      `cannot ${request}: the server at this address does not serve ${groupVersion}; ${withoutCall(error)}`,
      { cause: error },
    );
  }
  return error;
}

/** False if the server has certainly not carried out a failed write: it refused the write (4xx), or never received it. */
export function mayHaveHappened(error: unknown): boolean {
  if (error instanceof ConfigError || isNotSent(error)) return false;
  const code = asStatusError(error)?.statusCode ?? 0;
  return code < 300 || code >= 500;
}

/**
 * True if a failed write may be carried out later: it has no response, or only that of someone who stopped waiting for one.
 *
 * Other responses, a 500 or 503 too, come from a server that is done with the write.
 */
export function mayStillHappen(error: unknown): boolean {
  const code = asStatusError(error)?.statusCode ?? 0;
  return code === 0 ? mayHaveHappened(error) : isStillOpen(code);
}

/** True for a response after which the write may still be carried out: 502 and 504 of a gateway, or 504 of the API server. */
export function isStillOpen(status: number): boolean {
  return status === 502 || status === 504;
}

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
