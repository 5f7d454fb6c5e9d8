import { isExpired } from '../../meta/errors.js';
import { isAbsent, isResourceNotFound, veryShortWatchMs } from './reflector-state.js';
import type { ReflectorActivity, ReflectorInput, ReflectorState } from './reflector-state.js';
import type { Clock } from '../../util/clock.js';
import { Moment } from '../../util/clock.js';
import { failureCode } from './reflector-errors.js';
import { ListWatchCounters, listReasonAfter, watchEndOf } from './reflector-counts.js';
import type { ListReason, WatchEndReason } from './reflector-counts.js';
import { minWatchSilenceMs } from './watch-watchdog.js';

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
 * What an informer is doing. `sinceMs` and `untilMs` are milliseconds since the epoch.
 *
 * `backingOff` waits until the next attempt, of the Reflector or of its source. `absent`: the server does not have the resource; `untilMs` is the time of the
 * next list, undefined while one runs.
 */
export type InformerState =
  | {
      /** What it is doing. */
      readonly phase: InformerPhase;
      /** When that began, ms since the epoch. */
      readonly sinceMs: number;
    }
  | {
      readonly phase: 'backingOff';
      readonly sinceMs: number;
      /** When the next attempt begins, ms since the epoch. */
      readonly untilMs: number;
    }
  | { readonly phase: 'absent'; readonly sinceMs: number; readonly untilMs: number | undefined };

/** The last failure to list or watch, or the reason for which the source sends a request again. */
export interface InformerFailure {
  /** What failed. */
  readonly error: Error;
  /** The status code of a server's answer, such as `403`; otherwise the error's `code`. */
  readonly code: string;
  /** What the informer was doing. */
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
  readonly hasSynced: boolean;
  /**
   * The time as of which the cache may be out of date, ms since the epoch; undefined while it is up to date.
   *
   * The cache is up to date while a watch is open and its last bytes are younger than `staleAfterMs`. After an interruption it
   * counts as up to date one second after the response of the new watch has begun at the earliest: once a second has brought no
   * data, at a bookmark, or at the version of a list of one object. While more waits in the queue than a time slice can store, it
   * is stale from when the queue was last empty. Before the first list: since the informer was created.
   */
  readonly staleSinceMs: number | undefined;
  /** Milliseconds since `staleSinceMs`; 0 while the cache is up to date. */
  readonly staleMs: number;
  /** Silence of an open watch after which the cache counts as stale, ms; see the option `staleAfterMs`. */
  readonly staleAfterMs: number;
  /** Age of the last list, from when it was complete. */
  readonly lastListAgeMs: number | undefined;
  /** Age of the last bytes of a watch, or of the last list. */
  readonly lastByteAgeMs: number | undefined;
  /** Age of the last bookmark. */
  readonly lastBookmarkAgeMs: number | undefined;
  /** Age of the last event that is not a bookmark; of the first list if no event came after it. */
  readonly lastEventAgeMs: number | undefined;
  /** The newest resourceVersion that the server sent; "" before the first list. */
  readonly serverResourceVersion: string;
  /** The resourceVersion that the cache has reached; "" before the first list. */
  readonly resourceVersion: string;
  /** The last failure; undefined if there was none. */
  readonly lastError: InformerFailure | undefined;
}

/**
 * How long a display may call a cache up to date although the proof is missing, ms: a watch that is opened at once proves it
 * a second after its response, or after three if its resource is busy.
 */
const proofMs = 5000;

/**
 * True if a display should call the cache up to date: it is, or nothing went wrong and its last list, or what proved it, is a few
 * seconds old. `staleSinceMs` is strict: it also counts the moment between a list, or the usual end of a watch, and the next watch.
 */
export function followsServer(health: InformerHealth): boolean {
  const { hasSynced, staleSinceMs, staleMs, lastListAgeMs, lastError } = health;
  if (!hasSynced || staleSinceMs === undefined) return hasSynced;
  return lastError?.overcome !== false && Math.min(staleMs, lastListAgeMs ?? Infinity) <= proofMs;
}

/** Code of the error that reports a resource that the server does not have. */
const absentCode = 'ERR_RESOURCE_ABSENT';

/** True if the last answer of the server was that it does not have the resource; false if no answer came since. */
export function lacksResource({ phase }: InformerState, { lastError }: InformerHealth): boolean {
  return phase === 'absent' && (lastError?.overcome !== false || lastError.code === absentCode);
}

/** Called after each change of an informer's state. */
export type StateListener = (state: InformerState, previous: InformerState) => void;

// The worst first.
const rank: Readonly<Record<InformerState['phase'], number>> = {
  stopped: 0,
  absent: 1,
  backingOff: 2,
  waiting: 3,
  connecting: 4,
  listing: 5,
  streaming: 6,
  probing: 7,
  watching: 8,
};

/** Returns the worst of the states; of equal phases, the one that has lasted longest. Undefined without states. */
export function worstState(states: Iterable<InformerState>): InformerState | undefined {
  let worst: InformerState | undefined;
  for (const state of states) {
    if (worst === undefined) worst = state;
    const order = rank[state.phase] - rank[worst.phase];
    if (order < 0 || (order === 0 && state.sinceMs < worst.sinceMs)) worst = state;
  }
  return worst;
}

/** Returns the health of an informer with several namespaces: the worst of each, and the youngest event. */
export function worstHealth(
  healths: readonly InformerHealth[],
  versions: Pick<InformerHealth, 'serverResourceVersion' | 'resourceVersion' | 'hasSynced'>,
): InformerHealth {
  const errors = healths.map(({ lastError }) => lastError).filter((error) => error !== undefined);
  const lasting = errors.filter(({ overcome }) => !overcome);
  const since = healths.map(({ staleSinceMs }) => staleSinceMs).filter((time) => time !== undefined);
  const eventAges = healths.map(({ lastEventAgeMs }) => lastEventAgeMs).filter((age) => age !== undefined);
  return Object.freeze({
    connected: healths.every(({ connected }) => connected),
    staleSinceMs: since.length === 0 ? undefined : Math.min(...since),
    staleMs: Math.max(0, ...healths.map(({ staleMs }) => staleMs)),
    staleAfterMs: Math.max(0, ...healths.map(({ staleAfterMs }) => staleAfterMs)),
    lastListAgeMs: oldest(healths.map(({ lastListAgeMs }) => lastListAgeMs)),
    lastByteAgeMs: oldest(healths.map(({ lastByteAgeMs }) => lastByteAgeMs)),
    lastBookmarkAgeMs: oldest(healths.map(({ lastBookmarkAgeMs }) => lastBookmarkAgeMs)),
    lastEventAgeMs: eventAges.length === 0 ? undefined : Math.min(...eventAges),
    lastError: (lasting.length > 0 ? lasting : errors).toSorted((a, b) => b.at - a.at)[0],
    ...versions,
  });
}

/** Undefined if one of them is. */
function oldest(ages: readonly (number | undefined)[]): number | undefined {
  let most: number | undefined;
  for (const age of ages) {
    if (age === undefined) return undefined;
    most = Math.max(most ?? 0, age);
  }
  return most;
}

/** True if both are the same phase, entered at the same time. */
export function isSameState(a: InformerState, b: InformerState): boolean {
  return a.phase === b.phase && a.sinceMs === b.sinceMs;
}

/**
 * How long a new watch is open before the cache may count as up to date, ms: a server that no longer has the resourceVersion
 * sends the error first. Also the interval of further checks, and the silence that shows that nothing is left to send.
 */
export const catchUpCheckMs = 1000;

/** What a status reads of the session of an open watch. */
export interface WatchProgress {
  /** Number of events, bookmarks included. */
  readonly items: number;
  readonly bookmarks: number;
  readonly lastEvent: Moment;
  readonly lastBookmark: Moment;
  readonly lastByteAgeMs: number | undefined;
  /** Silence after which bookmarks are missing, ms. */
  readonly silenceMs: number;
}

/** The watch that is open. */
interface WatchInProgress {
  readonly session: WatchProgress;
  /** When its response began. */
  readonly opened: Moment;
  /** True if the store was up to date until just before, so that little can have happened since. */
  readonly isBrief: boolean;
  /** True once the watch has sent what happened before it. */
  hasCaughtUp: boolean;
}

/** What a Reflector knows about itself: its state, its counters, and how old its knowledge of the server is. */
export class ReflectorStatus {
  readonly counters = new ListWatchCounters();
  readonly #clock: Clock;
  readonly #staleAfterMs: number | undefined;
  readonly #created = new Moment();
  /** As of when the store, which may be a queue, is known to have been up to date. */
  readonly #current = new Moment();
  /** The same of the cache, while it is behind the queue. */
  #behind: Moment | undefined;
  readonly #lastList = new Moment();
  readonly #lastByte = new Moment();
  readonly #lastBookmark = new Moment();
  readonly #lastEvent = new Moment();
  #state: InformerState;
  #phase: InformerState['phase'] = 'waiting';
  #until: number | undefined;
  #absent = false;
  #nothingToWatch = false;
  #watch: WatchInProgress | undefined;
  #failure: Omit<InformerFailure, 'overcome'> | undefined;
  /** What reported that the server does not have the resource. */
  #absence: Error | undefined;
  #failures = 0;
  /** Number of failures when the last list began. */
  #failuresBeforeList = 0;
  #isSkip = false;
  #isOvercome = false;
  #listReason: ListReason = 'restart';
  #hasListed = false;
  /** The resourceVersion that the store has reached, advanced by each event of the open watch; "" before the first list. */
  resourceVersion = '';
  /** The resourceVersion of the last list that the store was given; "" before the first. */
  listedResourceVersion = '';
  readonly #onChange: (() => void) | undefined;

  /** `onChange` is called after each change of the state. */
  constructor(clock: Clock, staleAfterMs: number | undefined, onChange?: () => void) {
    this.#clock = clock;
    this.#staleAfterMs = staleAfterMs;
    this.#onChange = onChange;
    this.#created.mark(clock);
    this.#state = Object.freeze({ phase: 'waiting', sinceMs: clock.now() });
  }

  get state(): InformerState {
    return this.#state;
  }

  /** True while the server does not have the resource. */
  get isAbsent(): boolean {
    return this.#absent;
  }

  enter(phase: InformerPhase): void {
    if (phase === 'stopped' && this.#phase === 'stopped') return;
    this.#become(phase, undefined);
  }

  backOff(delayMs: number): void {
    this.#become('backingOff', this.#clock.now() + delayMs);
  }

  /** The source waits before it sends a request again, which is not counted as a failure. */
  retries(delayMs: number, error: Error, during: ReflectorActivity): void {
    this.#noteFailure(error, during, false);
    // Another request of the same call may wait longer.
    if (this.#clock.now() + delayMs > (this.#until ?? -Infinity)) this.backOff(delayMs);
  }

  /** There is nothing to list or watch: the store is up to date until another phase begins. */
  nothingToWatch(): void {
    this.#isOvercome = true;
    this.#become('watching', undefined, true);
  }

  /** The state after this input. */
  decided(input: ReflectorInput, before: ReflectorState, after: ReflectorState): void {
    this.#setAbsent(isAbsent(after));
    if (input.type === 'listFailed' && isAbsent(before) && isResourceNotFound(input.error))
      this.#stillAbsent();
    if (input.type === 'notOpened' && isExpired(input.error)) this.needsList('expired');
    if (input.type === 'notKnown' && after.resourceVersionUnavailable) this.needsList('unknownVersion');
  }

  #setAbsent(absent: boolean): void {
    if (absent === this.#absent) return;
    this.#absent = absent;
    this.#become(this.#phase, this.#until);
  }

  /** The server still does not have the resource: no other failure lasts, but this is not reported again. */
  #stillAbsent(): void {
    if (this.#absence !== undefined && this.#failure?.error !== this.#absence)
      this.#noteFailure(this.#absence, 'list', false);
  }

  // --- lists and watches ------------------------------------------------------------------------------------------

  /** Why the next list is needed. */
  get listReason(): ListReason {
    return this.#hasListed ? this.#listReason : 'initial';
  }

  /** A list was requested; returns the moment, for `listed`. */
  listBegins(): Moment {
    this.#failuresBeforeList = this.#failures;
    const begun = new Moment();
    begun.mark(this.#clock);
    return begun;
  }

  /** The store holds a complete list, which began at this moment; returns how long it took, ms. */
  listed(begun: Moment, objects: number): number {
    this.#current.copy(begun);
    this.#lastByte.mark(this.#clock);
    this.#lastList.copy(this.#lastByte);
    this.#lastEvent.copy(this.#lastByte);
    this.#countList(begun, objects);
    if (this.#isSkip && this.#failures === this.#failuresBeforeList) this.#isOvercome = true;
    return begun.ageMs(this.#clock) ?? 0;
  }

  /** The response to a watch has begun. */
  opened(session: WatchProgress, initialEvents: boolean): void {
    const opened = new Moment();
    opened.mark(this.#clock);
    this.#lastByte.copy(opened);
    const isBrief = !initialEvents && (this.#current.ageMs(this.#clock) ?? Infinity) <= catchUpCheckMs;
    this.#watch = { session, opened, isBrief, hasCaughtUp: false };
    this.counters.watches++;
    if (!initialEvents) this.#overcome();
    this.enter(initialEvents ? 'streaming' : 'watching');
  }

  /** The same for the initial events of the open watch. */
  marked(begun: Moment, objects: number): number {
    if (this.#watch !== undefined) this.#watch.hasCaughtUp = true;
    this.#lastEvent.mark(this.#clock);
    this.#current.copy(this.#lastEvent);
    this.#lastList.copy(this.#lastEvent);
    this.#countList(begun, objects);
    if (this.#failures === this.#failuresBeforeList) this.#isOvercome = true;
    this.#overcome();
    return begun.ageMs(this.#clock) ?? 0;
  }

  /**
   * Checks, a second or more after the response, whether the open watch has sent everything that happened before it. Nothing
   * in a plain watch marks the end, but a bookmark, a second of silence, or `hasReached` shows that it has passed. If the
   * process was blocked, so that the check is late, data may have arrived that was not read: silence does not count then.
   */
  checkCaughtUp(hasReached: boolean, lateMs: number): boolean {
    const watch = this.#watch;
    if (watch === undefined) return false;
    const { session, opened, isBrief } = watch;
    const openMs = opened.ageMs(this.#clock) ?? 0;
    const silentMs = Math.min(openMs, session.lastByteAgeMs ?? openMs);
    const isQuiet = silentMs >= catchUpCheckMs && lateMs < catchUpCheckMs / 4;
    watch.hasCaughtUp ||= hasReached || isBrief || isQuiet || session.bookmarks > 0;
    return watch.hasCaughtUp;
  }

  /** True if the open watch has sent everything that happened before it. */
  get hasCaughtUp(): boolean {
    return this.#watch?.hasCaughtUp === true;
  }

  /** The open watch is over; returns how it ended. */
  closed(over: WatchOver, durationMs: number): WatchEndReason {
    const watch = this.#watch;
    const reason = endReasonOf(over, durationMs, watch?.session.items ?? 0);
    if (watch === undefined) return reason;
    const { session } = watch;
    this.#noteWatch(watch);
    if (watch.hasCaughtUp) {
      if (reason === 'ended') {
        // The server sends all events before it ends a watch.
        this.#current.mark(this.#clock);
      } else {
        for (const proof of [watch.opened, session.lastEvent, session.lastBookmark])
          if (proof.isAfter(this.#current)) this.#current.copy(proof);
      }
    }
    this.#watch = undefined;
    this.counters.watchEnds[reason]++;
    this.counters.watchDurationSeconds.observe(durationMs / 1000);
    this.counters.bookmarks += session.bookmarks;
    this.counters.events += session.items - session.bookmarks;
    this.#listReason = listReasonAfter(reason);
    return reason;
  }

  /** A list is needed for this reason rather than for the end of the last watch. */
  needsList(reason: ListReason): void {
    this.#listReason = reason;
  }

  failed(error: Error, during: ReflectorActivity, isSkip: boolean): void {
    this.counters.failed(error);
    this.#failures++;
    this.#noteFailure(error, during, isSkip);
    if (this.#failure?.code === absentCode) this.#absence = error;
  }

  // --- health -----------------------------------------------------------------------------------------------------

  /** `isBehind` if the cache has not stored everything in the queue. */
  backlog(isBehind: boolean): void {
    if (!isBehind) this.#behind = undefined;
    else if (this.#behind === undefined) {
      this.#behind = new Moment();
      const stale = this.#staleMoment(this.#watch);
      if (stale === undefined) this.#behind.mark(this.#clock);
      else this.#behind.copy(stale);
    }
  }

  /** The health of a cache with this version. */
  health(cache: Pick<InformerHealth, 'resourceVersion' | 'hasSynced'>): InformerHealth {
    const watch = this.#watch;
    if (watch !== undefined) this.#noteWatch(watch);
    const clock = this.#clock;
    const stale = this.#behind ?? this.#staleMoment(watch);
    const failure = this.#failure;
    return Object.freeze({
      connected: watch !== undefined || this.#nothingToWatch,
      staleSinceMs: stale?.epochMs,
      staleMs: stale?.ageMs(clock) ?? 0,
      staleAfterMs: this.#silenceMs(watch),
      lastListAgeMs: this.#lastList.ageMs(clock),
      lastByteAgeMs: this.#lastByte.ageMs(clock),
      lastBookmarkAgeMs: this.#lastBookmark.ageMs(clock),
      lastEventAgeMs: this.#lastEvent.ageMs(clock),
      lastError: failure && Object.freeze({ ...failure, overcome: this.#isOvercome }),
      serverResourceVersion: this.resourceVersion,
      ...cache,
    });
  }

  /** The last failure, also of a request that the source repeats; it may have recovered since. */
  get lastError(): Error | undefined {
    return this.#failure?.error;
  }

  /** True while a watch is open. */
  get isConnected(): boolean {
    return this.#watch !== undefined;
  }

  /** The counters, including the open watch. */
  counts(): ListWatchCounters {
    const sum = new ListWatchCounters();
    sum.add(this.counters);
    const session = this.#watch?.session;
    if (session !== undefined) {
      sum.bookmarks += session.bookmarks;
      sum.events += session.items - session.bookmarks;
    }
    return sum;
  }

  /** True if a watch is open from which nothing has arrived for longer than `staleAfterMs`. */
  get isSilent(): boolean {
    const watch = this.#watch;
    if (watch === undefined) return false;
    this.#noteWatch(watch);
    return (this.#lastByte.ageMs(this.#clock) ?? 0) > this.#silenceMs(watch);
  }

  /** Since when the store may be out of date; undefined while it is up to date. */
  #staleMoment(watch: WatchInProgress | undefined): Moment | undefined {
    if (this.#nothingToWatch) return undefined;
    if (!this.#current.isSet) return this.#created;
    if (watch === undefined || !watch.hasCaughtUp) return this.#current;
    const silentMs = this.#lastByte.ageMs(this.#clock) ?? 0;
    return silentMs > this.#silenceMs(watch) ? this.#lastByte : undefined;
  }

  #silenceMs(watch: WatchInProgress | undefined): number {
    return this.#staleAfterMs ?? watch?.session.silenceMs ?? minWatchSilenceMs;
  }

  /** Takes over what the session has noted. */
  #noteWatch({ session }: WatchInProgress): void {
    if (session.lastBookmark.isAfter(this.#lastBookmark)) this.#lastBookmark.copy(session.lastBookmark);
    if (session.lastEvent.isAfter(this.#lastEvent)) this.#lastEvent.copy(session.lastEvent);
    const byteAgeMs = session.lastByteAgeMs;
    if (byteAgeMs !== undefined && byteAgeMs < (this.#lastByte.ageMs(this.#clock) ?? Infinity))
      this.#lastByte.mark(this.#clock, byteAgeMs);
  }

  #countList(begun: Moment, objects: number): void {
    this.counters.lists[this.listReason]++;
    this.#hasListed = true;
    const durationMs = begun.ageMs(this.#clock) ?? 0;
    this.counters.listDurationSeconds.observe(durationMs / 1000);
    this.counters.listedObjects += objects;
  }

  #noteFailure(error: Error, during: ReflectorActivity, isSkip: boolean): void {
    this.#failure = { error, code: failureCode(error), during, at: this.#clock.now() };
    this.#isSkip = isSkip;
    this.#isOvercome = false;
  }

  #overcome(): void {
    if (!this.#isSkip) this.#isOvercome = true;
  }

  #become(phase: InformerState['phase'], until: number | undefined, nothingToWatch = false): void {
    if (this.#nothingToWatch && !nothingToWatch) this.#current.mark(this.#clock);
    this.#nothingToWatch = nothingToWatch;
    this.#phase = phase;
    this.#until = until;
    const previous = this.#state;
    const next = this.#stateNow();
    this.#state = next;
    if (!isSameState(previous, next)) this.#onChange?.();
  }

  #stateNow(): InformerState {
    const phase = this.#phase;
    const untilMs = this.#until;
    const sinceMs = this.#clock.now();
    if (this.#absent && phase !== 'stopped' && phase !== 'waiting') {
      const was = this.#state;
      return Object.freeze({
        phase: 'absent',
        sinceMs: was.phase === 'absent' ? was.sinceMs : sinceMs,
        untilMs,
      });
    }
    if (phase === 'backingOff' || phase === 'absent')
      return Object.freeze({ phase: 'backingOff', sinceMs, untilMs: untilMs ?? sinceMs });
    return Object.freeze({ phase, sinceMs });
  }
}

/** How a watch ended, as the Reflector sees it. */
export type WatchOver =
  | { readonly type: 'stopped' }
  | { readonly type: 'ended' }
  | { readonly type: 'broken'; readonly error: Error };

function endReasonOf(over: WatchOver, durationMs: number, items: number): WatchEndReason {
  if (over.type === 'broken') return watchEndOf(over.error);
  const isShort = over.type === 'ended' && durationMs < veryShortWatchMs && items === 0;
  return isShort ? 'shortWatch' : over.type;
}
