import type { KubernetesObject } from '../../meta/types.js';
import { compareResourceVersion, isResourceVersion } from '../../meta/resource-version.js';
import { requireNamespaceName } from '../../meta/validation.js';
import type { Timer } from '../../util/clock.js';
import { inspectCustom } from '../../util/builtin.js';
import type { Histogram } from '../../util/histogram.js';
import { asError } from '../../util/errors.js';
import { linkSignal, onAbort } from '../../util/signal.js';
import type { LinkedSignal } from '../../util/signal.js';
import { finishSteps, objectsPerStep, runSteps, stepsOverEach } from '../../util/steps.js';
import type { Steps } from '../../util/steps.js';
import { InformerError } from '../informer-error.js';
import { Latch } from '../latch.js';
import { requireNamespaces } from '../reflector/listwatch.js';
import type { NamespacedListerWatcher } from '../reflector/listwatch.js';
import { ListWatchCounters } from '../reflector/reflector-counts.js';
import { ReflectorStatus, worstHealth } from '../reflector/reflector-status.js';
import type { InformerHealth, InformerState } from '../reflector/reflector-status.js';
import type { ListerWatcher } from '../types.js';
import type { NamespaceStats } from './informer-monitor.js';
import type { Syncable } from './cache-sync.js';
import { newProcessingHistogram } from './informer-controller.js';
import type { InformerController } from './informer-controller.js';
import type {
  InformerControllers,
  InformerControllersOptions,
  NewInformerController,
  ResyncOptions,
} from './informer-controllers.js';
import { requireMethods } from '../../util/require.js';
import { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import type { MemoryIndexer } from '../stores/indexer.js';
import { MultiNamespaceIndexer } from '../stores/multi-namespace-indexer.js';

/** One namespace of an informer that has several. */
export interface InformerNamespace extends Syncable {
  /** Name of the namespace. */
  readonly namespace: string;
  /** True once the cache holds the complete first list of this namespace. */
  readonly hasSynced: boolean;
  /** Resolves when `hasSynced` becomes true. Rejects with InformerError if the namespace is removed or the informer stops first. */
  readonly synced: Promise<void>;
  /** The last failure to list or watch this namespace; undefined if there was no failure. It may have recovered since. */
  readonly lastWatchError: Error | undefined;
  /** True while the server does not have the resource. */
  readonly isAbsent: boolean;
  /** The resourceVersion that this namespace's Reflector has reached; "" before the first list. */
  readonly lastSyncResourceVersion: string;
  /** What the informer is doing for this namespace. */
  readonly state: InformerState;
  /** Whether the cache is up to date for this namespace. */
  readonly health: InformerHealth;
}

/** One namespace with its controller. */
class NamespaceFeed<T extends KubernetesObject> implements InformerNamespace {
  readonly name: string;
  readonly namespace: string;
  readonly listerWatcher: ListerWatcher<T>;
  readonly indexer: MemoryIndexer<T>;
  readonly latch = new Latch();
  readonly removal = new AbortController();
  readonly status: ReflectorStatus;
  controller: InformerController<T> | undefined;

  constructor(
    informer: string,
    namespace: string,
    listerWatcher: ListerWatcher<T>,
    indexer: MemoryIndexer<T>,
    status: ReflectorStatus,
  ) {
    this.status = status;
    this.name = `${informer} in ${namespace}`;
    this.namespace = namespace;
    this.listerWatcher = listerWatcher;
    this.indexer = indexer;
  }

  get hasSynced(): boolean {
    return this.latch.done;
  }

  get synced(): Promise<void> {
    return this.latch.promise;
  }

  get lastWatchError(): Error | undefined {
    return this.status.lastError;
  }

  get isAbsent(): boolean {
    return this.status.isAbsent;
  }

  get lastSyncResourceVersion(): string {
    return this.status.resourceVersion;
  }

  get state(): InformerState {
    return this.status.state;
  }

  get health(): InformerHealth {
    return this.status.health({
      resourceVersion: this.indexer.resourceVersion,
      hasSynced: this.hasSynced,
    });
  }

  /** For console.log of `informer.namespaces`. */
  [inspectCustom](): object {
    const { hasSynced, isAbsent, lastSyncResourceVersion, lastWatchError } = this;
    return { state: this.state, hasSynced, isAbsent, lastSyncResourceVersion, lastWatchError };
  }
}

/**
 * Runs one controller (Reflector, queue and indexer) for each namespace of an informer; all notify one processor.
 *
 * The indexers are read as one. A list of one namespace replaces its indexer, and a namespace that is removed takes its
 * indexer with it.
 */
export class NamespaceControllers<T extends KubernetesObject> implements InformerControllers<T> {
  /** A namespace whose source lacks watch-lists says nothing about the others. */
  readonly watchListSupported = true;
  readonly #options: InformerControllersOptions<NamespacedListerWatcher<T>, T>;
  readonly #feeds = new Map<string, NamespaceFeed<T>>();
  readonly indexer: MultiNamespaceIndexer<T>;
  /** The steps that notify of the objects of removed namespaces. */
  readonly #leaving = new Set<Steps>();
  /** Removed namespaces whose controllers are still ending. */
  readonly #ending = new Set<NamespaceFeed<T>>();
  /** What removed namespaces have counted, so that the sums never fall. */
  readonly #leftCounts = new ListWatchCounters();
  readonly #leftProcessing = newProcessingHistogram();
  /** The informer without any namespace. */
  readonly #empty: ReflectorStatus;
  readonly #tasks = new Set<Promise<void>>();
  #newController: NewInformerController<T> | undefined;
  #run: LinkedSignal | undefined;
  #failure: { readonly error: Error } | undefined;
  #synced = false;

  /** Throws ConfigError: `ERR_OPTION` for an invalid source or no namespaces, `ERR_NAMESPACE` for an invalid name. */
  constructor(options: InformerControllersOptions<NamespacedListerWatcher<T>, T>) {
    this.#options = options;
    const { namespaces } = options.source;
    requireNamespaces('namespaces of an informer', namespaces);
    const { newIndexer } = options.settings;
    this.indexer = new MultiNamespaceIndexer<T>(newIndexer, newIndexer().indexers);
    this.#empty = this.#newStatus();
    for (const namespace of namespaces) this.#addFeed(namespace);
  }

  /** In the order in which they were added. */
  get namespaces(): ReadonlyMap<string, InformerNamespace> {
    return new Map(this.#feeds);
  }

  /** Adds a namespace; a running informer starts to list and watch it. Returns an existing namespace unchanged. */
  add(namespace: string): InformerNamespace {
    requireNamespaceName('the namespace to add', namespace);
    const known = this.#feeds.get(namespace);
    if (known !== undefined) return known;
    // Otherwise handlers would get the deletion of an object after its new add.
    this.#finishLeaving();
    const feed = this.#addFeed(namespace);
    this.#options.onStateChange();
    if (this.#run !== undefined) this.#start(feed, this.#run);
    return feed;
  }

  /** Removes a namespace and deletes its objects, with `leftScope`. False if the informer does not have it. */
  remove(namespace: string): boolean {
    const feed = this.#feeds.get(namespace);
    if (feed === undefined) return false;
    this.#feeds.delete(namespace);
    feed.latch.fail(
      new InformerError(
        'ERR_NAMESPACE_REMOVED',
        `${feed.name}: the namespace was removed before it had synced`,
      ),
    );
    feed.removal.abort();
    if (feed.controller !== undefined) this.#ending.add(feed);
    feed.status.enter('stopped');
    if (this.#run !== undefined && this.#feeds.size === 0) this.#empty.nothingToWatch();
    this.#options.onStateChange();
    this.indexer.removeNamespace(namespace);
    if (this.#run === undefined) return true;
    this.#track(this.#leave(feed.indexer, this.#run.signal));
    this.#checkSynced();
    return true;
  }

  async run(
    signal: AbortSignal,
    newController: NewInformerController<T>,
    resync: ResyncOptions,
  ): Promise<void> {
    const run = linkSignal(signal);
    this.#run = run;
    this.#newController = newController;
    const ended = new Latch();
    if (run.signal.aborted) ended.release();
    const undo = onAbort(run.signal, () => ended.release());
    let timer: Timer | undefined;
    const { clock } = this.#options.settings;
    let dueMs = clock.monotonic();
    const wait = (): void => {
      // Node's timers may fire up to 1 ms early; no handler would be due yet and all would miss this resync.
      timer = clock.setTimer(
        () => {
          if (clock.monotonic() >= dueMs) {
            this.#resync(resync);
            dueMs = clock.monotonic() + resync.periodMs;
          }
          wait();
        },
        Math.max(1, dueMs - clock.monotonic()),
      );
    };
    if (resync.periodMs > 0) {
      dueMs += resync.periodMs;
      wait();
    }
    if (this.#feeds.size === 0 && !run.signal.aborted) this.#empty.nothingToWatch();
    for (const feed of this.#feeds.values()) this.#start(feed, run);
    this.#checkSynced();
    try {
      await ended.promise;
      while (this.#tasks.size > 0) await Promise.all(this.#tasks);
    } finally {
      timer?.cancel();
      undo();
      run.dispose();
    }
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** The states of the namespaces. */
  states(): readonly InformerState[] {
    if (this.#feeds.size === 0) return [this.#empty.state];
    return Array.from(this.#feeds.values(), ({ status }) => status.state);
  }

  health(cache: Pick<InformerHealth, 'resourceVersion' | 'hasSynced'>): InformerHealth {
    if (this.#feeds.size === 0) return this.#empty.health(cache);
    return worstHealth(
      Array.from(this.#feeds.values(), (feed) => feed.health),
      { serverResourceVersion: this.lastSyncResourceVersion, ...cache },
    );
  }

  namespaceStats(): readonly NamespaceStats[] {
    return Object.freeze(
      Array.from(this.#feeds.values(), (feed) =>
        Object.freeze({
          namespace: feed.namespace,
          state: feed.state,
          hasSynced: feed.hasSynced,
          listWatch: feed.status.counts().stats(),
        }),
      ),
    );
  }

  counts(): ListWatchCounters {
    const sum = new ListWatchCounters();
    sum.add(this.#leftCounts);
    for (const { status } of [...this.#ending, ...this.#feeds.values()]) sum.add(status.counts());
    return sum;
  }

  retryNow(): boolean {
    const woken = Array.from(this.#feeds.values(), ({ controller }) => controller?.retryNow() === true);
    return woken.includes(true);
  }

  addProcessing(sum: Histogram): void {
    sum.add(this.#leftProcessing);
    for (const { controller } of [...this.#ending, ...this.#feeds.values()])
      if (controller !== undefined) sum.add(controller.processingSeconds);
  }

  finishNotifying(): void {
    this.#finishLeaving();
    for (const { controller } of this.#feeds.values()) controller?.finishNotifying();
  }

  get queuedItems(): number {
    let count = 0;
    for (const { controller } of this.#feeds.values()) count += controller?.queuedItems ?? 0;
    return count;
  }

  close(): void {
    this.#empty.enter('stopped');
    for (const feed of this.#feeds.values()) {
      feed.status.enter('stopped');
      const why = feed.lastWatchError === undefined ? '' : `; last error: ${feed.lastWatchError.message}`;
      feed.latch.fail(
        new InformerError(
          'ERR_INFORMER_STOPPED',
          `${feed.name}: the informer stopped before it had synced${why}`,
          {
            cause: feed.lastWatchError,
          },
        ),
      );
    }
  }

  get lastSyncResourceVersion(): string {
    return oldest(Array.from(this.#feeds.values(), (feed) => feed.lastSyncResourceVersion));
  }

  get listedResourceVersion(): string {
    const versions = Array.from(this.#feeds.values(), ({ status }) => status.listedResourceVersion);
    return newest(versions.filter((version) => version !== ''));
  }

  /** True while the server does not have the resource, which then is absent in all namespaces. */
  get isAbsent(): boolean {
    return Array.from(this.#feeds.values()).some((feed) => feed.isAbsent);
  }

  get unsyncedError(): Error | undefined {
    for (const feed of this.#feeds.values())
      if (!feed.hasSynced && feed.lastWatchError !== undefined) return feed.lastWatchError;
    return undefined;
  }

  #addFeed(namespace: string): NamespaceFeed<T> {
    const { settings, source } = this.#options;
    const listerWatcher = source.forNamespace(namespace);
    requireMethods('the result of forNamespace of an informer', listerWatcher, ['list', 'watch']);
    const indexer = this.indexer.addNamespace(namespace);
    const feed = new NamespaceFeed<T>(settings.name, namespace, listerWatcher, indexer, this.#newStatus());
    this.#feeds.set(namespace, feed);
    return feed;
  }

  #newStatus(): ReflectorStatus {
    const { settings, onStateChange } = this.#options;
    return new ReflectorStatus(settings.clock, settings.staleAfterMs, onStateChange);
  }

  #start(feed: NamespaceFeed<T>, run: LinkedSignal): void {
    if (run.signal.aborted) return;
    const controller = this.#newController?.(feed.listerWatcher, {
      sink: this.#options.sink,
      indexer: feed.indexer,
      namespace: feed.namespace,
      status: feed.status,
      // All namespaces are resynced together.
      resyncPeriodMs: 0,
      onSynced: () => {
        feed.latch.release();
        this.#checkSynced();
      },
    });
    if (controller === undefined) return;
    feed.controller = controller;
    this.#track(this.#runController(feed, controller, run));
  }

  async #runController(
    feed: NamespaceFeed<T>,
    controller: InformerController<T>,
    run: LinkedSignal,
  ): Promise<void> {
    const link = linkSignal(run.signal, feed.removal.signal);
    try {
      await controller.run({ signal: link.signal });
    } catch (thrown) {
      // As with one list and watch, an error that ends a controller ends the informer.
      this.#failure ??= { error: asError(thrown) };
      run.abort(thrown);
    } finally {
      link.dispose();
      if (this.#ending.delete(feed)) {
        this.#leftCounts.add(feed.status.counts());
        this.#leftProcessing.add(controller.processingSeconds);
      }
    }
  }

  /** Notifies of the objects of a removed namespace, with `leftScope`. */
  async #leave(indexer: MemoryIndexer<T>, signal: AbortSignal): Promise<void> {
    const { sink, settings } = this.#options;
    const steps = stepsOverEach(indexer.listKeys(), objectsPerStep, (key) => {
      const left = new DeletedFinalStateUnknown<T>(key, indexer.getByKey(key), true);
      indexer.delete(left);
      sink.onDelete(left);
    });
    this.#leaving.add(steps);
    await runSteps(steps, { clock: settings.clock, signal });
    this.#leaving.delete(steps);
  }

  #finishLeaving(): void {
    for (const steps of this.#leaving) finishSteps(steps);
  }

  #track(task: Promise<void>): void {
    this.#tasks.add(task);
    // None of the tasks rejects.
    void task.then(() => this.#tasks.delete(task));
  }

  /** Checks once for all namespaces: `shouldResync` schedules the next resync, so a check for each would skip all but one. */
  #resync({ shouldResync }: ResyncOptions): void {
    if (!shouldResync()) return;
    const { logger } = this.#options.settings;
    for (const { name, controller } of this.#feeds.values()) {
      try {
        controller?.resync();
      } catch (thrown) {
        logger.error({ name, err: asError(thrown) }, 'resync failed');
      }
    }
  }

  #checkSynced(): void {
    if (this.#synced || !Array.from(this.#feeds.values()).every((feed) => feed.hasSynced)) return;
    this.#synced = true;
    this.#options.onSynced();
  }
}

/** Returns the oldest version; "" if one of them cannot be compared. */
function oldest(versions: readonly string[]): string {
  if (versions.length === 0 || !versions.every(isResourceVersion)) return '';
  return versions.reduce((least, version) => (compareResourceVersion(version, least) < 0 ? version : least));
}

/** Returns the newest version; "" if one of them cannot be compared. */
function newest(versions: readonly string[]): string {
  if (versions.length === 0 || !versions.every(isResourceVersion)) return '';
  return versions.reduce((most, version) => (compareResourceVersion(version, most) > 0 ? version : most));
}
