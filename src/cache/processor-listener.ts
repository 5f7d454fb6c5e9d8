import { deletionHandlingMetaNamespaceKey } from '../meta/names.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Clock } from '../util/clock.js';
import { asError } from '../util/errors.js';
import type { Logger } from '../util/logger.js';
import { RingQueue } from '../util/ring-queue.js';
import type { HandlerFailure, HandlerRegistration } from './handler-registration.js';
import { InformerError } from './informer-error.js';
import type { InformerMetrics } from './informer-metrics.js';
import { Latch } from './latch.js';
import type { SlicedTask, SliceRunner } from './slice-runner.js';
import type { AddInfo, Deletion, ResourceEventHandler } from './types.js';
import { callHook } from '../util/call-hook.js';

/** One event, shared by every listener that gets it. */
export type Notification<T> =
  | { readonly event: 'add'; readonly object: Readonly<T>; readonly isInInitialList: boolean }
  | { readonly event: 'update'; readonly oldObject: Readonly<T>; readonly object: Readonly<T> }
  | { readonly event: 'delete'; readonly deletion: Deletion<T> };

/** What the listeners of one informer have in common. */
export interface ListenerHost<T> {
  readonly informerName: string;
  readonly runner: SliceRunner;
  readonly clock: Clock;
  readonly metrics: InformerMetrics | undefined;
  readonly onHandlerError: ((failure: HandlerFailure) => void) | undefined;
  /** Takes the listener off the informer. */
  removeListener(listener: ProcessorListener<T>): void;
}

/** What is special about one listener. */
export interface ListenerOptions {
  readonly handlerName: string;
  readonly logger: Logger;
  /** As wished, at least the minimum: see `SharedProcessor.resyncCheckPeriodChanged`. */
  readonly requestedResyncPeriodMs: number;
  /** As granted. */
  readonly resyncPeriodMs: number;
}

const initial: AddInfo = Object.freeze({ isInInitialList: true });
const live: AddInfo = Object.freeze({ isInInitialList: false });

/**
 * One handler with its own buffer and its own pace (client-go's processorListener).
 *
 * Events are handed over in order, one at a time. A callback that returns is done; one that returns a promise is done
 * when that settles, and only then comes the next event. A callback that throws or rejects is reported once, and the
 * next event comes at once: client-go pauses for a second after a panic, which here would hold up a handler that fails
 * on each of 10,000 objects, and its `synced`, for three hours.
 *
 * The buffer is unbounded: a handler that never catches up is told by `pending` and the backlog metric.
 */
export class ProcessorListener<T> implements SlicedTask, HandlerRegistration {
  readonly handlerName: string;
  readonly requestedResyncPeriodMs: number;
  /** 0: this handler gets no resyncs. */
  resyncPeriodMs: number;
  /** True when the last resync check found this listener due: it gets the updates that change nothing. */
  isSyncing = false;
  #nextResyncMs = 0;
  readonly #handler: ResourceEventHandler<T>;
  readonly #host: ListenerHost<T>;
  readonly #logger: Logger;
  readonly #buffer = new RingQueue<Notification<T>>();
  /** The event whose callback is running, or has returned a promise that has not settled. */
  #current: Notification<T> | undefined;
  #closed = false;
  readonly #ended = new Latch();
  readonly #synced = new Latch();
  // Events so far, given to this listener and done by it; once upstream has synced, how many had been given until then.
  #given = 0;
  #done = 0;
  #syncedAt = Infinity;
  #failedInitial = 0;

  constructor(handler: ResourceEventHandler<T>, host: ListenerHost<T>, options: ListenerOptions) {
    this.#handler = handler;
    this.#host = host;
    this.#logger = options.logger;
    this.handlerName = options.handlerName;
    this.requestedResyncPeriodMs = options.requestedResyncPeriodMs;
    this.resyncPeriodMs = options.resyncPeriodMs;
    this.determineNextResync(host.clock.monotonic());
  }

  get name(): string {
    return `${this.#host.informerName} + event handler ${this.handlerName}`;
  }

  get hasSynced(): boolean {
    return this.#synced.done;
  }

  get synced(): Promise<void> {
    return this.#synced.promise;
  }

  get failedInitial(): number {
    return this.#failedInitial;
  }

  get pending(): number {
    return this.#buffer.length + (this.#current === undefined ? 0 : 1);
  }

  remove(): void {
    this.#host.removeListener(this);
    this.close(new InformerError('ERR_HANDLER_REMOVED', `${this.name} was removed before it had synced`));
  }

  async removeAndWait(): Promise<void> {
    this.remove();
    await this.#ended.promise;
  }

  /** Puts an event into the buffer. */
  add(notification: Notification<T>): void {
    if (this.#closed) return;
    this.#buffer.push(notification);
    this.#given++;
    this.#host.metrics?.handlerBacklog?.(this.handlerName, this.pending);
    if (this.#current === undefined) this.#host.runner.wake(this);
  }

  /** The informer has synced: what was given until now is what `synced` waits for. */
  upstreamSynced(): void {
    if (this.#syncedAt !== Infinity) return;
    this.#syncedAt = this.#given;
    this.#checkSynced();
  }

  /** Drops what waits; no callback is begun any more. `reason` is told to who waits for `synced`. */
  close(reason: Error): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#buffer.clear();
    this.#host.runner.drop(this);
    this.#host.metrics?.handlerBacklog?.(this.handlerName, 0);
    this.#synced.fail(reason);
    if (this.#current === undefined) this.#ended.release();
  }

  /** Resolves when the listener is closed and the callback that was running then has settled. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** True when a resync is due; a listener without resyncs never is. */
  isDue(nowMs: number): boolean {
    return this.resyncPeriodMs > 0 && nowMs >= this.#nextResyncMs;
  }

  determineNextResync(nowMs: number): void {
    this.#nextResyncMs = nowMs + this.resyncPeriodMs;
  }

  runWhile(hasTime: () => boolean): boolean {
    while (this.#current === undefined) {
      const notification = this.#buffer.shift();
      if (notification === undefined) return false;
      this.#handle(notification);
      if (!hasTime()) break;
    }
    return this.#current === undefined && this.#buffer.length > 0;
  }

  #handle(notification: Notification<T>): void {
    this.#current = notification;
    let result: unknown;
    try {
      result = this.#call(notification);
    } catch (error) {
      this.#report(notification, error);
      this.#finish();
      return;
    }
    if (isThenable(result)) {
      Promise.resolve(result).then(this.#onSettled, this.#onRejected);
    } else {
      this.#finish();
    }
  }

  /** The only place where a handler's callbacks are called. */
  #call(notification: Notification<T>): unknown {
    switch (notification.event) {
      case 'add':
        return this.#handler.onAdd?.(notification.object, notification.isInInitialList ? initial : live);
      case 'update':
        return this.#handler.onUpdate?.(notification.oldObject, notification.object);
      case 'delete':
        return this.#handler.onDelete?.(notification.deletion);
    }
  }

  readonly #onSettled = (): void => {
    this.#finish();
    if (this.#buffer.length > 0) this.#host.runner.wake(this);
  };

  readonly #onRejected = (error: unknown): void => {
    if (this.#current !== undefined) this.#report(this.#current, error);
    this.#onSettled();
  };

  #finish(): void {
    this.#current = undefined;
    this.#done++;
    if (this.#closed) this.#ended.release();
    else this.#host.metrics?.handlerBacklog?.(this.handlerName, this.pending);
    this.#checkSynced();
  }

  #checkSynced(): void {
    if (this.#done >= this.#syncedAt) this.#synced.release();
  }

  #report(notification: Notification<T>, thrown: unknown): void {
    if (!this.#synced.settled) this.#failedInitial++;
    const failure: HandlerFailure = {
      error: asError(thrown),
      informer: this.#host.informerName,
      handler: this.handlerName,
      event: notification.event,
      key: keyOfNotification(notification),
    };
    const { error, ...fields } = failure;
    this.#logger.error({ ...fields, err: error }, 'event handler failed');
    callHook('onHandlerError', this.#logger, () => this.#host.onHandlerError?.(failure));
  }
}

function isThenable(result: unknown): result is PromiseLike<unknown> {
  return typeof (result as { readonly then?: unknown } | null | undefined)?.then === 'function';
}

function keyOfNotification<T>(notification: Notification<T>): string | undefined {
  if (notification.event === 'delete') return notification.deletion.key;
  try {
    // The key function throws for what is no object.
    return deletionHandlingMetaNamespaceKey(notification.object as KubernetesObject);
  } catch {
    return undefined; // An object of a custom store may have no metadata; the failure is reported without a key.
  }
}
