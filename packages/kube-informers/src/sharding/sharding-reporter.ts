import type { ElectionFailure } from '../leaderelection/election-reporter.js';
import type { ShardingState } from './sharding-state.js';
import { FailureLog } from '../leaderelection/election-reporter.js';
import { containLogger } from '../util/logger.js';
import type { Logger } from '../util/logger.js';
import { printable } from '../util/shown.js';
import { ShardingError } from './errors.js';

/** A replica that takes part. */
export interface ShardingMember {
  /** Identity of the replica. */
  readonly identity: string;
  /** Name of its Lease. */
  readonly lease: string;
  /** Number of slots that it claims; undefined if its Lease cannot be read, so that it counts as claiming all. */
  readonly slots: number | undefined;
  /** True if it gives its slots to the others. */
  readonly leaving: boolean;
  /** What is wrong with its Lease; undefined if nothing is. */
  readonly problem: string | undefined;
}

/** A snapshot of a Sharding, for metrics and status pages. */
export interface ShardingStats {
  /** `namespace/name`. */
  readonly name: string;
  /** Identity of this replica. */
  readonly identity: string;
  /** `leaving`: drains its slots before it stops. */
  readonly activity: 'stopped' | 'running' | 'leaving';
  /** Number of slots of all replicas. */
  readonly slots: number;
  /** Slots whose keys this replica runs. */
  readonly owned: readonly number[];
  /** Slots that start no more runs, and wait for those in process. */
  readonly draining: readonly number[];
  /** Slots that this replica is to have, and that another one has not given up. */
  readonly waiting: readonly number[];
  /** This replica and the others whose Leases have not expired. */
  readonly members: readonly ShardingMember[];
  /** Runs that have not settled. */
  readonly activeRuns: number;
  /** Successful renewals of this replica's Lease. */
  readonly renewals: number;
  /** How often the own Lease was in doubt, so that all slots were lost. */
  readonly lostTerms: number;
  /** Slots taken and given up since the start. */
  readonly gainedSlots: number;
  /** Slots that this replica gave up for others. */
  readonly releasedSlots: number;
  /** Failed requests for the Leases. */
  readonly failures: number;
  /** The failure that lasts; undefined if the last request succeeded. */
  readonly failing: ElectionFailure | undefined;
}

/** Returns the replica itself and the others that are live. */
export function membersOf(
  own: { readonly identity: string; readonly leaseName: string },
  { phase, others, live, confirmed }: ShardingState,
): readonly ShardingMember[] {
  if (phase === 'stopped') return [];
  const self: ShardingMember = {
    identity: own.identity,
    lease: own.leaseName,
    slots: confirmed?.claim.slots.size ?? 0,
    leaving: phase === 'leaving',
    problem: undefined,
  };
  const known = [...others.values()].filter(({ leaseName }) => live.has(leaseName));
  const rest = known.map(({ identity, leaseName, claims, leaving, problem }) => ({
    identity,
    lease: leaseName,
    slots: claims?.size,
    leaving,
    problem,
  }));
  return [self, ...rest];
}

/** The log, counters and process warnings of one replica. */
export class ShardingReporter {
  readonly counts = { renewals: 0, lostTerms: 0, gainedSlots: 0, releasedSlots: 0, failures: 0 };
  /** Never throws. */
  readonly logger: Logger;
  /** `namespace/name` of the sharding. */
  readonly #name: string;
  readonly #hasLogger: boolean;
  readonly #failures: FailureLog;
  #hasWarned = false;

  constructor(name: string, logger: Logger | undefined) {
    this.#name = name;
    this.logger = containLogger(logger);
    this.#hasLogger = logger !== undefined;
    this.#failures = new FailureLog(this.logger, name, 'sharding');
  }

  /** The failure that lasts; undefined if the last request succeeded. */
  get failing(): ElectionFailure | undefined {
    return this.#failures.current;
  }

  failed(error: Error, nowMs: number): void {
    this.counts.failures++;
    this.#failures.failed(error, nowMs);
    // Other failures pass by themselves; these need someone to act.
    if (error instanceof ShardingError)
      this.#warn(error.message, 'The replica keeps trying. Further failures are not reported');
  }

  succeeded(): void {
    this.#failures.succeeded();
  }

  gained(slots: number): void {
    this.counts.gainedSlots += slots;
    this.logger.info({ sharding: this.#name, slots }, 'took slots');
  }

  drains(slots: number): void {
    this.logger.info({ sharding: this.#name, slots }, 'drains slots');
  }

  released(slots: number): void {
    this.counts.releasedSlots += slots;
  }

  lost(reason: string): void {
    this.counts.lostTerms++;
    this.logger.warn({ sharding: this.#name, reason }, 'lost all slots');
  }

  leftToExpire(): void {
    this.logger.warn({ sharding: this.#name }, 'could not delete the lease, others wait until it expires');
  }

  /** A Lease with the label is not what a replica writes. Someone has to delete it, or to give both the same options. */
  memberProblem(lease: string, problem: string): void {
    this.logger.warn({ sharding: this.#name, lease, problem }, 'the lease of another replica has a problem');
    this.#warn(`Lease ${lease}: ${problem}`, 'Further problems are not reported');
  }

  removedExpired(lease: string): void {
    this.logger.info({ sharding: this.#name, lease }, 'removed an expired lease');
  }

  expiredStays(lease: string, error: unknown): void {
    this.logger.debug({ sharding: this.#name, lease, err: error }, 'an expired lease stays');
  }

  /** Without a logger, a user would not learn why a replica takes no slots. */
  #warn(problem: string, detail: string): void {
    if (this.#hasLogger || this.#hasWarned) return;
    this.#hasWarned = true;
    process.emitWarning(printable(`sharding ${this.#name}: ${problem}`), {
      type: 'KubeInformersWarning',
      code: 'KUBE_INFORMERS_UNHANDLED',
      detail: `${detail}: pass a logger, or read stats().`,
    });
  }
}
