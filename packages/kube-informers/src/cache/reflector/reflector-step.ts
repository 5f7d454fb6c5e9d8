/** Types of a Reflector's state machine: decided in `reflector-state.ts`, carried out in `reflector.ts`. */
import type { RetryWindow } from './retry-with-deadline.js';

/** What a Reflector was configured to do, for all rounds. */
export interface ReflectorPolicy {
  readonly name: string;
  /** Ask for a watch-list first. */
  readonly useWatchList: boolean;
  /** Items per page, if set explicitly. */
  readonly pageSize: number | undefined;
  readonly maxInternalErrorRetryDurationMs: number;
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
  /** A watch-list in its initial events; `unfinished` streams of this round have ended before the end of theirs. */
  | { readonly phase: 'streaming'; readonly requested: string; readonly unfinished: number }
  /**
   * `fallback` is a list at "", after the requested version was not available. `notFound` is the 404 of the watch-list before:
   * reported once the list has found the resource.
   */
  | {
      readonly phase: 'listing';
      readonly requested: string;
      readonly pageSize: number;
      readonly fallback: boolean;
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
  /** Begin without a list: the store has the server's objects at its resourceVersion. */
  | { readonly type: 'resume' }
  | { readonly type: 'listed'; readonly resourceVersion: string; readonly paginated: boolean }
  | { readonly type: 'listFailed'; readonly error: Error }
  /** The server has reached the probed resourceVersion. */
  | { readonly type: 'known' }
  /** It has not, or the probe failed. */
  | { readonly type: 'notKnown'; readonly error: Error }
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

/** What to do. Each step ends with one of the last six. */
export type ReflectorEffect =
  | { readonly do: 'report'; readonly during: ReflectorActivity; readonly error: Error }
  /** Not a failure: the server does not support watch-lists. */
  | { readonly do: 'noteUnsupported'; readonly error: Error }
  /** The row of failures has ended: the next backoff is a short one. */
  | { readonly do: 'endFailures' }
  | { readonly do: 'backOff' }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'openWatchList'; readonly resourceVersion: string }
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
