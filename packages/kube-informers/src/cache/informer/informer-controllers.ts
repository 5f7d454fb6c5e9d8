import type { KubernetesObject } from '../../meta/types.js';
import type { Histogram } from '../../util/histogram.js';
import type { ChangeSink } from '../queues/process-deltas.js';
import type { InformerHealth, InformerState } from '../reflector/informer-state.js';
import type { ListWatchCounters } from '../reflector/reflector-counts.js';
import { ReflectorStatus } from '../reflector/reflector-status.js';
import type { ListerWatcher } from '../types.js';
import type { Controller } from './controller.js';
import type { InformerControllerOptions } from './informer-controller.js';
import type { InformerSettings } from './informer-settings.js';
import type { NamespaceStats } from './informer-stats.js';

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
    options: Omit<InformerControllerOptions<T>, 'intake'>,
  ): Controller<T>;
}['create'];

/** When the informer checks whether handlers are due a resync. */
export interface ResyncOptions {
  readonly periodMs: number;
  readonly shouldResync: () => boolean;
}

/** The controllers that keep an informer's cache up to date: one, or one for each namespace. */
export interface InformerControllers<T extends KubernetesObject> {
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
  health(versions: Pick<InformerHealth, 'resourceVersion' | 'synced'>): InformerHealth;
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
  readonly #options: InformerControllersOptions<ListerWatcher<T>, T>;
  readonly #status: ReflectorStatus;
  /** Undefined before the start. */
  #controller: Controller<T> | undefined;

  constructor(options: InformerControllersOptions<ListerWatcher<T>, T>) {
    this.#options = options;
    const { clock, staleAfterMs } = options.settings;
    this.#status = new ReflectorStatus(clock, staleAfterMs, options.onStateChange);
  }

  get isAbsent(): boolean {
    return this.#controller?.isAbsent ?? false;
  }

  get lastSyncResourceVersion(): string {
    return this.#controller?.lastSyncResourceVersion ?? '';
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

  health(versions: Pick<InformerHealth, 'resourceVersion' | 'synced'>): InformerHealth {
    return this.#status.health({ serverResourceVersion: this.lastSyncResourceVersion, ...versions });
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
