/**
 * The pure functions that decide what a key of a controller waits for, whether it may run, and what an event or a failed run
 * changes about that.
 *
 * The driver (`controller.ts` with its router and runner) gathers the facts and does what is decided.
 */
import { textOf } from '../util/errors.js';
import { humanDuration, shortened, shownKey } from '../util/shown.js';
import type { GivenUpKey } from './failures.js';
import type { EndedRun } from './run-history.js';

/** What a key waits for. `sinceMs` and `untilMs` are milliseconds since the epoch. */
export type KeyWait =
  /** Its run. With `again` it runs once more after that. */
  | {
      /** What it waits for. */
      readonly kind: 'run';
      /** Identifies the run in logs. */
      readonly runId: string;
      /** When it began to wait, ms since the epoch. */
      readonly sinceMs: number;
      /** True if the run was aborted after `reconcileTimeoutMs` and has not settled since. */
      readonly timedOut: boolean;
      /** True if the key was added meanwhile. */
      readonly again: boolean;
    }
  /** Its run has failed, and the server is asked whether it fails other requests too. */
  | { readonly kind: 'serverCheck'; readonly sinceMs: number }
  /** Nothing: the controller was stopped for good. */
  | { readonly kind: 'stopped' }
  /** A call of `run`: the controller was not started, or another replica leads. */
  | { readonly kind: 'start' }
  /** The first list of an informer. */
  | {
      readonly kind: 'sync';
      /** Name of the informer. */
      readonly informer: string;
      /** Why it has not synced, if that is known. */
      readonly error: Error | undefined;
    }
  /** The replicas of its sharding, which have not divided the keys yet. */
  | { readonly kind: 'division' }
  /** The end of a pause of all keys; `untilMs` is undefined if only `resume` ends it. */
  | {
      readonly kind: 'pause';
      /** When the wait ends, ms since the epoch. */
      readonly untilMs: number | undefined;
    }
  /** `resume` of this key. */
  | { readonly kind: 'keyPause' }
  /** A change of its object: it was given up. */
  | {
      readonly kind: 'givenUp';
      readonly sinceMs: number;
      /** Runs in a row that did not succeed. */
      readonly attempts: number;
      readonly error: Error;
    }
  /** Its namespace, which was removed from the informer. */
  | { readonly kind: 'namespace' }
  /** This replica, which is to have it: its caches, or the end of the runs of the replica before. */
  | { readonly kind: 'handover' }
  /** Another replica, which runs it. */
  | { readonly kind: 'otherReplica' }
  /** An event that shows which replica it belongs to. */
  | { readonly kind: 'unknownReplica' }
  /** An event. */
  | {
      readonly kind: 'event';
      /** False if the cache does not have its object; undefined if keys stand for no objects. */
      readonly cached: boolean | undefined;
      /** Its last run, if that is known. */
      readonly last: EndedRun | undefined;
    }
  /** Its own writes to appear in the caches; at `untilMs` the server is asked. */
  | {
      readonly kind: 'ownWrites';
      readonly sinceMs: number;
      readonly untilMs: number;
      /** Such as `Secret default/web (status)`. */
      readonly writes: readonly string[];
    }
  /** The end of its backoff after failed runs. */
  | {
      readonly kind: 'backoff';
      readonly untilMs: number;
      readonly attempts: number;
      /** The message of the last error; "" if its runs asked for backoff. */
      readonly message: string;
    }
  /** The rate limit of a key that its own writes trigger without end. */
  | { readonly kind: 'loop'; readonly untilMs: number }
  /** A time that its last run, `enqueue` or `initialSpreadMs` asked for. */
  | { readonly kind: 'time'; readonly untilMs: number }
  /** The end of another run: there are as many as `concurrency`. `others` are ready too, and may come first. */
  | {
      readonly kind: 'slot';
      readonly sinceMs: number;
      /** Number of other keys that are ready. */
      readonly others: number;
      /** The option of the controller. */
      readonly concurrency: number;
    }
  /** Nothing but its turn. */
  | { readonly kind: 'turn' };

/** Why a key does not run. */
export interface KeyExplanation {
  /** The key that was asked for. */
  readonly key: string;
  /** In one sentence. */
  readonly text: string;
  /** The same for programs. */
  readonly wait: KeyWait;
}

/** What holds all keys of a controller. */
export interface ControllerState {
  readonly isStopped: boolean;
  /** True while `run` lasts and its signal has not aborted. */
  readonly isRunning: boolean;
  /** The first informer that delays the runs. */
  readonly unsynced: { readonly name: string; readonly failure: Error | undefined } | undefined;
  /** False before it is known which keys belong to this replica. */
  readonly isDecided: boolean;
  /** Ms since the epoch; Infinity for a pause without an end. */
  readonly pausedUntil: number | undefined;
  /** Runs that occupy a slot. */
  readonly busy: number;
  readonly concurrency: number;
}

/** Where a key may run: on this replica, on it later, on another one, or not known. */
export type Replica = 'here' | 'handover' | 'other' | 'unknown';

/** True for a key that this replica runs, or may turn out to run. */
export function isKept(replica: Replica): boolean {
  return replica === 'here' || replica === 'handover';
}

/** Where a controller has a key. */
export type KeyPlace =
  | { readonly at: 'none'; readonly cached: boolean | undefined; readonly last: EndedRun | undefined }
  /** It was taken from the queue to run. */
  | { readonly at: 'taken' }
  | { readonly at: 'ready'; readonly forMs: number; readonly others: number }
  | {
      readonly at: 'delayed';
      readonly dueInMs: number;
      /** Runs in a row that did not succeed. */
      readonly attempts: number;
      readonly message: string;
      readonly isLooping: boolean;
    };

/** What is known about a key. */
export interface KeyState {
  readonly place: KeyPlace;
  readonly run: ActiveState | undefined;
  readonly isPaused: boolean;
  readonly givenUp: GivenUpKey | undefined;
  readonly hasNamespace: boolean;
  readonly replica: Replica;
  readonly writes: WritesState | undefined;
}

/** A run that has not settled. */
export interface ActiveState {
  readonly runId: string;
  readonly forMs: number;
  readonly timedOut: boolean;
  /** True once the reconcile has returned. */
  readonly isOver: boolean;
  /** True if the key was added meanwhile. */
  readonly again: boolean;
}

/** Writes that keep their key waiting. */
export interface WritesState {
  readonly forMs: number;
  readonly dueInMs: number;
  readonly descriptions: readonly string[];
}

/** True if the controller may take a key from its queue. */
export function mayTake(controller: ControllerState): boolean {
  return controller.busy < controller.concurrency && waitOfAll(controller) === undefined;
}

/** Returns what keeps all keys from running. */
function waitOfAll(controller: ControllerState): KeyWait | undefined {
  const { unsynced, pausedUntil } = controller;
  if (controller.isStopped) return { kind: 'stopped' };
  if (!controller.isRunning) return { kind: 'start' };
  if (unsynced !== undefined) return { kind: 'sync', informer: unsynced.name, error: unsynced.failure };
  if (!controller.isDecided) return { kind: 'division' };
  if (pausedUntil !== undefined)
    return { kind: 'pause', untilMs: pausedUntil === Infinity ? undefined : pausedUntil };
  return undefined;
}

/** Returns what a key waits for. One that waits for its turn may run. */
export function waitOf(controller: ControllerState, key: KeyState, nowMs: number): KeyWait {
  if (key.run !== undefined) return waitForRun(key.run, nowMs);
  return waitOfAll(controller) ?? waitOfKey(key) ?? waitInQueue(controller, key, nowMs);
}

function waitForRun({ isOver, runId, forMs, timedOut, again }: ActiveState, nowMs: number): KeyWait {
  const sinceMs = nowMs - forMs;
  return isOver ? { kind: 'serverCheck', sinceMs } : { kind: 'run', runId, sinceMs, timedOut, again };
}

/** Returns what keeps a key from running, wherever the controller has it. */
function waitOfKey({ isPaused, givenUp, hasNamespace, replica }: KeyState): KeyWait | undefined {
  if (isPaused) return { kind: 'keyPause' };
  if (givenUp !== undefined)
    return { kind: 'givenUp', sinceMs: givenUp.sinceMs, attempts: givenUp.attempts, error: givenUp.error };
  // Its object may exist, but is not known.
  if (!hasNamespace) return { kind: 'namespace' };
  switch (replica) {
    case 'here':
      return undefined;
    case 'handover':
      return { kind: 'handover' };
    case 'other':
      return { kind: 'otherReplica' };
    case 'unknown':
      return { kind: 'unknownReplica' };
  }
}

function waitInQueue(controller: ControllerState, { place, writes }: KeyState, nowMs: number): KeyWait {
  if (place.at === 'none') return { kind: 'event', cached: place.cached, last: place.last };
  // The later of the two counts.
  if (writes !== undefined && !(place.at === 'delayed' && place.dueInMs > writes.dueInMs))
    return {
      kind: 'ownWrites',
      sinceMs: nowMs - writes.forMs,
      untilMs: nowMs + writes.dueInMs,
      writes: writes.descriptions,
    };
  if (place.at === 'delayed') return waitForTime(place, nowMs);
  const { busy, concurrency } = controller;
  if (place.at === 'ready' && busy >= concurrency)
    return { kind: 'slot', sinceMs: nowMs - place.forMs, others: place.others, concurrency };
  return itsTurn;
}

const itsTurn: KeyWait = { kind: 'turn' };

function waitForTime(
  { dueInMs, attempts, message, isLooping }: Extract<KeyPlace, { at: 'delayed' }>,
  nowMs: number,
): KeyWait {
  const untilMs = nowMs + dueInMs;
  if (attempts > 0) return { kind: 'backoff', untilMs, attempts, message };
  return { kind: isLooping ? 'loop' : 'time', untilMs };
}

/** What to do with a key that was taken from the queue. */
export type TakeStep =
  | 'run'
  /** Back to its old place: no key may run. */
  | 'release'
  /** Back to the queue until its own writes are due. */
  | 'awaitWrites'
  /** Out of the queue, to be added again when its wait is over. */
  | 'setAside'
  /** Out of the queue: only an event adds it again. */
  | 'drop'
  /** Out of the queue, with all that is known about it: another replica has it. */
  | 'forget';

/** Decides about a key that was taken from the queue. */
export function takeStep({ kind }: KeyWait): TakeStep {
  switch (kind) {
    case 'turn':
      return 'run';
    case 'ownWrites':
      return 'awaitWrites';
    case 'keyPause':
    case 'handover':
      return 'setAside';
    case 'givenUp':
    case 'namespace':
      return 'drop';
    case 'otherReplica':
    case 'unknownReplica':
      return 'forget';
    // No key may run, or this one has not ended: without a default, a new reason does not compile before it is decided here.
    case 'stopped':
    case 'start':
    case 'sync':
    case 'division':
    case 'pause':
    case 'slot':
    case 'run':
    case 'serverCheck':
    // Not of a key that was taken.
    case 'event':
    case 'backoff':
    case 'loop':
    case 'time':
      return 'release';
  }
}

/** What the wait for a write depends on. */
interface SentWrite {
  readonly write: { readonly outcome: 'written' | 'deleted' | 'unknown' };
  /** When it was written, on the monotonic clock. */
  readonly atMs: number;
}

/** Returns when the server may be asked about a key's own writes, in ms: once none of them is fresh. */
export function writesDueInMs(unseen: readonly SentWrite[], waitMs: number, monotonicMs: number): number {
  let dueInMs = 0;
  // Only the server can tell whether a write of unknown outcome was carried out.
  for (const { write, atMs } of unseen)
    if (write.outcome !== 'unknown') dueInMs = Math.max(dueInMs, waitMs - (monotonicMs - atMs));
  return dueInMs;
}

/** Who caused an event, seen from a key: another client, the run of another key, or the last run of the key itself. */
export type EventOrigin = 'client' | 'otherKey' | 'ownRun';

/** What a key was doing when an event came. `retrying` waits for its next attempt after runs that did not succeed. */
export type KeyActivity = 'waiting' | 'retrying' | 'running' | 'givenUp';

/** Returns what a key is doing. `attempt` is the number of its next run, 1 after a success. */
export function activityOf(key: {
  readonly isGivenUp: boolean;
  readonly isRunning: boolean;
  readonly attempt: number;
  readonly isQueued: boolean;
}): KeyActivity {
  if (key.isGivenUp) return 'givenUp';
  if (key.isRunning) return 'running';
  return key.attempt > 1 && key.isQueued ? 'retrying' : 'waiting';
}

/** What an event does to a key. */
export type EventStep =
  | 'add'
  /** Adds it because of an own write: later, if that goes on without end. */
  | 'addOwnWrite'
  /** Whether it adds the key depends on how the run ends. */
  | 'afterRun'
  | 'ignore';

/** Decides about an event. `isChange` is true if anything but the key's own run changed its object, apart from the status. */
export function eventStep(activity: KeyActivity, origin: EventOrigin, isChange: boolean): EventStep {
  if (activity === 'givenUp' && !isChange) return 'ignore';
  if (origin === 'client') return 'add';
  if (origin === 'otherKey') return 'addOwnWrite';
  if (activity === 'running') return 'afterRun';
  // Its own writes, such as of an error into a status, do not end its backoff.
  return activity === 'retrying' ? 'ignore' : 'addOwnWrite';
}

/** What is known about a run that failed. */
export interface FailedRun {
  /** A cache does not show an own write. */
  readonly isBehind: boolean;
  /** The failure may be the server's. */
  readonly mayBeOutage: boolean;
  /** Writes of other keys to the same resources fail as well. */
  readonly failsOthers: boolean;
  /** The controller gives keys up. */
  readonly isLimited: boolean;
  /** There is a client with which the server can be asked. */
  readonly canAsk: boolean;
}

/** How a failed run counts towards giving up its key; `askServer`: that depends on whether the server fails other requests too. */
export type EndStep = 'count' | 'excuse' | 'askServer';

/** Decides about the end of a run that failed. */
export function endStep({ isBehind, mayBeOutage, failsOthers, isLimited, canAsk }: FailedRun): EndStep {
  if (isBehind) return 'excuse';
  if (!mayBeOutage) return 'count';
  if (failsOthers) return 'excuse';
  return isLimited && canAsk ? 'askServer' : 'count';
}

/** What happens to a key whose run failed. */
export type FailureStep =
  /** Runs again after its backoff. */
  | 'retry'
  /** Runs again when its object changes. */
  | 'giveUp'
  /** The object has changed during the run that reached the limits: starts again with its first attempt. */
  | 'startAgain'
  /** Runs again at the next event. */
  | 'drop';

/** Decides about a failed run. `isAtLimit` is undefined for an error that the next run would have as well. */
export function failureStep(isAtLimit: boolean | undefined, hasChanged: boolean): FailureStep {
  if (isAtLimit === undefined) return 'drop';
  if (!isAtLimit) return 'retry';
  return hasChanged ? 'startAgain' : 'giveUp';
}

/** Returns the sentence about a key that waits. */
export function explanationOf(key: string, wait: KeyWait, nowMs: number): KeyExplanation {
  return { key, text: `${key} ${predicateOf(key, wait, nowMs)}`, wait };
}

function predicateOf(key: string, wait: KeyWait, nowMs: number): string {
  const ago = (since: number): string => span(nowMs - since);
  const left = (until: number): string =>
    span(until - nowMs < 1000 ? until - nowMs : Math.ceil((until - nowMs) / 1000) * 1000);
  switch (wait.kind) {
    case 'run': {
      const timedOut = wait.timedOut ? ', and has not ended although it timed out' : '';
      const again = wait.again ? '; it runs again after that' : '';
      return `has been running for ${ago(wait.sinceMs)} (run ${wait.runId})${timedOut}${again}`;
    }
    case 'serverCheck':
      return 'has failed, and waits while the server is asked whether it fails other requests as well';
    case 'stopped':
      return 'does not run: the controller was stopped';
    case 'start':
      return 'waits until the controller runs: it was not started, or another replica leads';
    case 'sync':
      return `waits until the informer ${wait.informer} has synced${because(wait.error?.message)}`;
    case 'division':
      return 'waits until the replicas have divided the keys';
    case 'pause':
      return `waits until the controller is resumed${wait.untilMs === undefined ? '' : `, in ${left(wait.untilMs)}`}`;
    case 'keyPause':
      return `is paused until resume(${shownKey(key)})`;
    case 'givenUp':
      return `was given up ${ago(wait.sinceMs)} ago, after ${runs(wait.attempts)} failed, and runs again when its object changes apart from its status${because(wait.error.message)}`;
    case 'namespace':
      return 'does not run: the informer does not have its namespace';
    case 'handover':
      return 'waits until this replica has taken it over';
    case 'otherReplica':
      return 'belongs to another replica';
    case 'unknownReplica':
      return 'waits for an event that shows which replica it belongs to';
    case 'event':
      return `waits for an event${wait.cached === false ? ': its object is not in the cache' : ''}${wait.last === undefined ? '' : `; ${lastRunText(wait.last, nowMs)}`}`;
    case 'ownWrites':
      return `has waited ${ago(wait.sinceMs)} until the caches show ${wait.writes.join(', ')}; the server is asked in ${left(wait.untilMs)}`;
    case 'backoff':
      return wait.message === ''
        ? `runs again in ${left(wait.untilMs)}, after ${runs(wait.attempts)} asked for backoff`
        : `is tried again in ${left(wait.untilMs)}, after ${runs(wait.attempts)} failed${because(wait.message)}`;
    case 'loop':
      return `runs in ${left(wait.untilMs)}: it is rate limited because its own writes trigger it without end`;
    case 'time':
      return `is due in ${left(wait.untilMs)}`;
    case 'slot':
      return `has waited ${ago(wait.sinceMs)} for another run to end (concurrency ${wait.concurrency})${otherKeys(wait.others)}`;
    case 'turn':
      return 'runs now';
  }
}

function lastRunText({ result, message, endedAtMs }: EndedRun, nowMs: number): string {
  const ago = `${span(nowMs - endedAtMs)} ago`;
  if (result === 'stopped') return `its last run was stopped ${ago}`;
  return result === 'error'
    ? `its last run failed ${ago} and is not retried${because(message)}`
    : `its last run succeeded ${ago}`;
}

function otherKeys(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '; another key is ready too' : `; ${count} other keys are ready too`;
}

function runs(count: number): string {
  return count === 1 ? 'a run' : `${count} runs`;
}

/** Longest message of an error in a sentence, characters. */
const shownCharacters = 500;

function because(message: unknown): string {
  return message === undefined ? '' : `: ${shortened(textOf(message), shownCharacters)}`;
}

function span(ms: number): string {
  return ms < 1000 ? `${Math.max(0, Math.ceil(ms))}ms` : humanDuration(ms);
}
