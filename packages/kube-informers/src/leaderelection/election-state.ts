import { shownKey } from '../util/shown.js';
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
import { isAlreadyExists, isConflict } from '../meta/errors.js';
import { nextTransitions, observe, ownRecord, renewedRecord, saw } from './election-records.js';
import { finish, notReleased, release, released, releaseAsRead } from './election-release.js';
import { elapsedMs } from '../util/passed-time.js';
import type {
  ElectionEffect,
  ElectionInput,
  ElectionPolicy,
  ElectionState,
  ElectionStep,
  Held,
  Input,
  StateIn,
  Write,
} from './election-step.js';
import type { Instant } from '../util/passed-time.js';
import { recordOf } from './lease-record.js';
import type { ElectionLease, LeaderElectionRecord } from './lease-record.js';
import { after, compete, isOver, known, notRenewedInTime, quietAt, rest, step, timer } from './step-parts.js';
import { mayHaveHappened } from './write-outcome.js';

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
