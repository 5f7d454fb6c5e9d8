import type { Instant } from '../util/clock.js';
import type { ElectionLease } from '../leaderelection/lease-lock.js';
import type { Claim, MemberRecord } from './member-lease.js';
import type { Slots } from './slots.js';
import { memberOf } from './member-lease.js';
import { elapsedMs } from '../util/clock.js';
import { isNamespaceAbsent, isResourceAbsent } from '../leaderelection/lease-lock.js';
import { isAlreadyExists, isConflict, isNotFound } from '../meta/errors.js';
import { assignedSlots, both, minus, noSlots, same, union } from './slots.js';

/** What does not change while a replica takes part. */
export interface ShardingPolicy {
  readonly identity: string;
  readonly leaseName: string;
  /** Number of slots. */
  readonly slots: number;
  readonly leaseDurationMs: number;
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
}

/** Another replica, as its Lease shows it. */
export interface Member extends MemberRecord {
  /** Monotonic time at which this version of the Lease was first seen. */
  readonly sinceMs: number;
}

/** A request in flight. */
export type ShardingRequest =
  | {
      readonly kind: 'list';
      readonly sentAt: Instant;
      /** Claims that were stored when the list was sent. */
      readonly stored: Slots;
    }
  | { readonly kind: 'write'; readonly sentAt: Instant; readonly claim: Claim }
  | { readonly kind: 'delete'; readonly sentAt: Instant };

/** A write of the own Lease that the server has confirmed. Until `renewDeadlineMs` after its sending, its slots may be held. */
export interface Confirmed {
  readonly claim: Claim;
  readonly sentAt: Instant;
}

export interface ShardingState {
  readonly phase: 'stopped' | 'running' | 'leaving';
  readonly request: ShardingRequest | undefined;
  /** The request to send next without waiting. */
  readonly next: 'list' | 'write' | undefined;
  /** Monotonic time of the next renewal. */
  readonly renewAtMs: number;
  /** True once a write has failed since the last one that was due, so that the next failure waits. */
  readonly retried: boolean;
  /** The own Lease as last seen; undefined if it does not exist. */
  readonly lease: ElectionLease | undefined;
  /** True if a Lease may be stored. */
  readonly mayBeStored: boolean;
  /** The last confirmed write, while it is valid. */
  readonly confirmed: Confirmed | undefined;
  /** True if a write was sent after `confirmed` that may be stored as well. */
  readonly isUncertain: boolean;
  /** The other replicas whose Leases were in the last list, by the names of their Leases. */
  readonly others: ReadonlyMap<string, Member>;
  /** Names of the Leases of those that had not expired then. */
  readonly live: ReadonlySet<string>;
  /** False before the first list. */
  readonly hasListed: boolean;
  /** Slots that this replica is to have. */
  readonly target: Slots;
  /** Slots whose keys this replica may run, those that drain included. */
  readonly held: Slots;
  /** Slots of `held` that start no more runs. */
  readonly draining: Slots;
  /** Slots to which a write may be on its way, with the monotonic time after which it is not. They stay claimed. */
  readonly quietAtMs: ReadonlyMap<number, number>;
  /** Monotonic time since which nothing is claimed while leaving. */
  readonly emptySinceMs: number | undefined;
  /** Number of writes, for `microTime`. */
  readonly writes: number;
}

/** What happened. */
export type ShardingEvent =
  | { readonly type: 'start' }
  /** The timer fired, a slot has no more runs, or someone asks whether a slot is held. */
  | { readonly type: 'wake' }
  | { readonly type: 'listed'; readonly leases: readonly ElectionLease[] }
  | { readonly type: 'written'; readonly lease: ElectionLease }
  | { readonly type: 'deleted' }
  | { readonly type: 'failed'; readonly error: Error }
  /** A write for a key of the slot may still be carried out. */
  | { readonly type: 'unanswered'; readonly slot: number }
  | { readonly type: 'leave' };

export type ShardingInput = ShardingEvent & {
  readonly now: Instant;
  /** Slots with runs that have not settled. */
  readonly busy: Slots;
};

/** What the driver has to do. There is at most one timer and one request. */
export type ShardingEffect =
  | { readonly do: 'list' }
  | { readonly do: 'write'; readonly claim: Claim; readonly before: ElectionLease | undefined }
  | { readonly do: 'delete' }
  /** Removes the expired Lease of another replica, unless it has changed. */
  | { readonly do: 'removeExpired'; readonly leaseName: string; readonly resourceVersion: string }
  | { readonly do: 'abortRequest' }
  | { readonly do: 'timer'; readonly ms: number }
  /** The own Lease is valid, after a time without. */
  | { readonly do: 'startTerm'; readonly sentAt: Instant }
  | { readonly do: 'renewed'; readonly sentAt: Instant }
  /** The own Lease is in doubt: no slot is held any more. */
  | { readonly do: 'endTerm'; readonly reason: string }
  /** Keys of these slots may run. */
  | { readonly do: 'gained'; readonly slots: Slots }
  /** Keys of these slots start no more runs. */
  | { readonly do: 'drain'; readonly slots: Slots }
  /** Keys of these slots may run again; they were about to be given up. */
  | { readonly do: 'resume'; readonly slots: Slots }
  /** These slots have drained. */
  | { readonly do: 'released'; readonly slots: Slots }
  /** The Lease of another replica is not what one writes. */
  | { readonly do: 'memberProblem'; readonly leaseName: string; readonly problem: string }
  | { readonly do: 'report'; readonly error: Error }
  | { readonly do: 'leftToExpire' }
  | { readonly do: 'stop' };

export interface ShardingStep {
  readonly state: ShardingState;
  readonly effects: readonly ShardingEffect[];
}

/** What a replica learns about the others from a list of the Leases. */

/**
 * How many times longer than the own one the leaseDurationMs of another replica may be.
 *
 * Anyone who may write a Lease can write a duration of 68 years into it, and a replica that does not exist would keep its slots for
 * so long. Replicas of one sharding have the same options except during a rollout, for which a factor of ten is enough.
 */
export const maxDurationRatio = 10;

/** Records when each version of the other Leases was first seen. */
export function observe(
  policy: ShardingPolicy,
  others: ReadonlyMap<string, Member>,
  { leases, now }: { readonly leases: readonly ElectionLease[]; readonly now: Instant },
): ReadonlyMap<string, Member> {
  const seen = new Map<string, Member>();
  for (const lease of leases) {
    const record = memberOf(lease, policy.slots);
    const { leaseName, resourceVersion } = record;
    if (leaseName === policy.leaseName) continue;
    const before = others.get(leaseName);
    const isNew = before?.resourceVersion !== resourceVersion;
    const sinceMs = isNew ? now.monotonicMs : before.sinceMs;
    seen.set(leaseName, { ...record, sinceMs, problem: record.problem ?? durationProblem(policy, record) });
  }
  return seen;
}

/** True if a list that was sent then does not show that the Lease of the replica has expired. */
export function isLive(policy: ShardingPolicy, member: Member, listedAt: Instant): boolean {
  return listedAt.monotonicMs - member.sinceMs < believedMs(policy, member);
}

/** Problems that are reported of one list: anyone may write thousands of Leases. */
const maxProblems = 10;

/** Returns a report for each problem that the last list did not show, up to a limit. */
export function newProblems(
  before: ReadonlyMap<string, Member>,
  now: ReadonlyMap<string, Member>,
): readonly ShardingEffect[] {
  const reports = [...now.values()].flatMap(({ leaseName, problem }) =>
    problem === undefined || before.get(leaseName)?.problem === problem
      ? []
      : [{ do: 'memberProblem', leaseName, problem } as const],
  );
  return reports.slice(0, maxProblems);
}

/** True if this replica is the one that removes expired Leases. */
export function firstOf(policy: ShardingPolicy, live: readonly Member[]): boolean {
  return live.every(({ leaseName }) => policy.leaseName < leaseName);
}

export function removeExpired({ leaseName, resourceVersion }: Member): ShardingEffect {
  return { do: 'removeExpired', leaseName, resourceVersion };
}

/** How long a version of a Lease counts, ms. */
function believedMs(policy: ShardingPolicy, { durationMs }: MemberRecord): number {
  if (durationMs === 0) return policy.leaseDurationMs;
  return Math.min(durationMs, policy.leaseDurationMs * maxDurationRatio);
}

function durationProblem(policy: ShardingPolicy, member: MemberRecord): string | undefined {
  const seconds = believedMs(policy, member) / 1000;
  if (member.durationMs <= seconds * 1000) return undefined;
  return `its leaseDurationSeconds is ${member.durationMs / 1000}, of which this replica waits for ${seconds}, ${maxDurationRatio} times its own`;
}

/**
 * The pure function that decides what a replica does next: (state, input) → (state, effects).
 *
 * The driver (`sharding.ts`) carries out the effects. At most one request is in flight at any time.
 *
 * Safety. Each replica writes into its Lease which slots it claims, and holds a slot only after (1) the server has
 * confirmed that claim, (2) a list of all Leases that was sent after the confirmation shows no claim of another live
 * replica, and (3) only until `renewDeadline` after its last confirmed write was sent, by the clock that advanced more between any two readings.
 * Every write claims what is held. Of two replicas that claim the same slot, the one whose list comes second sees the
 * other, so it waits. A replica counts as dead when a list that was sent `leaseDuration` after a version of its Lease
 * was first seen still shows this version: by then its own validity is over, while clock rates differ by less than the
 * ratio of the two durations.
 */

export const initialShardingState: ShardingState = {
  phase: 'stopped',
  request: undefined,
  next: undefined,
  renewAtMs: -Infinity,
  retried: false,
  lease: undefined,
  mayBeStored: false,
  confirmed: undefined,
  isUncertain: false,
  others: new Map(),
  live: new Set(),
  hasListed: false,
  target: noSlots,
  held: noSlots,
  draining: noSlots,
  quietAtMs: new Map(),
  emptySinceMs: undefined,
  writes: 0,
};

type Input<T extends ShardingEvent['type']> = Extract<ShardingInput, { type: T }>;

/** Throws an Error for an input that is impossible in the state: a defect of the driver. */
export function nextShardingStep(
  policy: ShardingPolicy,
  state: ShardingState,
  input: ShardingInput,
): ShardingStep {
  if (state.phase === 'stopped') return fromStopped(state, input);
  const valid = expire(policy, state, input);
  const handled = after(valid, (next) => handle(policy, next, input));
  const settled = after(handled, (next) => settleDrains(next, input));
  const sent = after(settled, (next) => sendNext(policy, next, input));
  return after(sent, (next) => wait(policy, next, input.now));
}

function fromStopped(state: ShardingState, { type, now }: ShardingInput): ShardingStep {
  if (type === 'start')
    return step(
      {
        ...initialShardingState,
        phase: 'running',
        request: { kind: 'list', sentAt: now, stored: noSlots },
        writes: state.writes,
        quietAtMs: state.quietAtMs,
      },
      [{ do: 'list' }],
    );
  // A timer or a write of an earlier run.
  if (type === 'wake' || type === 'leave' || type === 'unanswered') return step(state);
  throw new Error(`${type} is not possible while stopped`);
}

function handle(policy: ShardingPolicy, state: ShardingState, input: ShardingInput): ShardingStep {
  switch (input.type) {
    case 'wake':
      return step(state);
    case 'unanswered':
      return step({ ...state, quietAtMs: quiet(policy, state, [input.slot], input.now) });
    case 'leave':
      return leave(state);
    case 'listed':
      return listed(policy, state, input);
    case 'written':
      return written(policy, state, input);
    case 'deleted':
      return step({ ...state, request: undefined, mayBeStored: false });
    case 'failed':
      return failed(policy, state, input);
    case 'start':
      throw new Error(`start is not possible while ${state.phase}`);
  }
}

// --- the validity of the own Lease --------------------------------------------------------------------------------

function isOver(policy: ShardingPolicy, sentAt: Instant, now: Instant): boolean {
  return elapsedMs(sentAt, now) >= policy.renewDeadlineMs;
}

/** Ends the term if its time has passed, even if a later write was stored meanwhile: others may have seen none in time. */
function expire(policy: ShardingPolicy, state: ShardingState, input: ShardingInput): ShardingStep {
  if (state.confirmed === undefined || !isOver(policy, state.confirmed.sentAt, input.now)) return step(state);
  return lose(policy, state, input, `the Lease was not renewed within ${policy.renewDeadlineMs} ms`);
}

function lose(
  policy: ShardingPolicy,
  state: ShardingState,
  { now, busy }: ShardingInput,
  reason: string,
): ShardingStep {
  return step(
    {
      ...state,
      confirmed: undefined,
      held: noSlots,
      draining: noSlots,
      // What their runs have sent may still arrive.
      quietAtMs: quiet(policy, state, both(busy, state.held), now),
    },
    [{ do: 'endTerm', reason }],
  );
}

/** Returns until when writes that were sent before may arrive: for the margin between the two durations. */
function quiet(
  policy: ShardingPolicy,
  state: ShardingState,
  slots: Iterable<number>,
  now: Instant,
): ReadonlyMap<number, number> {
  const quietAtMs = new Map(state.quietAtMs);
  for (const slot of slots)
    quietAtMs.set(slot, now.monotonicMs + policy.leaseDurationMs - policy.renewDeadlineMs);
  return quietAtMs;
}

// --- responses ----------------------------------------------------------------------------------------------------

function listed(policy: ShardingPolicy, before: ShardingState, input: Input<'listed'>): ShardingStep {
  const { request } = before;
  if (request?.kind !== 'list') throw new Error('listed is not possible without a list');
  const { now } = input;
  const own = input.leases.find((lease) => lease.metadata?.name === policy.leaseName);
  const others = observe(policy, before.others, input);
  const live = [...others.values()].filter((member) => isLive(policy, member, request.sentAt));
  const state: ShardingState = {
    ...before,
    request: undefined,
    // A new member claims its slots at once.
    renewAtMs: before.hasListed ? before.renewAtMs : now.monotonicMs,
    lease: own,
    others,
    live: new Set(live.map(({ leaseName }) => leaseName)),
    hasListed: true,
  };
  const expired = [...others.values()].filter(({ leaseName }) => !state.live.has(leaseName));
  const problems = newProblems(before.others, others);
  const removes = firstOf(policy, live) ? expired.map(removeExpired) : [];
  const lost = whyLost(policy, state, own);
  const checked =
    lost === undefined ? step(state, [...problems, ...removes]) : lose(policy, state, input, lost);
  const claims = own === undefined ? undefined : memberOf(own, policy.slots).claims;
  return after(checked, (valid) => retarget(policy, valid, live, both(request.stored, claims ?? noSlots)));
}

/** Returns why the stored claims are not those that this replica relies on. */
function whyLost(
  policy: ShardingPolicy,
  state: ShardingState,
  own: ElectionLease | undefined,
): string | undefined {
  // After a write without a response, either claim may be stored; both contain what is held.
  if (state.confirmed === undefined) return undefined;
  if (own === undefined) return 'the Lease was deleted';
  const { claims } = memberOf(own, policy.slots);
  if (claims === undefined || minus(state.held, claims).size > 0)
    return 'the Lease was changed by someone else';
  return undefined;
}

/** Decides which slots this replica is to have, and takes those that no other replica claims. */
function retarget(
  policy: ShardingPolicy,
  state: ShardingState,
  live: readonly Member[],
  stored: Slots,
): ShardingStep {
  // A replica whose claims cannot be read, for another number of slots, cannot take what is given up for it.
  const members = [...live.filter(({ leaving, claims }) => !leaving && claims !== undefined), policy];
  const isLeaving = state.phase === 'leaving';
  const target = isLeaving ? noSlots : assignedSlots(policy.leaseName, members, policy.slots);
  const mine = state.confirmed === undefined ? noSlots : minus(both(stored, target), state.held);
  const free = new Set<number>();
  for (const slot of mine) {
    const isClaimed = live.some(({ claims }) => claims === undefined || claims.has(slot));
    if (!isClaimed && !state.quietAtMs.has(slot)) free.add(slot);
  }
  const draining = minus(state.held, target);
  return step({ ...state, target, held: union(state.held, free), draining }, [
    ...about('drain', minus(draining, state.draining)),
    ...about('resume', minus(state.draining, draining)),
    ...about('gained', free),
  ]);
}

function written(
  policy: ShardingPolicy,
  state: ShardingState,
  { lease, now }: Input<'written'>,
): ShardingStep {
  const { request } = state;
  if (request?.kind !== 'write') throw new Error('written is not possible without a write');
  const { claim, sentAt } = request;
  const stored = { ...state, request: undefined, lease, retried: false, isUncertain: false };
  // The response took too long; the next write starts anew.
  if (isOver(policy, sentAt, now)) return step({ ...stored, next: 'list' });
  return step({ ...stored, next: 'list', confirmed: { claim, sentAt } }, [
    { do: state.confirmed === undefined ? 'startTerm' : 'renewed', sentAt },
  ]);
}

function failed(policy: ShardingPolicy, state: ShardingState, { error, now }: Input<'failed'>): ShardingStep {
  const { request } = state;
  if (request === undefined) throw new Error('failed is not possible without a request');
  const ended = { ...state, request: undefined };
  if (request.kind === 'delete' && isNotFound(error)) return step({ ...ended, mayBeStored: false });
  const report: ShardingEffect[] = isOutdated(error) ? [] : [{ do: 'report', error }];
  if (request.kind === 'write' && !state.retried) {
    // Once per renewal: the Lease has to be read again, and may have been written all the same.
    return step({ ...ended, retried: true, next: 'list' }, report);
  }
  const renewAtMs = Math.max(now.monotonicMs, request.sentAt.monotonicMs + policy.retryPeriodMs);
  const waiting = { ...ended, retried: false, next: undefined, renewAtMs };
  if (request.kind === 'write' && isAlreadyExists(error) && state.phase === 'running') {
    // The own Lease is stored, but no list has it: someone removed its label. The others do not see its claims either.
    return step({ ...waiting, request: { kind: 'delete', sentAt: now } }, [{ do: 'delete' }]);
  }
  return step(waiting, report);
}

/** True if the stored Lease is another one than this replica knows, or none. */
function isOutdated(error: Error): boolean {
  const isLeaseAbsent = isNotFound(error) && !isResourceAbsent(error) && !isNamespaceAbsent(error);
  return isConflict(error) || isAlreadyExists(error) || isLeaseAbsent;
}

function leave(state: ShardingState): ShardingStep {
  if (state.phase === 'leaving') return step(state);
  const isListing = state.request?.kind === 'list';
  return step(
    {
      ...state,
      phase: 'leaving',
      request: isListing ? undefined : state.request,
      // The others divide the slots among themselves at once, and take each when it has drained.
      next: 'write',
      target: noSlots,
      draining: state.held,
    },
    [
      ...(isListing ? [{ do: 'abortRequest' } as const] : []),
      ...about('drain', minus(state.held, state.draining)),
    ],
  );
}

// --- what follows from the state ----------------------------------------------------------------------------------

/** Gives up the slots that have drained. */
function settleDrains(before: ShardingState, { now, busy }: ShardingInput): ShardingStep {
  const quietAtMs = new Map([...before.quietAtMs].filter(([, untilMs]) => untilMs > now.monotonicMs));
  const state = { ...before, quietAtMs };
  const released = minus(minus(state.draining, busy), new Set(quietAtMs.keys()));
  if (released.size === 0) return step(state);
  return step(
    { ...state, held: minus(state.held, released), draining: minus(state.draining, released) },
    about('released', released),
  );
}

/** What the Lease has to say. */
function wanted({ phase, target, held, quietAtMs }: ShardingState): Claim {
  return { slots: union(target, held, quietAtMs.keys()), leaving: phase === 'leaving' };
}

function sendNext(policy: ShardingPolicy, before: ShardingState, { now }: ShardingInput): ShardingStep {
  const claim = wanted(before);
  const isEmpty = before.phase === 'leaving' && claim.slots.size === 0;
  const emptySinceMs = isEmpty ? (before.emptySinceMs ?? now.monotonicMs) : undefined;
  const state = { ...before, emptySinceMs };
  if (state.request !== undefined) return step(state);
  if (emptySinceMs !== undefined) return endMembership(policy, state, emptySinceMs, now);
  if (state.next === 'list') return list(state, now);
  if (state.next === 'write' || isDue(state, claim, now))
    return state.hasListed ? write(policy, state, claim, now) : list(state, now, policy.retryPeriodMs);
  return step(state);
}

/** True if the Lease has to be written now: it is time, or it should say something else and nothing more is to come. */
function isDue(state: ShardingState, claim: Claim, now: Instant): boolean {
  if (state.renewAtMs <= now.monotonicMs) return true;
  const { confirmed, draining, isUncertain } = state;
  if (confirmed === undefined || isUncertain || draining.size > 0) return false;
  return !same(confirmed.claim.slots, claim.slots) || confirmed.claim.leaving !== claim.leaving;
}

function list(state: ShardingState, now: Instant, retryMs?: number): ShardingStep {
  const { confirmed, isUncertain } = state;
  const stored = confirmed === undefined || isUncertain ? noSlots : confirmed.claim.slots;
  return step(
    {
      ...state,
      request: { kind: 'list', sentAt: now, stored },
      next: state.retried ? 'write' : undefined,
      renewAtMs: retryMs === undefined ? state.renewAtMs : now.monotonicMs + retryMs,
    },
    [{ do: 'list' }],
  );
}

function write(policy: ShardingPolicy, state: ShardingState, claim: Claim, now: Instant): ShardingStep {
  return step(
    {
      ...state,
      request: { kind: 'write', sentAt: now, claim },
      next: undefined,
      renewAtMs: now.monotonicMs + policy.retryPeriodMs,
      isUncertain: true,
      mayBeStored: true,
      writes: state.writes + 1,
    },
    [{ do: 'write', claim, before: state.lease }],
  );
}

/** Deletes the own Lease, or leaves it to expire if that takes longer than a renewal may. */
function endMembership(
  policy: ShardingPolicy,
  state: ShardingState,
  emptySinceMs: number,
  now: Instant,
): ShardingStep {
  const isLate = now.monotonicMs - emptySinceMs >= policy.renewDeadlineMs;
  if (!state.mayBeStored || isLate) {
    const lateEffects: ShardingEffect[] = state.mayBeStored ? [{ do: 'leftToExpire' }] : [];
    const ended: ShardingEffect[] =
      state.confirmed === undefined ? [] : [{ do: 'endTerm', reason: 'this replica has left' }];
    const stopped = { ...initialShardingState, writes: state.writes, quietAtMs: state.quietAtMs };
    return step(stopped, [...lateEffects, ...ended, { do: 'stop' }]);
  }
  const isRetry = state.emptySinceMs !== now.monotonicMs && state.renewAtMs > now.monotonicMs;
  if (isRetry && state.next === undefined) return step(state);
  return step(
    {
      ...state,
      request: { kind: 'delete', sentAt: now },
      next: undefined,
      renewAtMs: now.monotonicMs + policy.retryPeriodMs,
    },
    [{ do: 'delete' }],
  );
}

function wait(policy: ShardingPolicy, state: ShardingState, now: Instant): ShardingStep {
  const { phase, confirmed, request, renewAtMs, quietAtMs } = state;
  if (phase === 'stopped') return step(state);
  const delays: number[] = [];
  if (request === undefined) delays.push(renewAtMs - now.monotonicMs);
  // At the latest after a retry period, so that the clocks are read again: see `PassedTime`.
  if (confirmed !== undefined)
    delays.push(policy.renewDeadlineMs - elapsedMs(confirmed.sentAt, now), policy.retryPeriodMs);
  for (const untilMs of quietAtMs.values()) delays.push(untilMs - now.monotonicMs);
  if (delays.length === 0) return step(state);
  // Timers are whole milliseconds: one that is rounded down fires before its time, for nothing.
  return step(state, [{ do: 'timer', ms: Math.max(0, Math.ceil(Math.min(...delays))) }]);
}

// --- helpers ------------------------------------------------------------------------------------------------------

function step(state: ShardingState, effects: readonly ShardingEffect[] = []): ShardingStep {
  return { state, effects };
}

function after(first: ShardingStep, next: (state: ShardingState) => ShardingStep): ShardingStep {
  const second = next(first.state);
  return step(second.state, [...first.effects, ...second.effects]);
}

function about(effect: 'gained' | 'drain' | 'resume' | 'released', slots: Slots): readonly ShardingEffect[] {
  return slots.size === 0 ? [] : [{ do: effect, slots }];
}
