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
import type { InformerOptions, WatchErrorHandler } from './informer-options.js';
import { informerSettings } from './informer-settings.js';
import type { InformerSettings } from './informer-settings.js';
import { reservedMetrics } from './informer-name.js';
import type { InformerIdentity } from './informer-name.js';
import { Latch } from '../latch.js';
import { createMutationDetector } from './mutation-detector.js';
import type { MutationDetector } from './mutation-detector.js';
import type { ChangeSink } from '../queues/process-deltas.js';
import { SharedProcessor, determineResyncPeriod } from '../handlers/shared-processor.js';
import type {
  CallOptions,
  Indexer,
  Indexers,
  ListerWatcher,
  ResourceEventHandler,
  Store,
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
  readonly #listerWatcher: ListerWatcher<T>;
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
  #controller: Controller<T> | undefined;
  /** The run without the callbacks that it leaves running. */
  #running: Promise<void> | undefined;
  #stopped = false;

  /** Throws ConfigError `ERR_OPTION` for an option out of range. */
  constructor(listerWatcher: ListerWatcher<T>, options: SharedIndexInformerOptions<T> = {}) {
    requireKnownOptions('an informer', options, sharedIndexInformerOptionNames, informerOptionAliases);
    requireBooleans('an informer', options, ['mutationDetector']);
    this.#listerWatcher = listerWatcher;
    this.#options = { ...options, metrics: reservedMetrics(options.metrics, options.identity) };
    const detector = createMutationDetector({ enabled: options.mutationDetector });
    this.#settings = informerSettings(listerWatcher, options, detector.enabled);
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
  }

  /**
   * Lists and watches until the signal aborts or `stop` is called. What waits for handlers then is dropped, and no
   * callback is begun any more; resolves once those that were running have settled, without the time limit of `stop`. A
   * callback must therefore never wait for this promise.
   *
   * Rejects with InformerError: `ERR_INFORMER_STARTED` for a second run, `ERR_INFORMER_STOPPED` after `stop`.
   */
  async run(call: CallOptions = {}): Promise<void> {
    requireCall('run of an informer', call);
    if (this.#running !== undefined) {
      throw new InformerError('ERR_INFORMER_STARTED', `informer ${this.name} can be run once, and has been`);
    }
    this.#refuseStopped('run');
    this.#controller = this.#newController();
    this.#running = this.#runOnce(this.#controller, call.signal);
    try {
      await this.#running;
    } finally {
      await this.#processor.stop();
    }
  }

  /** `run` without waiting for its end: `stop` does that. Throws what `run` rejects with at once. */
  start(call: CallOptions = {}): void {
    requireCall('start of an informer', call);
    if (this.#running !== undefined) {
      throw new InformerError('ERR_INFORMER_STARTED', `informer ${this.name} can be run once, and has been`);
    }
    this.#refuseStopped('run');
    this.run(call).catch((error: unknown) => {
      this.#settings.logger.error({ informer: this.name, err: error }, 'informer ended with an error');
    });
  }

  /**
   * Stops the informer, whether it runs or not. Resolves when nothing of it runs any more and the callbacks that were
   * running have settled. It waits 30 seconds at most for a callback (controller-runtime's default for a graceful
   * shutdown), then logs a warning with the handler's name and resolves.
   *
   * May be awaited inside a callback. A callback that waits for a `stop`, a factory's `shutdown` or a `removeAndWait` is not
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
    this.#controller?.finishTelling();
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

  /** The cache. Only for reading: this informer alone writes to it. */
  get indexer(): Indexer<T> {
    return this.#settings.indexer;
  }

  /** The same cache as a Store. */
  get store(): Store<T> {
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

  /** True once the cache holds the first list, whole. Handlers may not have been told all: see their registration. */
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

  /** The resourceVersion that the Reflector has reached; "" before the first list. */
  get lastSyncResourceVersion(): string {
    return this.#controller?.lastSyncResourceVersion ?? '';
  }

  /** The last failure to list or watch, which may be overcome by now; undefined when there was none. */
  get lastWatchError(): Error | undefined {
    return this.#lastWatchError;
  }

  /** How often resyncs are checked for, in ms: the shortest period wished for before the start. */
  get resyncCheckPeriodMs(): number {
    return this.#resyncCheckPeriodMs;
  }

  async #runOnce(controller: Controller<T>, signal: AbortSignal | undefined): Promise<void> {
    const link = linkSignal(signal, this.#stop.signal);
    // At once, also from within a callback: what the Reflector still has to wind up, no handler need wait for.
    const stopAtOnce = (): void => {
      this.#stopped = true;
      this.#processor.close();
    };
    if (link.signal.aborted) stopAtOnce();
    link.signal.addEventListener('abort', stopAtOnce, { once: true });
    try {
      await controller.run({ signal: link.signal });
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
    this.#processor.close();
  }

  #newController(): Controller<T> {
    return newInformerController(this.#listerWatcher, this.#options, this.#settings, {
      sink: this.#sink,
      transform: this.#transform,
      resyncPeriodMs: this.#resyncCheckPeriodMs,
      shouldResync: this.#processor.shouldResync,
      onWatchError: (error, info) => {
        this.#lastWatchError = error;
        callHook('onWatchError', this.#settings.logger, () => this.#onWatchError?.(error, info));
      },
      onSynced: () => {
        this.#synced.release();
        this.#processor.upstreamSynced();
      },
    });
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
