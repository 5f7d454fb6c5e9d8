import type { ReflectorActivity } from './reflector-step.js';

/** A phase of an informer without an end time. */
export type InformerPhase =
  /** Not started. */
  | 'waiting'
  /** A watch was requested; its response has not begun. */
  | 'connecting'
  | 'listing'
  /** Reads the initial events of a watch-list. */
  | 'streaming'
  /** A watch is open, or there is nothing to watch: an empty shard, no namespaces. */
  | 'watching'
  /** A watch was silent for long: the server is asked whether it knows the resourceVersion. */
  | 'probing'
  | 'stopped';

/**
 * What an informer is doing. `since` and `until` are milliseconds since the epoch.
 *
 * `backingOff` waits until the next attempt, of the Reflector or of its source. `absent`: the server does not have the resource; `until` is the time of the
 * next list, undefined while one runs.
 */
export type InformerState =
  | { readonly phase: InformerPhase; readonly since: number }
  | { readonly phase: 'backingOff'; readonly since: number; readonly until: number }
  | { readonly phase: 'absent'; readonly since: number; readonly until: number | undefined };

/** The last failure to list or watch, or the reason for which the source sends a request again. */
export interface InformerFailure {
  readonly error: Error;
  /** The status code of a server's answer, such as `403`; otherwise the error's `code`. */
  readonly code: string;
  readonly during: ReflectorActivity;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /**
   * True once a watch is open again. An event that was skipped is overcome by the next list, because the cache lacks it until
   * then.
   */
  readonly overcome: boolean;
}

/** Whether a cache is up to date, and what is known about it. Ages are in milliseconds; undefined before the first. */
export interface InformerHealth {
  /** True while a watch is open whose response has begun, and while there is nothing to watch, such as for an empty shard. */
  readonly connected: boolean;
  /** True once the cache holds the complete first list. */
  readonly synced: boolean;
  /**
   * The time as of which the cache may be out of date, ms since the epoch; undefined while it is up to date.
   *
   * The cache is up to date while a watch is open and its last bytes are younger than `staleAfterMs`. After an interruption it
   * counts as up to date one second after the response of the new watch has begun at the earliest: once a second has brought no
   * data, at a bookmark, or at the version of a list of one object. While more waits in the queue than a time slice can store, it
   * is stale from when the queue was last empty. Before the first list: since the informer was created.
   */
  readonly staleSince: number | undefined;
  /** Milliseconds since `staleSince`; 0 while the cache is up to date. */
  readonly staleMs: number;
  /** Silence of an open watch after which the cache counts as stale, ms; see the option `staleAfterMs`. */
  readonly staleAfterMs: number;
  /** Age of the last bytes of a watch, or of the last list. */
  readonly lastByteAgeMs: number | undefined;
  readonly lastBookmarkAgeMs: number | undefined;
  /** Age of the last event that is not a bookmark; of the first list if no event came after it. */
  readonly lastEventAgeMs: number | undefined;
  /** The newest resourceVersion that the server sent; "" before the first list. */
  readonly serverResourceVersion: string;
  /** The resourceVersion that the cache has reached; "" before the first list. */
  readonly resourceVersion: string;
  readonly lastError: InformerFailure | undefined;
}

/** Called after each change of an informer's state. */
export type StateListener = (state: InformerState, previous: InformerState) => void;

// The worst first.
const phases = [
  'stopped',
  'absent',
  'backingOff',
  'waiting',
  'connecting',
  'listing',
  'streaming',
  'probing',
  'watching',
] as const satisfies readonly InformerState['phase'][];

/** Returns the worst of the states; of equal phases, the one that has lasted longest. Undefined without states. */
export function worstState(states: Iterable<InformerState>): InformerState | undefined {
  let worst: InformerState | undefined;
  for (const state of states) {
    if (worst === undefined) worst = state;
    const order = phases.indexOf(state.phase) - phases.indexOf(worst.phase);
    if (order < 0 || (order === 0 && state.since < worst.since)) worst = state;
  }
  return worst;
}

/** True if both are the same phase, entered at the same time. */
export function isSameState(a: InformerState, b: InformerState): boolean {
  return a.phase === b.phase && a.since === b.since;
}
