/** The words in which a Reflector's next step is decided (`reflector-state.ts`) and carried out (`reflector.ts`). */
import type { RetryWindow } from './retry-with-deadline.js';

/** What a Reflector was told to do, for all rounds. */
export interface ReflectorPolicy {
  readonly name: string;
  /** Ask for a watch-list first. */
  readonly useWatchList: boolean;
  /** Items a page that were asked for explicitly. */
  readonly pageSize: number | undefined;
  readonly maxInternalErrorRetryDurationMs: number;
  /** A watch that lasted this long shows that the server is well: it ends the row of failures. */
  readonly healthyWatchMs: number;
}

/** What a Reflector knows between its requests, whatever it is doing. */
export interface ReflectorProgress {
  /** lastSyncResourceVersion: what the store has reached; "" before the first list. */
  readonly resourceVersion: string;
  /** The server answered the last request at that resourceVersion with "expired" or "too large". */
  readonly resourceVersionUnavailable: boolean;
  /** A list at "0" came in pages, so the server has no watch cache and paging costs nothing more. */
  readonly pagesListsAtZero: boolean;
  /** Watches whose resourceVersions went back; at `maxBackwardWatches` that is no fault any more, see there. */
  readonly backwardWatches: number;
  /** The server refused the question whether it knows a resourceVersion as one it does not understand: it is not asked again. */
  readonly refusesProbes: boolean;
  /** Lists in a row that were answered "the resource is not found"; see `isAbsent`. */
  readonly notFoundLists: number;
  /** When the budget of watches that are opened again at once is full; see `takeResume`. */
  readonly resumesFullAtMs: number;
}

/** What a row of plain watches has shown so far. */
export interface WatchRow {
  /** How long the last ones have brought nothing at all, not even a bookmark, ms. */
  readonly silentMs: number;
  readonly internalErrors: RetryWindow | undefined;
}

/** What it is doing. */
export type ReflectorPhase =
  | { readonly phase: 'idle' }
  /** A watch-list before its mark; `unfinished` streams of this round have ended before theirs. */
  | { readonly phase: 'streaming'; readonly requested: string; readonly unfinished: number }
  /** `lastResort` is a list at "", after the first choice was not available. */
  | {
      readonly phase: 'listing';
      readonly requested: string;
      readonly pageSize: number;
      readonly lastResort: boolean;
    }
  | ({ readonly phase: 'watching' } & WatchRow)
  /**
   * The watch from this resourceVersion has brought nothing for long: the server is asked whether it knows it.
   * `unanswered` questions before this one have failed, though somebody was there.
   */
  | ({ readonly phase: 'probing'; readonly unanswered: number } & WatchRow);

export type ReflectorState = ReflectorProgress & ReflectorPhase;

/** How a stream went, from its opening to its end. */
export interface StreamSummary {
  readonly durationMs: number;
  /** Events, bookmarks among them. */
  readonly items: number;
  /** The resourceVersion it has brought the store to. */
  readonly resourceVersion: string;
}

/** What happened. */
export type ReflectorInput =
  | { readonly type: 'begin' }
  | { readonly type: 'listed'; readonly resourceVersion: string; readonly paginated: boolean }
  | { readonly type: 'listFailed'; readonly error: Error }
  /** The server has reached the resourceVersion that was asked about. */
  | { readonly type: 'known' }
  /** It has not, or gave no answer. */
  | { readonly type: 'notKnown'; readonly error: Error }
  /** A watch or watch-list request failed. */
  | { readonly type: 'notOpened'; readonly error: Error }
  /** The watch-list's mark came, and the store has taken what came before it. */
  | { readonly type: 'marked'; readonly resourceVersion: string }
  /** The server ended the stream. */
  | { readonly type: 'ended'; readonly stream: StreamSummary; readonly nowMs: number }
  /** An ERROR event, a broken connection, an undecodable line, silence. */
  | {
      readonly type: 'broken';
      readonly error: Error;
      readonly stream: StreamSummary;
      readonly nowMs: number;
    };

/** What a Reflector was doing when something failed. */
export type ReflectorActivity = 'list' | 'watch' | 'watchList' | 'resync';

/** What to do. A step ends with one of the last six. */
export type ReflectorEffect =
  | { readonly do: 'report'; readonly during: ReflectorActivity; readonly error: Error }
  /** Not a fault: the server has no watch-lists. */
  | { readonly do: 'noteUnsupported'; readonly error: Error }
  /** The row of failures has ended: the next wait is a short one. */
  | { readonly do: 'endFailures' }
  | { readonly do: 'backOff' }
  | { readonly do: 'wait'; readonly ms: number }
  /** The server does not have the resource any more: empty the store. */
  | { readonly do: 'empty' }
  | { readonly do: 'openWatchList'; readonly resourceVersion: string }
  /** `pageSize` 0 is everything at once; it stays for a list at "" after the first choice. */
  | { readonly do: 'list'; readonly resourceVersion: string; readonly pageSize: number }
  | { readonly do: 'openWatch'; readonly resourceVersion: string }
  /** Ask whether the server has reached the resourceVersion, in the cheapest way; nothing of the answer is stored. */
  | { readonly do: 'probe'; readonly resourceVersion: string }
  /** Read on from the stream that gave the mark. */
  | { readonly do: 'readOn' }
  /** listAndWatch is over; with `error` it rejects. */
  | { readonly do: 'endRound'; readonly during?: ReflectorActivity; readonly error?: Error };

export interface ReflectorStep {
  readonly state: ReflectorState;
  readonly effects: readonly ReflectorEffect[];
}
