import type { OptionNames } from '../../util/known-options.js';
import { requireCall, requireKnownOptions } from '../../util/known-options.js';
import type { KubernetesObject } from '../../meta/types.js';
import type { HashRanges } from '../../meta/hash-ranges.js';
import { asError } from '../../util/errors.js';
import type { Logger } from '../../util/logger.js';
import { linkSignal } from '../../util/signal.js';
import type { Syncable } from './cache-sync.js';
import { newProcessingHistogram } from './informer-controller.js';
import { waitForStop } from '../handlers/callback-scope.js';
import { handlerName, addEventHandlerOptionNames, requireHandler } from '../handlers/event-handler.js';
import type { AddEventHandlerOptions, HandlerRegistration } from '../handlers/event-handler.js';
import { InformerError } from '../informer-error.js';
import { newInformerController, SingleController } from './informer-controllers.js';
import type { InformerControllers } from './informer-controllers.js';
import { informerOptionAliases, informerOptionNames, informerSettings } from './informer-options.js';
import type {
  CommonInformerOptions,
  InformerOptions,
  WatchErrorHandler,
  WatchErrorInfo,
  InformerSettings,
} from './informer-options.js';
import { NamespaceControllers } from './namespace-controllers.js';
import type { InformerNamespace } from './namespace-controllers.js';
import { requireShard } from './informer-shard.js';
import type { InformerShard, Shard } from './informer-shard.js';
import { isNamespaced } from '../reflector/listwatch.js';
import type { NamespacedListerWatcher } from '../reflector/listwatch.js';
import { InformerMonitor } from './informer-monitor.js';
import type {
  AssertFreshOptions,
  StateRegistration,
  InformerStats,
  InformerTargetInfo,
} from './informer-monitor.js';
import { reflectorSettings } from '../reflector/reflector-options.js';
import type { ReflectorSettings } from '../reflector/reflector-options.js';
import type { InformerHealth, InformerState, StateListener } from '../reflector/reflector-status.js';
import { Latch } from '../latch.js';
import { UnseenFields } from './unseen-fields.js';
import { UnsyncedWarning } from './unsynced-warning.js';
import { createMutationDetector } from './mutation-detector.js';
import type { MutationDetector } from './mutation-detector.js';
import type { ChangeSink } from '../queues/process-deltas.js';
import { SharedProcessor, determineResyncPeriod } from '../handlers/shared-processor.js';
import type { SkippedListener } from '../handlers/shared-processor.js';
import type { CallOptions } from '../../meta/calls.js';
import type {
  ReadonlyIndexer,
  Indexers,
  ListerWatcher,
  ResourceEventHandler,
  TransformFunc,
} from '../types.js';
import { requireBoolean, requireFunction } from '../../util/require.js';
import { callHook, warnWithoutLogger } from '../../util/call-hook.js';
import { copyDeep } from '../../util/deep.js';
import { notKept } from '../types.js';

/** client-go's minimumResyncPeriod. */
const minimumResyncPeriodMs = 1000;

/** Options of a shared informer, and of all informers of a factory. */
export interface SharedInformerOptions extends CommonInformerOptions {
  /**
   * How often handlers get an update for every object, in ms, unless they request another period. Also how often the
   * informer checks for due resyncs. 0: no resyncs, even for handlers that request them. Default: 0.
   */
  readonly resyncPeriodMs?: number | undefined;
  /** Whether a write to a cached object throws. Default: the environment variable `KUBE_CACHE_MUTATION_DETECTOR`. */
  readonly mutationDetector?: boolean | undefined;
}

/** Options of a SharedIndexInformer. */
export interface SharedIndexInformerOptions<T extends KubernetesObject>
  extends InformerOptions<T>, SharedInformerOptions {
  /**
   * Holds only the objects of this shard, such as `shardOf(ranges)` of `kube-informers/sharding`; `setShard` changes it. A transform must keep `metadata.uid` (by `controllerRef`,
   * `metadata.ownerReferences`). Default: all objects.
   */
  readonly shard?: Shard | undefined;
  /** Describes what the informer lists and watches, for `stats`. Default: the `resource`. */
  readonly target?: (() => InformerTargetInfo) | undefined;
}

export const sharedIndexInformerOptionNames: OptionNames<SharedIndexInformerOptions<KubernetesObject>> = {
  ...informerOptionNames,
  mutationDetector: requireBoolean,
  shard: requireShard,
  target: requireFunction,
};

/**
 * Options in force, for pages that show them; functions by their names.
 * @internal
 */
export interface OptionsInForce extends Omit<
  ReflectorSettings,
  'name' | 'type' | 'resyncPeriodMs' | 'shouldResync' | 'format' | 'clock' | 'random' | 'logger'
> {
  readonly transform: string | undefined;
  readonly where: string | undefined;
  readonly fields: string | undefined;
  readonly skipUnchanged: boolean;
  readonly slowHandlerMs: number;
  readonly keyFunc: string | undefined;
  readonly mutationDetector: boolean;
}

/**
 * Keeps an indexed cache of one resource up to date and calls any number of handlers (client-go's SharedIndexInformer).
 *
 * Whatever fails in the network or on the server, the cache converges to the server's state. Each handler receives all
 * changes in order, one at a time, after the cache and its indexes show them. A handler that is slow, throws or rejects
 * does not affect the others. A handler that is added late first receives the cached objects. A stop is final: after `run`
 * has resolved, the informer makes no request, sets no timer and calls no handler.
 */
export class SharedIndexInformer<T extends KubernetesObject> implements Syncable, AsyncDisposable {
  readonly name: string;
  readonly #controllers: InformerControllers<T>;
  readonly #options: SharedIndexInformerOptions<T>;
  readonly #settings: InformerSettings<T>;
  readonly #processor: SharedProcessor<T>;
  readonly #mutationDetector: boolean;
  readonly #synced = new Latch();
  readonly #unsynced: UnsyncedWarning;
  readonly #unseen: UnseenFields;
  /** Whether the program waits for the cache, or was warned. */
  #knowsOfSync = false;
  readonly #stop = new AbortController();
  readonly #monitor: InformerMonitor;
  readonly #defaultResyncPeriodMs: number;
  #resyncCheckPeriodMs: number;
  #transform: TransformFunc<T> | undefined;
  #onWatchError: WatchErrorHandler | undefined;
  /** Why `run` rejected. */
  #runError: Error | undefined;
  /** Resolves when the run has ended, apart from callbacks that are still running. */
  #running: Promise<void> | undefined;
  #stopped = false;

  /**
   * Keeps a local, indexed copy of one resource, and calls handlers with its changes, once it is started.
   *
   * Throws ConfigError: `ERR_OPTION` for an invalid option, `ERR_NAMESPACE` for an invalid namespace.
   */
  constructor(
    source: ListerWatcher<T> | NamespacedListerWatcher<T>,
    options: SharedIndexInformerOptions<T> = {},
  ) {
    requireKnownOptions('an informer', options, sharedIndexInformerOptionNames, informerOptionAliases);
    this.#options = options;
    const detector = createMutationDetector({ enabled: options.mutationDetector });
    this.#mutationDetector = detector.enabled;
    this.#settings = informerSettings(source, options, detector.enabled);
    this.name = this.#settings.name;
    this.#defaultResyncPeriodMs = options.resyncPeriodMs ?? 0;
    this.#resyncCheckPeriodMs = this.#defaultResyncPeriodMs;
    this.#transform = options.transform;
    this.#onWatchError = this.#settings.onWatchError;
    this.#processor = new SharedProcessor<T>({
      ...this.#settings,
      onAwaited: (handler) => this.expectSync(handler),
    });
    this.#unsynced = new UnsyncedWarning(this, this.#settings);
    this.#unseen = new UnseenFields(this.#settings);
    const { clock, logger } = this.#settings;
    const shared = {
      settings: this.#settings,
      sink: freezing(this.#processor, detector),
      onSynced: () => this.#nowSynced(),
      onStateChange: () => this.#monitor.changed(),
    };
    this.#controllers = isNamespaced(source)
      ? new NamespaceControllers<T>({ ...shared, source })
      : new SingleController<T>({ ...shared, source });
    const states = () => this.#controllers.states();
    this.#monitor = new InformerMonitor({ name: this.name, clock, logger, states });
  }

  /**
   * Lists and watches until the signal aborts or `stop` is called.
   *
   * Then pending events are dropped and no more callbacks are started. Resolves once the running callbacks have settled,
   * without the time limit of `stop`: a callback must never wait for this promise.
   *
   * An informer runs once. Rejects with InformerError: `ERR_INFORMER_STARTED` while it runs, `ERR_INFORMER_STOPPED` after it
   * has stopped. To start again, get a new informer from `informer()` of a factory's resource and add the handlers again.
   */
  async run(call: CallOptions = {}): Promise<void> {
    requireCall('run of an informer', call);
    this.#requireNew();
    this.#running = this.#runOnce(call.signal);
    try {
      await this.#running;
    } finally {
      await this.#processor.stop();
    }
  }

  /** Starts the informer without waiting for its end; see `stop`. Throws where `run` would reject at once. */
  start(call: CallOptions = {}): void {
    requireCall('start of an informer', call);
    this.#requireNew();
    this.run(call).catch((error: unknown) => {
      this.#settings.logger.error({ informer: this.name, err: error }, 'informer ended with an error');
    });
  }

  /**
   * Stops the informer, whether it runs or not. Resolves when nothing of it is running any more and the running callbacks
   * have settled. It waits at most 30 seconds for a callback (controller-runtime's default for a graceful shutdown), then
   * logs a warning with the handler's name and resolves.
   *
   * May be awaited inside a callback: `stop` of an informer or factory and `removeAndWait` do not wait for a callback that
   * awaits one of them. The promise of `run` still does. Declare such a callback `async`: for the first promise of a plain
   * function, a stop waits at most one second.
   */
  async stop(): Promise<void> {
    this.#stop.abort(new InformerError('ERR_INFORMER_STOPPED', `informer ${this.name} was stopped`));
    await waitForStop(async () => {
      if (this.#running === undefined) this.#end();
      else await this.#running;
      await this.#processor.callbacksEnded();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  /**
   * Adds a handler. On a running informer it first receives the cached objects, as adds with `isInInitialList`, and then
   * every later change exactly once.
   *
   * Throws InformerError `ERR_INFORMER_STOPPED` after the stop, ConfigError `ERR_OPTION` for an invalid handler or option.
   */
  addEventHandler(
    handler: ResourceEventHandler<T>,
    options: AddEventHandlerOptions = {},
  ): HandlerRegistration {
    this.#refuseStopped('add a handler');
    requireHandler(handler);
    requireKnownOptions('addEventHandler', options, addEventHandlerOptionNames);
    const logger = options.logger ?? this.#settings.logger;
    const requested = this.#requestedResyncPeriod(options.resyncPeriodMs, logger);
    this.#controllers.finishNotifying();
    return this.#processor.addListener(
      handler,
      {
        handlerName: options.name ?? handlerName(handler),
        coalesce: options.coalesce,
        logger,
        requestedResyncPeriodMs: requested,
        resyncPeriodMs: determineResyncPeriod(requested, this.#resyncCheckPeriodMs, logger),
      },
      this.#controllers.indexer.list(),
    );
  }

  /**
   * Adds a handler that gets only later changes, not the cached objects, which would take long if there are many. It does
   * not count as a handler, because observing an informer does not mean that the program needs it.
   * @internal
   */
  observe(handler: ResourceEventHandler<T>, name: string): HandlerRegistration {
    this.#refuseStopped('observe it');
    const { logger } = this.#settings;
    return this.#processor.addListener(
      handler,
      { handlerName: name, isObserver: true, logger, requestedResyncPeriodMs: 0, resyncPeriodMs: 0 },
      [],
    );
  }

  /**
   * Calls the listener with each update that handlers do not get because of `skipUnchanged`, once the cache has it. Returns a function
   * that ends this.
   * @internal
   */
  onSkipped(listener: SkippedListener<T>): () => void {
    return this.#processor.onSkipped(listener);
  }

  /** Number of handlers. */
  get handlerCount(): number {
    return this.#processor.size;
  }

  /** The cache. Only this informer writes to it. */
  get indexer(): ReadonlyIndexer<T> {
    return this.#controllers.indexer;
  }

  /**
   * Adds indexes, before or after the start. Throws IndexError if a name is taken, ConfigError `ERR_OPTION` for anything
   * except an object of functions, InformerError after the stop.
   */
  addIndexers(indexers: Indexers<T>): void {
    this.#refuseStopped('add indexers');
    this.#controllers.indexer.addIndexers(indexers);
  }

  /** Replaces `onWatchError`. Throws InformerError `ERR_INFORMER_STARTED` after the start. */
  setWatchErrorHandler(handler: WatchErrorHandler | undefined): void {
    this.#refuseStarted('set a watch error handler');
    if (handler !== undefined) requireFunction('onWatchError of an informer', handler);
    this.#onWatchError = handler;
  }

  /** Replaces `transform`. Throws InformerError `ERR_INFORMER_STARTED` after the start. */
  setTransform(transform: TransformFunc<T> | undefined): void {
    this.#refuseStarted('set a transform');
    if (transform !== undefined) requireFunction('transform of an informer', transform);
    this.#transform = transform;
  }

  /**
   * True once the cache holds the complete first list; with several namespaces, the first list of each. Handlers may not have
   * received all of it yet: see `HandlerRegistration.hasSynced`.
   */
  get hasSynced(): boolean {
    this.#knowsOfSync = true;
    return this.#synced.done;
  }

  /**
   * Resolves when `hasSynced` becomes true. Rejects with InformerError if the informer stops before. After 5 s, a warning says
   * why the informer has not synced.
   */
  get synced(): Promise<void> {
    this.#knowsOfSync = true;
    this.expectSync();
    return this.#synced.promise;
  }

  /**
   * Warns once if the informer has not synced in 5 s; for a handler that waits, with its name.
   * @internal
   */
  expectSync(handler?: string): void {
    if (!this.#synced.settled) this.#unsynced.expect(handler);
  }

  /**
   * Warns once that a lister found nothing because the cache has not synced, unless the program has asked whether it has.
   * @internal
   */
  noteNothingFound(): void {
    if (this.#knowsOfSync || this.#synced.settled || this.#controllers.indexer.size > 0) return;
    this.#knowsOfSync = true;
    const { logger } = this.#settings;
    const what =
      'a lister found nothing because the cache has not synced: await waitForCacheSync() of the factory before the first read';
    logger.warn({ informer: this.name }, what);
    warnWithoutLogger(logger, `informer ${this.name}: ${what}`);
  }

  /** True once `run` or `start` was called. */
  get isStarted(): boolean {
    return this.#running !== undefined;
  }

  /** True as soon as a stop was requested; handlers and indexes can no longer be added. */
  get isStopped(): boolean {
    return this.#stopped;
  }

  /**
   * True while the server does not have the resource: a CustomResourceDefinition that is not installed yet, or was deleted.
   *
   * `hasSynced` stays false until the resource exists. `onWatchError` is called once with ReflectorError
   * `ERR_RESOURCE_ABSENT`, which a failed `waitForCacheSync` also reports. The informer keeps listing with backoff, at least
   * once a minute. A resource that existed counts as absent after three lists in a row have not found it. The cache keeps its
   * objects: the server sends their deletions before it removes the resource, and the next list that succeeds replaces the rest.
   */
  get isAbsent(): boolean {
    return this.#controllers.isAbsent;
  }

  /** The resourceVersion that the Reflector has reached; "" before the first list. */
  get lastSyncResourceVersion(): string {
    return this.#controllers.lastSyncResourceVersion;
  }

  /**
   * The resourceVersion of the last list, of any namespace; "" before the first. Newer objects arrived by watch.
   * @internal
   */
  get listedResourceVersion(): string {
    return this.#controllers.listedResourceVersion;
  }

  /**
   * The last failure to list or watch, also of a request that the client repeats; undefined if there was no failure. It may
   * have recovered since. With several namespaces, a failure of a namespace that has not synced comes first.
   */
  get lastWatchError(): Error | undefined {
    return this.#runError ?? this.#controllers.unsyncedError ?? this.health.lastError?.error;
  }

  /**
   * The namespaces of an informer with several namespaces, each with its own `synced` and `lastWatchError`, in the order in
   * which they were added. Undefined for an informer with one list and watch.
   */
  get namespaces(): ReadonlyMap<string, InformerNamespace> | undefined {
    return this.#controllers instanceof NamespaceControllers ? this.#controllers.namespaces : undefined;
  }

  /**
   * Adds a namespace to an informer with several namespaces.
   *
   * Only the new namespace is listed and watched; handlers receive its objects as adds with `isInInitialList`. `hasSynced`
   * of the informer stays true: wait for `synced` of the returned namespace. An existing namespace is returned unchanged.
   *
   * Throws ConfigError `ERR_NAMESPACE` for an invalid name, InformerError `ERR_INFORMER_STOPPED` after the stop and
   * `ERR_INFORMER_NAMESPACES` if the informer was not created with several namespaces.
   */
  addNamespace(namespace: string): InformerNamespace {
    return this.#namespaceControllers('add a namespace').add(namespace);
  }

  /**
   * Removes a namespace: its list and watch end, its objects leave the cache at once, and handlers receive deletions with
   * `leftScope`, in time slices. Nothing is deleted on the server. The last namespace may be removed, too; the cache is then
   * empty until another is added.
   *
   * Returns false if the informer does not have the namespace. Throws InformerError as `addNamespace` does.
   */
  removeNamespace(namespace: string): boolean {
    return this.#namespaceControllers('remove a namespace').remove(namespace);
  }

  /** What the informer is doing. With several namespaces, the worst of their states: see `namespaces` for each. */
  get state(): InformerState {
    return this.#monitor.state;
  }

  /** Whether the cache is up to date, as a snapshot. With several namespaces, the worst of each member. */
  get health(): InformerHealth {
    const { resourceVersion } = this.#controllers.indexer;
    return this.#controllers.health({ resourceVersion, hasSynced: this.#synced.done });
  }

  /**
   * Throws InformerError `ERR_INFORMER_STALE` if the cache has not synced, or may have been out of date for longer than
   * `maxAgeMs`: see `InformerHealth.staleSinceMs`. An idle cluster is up to date, a connection that went silent is not.
   *
   * Each watch ends after 5 to 10 minutes and is opened again, so allow a few seconds.
   */
  assertFresh(options: AssertFreshOptions): void {
    this.#monitor.assertFresh(options, this.health);
  }

  /**
   * Calls the listener after each change of `state`, until the registration is removed. It is called in the middle of the
   * informer's work, so it must be fast; its exceptions are logged.
   */
  onStateChange(listener: StateListener): StateRegistration {
    return this.#monitor.onStateChange(listener);
  }

  /**
   * Iterates over the states: the current one, then each change, until the informer has stopped or the signal aborts. A reader
   * that is slower than the changes gets only the newest.
   */
  stateChanges(call: CallOptions = {}): AsyncIterable<InformerState> {
    requireCall('stateChanges', call);
    return this.#monitor.stateChanges(call);
  }

  /**
   * Ends the current delay after a failure, so that the next attempt begins at once, even if the server has asked for more time.
   * Returns false if there is no delay. With several namespaces, ends the delay of each.
   */
  retryNow(): boolean {
    return this.#controllers.retryNow();
  }

  /**
   * True if `where` decides which objects are kept.
   * @internal
   */
  get isSelective(): boolean {
    return this.#options.where !== undefined;
  }

  /**
   * True unless `where` does not keep the object, or throws. It is not changed.
   * @internal
   */
  keeps(object: T): boolean {
    if (!this.isSelective) return true;
    const { apply } = this.#settings.stepsWith(this.#transform);
    try {
      // A transform may change it.
      return apply?.(copyDeep(object)) !== notKept;
    } catch {
      // Then it is not stored, which is reported when it arrives.
      return false;
    }
  }

  /**
   * Options in force, for pages that show them.
   * @internal
   */
  get optionsInForce(): OptionsInForce {
    const { expectedType = this.#options.resource } = this.#options;
    const settings = reflectorSettings({ ...this.#options, expectedType });
    return {
      ...settings,
      transform: this.#transform?.name,
      where: this.#options.where?.name,
      fields: this.#settings.mask?.text,
      skipUnchanged: this.#settings.skipUnchanged,
      slowHandlerMs: this.#settings.slowHandlerMs,
      keyFunc: this.#options.keyFunc?.name,
      mutationDetector: this.#mutationDetector,
      useWatchList: settings.useWatchList && this.#controllers.watchListSupported,
    };
  }

  /** Returns a snapshot of the informer's counters. Costs nothing until it is called. */
  stats(): InformerStats {
    const { indexer } = this.#controllers;
    const processing = newProcessingHistogram();
    this.#controllers.addProcessing(processing);
    return Object.freeze({
      name: this.name,
      target: this.#target(),
      state: this.state,
      hasSynced: this.#synced.done,
      listWatch: this.#controllers.counts().stats(),
      namespaces: this.#controllers.namespaceStats(),
      store: Object.freeze({
        objects: indexer.size,
        resourceVersion: indexer.resourceVersion,
        indexes: Object.freeze(indexer.indexSizes()),
        cacheFormat: this.#settings.objects.stats?.(),
      }),
      queue: Object.freeze({
        depth: this.#controllers.queuedItems,
        processingSeconds: processing.stats(),
      }),
      handlers: Object.freeze(this.#processor.handlerStats()),
    });
  }

  #target(): InformerTargetInfo | undefined {
    const { target, resource } = this.#options;
    if (target !== undefined) return target();
    if (resource === undefined) return undefined;
    const { group, version, kind } = resource;
    return Object.freeze({ resource: Object.freeze({ group, version, resource: resource.resource }), kind });
  }

  /** The shard that the informer holds, with its own `synced`; undefined for an informer that was created without one. */
  get shard(): InformerShard | undefined {
    return this.#settings.shard?.current;
  }

  /**
   * Changes which objects the informer holds, before the start or while it runs.
   *
   * Objects of lost ranges are deleted from the cache in time slices, and handlers receive deletions with `leftScope`. Objects
   * of gained ranges are listed, and handlers receive adds: wait for `synced` of the returned shard. A server that supports
   * `shardSelector` lists only the difference; otherwise everything is listed, and filtered before it is stored. With no
   * ranges at all, nothing is listed or watched. Until the deletions are done, readers may still see objects of lost ranges:
   * check `ranges.has(uid)`. The current shard is returned for equal ranges.
   *
   * Throws ConfigError `ERR_OPTION` for anything except HashRanges, InformerError `ERR_INFORMER_STOPPED` after the stop and
   * `ERR_INFORMER_SHARD` if the informer was created without a shard.
   */
  setShard(ranges: HashRanges): InformerShard {
    this.#refuseStopped('change the shard');
    const { shard } = this.#settings;
    if (shard !== undefined) return shard.set(ranges);
    throw new InformerError(
      'ERR_INFORMER_SHARD',
      `cannot change the shard: informer ${this.name} was created without the shard option`,
    );
  }

  /** How often the informer checks for due resyncs, in ms: the shortest period requested before the start. */
  get resyncCheckPeriodMs(): number {
    return this.#resyncCheckPeriodMs;
  }

  async #runOnce(signal: AbortSignal | undefined): Promise<void> {
    const link = linkSignal(signal, this.#stop.signal);
    // At once, also from within a callback: no handler is called while the Reflector is still stopping.
    const stopAtOnce = (): void => {
      this.#stopped = true;
      this.#processor.close();
    };
    if (link.signal.aborted) stopAtOnce();
    link.signal.addEventListener('abort', stopAtOnce, { once: true });
    try {
      await this.#runControllers(link.signal);
    } catch (thrown) {
      // `#end` adds it to the error of `synced`.
      this.#runError = asError(thrown);
      throw thrown;
    } finally {
      link.dispose();
      this.#end();
    }
  }

  #end(): void {
    this.#stopped = true;
    const { lastWatchError } = this;
    const why = lastWatchError === undefined ? '' : `; last error: ${lastWatchError.message}`;
    const unsynced = new InformerError(
      'ERR_INFORMER_STOPPED',
      `informer ${this.name} stopped before it had synced${why}`,
      { cause: lastWatchError },
    );
    this.#synced.fail(unsynced);
    this.#unsynced.cancel();
    this.#settings.shard?.close(unsynced);
    this.#controllers.close();
    this.#processor.close();
  }

  #runControllers(signal: AbortSignal): Promise<void> {
    const seen = (object: unknown): void => this.#unseen.see(object);
    const intake = this.#settings.objects.intake(this.#settings.stepsWith(this.#transform, seen));
    const { shouldResync } = this.#processor;
    return this.#controllers.run(
      signal,
      (listerWatcher, options) =>
        newInformerController(listerWatcher, this.#options, this.#settings, {
          ...options,
          intake,
          onWatchError: (error, info) => this.#watchFailed(error, info),
        }),
      { periodMs: this.#resyncCheckPeriodMs, shouldResync },
    );
  }

  #watchFailed(error: Error, info: WatchErrorInfo): void {
    callHook('onWatchError', this.#settings.logger, () => this.#onWatchError?.(error, info));
  }

  #nowSynced(): void {
    this.#synced.release();
    this.#unsynced.cancel();
    this.#unseen.listed();
    this.#processor.upstreamSynced();
  }

  #namespaceControllers(what: string): NamespaceControllers<T> {
    this.#refuseStopped(what);
    if (this.#controllers instanceof NamespaceControllers) return this.#controllers;
    throw new InformerError(
      'ERR_INFORMER_NAMESPACES',
      `cannot ${what}: informer ${this.name} was created without the namespaces option`,
    );
  }

  /** Returns the requested period, at least the minimum. Before the start, it may shorten the check period. */
  #requestedResyncPeriod(requestedMs: number | undefined, logger: Logger): number {
    const periodMs = requestedMs ?? this.#defaultResyncPeriodMs;
    if (periodMs === 0) return 0;
    let granted = periodMs;
    if (granted < minimumResyncPeriodMs) {
      const what = 'resync period raised to the minimum of 1000 ms';
      logger.warn({ informer: this.name, resyncPeriodMs: granted }, what);
      warnWithoutLogger(logger, `informer ${this.name}: ${what}, from ${granted} ms`);
      granted = minimumResyncPeriodMs;
    }
    if (granted < this.#resyncCheckPeriodMs && !this.isStarted) {
      this.#resyncCheckPeriodMs = granted;
      this.#processor.resyncCheckPeriodChanged(granted);
    }
    return granted;
  }

  /** Throws if the informer was run or stopped before. */
  #requireNew(): void {
    if (this.#stopped) {
      throw new InformerError(
        'ERR_INFORMER_STOPPED',
        `informer ${this.name} has stopped and cannot be started again: get a new one from its factory or construct one`,
      );
    }
    if (this.#running !== undefined)
      throw new InformerError(
        'ERR_INFORMER_STARTED',
        `informer ${this.name} can be run only once, and was run already`,
      );
  }

  #refuseStarted(what: string): void {
    if (this.isStarted) {
      throw new InformerError(
        'ERR_INFORMER_STARTED',
        `cannot ${what}: informer ${this.name} has started already`,
      );
    }
  }

  #refuseStopped(what: string): void {
    if (this.#stopped) {
      throw new InformerError(
        'ERR_INFORMER_STOPPED',
        `cannot ${what}: informer ${this.name} has stopped already`,
      );
    }
  }
}

function freezing<T>(processor: SharedProcessor<T>, detector: MutationDetector): ChangeSink<T> {
  if (!detector.enabled) return processor;
  return {
    onAdd(object, isInInitialList) {
      detector.add(object);
      processor.onAdd(object, isInInitialList);
    },
    onUpdate(oldObject, newObject) {
      detector.add(newObject);
      processor.onUpdate(oldObject, newObject);
    },
    onDelete(object) {
      processor.onDelete(object);
    },
  };
}
