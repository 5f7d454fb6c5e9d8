/** The steps of an elector that gives the Lease back. */
import { isConflict } from '../meta/errors.js';
import { releasedDurationSeconds, saw } from './election-records.js';
import { elapsedMs } from '../util/passed-time.js';
import type {
  ElectionEffect,
  ElectionPolicy,
  ElectionState,
  ElectionStep,
  Input,
  StateIn,
} from './election-step.js';
import type { Instant } from '../util/passed-time.js';
import { microTime, recordOf } from './lease-record.js';
import type { LeaderElectionRecord } from './lease-record.js';
import { after, known, rest, step } from './step-parts.js';

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
