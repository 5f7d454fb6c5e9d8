import type { Logger } from '../util/logger.js';
import type { ElectionPhase, Held } from './election-state.js';
import { callHook } from '../util/call-hook.js';
import type { Clock } from '../util/clock.js';
import { containLogger } from '../util/logger.js';
import { printable } from '../util/shown.js';
import type { LeaderElectorOptions } from './election-options.js';
import { LeaderElectionError } from './errors.js';

/** Requests that have been failing. */
export interface ElectionFailure {
  /** The last error. */
  readonly error: Error;
  /** Time of the first failure, ms since the epoch. */
  readonly sinceMs: number;
  /** Number of failed requests since then. */
  readonly requests: number;
}

/** Remembers the failure that lasts, and logs it once for each kind of error in a row. */
export class FailureLog {
  readonly #logger: Logger;
  readonly #subject: string;
  readonly #what: string;
  #current: ElectionFailure | undefined;

  constructor(logger: Logger, subject: string, what: 'leader election' | 'sharding' = 'leader election') {
    this.#logger = logger;
    this.#subject = subject;
    this.#what = what;
  }

  /** Undefined if the last request succeeded. */
  get current(): ElectionFailure | undefined {
    return this.#current;
  }

  failed(error: Error, nowMs: number): void {
    const before = this.#current;
    this.#current = {
      error,
      sinceMs: before?.sinceMs ?? nowMs,
      requests: (before?.requests ?? 0) + 1,
    };
    if (before !== undefined && kindOf(before.error) === kindOf(error)) return;
    this.#logger.warn({ lease: this.#subject, err: error }, `${this.#what} request failed, retrying`);
  }

  succeeded(): void {
    if (this.#current === undefined) return;
    this.#current = undefined;
    this.#logger.info({ lease: this.#subject }, `${this.#what} requests succeed again`);
  }
}

/** A server's answers differ by their message, everything else by its code. */
function kindOf(error: Error): string {
  const { code } = error as { readonly code?: unknown };
  return `${error.name} ${String(code)} ${code === 'ERR_STATUS' ? error.message : ''}`;
}

/** What an elector is doing. */
export type ElectionActivity = 'stopped' | 'candidate' | 'leader' | 'ending' | 'releasing';

/** A snapshot of an elector, for metrics and status pages. */
export interface LeaderElectionStats {
  /** `namespace/name` of the Lease. */
  readonly name: string;
  /** Identity of this elector. */
  readonly identity: string;
  /** `ending`: the term is over, and its loop body has not ended. */
  readonly activity: ElectionActivity;
  /** True while this elector leads. */
  readonly isLeader: boolean;
  /** Identity of the last observed holder; "" if none. */
  readonly leader: string;
  /** Since when that holder leads, ms since the epoch by the holder's clock, as its Lease says; undefined if none. */
  readonly leaderSinceMs: number | undefined;
  /** `leaseTransitions` of the last observed record. */
  readonly transitions: number;
  /** Terms that this elector has led. */
  readonly terms: number;
  /** Terms that ended because leadership was lost. */
  readonly lostTerms: number;
  /** Successful renewals of the Lease. */
  readonly renewals: number;
  /** Renewals that had to read the Lease first. */
  readonly readRenewals: number;
  /** How often it released the Lease at the end of a term. */
  readonly releases: number;
  /** Times that a Lease was not released at the end of a term. */
  readonly leftToExpire: number;
  /** Failed requests for the Lease and the LeaseCandidate. */
  readonly failures: number;
  /** The failure that lasts; undefined if the last request succeeded. */
  readonly failing: ElectionFailure | undefined;
}

/** What an elector does in each phase. */
export const activities: Readonly<Record<ElectionPhase['phase'], ElectionActivity>> = {
  stopped: 'stopped',
  waiting: 'candidate',
  reading: 'candidate',
  acquiring: 'candidate',
  leading: 'leader',
  ending: 'ending',
  releasing: 'releasing',
};

/** Whose requests failed: those for the Lease, or those for the LeaseCandidate. */
export type ElectionSubject = 'lease' | 'candidate';

/** The log, events, counters and process warnings of one elector. */
export class ElectionReporter {
  readonly counts = {
    terms: 0,
    lostTerms: 0,
    renewals: 0,
    readRenewals: 0,
    releases: 0,
    leftToExpire: 0,
    failures: 0,
  };
  readonly #options: LeaderElectorOptions;
  readonly #identity: string;
  /** `namespace/name` of the Lease. */
  readonly #lease: string;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #failures: Readonly<Record<ElectionSubject, FailureLog>>;
  readonly #warned = new Set<ElectionSubject>();

  constructor(options: LeaderElectorOptions, identity: string, clock: Clock) {
    this.#options = options;
    this.#identity = identity;
    this.#lease = `${options.namespace}/${options.name}`;
    this.#clock = clock;
    this.#logger = containLogger(options.logger);
    this.#failures = {
      lease: new FailureLog(this.#logger, this.#lease),
      candidate: new FailureLog(this.#logger, this.#lease),
    };
  }

  /** The failure that lasts; undefined if the last request succeeded. */
  get failing(): ElectionFailure | undefined {
    return this.#failures.lease.current ?? this.#failures.candidate.current;
  }

  failed(subject: ElectionSubject, error: Error): void {
    this.counts.failures++;
    this.#failures[subject].failed(error, this.#clock.now());
    // Other failures pass by themselves; these need someone to act.
    if (this.#options.logger === undefined && error instanceof LeaderElectionError)
      this.#warn(subject, error);
  }

  succeeded(subject: ElectionSubject): void {
    this.#failures[subject].succeeded();
  }

  becameLeader({ lease, record }: Held): void {
    this.counts.terms++;
    this.#logger.info(
      { lease: this.#lease, identity: this.#identity, transitions: record.leaderTransitions },
      'became leader',
    );
    this.#recordEvent(lease, 'became leader');
  }

  /** `lost` is the reason if leadership was lost. */
  stoppedLeading({ lease }: Held, lost: string | undefined): void {
    if (lost !== undefined) {
      this.counts.lostTerms++;
      this.#logger.warn({ lease: this.#lease, reason: lost }, 'lost leadership');
    }
    this.#recordEvent(lease, 'stopped leading');
  }

  newLeader(identity: string): void {
    // `becameLeader` logs that this process leads.
    if (identity !== this.#identity)
      this.#logger.info({ lease: this.#lease, leader: identity }, 'new leader');
    callHook('onNewLeader', this.#logger, () => this.#options.onNewLeader?.(identity));
  }

  leaseBroken(forMs: number): void {
    this.#logger.warn(
      { lease: this.#lease, waitMs: forMs },
      'the lease was deleted, replaced or restored, waits in case its holder goes on',
    );
  }

  released(): void {
    this.counts.releases++;
    this.#logger.info({ lease: this.#lease }, 'released the lease');
  }

  leftToExpire(reason: string): void {
    this.counts.leftToExpire++;
    this.#logger.warn(
      { lease: this.#lease, reason },
      'did not release the lease, others wait until it expires',
    );
  }

  bodyOutlivesLease(): void {
    this.#logger.error(
      { lease: this.#lease },
      'the term and its lease have ended, but the loop body goes on',
    );
  }

  #recordEvent(lease: Held['lease'], what: string): void {
    const { events, namespace, name } = this.#options;
    if (events === undefined) return;
    const { uid, resourceVersion } = lease.metadata ?? {};
    callHook('event of events', this.#logger, () =>
      events.event({
        regarding: {
          apiVersion: 'coordination.k8s.io/v1',
          kind: 'Lease',
          namespace,
          name,
          ...(uid === undefined ? {} : { uid }),
          ...(resourceVersion === undefined ? {} : { resourceVersion }),
        },
        type: 'Normal',
        reason: 'LeaderElection',
        action: 'LeaderElection',
        note: `${this.#identity} ${what}`,
      }),
    );
  }

  /** Without a logger, a user would not learn why no process ever leads. */
  #warn(subject: ElectionSubject, error: LeaderElectionError): void {
    if (this.#warned.has(subject)) return;
    this.#warned.add(subject);
    process.emitWarning(printable(`leader election ${this.#lease}: ${error.message}`), {
      type: 'KubeInformersWarning',
      code: 'KUBE_INFORMERS_UNHANDLED',
      detail: 'The elector keeps trying. Further failures are not reported: pass a logger, or read stats().',
    });
  }
}
