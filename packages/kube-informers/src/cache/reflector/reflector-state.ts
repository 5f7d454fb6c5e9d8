/**
 * The pure function that decides what a Reflector does next: (state, input, time) → (state, effects).
 *
 * The driver (`reflector.ts`) carries out the effects; the last effect of a step brings the next input.
 */
import {
  asStatusError,
  isBadRequest,
  isConnectionRefused,
  isExpired,
  isInternalError,
  isInvalid,
  isNotFound,
  isRequestEntityTooLarge,
  isTooLargeResourceVersion,
  isTooManyRequests,
  isUnexpectedServerError,
} from '../../meta/errors.js';
import { isResourceVersion } from '../../meta/resource-version.js';
import { KubeInformersError } from '../../util/errors.js';
import { defaultPageSize } from '../../meta/list-pager.js';
import { ReflectorError } from './reflector-errors.js';

/** What a Reflector was configured to do, for all rounds. */
export interface ReflectorPolicy {
  readonly name: string;
  /** Ask for a watch-list first. */
  readonly useWatchList: boolean;
  /** Items per page, if set explicitly; 0 is everything in one response. */
  readonly pageSize: number | undefined;
  readonly maxInternalErrorRetryDurationMs: number;
  /** A watch-list may replace a list that fails. */
  readonly watchListSupported: boolean;
  /** The source can tell whether its server serves pages from its watch cache. */
  readonly asksForPages: boolean;
  /** A watch that lasted this long shows that the server is healthy: it ends the row of failures. */
  readonly healthyWatchMs: number;
}

/** What a Reflector knows between its requests, in every phase. */
export interface ReflectorProgress {
  /** lastSyncResourceVersion: the version that the store has reached; "" before the first list. */
  readonly resourceVersion: string;
  /** The server answered the last request at that resourceVersion with "expired" or "too large". */
  readonly resourceVersionUnavailable: boolean;
  /** A list at "0" came in pages, so the server has no watch cache and paging costs nothing more. */
  readonly pagesListsAtZero: boolean;
  /** Watches whose resourceVersions went back; from `maxBackwardWatches` on that is no longer a failure. */
  readonly backwardWatches: number;
  /** The server does not understand the probe for a resourceVersion, so it is not sent again. */
  readonly refusesProbes: boolean;
  /** Consecutive lists answered "the resource is not found"; see `isAbsent`. */
  readonly notFoundLists: number;
  /** When the budget of watches that are reopened at once is full; see `takeResume`. */
  readonly resumesFullAtMs: number;
  /** Until when it lists at once, because the end of a watch-list's initial events did not come; see `listInsteadMs`. */
  readonly listsUntilMs: number;
}

/** What consecutive plain watches have shown so far. */
export interface WatchRow {
  /** For how long the last ones have brought no event at all, not even a bookmark, ms. */
  readonly silentMs: number;
  readonly internalErrors: RetryWindow | undefined;
}

/** What a Reflector is doing. */
export type ReflectorPhase =
  | { readonly phase: 'idle' }
  /**
   * A watch-list in its initial events; `unfinished` streams of this round have ended before the end of theirs. It is
   * `insteadOfPages` after a list in pages that failed twice.
   */
  | {
      readonly phase: 'streaming';
      readonly requested: string;
      readonly unfinished: number;
      readonly insteadOfPages: boolean;
    }
  /** Before a list: the source is asked whether the server serves pages from its watch cache. `notFound` as for a list. */
  | { readonly phase: 'asking'; readonly notFound?: Error | undefined }
  /**
   * `failures` lists of this round have failed because of their resourceVersion or size. `notFound` is the 404 of the watch-list
   * before: reported once the list has found the resource.
   */
  | {
      readonly phase: 'listing';
      readonly requested: string;
      readonly pageSize: number;
      readonly pagesFromCache: boolean;
      readonly failures: number;
      readonly notFound?: Error | undefined;
    }
  | ({ readonly phase: 'watching' } & WatchRow)
  /**
   * The watch from this resourceVersion has been silent for long: the server is asked whether it knows the version.
   * `unanswered` probes before this one were answered with an error.
   */
  | ({ readonly phase: 'probing'; readonly unanswered: number } & WatchRow);

export type ReflectorState = ReflectorProgress & ReflectorPhase;

/** Summary of a stream, from its opening to its end. */
export interface StreamSummary {
  readonly durationMs: number;
  /** Number of events, bookmarks included. */
  readonly items: number;
  /** The resourceVersion that the store has reached by it. */
  readonly resourceVersion: string;
}

/** What happened to the last effect. */
export type ReflectorInput =
  | { readonly type: 'begin' }
  /** Begin the next round after one that has ended. */
  | { readonly type: 'beginAgain' }
  /** Begin without a list: the store has the server's objects at its resourceVersion. */
  | { readonly type: 'resume' }
  | { readonly type: 'answered'; readonly pagesFromCache: boolean }
  | { readonly type: 'listed'; readonly resourceVersion: string; readonly paginated: boolean }
  /** `inPages`: a page after the first failed. */
  | { readonly type: 'listFailed'; readonly error: Error; readonly inPages: boolean }
  /** The server has reached the probed resourceVersion. */
  | { readonly type: 'known' }
  /** It has not, or the probe failed. */
  | { readonly type: 'notKnown'; readonly error: Error }
  /** The store refused a list, or something threw that must not: a defect. */
  | { readonly type: 'failed'; readonly error: Error }
  /** A watch or watch-list request failed. */
  | { readonly type: 'notOpened'; readonly error: Error }
  /** The bookmark that ends the initial events came, and the store has taken the events before it. */
  | { readonly type: 'marked'; readonly resourceVersion: string }
  /** The server ended the stream. */
  | { readonly type: 'ended'; readonly stream: StreamSummary }
  /** An ERROR event, a broken connection, an undecodable line, silence, or initial events that did not end. */
  | { readonly type: 'broken'; readonly error: Error; readonly stream: StreamSummary };

/** What a Reflector was doing when something failed. */
export type ReflectorActivity = 'list' | 'watch' | 'watchList' | 'resync';

/** What to do. Each step ends with one of the last seven. */
export type ReflectorEffect =
  | { readonly do: 'report'; readonly during: ReflectorActivity; readonly error: Error }
  /** Not a failure: the server does not support watch-lists. */
  | { readonly do: 'noteUnsupported'; readonly error: Error }
  /** The row of failures has ended: the next backoff is a short one. */
  | { readonly do: 'endFailures' }
  | { readonly do: 'backOff' }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'openWatchList'; readonly resourceVersion: string }
  /** Ask the source whether the server serves pages of a consistent list from its watch cache. */
  | { readonly do: 'ask' }
  /** `pageSize` 0 requests everything at once; it is kept for a list at "" after a version was not available. */
  | { readonly do: 'list'; readonly resourceVersion: string; readonly pageSize: number }
  | { readonly do: 'openWatch'; readonly resourceVersion: string }
  /** Find out whether the server has reached the resourceVersion, with the cheapest request; the response is not stored. */
  | { readonly do: 'probe'; readonly resourceVersion: string }
  /** Continue to read the stream after its initial events. */
  | { readonly do: 'readOn' }
  /** listAndWatch is over; it rejects with `error` if that is set. */
  | { readonly do: 'endRound'; readonly during?: ReflectorActivity; readonly error?: Error };

export interface ReflectorStep {
  readonly state: ReflectorState;
  readonly effects: readonly ReflectorEffect[];
}

/** Message of an API server's 404 for a path that it does not serve (Go's http.NotFound). */
const pathNotFound = '404 page not found';

/**
 * Consecutive lists answered "not found" after which a resource that existed counts as absent. The delays between them
 * add up to more than two seconds, so that restarting a server or proxy is not reported as an absent resource.
 */
export const absentAnswers = 3;

/**
 * True if the error shows that the server does not have the resource, such as a CustomResourceDefinition that is not
 * installed. False for a 404 that does not come from an API server, such as a proxy's page.
 */
export function isResourceNotFound(error: Error): boolean {
  if (!isNotFound(error)) return false;
  if (!isUnexpectedServerError(error)) return true;
  const causes = asStatusError(error)?.status.details?.causes ?? [];
  return causes.some(({ message }) => message?.trim() === pathNotFound);
}

/** True while the server does not have the resource: one that was never listed counts as absent after one answer. */
export function isAbsent({ notFoundLists, resourceVersion }: ReflectorProgress): boolean {
  return notFoundLists >= (resourceVersion === '' ? 1 : absentAnswers);
}

/** The time window in which errors of one kind are retried. */
export interface RetryWindow {
  readonly firstMs: number;
  readonly lastMs: number;
}

/** Time without errors after which a new window begins, ms (client-go's reflector: one minute). */
export const retryWindowResetMs = 60_000;

/** cache.RetryWithDeadline.After: the window after an error of the kind at `nowMs`. Do not call it for other errors. */
export function afterRetryableError(window: RetryWindow | undefined, nowMs: number): RetryWindow {
  if (window === undefined || nowMs - window.lastMs >= retryWindowResetMs)
    return { firstMs: nowMs, lastMs: nowMs };
  return { firstMs: window.firstMs, lastMs: nowMs };
}

/** cache.RetryWithDeadline.ShouldRetry: true until `maxRetryMs` have passed since the first error; 0 never retries. */
export function shouldRetry(window: RetryWindow, nowMs: number, maxRetryMs: number): boolean {
  return maxRetryMs > 0 && nowMs - window.firstMs <= maxRetryMs;
}

/**
 * Time in which one more watch that made progress may be reopened, ms. So a watch that lasted a second is followed by the
 * next at once, as in client-go, and shorter ones come no more often than client-go's RetryWatcher allows. (Its Reflector
 * has no such limit: against a server that sends one event and closes, it reopens the watch without pause.)
 */
export const resumeEveryMs = 1000;

/** Consecutive watches that are reopened at once, however short: the default burst of client-go's REST client. */
export const maxResumes = 10;

/** Result of `takeResume`. */
export interface Resume {
  /** Delay before the watch may be reopened, ms; 0 is at once. */
  readonly waitMs: number;
  readonly fullAtMs: number;
}

/**
 * Takes one token from the budget of reopened watches: a token bucket, stored as the time at which it is full again.
 * It is separate from the backoff, since such a watch is not a failure.
 */
export function takeResume(fullAtMs: number, nowMs: number): Resume {
  const nextFullAtMs = Math.max(fullAtMs, nowMs) + resumeEveryMs;
  return { fullAtMs: nextFullAtMs, waitMs: Math.max(0, nextFullAtMs - nowMs - maxResumes * resumeEveryMs) };
}

/** client-go's VeryShortWatchError: a shorter watch without an event is a failure, ms. */
export const veryShortWatchMs = 1000;

/**
 * Total time of consecutive plain watches without any event after which the server is asked whether it knows the
 * resourceVersion that they start from, ms.
 *
 * A server restored from a backup accepts a watch at a version that it has not reached, and sends no event until it has
 * (cache_watcher.go, process). That looks like an idle resource, and client-go's cache stays stale. A minute is the
 * interval at which a server that has news sends a bookmark; the question is asked when such a watch has ended.
 */
export const silenceBeforeProbeMs = 60_000;

/**
 * Failed probes after which the watch is reopened without an answer. A silent watch often ends because the server
 * restarts: the first probe then meets the one that shuts down, the next no server, or the new one.
 */
const maxUnansweredProbes = 1;

/**
 * Watches that went back in time, after which a Reflector no longer treats that as a failure. The versions of one API
 * server grow; elsewhere (an aggregated API that counts versions per object) they need not, and a list after every event
 * would overload the server.
 */
export const maxBackwardWatches = 3;

/**
 * A watch that lasted this long shows that the server is healthy, ms. A server that breaks every watch after this time
 * is listed at most six times a minute: less often than in the first minute of consecutive failures, which has seven.
 */
export const healthyWatchMs = 10_000;

/** Streams of one round that may end before the end of their initial events; after that it lists, which can be paged. */
const maxUnfinishedStreams = 1;

/**
 * Time for which it lists at once after a watch-list whose initial events did not end, ms. A server or proxy that drops the
 * bookmark at their end would delay every relist; one that has been repaired is asked again after an hour.
 */
export const listInsteadMs = 3_600_000;

/**
 * Items per page of a list whose pages come from the server's watch cache. docs/design/list-or-watch-list.md has the
 * measurements.
 */
export const cachedPageSize = 1000;

/** Lists of one round that may fail because of their resourceVersion or size, before a watch-list or a whole list replaces pages. */
const maxFailedLists = 2;

export const initialReflectorState: ReflectorState = {
  phase: 'idle',
  resourceVersion: '',
  resourceVersionUnavailable: false,
  pagesListsAtZero: false,
  backwardWatches: 0,
  refusesProbes: false,
  notFoundLists: 0,
  resumesFullAtMs: 0,
  listsUntilMs: -Infinity,
};

/** Throws an Error for an input that is impossible in the state: a defect of the driver. */
export function nextStep(
  policy: ReflectorPolicy,
  state: ReflectorState,
  input: ReflectorInput,
  nowMs: number,
): ReflectorStep {
  if (input.type === 'begin') return begin(policy, state, [], nowMs);
  if (input.type === 'beginAgain') return begin(policy, state, [{ do: 'backOff' }], nowMs);
  if (input.type === 'failed')
    return endRound(state, [{ do: 'endRound', during: duringOf(state), error: input.error }]);
  if (input.type === 'resume') {
    const { resourceVersion } = state;
    return startWatching(state, resourceVersion, [{ do: 'openWatch', resourceVersion }]);
  }
  switch (state.phase) {
    case 'streaming':
      if (input.type === 'marked') return startWatching(state, input.resourceVersion, [{ do: 'readOn' }]);
      if (input.type === 'notOpened') return watchListNotOpened(policy, state, input.error);
      if (input.type === 'ended') return watchListEnded(policy, state, input.stream, nowMs);
      if (input.type === 'broken') return watchListBroken(policy, state, input.error, nowMs);
      break;
    case 'asking':
      if (input.type === 'answered') return listAs(policy, state, input.pagesFromCache, [], state.notFound);
      break;
    case 'listing':
      if (input.type === 'listed') return listed(state, input.resourceVersion, input.paginated);
      if (input.type === 'listFailed') return listFailed(policy, state, input);
      break;
    case 'watching':
      if (input.type === 'notOpened') return watchNotOpened(state, input.error);
      if (input.type === 'ended') {
        const { stream } = input;
        return afterWatch(policy, stream, watchEnded(policy, state, stream, nowMs, undefined));
      }
      if (input.type === 'broken') {
        const { error, stream } = input;
        return afterWatch(policy, stream, watchBroken(policy, state, error, stream, nowMs), error);
      }
      break;
    case 'probing':
      if (input.type === 'known') return watchOn(state, []);
      if (input.type === 'notKnown') return notKnown(policy, state, input.error, nowMs);
      break;
    case 'idle':
      break;
  }
  throw new Error(`${input.type} is not possible while ${state.phase}`);
}

/** True if the store has the server's objects at the state's resourceVersion, so that a watch can begin there. */
export function canResume(state: ReflectorState): boolean {
  return (
    (state.phase === 'watching' || state.phase === 'probing') && isResourceVersion(state.resourceVersion)
  );
}

type State<P extends ReflectorPhase['phase']> = ReflectorProgress & Extract<ReflectorPhase, { phase: P }>;

function duringOf({ phase }: ReflectorState): ReflectorActivity {
  if (phase === 'streaming') return 'watchList';
  return phase === 'watching' ? 'watch' : 'list';
}

function progress(state: ReflectorState): ReflectorProgress {
  return {
    resourceVersion: state.resourceVersion,
    resourceVersionUnavailable: state.resourceVersionUnavailable,
    pagesListsAtZero: state.pagesListsAtZero,
    backwardWatches: state.backwardWatches,
    refusesProbes: state.refusesProbes,
    notFoundLists: state.notFoundLists,
    resumesFullAtMs: state.resumesFullAtMs,
    listsUntilMs: state.listsUntilMs,
  };
}

function begin(
  policy: ReflectorPolicy,
  state: ReflectorState,
  before: readonly ReflectorEffect[],
  nowMs: number,
): ReflectorStep {
  // One request is enough to find out whether the resource exists.
  const isMissing = state.notFoundLists > 0;
  return policy.useWatchList && !isMissing && nowMs >= state.listsUntilMs
    ? openWatchList(state, before, { unfinished: 0, insteadOfPages: false })
    : list(policy, state, before);
}

// --- watch-list ---------------------------------------------------------------------------------------------------

function openWatchList(
  state: ReflectorState,
  before: readonly ReflectorEffect[],
  { unfinished, insteadOfPages }: Pick<State<'streaming'>, 'unfinished' | 'insteadOfPages'>,
): ReflectorStep {
  // rewatchResourceVersion: unlike the first list, the first stream is requested at "", as recent as a quorum read.
  const requested = state.resourceVersionUnavailable ? '' : state.resourceVersion;
  return {
    state: { ...progress(state), phase: 'streaming', requested, unfinished, insteadOfPages },
    effects: [...before, { do: 'openWatchList', resourceVersion: requested }],
  };
}

function watchListNotOpened(policy: ReflectorPolicy, state: State<'streaming'>, error: Error): ReflectorStep {
  // 422: the server does not know sendInitialEvents. Requested again in the next round, as in client-go, after an upgrade perhaps.
  if (isInvalid(error)) return listInstead(policy, state, [{ do: 'noteUnsupported', error }]);
  return watchListFailed(policy, state, error);
}

function watchListBroken(
  policy: ReflectorPolicy,
  state: State<'streaming'>,
  error: Error,
  nowMs: number,
): ReflectorStep {
  // A cut says nothing about the server: the next round may stream again.
  if (hasCode(error, 'ERR_WATCH_CUT')) return watchListUnfinished(policy, state, error, state.listsUntilMs);
  const ended = hasCode(error, 'ERR_WATCH_IDLE') || hasCode(error, 'ERR_WATCH_LIST_UNFINISHED');
  return watchListFailed(policy, ended ? { ...state, listsUntilMs: nowMs + listInsteadMs } : state, error);
}

function watchListFailed(policy: ReflectorPolicy, state: State<'streaming'>, error: Error): ReflectorStep {
  if (isResourceNotFound(error)) return listInstead(policy, state, [], error);
  const report: ReflectorEffect = { do: 'report', during: 'watchList', error };
  if (isWorthWaiting(error)) return openWatchList(state, [report, { do: 'backOff' }], state);
  if (isUnavailable(error) && state.requested !== '') {
    return openWatchList({ ...state, resourceVersionUnavailable: true }, [report], state);
  }
  return listInstead(policy, state, [report]);
}

function watchListEnded(
  policy: ReflectorPolicy,
  state: State<'streaming'>,
  stream: StreamSummary,
  nowMs: number,
): ReflectorStep {
  if (isVeryShort(stream)) {
    return listInstead(policy, state, [
      { do: 'report', during: 'watchList', error: shortWatchError(policy, stream) },
    ]);
  }
  return watchListUnfinished(
    policy,
    state,
    new ReflectorError(
      'ERR_WATCH_LIST_UNFINISHED',
      `${policy.name}: the watch-list ended after ${stream.items} events without the bookmark that ends its initial events`,
    ),
    nowMs + listInsteadMs,
  );
}

function watchListUnfinished(
  policy: ReflectorPolicy,
  state: State<'streaming'>,
  error: Error,
  listsUntilMs: number,
): ReflectorStep {
  const report: ReflectorEffect = { do: 'report', during: 'watchList', error };
  if (state.unfinished >= maxUnfinishedStreams)
    return listInstead(policy, { ...state, listsUntilMs }, [report]);
  return openWatchList(state, [report], { ...state, unfinished: state.unfinished + 1 });
}

/** Lists after a watch-list that did not bring the objects: whole, if pages had failed before it. */
function listInstead(
  policy: ReflectorPolicy,
  state: State<'streaming'>,
  before: readonly ReflectorEffect[],
  notFound?: Error,
): ReflectorStep {
  return state.insteadOfPages ? listWhole(state, before, notFound) : list(policy, state, before, notFound);
}

// --- list ---------------------------------------------------------------------------------------------------------

function list(
  policy: ReflectorPolicy,
  state: ReflectorState,
  before: readonly ReflectorEffect[],
  notFound?: Error,
): ReflectorStep {
  if (!policy.asksForPages) return listAs(policy, state, false, before, notFound);
  return { state: { ...progress(state), phase: 'asking', notFound }, effects: [...before, { do: 'ask' }] };
}

/** Lists in pages if the server serves them from its watch cache, else as client-go. */
function listAs(
  policy: ReflectorPolicy,
  state: ReflectorState,
  pagesFromCache: boolean,
  before: readonly ReflectorEffect[],
  notFound: Error | undefined,
): ReflectorStep {
  // Each page has the state of the first, which is as recent as a quorum read: it never goes back in time.
  const requested = pagesFromCache ? '' : relistResourceVersion(state);
  const pageSize =
    policy.pageSize ?? (pagesFromCache ? cachedPageSize : pageSizeWithoutSnapshots(state, requested));
  return {
    state: {
      ...progress(state),
      phase: 'listing',
      requested,
      pageSize,
      pagesFromCache,
      failures: 0,
      notFound,
    },
    effects: [...before, { do: 'list', resourceVersion: requested, pageSize }],
  };
}

/** Lists everything in one response, the last way that is left after pages have failed twice. */
function listWhole(
  state: ReflectorState,
  before: readonly ReflectorEffect[],
  notFound?: Error,
): ReflectorStep {
  return {
    state: {
      ...progress(state),
      phase: 'listing',
      requested: '',
      pageSize: 0,
      pagesFromCache: false,
      failures: maxFailedLists,
      notFound,
    },
    effects: [...before, { do: 'list', resourceVersion: '', pageSize: 0 }],
  };
}

/** "0" first, served from the server's cache; then the last seen version, to never go back in time; "" if that is gone. */
function relistResourceVersion(state: ReflectorProgress): string {
  if (state.resourceVersionUnavailable) return '';
  return state.resourceVersion === '' ? '0' : state.resourceVersion;
}

/**
 * A server before 1.34 serves a list at a resourceVersion above 0 from its watch cache only without paging. So such a list
 * is not paged, unless the server is known to have no watch cache. At "0" the cache ignores the limit.
 */
function pageSizeWithoutSnapshots(state: ReflectorProgress, requested: string): number {
  return state.pagesListsAtZero || requested === '' || requested === '0' ? defaultPageSize : 0;
}

function listed(state: State<'listing'>, resourceVersion: string, paginated: boolean): ReflectorStep {
  const pagedAtZero = paginated && state.requested === '0';
  const { notFound } = state;
  return startWatching(
    { ...state, pagesListsAtZero: state.pagesListsAtZero || pagedAtZero },
    resourceVersion,
    [
      ...(notFound === undefined ? [] : [{ do: 'report', during: 'watchList', error: notFound } as const]),
      { do: 'openWatch', resourceVersion },
    ],
  );
}

function listFailed(
  policy: ReflectorPolicy,
  state: State<'listing'>,
  { error, inPages }: Extract<ReflectorInput, { type: 'listFailed' }>,
): ReflectorStep {
  const unavailable = isUnavailable(error);
  const tooLong = isTooLong(error);
  const report: ReflectorEffect = { do: 'report', during: 'list', error };
  if (isExpired(error) && inPages && state.pageSize > 0 && !state.pagesFromCache) {
    // As in client-go: the watch cache of an older server has no pages, but serves a whole list at this version.
    return {
      state: { ...state, pageSize: 0 },
      effects: [report, { do: 'list', resourceVersion: state.requested, pageSize: 0 }],
    };
  }
  const failures = state.failures + 1;
  if (failures < maxFailedLists && (unavailable || tooLong)) {
    const pageSize = tooLong && state.pageSize === 0 ? defaultPageSize : state.pageSize;
    const resourceVersionUnavailable =
      state.resourceVersionUnavailable || (unavailable && state.requested !== '');
    return {
      state: { ...state, requested: '', pageSize, failures, resourceVersionUnavailable },
      effects: [report, { do: 'list', resourceVersion: '', pageSize }],
    };
  }
  // Compacted between pages, again, or too long, again.
  if (failures === maxFailedLists && state.pageSize > 0 && (tooLong || (unavailable && inPages))) {
    return state.pagesFromCache && policy.watchListSupported
      ? openWatchList(state, [report], { unfinished: 0, insteadOfPages: true })
      : listWhole(state, [report], state.notFound);
  }
  if (isResourceNotFound(error)) return listNotFound(policy, state, error);
  return endRound({ ...state, resourceVersionUnavailable: state.resourceVersionUnavailable || unavailable }, [
    { do: 'endRound', during: 'list', error },
  ]);
}

/** Reports once that the resource is absent; from then on a list that does not find it is not a failure. */
function listNotFound(policy: ReflectorPolicy, before: State<'listing'>, error: Error): ReflectorStep {
  const state = { ...before, notFoundLists: before.notFoundLists + 1 };
  if (isAbsent(before)) return endRound(state, []);
  if (!isAbsent(state)) return endRound(state, [{ do: 'endRound', during: 'list', error }]);
  const absent = new ReflectorError(
    'ERR_RESOURCE_ABSENT',
    `${policy.name} is absent: the server does not have this resource (is its CustomResourceDefinition installed?), and it is listed until it appears; ${asStatusError(error)?.status.message ?? error.message}`,
    { cause: error },
  );
  // The store keeps its objects: a 404 does not prove that they are gone. The server deletes the objects of a definition
  // before the definition, so their deletions arrive by watch; the first list that succeeds replaces the rest.
  return endRound(state, [{ do: 'endRound', during: 'list', error: absent }]);
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
  // client-go treats it as a watch that ended (NewEmptyWatch), and retries at once, unreported, for as long as it lasts.
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
  // A cut line or connection does not invalidate the events before it: continue from there.
  if (hasCode(error, 'ERR_WATCH_CUT')) return watchEnded(policy, state, stream, nowMs, error);
  // Nor does silence; but a stream that never brought anything may be unable to, and only a list can find out.
  if (hasCode(error, 'ERR_WATCH_IDLE')) {
    return stream.items > 0 ? openWatch({ ...state, silentMs: 0 }, [report]) : endRound(state, [report]);
  }
  if (hasCode(error, 'ERR_WATCH_BACKWARDS')) return watchWentBack(state, error);
  if (isTooManyRequests(error)) return openWatch(state, [report, { do: 'backOff' }]);
  if (isInternalError(error)) {
    const internalErrors = afterRetryableError(state.internalErrors, nowMs);
    if (shouldRetry(internalErrors, nowMs, policy.maxInternalErrorRetryDurationMs)) {
      // client-go retries at once here; a server that fails at once would be requested without pause.
      return openWatch({ ...state, internalErrors }, [report, { do: 'backOff' }]);
    }
  }
  // 410 among the rest: a list at the last resourceVersion is answered as new or newer, so "unavailable" is not set.
  return endRound(state, [report]);
}

/** The server's history is not the one that led to the store's content: only the most recent list can repair that. */
function watchWentBack(state: State<'watching'>, error: Error): ReflectorStep {
  const backwardWatches = state.backwardWatches + 1;
  const reported =
    backwardWatches < maxBackwardWatches
      ? error
      : new ReflectorError(
          'ERR_WATCH_BACKWARDS',
          `${error.message}; this was watch ${backwardWatches} of that kind, so its resourceVersions are no longer expected to grow`,
          { cause: error },
        );
  return endRound({ ...state, backwardWatches, resourceVersionUnavailable: true }, [
    { do: 'report', during: 'watch', error: reported },
  ]);
}

/**
 * Ends the row of failures if the watch lasted long enough to show that the server is healthy. A watch that was silent
 * until its deadline does not show that.
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

/** Handles a stream's end, clean or `cut`: reopens it at once where it ended, as often as the budget allows. */
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

function notKnown(
  policy: ReflectorPolicy,
  state: State<'probing'>,
  error: Error,
  nowMs: number,
): ReflectorStep {
  const report: ReflectorEffect = { do: 'report', during: 'list', error };
  if (isUnavailable(error))
    return begin(policy, { ...state, resourceVersionUnavailable: true }, [report], nowMs);
  if (isWorthWaiting(error)) return probe(state, state.unanswered, [report, { do: 'backOff' }]);
  if (isBadRequest(error) || isInvalid(error)) return watchOn({ ...state, refusesProbes: true }, [report]);
  if (state.unanswered < maxUnansweredProbes) {
    return probe(state, state.unanswered + 1, [report, { do: 'backOff' }]);
  }
  // A failed probe proves nothing: the watch is reopened, and probed again when it stays silent.
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

/** The server is unreachable or overloaded: the state is still valid, so wait and repeat the request. */
function isWorthWaiting(error: Error): boolean {
  return isConnectionRefused(error) || isTooManyRequests(error);
}

function isUnavailable(error: Error): boolean {
  return isExpired(error) || isTooLargeResourceVersion(error);
}

/** The response is too large for a proxy, for the server, or for the message in which etcd has to send it. */
function isTooLong(error: Error): boolean {
  if (isRequestEntityTooLarge(error)) return true;
  return (asStatusError(error)?.status.message ?? '').includes('message larger than max');
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
