import type { ElectionPhase } from './election-step.js';
import type { ElectionFailure } from './failure-log.js';

/** What an elector is doing. */
export type ElectionActivity = 'stopped' | 'candidate' | 'leader' | 'ending' | 'releasing';

/** A snapshot of an elector, for metrics and status pages. */
export interface LeaderElectionStats {
  /** `namespace/name` of the Lease. */
  readonly name: string;
  readonly identity: string;
  /** `ending`: the term is over, and its loop body has not ended. */
  readonly activity: ElectionActivity;
  /** 1 while this elector leads, else 0 (client-go's leader_election_master_status). */
  readonly masterStatus: 0 | 1;
  /** Identity of the last observed holder; "" if none. */
  readonly leader: string;
  /** `leaseTransitions` of the last observed record. */
  readonly transitions: number;
  readonly terms: number;
  /** Terms that ended because leadership was lost. */
  readonly lostTerms: number;
  readonly renewals: number;
  /** Renewals that had to read the Lease first (client-go's leader_election_slowpath_total). */
  readonly slowpathTotal: number;
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
