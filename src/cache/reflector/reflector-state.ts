/**
 * What a Reflector does next, decided by a pure function: (state, input) → (state, effects). The driver
 * (`reflector.ts`) carries out the effects; the last one of a step brings the next input.
 */
import {
  isBadRequest,
  isConnectionRefused,
  isExpired,
  isInternalError,
  isInvalid,
  isTooLargeResourceVersion,
  isTooManyRequests,
} from '../../meta/errors.js';
import { isResourceVersion } from '../../meta/resource-version.js';
import { KubeInformersError } from '../../util/errors.js';
import { isAbsent, isResourceNotFound } from './absent.js';
import { defaultPageSize } from './pager.js';
import { ReflectorError } from './reflector-errors.js';
import type {
  ReflectorEffect,
  ReflectorInput,
  ReflectorPhase,
  ReflectorPolicy,
  ReflectorProgress,
  ReflectorState,
  ReflectorStep,
  StreamSummary,
} from './reflector-step.js';
import { takeResume } from './resume-budget.js';
import { afterRetryableError, shouldRetry } from './retry-with-deadline.js';

/** client-go's VeryShortWatchError: below this, a watch without an event is a failure, ms. */
export const veryShortWatchMs = 1000;

/**
 * Silence of plain watches, in a row, after which the server is asked whether it knows the resourceVersion that they are
 * opened at, ms. A server restored from a backup takes a watch at a version that it has not reached, and tells nothing
 * of what happens before it (cache_watcher.go, process): that looks like an idle resource, and client-go stays stale. A
 * minute is how often a server with something to tell sends a bookmark; a watch is asked about once, when it has ended.
 */
export const silenceBeforeProbeMs = 60_000;

/**
 * Questions that may fail before the watch goes on without an answer. A silent watch often ends because the server is
 * restarted: the question then meets one that is going, and the next one nobody, or the one that came back.
 */
const maxUnansweredProbes = 1;

/**
 * Watches that went back in time, after which a Reflector no longer takes that for a fault. The versions of one API
 * server grow; elsewhere (an aggregated API that counts versions by object) they need not, and a list after every event
 * would be a storm.
 */
export const maxBackwardWatches = 3;

/**
 * A watch that lasted this long shows that the server is well, ms. A server that breaks each watch then is asked for
 * everything six times a minute at most: less often than in the first minute of a row of failures, which has seven rounds.
 */
export const healthyWatchMs = 10_000;

/** Streams of one round that may end before their mark; then it lists, since a list can come in pages. */
const maxUnfinishedStreams = 1;

export const initialReflectorState: ReflectorState = {
  phase: 'idle',
  resourceVersion: '',
  resourceVersionUnavailable: false,
  pagesListsAtZero: false,
  backwardWatches: 0,
  refusesProbes: false,
  notFoundLists: 0,
  resumesFullAtMs: 0,
};

/** Throws an Error for an input that cannot come in the state: a defect of the driver. */
export function nextStep(
  policy: ReflectorPolicy,
  state: ReflectorState,
  input: ReflectorInput,
): ReflectorStep {
  if (input.type === 'begin') return begin(policy, state, []);
  switch (state.phase) {
    case 'streaming':
      if (input.type === 'marked') return startWatching(state, input.resourceVersion, [{ do: 'readOn' }]);
      if (input.type === 'notOpened') return watchListNotOpened(policy, state, input.error);
      if (input.type === 'ended') return watchListEnded(policy, state, input.stream);
      if (input.type === 'broken') return watchListBroken(policy, state, input.error);
      break;
    case 'listing':
      if (input.type === 'listed') return listed(state, input.resourceVersion, input.paginated);
      if (input.type === 'listFailed') return listFailed(policy, state, input.error);
      break;
    case 'watching':
      if (input.type === 'notOpened') return watchNotOpened(state, input.error);
      if (input.type === 'ended') {
        const { stream, nowMs } = input;
        return afterWatch(policy, stream, watchEnded(policy, state, stream, nowMs, undefined));
      }
      if (input.type === 'broken') {
        const { error, stream, nowMs } = input;
        return afterWatch(policy, stream, watchBroken(policy, state, error, stream, nowMs), error);
      }
      break;
    case 'probing':
      if (input.type === 'known') return watchOn(state, []);
      if (input.type === 'notKnown') return notKnown(policy, state, input.error);
      break;
    case 'idle':
      break;
  }
  throw new Error(`${input.type} cannot come while ${state.phase}`);
}

type State<P extends ReflectorPhase['phase']> = ReflectorProgress & Extract<ReflectorPhase, { phase: P }>;

function progress(state: ReflectorState): ReflectorProgress {
  return {
    resourceVersion: state.resourceVersion,
    resourceVersionUnavailable: state.resourceVersionUnavailable,
    pagesListsAtZero: state.pagesListsAtZero,
    backwardWatches: state.backwardWatches,
    refusesProbes: state.refusesProbes,
    notFoundLists: state.notFoundLists,
    resumesFullAtMs: state.resumesFullAtMs,
  };
}

function begin(
  policy: ReflectorPolicy,
  state: ReflectorState,
  before: readonly ReflectorEffect[],
): ReflectorStep {
  // One request is enough to find out whether the resource is there.
  const isMissing = state.notFoundLists > 0;
  return policy.useWatchList && !isMissing ? openWatchList(state, 0, before) : list(policy, state, before);
}

// --- watch-list ---------------------------------------------------------------------------------------------------

function openWatchList(
  state: ReflectorState,
  unfinished: number,
  before: readonly ReflectorEffect[],
): ReflectorStep {
  // rewatchResourceVersion: unlike a list, a first stream is asked at "", so as new as a quorum read.
  const requested = state.resourceVersionUnavailable ? '' : state.resourceVersion;
  return {
    state: { ...progress(state), phase: 'streaming', requested, unfinished },
    effects: [...before, { do: 'openWatchList', resourceVersion: requested }],
  };
}

function watchListNotOpened(policy: ReflectorPolicy, state: State<'streaming'>, error: Error): ReflectorStep {
  // 422: the server knows no sendInitialEvents. It is asked again in the next round, as client-go does: it may be newer then.
  if (isInvalid(error)) return list(policy, state, [{ do: 'noteUnsupported', error }]);
  return watchListFailed(policy, state, error);
}

function watchListBroken(policy: ReflectorPolicy, state: State<'streaming'>, error: Error): ReflectorStep {
  if (hasCode(error, 'ERR_WATCH_CUT')) return watchListUnfinished(policy, state, error);
  return watchListFailed(policy, state, error);
}

function watchListFailed(policy: ReflectorPolicy, state: State<'streaming'>, error: Error): ReflectorStep {
  const report: ReflectorEffect = { do: 'report', during: 'watchList', error };
  if (isWorthWaiting(error)) return openWatchList(state, state.unfinished, [report, { do: 'backOff' }]);
  if (isUnavailable(error) && state.requested !== '') {
    return openWatchList({ ...state, resourceVersionUnavailable: true }, state.unfinished, [report]);
  }
  return list(policy, state, [report]);
}

function watchListEnded(
  policy: ReflectorPolicy,
  state: State<'streaming'>,
  stream: StreamSummary,
): ReflectorStep {
  if (isVeryShort(stream)) {
    return list(policy, state, [
      { do: 'report', during: 'watchList', error: shortWatchError(policy, stream) },
    ]);
  }
  return watchListUnfinished(
    policy,
    state,
    new ReflectorError(
      'ERR_WATCH_LIST_UNFINISHED',
      `${policy.name}: the watch-list ended after ${stream.items} events without the mark of its initial events`,
    ),
  );
}

function watchListUnfinished(
  policy: ReflectorPolicy,
  state: State<'streaming'>,
  error: Error,
): ReflectorStep {
  const report: ReflectorEffect = { do: 'report', during: 'watchList', error };
  if (state.unfinished >= maxUnfinishedStreams) return list(policy, state, [report]);
  return openWatchList(state, state.unfinished + 1, [report]);
}

// --- list ---------------------------------------------------------------------------------------------------------

function list(
  policy: ReflectorPolicy,
  state: ReflectorState,
  before: readonly ReflectorEffect[],
): ReflectorStep {
  const requested = relistResourceVersion(state);
  const pageSize = pageSizeFor(policy, state, requested);
  return {
    state: { ...progress(state), phase: 'listing', requested, pageSize, lastResort: false },
    effects: [...before, { do: 'list', resourceVersion: requested, pageSize }],
  };
}

/** "0" first, served from the server's cache; then what was last seen, to never go back in time; "" when that is gone. */
function relistResourceVersion(state: ReflectorProgress): string {
  if (state.resourceVersionUnavailable) return '';
  return state.resourceVersion === '' ? '0' : state.resourceVersion;
}

/**
 * A server with a watch cache serves a list at a resourceVersion above 0 from it only when it need not page. So such a
 * list asks for no pages, unless the server is known to have no watch cache. At "0" the cache ignores the limit.
 */
function pageSizeFor(policy: ReflectorPolicy, state: ReflectorProgress, requested: string): number {
  if (policy.pageSize !== undefined && policy.pageSize > 0) return policy.pageSize;
  return state.pagesListsAtZero || requested === '' || requested === '0' ? defaultPageSize : 0;
}

function listed(state: State<'listing'>, resourceVersion: string, paginated: boolean): ReflectorStep {
  const pagedAtZero = paginated && state.requested === '0' && !state.lastResort;
  return startWatching(
    { ...state, pagesListsAtZero: state.pagesListsAtZero || pagedAtZero },
    resourceVersion,
    [{ do: 'openWatch', resourceVersion }],
  );
}

function listFailed(policy: ReflectorPolicy, state: State<'listing'>, error: Error): ReflectorStep {
  if (isUnavailable(error) && !state.lastResort) {
    return {
      state: { ...state, requested: '', lastResort: true, resourceVersionUnavailable: true },
      effects: [
        { do: 'report', during: 'list', error },
        { do: 'list', resourceVersion: '', pageSize: state.pageSize },
      ],
    };
  }
  if (isResourceNotFound(error)) return listNotFound(policy, state, error);
  return endRound(
    { ...state, resourceVersionUnavailable: state.resourceVersionUnavailable || isUnavailable(error) },
    [{ do: 'endRound', during: 'list', error }],
  );
}

/** Reports once that the resource is absent; from then on a list that does not find it is not a fault. */
function listNotFound(policy: ReflectorPolicy, before: State<'listing'>, error: Error): ReflectorStep {
  const state = { ...before, notFoundLists: before.notFoundLists + 1 };
  if (isAbsent(before)) return endRound(state, []);
  if (!isAbsent(state)) return endRound(state, [{ do: 'endRound', during: 'list', error }]);
  const absent = new ReflectorError(
    'ERR_RESOURCE_ABSENT',
    `${policy.name} is absent: the server does not have this resource, which is asked for until it appears; ${error.message}`,
    { cause: error },
  );
  const fails: ReflectorEffect = { do: 'endRound', during: 'list', error: absent };
  if (state.resourceVersion === '') return endRound(state, [fails]);
  // What it had is gone, and with it the version to go on from.
  return endRound({ ...state, resourceVersion: '', resourceVersionUnavailable: false }, [
    { do: 'empty' },
    fails,
  ]);
}

// --- watch --------------------------------------------------------------------------------------------------------

function startWatching(
  state: ReflectorState,
  resourceVersion: string,
  effects: readonly ReflectorEffect[],
): ReflectorStep {
  return {
    state: {
      ...progress(state),
      resourceVersion,
      resourceVersionUnavailable: false,
      notFoundLists: 0,
      phase: 'watching',
      silentMs: 0,
      internalErrors: undefined,
    },
    effects,
  };
}

function watchNotOpened(state: State<'watching'>, error: Error): ReflectorStep {
  // client-go takes it for a watch that ended (NewEmptyWatch), and asks again at once, unheard, for as long as it lasts.
  const unopened = hasCode(error, 'ERR_WATCH_UNOPENED');
  if (!isWorthWaiting(error) && !unopened)
    return endRound(state, [{ do: 'endRound', during: 'watch', error }]);
  return openWatch(state, [{ do: 'report', during: 'watch', error }, { do: 'backOff' }]);
}

function watchBroken(
  policy: ReflectorPolicy,
  before: State<'watching'>,
  error: Error,
  stream: StreamSummary,
  nowMs: number,
): ReflectorStep {
  const report: ReflectorEffect = { do: 'report', during: 'watch', error };
  const state = { ...before, resourceVersion: stream.resourceVersion };
  // A cut line or connection says nothing of what was read before it: go on from there.
  if (hasCode(error, 'ERR_WATCH_CUT')) return watchEnded(policy, state, stream, nowMs, error);
  // So does silence; but a stream that never brought anything may be one that cannot, and only a list would tell.
  if (hasCode(error, 'ERR_WATCH_IDLE')) {
    return stream.items > 0 ? openWatch({ ...state, silentMs: 0 }, [report]) : endRound(state, [report]);
  }
  if (hasCode(error, 'ERR_WATCH_BACKWARDS')) return watchWentBack(state, error);
  if (isTooManyRequests(error)) return openWatch(state, [report, { do: 'backOff' }]);
  if (isInternalError(error)) {
    const internalErrors = afterRetryableError(state.internalErrors, nowMs);
    if (shouldRetry(internalErrors, nowMs, policy.maxInternalErrorRetryDurationMs)) {
      // client-go asks again at once here; a server that fails at once would be asked without pause.
      return openWatch({ ...state, internalErrors }, [report, { do: 'backOff' }]);
    }
  }
  // 410 among the rest: a list at the last resourceVersion is answered as new or newer, so "unavailable" is not set.
  return endRound(state, [report]);
}

/** What the server has now is not what led to where the store is: only a list as new as can be tells. */
function watchWentBack(state: State<'watching'>, error: Error): ReflectorStep {
  const backwardWatches = state.backwardWatches + 1;
  const told =
    backwardWatches < maxBackwardWatches
      ? error
      : new ReflectorError(
          'ERR_WATCH_BACKWARDS',
          `${error.message}; that makes ${backwardWatches}, so its resourceVersions are not expected to grow any more`,
          { cause: error },
        );
  return endRound({ ...state, backwardWatches, resourceVersionUnavailable: true }, [
    { do: 'report', during: 'watch', error: told },
  ]);
}

/**
 * Ends the row of failures when the watch lasted long enough to show that the server is well. One that was silent until
 * its deadline shows nothing.
 */
function afterWatch(
  policy: ReflectorPolicy,
  stream: StreamSummary,
  step: ReflectorStep,
  error?: Error,
): ReflectorStep {
  if (stream.durationMs < policy.healthyWatchMs) return step;
  if (stream.items === 0 && error !== undefined && hasCode(error, 'ERR_WATCH_IDLE')) return step;
  return { state: step.state, effects: [{ do: 'endFailures' }, ...step.effects] };
}

/** The stream's end, clean or `cut`: go on at once from where it came to, as often as the budget allows. */
function watchEnded(
  policy: ReflectorPolicy,
  before: State<'watching'>,
  stream: StreamSummary,
  nowMs: number,
  cut: Error | undefined,
): ReflectorStep {
  const state = { ...before, resourceVersion: stream.resourceVersion };
  const report: ReflectorEffect[] = cut === undefined ? [] : [{ do: 'report', during: 'watch', error: cut }];
  if (isVeryShort(stream)) {
    return endRound(
      state,
      cut === undefined
        ? [{ do: 'report', during: 'watch', error: shortWatchError(policy, stream) }]
        : report,
    );
  }
  const silentMs = stream.items > 0 ? 0 : state.silentMs + stream.durationMs;
  const { waitMs, fullAtMs } = takeResume(state.resumesFullAtMs, nowMs);
  const next = { ...state, silentMs, resumesFullAtMs: fullAtMs };
  const first: ReflectorEffect[] = waitMs > 0 ? [...report, { do: 'wait', ms: waitMs }] : report;
  const doubtful =
    silentMs >= silenceBeforeProbeMs && !state.refusesProbes && isResourceVersion(state.resourceVersion);
  return doubtful ? probe(next, 0, first) : openWatch(next, first);
}

function openWatch(state: State<'watching'>, before: readonly ReflectorEffect[]): ReflectorStep {
  return { state, effects: [...before, { do: 'openWatch', resourceVersion: state.resourceVersion }] };
}

// --- probe --------------------------------------------------------------------------------------------------------

function probe(
  state: State<'watching'> | State<'probing'>,
  unanswered: number,
  before: readonly ReflectorEffect[],
): ReflectorStep {
  return {
    state: { ...state, phase: 'probing', unanswered, silentMs: 0 },
    effects: [...before, { do: 'probe', resourceVersion: state.resourceVersion }],
  };
}

function notKnown(policy: ReflectorPolicy, state: State<'probing'>, error: Error): ReflectorStep {
  const report: ReflectorEffect = { do: 'report', during: 'list', error };
  if (isUnavailable(error)) return begin(policy, { ...state, resourceVersionUnavailable: true }, [report]);
  if (isWorthWaiting(error)) return probe(state, state.unanswered, [report, { do: 'backOff' }]);
  if (isBadRequest(error) || isInvalid(error)) return watchOn({ ...state, refusesProbes: true }, [report]);
  if (state.unanswered < maxUnansweredProbes) {
    return probe(state, state.unanswered + 1, [report, { do: 'backOff' }]);
  }
  // No answer is no reason to doubt: the watch goes on, and the next silent one is asked about again.
  return watchOn(state, [report]);
}

function watchOn(state: State<'probing'>, before: readonly ReflectorEffect[]): ReflectorStep {
  const { unanswered: _done, ...row } = state;
  return openWatch({ ...row, phase: 'watching' }, before);
}

function endRound(state: ReflectorState, effects: readonly ReflectorEffect[]): ReflectorStep {
  const last = effects.at(-1);
  return {
    state: { ...progress(state), phase: 'idle' },
    effects: last?.do === 'endRound' ? effects : [...effects, { do: 'endRound' }],
  };
}

// --- errors -------------------------------------------------------------------------------------------------------

/** Nobody is there, or too many ask: what we know is as good as before, so wait and ask for the same. */
function isWorthWaiting(error: Error): boolean {
  return isConnectionRefused(error) || isTooManyRequests(error);
}

function isUnavailable(error: Error): boolean {
  return isExpired(error) || isTooLargeResourceVersion(error);
}

function isVeryShort(stream: StreamSummary): boolean {
  return stream.durationMs < veryShortWatchMs && stream.items === 0;
}

function shortWatchError(policy: ReflectorPolicy, stream: StreamSummary): ReflectorError {
  return new ReflectorError(
    'ERR_SHORT_WATCH',
    `${policy.name}: very short watch: it ended after ${Math.round(stream.durationMs)} ms without any event`,
  );
}

function hasCode(error: Error, code: string): boolean {
  return error instanceof KubeInformersError && error.code === code;
}
