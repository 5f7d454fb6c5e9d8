import type { KubernetesObject } from '../../meta/types.js';
import { compareResourceVersion, isResourceVersion } from '../../meta/resource-version.js';
import type { Timer } from '../../util/clock.js';
import { asError } from '../../util/errors.js';
import { linkSignal, onAbort } from '../../util/signal.js';
import type { LinkedSignal } from '../../util/signal.js';
import { PendingSteps } from '../../util/pending-steps.js';
import { runSteps } from '../../util/steps.js';
import type { Steps } from '../../util/steps.js';
import { InformerError } from '../informer-error.js';
import { Latch } from '../latch.js';
import { requireNamespaces } from '../reflector/namespaced-lister-watcher.js';
import type { NamespacedListerWatcher } from '../reflector/namespaced-lister-watcher.js';
import type { ChangeSink } from '../queues/process-deltas.js';
import type { ListerWatcher } from '../types.js';
import type { Syncable } from './cache-sync.js';
import type { Controller } from './controller.js';
import type { InformerControllerOptions } from './informer-controller.js';
import type { InformerSettings } from './informer-settings.js';
import { NamespaceObjects } from './namespace-objects.js';
import { requireMethods } from '../../util/require.js';

/** One namespace of an informer that has several. */
export interface InformerNamespace extends Syncable {
  readonly namespace: string;
  /** True once the cache holds this namespace's first list, whole. */
  readonly hasSynced: boolean;
  /** Resolves when `hasSynced` turns true. Rejects with InformerError when the namespace is removed or the informer stops first. */
  readonly synced: Promise<void>;
  /** The last failure to list or watch this namespace, which may be over by now; undefined when there was none. */
  readonly lastWatchError: Error | undefined;
  /** True while the server does not have the resource. */
  readonly isAbsent: boolean;
  /** The resourceVersion that this namespace's Reflector has reached; "" before the first list. */
  readonly lastSyncResourceVersion: string;
}

/** What all controllers of one informer have in common. */
export interface NamespaceControllersOptions<T extends KubernetesObject> {
  readonly source: NamespacedListerWatcher<T>;
  readonly settings: InformerSettings<T>;
  readonly sink: ChangeSink<T>;
  /** Called once, when every namespace that there is by then has synced. */
  readonly onSynced: () => void;
}

/** Makes the controller of one namespace, as the informer has decided by its start. */
export type NewNamespaceController<T extends KubernetesObject> = (
  listerWatcher: ListerWatcher<T>,
  options: Pick<InformerControllerOptions<T>, 'sink' | 'namespace' | 'onWatchError' | 'onSynced'>,
) => Controller<T>;

/** How often handlers are due a resync is asked, and when. */
export interface ResyncOptions {
  readonly periodMs: number;
  readonly shouldResync: () => boolean;
}

/** One namespace with its controller. */
class NamespaceFeed<T extends KubernetesObject> implements InformerNamespace {
  readonly name: string;
  readonly namespace: string;
  readonly listerWatcher: ListerWatcher<T>;
  readonly objects: NamespaceObjects<T>;
  readonly latch = new Latch();
  readonly removal = new AbortController();
  lastWatchError: Error | undefined;
  controller: Controller<T> | undefined;
  /** The resourceVersion that the store has reached. */
  stored = '';

  constructor(
    informer: string,
    namespace: string,
    listerWatcher: ListerWatcher<T>,
    objects: NamespaceObjects<T>,
  ) {
    this.name = `${informer} in ${namespace}`;
    this.namespace = namespace;
    this.listerWatcher = listerWatcher;
    this.objects = objects;
  }

  get hasSynced(): boolean {
    return this.latch.done;
  }

  get synced(): Promise<void> {
    return this.latch.promise;
  }

  get isAbsent(): boolean {
    return this.controller?.isAbsent ?? false;
  }

  get lastSyncResourceVersion(): string {
    return this.controller?.lastSyncResourceVersion ?? '';
  }
}

/**
 * The namespaces of one informer: a controller (Reflector and queue) for each, all writing into one indexer and one list
 * of handlers.
 *
 * controller-runtime puts a cache for each namespace behind one reader instead. That leaves every reader, index and handler
 * to be merged at each call, and each handler with as many queues as there are namespaces. Here only the lists and watches
 * are separate: a namespace's queue knows which stored objects are its own (`NamespaceObjects`), so a relist of one
 * namespace deletes nothing of another, and everything behind the queues is that of an informer with one list and watch.
 * Each change is stored and reported in one piece, so the controllers need no order among each other. A RealFIFO therefore
 * takes its replaces apart (`atomicEvents` is off): a ReplacedAll would replace the other namespaces, too.
 */
export class NamespaceControllers<T extends KubernetesObject> {
  readonly #options: NamespaceControllersOptions<T>;
  readonly #feeds = new Map<string, NamespaceFeed<T>>();
  /** Namespaces that were removed and whose objects are still being deleted. */
  readonly #leaving = new Map<string, PendingSteps>();
  readonly #tasks = new Set<Promise<void>>();
  #newController: NewNamespaceController<T> | undefined;
  #run: LinkedSignal | undefined;
  #failure: { readonly error: Error } | undefined;
  #synced = false;
  /** Throws ConfigError: `ERR_OPTION` for an invalid source or no namespaces, `ERR_NAMESPACE` for an invalid name. */
  constructor(options: NamespaceControllersOptions<T>) {
    this.#options = options;
    const { namespaces } = options.source;
    requireNamespaces('an informer', namespaces);
    for (const namespace of namespaces) this.add(namespace);
  }

  /** By namespace, in the order in which they were added. */
  get namespaces(): ReadonlyMap<string, InformerNamespace> {
    return new Map(this.#feeds);
  }

  /** Adds a namespace, which is listed and watched at once if the informer runs. Nothing happens to one that is there. */
  add(namespace: string): InformerNamespace {
    requireNamespaces('an informer', [namespace]);
    const known = this.#feeds.get(namespace);
    if (known !== undefined) return known;
    // Its objects that are still stored would be taken for those of the new list.
    this.#leaving.get(namespace)?.finish();
    const { settings, source, sink } = this.#options;
    const listerWatcher = source.forNamespace(namespace);
    requireMethods('what forNamespace of an informer returns', listerWatcher, ['list', 'watch']);
    const objects = new NamespaceObjects<T>(settings.indexer, settings.keyFunc, sink);
    const feed = new NamespaceFeed<T>(settings.name, namespace, listerWatcher, objects);
    this.#feeds.set(namespace, feed);
    if (this.#run !== undefined) this.#start(feed, this.#run);
    return feed;
  }

  /** Removes a namespace and deletes its objects, with `leftScope`. False when it is not there. */
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
    if (this.#run === undefined) return true;
    const steps = feed.objects.leaveScope();
    this.#track(this.#leave(namespace, steps, this.#run.signal));
    this.#storeReached();
    this.#checkSynced();
    return true;
  }

  /** Runs until the signal aborts, then resolves once nothing runs any more. Rejects with what a controller rejects with. */
  async run(
    signal: AbortSignal,
    newController: NewNamespaceController<T>,
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
      // Node's timers may fire up to 1 ms early: no handler would be due yet, and each would lose its resync.
      timer = clock.setTimer(
        () => {
          if (clock.monotonic() >= dueMs) {
            this.#resync(resync, run.signal);
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

  /** Nothing will sync any more. */
  close(): void {
    for (const feed of this.#feeds.values()) {
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

  /** The oldest that a namespace has reached, so that all of them have; "" until each has its first list. */
  get lastSyncResourceVersion(): string {
    return oldest(Array.from(this.#feeds.values(), (feed) => feed.lastSyncResourceVersion));
  }

  /** True while a list of a namespace says that the server does not have the resource: then no namespace has it. */
  get isAbsent(): boolean {
    return Array.from(this.#feeds.values()).some((feed) => feed.isAbsent);
  }

  /** The last failure of a namespace that has not synced; undefined when there is none. */
  get unsyncedError(): Error | undefined {
    for (const feed of this.#feeds.values())
      if (!feed.hasSynced && feed.lastWatchError !== undefined) return feed.lastWatchError;
    return undefined;
  }

  #start(feed: NamespaceFeed<T>, run: LinkedSignal): void {
    if (run.signal.aborted) return;
    const { settings } = this.#options;
    const controller = this.#newController?.(feed.listerWatcher, {
      sink: feed.objects,
      namespace: {
        namespace: feed.namespace,
        objects: feed.objects,
        onDrained: (resourceVersion) => {
          const previous = feed.stored;
          feed.stored = resourceVersion;
          // Otherwise another namespace is the oldest, and stays it: no need to look at all of them for each event.
          if (settings.indexer.resourceVersion === previous) this.#storeReached();
        },
        queuedItems: () => {
          let count = 0;
          for (const each of this.#feeds.values()) count += each.controller?.queuedItems ?? 0;
          return count;
        },
      },
      onWatchError: (error) => {
        feed.lastWatchError = error;
      },
      onSynced: () => {
        feed.latch.release();
        this.#checkSynced();
      },
    });
    if (controller === undefined) return;
    feed.controller = controller;
    this.#track(this.#runController(feed, controller, run));
  }

  async #runController(feed: NamespaceFeed<T>, controller: Controller<T>, run: LinkedSignal): Promise<void> {
    const link = linkSignal(run.signal, feed.removal.signal);
    try {
      await controller.run({ signal: link.signal });
    } catch (thrown) {
      // As in an informer with one list and watch: an error that a controller ends with ends the informer.
      this.#failure ??= { error: asError(thrown) };
      run.abort(thrown);
    } finally {
      link.dispose();
    }
  }

  async #leave(namespace: string, steps: Steps, signal: AbortSignal): Promise<void> {
    const pending = new PendingSteps();
    this.#leaving.set(namespace, pending);
    await runSteps(pending.share(steps), { clock: this.#options.settings.clock, signal });
    if (this.#leaving.get(namespace) === pending) this.#leaving.delete(namespace);
  }

  #track(task: Promise<void>): void {
    this.#tasks.add(task);
    // None of the tasks rejects.
    void task.then(() => this.#tasks.delete(task));
  }

  /** One check for all namespaces: asking notes which handlers are due, so each controller asking would leave out the others. */
  #resync({ shouldResync }: ResyncOptions, signal: AbortSignal): void {
    if (!shouldResync()) return;
    for (const feed of this.#feeds.values()) this.#track(this.#resyncOne(feed, signal));
  }

  async #resyncOne({ name, controller }: NamespaceFeed<T>, signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.#options.settings;
    try {
      if (controller !== undefined) await runSteps(controller.resyncInSteps(), { clock, signal });
    } catch (thrown) {
      logger.error({ name, err: asError(thrown) }, 'resync failed');
    }
  }

  #storeReached(): void {
    this.#options.settings.indexer.bookmark(oldest(Array.from(this.#feeds.values(), (feed) => feed.stored)));
  }

  #checkSynced(): void {
    if (this.#synced || !Array.from(this.#feeds.values()).every((feed) => feed.hasSynced)) return;
    this.#synced = true;
    this.#options.onSynced();
  }
}

/** "" when one of them is not a version that can be compared. */
function oldest(versions: readonly string[]): string {
  if (versions.length === 0 || !versions.every(isResourceVersion)) return '';
  return versions.reduce((least, version) => (compareResourceVersion(version, least) < 0 ? version : least));
}
