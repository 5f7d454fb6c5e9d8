import type { CallOptions } from '../meta/calls.js';
import type { Requester } from '../client/requests.js';
import type { Fence } from '../leaderelection/fence.js';
import type { SharedIndexInformer } from '../cache/informer/shared-index-informer.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Sharding } from '../sharding/sharding.js';
import { loggerOf } from '../client/clientset.js';
import { requireCall, requireKnownOptions } from '../util/known-options.js';
import type { OptionNames } from '../util/known-options.js';
import { maxDelayMs } from '../util/clock.js';
import type { Timer } from '../util/clock.js';
import type { Logger } from '../util/logger.js';
import {
  hasMethods,
  numberFrom,
  refuseValue,
  requireAbortSignal,
  requireLogger,
  requireNumber,
  requireOptions,
  requireString,
} from '../util/require.js';
import { defaultGraceMs, linkSignal, raceSignal } from '../util/signal.js';
import { WorkQueue, lowPriority } from '../workqueue/work-queue.js';
import type { WorkQueueAddOptions } from '../workqueue/work-queue.js';
import type { WorkItem } from '../workqueue/work-item.js';
import type { CacheView } from './cache-view.js';
import { addOf, merged, spreadMs } from './object-event.js';
import { ControllerError } from './errors.js';

import { ServerProbe } from './failures.js';
import type { FailingKey, GivenUpKey } from './failures.js';
import { KeyShards, requireShardOfSource } from './key-shards.js';
import { explanationOf, isKept, mayTake, takeStep, waitOf } from './key-state.js';
import type {
  ControllerState,
  KeyExplanation,
  KeyPlace,
  KeyState,
  Replica,
  WritesState,
} from './key-state.js';
import type { OwnerKind, WaitingKey } from './object-event.js';
import { controllerSettings, requireClientset, watchSource } from './options.js';
import type { ControllerClientset, ControllerOptions, ControllerSettings, WatchOptions } from './options.js';
import { FailedWrites, OwnWrites } from './own-writes.js';
import type { UnseenWrite } from './own-writes.js';
import { KnownResources } from './reconcile-client.js';
import type { EventSource } from './reconcile-client.js';
import { Reporter, Runner } from './runner.js';
import type { ControllerHistory } from './run-history.js';
import type { RunEnvironment } from './run.js';
import { EventRouter, InformerSource, Sources } from './sources.js';
import { ControllerCounters } from './statistics.js';
import type { ControllerStats } from './statistics.js';

/** Options of `Controller.run`. */
export interface ControllerRunOptions extends CallOptions {
  /** Sends the requests of `context.client`; that of a term sends its writes only while the term lasts. Default: that of the constructor. */
  readonly clientset?: ControllerClientset | undefined;
  /** Gives `context.events` if the constructor was given none. */
  readonly events?: EventSource | undefined;
  /** Guards the writes of the runs, such as a leadership term. When its signal aborts, the runs are aborted at once. */
  readonly fence?: Fence | undefined;
  /** The logger of a controller that was given none. Default: the clientset's. */
  readonly logger?: Logger | undefined;
  /**
   * After the signal has aborted: how long the active runs may continue before their signals abort, ms. Default: 30 000,
   * controller-runtime's graceful shutdown.
   */
  readonly graceMs?: number | undefined;
}

const runOptionNames: OptionNames<ControllerRunOptions> = {
  signal: requireAbortSignal,
  clientset: requireClientset,
  events: hasMethods('for'),
  fence: hasMethods('assertValid'),
  logger: requireLogger,
  graceMs: numberFrom(0),
};

/** A run that has not settled. */
export interface ActiveRun {
  /** The key that is reconciled. */
  readonly key: string;
  /** Identifies the run in logs. */
  readonly runId: string;
  /** 1 for the first run since the last success, 2 for the first retry, and so on. */
  readonly attempt: number;
  /** Why the key runs. */
  readonly reasons: readonly string[];
  /** For how long it has been running, ms. */
  readonly runningMs: number;
  /** True if the run was aborted after `reconcileTimeoutMs` and has not settled since. */
  readonly timedOut: boolean;
}

/** A watch that was added to a controller. */
export interface WatchRegistration {
  /** Name of its informer. */
  readonly name: string;
  /** True once the controller has received all initial objects. */
  readonly hasSynced: boolean;
  /** Stops its events at once. */
  remove(): void;
}

const taken: KeyPlace = { at: 'taken' };

/**
 * Runs a reconcile for each object that changes (controller-runtime's Controller).
 *
 * ```ts
 * const controller = new Controller('website', {
 *   clientset,
 *   for: factory.forResource(websites),
 *   owns: [factory.apps().v1().deployments()],
 *   async reconcile({ object: site, client }) {
 *     if (site !== undefined) await client.apply(deploymentOf(site));
 *   },
 * });
 * factory.start({ signal });
 * await controller.run({ signal });
 * ```
 *
 * - A key never has two runs at the same time. Every event is followed by a run that started after it.
 * - No run starts before all handlers have received their initial objects.
 * - A run starts when the caches show what the run before it wrote through `context.client`.
 * - A run that throws is retried with backoff. One that hangs holds its key, and a slot until `reconcileTimeoutMs`.
 *
 * The constructor creates the informers, so the factory's `start` must come after it. Throws ConfigError `ERR_OPTION`.
 */
export class Controller<
  T extends KubernetesObject = KubernetesObject,
  O extends readonly KubernetesObject[] = readonly KubernetesObject[],
  W extends readonly KubernetesObject[] = readonly KubernetesObject[],
> implements AsyncDisposable {
  /** Name in logs, errors and metrics. */
  readonly name: string;
  readonly #settings: ControllerSettings;
  readonly #reporter: Reporter;
  readonly #queue: WorkQueue;
  readonly #sources: Sources;
  readonly #ownWrites: OwnWrites;
  readonly #runner: Runner;
  readonly #resources: KnownResources;
  readonly #failedWrites = new FailedWrites();
  readonly #counters = new ControllerCounters();
  readonly #shards: KeyShards | undefined;
  readonly #for: InformerSource | undefined;
  readonly #changed = new Changes();
  readonly #stop = new AbortController();
  readonly #pausedKeys = new Set<string>();
  /** The keys with work that are out of the queue, until they are resumed or taken over. */
  readonly #setAside = new Map<string, WaitingKey>();
  /** When the pause of all keys ends, ms since the epoch; Infinity without an end. */
  #pausedUntil: number | undefined;
  #pauseTimer: Timer | undefined;
  #term: Promise<void> | undefined;
  #termSignal: AbortSignal | undefined;

  /**
   * Creates a controller: a work queue that runs `reconcile` for the keys of changed objects. `name` is for logs and metrics.
   *
   * Creates its informers too, so the factory's `start` must come after it. Throws ConfigError `ERR_OPTION`.
   */
  constructor(name: string, options: ControllerOptions<T, O, W>) {
    const settings = controllerSettings(name, options as ControllerOptions<T>);
    this.name = name;
    this.#settings = settings;
    this.#queue = new WorkQueue({ name, rateLimiter: settings.rateLimiter, clock: settings.clock });
    const reporter = new Reporter(settings);
    this.#reporter = reporter;
    this.#ownWrites = new OwnWrites(settings.clock, settings.waitMs, () => this.#sources.views());
    this.#resources = new KnownResources(() => Array.from(this.#sources.views(), ({ resource }) => resource));
    const { sharding } = settings;
    this.#shards =
      sharding &&
      new KeyShards({
        sharding,
        own: () => this.#for?.view,
        views: () => this.#sources.views(),
        onChange: () => this.#followShards(),
        onGained: (isGained) => this.#enqueueAll(isGained, 'taken from another replica'),
        hasWork: (key) => this.#hasWork(key),
        report: (error, key, failures) =>
          reporter.report(error, 'event', key, 'the replica of a key is unknown', { failures }),
      });
    const parts = {
      settings,
      failedWrites: this.#failedWrites,
      queue: this.#queue,
      ownWrites: this.#ownWrites,
      counters: this.#counters,
      reporter,
    };
    this.#runner = new Runner({
      ...parts,
      objectOf: (key) => this.#for?.view.get(key),
      onChange: () => this.#changed.notify(),
      onIdle: (key) => this.#shards?.forget(key),
    });
    const router = new EventRouter({ ...parts, runner: this.#runner, shards: this.#shards });
    this.#sources = new Sources(settings, reporter, router);
    const owner = ownerKind(settings);
    for (const options of settings.sources) {
      const source = new InformerSource(options, owner);
      requireShardOfSource(name, sharding, options, source.view);
      this.#sources.add(source);
    }
    this.#for = this.#sources.own;
  }

  /**
   * Runs the reconcile until the signal aborts or `stop` is called; resolves when every run has settled.
   *
   * The first call starts the sources. May be called again after it has resolved: the queue and the sources stay, so a
   * leader that loses and regains its lease loses no key.
   *
   * Throws CacheSyncError if a source does not sync within `cacheSyncTimeoutMs`, ControllerError `ERR_CONTROLLER_RUNNING`
   * while it runs, `ERR_CONTROLLER_STOPPED` after `stop`.
   */
  async run(options: ControllerRunOptions = {}): Promise<void> {
    requireKnownOptions(`run of controller ${this.name}`, options, runOptionNames);
    this.#requireNotStopped();
    if (this.#term !== undefined)
      throw new ControllerError('ERR_CONTROLLER_RUNNING', `controller ${this.name} is running already`);
    this.#term = this.#runTerm(options);
    try {
      await this.#term;
    } finally {
      this.#term = undefined;
    }
  }

  /** Divides the keys among replicas; undefined if all keys run here. */
  get sharding(): Sharding | undefined {
    return this.#settings.sharding;
  }

  /** Starts the sources without running any key, so that a standby has full caches. Rejects as `run` does. */
  async warmUp(call: CallOptions = {}): Promise<void> {
    requireCall(`warmUp of controller ${this.name}`, call);
    this.#requireNotStopped();
    const link = linkSignal(call.signal, this.#stop.signal);
    try {
      await this.#sync(link.signal);
    } finally {
      link.dispose();
    }
  }

  /** Runs a key as soon as possible, or after `afterMs`. Resumes retrying a key that was given up. */
  enqueue(key: string, options: Omit<WorkQueueAddOptions, 'kind'> = {}): void {
    requireOptions('enqueue of a controller', options);
    this.#runner.failures.takeBack(key);
    this.#queue.add(key, { ...addOf({ kind: 'enqueued', by: 'enqueued by the program' }), ...options });
  }

  /** Runs the keys of all objects of `for`, at low priority. */
  enqueueAll(): void {
    this.#enqueueAll(() => true, undefined);
  }

  #enqueueAll(selects: (key: string) => boolean, reason: string | undefined): void {
    for (const key of this.#for?.view.informer.indexer.listKeys() ?? []) {
      if (!selects(key)) continue;
      const afterMs = spreadMs(key, this.#settings.initialSpreadMs);
      this.enqueue(key, { priority: lowPriority, afterMs, ...(reason === undefined ? {} : { reason }) });
    }
  }

  /**
   * Adds a watch. If the controller runs, new runs wait until the watch has synced, at most `cacheSyncTimeoutMs` and not for
   * a resource that is not installed. Start the informer with its factory. Throws ConfigError `ERR_OPTION`.
   */
  watch<S extends KubernetesObject>(options: WatchOptions<S>): WatchRegistration {
    this.#requireNotStopped();
    const settings = watchSource(`a watch of controller ${this.name}`, options);
    const source = new InformerSource(settings, undefined);
    requireShardOfSource(this.name, this.#settings.sharding, settings, source.view);
    const { isStarted } = this.#sources;
    this.#sources.add(source);
    if (isStarted) {
      const synced = this.#sources.syncLate(source, this.#stop.signal);
      void synced.then(() => this.#changed.notify());
    }
    return {
      name: source.name,
      get hasSynced() {
        return source.hasSynced;
      },
      remove: () => {
        this.#sources.remove(source);
        this.#changed.notify();
      },
    };
  }

  /**
   * True if the controller reads the informer, false if it no longer does, undefined if it never did.
   * @internal
   */
  uses(informer: SharedIndexInformer<KubernetesObject>): boolean | undefined {
    return this.#sources.uses(informer);
  }

  /**
   * The informer of `for`; undefined without one.
   * @internal
   */
  get ownInformer(): SharedIndexInformer<KubernetesObject> | undefined {
    return this.#for?.view.informer;
  }

  /** Starts no more runs of a key, or of any key, until `resume`. Events are remembered. An active run continues. */
  pause(key?: string): void {
    if (key === undefined) {
      this.#pauseTimer?.cancel();
      this.#pausedUntil = Infinity;
      return;
    }
    requireString('key of pause', key);
    this.#pausedKeys.add(key);
  }

  /**
   * Starts no more runs of any key for `durationMs`, at most 24 days, or until `resume`. Replaces an earlier time; does nothing
   * while the controller is paused by `pause()`. Throws ConfigError `ERR_OPTION`.
   */
  pauseFor(durationMs: number): void {
    requireNumber('durationMs of pauseFor', durationMs);
    if (durationMs > maxDelayMs) refuseValue('durationMs of pauseFor', `at most ${maxDelayMs}`, durationMs);
    if (this.#pausedUntil === Infinity) return;
    const { clock } = this.#settings;
    this.#pauseTimer?.cancel();
    this.#pausedUntil = clock.now() + durationMs;
    this.#pauseTimer = clock.setTimer(() => this.resume(), durationMs, { unref: true });
  }

  /** When the pause of all keys ends, ms since the epoch: Infinity after `pause()`, undefined without a pause. */
  get pausedUntil(): number | undefined {
    return this.#pausedUntil;
  }

  /** Ends a pause of a key, or that of the controller. Resumes retrying a key that was given up. */
  resume(key?: string): void {
    if (key === undefined) {
      this.#pauseTimer?.cancel();
      this.#pausedUntil = undefined;
      this.#changed.notify();
      return;
    }
    requireString('key of resume', key);
    if (this.#runner.failures.givenUpKey(key) !== undefined) this.enqueue(key, { reason: 'resumed' });
    this.#pausedKeys.delete(key);
    this.#putBack(key);
  }

  /** Returns the keys that were given up. They run again when their object changes, and by `enqueue` or `resume`. */
  givenUp(): readonly GivenUpKey[] {
    return this.#runner.failures.givenUp;
  }

  /**
   * Returns the keys that have been failing longest and are tried again, at most `limit`.
   * @internal
   */
  failing(limit: number): readonly FailingKey[] {
    return this.#runner.failures.failing(limit);
  }

  /** Returns why a key does not run, in a sentence and as a `KeyWait`. */
  explain(key: string): KeyExplanation {
    requireString('key of explain', key);
    const nowMs = this.#settings.clock.now();
    const writes = this.#ownWrites.waitState(key, this.#ownWrites.unseen(key));
    return explanationOf(
      key,
      waitOf(this.#state, this.#stateOf(key, this.#placeOf(key), writes), nowMs),
      nowMs,
    );
  }

  /** Returns the last runs, the last failures with their errors, and the runs of each minute of the last hour. */
  history(): ControllerHistory {
    return this.#runner.history.read();
  }

  /** Returns the runs that have not settled. */
  activeRuns(): readonly ActiveRun[] {
    const nowMs = this.#settings.clock.monotonic();
    return this.#runner.active.map(({ key, runId, attempt, reasons, startedMs, timeout }) => ({
      key,
      runId,
      attempt,
      reasons,
      runningMs: nowMs - startedMs,
      timedOut: timeout !== undefined,
    }));
  }

  /**
   * Aborts the signals of the active runs. They run again in the next term.
   *
   * @internal
   */
  abortRuns(reason = new ControllerError('ERR_RUN_STOPPED', `controller ${this.name} is stopping`)): void {
    for (const run of this.#runner.active) run.stop(reason);
  }

  /** Returns a snapshot of the controller's counters. */
  stats(): ControllerStats {
    const { results, timeSeconds, ...counters } = this.#counters;
    const { busy, activeCount, failures } = this.#runner;
    return {
      name: this.name,
      reconcileTotal: { ...results },
      reconcileErrorsTotal: results.error,
      terminalReconcileErrorsTotal: counters.terminalErrors,
      reconcilePanicsTotal: counters.panics,
      reconcileTimeoutsTotal: counters.timeouts,
      reconcileTimeSeconds: timeSeconds.stats(),
      concurrency: this.#settings.concurrency,
      activeWorkers: busy,
      timedOutRuns: activeCount - busy,
      givenUp: failures.givenUpCount,
      waitingForOwnWrites: this.#ownWrites.waitingKeys,
      unseenOwnWrites: this.#ownWrites.size,
      ownWriteTimeoutsTotal: counters.ownWriteTimeouts,
      ignoredEchoesTotal: counters.ignoredEchoes,
      refusedWritesTotal: counters.refusedWrites,
      loopsTotal: counters.loops,
      eventErrorsTotal: counters.eventErrors,
      queue: this.#queue.stats(),
    };
  }

  /**
   * Stops the controller for good: removes its handlers, drops its queue, and resolves when every run has settled. The active
   * runs have the `graceMs` of `run` to end.
   */
  async stop(): Promise<void> {
    this.#shards?.stop();
    this.#setAside.clear();
    this.#pauseTimer?.cancel();
    this.#stop.abort(new ControllerError('ERR_CONTROLLER_STOPPED', `controller ${this.name} was stopped`));
    this.#sources.stop();
    this.#queue.shutDown();
    // A failure of the run is the result of `run`.
    await this.#term?.catch(() => undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #runTerm({
    signal,
    clientset,
    events,
    fence,
    logger = loggerOf(clientset),
    graceMs = defaultGraceMs,
  }: ControllerRunOptions): Promise<void> {
    this.#reporter.inherit(logger);
    const link = linkSignal(signal, fence?.signal, this.#stop.signal);
    this.#termSignal = link.signal;
    const client = clientset ?? this.#settings.clientset;
    // The requests of a term's clientset are fenced, those of its restClient are not.
    const rest = client?.requester ?? client?.restClient;
    const asked = new Set<Promise<void>>();
    const environment: RunEnvironment = {
      settings: this.#settings,
      reporter: this.#reporter,
      ownWrites: this.#ownWrites,
      resources: this.#resources,
      events: this.#settings.events ?? events,
      rest,
      fence,
      onRefusedWrite: () => this.#counters.refusedWrites++,
      failedWrites: this.#failedWrites,
      probe: rest && new ServerProbe(rest, this.#probedView, this.#settings.clock, link.signal),
      ask: (key, entry) => {
        if (rest === undefined || this.#ownWrites.unsure(entry).length === 0) return;
        const answered = this.#ask(key, entry, rest, link.signal).finally(() => asked.delete(answered));
        asked.add(answered);
      },
    };
    try {
      await this.#sync(link.signal);
      await this.#dispatch(environment, link.signal);
    } catch (error) {
      // A stop is not an error, wherever it comes.
      if (!link.signal.aborted) throw error;
    } finally {
      await this.#runsEnded(graceMs);
      link.abort();
      await Promise.all(asked);
    }
  }

  /** The cache whose resource a probe lists. */
  get #probedView(): CacheView | undefined {
    const [first] = this.#sources.views();
    return this.#for?.view ?? first;
  }

  /** Asks the server which caches are to have a written object, so that its key does not wait for others. Never rejects. */
  async #ask(key: string, entry: UnseenWrite, rest: Requester, signal: AbortSignal): Promise<void> {
    const { namespace, name } = entry.write;
    try {
      for (const view of this.#ownWrites.unsure(entry)) {
        const live = await view.readLive(rest, namespace, name, signal);
        if (live === undefined)
          this.#ownWrites.leaveOut(key, entry, view, (waiting, priority) =>
            this.#queue.add(waiting, { priority }),
          );
      }
    } catch (err) {
      // The wait has a limit, and the server is asked again then.
      if (!signal.aborted)
        this.#reporter.logger.debug(
          { controller: this.name, key, err },
          'cannot ask whether caches have an own write',
        );
    }
  }

  async #sync(signal: AbortSignal): Promise<void> {
    try {
      this.#sources.start((key) => this.enqueue(key, { reason: 'external source' }));
      this.#shards?.start();
      await this.#sources.sync(signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** Starts a run for each item of the queue until the signal aborts. */
  async #dispatch(environment: RunEnvironment, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#changed.until(() => mayTake(this.#state), signal);
      const item = await this.#queue.get({ signal });
      if (item === undefined) return;
      this.#take(item, environment);
    }
  }

  /** What holds all keys. */
  get #state(): ControllerState {
    return {
      isStopped: this.#stop.signal.aborted,
      isRunning: this.#termSignal?.aborted === false,
      unsynced: this.#sources.unsynced,
      isDecided: this.#shards?.isDecided ?? true,
      pausedUntil: this.#pausedUntil,
      busy: this.#runner.busy,
      concurrency: this.#settings.concurrency,
    };
  }

  #stateOf(key: string, place: KeyPlace, writes: WritesState | undefined): KeyState {
    return {
      place,
      run: this.#runner.stateOf(key),
      isPaused: this.#pausedKeys.has(key),
      givenUp: this.#runner.failures.givenUpKey(key),
      hasNamespace: this.#hasNamespace(key),
      replica: this.#replicaOf(key),
      writes,
    };
  }

  #replicaOf(key: string): Replica {
    return this.#shards?.replicaOf(key) ?? 'here';
  }

  /** Returns where a key is that is not being taken. */
  #placeOf(key: string): KeyPlace {
    const entry = this.#queue.find(key);
    const nowMs = this.#settings.clock.monotonic();
    const { failures, history, loop } = this.#runner;
    if (entry?.waiting === 'delayed')
      return {
        at: 'delayed',
        dueInMs: Math.max(0, entry.atMs - nowMs),
        attempts: failures.nextAttempt(key) - 1,
        message: failures.messageOf(key),
        isLooping: loop.isLooping(key),
      };
    if (entry !== undefined)
      return { at: 'ready', forMs: nowMs - entry.sinceMs, others: this.#queue.length - 1 };
    const view = this.#for?.view;
    return { at: 'none', cached: view && view.get(key) !== undefined, last: history.lastOf(key) };
  }

  /** Starts the run of an item, or does what its key has to wait for. */
  #take(item: WorkItem, environment: RunEnvironment): void {
    const { key } = item;
    const unseen = this.#ownWrites.unseen(key);
    const writes = this.#ownWrites.waitState(key, unseen);
    const state = this.#stateOf(key, taken, writes);
    switch (takeStep(waitOf(this.#state, state, this.#settings.clock.now()))) {
      case 'run':
        return this.#start(item, environment, unseen);
      case 'release':
        return item.release();
      case 'awaitWrites':
        this.#ownWrites.beginWait(key, item.priority);
        return item.release(writes?.dueInMs);
      case 'setAside':
        this.#setAside.set(key, merged(this.#setAside.get(key), item));
        break;
      case 'forget':
        this.#forget(key);
        break;
      case 'drop':
        this.#runner.failures.forget(key);
        break;
    }
    item.done();
  }

  #start(item: WorkItem, environment: RunEnvironment, unseen: readonly UnseenWrite[]): void {
    const { key } = item;
    const shard = this.#shards?.enter(key, environment.fence, (reason) =>
      this.#runner.activeRun(key)?.stop(reason),
    );
    // Its term has ended since the step was decided, which is decided again.
    if (this.#shards !== undefined && shard === undefined) return item.release();
    this.#endWait(key, unseen);
    this.#runner.start(
      item,
      shard === undefined ? environment : { ...environment, fence: shard, shard },
      unseen,
    );
  }

  #hasWork(key: string): boolean {
    return (
      this.#queue.has(key) ||
      this.#setAside.has(key) ||
      this.#pausedKeys.has(key) ||
      this.#runner.activityOf(key) !== 'waiting'
    );
  }

  /** Adds the keys again that wait to be taken over; gives up what this replica remembers of those that it no longer has. */
  #followShards(): void {
    const { failures } = this.#runner;
    for (const { key } of failures.givenUp) if (!isKept(this.#replicaOf(key))) failures.takeBack(key);
    for (const key of this.#setAside.keys()) this.#putBack(key);
    this.#changed.notify();
  }

  /** Forgets a key of another replica. */
  #forget(key: string): void {
    this.#shards?.forget(key);
    this.#runner.failures.forget(key);
    this.#runner.failures.takeBack(key);
    this.#queue.forget(key);
    this.#ownWrites.endWait(key);
  }

  /** Adds a key again that was set aside. */
  #putBack(key: string): void {
    const waiting = this.#setAside.get(key);
    if (waiting === undefined) return;
    this.#setAside.delete(key);
    const { priority, reasons, kinds } = waiting;
    this.#queue.add(key, { priority, reason: reasons, kind: kinds });
  }

  /** A wait that came near its limit delays the key, and often shows that a cache is behind. */
  #endWait(key: string, unseen: readonly UnseenWrite[]): void {
    const { name: controller, waitMs } = this.#settings;
    const waitedMs = this.#ownWrites.endWait(key);
    if (waitedMs === 0 || waitedMs < waitMs / 2) return;
    const writes = unseen.map(({ write }) => write.description);
    const informers = [...new Set(unseen.flatMap((entry) => this.#ownWrites.behind(entry)))].map(
      ({ informer }) => informer.name,
    );
    this.#reporter.logger.warn(
      { controller, key, waitedMs, waitMs, writes, informers },
      'a run waited long for own writes to appear in the caches',
    );
  }

  /** False if the namespace of a key was removed from the informer. */
  #hasNamespace(key: string): boolean {
    const namespaces = this.#for?.view.informer.namespaces;
    return namespaces === undefined || namespaces.has(key.slice(0, Math.max(0, key.indexOf('/'))));
  }

  /** Waits until every run has settled; aborts them when their time is up. */
  async #runsEnded(graceMs: number): Promise<void> {
    if (this.#runner.activeCount === 0) return;
    const timer = this.#settings.clock.setTimer(() => this.abortRuns(), graceMs);
    if (graceMs === 0) this.abortRuns();
    await this.#changed.until(() => this.#runner.activeCount === 0);
    timer.cancel();
  }

  #requireNotStopped(): void {
    if (!this.#stop.signal.aborted) return;
    throw new ControllerError('ERR_CONTROLLER_STOPPED', `controller ${this.name} was stopped`);
  }
}

/** The kind of owners: that of `for`. */
function ownerKind({ sources }: ControllerSettings): OwnerKind | undefined {
  const resource = sources.find(({ role }) => role === 'for')?.informer.resource;
  if (resource?.kind === undefined) return undefined;
  // `requireOwners` has checked that its scope is known if it matters.
  return { group: resource.group, kind: resource.kind, namespaced: resource.namespaced ?? true };
}

/** Lets code wait until something is true that changes with time. */
class Changes {
  readonly #waiting = new Set<() => void>();

  /** Lets everything that waits check again. */
  notify(): void {
    const waiting = Array.from(this.#waiting);
    this.#waiting.clear();
    for (const check of waiting) check();
  }

  /** Resolves once it is true. Rejects with the signal's reason. */
  async until(isTrue: () => boolean, signal?: AbortSignal): Promise<void> {
    while (!isTrue()) {
      let check: () => void = () => undefined;
      const notified = new Promise<void>((resolve) => {
        check = resolve;
      });
      this.#waiting.add(check);
      try {
        await raceSignal(notified, signal);
      } finally {
        this.#waiting.delete(check);
      }
    }
  }
}
