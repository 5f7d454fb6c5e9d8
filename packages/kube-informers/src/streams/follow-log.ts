import { asStatusError, isBadRequest, isForbidden, isNotFound } from '../meta/errors.js';
import { RefusalGrace } from '../meta/refusals.js';
import type { corev1 } from '../resources/types.js';
import { PassedTime, elapsedMs, systemClock } from '../util/clock.js';
import type { Clock, Instant } from '../util/clock.js';
import { TransportError } from '../util/errors.js';
import { linkSignal, throwIfAborted } from '../util/signal.js';
import { isNextRun, isSameRun, runOf } from './container-run.js';
import type { ContainerRun } from './container-run.js';
import { LineSplitter } from './log-lines.js';
import type { LogPiece } from './log-lines.js';
import type { LogLoss, LogNotice } from './log-notices.js';
import { LogPosition, stampOf } from './log-position.js';
import type { Overlap } from './log-position.js';

/** A query of the subresource `log`. */
export type LogQuery = Readonly<Record<string, string | number | boolean | undefined>>;

/** The log of one container. */
export interface LogSource {
  /** Opens the log; the bytes of a log that is not followed end with it. */
  open(query: LogQuery, signal: AbortSignal): AsyncGenerator<Uint8Array, void, void>;
  /** Reads the pod. */
  pod(signal: AbortSignal): Promise<corev1.Pod>;
}

/** Options of `LogFollower`: those of `logs` that are not in the query, and what `allLogs` knows of the container. */
export interface FollowOptions {
  /** Default: the pod's only container. */
  readonly container?: string | undefined;
  /** uid of the pod. Default: that of the first answer. */
  readonly uid?: string | undefined;
  /** Default: the system clock. */
  readonly clock?: Clock | undefined;
  /** True repeats a first request that fails for a reason that may pass. Default: false. */
  readonly isPatient?: boolean | undefined;
  /** What notices say of the log. */
  readonly where: Pick<LogNotice, 'namespace' | 'pod' | 'container'>;
  readonly onNotice: (notice: LogNotice) => void;
}

/** Wait before the first and the longest wait before another try, ms. */
export const firstWaitMs = 500;
export const longestWaitMs = 15_000;

/**
 * How long a followed log may be silent before it is asked for again, ms, doubled each time up to ten minutes, after which a watch ends
 * too. Proxies and balancers drop an idle connection without telling the client, some after 60 s.
 */
const firstSilenceMs = 60_000;
const longestSilenceMs = 600_000;

/**
 * How one request ended: everything came (`complete`); it failed or its connection broke (`cut`); the pod or the run of its container
 * has changed meanwhile (`changed`); lines may be missing before what came (`unplaced`); the node has no such log (`absent`); the pod is
 * `gone`, as the server says to a user who may not read it.
 */
type Outcome = 'complete' | 'cut' | 'changed' | 'unplaced' | 'absent' | 'gone';

/** What the server says about the pod; undefined if it cannot be read. */
type Seen = ContainerRun | 'gone' | undefined;

/** How much of the log of a run was asked for; `all` if it was read to its end. */
type Asked = 'nothing' | 'part' | 'all';

/** What decides about the next step. */
export interface FollowState {
  /** uid of the pod whose log is followed; undefined until it is known. */
  readonly uid: string | undefined;
  /** The run whose log is read; undefined until it is known. */
  readonly run: ContainerRun | undefined;
  readonly asked: Asked;
  /** True if the last request did not end by itself. */
  readonly isCut: boolean;
}

/** The log is over; it must be waited for; another run has begun; the run has ended, or goes on. */
type Step = 'end' | 'wait' | 'changeRun' | 'readToEnd' | 'follow';

/** Decides what to do next with a log. */
export function nextStep({ uid, run, asked, isCut }: FollowState, seen: Seen): Step {
  // The first request for a log says that there is no such pod.
  if (seen === 'gone') return asked === 'nothing' && uid === undefined ? 'follow' : 'end';
  if (seen === undefined) return 'follow';
  if (uid !== undefined && seen.pod !== uid) return 'end';
  if (seen.outlook === 'pending') return 'wait';
  if (run !== undefined && !isSameRun(run, seen)) return 'changeRun';
  if (seen.outlook === 'ended') return asked === 'all' ? 'end' : 'readToEnd';
  if (seen.outlook === 'waits') return asked === 'all' ? 'wait' : 'readToEnd';
  return seen.outlook === 'unknown' && asked === 'part' && !isCut ? 'end' : 'follow';
}

/**
 * Follows the log of a container until it has ended for good, across broken and silent connections and its restarts.
 *
 * A log is asked for by name, and the answer does not say whose it is. So the pod is read before each request and again when the answer
 * begins; if its uid or the run of its container has changed, the answer is discarded. After a break, what was written since is read to
 * its end first, where it can be decided whether lines are missing; then the log is followed again.
 */
export class LogFollower {
  readonly #source: LogSource;
  readonly #query: LogQuery;
  readonly #options: FollowOptions;
  readonly #clock: Clock;
  readonly #passed: PassedTime;
  readonly #startedAt: Instant;
  readonly #position = new LogPosition();
  readonly #logGrace: RefusalGrace;
  readonly #podGrace: RefusalGrace;
  #uid: string | undefined;
  #run: ContainerRun | undefined;
  #asked: Asked = 'nothing';
  /** Why the last request ended early. */
  #cutBy: { readonly error: unknown } | undefined;
  /** A last line without an end, which was not passed on: asked for again, it has its end. */
  #unfinished: string | undefined;
  /** True until the first line: limits of the caller are for what was written before the call. */
  #hasLimits = true;
  /** True if the lines that were passed on were missing from the whole log. */
  #isSuspect = false;
  /** True after the first answer. */
  #hasAnswer = false;
  #isFailing = false;
  #silenceMs = firstSilenceMs;
  #waitMs = firstWaitMs;

  constructor(source: LogSource, query: LogQuery, options: FollowOptions) {
    const { clock = systemClock, uid } = options;
    this.#source = source;
    this.#query = query;
    this.#options = options;
    this.#clock = clock;
    this.#uid = uid;
    this.#passed = new PassedTime(clock);
    this.#startedAt = this.#passed.read();
    this.#logGrace = new RefusalGrace(clock);
    this.#podGrace = new RefusalGrace(clock);
  }

  /** Passes on the lines until the signal aborts. Called again later, it continues where it was. */
  async *lines(signal: AbortSignal): AsyncGenerator<string, void, void> {
    let hasRested = true;
    for (;;) {
      throwIfAborted(signal);
      const seen = await this.#look(signal);
      const step = seen === 'failed' ? 'wait' : this.#next(seen);
      if (seen === 'failed' || step === 'wait') {
        await this.#rest(signal);
        continue;
      }
      const run = seen === 'gone' ? undefined : seen;
      this.#uid ??= run?.pod;
      if (step === 'end') return yield* this.#end();
      if (step === 'changeRun') {
        hasRested = yield* this.#change(run, signal);
        if (!hasRested) await this.#rest(signal);
        continue;
      }
      this.#run = run ?? this.#run;
      if (step === 'readToEnd') {
        const outcome = yield* this.#upToNow(run, { isFinal: true }, signal);
        const isAbsent = outcome === 'absent' && run?.outlook === 'ended';
        if (isAbsent && this.#cutBy !== undefined) this.#lost('rotated');
        if (outcome === 'complete' || isAbsent) yield* this.#finish();
        else await this.#rest(signal);
        continue;
      }
      if (this.#isUntimed) return yield* this.#giveUp();
      // The log is asked for again only after a while, by which the status of the pod may have changed.
      if (!hasRested) {
        await this.#rest(signal);
        hasRested = true;
        continue;
      }
      hasRested = false;
      let outcome: Outcome = 'complete';
      if (this.#asked === 'part' && !this.#position.isEmpty) outcome = yield* this.#upToNow(run, {}, signal);
      if (outcome === 'complete') outcome = yield* this.#follow(run, signal);
      if (outcome === 'gone') return yield* this.#end();
    }
  }

  #next(seen: Seen): Step {
    const isCut = this.#cutBy !== undefined;
    return nextStep({ uid: this.#uid, run: this.#run, asked: this.#asked, isCut }, seen);
  }

  /** True if equal lines cannot be told apart, so that the log of this run cannot be asked for twice. */
  get #isUntimed(): boolean {
    return this.#asked === 'part' && !this.#position.isEmpty && !this.#position.hasTimes;
  }

  /** Reads the rest of the run before `next`; returns false if it must be tried again. */
  async *#change(next: ContainerRun | undefined, signal: AbortSignal): AsyncGenerator<string, boolean, void> {
    const run = this.#run;
    if (run === undefined || next === undefined) return true;
    const isNext = isNextRun(run, next);
    if (!isNext) this.#lost('restarted');
    else if (this.#asked !== 'all') {
      const outcome = yield* this.#upToNow(next, { previous: true, isFinal: true }, signal);
      if (outcome === 'absent') this.#lost('restarted');
      else if (outcome !== 'complete') return false;
    }
    yield* this.#lastWords();
    this.#position.forget();
    this.#hasLimits = false;
    this.#cutBy = undefined;
    this.#asked = 'nothing';
    // Of the runs that were missed, the node has the last one.
    this.#run = isNext || next.restarts === 0 ? next : runBefore(next);
    return true;
  }

  /**
   * Passes on what was written until now. `previous` reads the run before, `isFinal` a log to which nothing will be added.
   *
   * The latest seconds are enough if they begin with a line that was passed on; otherwise the whole log is read.
   */
  async *#upToNow(
    run: ContainerRun | undefined,
    { previous, isFinal = false }: { readonly previous?: true; readonly isFinal?: boolean },
    signal: AbortSignal,
  ): AsyncGenerator<string, Outcome, void> {
    const read = (query: LogQuery, overlap: Overlap): AsyncGenerator<string, Outcome, void> =>
      this.#read({ ...query, follow: undefined, previous }, { run, overlap, isFinal }, signal);
    if (this.#position.isEmpty) return yield* read(this.#fromStart(), 'new');
    if (this.#isUntimed) {
      if (this.#cutBy !== undefined) this.#lost('untimed');
      yield* this.#lastWords();
      return 'complete';
    }
    let outcome = yield* read(this.#window(), 'window');
    if (outcome === 'unplaced' || (outcome === 'complete' && !this.#position.isPlaced))
      outcome = yield* read(this.#whole(), 'whole');
    if (outcome !== 'complete') return outcome;
    if (!this.#position.isPlaced) {
      // The status of a pod may be a moment behind its node: the log may be that of another run.
      this.#isSuspect = !this.#isSuspect;
      if (this.#isSuspect) return 'cut';
      this.#lost('rotated');
      this.#position.forget();
      outcome = yield* read(this.#whole(), 'new');
    }
    this.#isSuspect = false;
    if (outcome === 'complete') this.#cutBy = undefined;
    return outcome;
  }

  #follow(run: ContainerRun | undefined, signal: AbortSignal): AsyncGenerator<string, Outcome, void> {
    const [query, overlap] = this.#position.isEmpty
      ? ([this.#fromStart(), 'new'] as const)
      : ([this.#window(), 'window'] as const);
    return this.#read(query, { run, overlap, isFinal: false }, signal);
  }

  /** The query while no line was passed on. */
  #fromStart(): LogQuery {
    if (!this.#hasLimits) return this.#whole();
    const { tailLines, sinceSeconds } = this.#query;
    if (this.#asked === 'nothing' && sinceSeconds === undefined) return this.#query;
    // What was written after the call belongs to it.
    const elapsedSeconds = Math.ceil(elapsedMs(this.#startedAt, this.#passed.read()) / 1000);
    const seconds = Math.max(1, Number(sinceSeconds ?? 0) + elapsedSeconds);
    if (this.#asked === 'nothing') return { ...this.#query, sinceSeconds: seconds };
    return tailLines === undefined && sinceSeconds === undefined
      ? this.#query
      : { ...this.#whole(), sinceSeconds: seconds };
  }

  #whole(): LogQuery {
    return { ...this.#query, tailLines: undefined, sinceSeconds: undefined, sinceTime: undefined };
  }

  #window(): LogQuery {
    return { ...this.#whole(), sinceSeconds: this.#position.windowSeconds(this.#passed.read()) };
  }

  /** Passes on the new lines of one response. */
  async *#read(
    query: LogQuery,
    asked: { readonly run: ContainerRun | undefined; readonly overlap: Overlap; readonly isFinal: boolean },
    signal: AbortSignal,
  ): AsyncGenerator<string, Outcome, void> {
    const { run, overlap, isFinal } = asked;
    const position = this.#position;
    position.begin(overlap);
    const splitter = new LineSplitter();
    const link = linkSignal(signal);
    const chunks = this.#source.open({ ...query, timestamps: true }, link.signal);
    let isVerified = false;
    try {
      for (;;) {
        const timer = this.#clock.setTimer(() => link.abort(this.#silence()), this.#silenceMs);
        const { value, done } = await chunks.next().finally(() => timer.cancel());
        // An empty answer may be that of another run, too.
        if (!isVerified) {
          const now = await this.#look(signal);
          if (now === 'failed') return 'cut';
          if (this.#isOther(run, now)) return 'changed';
          isVerified = true;
          if (typeof now === 'object') this.#run ??= now;
          this.#answered();
        }
        if (done === true) break;
        const at = this.#passed.read();
        for (const piece of splitter.push(value)) {
          const fate = position.take(piece, at);
          if (fate === 'unplaced') return 'unplaced';
          if (fate === 'new') yield this.#new(piece);
        }
      }
      if (query['follow'] === true) this.#cutBy = undefined;
      const last = splitter.end();
      this.#unfinished = undefined;
      if (last === undefined) return 'complete';
      if (!isFinal) this.#unfinished = this.#shown(last.text, stampOf(last).length);
      else if (position.take(last, this.#passed.read()) === 'new') yield this.#new(last);
      return 'complete';
    } catch (error) {
      return this.#outcomeOf(error, run, signal);
    } finally {
      link.dispose();
      await chunks.return();
    }
  }

  /** A line is new: returns it as the caller asked for it. */
  #new(piece: LogPiece): string {
    this.#hasLimits = false;
    this.#silenceMs = firstSilenceMs;
    this.#waitMs = firstWaitMs;
    return this.#shown(piece.text, this.#position.stampLength);
  }

  #shown(text: string, stampLength: number): string {
    return this.#query['timestamps'] === true ? text : text.slice(stampLength);
  }

  *#end(): Generator<string, void, void> {
    const isUnread =
      this.#asked === 'nothing' && (this.#run !== undefined || this.#options.isPatient === true);
    if (this.#cutBy !== undefined || isUnread) this.#lost('deleted');
    yield* this.#lastWords();
  }

  /** Passes on a last line without an end, if it cannot be asked for again. */
  *#lastWords(): Generator<string, void, void> {
    const text = this.#unfinished;
    this.#unfinished = undefined;
    if (text !== undefined) yield text;
  }

  /** Ends the log of a node that writes no times. Throws what broke the connection, if it did. */
  *#giveUp(): Generator<string, void, void> {
    yield* this.#lastWords();
    this.#lost('untimed');
    if (this.#cutBy !== undefined) throw this.#cutBy.error;
  }

  *#finish(): Generator<string, void, void> {
    this.#asked = 'all';
    this.#cutBy = undefined;
    yield* this.#lastWords();
  }

  #answered(): void {
    if (this.#asked === 'nothing') this.#asked = 'part';
    this.#hasAnswer = true;
    this.#isFailing = false;
    this.#logGrace.allowed();
  }

  #silence(): Error {
    const error = new TransportError('ERR_BODY_CUT', `the log was silent for ${this.#silenceMs} ms`);
    this.#silenceMs = Math.min(this.#silenceMs * 2, longestSilenceMs);
    // It is no failure of the server.
    this.#waitMs = firstWaitMs;
    return error;
  }

  /** True if the log may be that of another pod or run than was asked for. */
  #isOther(run: ContainerRun | undefined, now: Seen): boolean {
    if (now === 'gone' || now === undefined) return false;
    return now.pod !== (this.#uid ?? now.pod) || (run !== undefined && !isSameRun(run, now));
  }

  /** Reads the pod; `failed` if that must be tried again. */
  async #look(signal: AbortSignal): Promise<Seen | 'failed'> {
    try {
      const pod = await this.#source.pod(signal);
      this.#podGrace.allowed();
      return runOf(pod, this.#options.container);
    } catch (error) {
      throwIfAborted(signal);
      if (isNotFound(error)) return 'gone';
      if (this.#podGrace.mayRetry(error)) return 'failed';
      // A user may read logs without reading pods; the log then says whether the pod is there.
      if (isForbidden(error)) return undefined;
      if (!mayRecover(error)) throw error;
      // Before the first answer, the error of the log is the one that the caller should see.
      return this.#hasAnswer ? 'failed' : undefined;
    }
  }

  /** Returns how a request that failed ended. Throws the error if another try cannot help. */
  #outcomeOf(error: unknown, run: ContainerRun | undefined, signal: AbortSignal): Outcome {
    throwIfAborted(signal);
    const isPatient = this.#hasAnswer || this.#options.isPatient === true;
    if (isNotFound(error) || isBadRequest(error)) {
      // The container does not run yet, or the node does not know the pod yet.
      const isEarly = run?.isDeclared === true && run.outlook !== 'ended';
      if (!isPatient && !isEarly) throw error;
      return isNotFound(error) && run === undefined ? 'gone' : 'absent';
    }
    this.#cutBy = { error };
    if (this.#logGrace.mayRetry(error)) return 'cut';
    if (error instanceof TransportError && error.code === 'ERR_BODY_CUT') {
      if (this.#asked === 'nothing') this.#asked = 'part';
      return 'cut';
    }
    // The first request fails as that of a log that is not followed.
    if (!isPatient || !mayRecover(error)) throw error;
    if (!this.#isFailing) this.#options.onNotice({ kind: 'failing', error, ...this.#options.where });
    this.#isFailing = true;
    return 'cut';
  }

  #lost(reason: LogLoss): void {
    this.#options.onNotice({ kind: 'lost', reason, ...this.#options.where });
  }

  async #rest(signal: AbortSignal): Promise<void> {
    await this.#clock.sleep(this.#waitMs, { signal });
    this.#waitMs = Math.min(this.#waitMs * 2, longestWaitMs);
  }
}

/** Returns the run before this one. */
function runBefore(run: ContainerRun): ContainerRun {
  return { ...run, id: run.previousId, restarts: run.restarts - 1, previousId: '' };
}

/** True for what another try may heal: an outage, or a server that is busy. */
export function mayRecover(error: unknown): boolean {
  if (error instanceof TransportError) return error.code !== 'ERR_CLOSED' && error.code !== 'ERR_TLS';
  const code = asStatusError(error)?.statusCode;
  return code !== undefined && (code >= 500 || code === 429);
}
