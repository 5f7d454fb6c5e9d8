/** The records that an elector writes and reads. */
import type { ElectionEffect, ElectionPolicy, ElectionState, Instant, Observed } from './election-step.js';
import { microTime } from './lease-record.js';
import type { LeaderElectionRecord } from './lease-record.js';

/** A Lease holds 32 bits. */
const maxTransitions = 2 ** 31 - 1;

/** Records what the Lease says. Only a change of the record counts as a sign of life of its holder. */
export function observe(
  policy: ElectionPolicy,
  state: ElectionState,
  record: LeaderElectionRecord,
  now: Instant,
): { readonly state: ElectionState & { readonly observed: Observed }; readonly effects: ElectionEffect[] } {
  const isNew = JSON.stringify(record) !== JSON.stringify(state.observed?.record);
  const observed =
    isNew || state.observed === undefined ? { record, sinceMs: now.monotonicMs } : state.observed;
  const { holderIdentity } = record;
  // Before an election ends, a candidate may see its own identity from an earlier run: it does not lead then.
  const isLeader =
    holderIdentity !== policy.identity || state.phase === 'acquiring' || state.phase === 'leading';
  if (holderIdentity === '' || holderIdentity === state.reportedLeader || !isLeader)
    return { state: { ...state, observed }, effects: [] };
  return {
    state: { ...state, observed, reportedLeader: holderIdentity },
    effects: [{ do: 'newLeader', identity: holderIdentity }],
  };
}

export function nextTransitions(last: LeaderElectionRecord | undefined): number {
  return Math.min((last?.leaderTransitions ?? -1) + 1, maxTransitions);
}

/** Returns the record of a Lease that this elector takes. */
export function ownRecord(
  policy: ElectionPolicy,
  state: ElectionState,
  now: Instant,
  leaderTransitions: number,
): LeaderElectionRecord {
  const time = microTime(now.wallMs, state.writes);
  return {
    holderIdentity: policy.identity,
    leaseDurationSeconds: Math.floor(policy.leaseDurationMs / 1000),
    acquireTime: time,
    renewTime: time,
    leaderTransitions,
    strategy: '',
    preferredHolder: '',
  };
}

/** Returns the record of a Lease that this elector keeps. */
export function renewedRecord(
  policy: ElectionPolicy,
  state: ElectionState,
  { acquireTime, leaderTransitions, strategy }: LeaderElectionRecord,
  now: Instant,
): LeaderElectionRecord {
  return {
    ...ownRecord(policy, state, now, leaderTransitions),
    acquireTime,
    strategy: policy.coordinated ? strategy : '',
  };
}
