import { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import type { Clock } from '../../util/clock.js';
import type { Logger } from '../../util/logger.js';
import { EventLog } from './event-log.js';
import { guardMetrics } from '../guarded-metrics.js';
import type { HandlerFailure } from './handler-registration.js';
import { InformerError } from '../informer-error.js';
import type { InformerMetrics } from '../informer-metrics.js';
import { keyOf, resourceVersionOf } from '../key-of.js';
import type { Notification } from './notification.js';
import type { ChangeSink } from '../queues/process-deltas.js';
import { ProcessorListener } from './processor-listener.js';
import type { ListenerHost, ListenerOptions } from './processor-listener.js';
import type { SliceRunner } from '../slice-runner.js';
import type { Deletion, KeyFunc, ResourceEventHandler } from '../types.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** What a SharedProcessor needs of its informer. */
export interface SharedProcessorOptions<T> {
  readonly informerName: string;
  readonly keyFunc: KeyFunc<T>;
  readonly runner: SliceRunner;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics?: InformerMetrics | undefined;
  readonly onHandlerError?: ((failure: HandlerFailure) => void) | undefined;
}

/**
 * Writes every change into one log, which every listener reads at its own pace; an update that changed nothing is only for
 * those that are due a resync. A change costs one entry, and a call for each listener that has nothing else to do.
 *
 * client-go counts each listener as due until the first check, so that a relist before it tells everybody of objects
 * that did not change; here a listener is due when its period says so.
 */
export class SharedProcessor<T> implements ChangeSink<T>, ListenerHost<T> {
  readonly informerName: string;
  readonly runner: SliceRunner;
  readonly clock: Clock;
  readonly metrics: InformerMetrics | undefined;
  readonly onHandlerError: ((failure: HandlerFailure) => void) | undefined;
  readonly keyFunc: KeyFunc<T>;
  readonly log = new EventLog<T>();
  readonly #logger: Logger;
  readonly #listeners = new Set<ProcessorListener<T>>();
  /** Those that have read the log to its end. */
  readonly #resting = new Set<ProcessorListener<T>>();
  readonly #coalescing = new Set<ProcessorListener<T>>();
  /** The listeners that are due a resync, until that changes. */
  #audience: ReadonlySet<ProcessorListener<T>> | undefined;
  readonly #measured: boolean;
  #closed = false;
  /** Removed, with a callback that may still be running: a stop waits for these, too. */
  readonly #leaving = new Set<ProcessorListener<T>>();
  #synced = false;

  constructor(options: SharedProcessorOptions<T>) {
    this.informerName = options.informerName;
    this.runner = options.runner;
    this.clock = options.clock;
    this.metrics = guardMetrics(options.metrics, options.logger);
    this.#measured = this.metrics?.handlerBacklog !== undefined;
    this.onHandlerError = options.onHandlerError;
    this.keyFunc = options.keyFunc;
    this.#logger = options.logger;
  }

  /** Number of handlers. */
  get size(): number {
    return this.#listeners.size;
  }

  /** Adds a handler, which first gets these objects as adds of the initial list; the array is kept and must not change. */
  addListener(
    handler: ResourceEventHandler<T>,
    options: ListenerOptions,
    objects: readonly DeepReadonly<T>[],
  ): ProcessorListener<T> {
    const listener = new ProcessorListener<T>(handler, this, options, objects);
    this.#listeners.add(listener);
    if (listener.coalesces) this.#coalescing.add(listener);
    else if (objects.length === 0) this.rests(listener);
    if (this.#synced) listener.upstreamSynced();
    return listener;
  }

  /** True when the listener is one of this processor's. */
  has(listener: unknown): listener is ProcessorListener<T> {
    return listener instanceof ProcessorListener && this.#listeners.has(listener);
  }

  removeListener(listener: ProcessorListener<T>): void {
    if (!this.#listeners.delete(listener)) return;
    this.#coalescing.delete(listener);
    this.#resting.delete(listener);
    this.#audience = undefined;
    this.#letGo();
    this.#leaving.add(listener);
    // `ended` never rejects.
    void listener.ended.then(() => this.#leaving.delete(listener));
  }

  rests(listener: ProcessorListener<T>): void {
    this.#resting.add(listener);
    this.#letGo();
  }

  onAdd(object: DeepReadonly<T>, isInInitialList: boolean): void {
    if (this.#listeners.size > 0) this.#tell({ event: 'add', object, isInInitialList });
  }

  onUpdate(oldObject: DeepReadonly<T>, newObject: DeepReadonly<T>): void {
    if (this.#listeners.size === 0) return;
    if (isUnchanged(oldObject, newObject)) this.#resync(oldObject, newObject);
    else this.#tell({ event: 'update', oldObject, object: newObject });
  }

  onDelete(object: DeepReadonly<T> | DeletedFinalStateUnknown<T>): void {
    if (this.#listeners.size > 0) this.#tell({ event: 'delete', deletion: this.#deletion(object) });
  }

  /** The informer has synced: from now on every listener knows what its `synced` waits for. */
  upstreamSynced(): void {
    this.#synced = true;
    for (const listener of this.#listeners) listener.upstreamSynced();
  }

  /** cache.ShouldResyncFunc: notes which listeners are due now; true when one is. */
  readonly shouldResync = (): boolean => {
    const nowMs = this.clock.monotonic();
    let needed = false;
    this.#audience = undefined;
    for (const listener of this.#listeners) {
      listener.isSyncing = listener.isDue(nowMs);
      if (!listener.isSyncing) continue;
      needed = true;
      listener.determineNextResync(nowMs);
    }
    return needed;
  };

  /** The informer checks for resyncs this often from now on, in ms: each listener gets what it can grant. */
  resyncCheckPeriodChanged(checkPeriodMs: number): void {
    for (const listener of this.#listeners) {
      listener.resyncPeriodMs = determineResyncPeriod(
        listener.requestedResyncPeriodMs,
        checkPeriodMs,
        this.#logger,
      );
    }
  }

  /** Closes every listener: what waits for a handler is dropped, and no callback is begun any more. */
  close(): void {
    this.#closed = true;
    for (const listener of this.#listeners) {
      listener.close(
        new InformerError(
          'ERR_INFORMER_STOPPED',
          `${listener.name}: the informer stopped before it had synced`,
        ),
      );
    }
  }

  /** `close`; resolves when the callbacks that were running have settled. */
  async stop(): Promise<void> {
    this.close();
    await Promise.all(this.#unended((listener) => listener.ended));
  }

  /** After `close`: resolves when the running callbacks have settled; see `ProcessorListener.callbackEnded` for its limits. */
  async callbacksEnded(): Promise<void> {
    await Promise.all(this.#unended((listener) => listener.callbackEnded()));
  }

  #unended(wait: (listener: ProcessorListener<T>) => Promise<void>): Promise<void>[] {
    return Array.from([...this.#listeners, ...this.#leaving], wait);
  }

  #tell(notification: Notification<T>): void {
    if (this.#closed) return;
    const coalescing = this.#coalescing.size;
    // Walking a Set that is empty, as these mostly are, would cost an iterator for each event.
    if (coalescing > 0) for (const listener of this.#coalescing) listener.offer(notification);
    if (coalescing < this.#listeners.size) {
      const piece = this.log.write(notification);
      if (this.#resting.size > 0) {
        for (const listener of this.#resting) listener.goOnAt(piece);
        this.#resting.clear();
      }
    }
    if (this.#measured) for (const listener of this.#listeners) listener.measure();
  }

  #resync(oldObject: DeepReadonly<T>, object: DeepReadonly<T>): void {
    const audience = (this.#audience ??= new Set([...this.#listeners].filter(({ isSyncing }) => isSyncing)));
    if (this.#closed || audience.size === 0) return;
    const notification = { event: 'resync', oldObject, object, audience } as const;
    const piece = this.#coalescing.size < this.#listeners.size ? this.log.write(notification) : undefined;
    for (const listener of this.#listeners) {
      if (!audience.has(listener)) listener.pass();
      else {
        if (listener.coalesces) listener.offer(notification);
        else if (piece !== undefined && this.#resting.delete(listener)) listener.goOnAt(piece);
        listener.measure();
      }
    }
  }

  /** Nobody has anything left to read: what was read is let go. */
  #letGo(): void {
    if (this.#resting.size + this.#coalescing.size >= this.#listeners.size) this.log.rest();
  }

  #deletion(object: DeepReadonly<T> | DeletedFinalStateUnknown<T>): Deletion<T> {
    return object instanceof DeletedFinalStateUnknown
      ? {
          key: object.key,
          object: object.object,
          finalStateUnknown: !object.leftScope,
          leftScope: object.leftScope,
        }
      : { key: keyOf(this.keyFunc, object), object, finalStateUnknown: false, leftScope: false };
  }
}

/**
 * A resync, or a relist that found the same resourceVersion. Objects without one come from a source of the user's own:
 * then only the very same object is unchanged.
 */
function isUnchanged(oldObject: unknown, newObject: unknown): boolean {
  if (oldObject === newObject) return true;
  const resourceVersion = resourceVersionOf(newObject);
  return resourceVersion !== undefined && resourceVersion === resourceVersionOf(oldObject);
}

/** client-go's determineResyncPeriod: the period a listener is granted, in ms. */
export function determineResyncPeriod(desiredMs: number, checkMs: number, logger: Logger): number {
  if (desiredMs === 0) return 0;
  if (checkMs === 0) {
    logger.warn({ resyncPeriodMs: desiredMs }, 'this informer does no resyncs, a handler asked for some');
    return 0;
  }
  if (desiredMs < checkMs) {
    logger.warn(
      { resyncPeriodMs: desiredMs, resyncCheckPeriodMs: checkMs },
      'resync period of a handler is raised to the check period',
    );
    return checkMs;
  }
  return desiredMs;
}
