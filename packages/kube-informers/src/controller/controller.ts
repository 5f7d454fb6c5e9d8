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
import { linkSignal, raceSignal } from '../util/signal.js';
import { WorkQueue, lowPriority } from '../workqueue/work-queue.js';
import type { WorkQueueAddOptions } from '../workqueue/work-queue.js';
import type { WorkItem } from '../workqueue/work-item.js';
import type { CacheView } from './cache-view.js';
import { addOf, merged, spreadMs } from './object-event.js';
import { ControllerError } from './errors.js';
import { EventRouter } from './event-router.js';
import type { FailingKey, ParkedKey } from './failures.js';
import { KeyShards, requireShardOfSource } from './key-shards.js';
import type { OwnerKind, WaitForWrites, WaitingKey } from './object-event.js';
import { controllerSettings, requireClientset, watchSource } from './options.js';
import type { ControllerClientset, ControllerOptions, ControllerSettings, WatchOptions } from './options.js';
import { FailedWrites, OwnWrites, ServerProbe } from './own-writes.js';
import type { UnseenWrite } from './own-writes.js';
import { KnownResources } from './reconcile-client.js';
import type { EventSource } from './reconcile-client.js';
import { Reporter, Runner } from './runner.js';
import type { ControllerHistory } from './run-history.js';
import type { RunEnvironment } from './run.js';
import { InformerSource, Sources } from './sources.js';
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

/** controller-runtime's default of GracefulShutdownTimeout, ms. */
const defaultGraceMs = 30_000;

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
export class Controller<T extends KubernetesObject = KubernetesObject> implements AsyncDisposable {
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
  readonly #router: EventRouter;
  readonly #shards: KeyShards | undefined;
  readonly #for: InformerSource | undefined;
  readonly #changed = new Condition();
  readonly #stop = new AbortController();
  /** The keys that wait for their own writes. */
  readonly #waiting = new Map<string, WaitForWrites>();
  readonly #pausedKeys = new Map<string, WaitingKey | undefined>();
  /** When the pause of all keys ends, ms since the epoch; Infinity without an end. */
  #pausedUntil: number | undefined;
  #pauseTimer: Timer | undefined;
  #term: Promise<void> | undefined;

  /**
   * Creates a controller: a work queue that runs `reconcile` for the keys of changed objects. `name` is for logs and metrics.
   *
   * Creates its informers too, so the factory's `start` must come after it. Throws ConfigError `ERR_OPTION`.
   */
  constructor(name: string, options: ControllerOptions<T>) {
    const settings = controllerSettings(name, options);
    this.name = name;
    this.#settings = settings;
    this.#queue = new WorkQueue({ name, rateLimiter: settings.rateLimiter, clock: settings.clock });
    const reporter = new Reporter(settings);
    this.#reporter = reporter;
    this.#sources = new Sources(settings, reporter, {
      onEvent: (source, event) => this.#router.handle(source, event),
      onSkipped: (source, object) => this.#router.noteShown(source, object),
    });
    this.#ownWrites = new OwnWrites(settings.clock, () => this.#sources.views());
    this.#resources = new KnownResources(() => Array.from(this.#sources.views(), ({ resource }) => resource));
    const owner = ownerKind(settings);
    for (const options of settings.sources) {
      const source = new InformerSource(options, owner);
      requireShardOfSource(name, settings.sharding, options, source.view);
      this.#sources.add(source);
    }
    this.#for = this.#sources.own;
    const { sharding } = settings;
    this.#shards =
      sharding &&
      new KeyShards({
        sharding,
        own: () => this.#for?.view,
        views: () => this.#sources.views(),
        putBack: (key, waiting) => this.#putBack(key, waiting),
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
    this.#router = new EventRouter({
      ...parts,
      runner: this.#runner,
      shards: this.#shards,
      waiting: this.#waiting,
      hasFor: this.#for !== undefined,
    });
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
    this.#runner.failures.unpark(key);
    this.#queue.add(key, { ...addOf({ kind: 'enqueued', by: 'enqueued by the program' }), ...options });
  }

  /** Runs the keys of all objects of `for`, at low priority. */
  enqueueAll(): void {
    this.#enqueueAll(() => true, undefined);
  }

  #enqueueAll(selects: (key: string) => boolean, reason: string | undefined): void {
    for (const key of this.#for?.view.informer.store.listKeys() ?? []) {
      if (!selects(key)) continue;
      const afterMs = spreadMs(key, this.#settings.initialSpreadMs);
      this.enqueue(key, { priority: lowPriority, afterMs, ...(reason === undefined ? {} : { reason }) });
    }
  }

  /**
   * Adds a watch. If the controller runs, new runs wait until the watch has synced, at most `cacheSyncTimeoutMs` and not for
   * a resource that is not installed. Start the informer with its factory. Throws ConfigError `ERR_OPTION`.
   */
  watch(options: WatchOptions): WatchRegistration {
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
    if (!this.#pausedKeys.has(key)) this.#pausedKeys.set(key, undefined);
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
    if (this.#runner.failures.isParked(key)) this.enqueue(key, { reason: 'resumed' });
    const paused = this.#pausedKeys.get(key);
    this.#pausedKeys.delete(key);
    if (paused !== undefined) this.#putBack(key, paused);
  }

  /** Returns the keys that were given up. They run again when their object changes, and by `enqueue` or `resume`. */
  parked(): readonly ParkedKey[] {
    return this.#runner.failures.parked;
  }

  /**
   * Returns the keys that have been failing longest and are tried again, at most `limit`.
   * @internal
   */
  failing(limit: number): readonly FailingKey[] {
    return this.#runner.failures.failing(limit);
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
      maxConcurrentReconciles: this.#settings.concurrency,
      activeWorkers: busy,
      timedOutRuns: activeCount - busy,
      parked: failures.parkedCount,
      waitingForOwnWrites: this.#waiting.size,
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
    const client = clientset ?? this.#settings.clientset;
    // The requests of a term's clientset are fenced, those of its restClient are not.
    const rest = client?.requester ?? client?.restClient;
    const asked = new Set<Promise<void>>();
    const of: RunEnvironment = {
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
      await this.#dispatch(of, link.signal);
    } catch (error) {
      // A stop is not an error, wherever it comes.
      if (!link.signal.aborted) throw error;
    } finally {
      await this.#settleRuns(graceMs);
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
        if (live === undefined) entry.outside.add(view);
      }
    } catch (err) {
      // The wait has a limit, and the server is asked again then.
      if (!signal.aborted)
        this.#reporter.logger.debug(
          { controller: this.name, key, err },
          'cannot ask whether caches have an own write',
        );
    }
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined && this.#ownWrites.needsNoWait(key))
      this.#queue.add(key, { priority: waiting.priority });
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
  async #dispatch(of: RunEnvironment, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#changed.until(() => this.#canRun, signal);
      const item = await this.#queue.get({ signal });
      if (item === undefined) return;
      this.#take(item, of, signal);
    }
  }

  get #canRun(): boolean {
    const isDecided = this.#shards?.isDecided ?? true;
    return (
      this.#runner.busy < this.#settings.concurrency &&
      this.#pausedUntil === undefined &&
      !this.#sources.holdRuns &&
      isDecided
    );
  }

  /** Starts the run of an item, or puts it aside. */
  #take(item: WorkItem, of: RunEnvironment, signal: AbortSignal): void {
    const { key, priority } = item;
    const { failures } = this.#runner;
    if (signal.aborted || !this.#canRun) return item.release();
    if (this.#pausedKeys.has(key)) {
      const before = this.#pausedKeys.get(key);
      return this.#leave(item, () => this.#pausedKeys.set(key, merged(before, item)));
    }
    // Events of other objects than its own do not end a pause by failures.
    if (failures.isParked(key) || this.#isOutOfScope(key))
      return this.#leave(item, () => failures.forget(key));
    if (this.#shards?.mayRun(key) === false) return this.#leave(item, () => this.#leaveToReplica(key, item));
    const unseen = this.#ownWrites.unseen(key);
    // The run asks the server about every write that is left, so it waits until none of them is fresh.
    const remainingMs = Math.max(0, ...unseen.map((entry) => this.#remainingMs(entry)));
    if (remainingMs > 0) {
      const { priority: before = priority, sinceMs = this.#settings.clock.monotonic() } =
        this.#waiting.get(key) ?? {};
      this.#waiting.set(key, { priority: Math.max(priority, before), sinceMs });
      return item.release(remainingMs);
    }
    const shard = this.#shards?.enter(key, of.fence, (reason) => this.#runner.activeRun(key)?.stop(reason));
    if (this.#shards !== undefined && shard === undefined)
      return this.#leave(item, () => this.#leaveToReplica(key, item));
    this.#endWait(key, unseen);
    this.#runner.start(item, shard === undefined ? of : { ...of, fence: shard, shard }, unseen);
  }

  #hasWork(key: string): boolean {
    const { failures } = this.#runner;
    return (
      this.#queue.has(key) ||
      this.#runner.activeRun(key) !== undefined ||
      this.#pausedKeys.has(key) ||
      failures.isParked(key)
    );
  }

  /** Gives up what this replica remembers of keys that it no longer has. */
  #followShards(): void {
    const { failures } = this.#runner;
    for (const { key } of failures.parked) if (this.#shards?.isKept(key) === false) failures.unpark(key);
    this.#changed.notify();
  }

  /** Drops a key of another replica; keeps one of this replica that has to wait. */
  #leaveToReplica(key: string, item: WorkItem): void {
    if (this.#shards?.isKept(key) === true) return this.#shards.wait(key, item);
    this.#shards?.forget(key);
    this.#runner.failures.forget(key);
    this.#runner.failures.unpark(key);
    this.#queue.forget(key);
    this.#waiting.delete(key);
  }

  #leave(item: WorkItem, leave: () => void): void {
    leave();
    item.done();
  }

  /** Adds a key again. */
  #putBack(key: string, { priority, reasons, kinds }: WaitingKey): void {
    this.#queue.add(key, { priority, reason: reasons, kind: kinds });
  }

  /** A wait that came near its limit delays the key, and often shows that a cache is behind. */
  #endWait(key: string, unseen: readonly UnseenWrite[]): void {
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) return;
    this.#waiting.delete(key);
    const { clock, name: controller, waitMs } = this.#settings;
    const waitedMs = clock.monotonic() - waiting.sinceMs;
    if (waitedMs < waitMs / 2) return;
    const writes = unseen.map(({ write }) => write.description);
    const informers = [...new Set(unseen.flatMap((entry) => this.#ownWrites.behind(entry)))].map(
      ({ informer }) => informer.name,
    );
    this.#reporter.logger.warn(
      { controller, key, waitedMs, waitMs, writes, informers },
      'a run waited long for own writes to appear in the caches',
    );
  }

  #remainingMs({ write, atMs }: UnseenWrite): number {
    if (write.outcome === 'unknown') return 0;
    return this.#settings.waitMs - (this.#settings.clock.monotonic() - atMs);
  }

  /** True if the namespace of a key was removed from the informer: its object may exist, but is not known. */
  #isOutOfScope(key: string): boolean {
    const namespaces = this.#for?.view.informer.namespaces;
    return namespaces !== undefined && !namespaces.has(key.slice(0, Math.max(0, key.indexOf('/'))));
  }

  /** Waits until every run has settled; aborts them when their time is up. */
  async #settleRuns(graceMs: number): Promise<void> {
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

/** Wakes code that waits for a condition. */
export class Condition {
  readonly #waiting = new Set<() => void>();

  /** Lets everything that waits check its condition. */
  notify(): void {
    const waiting = Array.from(this.#waiting);
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }

  /** Resolves when the condition is true. Rejects with the signal's reason. */
  async until(condition: () => boolean, signal?: AbortSignal): Promise<void> {
    while (!condition()) {
      let wake: () => void = () => undefined;
      const notified = new Promise<void>((resolve) => {
        wake = resolve;
      });
      this.#waiting.add(wake);
      try {
        await raceSignal(notified, signal);
      } finally {
        this.#waiting.delete(wake);
      }
    }
  }
}
