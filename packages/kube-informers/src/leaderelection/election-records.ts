/** The records that an elector writes and reads. */
import type { ElectionEffect, ElectionPolicy, ElectionState, Observed } from './election-step.js';
import type { Instant } from '../util/passed-time.js';
import { microTime, recordOf } from './lease-record.js';
import type { ElectionLease, LeaderElectionRecord } from './lease-record.js';

/** client-go's duration of a released Lease, seconds; candidates do not wait for it, since the holder is empty. */
export const releasedDurationSeconds = 1;

/** A Lease holds 32 bits. */
const maxTransitions = 2 ** 31 - 1;

/**
 * How many times longer than the own one the duration in a Lease may be that was deleted or replaced.
 *
 * Anyone who may write a Lease can write a duration of 68 years into it, and deleting it is the remedy.
 */
const maxDurationRatio = 10;

interface Seen {
  readonly state: ElectionState;
  readonly effects: readonly ElectionEffect[];
}

/** Records what was read. Only a change of the record counts as a sign of life of its holder. */
export function observe(
  policy: ElectionPolicy,
  before: ElectionState,
  lease: ElectionLease | undefined,
  now: Instant,
): Seen {
  const { observed } = before;
  if (observed === undefined || follows(policy, observed, lease))
    return lease === undefined ? { state: before, effects: [] } : saw(policy, before, lease, now);
  const forMs = vacancyMs(policy, observed.record);
  const state = { ...before, vacantAtMs: Math.max(before.vacantAtMs, now.monotonicMs + forMs) };
  const report: ElectionEffect = { do: 'leaseBroken', forMs };
  if (lease === undefined)
    return { state: { ...state, observed: { ...observed, uid: undefined } }, effects: [report] };
  const seen = saw(policy, state, lease, now);
  return { state: seen.state, effects: [report, ...seen.effects] };
}

/** Records the Lease as it is stored; also after an own write. */
export function saw(policy: ElectionPolicy, state: ElectionState, lease: ElectionLease, now: Instant): Seen {
  const record = recordOf(lease);
  const uid = uidOf(lease);
  const before = state.observed;
  const transitions = Math.max(record.leaderTransitions, before?.transitions ?? 0);
  const observed =
    before !== undefined && before.uid === uid && isSame(record, before.record)
      ? before
      : { record, uid, sinceMs: now.monotonicMs, transitions };
  const seen = { ...state, observed };
  const { holderIdentity } = record;
  // Before an election ends, a candidate may see its own identity from an earlier run: it does not lead then.
  const isLeader =
    holderIdentity !== policy.identity || state.phase === 'acquiring' || state.phase === 'leading';
  if (holderIdentity === '' || holderIdentity === state.reportedLeader || !isLeader)
    return { state: seen, effects: [] };
  return {
    state: { ...seen, reportedLeader: holderIdentity },
    effects: [{ do: 'newLeader', identity: holderIdentity }],
  };
}

/**
 * False if the Lease does not show how the term that was seen ended: it was deleted, replaced, restored from a backup, or
 * someone cleared its holder. That term may go on, so whoever has seen it waits for its duration.
 */
function follows(
  { coordinated }: ElectionPolicy,
  before: Observed,
  lease: ElectionLease | undefined,
): boolean {
  if (lease === undefined) return before.uid === undefined;
  if (before.uid !== uidOf(lease)) return false;
  const record = recordOf(lease);
  if (isSame(record, before.record)) return true;
  const { leaderTransitions, holderIdentity, leaseDurationSeconds } = record;
  if (leaderTransitions < before.record.leaderTransitions) return false;
  if (holderIdentity === '') return leaseDurationSeconds === releasedDurationSeconds;
  // The server does not count when it chooses a holder.
  const isNext = leaderTransitions > before.record.leaderTransitions || coordinated;
  return isNext || holderIdentity === before.record.holderIdentity;
}

/** Returns how long a term may be valid that may have been renewed until now, unseen. */
function vacancyMs(
  { leaseDurationMs }: ElectionPolicy,
  { leaseDurationSeconds }: LeaderElectionRecord,
): number {
  return Math.min(Math.max(leaseDurationMs, leaseDurationSeconds * 1000), leaseDurationMs * maxDurationRatio);
}

function isSame(a: LeaderElectionRecord, b: LeaderElectionRecord): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function uidOf({ metadata }: ElectionLease): string {
  return metadata?.uid ?? '';
}

/** Returns the leaderTransitions of a new term. */
export function nextTransitions(observed: Observed | undefined): number {
  return Math.min((observed?.transitions ?? -1) + 1, maxTransitions);
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
