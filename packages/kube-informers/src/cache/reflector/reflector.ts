import { requireCall, requireKnownOptions } from '../../util/known-options.js';
import type { KubernetesList, KubernetesObject, ListOptions } from '../../meta/types.js';
import { compareResourceVersion, isResourceVersion } from '../../meta/resource-version.js';
import { ResettingBackoff } from '../../util/backoff.js';
import type { Timer, Moment } from '../../util/clock.js';
import { asError, TransportError } from '../../util/errors.js';
import { linkSignal, raceSignal } from '../../util/signal.js';
import {
  canResume,
  healthyWatchMs,
  initialReflectorState,
  isAbsent,
  isResourceNotFound,
  listInsteadMs,
  maxBackwardWatches,
  nextStep,
  veryShortWatchMs,
} from './reflector-state.js';
import { checkDataConsistency } from './consistency-detector.js';
import { describeType } from './expected-type.js';
import { ListPager } from '../../meta/list-pager.js';
import type { PageCallOptions } from '../../meta/list-pager.js';
import { checkNames, checkedList } from './list-checks.js';
import { listPage } from './listwatch.js';
import { takenBy } from '../transform.js';
import { takingFormat } from '../../meta/wire-format.js';
import { InitialEvents, openWatch, versionOf } from './watch-session.js';
import type { OpenWatch, OpenWatchOptions, WatchOutcome, WatchSink } from './watch-session.js';
import { ReflectorDelays, RoundResync } from './reflector-timers.js';
import { ReflectorError } from './reflector-errors.js';
import { reflectorOptionNames, reflectorSettings } from './reflector-options.js';
import type { ReflectorOptions, ReflectorSettings } from './reflector-options.js';
import type {
  ReflectorActivity,
  ReflectorEffect,
  ReflectorInput,
  ReflectorPolicy,
  ReflectorState,
} from './reflector-state.js';
import type { CallOptions } from '../../meta/calls.js';
import type { Indexer, ListerWatcher, ReflectorStore } from '../types.js';
import { isDivided } from './divided-source.js';
import type { DividedSource, ReflectorRounds } from './divided-source.js';
import { isExpired } from '../../meta/errors.js';
import { endWatchTrace, traceOfList, traceOfWatch, watchEndOf } from './reflector-counts.js';
import type { ListTrace, WatchEndReason, WatchTrace } from './reflector-counts.js';
import { ReflectorStatus, settledWatchMs } from './reflector-status.js';
import { replaceInSteps } from '../sliced-replace.js';
import { requireMethods } from '../../util/require.js';
import { objectsPerStep, runSteps, stepsOverEach } from '../../util/steps.js';
import type { Steps } from '../../util/steps.js';
import { callHook } from '../../util/call-hook.js';
import type { Trace } from '../../util/trace-channel.js';
import { MemoryIndexer, metaNamespaceIndexFunc, namespaceIndex } from '../stores/indexer.js';

export type { ReflectorOptions } from './reflector-options.js';

/** Returns what a list holds of an item that has arrived; undefined for nothing. */
// Compared as a method, like the functions of src/cache/types.ts.
type Take<T> = { take(item: T): T | undefined }['take'];

/** Longest delay of a list by the question how to list, ms. */
const askTimeoutMs = 2000;

type GetAllEffect = Extract<ReflectorEffect, { readonly do: 'list' | 'openWatchList' }>;

/** State of one call of listAndWatch. */
interface Round<T extends KubernetesObject> {
  readonly signal: AbortSignal;
  watch: OpenWatch<T> | undefined;
  /** Observers of the running list and of the open watch. */
  listTrace: Trace<ListTrace> | undefined;
  watchTrace: Trace<WatchTrace> | undefined;
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
  readonly #options: ReflectorOptions;
  readonly #settings: ReflectorSettings;
  readonly #policy: ReflectorPolicy;
  readonly #backoff: ResettingBackoff;
  readonly #delays: ReflectorDelays;
  readonly #divided: DividedSource<T> | undefined;
  #state: ReflectorState = initialReflectorState;
  /** The state's resourceVersion, advanced by each event of the open watch. */
  #resourceVersion = '';
  /**
   * What it is doing, and its counters.
   * @internal
   */
  readonly status: ReflectorStatus;
  #running = false;
  #round: Round<T> | undefined;

  /**
   * Lists and watches one resource, and keeps `store` equal to it. Sends no request before `run` or `listAndWatch`.
   *
   * Throws ConfigError `ERR_OPTION` for an invalid option.
   */
  constructor(listerWatcher: ListerWatcher<T>, store: ReflectorStore<T>, options: ReflectorOptions = {}) {
    requireMethods('listerWatcher of a Reflector', listerWatcher, ['list', 'watch']);
    requireMethods('store of a Reflector', store, ['add', 'update', 'delete', 'replace']);
    requireKnownOptions('a Reflector', options, reflectorOptionNames);
    const settings = reflectorSettings(options);
    this.status = options.status ?? new ReflectorStatus(settings.clock, settings.staleAfterMs);
    this.#delays = new ReflectorDelays(settings.clock, this.status);
    this.#listerWatcher = this.#delays.retriesOf(listerWatcher);
    this.#pagesFromCache = listerWatcher.pagesFromCache?.bind(listerWatcher);
    this.#divided = isDivided(listerWatcher) ? listerWatcher : undefined;
    this.#store = this.#divided?.storeOf(store) ?? store;
    this.#options = options;
    this.#settings = settings;
    this.#policy = {
      name: settings.name,
      useWatchList: (options.useWatchList ?? false) && listerWatcher.watchListUnsupported !== true,
      watchListSupported: listerWatcher.watchListUnsupported !== true,
      asksForPages: listerWatcher.pagesFromCache !== undefined,
      pageSize: settings.pageSize,
      maxInternalErrorRetryDurationMs: settings.maxInternalErrorRetryDurationMs,
      healthyWatchMs: Math.min(healthyWatchMs, settings.backoff.capMs ?? Infinity),
    };
    this.#backoff = new ResettingBackoff(settings.backoff, {
      clock: settings.clock,
      random: settings.random,
    });
  }

  /** Name in messages and logs. */
  get name(): string {
    return this.#settings.name;
  }

  /** The mirrored type, for messages: `v1, Kind=Pod`, or "<unspecified>". */
  get typeDescription(): string {
    return describeType(this.#settings.expectedType);
  }

  /** The resourceVersion that the store has reached; "" before the first list. */
  get lastSyncResourceVersion(): string {
    return this.#resourceVersion;
  }

  /**
   * True while the server does not have the resource (a CustomResourceDefinition that is not installed).
   *
   * This is reported once, as ReflectorError `ERR_RESOURCE_ABSENT`; then the resource is listed at the pace of the backoff
   * until it appears. A resource that existed counts as absent after three consecutive lists that do not find it; the
   * store keeps its objects until a list succeeds.
   */
  get isAbsent(): boolean {
    return isAbsent(this.#state);
  }

  /** True when the server answered the last request at that resourceVersion with "expired" or "too large". */
  get isLastSyncResourceVersionUnavailable(): boolean {
    return this.#state.resourceVersionUnavailable;
  }

  /**
   * Lists and watches, round after round with the backoff in between, until the signal aborts; then resolves, with
   * nothing left open. Rejects with ReflectorError `ERR_RUNNING` if it is already running, and if the consistency
   * detector is on and finds a difference.
   */
  async run(call: CallOptions = {}): Promise<void> {
    requireCall('run of a Reflector', call);
    if (this.#running) throw this.#runningError();
    this.#running = true;
    const { logger } = this.#settings;
    const fields = { name: this.name, type: this.typeDescription };
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
    let type = first;
    while (!signal.aborted) {
      await this.#runRound({ type }, signal);
      if (!(await this.#delays.sleep(this.#backoff.next(), signal))) return;
      type = 'begin';
    }
  }

  #rounds(): ReflectorRounds<T> {
    // Read when it is asked for.
    const resumeFrom = (): string | undefined => (canResume(this.#state) ? this.#resourceVersion : undefined);
    return {
      name: this.name,
      clock: this.#settings.clock,
      status: this.status,
      get resumeFrom() {
        return resumeFrom();
      },
      run: (first, signal) => this.#runRounds(first, signal),
      pages: (signal) => this.#pages(signal),
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
    const failure = await this.#listAndWatch(call.signal);
    this.status.enter('waiting');
    if (failure !== undefined) throw failure.error;
  }

  /** Ends the current delay after a failure: the next attempt begins at once. Returns false if there is no delay. */
  retryNow(): boolean {
    return this.#delays.end();
  }

  async #runRound(first: ReflectorInput, signal: AbortSignal): Promise<void> {
    try {
      const failure = await this.#listAndWatch(signal, first);
      if (failure !== undefined) this.#report(failure.error, failure.during);
    } catch (thrown) {
      const error = asError(thrown);
      if (error instanceof ReflectorError && error.code === 'ERR_WATCH_LIST_INCONSISTENT') throw error;
      // Not a server's error but a defect, in a hook or here. The next round may succeed; the defect must be reported.
      this.#report(error, 'list');
    }
  }

  async #listAndWatch(
    parent: AbortSignal | undefined,
    first: ReflectorInput = { type: 'begin' },
  ): Promise<Round<T>['failure']> {
    if (parent?.aborted === true) return undefined;
    if (this.#round !== undefined) throw this.#runningError();
    const link = linkSignal(parent);
    let resyncFailed = false;
    const round: Round<T> = {
      signal: link.signal,
      watch: undefined,
      listTrace: undefined,
      watchTrace: undefined,
      resync: new RoundResync(this.#store, this.#settings, (error) => {
        this.#report(error, 'resync');
        resyncFailed = true;
        link.abort(error);
      }),
      failure: undefined,
    };
    this.#round = round;
    try {
      let input: ReflectorInput | undefined = first;
      while (input !== undefined) input = await this.#carryOut(this.#decide(input), round);
      return round.failure;
    } finally {
      this.#closeWatch(round, 'stopped');
      if (resyncFailed) this.status.needsList('resync');
      round.resync.end();
      link.dispose();
      this.#round = undefined;
      // A round that was stopped has no input that says how far its watch had got.
      this.#state = { ...this.#state, resourceVersion: this.#resourceVersion };
    }
  }

  #decide(input: ReflectorInput): readonly ReflectorEffect[] {
    const { clock, logger } = this.#settings;
    const { state, effects } = nextStep(this.#policy, this.#state, input, clock.monotonic());
    if (isAbsent(this.#state) && !isAbsent(state))
      logger.info({ name: this.name }, 'the server has the resource now');
    const isStillAbsent =
      isAbsent(this.#state) && input.type === 'listFailed' && isResourceNotFound(input.error);
    if (state.listsUntilMs !== this.#state.listsUntilMs)
      logger.info(
        { name: this.name, ms: listInsteadMs },
        'requesting lists instead of watch-lists for a while',
      );
    this.#state = state;
    this.#resourceVersion = state.resourceVersion;
    this.status.setAbsent(isAbsent(state));
    if (isStillAbsent) this.status.stillAbsent();
    if (input.type === 'notOpened' && isExpired(input.error)) this.status.needsList('expired');
    if (input.type === 'notKnown' && state.resourceVersionUnavailable)
      this.status.needsList('unknownVersion');
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
          this.#backoff.succeeded();
          break;
        case 'backOff':
          if (!(await this.#delays.sleep(this.#backoff.next(), round.signal))) return undefined;
          break;
        case 'wait':
          if (!(await this.#delays.sleep(effect.ms, round.signal))) return undefined;
          break;
        case 'ask':
          return this.#ask(round);
        case 'openWatchList':
        case 'list':
          return this.#getAll(effect, round);
        case 'openWatch':
          return this.#watch(effect.resourceVersion, round);
        case 'readOn':
          return this.#readOn(round);
        case 'probe':
          return this.#probe(effect.resourceVersion, round);
        case 'endRound':
          if (effect.error !== undefined) {
            round.failure = { error: effect.error, during: effect.during ?? 'watch' };
          }
          return undefined;
      }
    }
    return undefined;
  }

  // --- list -------------------------------------------------------------------------------------------------------

  /** Asks how to list. An error, and no answer in time, count as no: then the list itself shows what is wrong. */
  async #ask(round: Round<T>): Promise<ReflectorInput | undefined> {
    const { clock, logger } = this.#settings;
    this.status.enter('listing');
    const link = linkSignal(round.signal);
    const timer = clock.setTimer(
      () => link.abort(new TransportError('ERR_TIMEOUT', `no answer within ${askTimeoutMs} ms`)),
      askTimeoutMs,
    );
    let pagesFromCache = false;
    try {
      const asked = Promise.resolve(this.#pagesFromCache?.({ signal: link.signal }));
      // An untyped lister-watcher may resolve with anything.
      pagesFromCache = (await raceSignal(asked, link.signal)) === true;
    } catch (thrown) {
      logger.debug({ name: this.name, err: asError(thrown) }, 'the version of the server is unknown');
    } finally {
      timer.cancel();
      link.dispose();
    }
    return round.signal.aborted ? undefined : { type: 'answered', pagesFromCache };
  }

  #getAll(effect: GetAllEffect, round: Round<T>): Promise<ReflectorInput | undefined> {
    const kind = effect.do === 'list' ? 'list' : 'watchList';
    const trace = traceOfList(this, kind, this.status.listReason);
    return trace === undefined
      ? this.#listOrWatchList(effect, round)
      : this.#getAllObserved(trace, effect, round);
  }

  async #getAllObserved(
    trace: Trace<ListTrace>,
    effect: GetAllEffect,
    round: Round<T>,
  ): Promise<ReflectorInput | undefined> {
    round.listTrace = trace;
    try {
      const input = await trace.run(() => this.#listOrWatchList(effect, round));
      trace.end(input !== undefined && 'error' in input ? input.error : round.failure?.error);
      return input;
    } catch (thrown) {
      trace.end(thrown);
      throw thrown;
    } finally {
      round.listTrace = undefined;
    }
  }

  async #listOrWatchList(effect: GetAllEffect, round: Round<T>): Promise<ReflectorInput | undefined> {
    return effect.do === 'list'
      ? this.#list(effect.resourceVersion, effect.pageSize, round)
      : this.#watchList(effect.resourceVersion, round);
  }

  async #list(
    resourceVersion: string,
    pageSize: number,
    round: Round<T>,
  ): Promise<ReflectorInput | undefined> {
    this.status.enter('listing');
    const begun = this.status.listBegins();
    const take = takenBy(this.#store);
    const ask = this.#pages(round.signal, take);
    let inPages = false;
    const page = (options: ListOptions, call: PageCallOptions): Promise<KubernetesList<T>> => {
      inPages = options.continue !== undefined;
      return ask(options, call);
    };
    // Without a whole list in place of expired pages: `nextStep` decides what follows.
    const pager = new ListPager<T>(page, { pageSize, fullListIfExpired: false });
    const select = async (page: KubernetesList<T>, request: ListOptions): Promise<KubernetesList<T>> =>
      take === undefined || (mayBeWhole(request) && this.#store.selects === undefined)
        ? page
        : this.#taken(page, take, round.signal);
    try {
      const options = listOptions(resourceVersion, pageSize);
      const call = { signal: round.signal };
      const { list, paginated } = await pager.listSelected(options, select, call);
      if (round.signal.aborted) return undefined;
      let items: readonly T[] = list.items;
      const leaveOut = (rest: readonly T[], error: ReflectorError): void => {
        items = rest;
        this.#report(error, 'list', true);
      };
      await this.#inSlices(checkNames(this.name, items, leaveOut), round.signal);
      if (round.signal.aborted) return undefined;
      const reached = list.metadata.resourceVersion ?? '';
      await this.#replace(items, reached, round);
      if (round.signal.aborted) return undefined;
      this.status.listed(begun, items.length);
      this.#listed(begun, items.length, reached);
      return { type: 'listed', resourceVersion: reached, paginated };
    } catch (thrown) {
      return round.signal.aborted ? undefined : { type: 'listFailed', error: asError(thrown), inPages };
    }
  }

  /**
   * Returns a function that requests the pages of one list. Each may take `listTimeoutMs`; but pages that bring only a part
   * of their limit share that time, since they could follow each other for days.
   */
  #pages(
    signal: AbortSignal,
    take?: Take<T>,
  ): (options: ListOptions, call?: PageCallOptions) => Promise<KubernetesList<T>> {
    const { clock, listTimeoutMs, format } = this.#settings;
    const whole = {
      ...this.#settings,
      format: take === undefined ? format : takingFormat(format, take as unknown as Take<KubernetesObject>),
    };
    let leftMs = listTimeoutMs;
    return async (options, call = { signal }) => {
      const begunMs = clock.monotonic();
      const { onContinue } = call;
      const limits = { ...(mayBeWhole(options) ? whole : this.#settings), onContinue };
      const answer = await listPage(this.#listerWatcher, options, limits, call.signal);
      const page = checkedList(this.name, answer);
      const message = this.#round?.listTrace?.message;
      if (message !== undefined) message.pages++;
      const full = Math.min(1, page.items.length / Math.max(1, options.limit ?? 1));
      leftMs += full * listTimeoutMs - (clock.monotonic() - begunMs);
      if (leftMs < 0 && (page.metadata.continue ?? '') !== '')
        throw new TransportError(
          'ERR_LIST_ENDLESS',
          `${this.name}: a list does not end: its pages are slow and bring only a part of the ${options.limit} items requested`,
        );
      return page;
    };
  }

  async #taken(page: KubernetesList<T>, take: Take<T>, signal: AbortSignal): Promise<KubernetesList<T>> {
    const items: T[] = [];
    const keep = (item: T): void => {
      const taken = take(item);
      if (taken !== undefined) items.push(taken);
    };
    await this.#inSlices(stepsOverEach(page.items, objectsPerStep, keep), signal);
    return { ...page, items };
  }

  async #replace(items: readonly T[], resourceVersion: string, { signal }: Round<T>): Promise<void> {
    this.status.listedResourceVersion = resourceVersion;
    try {
      await this.#inSlices(replaceInSteps(this.#store, items, resourceVersion), signal);
    } catch (thrown) {
      throw new ReflectorError(
        'ERR_STORE',
        `${this.name}: the store refused a list of ${items.length} objects at resourceVersion ${resourceVersion}: ${asError(thrown).message}`,
        { cause: thrown },
      );
    }
  }

  /** Resolves when the steps are done, or dropped because the round has ended. */
  async #inSlices(steps: Steps, signal: AbortSignal): Promise<void> {
    await runSteps(steps, { clock: this.#settings.clock, signal });
  }

  #listed(begun: Moment, items: number, resourceVersion: string): void {
    this.#divided?.completed();
    const { clock, logger } = this.#settings;
    const durationMs = begun.ageMs(clock) ?? 0;
    logger.debug({ name: this.name, items, resourceVersion, durationMs }, 'cache populated');
    const message = this.#round?.listTrace?.message;
    if (message !== undefined) Object.assign(message, { items, resourceVersion });
  }

  /**
   * Requests one item at most, from the server's cache. The server waits a few seconds for the version, then answers 504
   * "too large". One request is enough: the silence before it was longer than a replica of the same server may lag.
   */
  async #probe(resourceVersion: string, round: Round<T>): Promise<ReflectorInput | undefined> {
    this.status.enter('probing');
    this.status.counters.probes++;
    const options = { limit: 1, resourceVersion, resourceVersionMatch: 'NotOlderThan' };
    try {
      const limits = { ...this.#settings, maxRetries: 0 };
      checkedList(this.name, await listPage(this.#listerWatcher, options, limits, round.signal));
      return round.signal.aborted ? undefined : { type: 'known' };
    } catch (thrown) {
      return round.signal.aborted ? undefined : { type: 'notKnown', error: asError(thrown) };
    }
  }

  // --- watch ------------------------------------------------------------------------------------------------------

  async #watchList(resourceVersion: string, round: Round<T>): Promise<ReflectorInput | undefined> {
    const initial = new InitialEvents<T>(this.#store);
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
    try {
      await this.#replace(items, outcome.resourceVersion, round);
    } catch (thrown) {
      // client-go falls back to a list here, which the store would reject as well.
      const error = asError(thrown);
      this.#closeWatch(round, 'error', error);
      round.failure = { error, during: 'watchList' };
      return undefined;
    }
    if (round.signal.aborted) return undefined;
    this.status.marked(begun, items.length);
    this.#listed(begun, items.length, outcome.resourceVersion);
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
    const trace = traceOfWatch(this, from, initialEvents);
    try {
      const options: OpenWatchOptions<T> = {
        initialEvents,
        from,
        sink,
        signal: round.signal,
        checksOrder: this.#state.backwardWatches < maxBackwardWatches,
        onResourceVersion: (reached) => {
          this.#resourceVersion = reached;
          this.#store.updateResourceVersion?.(reached);
        },
        onSkipped: (error) =>
          this.#report(error, this.#state.phase === 'streaming' ? 'watchList' : 'watch', true),
      };
      const watch = await (trace === undefined
        ? openWatch<T>(this.#listerWatcher, this.#settings, options)
        : trace.run(() => openWatch<T>(this.#listerWatcher, this.#settings, options)));
      round.watch = watch;
      round.watchTrace = trace;
      this.status.opened(watch.session, initialEvents);
      return undefined;
    } catch (thrown) {
      if (round.signal.aborted) {
        if (trace !== undefined) endWatchTrace(trace, { items: 0, bookmarks: 0 }, 'stopped', undefined);
        return undefined;
      }
      const error = asError(thrown);
      trace?.end(error);
      return { type: 'notOpened', error };
    }
  }

  async #readToEnd(round: Round<T>): Promise<ReflectorInput | undefined> {
    const session = round.watch?.session;
    if (session === undefined) return undefined;
    const endChecks = this.#checkUntilSettled();
    let outcome: WatchOutcome;
    try {
      outcome = await session.read();
    } finally {
      await endChecks();
    }
    if (outcome.type === 'stopped' || round.signal.aborted) return undefined;
    return outcome.type === 'marked' ? undefined : this.#watchOver(outcome, round);
  }

  /**
   * Checks each second whether the open watch has sent everything that happened before it; returns a function that ends this.
   * If it has not after two checks, because the resource is busy or the connection slow, the version of a list shows how far it
   * has to get.
   */
  #checkUntilSettled(): () => Promise<void> {
    if (this.status.isSettled) return () => Promise.resolve();
    const { clock } = this.#settings;
    const ended = new AbortController();
    let checks = 0;
    let newest: string | undefined;
    let list = Promise.resolve();
    // A timer instead of a sleep, because a sleep listens to its signal.
    const next = (): Timer => {
      const dueMs = clock.monotonic() + settledWatchMs;
      return clock.setTimer(() => {
        const isPast = newest !== undefined && hasReached(this.#resourceVersion, newest);
        if (this.status.settles(isPast, clock.monotonic() - dueMs)) return;
        checks++;
        if (checks === 2)
          list = this.#newestVersion(ended.signal).then((version) => {
            newest = version;
          });
        timer = next();
      }, settledWatchMs);
    };
    let timer = next();
    return () => {
      timer.cancel();
      ended.abort(new Error('the watch is over'));
      return list;
    };
  }

  /** Undefined if the list fails: then only a bookmark or silence show that the watch has sent everything. */
  async #newestVersion(signal: AbortSignal): Promise<string | undefined> {
    try {
      const limits = { ...this.#settings, maxRetries: 0 };
      const page = await listPage(this.#listerWatcher, { limit: 1 }, limits, signal);
      return versionOf(checkedList(this.name, page).metadata);
    } catch (thrown) {
      if (!signal.aborted)
        this.#settings.logger.debug(
          { name: this.name, err: asError(thrown) },
          'the list for the newest version failed, waiting for a bookmark',
        );
      return undefined;
    }
  }

  #watchOver(
    outcome: { readonly type: 'ended' } | { readonly type: 'broken'; readonly error: Error },
    round: Round<T>,
  ): ReflectorInput {
    const nowMs = this.#settings.clock.monotonic();
    const stream = {
      durationMs: nowMs - (round.watch?.startedMs ?? nowMs),
      items: round.watch?.session.items ?? 0,
      resourceVersion: this.#resourceVersion,
    };
    const isShort = stream.durationMs < veryShortWatchMs && stream.items === 0;
    this.#closeWatch(
      round,
      outcome.type === 'broken' ? watchEndOf(outcome.error) : isShort ? 'shortWatch' : 'ended',
      outcome.type === 'broken' ? outcome.error : undefined,
    );
    return { ...outcome, stream };
  }

  #closeWatch(round: Round<T>, endReason: WatchEndReason, error?: Error): void {
    const { watch, watchTrace } = round;
    if (watch === undefined) return;
    round.watch = undefined;
    this.status.closed(endReason, this.#settings.clock.monotonic() - watch.startedMs);
    watch.close();
    if (watchTrace === undefined) return;
    round.watchTrace = undefined;
    endWatchTrace(watchTrace, watch.session, endReason, error);
  }

  async #checkConsistency(items: readonly T[], resourceVersion: string, signal: AbortSignal): Promise<void> {
    const { consistencyDetector, clock, logger, name } = this.#settings;
    if (!consistencyDetector) return;
    await checkDataConsistency<T>({
      name,
      resourceVersion,
      items,
      list: async (options) => {
        const page = await listPage(this.#listerWatcher, options, this.#settings, signal);
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
    callHook('onWatchError', logger, () => this.#options.onWatchError?.(error, during));
  }

  #runningError(): ReflectorError {
    return new ReflectorError('ERR_RUNNING', `${this.name}: this reflector is already running`);
  }
}

/**
 * Options of a list that is at least as recent as this version. By default a server takes a limit together with a
 * resourceVersion above 0 as "exactly this version": after a 410 it would go on returning the very version that it no
 * longer lets anyone watch, until that is compacted. (client-go leaves it at the default and repeats that cycle.)
 */
function listOptions(resourceVersion: string, pageSize: number): ListOptions {
  if (resourceVersion === '') return {};
  if (resourceVersion === '0' || pageSize === 0) return { resourceVersion };
  return { resourceVersion, resourceVersionMatch: 'NotOlderThan' };
}

/**
 * True if the answer may have all items, which are then taken one by one as they are decoded: of a page, the pager has to see all
 * items. At "0", a server with a watch cache ignores the limit; the first page of another one may be shorter for the pager.
 */
function mayBeWhole({ limit, resourceVersion }: ListOptions): boolean {
  // A later page has no resourceVersion.
  return limit === undefined || resourceVersion === '0';
}

/** False if the versions cannot be compared: not every API server numbers them. */
function hasReached(resourceVersion: string, other: string): boolean {
  const areNumbers = isResourceVersion(resourceVersion) && isResourceVersion(other);
  return areNumbers && compareResourceVersion(resourceVersion, other) >= 0;
}

/**
 * cache.NewNamespaceKeyedIndexerAndReflector: an Indexer keyed by `namespace/name`, and a Reflector that fills it.
 *
 * The indexer has an index by namespace, so a lister can read from it. There are no event handlers.
 */
export function namespaceKeyedIndexerAndReflector<T extends KubernetesObject>(
  listerWatcher: ListerWatcher<T>,
  options: ReflectorOptions = {},
): {
  /** The store of the objects. */
  readonly indexer: Indexer<T>;
  /** What fills the store, once it runs. */
  readonly reflector: Reflector<T>;
} {
  const indexer = new MemoryIndexer<T>({
    indexers: { [namespaceIndex]: metaNamespaceIndexFunc },
  });
  return { indexer, reflector: new Reflector<T>(listerWatcher, indexer, options) };
}
