/** Parts that the steps of several phases are built from. */
import { elapsedMs } from '../util/passed-time.js';
import type {
  ElectionEffect,
  ElectionKnowledge,
  ElectionPhase,
  ElectionPolicy,
  ElectionState,
  ElectionStep,
  Held,
} from './election-step.js';
import type { Instant } from '../util/passed-time.js';

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
