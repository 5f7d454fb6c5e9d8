import type { OptionNames } from '../../util/known-options.js';
import { requireCall, requireKnownOptions } from '../../util/known-options.js';
import type { KubernetesObject } from '../../meta/types.js';
import { ConfigError, asError } from '../../util/errors.js';
import type { Logger } from '../../util/logger.js';
import { linkSignal } from '../../util/signal.js';
import type { Syncable } from './cache-sync.js';
import type { Controller } from './controller.js';
import { waitForStop } from '../handlers/callback-scope.js';
import { handlerName } from '../handlers/handler-name.js';
import { addEventHandlerOptionNames } from '../handlers/handler-registration.js';
import type { AddEventHandlerOptions, HandlerRegistration } from '../handlers/handler-registration.js';
import { InformerError } from '../informer-error.js';
import { newInformerController } from './informer-controller.js';
import { informerOptionAliases, informerOptionNames } from './informer-options.js';
import type { InformerOptions, WatchErrorHandler, WatchErrorInfo } from './informer-options.js';
import { informerSettings } from './informer-settings.js';
import type { InformerSettings } from './informer-settings.js';
import { NamespaceControllers } from './namespace-controllers.js';
import type { InformerNamespace } from './namespace-controllers.js';
import { isNamespaced } from '../reflector/namespaced-lister-watcher.js';
import type { NamespacedListerWatcher } from '../reflector/namespaced-lister-watcher.js';
import { reservedMetrics } from './informer-name.js';
import type { InformerIdentity } from './informer-name.js';
import { Latch } from '../latch.js';
import { createMutationDetector } from './mutation-detector.js';
import type { MutationDetector } from './mutation-detector.js';
import type { ChangeSink } from '../queues/process-deltas.js';
import { SharedProcessor, determineResyncPeriod } from '../handlers/shared-processor.js';
import type {
  CallOptions,
  ReadonlyIndexer,
  Indexers,
  ListerWatcher,
  ResourceEventHandler,
  ReadonlyStore,
  TransformFunc,
} from '../types.js';
import { requireHandler } from '../handlers/require-handler.js';
import { requireBooleans, requireFunctions, requireTools } from '../../util/require.js';
import { callHook } from '../../util/call-hook.js';

/** client-go's minimumResyncPeriod. */
const minimumResyncPeriodMs = 1000;

/** Options of a SharedIndexInformer. */
export interface SharedIndexInformerOptions<T extends KubernetesObject> extends InformerOptions<T> {
  /**
   * How often handlers that do not say otherwise get an update for every object, in ms, and how often that is checked.
   * 0: no resyncs, also not for handlers that ask for some. Default: 0.
   */
  readonly resyncPeriodMs?: number | undefined;
  /** Whether a write to a cached object throws. Default: the environment's `KUBE_CACHE_MUTATION_DETECTOR`. */
  readonly mutationDetector?: boolean | undefined;
  /** Whose numbers `metrics` gets: without being `reserved`, and after its release, none. Default: always, unnamed. */
  readonly identity?: InformerIdentity | undefined;
}

export const sharedIndexInformerOptionNames: OptionNames<SharedIndexInformerOptions<KubernetesObject>> = {
  ...informerOptionNames,
  mutationDetector: true,
  identity: true,
};

/**
 * cache.SharedIndexInformer: one list and watch, one indexed cache that follows it, and any number of handlers.
 *
 * Whatever the network and the server do, the cache comes to hold what the server holds, and each handler is told every
 * change, in order, one at a time, after the cache (and its indexes) show it. A handler that is slow, throws or rejects
 * harms no other. One that is added late first gets what the cache holds. A stop is silent and final: once `run` has
 * resolved, no callback, timer or request of this informer follows.
 */
export class SharedIndexInformer<T extends KubernetesObject> implements Syncable, AsyncDisposable {
  readonly name: string;
  readonly #source: ListerWatcher<T> | NamespaceControllers<T>;
  readonly #options: SharedIndexInformerOptions<T>;
  readonly #settings: InformerSettings<T>;
  readonly #processor: SharedProcessor<T>;
  readonly #sink: ChangeSink<T>;
  readonly #synced = new Latch();
  readonly #stop = new AbortController();
  readonly #defaultResyncPeriodMs: number;
  #resyncCheckPeriodMs: number;
  #transform: TransformFunc<T> | undefined;
  #onWatchError: WatchErrorHandler | undefined;
  #lastWatchError: Error | undefined;
  /** Undefined before the start, and with several namespaces. */
  #controller: Controller<T> | undefined;
  /** The run without the callbacks that it leaves running. */
  #running: Promise<void> | undefined;
  #stopped = false;

  /**
   * Throws ConfigError: `ERR_OPTION` for an option out of range, `ERR_NAMESPACE` for a namespace that cannot exist.
   */
  constructor(
    source: ListerWatcher<T> | NamespacedListerWatcher<T>,
    options: SharedIndexInformerOptions<T> = {},
  ) {
    requireKnownOptions('an informer', options, sharedIndexInformerOptionNames, informerOptionAliases);
    requireBooleans('an informer', options, ['mutationDetector']);
    this.#options = { ...options, metrics: reservedMetrics(options.metrics, options.identity) };
    const detector = createMutationDetector({ enabled: options.mutationDetector });
    this.#settings = informerSettings(source, options, detector.enabled);
    this.name = this.#settings.name;
    this.#defaultResyncPeriodMs = options.resyncPeriodMs ?? 0;
    this.#resyncCheckPeriodMs = this.#defaultResyncPeriodMs;
    this.#transform = options.transform;
    this.#onWatchError = this.#settings.onWatchError;
    this.#processor = new SharedProcessor<T>({
      ...this.#settings,
      informerName: this.name,
      metrics: this.#options.metrics,
    });
    this.#sink = freezing(this.#processor, detector);
    this.#source = isNamespaced(source)
      ? new NamespaceControllers<T>({
          source,
          settings: this.#settings,
          sink: this.#sink,
          onSynced: () => this.#nowSynced(),
        })
      : source;
  }

  /**
   * Lists and watches until the signal aborts or `stop` is called. What waits for handlers then is dropped, and no
   * callback is begun any more; resolves once those that were running have settled, without the time limit of `stop`. A
   * callback must therefore never wait for this promise.
   *
   * An informer runs once. Rejects with InformerError: `ERR_INFORMER_STARTED` while it runs, `ERR_INFORMER_STOPPED` once it
   * has stopped. To start again, get a new one: `informer()` of a factory's resource returns it, without handlers.
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

  /** `run` without waiting for its end: `stop` does that. Throws what `run` rejects with at once. */
  start(call: CallOptions = {}): void {
    requireCall('start of an informer', call);
    this.#requireNew();
    this.run(call).catch((error: unknown) => {
      this.#settings.logger.error({ informer: this.name, err: error }, 'informer ended with an error');
    });
  }

  /**
   * Stops the informer, whether it runs or not. Resolves when nothing of it runs any more and the callbacks that were
   * running have settled. It waits 30 seconds at most for a callback (controller-runtime's default for a graceful
   * shutdown), then logs a warning with the handler's name and resolves.
   *
   * May be awaited inside a callback. A callback that waits for a `stop`, a factory's `stop` or a `removeAndWait` is not
   * waited for by any of them; the promise of `run` still waits for it. A handler's functions should be declared `async` if
   * they do this: for the first promise that a plain function returns, a stop waits one second at most.
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
   * Adds a handler. On a running informer it first gets what the cache holds, as adds with `isInInitialList`, and then
   * every change, none left out and none twice.
   *
   * Throws InformerError `ERR_INFORMER_STOPPED` after the stop, ConfigError `ERR_OPTION` for a handler or option that is
   * none.
   */
  addEventHandler(
    handler: ResourceEventHandler<T>,
    options: AddEventHandlerOptions = {},
  ): HandlerRegistration {
    this.#refuseStopped('add a handler');
    requireHandler(handler);
    requireKnownOptions('addEventHandler', options, addEventHandlerOptionNames);
    requireBooleans('addEventHandler', options, ['coalesce']);
    requireTools('addEventHandler', { logger: options.logger });
    const logger = options.logger ?? this.#settings.logger;
    const requested = this.#requestedResyncPeriod(options.resyncPeriodMs, logger);
    this.#controller?.finishNotifying();
    return this.#processor.addListener(
      handler,
      {
        handlerName: options.name ?? handlerName(handler),
        coalesce: options.coalesce,
        logger,
        requestedResyncPeriodMs: requested,
        resyncPeriodMs: determineResyncPeriod(requested, this.#resyncCheckPeriodMs, logger),
      },
      this.#settings.indexer.list(),
    );
  }

  /** `registration.remove()`, if it is one of this informer's; else nothing. Never an error, also after the stop. */
  removeEventHandler(registration: HandlerRegistration): void {
    if (this.#processor.has(registration)) registration.remove();
  }

  /** True while the registration is one of this informer's. */
  hasEventHandler(registration: HandlerRegistration): boolean {
    return this.#processor.has(registration);
  }

  /** Number of handlers. */
  get handlerCount(): number {
    return this.#processor.size;
  }

  /** The cache. Only this informer writes to it. */
  get indexer(): ReadonlyIndexer<T> {
    return this.#settings.indexer;
  }

  /** The same cache without its indexes. */
  get store(): ReadonlyStore<T> {
    return this.#settings.indexer;
  }

  /** Adds indexes, before or after the start. Throws IndexError for a name that is taken, InformerError after the stop. */
  addIndexers(indexers: Indexers<T>): void {
    this.#refuseStopped('add indexers');
    this.#settings.indexer.addIndexers(indexers);
  }

  /** Replaces `onWatchError`. Throws InformerError `ERR_INFORMER_STARTED` after the start. */
  setWatchErrorHandler(handler: WatchErrorHandler | undefined): void {
    this.#refuseStarted('set a watch error handler');
    this.#onWatchError = handler;
  }

  /** Replaces `transform`. Throws InformerError `ERR_INFORMER_STARTED` after the start. */
  setTransform(transform: TransformFunc<T> | undefined): void {
    this.#refuseStarted('set a transform');
    requireFunctions('an informer', { transform }, ['transform']);
    this.#transform = transform;
  }

  /**
   * True once the cache holds the first list, whole; with several namespaces, the first list of each one that the informer
   * had by then. Handlers may not have been called with all of it: see their registration.
   */
  get hasSynced(): boolean {
    return this.#synced.done;
  }

  /** Resolves when `hasSynced` turns true. Rejects with InformerError when the informer stops before. */
  get synced(): Promise<void> {
    return this.#synced.promise;
  }

  /** True once it was run. */
  get isStarted(): boolean {
    return this.#running !== undefined;
  }

  /** True as soon as it was told to stop; nothing can be added any more. */
  get isStopped(): boolean {
    return this.#stopped;
  }

  /**
   * True while the server does not have the resource: a CustomResourceDefinition that is not installed yet, or was deleted.
   *
   * The informer waits: `hasSynced` stays false until the resource is there, `onWatchError` is called once with
   * ReflectorError `ERR_RESOURCE_ABSENT`, which `waitForCacheSync` names as well, and the resource is listed at the pace of the
   * backoff (30 to 60 s apart at most). If it was there, the cache is emptied once three lists in a row do not find it; the
   * handlers get what was left as deletions with `finalStateUnknown`.
   */
  get isAbsent(): boolean {
    return (
      (this.#source instanceof NamespaceControllers ? this.#source : this.#controller)?.isAbsent ?? false
    );
  }

  /** The resourceVersion that the Reflector has reached; "" before the first list. */
  get lastSyncResourceVersion(): string {
    if (this.#source instanceof NamespaceControllers) return this.#source.lastSyncResourceVersion;
    return this.#controller?.lastSyncResourceVersion ?? '';
  }

  /**
   * The last failure to list or watch, which may be over by now; undefined when there was none. With several namespaces: of
   * one that has not synced, if there is such a failure.
   */
  get lastWatchError(): Error | undefined {
    const unsynced = this.#source instanceof NamespaceControllers ? this.#source.unsyncedError : undefined;
    return unsynced ?? this.#lastWatchError;
  }

  /**
   * The namespaces of an informer that lists and watches several, each with its own `synced` and `lastWatchError`, in the
   * order in which they were added. Undefined for an informer that has one list and watch.
   */
  get namespaces(): ReadonlyMap<string, InformerNamespace> | undefined {
    return this.#source instanceof NamespaceControllers ? this.#source.namespaces : undefined;
  }

  /**
   * Adds a namespace to an informer that has several: it alone is listed and watched, and its objects come to the handlers
   * as adds with `isInInitialList`. `hasSynced` of the informer does not go back; wait for `synced` of what is returned.
   * A namespace that is there already stays as it is.
   *
   * Throws ConfigError `ERR_NAMESPACE` for a name that no namespace can have, InformerError: `ERR_INFORMER_STOPPED` after the
   * stop, `ERR_INFORMER_NAMESPACES` for an informer that was not made with several namespaces.
   */
  addNamespace(namespace: string): InformerNamespace {
    return this.#namespaceControllers('add a namespace').add(namespace);
  }

  /**
   * Removes a namespace: its list and watch end, its objects are deleted from the cache, and the handlers get each as a
   * deletion with `leftScope`. Nothing is deleted on the server. A namespace with many objects leaves in time slices. The
   * last one may be removed, too; the cache is then empty until one is added.
   *
   * Returns false when the informer does not have the namespace. Throws InformerError as `addNamespace` does.
   */
  removeNamespace(namespace: string): boolean {
    return this.#namespaceControllers('remove a namespace').remove(namespace);
  }

  /** How often resyncs are checked for, in ms: the shortest period wished for before the start. */
  get resyncCheckPeriodMs(): number {
    return this.#resyncCheckPeriodMs;
  }

  async #runOnce(signal: AbortSignal | undefined): Promise<void> {
    const link = linkSignal(signal, this.#stop.signal);
    // At once, also from within a callback: what the Reflector still has to wind up, no handler need wait for.
    const stopAtOnce = (): void => {
      this.#stopped = true;
      this.#processor.close();
    };
    if (link.signal.aborted) stopAtOnce();
    link.signal.addEventListener('abort', stopAtOnce, { once: true });
    try {
      await this.#runSource(this.#source, link.signal);
    } catch (thrown) {
      // Who waits for the sync is told of it, too.
      this.#lastWatchError = asError(thrown);
      throw thrown;
    } finally {
      link.dispose();
      this.#end();
    }
  }

  #end(): void {
    this.#stopped = true;
    const why = this.#lastWatchError === undefined ? '' : `; last error: ${this.#lastWatchError.message}`;
    this.#synced.fail(
      new InformerError('ERR_INFORMER_STOPPED', `informer ${this.name} stopped before it had synced${why}`, {
        cause: this.#lastWatchError,
      }),
    );
    if (this.#source instanceof NamespaceControllers) this.#source.close();
    this.#processor.close();
  }

  #runSource(source: ListerWatcher<T> | NamespaceControllers<T>, signal: AbortSignal): Promise<void> {
    const intake = this.#settings.objects.intake(this.#transform);
    if (source instanceof NamespaceControllers) {
      const resync = { periodMs: this.#resyncCheckPeriodMs, shouldResync: this.#processor.shouldResync };
      return source.run(
        signal,
        (listerWatcher, { sink, namespace, onWatchError, onSynced }) =>
          newInformerController(listerWatcher, this.#options, this.#settings, {
            sink,
            namespace,
            intake,
            // All namespaces are resynced together.
            resyncPeriodMs: 0,
            onWatchError: (error, info) => {
              onWatchError?.(error, info);
              this.#watchFailed(error, info);
            },
            onSynced,
          }),
        resync,
      );
    }
    this.#controller = newInformerController(source, this.#options, this.#settings, {
      sink: this.#sink,
      intake,
      resyncPeriodMs: this.#resyncCheckPeriodMs,
      shouldResync: this.#processor.shouldResync,
      onWatchError: (error, info) => this.#watchFailed(error, info),
      onSynced: () => this.#nowSynced(),
    });
    return this.#controller.run({ signal });
  }

  #watchFailed(error: Error, info: WatchErrorInfo): void {
    this.#lastWatchError = error;
    callHook('onWatchError', this.#settings.logger, () => this.#onWatchError?.(error, info));
  }

  #nowSynced(): void {
    this.#synced.release();
    this.#processor.upstreamSynced();
  }

  #namespaceControllers(what: string): NamespaceControllers<T> {
    this.#refuseStopped(what);
    if (this.#source instanceof NamespaceControllers) return this.#source;
    throw new InformerError(
      'ERR_INFORMER_NAMESPACES',
      `cannot ${what}: informer ${this.name} has one list and watch; ask for it with namespaces instead`,
    );
  }

  /** The period a handler asks for, at least the minimum; before the start, the check period follows the shortest. */
  #requestedResyncPeriod(wished: number | undefined, logger: Logger): number {
    const periodMs = wished ?? this.#defaultResyncPeriodMs;
    if (!(periodMs >= 0 && periodMs < Infinity)) {
      throw new ConfigError(
        'ERR_OPTION',
        `resyncPeriodMs of an event handler must be 0 or more milliseconds, got ${String(periodMs)}`,
      );
    }
    if (periodMs === 0) return 0;
    let granted = periodMs;
    if (granted < minimumResyncPeriodMs) {
      logger.warn(
        { informer: this.name, resyncPeriodMs: granted },
        'resync period is raised to the minimum of 1000 ms',
      );
      granted = minimumResyncPeriodMs;
    }
    if (granted < this.#resyncCheckPeriodMs && !this.isStarted) {
      this.#resyncCheckPeriodMs = granted;
      this.#processor.resyncCheckPeriodChanged(granted);
    }
    return granted;
  }

  /** Throws unless it can be run: once, and not after the stop. */
  #requireNew(): void {
    if (this.#stopped) {
      throw new InformerError(
        'ERR_INFORMER_STOPPED',
        `informer ${this.name} has stopped and cannot be started again: ask its factory for a new one, or construct one`,
      );
    }
    if (this.#running !== undefined)
      throw new InformerError('ERR_INFORMER_STARTED', `informer ${this.name} can be run once, and has been`);
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
