import type { ElectionFailure } from '../leaderelection/failure-log.js';
import type { ShardingState } from './sharding-step.js';

/** A replica that takes part. */
export interface ShardingMember {
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
  readonly renewals: number;
  /** How often the own Lease was in doubt, so that all slots were lost. */
  readonly lostTerms: number;
  /** Slots taken and given up since the start. */
  readonly gainedSlots: number;
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
