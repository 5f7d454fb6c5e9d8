import type { ElectionLease } from '../leaderelection/lease-record.js';
import type { Clock, Timer } from '../util/clock.js';
import { TransportError } from '../util/errors.js';
import { linkSignal, raceSignal } from '../util/signal.js';
import type { LinkedSignal } from '../util/signal.js';
import type { Claim } from './member-lease.js';
import type { MemberLeases, MemberLeaseVerb } from './member-leases.js';
import type { ShardingReporter } from './sharding-reporter.js';
import type { ShardingEvent } from './sharding-step.js';

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
