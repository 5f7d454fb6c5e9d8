import type { Instant } from '../util/clock.js';
import type { ElectionLease, LeaderElectionRecord } from './lease-lock.js';
import { mayHaveHappened, microTime, recordOf } from './lease-lock.js';
import { elapsedMs } from '../util/clock.js';
import { shownKey } from '../util/shown.js';
import { isAlreadyExists, isConflict } from '../meta/errors.js';

/** What does not change during an election. */
export interface ElectionPolicy {
  readonly identity: string;
  readonly leaseDurationMs: number;
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
  readonly releaseOnCancel: boolean;
  /** The server chooses the leader: never create a Lease, never take one. */
  readonly coordinated: boolean;
}

/** What is known of the Lease, of this elector or another. */
export interface Observed {
  /** The last one, if the Lease was deleted. */
  readonly record: LeaderElectionRecord;
  /** Undefined if the Lease was deleted. */
  readonly uid: string | undefined;
  /** Of the Lease with the record; "" if it has none. */
  readonly resourceVersion: string;
  /** Monotonic time at which this version was first seen: its record expires a lease duration later. */
  readonly sinceMs: number;
  /** The highest that was ever seen: the next term counts on, even if the Lease starts anew. */
  readonly transitions: number;
}

/** The Lease as this elector last wrote it. */
export interface Held {
  readonly lease: ElectionLease;
  readonly record: LeaderElectionRecord;
  /** When the write was sent; the term's validity and the expiry of the Lease count from here. */
  readonly sentAt: Instant;
}

/** A renewal in progress. */
export interface Renewal {
  readonly startedAt: Instant;
  readonly step: 'fast' | 'reading' | 'slow';
  /** The write in flight; undefined while reading. */
  readonly write: Write | undefined;
}

/** A write in flight. */
export interface Write {
  readonly record: LeaderElectionRecord;
  readonly sentAt: Instant;
}

export type ElectionPhase =
  | { readonly phase: 'stopped' }
  /** A candidate that waits for its next attempt. */
  | { readonly phase: 'waiting' }
  /** A candidate that reads the Lease. */
  | { readonly phase: 'reading' }
  /** A candidate that writes the Lease. */
  | { readonly phase: 'acquiring'; readonly write: Write }
  | {
      readonly phase: 'leading';
      readonly held: Held;
      readonly renewal: Renewal | undefined;
      /** Monotonic time of the next renewal. */
      readonly renewAtMs: number;
    }
  /** The term has ended; the loop body has not. */
  | {
      readonly phase: 'ending';
      readonly held: Held;
      readonly reported: boolean;
      /** The Lease is to be released when the body has ended, although the elector goes on to compete. */
      readonly givesWay: boolean;
    }
  | {
      readonly phase: 'releasing';
      readonly startedAt: Instant;
      readonly tries: number;
      readonly step: 'reading' | 'writing';
      readonly next: 'stop' | 'compete';
    };

/** What an elector knows in every phase. */
export interface ElectionKnowledge {
  readonly observed: Observed | undefined;
  /** Whom `onNewLeader` was last called with. */
  readonly reportedLeader: string;
  /**
   * renewTimes of this elector's writes that may be stored: the last confirmed one and those of later writes.
   *
   * Only a Lease with one of them is released: another process may use the same identity.
   */
  readonly renewTimes: readonly string[];
  /** The iteration is to end. */
  readonly cancelled: boolean;
  /** Monotonic time before which a write of the last term may still reach the server. */
  readonly quietAtMs: number;
  /** Monotonic time before which a term that the Lease no longer shows may be valid: see `follows`. */
  readonly vacantAtMs: number;
  /** Number of writes, for `microTime`. */
  readonly writes: number;
}

export type ElectionState = ElectionKnowledge & ElectionPhase;

/** What happened. */
export type ElectionEvent =
  | { readonly type: 'start' }
  /** The timer fired, or someone asks whether the term is still valid. */
  | { readonly type: 'wake' }
  | { readonly type: 'read'; readonly lease: ElectionLease | undefined }
  | { readonly type: 'written'; readonly lease: ElectionLease }
  | { readonly type: 'failed'; readonly error: Error }
  /** A write of the term's work may still be carried out. */
  | { readonly type: 'unanswered' }
  | { readonly type: 'bodyEnded' }
  | { readonly type: 'cancel' };

export type ElectionInput = ElectionEvent & { readonly now: Instant };

/** What the driver has to do. There is at most one timer and one request; each replaces the one before. */
export type ElectionEffect =
  | { readonly do: 'get' }
  | { readonly do: 'create'; readonly record: LeaderElectionRecord }
  | { readonly do: 'update'; readonly lease: ElectionLease; readonly record: LeaderElectionRecord }
  | { readonly do: 'abortRequest' }
  | { readonly do: 'timer'; readonly ms: number }
  /** A timer at the jittered retry period of a candidate. */
  | { readonly do: 'retryTimer' }
  | { readonly do: 'startTerm'; readonly held: Held }
  | { readonly do: 'renewed'; readonly held: Held }
  /** The term has ended. Without a reason: it was cancelled, or its work is done. */
  | { readonly do: 'endTerm'; readonly held: Held; readonly lost: string | undefined }
  | { readonly do: 'newLeader'; readonly identity: string }
  /** The Lease was deleted, replaced or restored: for so long the term that was seen may go on. */
  | { readonly do: 'leaseBroken'; readonly forMs: number }
  | { readonly do: 'slowPath' }
  | { readonly do: 'report'; readonly error: Error }
  | { readonly do: 'released' }
  /** The Lease was not released and stays with this elector until it expires. */
  | { readonly do: 'leftToExpire'; readonly reason: string }
  | { readonly do: 'bodyOutlivesLease' }
  | { readonly do: 'stop' };

export interface ElectionStep {
  readonly state: ElectionState;
  readonly effects: readonly ElectionEffect[];
}

export type StateIn<P extends ElectionPhase['phase']> = ElectionKnowledge &
  Extract<ElectionPhase, { phase: P }>;

export type Input<T extends ElectionEvent['type']> = { readonly now: Instant } & Extract<
  ElectionEvent,
  { type: T }
>;

/** The records that an elector writes and reads. */

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

/**
 * Records what was read. Each write of the Lease counts as a sign of life of its holder: the same record in another version may
 * have been restored after a term that this candidate has not seen. (client-go compares the records alone.)
 */
export function observe(
  policy: ElectionPolicy,
  before: ElectionState,
  lease: ElectionLease | undefined,
  now: Instant,
): Seen {
  const { observed } = before;
  if (observed === undefined || follows(policy, before, observed, lease))
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
  const resourceVersion = versionOf(lease);
  const before = state.observed;
  const transitions = Math.max(record.leaderTransitions, before?.transitions ?? 0);
  const observed =
    before?.uid === uid && before.resourceVersion === resourceVersion && isSame(record, before.record)
      ? before
      : { record, uid, resourceVersion, sinceMs: now.monotonicMs, transitions };
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
  { coordinated, identity }: ElectionPolicy,
  { renewTimes }: ElectionState,
  before: Observed,
  lease: ElectionLease | undefined,
): boolean {
  if (lease === undefined) return before.uid === undefined;
  if (before.uid !== uidOf(lease)) return false;
  const record = recordOf(lease);
  const isSameRecord = isSame(record, before.record);
  if (isSameRecord && before.resourceVersion === versionOf(lease)) return true;
  const { leaderTransitions, holderIdentity, leaseDurationSeconds, renewTime } = record;
  // An own record in an unknown version is a later renewal whose response was lost. Another may have led before an older one.
  if (holderIdentity === identity && before.record.holderIdentity === identity) {
    const written = renewTimes.indexOf(renewTime);
    if (written >= 0 && written <= renewTimes.indexOf(before.record.renewTime)) return false;
  }
  if (isSameRecord) return true;
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

function versionOf({ metadata }: ElectionLease): string {
  return metadata?.resourceVersion ?? '';
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

/** Parts that the steps of several phases are built from. */

export function step(state: ElectionState, effects: readonly ElectionEffect[] = []): ElectionStep {
  return { state, effects };
}

export function after(first: ElectionStep, next: (state: ElectionState) => ElectionStep): ElectionStep {
  const second = next(first.state);
  return step(second.state, [...first.effects, ...second.effects]);
}

/** Timers are whole milliseconds: one that is rounded down fires before its time, for nothing. */
export function timer(delayMs: number): ElectionEffect {
  return { do: 'timer', ms: Math.max(0, Math.ceil(delayMs)) };
}

/** Returns what is known in any phase, with the fields of another phase. */
export function known<P extends ElectionPhase>(state: ElectionKnowledge, phase: P): ElectionKnowledge & P {
  return {
    observed: state.observed,
    reportedLeader: state.reportedLeader,
    renewTimes: state.renewTimes,
    cancelled: state.cancelled,
    quietAtMs: state.quietAtMs,
    vacantAtMs: state.vacantAtMs,
    writes: state.writes,
    ...phase,
  };
}

/** Starts an attempt to become leader. */
export function compete(state: ElectionState, now: Instant): ElectionStep {
  const waitMs = state.quietAtMs - now.monotonicMs;
  // The writes of a new term must not mix with one of the last term that is still on its way.
  if (waitMs > 0) return step(known(state, { phase: 'waiting' }), [timer(waitMs)]);
  return step(known(state, { phase: 'reading' }), [{ do: 'get' }]);
}

/** Waits for the next attempt. */
export function rest(state: ElectionState, effects: readonly ElectionEffect[] = []): ElectionStep {
  return step(known(state, { phase: 'waiting' }), [...effects, { do: 'retryTimer' }]);
}

/** True if a term that was last renewed by this write is over. */
export function isOver(policy: ElectionPolicy, { sentAt }: Pick<Held, 'sentAt'>, now: Instant): boolean {
  return elapsedMs(sentAt, now) >= policy.renewDeadlineMs;
}

export function notRenewedInTime(policy: ElectionPolicy): string {
  return `the Lease was not renewed within ${policy.renewDeadlineMs} ms`;
}

/** Returns the time from which on a write that was sent before can no longer arrive: see the margin in the options. */
export function quietAt(policy: ElectionPolicy, now: Instant): number {
  return now.monotonicMs + policy.leaseDurationMs - policy.renewDeadlineMs;
}

/**
 * The pure function that decides what an elector does next: (state, input) → (state, effects).
 *
 * The driver (`leader-elector.ts`) carries out the effects. At most one request is in flight at any time.
 *
 * Safety. A term is valid until `renewDeadline` after its last successful renewal was *sent*, by the clock that advanced
 * more between any two readings. Another elector takes the Lease at the earliest `leaseDuration` after it has *seen* that renewal, by its
 * monotonic clock. Seeing follows sending, so terms never overlap while clock rates differ by less than the ratio of the
 * two durations, and a write has the difference of the two to arrive.
 */

/** How many writes of a candidate may be without a response and still be released: minutes of failures. */
const maxRenewTimes = 100;

export const initialElectionState: ElectionState = {
  phase: 'stopped',
  observed: undefined,
  reportedLeader: '',
  renewTimes: [],
  cancelled: false,
  quietAtMs: -Infinity,
  vacantAtMs: -Infinity,
  writes: 0,
};

/** Throws an Error for an input that is impossible in the state: a defect of the driver. */
export function nextElectionStep(
  policy: ElectionPolicy,
  state: ElectionState,
  input: ElectionInput,
): ElectionStep {
  const { now } = input;
  if (input.type === 'unanswered') return step({ ...state, quietAtMs: quietAt(policy, now) });
  if (input.type === 'cancel') return cancel(policy, state, now);
  switch (state.phase) {
    case 'stopped':
      if (input.type === 'start') return compete({ ...state, cancelled: false }, now);
      break;
    case 'waiting':
      if (input.type === 'wake') return compete(state, now);
      break;
    case 'reading':
      if (input.type === 'read') return contend(policy, state, input);
      if (input.type === 'failed') return rest(state, [{ do: 'report', error: input.error }]);
      break;
    case 'acquiring':
      if (input.type === 'written') return acquired(policy, state, input);
      if (input.type === 'failed') return notAcquired(state, input.error);
      break;
    case 'leading':
      // A response that extends the term in time counts even if the old validity has passed meanwhile.
      if (input.type === 'written') return renewed(policy, state, input);
      if (isOver(policy, state.held, now)) {
        const lost = lose(policy, state, now, notRenewedInTime(policy));
        return input.type === 'bodyEnded' ? after(lost, (ended) => bodyEnded(policy, ended, now)) : lost;
      }
      if (input.type === 'wake') return renewIfDue(policy, state, now);
      if (input.type === 'read') return renewAsRead(policy, state, input);
      if (input.type === 'failed') return notRenewed(policy, state, input);
      if (input.type === 'bodyEnded') return workDone(policy, state, now);
      break;
    case 'ending':
      if (input.type === 'wake') return bodyRuns(policy, state, now);
      if (input.type === 'bodyEnded') return bodyEnded(policy, state, now);
      break;
    case 'releasing':
      if (input.type === 'read') return releaseAsRead(policy, state, input);
      if (input.type === 'written') return released(policy, state, input);
      if (input.type === 'failed') return notReleased(policy, state, input);
      break;
  }
  // A timer of an earlier phase.
  if (input.type === 'wake') return step(state);
  throw new Error(`${input.type} is not possible while ${state.phase}`);
}

// --- candidate ----------------------------------------------------------------------------------------------------

/** Takes the Lease if it has no holder, or its holder has not renewed it for its whole duration. */
function contend(policy: ElectionPolicy, before: ElectionState, { lease, now }: Input<'read'>): ElectionStep {
  if (before.quietAtMs > now.monotonicMs) return compete(before, now);
  const { state, effects } = observe(policy, before, lease, now);
  if (state.vacantAtMs > now.monotonicMs) return rest(state, effects);
  // A new term of the same elector counts as a transition too, so that `transitions` identifies a term.
  const own = (): LeaderElectionRecord => ownRecord(policy, state, now, nextTransitions(state.observed));
  if (lease === undefined || state.observed === undefined) {
    if (policy.coordinated) return rest(state);
    const record = own();
    return acquire(state, { record, sentAt: now }, [{ do: 'create', record }]);
  }
  const { record, sinceMs } = state.observed;
  const hasExpired = now.monotonicMs - sinceMs >= record.leaseDurationSeconds * 1000;
  const isOwn = record.holderIdentity === policy.identity;
  const isHeldByAnother = record.holderIdentity !== '' && !isOwn && !hasExpired;
  const isRefused = policy.coordinated
    ? !isOwn || hasExpired || record.preferredHolder !== ''
    : isHeldByAnother;
  if (isRefused) return rest(state, effects);
  const next = policy.coordinated ? renewedRecord(policy, state, record, now) : own();
  return acquire(state, { record: next, sentAt: now }, [...effects, { do: 'update', lease, record: next }]);
}

function acquire(state: ElectionState, write: Write, effects: readonly ElectionEffect[]): ElectionStep {
  const renewTimes = [...state.renewTimes, write.record.renewTime].slice(-maxRenewTimes);
  return step(
    { ...known(state, { phase: 'acquiring', write }), renewTimes, writes: state.writes + 1 },
    effects,
  );
}

function acquired(
  policy: ElectionPolicy,
  before: StateIn<'acquiring'>,
  { lease, now }: Input<'written'>,
): ElectionStep {
  const held: Held = { lease, record: recordOf(lease), sentAt: before.write.sentAt };
  // The response took too long. The Lease is ours, and the next attempt takes it at once.
  if (isOver(policy, held, now)) return rest(before);
  const renewTimes = [before.write.record.renewTime];
  const { state, effects } = saw(policy, { ...before, renewTimes }, lease, now);
  return lead(policy, state, { held, renewal: undefined }, now, [{ do: 'startTerm', held }, ...effects]);
}

function notAcquired(state: StateIn<'acquiring'>, error: Error): ElectionStep {
  const { renewTime } = state.write.record;
  const renewTimes = mayHaveHappened(error)
    ? state.renewTimes
    : state.renewTimes.filter((time) => time !== renewTime);
  return rest({ ...state, renewTimes }, reportOf(error));
}

/** That another candidate was faster is no failure. */
function reportOf(error: Error): readonly ElectionEffect[] {
  return isConflict(error) || isAlreadyExists(error) ? [] : [{ do: 'report', error }];
}

// --- leader -------------------------------------------------------------------------------------------------------

type Leading = Pick<StateIn<'leading'>, 'held' | 'renewal'> & { readonly renewAtMs?: number };

function lead(
  policy: ElectionPolicy,
  state: ElectionState,
  leading: Leading,
  now: Instant,
  effects: readonly ElectionEffect[] = [],
): ElectionStep {
  const { held, renewal } = leading;
  // Counted from sending: after a slow response less of the validity is left.
  const renewAtMs = leading.renewAtMs ?? held.sentAt.monotonicMs + policy.retryPeriodMs;
  const renewInMs = renewal === undefined ? renewAtMs - now.monotonicMs : Infinity;
  const validForMs = policy.renewDeadlineMs - elapsedMs(held.sentAt, now);
  return step(known(state, { phase: 'leading', held, renewal, renewAtMs }), [
    ...effects,
    // At the latest after a retry period, so that the clocks are read again: see `PassedTime`.
    timer(Math.min(renewInMs, validForMs, policy.retryPeriodMs)),
  ]);
}

function renewIfDue(policy: ElectionPolicy, state: StateIn<'leading'>, now: Instant): ElectionStep {
  if (state.renewal !== undefined || state.renewAtMs > now.monotonicMs)
    return lead(policy, state, state, now);
  if (policy.coordinated) return readToRenew(policy, state, now, now);
  return writeToRenew(policy, state, state.held.lease, state.held.record, now, now, 'fast');
}

function readToRenew(
  policy: ElectionPolicy,
  state: StateIn<'leading'>,
  startedAt: Instant,
  now: Instant,
  before: readonly ElectionEffect[] = [],
): ElectionStep {
  const renewal = { startedAt, step: 'reading', write: undefined } as const;
  return lead(policy, state, { ...state, renewal }, now, [...before, { do: 'slowPath' }, { do: 'get' }]);
}

/** Updates the Lease, or creates it if it was deleted. */
function writeToRenew(
  policy: ElectionPolicy,
  state: StateIn<'leading'>,
  lease: ElectionLease | undefined,
  old: LeaderElectionRecord,
  startedAt: Instant,
  now: Instant,
  how: 'fast' | 'slow',
): ElectionStep {
  const record = renewedRecord(policy, state, old, now);
  const renewal = { startedAt, step: how, write: { record, sentAt: now } } as const;
  const renewTimes = [...state.renewTimes, record.renewTime];
  const sent = { ...state, renewTimes, writes: state.writes + 1 };
  const effect: ElectionEffect =
    lease === undefined ? { do: 'create', record } : { do: 'update', lease, record };
  return lead(policy, sent, { ...state, renewal }, now, [effect]);
}

function renewAsRead(
  policy: ElectionPolicy,
  before: StateIn<'leading'>,
  { lease, now }: Input<'read'>,
): ElectionStep {
  const startedAt = before.renewal?.startedAt ?? now;
  if (lease === undefined) {
    if (policy.coordinated) return lose(policy, before, now, 'the Lease was deleted');
    // As client-go does. The term is valid, and whoever has seen it does not create the Lease before it is over.
    return writeToRenew(policy, before, undefined, before.held.record, startedAt, now, 'slow');
  }
  const { state: observer, effects } = observe(policy, before, lease, now);
  const { observed, reportedLeader, vacantAtMs } = observer;
  const state = { ...before, observed, reportedLeader, vacantAtMs };
  const record = recordOf(lease);
  const reason = whyNotOurs(policy, state, record);
  if (reason !== undefined) return lose(policy, state, now, reason, effects);
  if (policy.coordinated && record.preferredHolder !== '') {
    const preferred = `the server prefers ${shownKey(record.preferredHolder)}`;
    return lose(policy, state, now, preferred, effects, true);
  }
  return writeToRenew(policy, state, lease, record, startedAt, now, 'slow');
}

function whyNotOurs(
  policy: ElectionPolicy,
  state: StateIn<'leading'>,
  record: LeaderElectionRecord,
): string | undefined {
  if (record.holderIdentity === '') return 'the Lease was released by someone else';
  if (record.holderIdentity !== policy.identity) return `${shownKey(record.holderIdentity)} holds the Lease`;
  if (!state.renewTimes.includes(record.renewTime)) return 'another process uses the same identity';
  return undefined;
}

function renewed(
  policy: ElectionPolicy,
  before: StateIn<'leading'>,
  { lease, now }: Input<'written'>,
): ElectionStep {
  const write = before.renewal?.write;
  if (write === undefined) throw new Error('written is not possible without a write');
  const held: Held = { lease, record: recordOf(lease), sentAt: write.sentAt };
  const confirmed = { ...before, held, renewTimes: [write.record.renewTime], renewal: undefined };
  if (isOver(policy, held, now)) return lose(policy, confirmed, now, notRenewedInTime(policy));
  const { state, effects } = saw(policy, confirmed, lease, now);
  return lead(policy, state, { held, renewal: undefined }, now, [{ do: 'renewed', held }, ...effects]);
}

function notRenewed(
  policy: ElectionPolicy,
  state: StateIn<'leading'>,
  { error, now }: Input<'failed'>,
): ElectionStep {
  const { renewal } = state;
  if (renewal === undefined) throw new Error('failed is not possible without a request');
  const report = reportOf(error);
  // Once per renewal: someone else may have changed the Lease, a label for one. Or has created it after a deletion.
  if (renewal.step === 'fast' || isAlreadyExists(error))
    return readToRenew(policy, state, renewal.startedAt, now, report);
  const renewAtMs = Math.max(now.monotonicMs, renewal.startedAt.monotonicMs + policy.retryPeriodMs);
  return lead(policy, state, { ...state, renewal: undefined, renewAtMs }, now, report);
}

// --- the end of a term --------------------------------------------------------------------------------------------

function lose(
  policy: ElectionPolicy,
  state: StateIn<'leading'>,
  now: Instant,
  lost: string | undefined,
  before: readonly ElectionEffect[] = [],
  givesWay = false,
): ElectionStep {
  return step(known(state, { phase: 'ending', held: state.held, reported: false, givesWay }), [
    ...before,
    { do: 'abortRequest' },
    { do: 'endTerm', held: state.held, lost },
    timer(policy.leaseDurationMs - elapsedMs(state.held.sentAt, now)),
  ]);
}

/** Reports once that a loop body goes on although others may lead. */
function bodyRuns(policy: ElectionPolicy, state: StateIn<'ending'>, now: Instant): ElectionStep {
  if (state.reported) return step(state);
  const leftMs = policy.leaseDurationMs - elapsedMs(state.held.sentAt, now);
  if (leftMs > 0) return step(state, [timer(leftMs)]);
  return step({ ...state, reported: true }, [{ do: 'bodyOutlivesLease' }]);
}

function bodyEnded(policy: ElectionPolicy, state: ElectionState, now: Instant): ElectionStep {
  if (state.cancelled) return release(policy, state, now, 'stop');
  const givesWay = state.phase === 'ending' && state.givesWay;
  return givesWay ? release(policy, state, now, 'compete') : compete(state, now);
}

/** The loop body ended by itself: the Lease is offered to all candidates. */
function workDone(policy: ElectionPolicy, state: StateIn<'leading'>, now: Instant): ElectionStep {
  return after(lose(policy, state, now, undefined), (ended) => release(policy, ended, now, 'compete'));
}

function cancel(policy: ElectionPolicy, before: ElectionState, now: Instant): ElectionStep {
  const state = { ...before, cancelled: true };
  switch (state.phase) {
    case 'stopped':
    case 'ending':
      return step(state);
    case 'releasing':
      return step({ ...state, next: 'stop' });
    case 'leading':
      return lose(policy, state, now, undefined);
    case 'waiting':
    case 'reading':
    case 'acquiring': {
      const mayHold = state.renewTimes.length > 0;
      const aborted = step(state, [{ do: 'abortRequest' }]);
      return after(aborted, (next) => (mayHold ? release(policy, next, now, 'stop') : finish(next, 'stop')));
    }
  }
}

/** The steps of an elector that gives the Lease back. */

/** Conflicts are tried again at once, so few times. */
const maxReleaseTries = 5;

const unansweredReason = 'a write may still be carried out';

export function release(
  policy: ElectionPolicy,
  state: ElectionState,
  now: Instant,
  then: 'stop' | 'compete',
): ElectionStep {
  if (!policy.releaseOnCancel)
    return finish(state, then, [{ do: 'leftToExpire', reason: 'releaseOnCancel is false' }]);
  if (state.quietAtMs > now.monotonicMs) return leave(state, then, unansweredReason);
  return step(known(state, { phase: 'releasing', startedAt: now, tries: 1, step: 'reading', next: then }), [
    { do: 'get' },
  ]);
}

export function releaseAsRead(
  policy: ElectionPolicy,
  state: StateIn<'releasing'>,
  { lease, now }: Input<'read'>,
): ElectionStep {
  if (lease === undefined) return finish(state, state.next);
  const record = recordOf(lease);
  const isOurs = record.holderIdentity === policy.identity && state.renewTimes.includes(record.renewTime);
  if (!isOurs) return finish(state, state.next);
  // The end of the term may have aborted a write that was on its way.
  if (state.quietAtMs > now.monotonicMs) return leave(state, state.next, unansweredReason);
  const time = microTime(now.wallMs, state.writes);
  const empty: LeaderElectionRecord = {
    ...record,
    holderIdentity: '',
    leaseDurationSeconds: releasedDurationSeconds,
    acquireTime: time,
    renewTime: time,
  };
  return step({ ...state, step: 'writing', writes: state.writes + 1 }, [
    { do: 'update', lease, record: empty },
  ]);
}

export function released(
  policy: ElectionPolicy,
  before: StateIn<'releasing'>,
  { lease, now }: Input<'written'>,
): ElectionStep {
  const { state } = saw(policy, before, lease, now);
  return finish(state, before.next, [{ do: 'released' }]);
}

export function notReleased(
  policy: ElectionPolicy,
  state: StateIn<'releasing'>,
  { error, now }: Input<'failed'>,
): ElectionStep {
  const isInTime = elapsedMs(state.startedAt, now) < policy.renewDeadlineMs;
  // An aborted renewal may have been stored after the read.
  if (isConflict(error) && isInTime && state.tries < maxReleaseTries)
    return step({ ...state, tries: state.tries + 1, step: 'reading' }, [{ do: 'get' }]);
  return after(step(state, [{ do: 'report', error }]), () => leave(state, state.next, 'the release failed'));
}

function leave(state: ElectionState, then: 'stop' | 'compete', reason: string): ElectionStep {
  const effects: ElectionEffect[] = [{ do: 'leftToExpire', reason }];
  // The Lease is still this elector's: a later stop can release it.
  return then === 'compete' ? rest(state, effects) : finish(state, then, effects);
}

export function finish(
  state: ElectionState,
  then: 'stop' | 'compete',
  effects: readonly ElectionEffect[] = [],
): ElectionStep {
  const ended = { ...state, renewTimes: [] };
  if (then === 'compete') return rest(ended, effects);
  return step(known(ended, { phase: 'stopped' }), [...effects, { do: 'stop' }]);
}
