import type { KubernetesObject } from '../../meta/types.js';
import { cachedFormat } from '../../meta/wire-format.js';
import type { ObjectsByKey } from '../../meta/wire-format.js';
import type { Histogram } from '../../util/histogram.js';
import type { ChangeSink } from '../queues/process-deltas.js';
import type { InformerHealth, InformerState } from '../reflector/reflector-status.js';
import type { ListWatchCounters } from '../reflector/reflector-counts.js';
import { ReflectorStatus } from '../reflector/reflector-status.js';
import type { MemoryIndexer } from '../stores/indexer.js';
import type { ListerWatcher, ReadonlyIndexer } from '../types.js';
import type { InformerControllerOptions } from './informer-controller.js';
import type { InformerSettings, InformerOptions } from './informer-options.js';
import type { NamespaceStats } from './informer-monitor.js';
import { callHook } from '../../util/call-hook.js';
import { pickOptions } from '../../util/known-options.js';
import type { CacheIntake } from '../cache-format.js';
import { DeltaFIFO } from '../queues/delta-fifo.js';
import { DeltaProcessor } from '../queues/process-deltas.js';
import { reflectorOptionNames } from '../reflector/reflector-options.js';
import { TransactionError } from '../stores/transaction.js';
import { InformerController } from './informer-controller.js';

/** What the controllers of an informer share. */
export interface InformerControllersOptions<S, T extends KubernetesObject> {
  readonly source: S;
  readonly settings: InformerSettings<T>;
  readonly sink: ChangeSink<T>;
  /** Called once, when all current lists have synced. */
  readonly onSynced: () => void;
  /** Called after each change of a state, and when a namespace is added or removed. */
  readonly onStateChange: () => void;
}

/** Creates the controller of one list and watch. */
export type NewInformerController<T extends KubernetesObject> = {
  // Compared as a method, like the functions of src/cache/types.ts.
  create(
    listerWatcher: ListerWatcher<T>,
    options: Omit<NewInformerControllerOptions<T>, 'intake'>,
  ): InformerController<T>;
}['create'];

/** When the informer checks whether handlers are due a resync. */
export interface ResyncOptions {
  readonly periodMs: number;
  readonly shouldResync: () => boolean;
}

/** The controllers that keep an informer's cache up to date: one, or one for each namespace. */
export interface InformerControllers<T extends KubernetesObject> {
  /** The cache. */
  readonly indexer: ReadonlyIndexer<T> & { indexSizes(): Record<string, number> };
  /** True while the server does not have the resource. */
  readonly isAbsent: boolean;
  /** The oldest resourceVersion that a controller has reached; "" until each has its first list. */
  readonly lastSyncResourceVersion: string;
  /** The resourceVersion of the newest list; "" before the first, or if one cannot be compared. */
  readonly listedResourceVersion: string;
  /** False once the source turned out not to support watch-lists. */
  readonly watchListSupported: boolean;
  /** The last failure of a namespace that has not synced; undefined if each has synced or not failed, and without namespaces. */
  readonly unsyncedError: Error | undefined;
  readonly queuedItems: number;
  states(): Iterable<InformerState>;
  health(cache: Pick<InformerHealth, 'resourceVersion' | 'hasSynced'>): InformerHealth;
  /** Counters of lists and watches, summed up. */
  counts(): ListWatchCounters;
  /** Statistics of each namespace; undefined without namespaces. */
  namespaceStats(): readonly NamespaceStats[] | undefined;
  /** Adds the seconds per item. */
  addProcessing(sum: Histogram): void;
  /** Ends the current delays; false if no controller waits. */
  retryNow(): boolean;
  /** Delivers the remaining events of a state that the store already shows, before a handler is added. */
  finishNotifying(): void;
  /** Runs until the signal aborts; resolves when nothing is running any more. Rejects if a controller rejects. */
  run(signal: AbortSignal, newController: NewInformerController<T>, resync: ResyncOptions): Promise<void>;
  /** Ends every state. Rejects what waits for a sync. */
  close(): void;
}

/** The controller of an informer with one list and watch. */
export class SingleController<T extends KubernetesObject> implements InformerControllers<T> {
  readonly unsyncedError = undefined;
  readonly indexer: MemoryIndexer<T>;
  readonly #options: InformerControllersOptions<ListerWatcher<T>, T>;
  readonly #status: ReflectorStatus;
  /** Undefined before the start. */
  #controller: InformerController<T> | undefined;

  constructor(options: InformerControllersOptions<ListerWatcher<T>, T>) {
    this.#options = options;
    const { clock, staleAfterMs, newIndexer } = options.settings;
    this.indexer = newIndexer();
    this.#status = new ReflectorStatus(clock, staleAfterMs, options.onStateChange);
  }

  get isAbsent(): boolean {
    return this.#status.isAbsent;
  }

  get lastSyncResourceVersion(): string {
    return this.#status.resourceVersion;
  }

  get listedResourceVersion(): string {
    return this.#status.listedResourceVersion;
  }

  get watchListSupported(): boolean {
    return this.#options.source.watchListUnsupported !== true;
  }

  get queuedItems(): number {
    return this.#controller?.queuedItems ?? 0;
  }

  states(): readonly InformerState[] {
    return [this.#status.state];
  }

  health(cache: Pick<InformerHealth, 'resourceVersion' | 'hasSynced'>): InformerHealth {
    return this.#status.health(cache);
  }

  counts(): ListWatchCounters {
    return this.#status.counts();
  }

  namespaceStats(): undefined {
    return undefined;
  }

  addProcessing(sum: Histogram): void {
    if (this.#controller !== undefined) sum.add(this.#controller.processingSeconds);
  }

  retryNow(): boolean {
    return this.#controller?.retryNow() ?? false;
  }

  finishNotifying(): void {
    this.#controller?.finishNotifying();
  }

  run(signal: AbortSignal, newController: NewInformerController<T>, resync: ResyncOptions): Promise<void> {
    const { source, sink, onSynced } = this.#options;
    this.#controller = newController(source, {
      sink,
      indexer: this.indexer,
      status: this.#status,
      resyncPeriodMs: resync.periodMs,
      shouldResync: resync.shouldResync,
      onSynced,
    });
    return this.#controller.run({ signal });
  }

  close(): void {
    this.#status.enter('stopped');
  }
}

/** What an informer determines when it starts. */
export interface NewInformerControllerOptions<T extends KubernetesObject>
  extends
    Pick<InformerControllerOptions<T>, 'onSynced' | 'shouldResync' | 'status'>,
    Pick<InformerOptions<T>, 'resyncPeriodMs' | 'onWatchError'> {
  /** Decodes and transforms objects for the cache. */
  readonly intake: CacheIntake<T>;
  /** The store that the controller keeps up to date. */
  readonly indexer: MemoryIndexer<T>;
  /** Called with each change, once the indexer shows it. */
  readonly sink: ChangeSink<T>;
  /** Set if the informer has several. */
  readonly namespace?: string | undefined;
}

/** Creates the controller that keeps an indexer up to date (client-go's newInformer). */
export function newInformerController<T extends KubernetesObject>(
  listerWatcher: ListerWatcher<T>,
  options: InformerOptions<T>,
  settings: InformerSettings<T>,
  startOptions: NewInformerControllerOptions<T>,
): InformerController<T> {
  const { keyFunc, logger, name } = settings;
  const { intake, sink, indexer, onWatchError, namespace, ...controllerOptions } = startOptions;
  const shard = settings.shard?.divide(listerWatcher, indexer);
  const resource = options.resource?.resource ?? name;
  const info = { informer: name, resource, namespace };
  const onError = (error: Error): void => {
    logger.error({ name, err: error }, 'an object could not be stored');
    callHook('onObjectError', logger, () => settings.onObjectError?.(error));
  };
  const queue = new DeltaFIFO<T>({
    keyFunc,
    transformer: shard === undefined ? intake.transformer : shard.transformer(intake.transformer),
    onError,
    logger,
    atomicEvents: true,
    isStored: (key: string): boolean => indexer.getByKey(key) !== undefined,
    onDrained: (resourceVersion: string): void => {
      indexer.bookmark(resourceVersion);
      shard?.drained();
    },
  });
  const processor = new DeltaProcessor<T>(sink, indexer);
  shard?.attach(queue);
  return new InformerController<T>({
    ...pickOptions(options, reflectorOptionNames),
    expectedType: options.expectedType ?? options.resource,
    // It is asked for objects of the same resource.
    format: cachedFormat(intake.objectFormat, indexer as ObjectsByKey),
    ...controllerOptions,
    onWatchError: (error, during) => onWatchError?.(error, { ...info, during }),
    name: namespace === undefined ? name : `${name} in ${namespace}`,
    queue,
    listerWatcher: shard ?? listerWatcher,
    prepare: (list, keys) => processor.prepare(list, keys),
    process: (deltas, isInInitialList, keys) => processor.process(deltas, isInInitialList, keys),
    processBatch: (deltas, isInInitialList, keys) => processor.processObjects(deltas, isInInitialList, keys),
    onProcessError: (error) => {
      for (const refusal of error instanceof TransactionError ? error.errors : [error]) onError(refusal);
    },
    runner: settings.runner,
  });
}
