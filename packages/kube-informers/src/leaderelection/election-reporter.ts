import { callHook } from '../util/call-hook.js';
import type { Clock } from '../util/clock.js';
import { containLogger } from '../util/logger.js';
import type { Logger } from '../util/logger.js';
import { printable } from '../util/printable.js';
import type { LeaderElectorOptions } from './election-options.js';
import type { Held } from './election-step.js';
import { LeaderElectionError } from './errors.js';
import { FailureLog } from './failure-log.js';
import type { ElectionFailure } from './failure-log.js';

/** Whose requests failed: those for the Lease, or those for the LeaseCandidate. */
export type ElectionSubject = 'lease' | 'candidate';

/** The log, events, counters and process warnings of one elector. */
export class ElectionReporter {
  readonly counts = {
    terms: 0,
    lostTerms: 0,
    renewals: 0,
    slowpathTotal: 0,
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
    this.#logger.info({ lease: this.#lease, transitions: record.leaderTransitions }, 'became leader');
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
