import { shownValue } from '../util/shown.js';
import type { ResourceClient } from '../client/resource-client.js';
import type { ElectionLease, ResourceClients } from '../leaderelection/lease-lock.js';
import { electionLeases, isNamespaceAbsent, isResourceAbsent } from '../leaderelection/lease-lock.js';
import { isForbidden, withoutCall } from '../meta/errors.js';
import { isRefusedByAuthorizer, mayBeStarting } from '../meta/refusals.js';
import { TransportError, asError } from '../util/errors.js';
import { ShardingError } from './errors.js';
import { memberLease, shardingLabel } from './member-lease.js';
import type { Claim, MemberLeaseOptions } from './member-lease.js';
import type { Clock, Timer } from '../util/clock.js';
import { linkSignal, raceSignal } from '../util/signal.js';
import type { LinkedSignal } from '../util/signal.js';
import type { ShardingReporter } from './sharding-reporter.js';
import type { ShardingEvent } from './sharding-state.js';

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
    // That of a server that starts passes by itself.
    if (isForbidden(error) && !mayBeStarting(error)) {
      // What a quota or a namespace that is being deleted refuses needs no Role.
      const advice = isRefusedByAuthorizer(error)
        ? 'sharding needs a Role with the verbs list, create, update and delete on leases'
        : `this was the answer to ${verb} ${what}`;
      return new ShardingError('ERR_LEASE_FORBIDDEN', `${withoutCall(error)}; ${advice}`, { cause: error });
    }
    if (isNamespaceAbsent(error)) {
      return new ShardingError(
        'ERR_LEASE_ABSENT',
        `cannot ${verb} ${what}: the namespace does not exist; create it, or set another in the option namespace`,
        { cause: error },
      );
    }
    if (isResourceAbsent(error)) {
      return new ShardingError(
        'ERR_LEASE_ABSENT',
        `cannot ${verb} ${what}: the server at this address does not serve coordination.k8s.io/v1; ${withoutCall(error)}`,
        { cause: error },
      );
    }
    return error;
  }
}

/** client-go's floor of the timeout of a Lease's request, ms. */
const minRequestTimeoutMs = 1000;

/** Share of the renew deadline after which a request is given up: a renewal has time for two more tries. */
const timeoutShare = 0.25;

/** Removals of expired Leases that are in flight at the same time; the next list shows the others again. */
const maxRemovals = 10;

/** What the requests of one replica need. */
export interface LeaseRequestsParts {
  /** `namespace/name` of the sharding, for messages. */
  readonly name: string;
  readonly leases: MemberLeases;
  readonly clock: Clock;
  readonly renewDeadlineMs: number;
  readonly reporter: ShardingReporter;
  /** Called with the outcome of a request that was not aborted. */
  readonly settled: (event: ShardingEvent) => void;
}

/** Sends the requests of one replica: one at a time, and beside it the removals of expired Leases. */
export class LeaseRequests {
  readonly #parts: LeaseRequestsParts;
  #request: LinkedSignal | undefined;
  /** The request that failed last. */
  #failedVerb: MemberLeaseVerb | undefined;
  /** Requests to remove Leases of other replicas. */
  readonly #removals = new Map<string, LinkedSignal>();

  constructor(parts: LeaseRequestsParts) {
    this.#parts = parts;
  }

  list(): void {
    const { leases } = this.#parts;
    this.#send(
      'list',
      (signal) => leases.list(signal),
      (listed) => ({ type: 'listed', leases: listed }),
    );
  }

  /** Creates the own Lease, or replaces `before`. `sequence` is the number of writes before. */
  write(claim: Claim, before: ElectionLease | undefined, sequence: number): void {
    const { leases, clock } = this.#parts;
    const nowMs = clock.now();
    this.#send(
      before === undefined ? 'create' : 'update',
      (signal) => leases.write(claim, before, nowMs, sequence, signal),
      (lease) => ({ type: 'written', lease }),
    );
  }

  delete(): void {
    const { leases } = this.#parts;
    this.#send(
      'delete',
      (signal) => leases.delete(signal),
      () => ({ type: 'deleted' }),
    );
  }

  /** Aborts the request in flight, without an outcome. */
  abort(): void {
    const link = this.#request;
    this.#request = undefined;
    link?.abort(new DOMException('The sharding no longer needs this request', 'AbortError'));
  }

  /** Aborts everything. */
  stop(): void {
    this.abort();
    for (const removal of this.#removals.values()) removal.abort();
  }

  /** Removes the expired Lease of another replica. Whether it succeeds shows in the next list. */
  removeExpired(leaseName: string, resourceVersion: string): void {
    if (this.#removals.has(leaseName) || this.#removals.size >= maxRemovals) return;
    const { leases, reporter } = this.#parts;
    const link = linkSignal();
    this.#removals.set(leaseName, link);
    const timer = this.#limit(link, 'delete');
    const ended = (): void => {
      timer.cancel();
      this.#removals.delete(leaseName);
    };
    raceSignal(leases.remove(leaseName, resourceVersion, link.signal), link.signal).then(
      () => {
        ended();
        reporter.removedExpired(leaseName);
      },
      (error: unknown) => {
        ended();
        reporter.expiredStays(leaseName, error);
      },
    );
  }

  #send<R>(
    verb: MemberLeaseVerb,
    call: (signal: AbortSignal) => Promise<R>,
    succeeded: (response: R) => ShardingEvent,
  ): void {
    const { leases, reporter, settled } = this.#parts;
    this.abort();
    const link = linkSignal();
    this.#request = link;
    const timer = this.#limit(link, verb);
    const settle = (event: () => ShardingEvent): void => {
      timer.cancel();
      if (this.#request !== link) return;
      this.#request = undefined;
      settled(event());
    };
    raceSignal(call(link.signal), link.signal).then(
      (response) =>
        settle(() => {
          // A list that succeeds does not show that writes do, nor the other way round.
          if ((verb === 'list') === (this.#failedVerb === 'list')) reporter.succeeded();
          return succeeded(response);
        }),
      (error: unknown) =>
        settle(() => {
          this.#failedVerb = verb;
          return { type: 'failed', error: leases.problem(verb, error) };
        }),
    );
  }

  #limit(link: LinkedSignal, verb: MemberLeaseVerb): Timer {
    const { name, clock, renewDeadlineMs } = this.#parts;
    const timeoutMs = Math.max(minRequestTimeoutMs, renewDeadlineMs * timeoutShare);
    return clock.setTimer(() => {
      const what = `${verb} of the Leases of ${name}`;
      link.abort(new TransportError('ERR_TIMEOUT', `${what} took longer than ${timeoutMs} ms`));
    }, timeoutMs);
  }
}
