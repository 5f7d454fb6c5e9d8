import type { CallOptions } from '../../meta/calls.js';
import type { KubernetesObject } from '../../meta/types.js';
import { callHook } from '../../util/call-hook.js';
import { asError } from '../../util/errors.js';
import { requireCall } from '../../util/known-options.js';
import { linkSignal } from '../../util/signal.js';
import { replaceInSlices } from '../sliced-replace.js';
import type { ListerWatcher, ReflectorStore } from '../types.js';
import { checkDataConsistency } from './consistency-detector.js';
import { type DividedSource, isDividedSource, type ReflectorRounds } from './divided-source.js';
import { type CompleteList, type Intake, intakeOf, ListSession, servesPages } from './list-session.js';
import { ReflectorError } from './reflector-errors.js';
import {
  checkReflector,
  type ReflectorOptions,
  reflectorSettings,
  type ReflectorSettings,
} from './reflector-options.js';
import {
  canResume,
  healthyWatchMs,
  initialReflectorState,
  isAbsent,
  listInsteadMs,
  maxBackwardWatches,
  nextStep,
  type ReflectorActivity,
  type ReflectorEffect,
  type ReflectorInput,
  type ReflectorPolicy,
  type ReflectorState,
} from './reflector-state.js';
import { ReflectorStatus, type WatchOver } from './reflector-status.js';
import { CatchUpChecks, ReflectorDelays, RoundResync } from './reflector-timers.js';
import { ReflectorTraces } from './reflector-traces.js';
import {
  InitialEvents,
  type OpenWatch,
  openWatch,
  versionOf,
  type WatchOutcome,
  type WatchSink,
} from './watch-session.js';

export type { ReflectorOptions } from './reflector-options.js';

/** The effects that bring the next input. */
type RequestEffect = Extract<
  ReflectorEffect,
  { readonly do: 'ask' | 'list' | 'openWatchList' | 'openWatch' | 'readOn' | 'probe' }
>;

/** State of one call of listAndWatch. */
interface Round<T extends KubernetesObject> {
  readonly signal: AbortSignal;
  watch: OpenWatch<T> | undefined;
  readonly resync: RoundResync;
  failure: { readonly error: Error; readonly during: ReflectorActivity } | undefined;
}

/**
 * Watches one resource and mirrors it into a store: client-go's Reflector.
 *
 * It lists (or streams the list, if it is told to), replaces the store's content, and then applies every change. Failures are reported and
 * retried with jittered backoff until the signal aborts: `run` never rejects for server errors, and the store keeps its
 * content meanwhile. It continues from the last resourceVersion, without a list, wherever that is safe, and never goes
 * back in time unless the server has lost its history.
 *
 * Beyond client-go it notices a watch that went silent without closing and a watch-list that never ends its initial events
 * (see `WatchWatchdog`), a list that is never answered, and a server that went back in time (restored from a backup), and waits before it repeats anything that
 * failed at once.
 */
export class Reflector<T extends KubernetesObject> {
  readonly #listerWatcher: Pick<ListerWatcher<T>, 'list' | 'watch'>;
  readonly #pagesFromCache: ListerWatcher<T>['pagesFromCache'];
  readonly #store: ReflectorStore<T> & WatchSink<T>;
  readonly #onWatchError: ReflectorOptions['onWatchError'];
  readonly #settings: ReflectorSettings;
  readonly #policy: ReflectorPolicy;
  readonly #delays: ReflectorDelays;
  readonly #traces: ReflectorTraces;
  readonly #intake: Intake<T>;
  readonly #divided: DividedSource<T> | undefined;
  #state: ReflectorState = initialReflectorState;
  /**
   * What it is doing, and its counters.
   * @internal
   */
  readonly status: ReflectorStatus;
  #running = false;

  /**
   * Lists and watches one resource, and keeps `store` equal to it. Sends no request before `run` or `listAndWatch`.
   *
   * Throws ConfigError `ERR_OPTION` for an invalid option.
   */
  constructor(listerWatcher: ListerWatcher<T>, store: ReflectorStore<T>, options: ReflectorOptions = {}) {
    checkReflector(listerWatcher, store, options);
    const settings = reflectorSettings(options);
    this.status = options.status ?? new ReflectorStatus(settings.clock, settings.staleAfterMs);
    this.#delays = new ReflectorDelays(settings, this.status);
    this.#listerWatcher = this.#delays.retriesOf(listerWatcher);
    this.#pagesFromCache = listerWatcher.pagesFromCache?.bind(listerWatcher);
    this.#divided = isDividedSource(listerWatcher) ? listerWatcher : undefined;
    this.#store = this.#divided?.storeOf(store) ?? store;
    this.#intake = intakeOf(settings.format, this.#store);
    this.#traces = new ReflectorTraces(settings.name, settings.type);
    this.#onWatchError = options.onWatchError;
    this.#settings = settings;
    this.#policy = {
      ...settings,
      useWatchList: settings.useWatchList && listerWatcher.watchListUnsupported !== true,
      watchListSupported: listerWatcher.watchListUnsupported !== true,
      asksForPages: listerWatcher.pagesFromCache !== undefined,
      healthyWatchMs: Math.min(healthyWatchMs, settings.backoff.capMs ?? Infinity),
    };
  }

  /** Name in messages and logs. */
  get name(): string {
    return this.#settings.name;
  }

  /** The resourceVersion that the store has reached; "" before the first list. */
  get lastSyncResourceVersion(): string {
    return this.status.resourceVersion;
  }

  /**
   * True while the server does not have the resource (a CustomResourceDefinition that is not installed).
   *
   * This is reported once, as ReflectorError `ERR_RESOURCE_ABSENT`; then the resource is listed at the pace of the backoff
   * until it appears. A resource that existed counts as absent after three consecutive lists that do not find it; the
   * store keeps its objects until a list succeeds.
   */
  get isAbsent(): boolean {
    return this.status.isAbsent;
  }

  /**
   * Lists and watches, round after round with the backoff in between, until the signal aborts; then resolves, with
   * nothing left open. Rejects with ReflectorError `ERR_RUNNING` if it is already running, and if the consistency
   * detector is on and finds a difference.
   */
  async run(call: CallOptions = {}): Promise<void> {
    requireCall('run of a Reflector', call);
    this.#requireIdle();
    this.#running = true;
    const { logger } = this.#settings;
    const fields = { name: this.name, type: this.#settings.type };
    logger.debug(fields, 'starting reflector');
    const link = linkSignal(call.signal);
    const { signal } = link;
    try {
      if (this.#divided === undefined) await this.#runRounds('begin', signal);
      else await this.#divided.drive(this.#rounds(), signal);
    } finally {
      link.dispose();
      this.status.enter('stopped');
      this.#running = false;
      logger.debug(fields, 'stopping reflector');
    }
  }

  async #runRounds(first: 'begin' | 'resume', signal: AbortSignal): Promise<void> {
    let type: 'begin' | 'resume' | 'beginAgain' = first;
    while (!signal.aborted) {
      const failure = await this.#runRound({ type }, signal);
      if (failure !== undefined) this.#report(failure.error, failure.during);
      type = 'beginAgain';
    }
  }

  #rounds(): ReflectorRounds<T> {
    // Read when it is asked for.
    const resumeFrom = (): string | undefined =>
      canResume(this.#state) ? this.status.resourceVersion : undefined;
    return {
      name: this.name,
      clock: this.#settings.clock,
      status: this.status,
      get resumeFrom() {
        return resumeFrom();
      },
      run: (first, signal) => this.#runRounds(first, signal),
      pages: (signal) => {
        const list = this.#newList(signal);
        return (options) => list.page(options);
      },
      report: (error) => this.#report(error, 'list'),
    };
  }

  /**
   * Runs one round: gets everything, then watches until a new list is needed.
   *
   * As in client-go, it rejects when the list failed or a watch could not be opened (`onWatchError` is not called with that
   * error). It resolves when the signal aborted, and when an open watch ended, even by an error (with which `onWatchError`
   * was called).
   */
  async listAndWatch(call: CallOptions = {}): Promise<void> {
    requireCall('listAndWatch of a Reflector', call);
    this.#requireIdle();
    this.#running = true;
    let failure: Round<T>['failure'];
    try {
      failure = await this.#runRound({ type: 'begin' }, call.signal);
    } finally {
      this.#running = false;
    }
    this.status.enter('waiting');
    if (failure !== undefined) throw failure.error;
  }

  /** Ends the current delay after a failure: the next attempt begins at once. Returns false if there is no delay. */
  retryNow(): boolean {
    return this.#delays.end();
  }

  /** Runs one round, until the signal aborts; returns the failure that ended it. */
  async #runRound(first: ReflectorInput, parent: AbortSignal | undefined): Promise<Round<T>['failure']> {
    if (parent?.aborted === true) return undefined;
    const link = linkSignal(parent);
    let resyncFailed = false;
    const round: Round<T> = {
      signal: link.signal,
      watch: undefined,
      resync: new RoundResync(this.#store, this.#settings, (error) => {
        this.#report(error, 'resync');
        resyncFailed = true;
        link.abort(error);
      }),
      failure: undefined,
    };
    try {
      let input: ReflectorInput | undefined = first;
      while (input !== undefined) input = await this.#carryOut(this.#decide(input), round);
      return round.failure;
    } finally {
      this.#closeWatch(round, { type: 'stopped' });
      if (resyncFailed) this.status.needsList('resync');
      round.resync.end();
      link.dispose();
      // A round that was stopped has no input that says how far its watch had got.
      this.#state = { ...this.#state, resourceVersion: this.status.resourceVersion };
    }
  }

  #decide(input: ReflectorInput): readonly ReflectorEffect[] {
    const { clock, logger } = this.#settings;
    const before = this.#state;
    const { state, effects } = nextStep(this.#policy, before, input, clock.monotonic());
    this.#state = state;
    this.status.resourceVersion = state.resourceVersion;
    if (isAbsent(before) && !isAbsent(state))
      logger.info({ name: this.name }, 'the server has the resource now');
    if (state.listsUntilMs !== before.listsUntilMs)
      logger.info(
        { name: this.name, ms: listInsteadMs },
        'requesting lists instead of watch-lists for a while',
      );
    // Last: it calls listeners, which read the new state.
    this.status.decided(input, before, state);
    return effects;
  }

  /** Carries out the effects of a step; returns the next input, or undefined when the round is over. */
  async #carryOut(effects: readonly ReflectorEffect[], round: Round<T>): Promise<ReflectorInput | undefined> {
    for (const effect of effects) {
      if (round.signal.aborted) return undefined;
      switch (effect.do) {
        case 'report':
          this.#report(effect.error, effect.during);
          break;
        case 'noteUnsupported':
          this.#settings.logger.debug(
            { name: this.name, err: effect.error },
            'the server does not support watch-lists, listing instead',
          );
          break;
        case 'endFailures':
          this.#delays.endFailures();
          break;
        case 'backOff':
          if (!(await this.#delays.backOff(round.signal))) return undefined;
          break;
        case 'wait':
          if (!(await this.#delays.sleep(effect.ms, round.signal))) return undefined;
          break;
        case 'endRound':
          if (effect.error !== undefined) {
            round.failure = { error: effect.error, during: effect.during ?? 'watch' };
          }
          return undefined;
        default:
          // Awaited: to return a promise takes three turns of microtasks, in which those who wait for the store run.
          return await this.#inputOf(effect, round);
      }
    }
    return undefined;
  }

  /** Returns the next input; undefined once the signal has aborted. */
  async #inputOf(effect: RequestEffect, round: Round<T>): Promise<ReflectorInput | undefined> {
    try {
      const input = await this.#request(effect, round);
      // What the store has taken counts, even if the signal aborted after it.
      const isStored = input?.type === 'listed' || input?.type === 'marked';
      return round.signal.aborted && !isStored ? undefined : input;
    } catch (thrown) {
      const error = asError(thrown);
      if (error instanceof ReflectorError && error.code === 'ERR_WATCH_LIST_INCONSISTENT') throw error;
      if (round.signal.aborted) return undefined;
      this.#closeWatch(round, { type: 'broken', error });
      return { type: 'failed', error };
    }
  }

  #request(effect: RequestEffect, round: Round<T>): Promise<ReflectorInput | undefined> {
    switch (effect.do) {
      case 'ask':
        return this.#ask(round);
      case 'list':
      case 'openWatchList':
        return this.#traces.list(
          { kind: effect.do === 'list' ? 'list' : 'watchList', reason: this.status.listReason },
          () =>
            effect.do === 'list'
              ? this.#list(effect.resourceVersion, effect.pageSize, round)
              : this.#watchList(effect.resourceVersion, round),
          (input) =>
            input !== undefined && 'error' in input && !round.signal.aborted ? input.error : undefined,
        );
      case 'openWatch':
        return this.#watch(effect.resourceVersion, round);
      case 'readOn':
        return this.#readOn(round);
      case 'probe':
        return this.#probe(effect.resourceVersion, round);
    }
  }

  // --- list -------------------------------------------------------------------------------------------------------

  async #ask({ signal }: Round<T>): Promise<ReflectorInput> {
    this.status.enter('listing');
    const pagesFromCache = await servesPages(this.#pagesFromCache, this.#settings, signal);
    return { type: 'answered', pagesFromCache };
  }

  async #list(
    resourceVersion: string,
    pageSize: number,
    round: Round<T>,
  ): Promise<ReflectorInput | undefined> {
    const { signal } = round;
    this.status.enter('listing');
    const begun = this.status.listBegins();
    const list = this.#newList(signal);
    let read: CompleteList<T>;
    try {
      read = await list.read(resourceVersion, pageSize, (error) => this.#report(error, 'list', true));
    } catch (thrown) {
      return { type: 'listFailed', error: asError(thrown), inPages: list.inPages };
    }
    const { items, reached, paginated } = read;
    if (signal.aborted) return undefined;
    await this.#replace(items, reached, signal);
    if (signal.aborted) return undefined;
    this.#listed(this.status.listed(begun, items.length), items.length, reached);
    return { type: 'listed', resourceVersion: reached, paginated };
  }

  #newList(signal: AbortSignal, limits: { readonly maxRetries?: number } = {}): ListSession<T> {
    return new ListSession<T>(this.#listerWatcher, {
      limits: { ...this.#settings, ...limits },
      intake: this.#intake,
      signal,
      onPage: () => this.#traces.page(),
    });
  }

  async #replace(items: readonly T[], resourceVersion: string, signal: AbortSignal): Promise<void> {
    this.status.listedResourceVersion = resourceVersion;
    try {
      await replaceInSlices(this.#store, items, resourceVersion, { clock: this.#settings.clock, signal });
    } catch (thrown) {
      throw new ReflectorError(
        'ERR_STORE',
        `${this.name}: the store refused a list of ${items.length} objects at resourceVersion ${resourceVersion}: ${asError(thrown).message}`,
        { cause: thrown },
      );
    }
  }

  #listed(durationMs: number, items: number, resourceVersion: string): void {
    this.#divided?.completed();
    const { logger, name } = this.#settings;
    logger.debug({ name, items, resourceVersion, durationMs }, 'cache populated');
    this.#traces.listed(items, resourceVersion);
  }

  /**
   * Requests one item at most, from the server's cache. The server waits a few seconds for the version, then answers 504
   * "too large". One request is enough: the silence before it was longer than a replica of the same server may lag.
   */
  async #probe(resourceVersion: string, round: Round<T>): Promise<ReflectorInput> {
    this.status.enter('probing');
    this.status.counters.probes++;
    const options = { limit: 1, resourceVersion, resourceVersionMatch: 'NotOlderThan' };
    try {
      await this.#newList(round.signal, { maxRetries: 0 }).page(options);
      return { type: 'known' };
    } catch (thrown) {
      return { type: 'notKnown', error: asError(thrown) };
    }
  }

  // --- watch ------------------------------------------------------------------------------------------------------

  async #watchList(resourceVersion: string, round: Round<T>): Promise<ReflectorInput | undefined> {
    const initial = new InitialEvents<T>(this.#intake.take);
    const begun = this.status.listBegins();
    const failed = await this.#openWatch(true, resourceVersion, initial, round);
    const watch = round.watch;
    if (failed !== undefined || watch === undefined) return failed;
    const outcome = await watch.session.read();
    if (round.signal.aborted || outcome.type === 'stopped') return undefined;
    if (outcome.type !== 'marked') return this.#watchOver(outcome, round);
    const items = initial.list();
    await this.#checkConsistency(items, outcome.resourceVersion, round.signal);
    if (round.signal.aborted) return undefined;
    // If the store refuses it, client-go falls back to a list here, which the store would refuse as well.
    await this.#replace(items, outcome.resourceVersion, round.signal);
    if (round.signal.aborted) return undefined;
    this.#listed(this.status.marked(begun, items.length), items.length, outcome.resourceVersion);
    return { type: 'marked', resourceVersion: outcome.resourceVersion };
  }

  async #watch(resourceVersion: string, round: Round<T>): Promise<ReflectorInput | undefined> {
    round.resync.start();
    const failed = await this.#openWatch(false, resourceVersion, this.#store, round);
    return failed ?? this.#readToEnd(round);
  }

  async #readOn(round: Round<T>): Promise<ReflectorInput | undefined> {
    round.resync.start();
    this.status.enter('watching');
    round.watch?.session.readOn(this.#store);
    return this.#readToEnd(round);
  }

  /** Opens a watch and stores it in the round; returns the failure if it cannot be opened. */
  async #openWatch(
    initialEvents: boolean,
    from: string,
    sink: WatchSink<T>,
    round: Round<T>,
  ): Promise<ReflectorInput | undefined> {
    this.status.enter('connecting');
    const open = (): Promise<OpenWatch<T>> =>
      openWatch<T>(this.#listerWatcher, this.#settings, {
        initialEvents,
        from,
        sink,
        signal: round.signal,
        checksOrder: this.#state.backwardWatches < maxBackwardWatches,
        onResourceVersion: (reached) => {
          this.status.resourceVersion = reached;
          this.#store.updateResourceVersion?.(reached);
        },
        onSkipped: (error) =>
          this.#report(error, this.#state.phase === 'streaming' ? 'watchList' : 'watch', true),
      });
    try {
      round.watch = await this.#traces.open({ resourceVersion: from, initialEvents }, round.signal, open);
      this.status.opened(round.watch.session, initialEvents);
      return undefined;
    } catch (thrown) {
      return { type: 'notOpened', error: asError(thrown) };
    }
  }

  async #readToEnd(round: Round<T>): Promise<ReflectorInput | undefined> {
    const session = round.watch?.session;
    if (session === undefined) return undefined;
    const checks = new CatchUpChecks(this.#settings.clock, this.status, (signal) =>
      this.#newestVersion(signal),
    );
    let outcome: WatchOutcome;
    try {
      outcome = await session.read();
    } finally {
      await checks.end();
    }
    return outcome.type === 'stopped' || outcome.type === 'marked'
      ? undefined
      : this.#watchOver(outcome, round);
  }

  /** Undefined if the list fails: then only a bookmark or silence show that the watch has sent everything. */
  async #newestVersion(signal: AbortSignal): Promise<string | undefined> {
    try {
      const { metadata } = await this.#newList(signal, { maxRetries: 0 }).page({ limit: 1 });
      return versionOf(metadata);
    } catch (thrown) {
      if (!signal.aborted)
        this.#settings.logger.debug(
          { name: this.name, err: asError(thrown) },
          'the list for the newest version failed, waiting for a bookmark',
        );
      return undefined;
    }
  }

  #watchOver(outcome: Exclude<WatchOver, { readonly type: 'stopped' }>, round: Round<T>): ReflectorInput {
    const nowMs = this.#settings.clock.monotonic();
    const stream = {
      durationMs: nowMs - (round.watch?.startedMs ?? nowMs),
      items: round.watch?.session.items ?? 0,
      resourceVersion: this.status.resourceVersion,
    };
    this.#closeWatch(round, outcome);
    return { ...outcome, stream };
  }

  #closeWatch(round: Round<T>, over: WatchOver): void {
    const { watch } = round;
    if (watch === undefined) return;
    round.watch = undefined;
    const endReason = this.status.closed(over, this.#settings.clock.monotonic() - watch.startedMs);
    watch.close();
    this.#traces.closed(watch.session, endReason, over.type === 'broken' ? over.error : undefined);
  }

  async #checkConsistency(items: readonly T[], resourceVersion: string, signal: AbortSignal): Promise<void> {
    const { consistencyDetector, clock, logger, name } = this.#settings;
    if (!consistencyDetector) return;
    await checkDataConsistency<T>({
      name,
      resourceVersion,
      items,
      list: async (options) => {
        const page = await this.#newList(signal).page(options);
        return { ...page, items: page.items.filter((item) => this.#store.selects?.(item) ?? true) };
      },
      transformer: this.#store.transformer,
      clock,
      logger,
      signal,
    });
  }

  // --- errors -----------------------------------------------------------------------------------------------------

  /** `isSkip`: the failure concerns single objects, which the store lacks until the next list. */
  #report(error: Error, during: ReflectorActivity, isSkip = false): void {
    this.status.failed(error, during, isSkip);
    const { logger, name } = this.#settings;
    logger.warn({ name, during, err: error }, 'reflector reported an error and continues');
    callHook('onWatchError', logger, () => this.#onWatchError?.(error, during));
  }

  #requireIdle(): void {
    if (!this.#running) return;
    throw new ReflectorError('ERR_RUNNING', `${this.name}: this reflector is already running`);
  }
}
