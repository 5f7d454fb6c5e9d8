import { deletionHandlingMetaNamespaceKey } from '../../meta/names.js';
import type { KubernetesObject } from '../../meta/types.js';
import type { Clock } from '../../util/clock.js';
import { asError } from '../../util/errors.js';
import type { Logger } from '../../util/logger.js';
import { isThenable } from '../../util/realm.js';
import { CallbackScope, isAsyncHandler, runInScope, waitForStop } from './callback-scope.js';
import { CoalescingBacklog } from './coalescing-backlog.js';
import type { EventLog, Piece } from './event-log.js';
import type { HandlerFailure, HandlerRegistration } from './handler-registration.js';
import { InformerError } from '../informer-error.js';
import type { InformerMetrics } from '../informer-metrics.js';
import { keyOf } from '../key-of.js';
import { Latch } from '../latch.js';
import { LogReader } from './log-reader.js';
import type { Notification } from './notification.js';
import type { SlicedTask, SliceRunner } from '../slice-runner.js';
import type { AddInfo, KeyFunc, ResourceEventHandler } from '../types.js';
import { callHook } from '../../util/call-hook.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** What the listeners of one informer have in common. */
export interface ListenerHost<T> {
  readonly informerName: string;
  readonly runner: SliceRunner;
  readonly clock: Clock;
  readonly metrics: InformerMetrics | undefined;
  readonly onHandlerError: ((failure: HandlerFailure) => void) | undefined;
  readonly keyFunc: KeyFunc<T>;
  /** The events of all listeners that do not coalesce. */
  readonly log: EventLog<T>;
  /** Takes the listener off the informer. */
  removeListener(listener: ProcessorListener<T>): void;
  /** The listener has read the log to its end, and wants to be told where it goes on. */
  rests(listener: ProcessorListener<T>): void;
}

/** What is special about one listener. */
export interface ListenerOptions {
  readonly handlerName: string;
  readonly logger: Logger;
  /** As wished, at least the minimum: see `SharedProcessor.resyncCheckPeriodChanged`. */
  readonly requestedResyncPeriodMs: number;
  /** As granted. */
  readonly resyncPeriodMs: number;
  /** See `AddEventHandlerOptions.coalesce`. */
  readonly coalesce?: boolean | undefined;
}

/**
 * How long a stop waits for the first promise that a handler's plain function returned, in ms. Only from then on the
 * handler's code is followed across its awaits, so this callback may be the one that called the stop.
 */
const unfollowedWaitMs = 1000;

/**
 * How long a stop waits for any other callback, in ms; controller-runtime's default for a graceful shutdown. A callback may
 * wait for a stop that was called elsewhere (a shared promise, a worker): nothing shows that, so only time ends such a wait.
 */
const stopWaitMs = 30_000;

const initial: AddInfo = Object.freeze({ isInInitialList: true });
const live: AddInfo = Object.freeze({ isInInitialList: false });

/**
 * One handler with its own backlog and its own pace (client-go's processorListener).
 *
 * Events are handed over in order, one at a time. A callback that returns is done; one that returns a promise is done
 * when that settles, and only then comes the next event. A callback that throws or rejects is reported once, and the
 * next event comes at once: client-go pauses for a second after a panic, which here would hold up a handler that fails
 * on each of 10,000 objects, and its `synced`, for three hours.
 *
 * The backlog is unbounded, or, with `coalesce`, bounded by the number of keys: a handler that never catches up is told by
 * `pending` and the backlog metric.
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
  /** Undefined when it coalesces. */
  readonly #reader: LogReader<T> | undefined;
  readonly #coalescing: CoalescingBacklog<T> | undefined;
  readonly #backlog: LogReader<T> | CoalescingBacklog<T>;
  readonly #measured: boolean;
  /** True while the runner has this task, or it is running. */
  #scheduled = false;
  /** The event whose callback is running, or has returned a promise that has not settled. */
  #current: Notification<T> | undefined;
  #closed = false;
  #scope = new CallbackScope();
  #isAsync: boolean;
  /** True for the callback by which it turned out that the handler returns promises. */
  #isUnfollowed = false;
  readonly #ended = new Latch();
  readonly #synced = new Latch();
  #upstreamSynced = false;
  /** It has synced and nobody measures: an event that is done leaves nothing to do but the next. */
  #isPlain = false;
  #failedInitial = 0;

  /** First gets these objects as adds of the initial list; the array is kept and must not change. */
  constructor(
    handler: ResourceEventHandler<T>,
    host: ListenerHost<T>,
    options: ListenerOptions,
    initialObjects: readonly DeepReadonly<T>[],
  ) {
    this.#handler = handler;
    this.#isAsync = isAsyncHandler(handler);
    this.#host = host;
    this.#logger = options.logger;
    this.handlerName = options.handlerName;
    this.requestedResyncPeriodMs = options.requestedResyncPeriodMs;
    this.resyncPeriodMs = options.resyncPeriodMs;
    this.determineNextResync(host.clock.monotonic());
    this.#measured = host.metrics?.handlerBacklog !== undefined;
    if (options.coalesce === true) {
      this.#backlog = this.#coalescing = new CoalescingBacklog<T>();
      for (const object of initialObjects) this.offer({ event: 'add', object, isInInitialList: true });
    } else {
      this.#backlog = this.#reader = new LogReader<T>(host.log, this, initialObjects);
      if (initialObjects.length > 0) this.#wake();
    }
    if (initialObjects.length > 0) this.measure();
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
    return (this.#closed ? 0 : this.#backlog.length) + (this.#current === undefined ? 0 : 1);
  }

  remove(): void {
    this.#host.removeListener(this);
    this.close(new InformerError('ERR_HANDLER_REMOVED', `${this.name} was removed before it had synced`));
  }

  async removeAndWait(): Promise<void> {
    this.remove();
    await waitForStop(() => this.callbackEnded());
  }

  [Symbol.dispose](): void {
    this.remove();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.removeAndWait();
  }

  /** True when it does not read the log, but is to be offered every event. */
  get coalesces(): boolean {
    return this.#coalescing !== undefined;
  }

  /** For a listener that coalesces: an event for it. */
  offer(notification: Notification<T>): void {
    if (this.#closed) return;
    const key =
      notification.event === 'delete'
        ? notification.deletion.key
        : // DeepReadonly<T> and T are the same object; the compiler cannot tell for a T that it does not know.
          keyOf(this.#host.keyFunc, notification.object as T);
    this.#coalescing?.offer(key, notification);
    this.#wake();
  }

  /** For a listener that rests: the last event of this piece is for it. */
  goOnAt(piece: Piece<T>): void {
    this.#reader?.goOnAt(piece);
    this.#wake();
  }

  /** For one that reads the log: the last event written is not for it. */
  pass(): void {
    this.#reader?.pass();
  }

  /** Tells the metric, if there is one, what waits. */
  measure(): void {
    if (this.#measured) this.#host.metrics?.handlerBacklog?.(this.handlerName, this.pending);
  }

  /** The informer has synced: what was given until now is what `synced` waits for. */
  upstreamSynced(): void {
    if (this.#upstreamSynced) return;
    this.#upstreamSynced = true;
    this.#backlog.upstreamSynced();
    if (this.#current === undefined) this.#checkSynced();
  }

  /** Drops what waits; no callback is begun any more. `reason` is told to who waits for `synced`. */
  close(reason: Error): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#backlog.clear();
    this.#host.runner.drop(this);
    this.#host.metrics?.handlerBacklog?.(this.handlerName, 0);
    this.#synced.fail(reason);
    if (this.#current === undefined) this.#ended.release();
  }

  /** Resolves when the listener is closed and the callback that was running then has settled. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /**
   * Of a closed listener: resolves when the running callback has settled or waits for a stop itself, and with a warning when
   * the time limit of the wait is over.
   */
  async callbackEnded(): Promise<void> {
    if (this.#current === undefined) return;
    const waited = new Latch();
    const limitMs = this.#isUnfollowed ? unfollowedWaitMs : stopWaitMs;
    const advice = this.#isUnfollowed
      ? 'stop no longer waits for a callback that may be waiting for it: declare the callback async'
      : 'stop no longer waits for a callback that is still running';
    const timer = this.#host.clock.setTimer(() => {
      this.#logger.warn(
        { informer: this.#host.informerName, handler: this.handlerName, waitedMs: limitMs },
        advice,
      );
      waited.release();
    }, limitMs);
    await Promise.race([this.#ended.promise, this.#scope.waitsForStop, waited.promise]);
    timer.cancel();
  }

  /** True when a resync is due; a listener without resyncs never is. */
  isDue(nowMs: number): boolean {
    return this.resyncPeriodMs > 0 && nowMs >= this.#nextResyncMs;
  }

  determineNextResync(nowMs: number): void {
    this.#nextResyncMs = nowMs + this.resyncPeriodMs;
  }

  runWhile(hasTime: () => boolean): boolean {
    if (this.#current === undefined && this.#scope.used) this.#scope = new CallbackScope();
    return runInScope(this.#scope, this.#isAsync, this.#runCallbacks, hasTime);
  }

  readonly #runCallbacks = (hasTime: () => boolean): boolean => {
    while (this.#current === undefined) {
      const notification = this.#backlog.next();
      if (notification === undefined) {
        this.#scheduled = false;
        // What waited may have been merged into nothing.
        this.#checkSynced();
        if (this.#reader !== undefined && !this.#closed) this.#host.rests(this);
        return false;
      }
      this.#handle(notification);
      // A task that has nothing left finds that out when it runs again.
      if (!hasTime() && this.#current === undefined) return true;
    }
    this.#scheduled = false;
    return false;
  };

  #wake(): void {
    if (this.#scheduled || this.#current !== undefined) return;
    this.#scheduled = true;
    this.#host.runner.wake(this);
  }

  /** The only place where a handler's callbacks are called. One method: it runs for every event of every handler. */
  #handle(notification: Notification<T>): void {
    this.#current = notification;
    try {
      let result: unknown;
      switch (notification.event) {
        case 'add':
          result = this.#handler.onAdd?.(notification.object, notification.isInInitialList ? initial : live);
          break;
        case 'update':
        case 'resync':
          result = this.#handler.onUpdate?.(notification.oldObject, notification.object);
          break;
        case 'delete':
          result = this.#handler.onDelete?.(notification.deletion);
      }
      if (result !== undefined && isThenable(result)) {
        this.#isUnfollowed = !this.#isAsync;
        this.#isAsync = true;
        Promise.resolve(result).then(this.#onSettled, this.#onRejected);
        return;
      }
    } catch (error) {
      this.#report(notification, error);
    }
    if (this.#isPlain && !this.#closed) this.#current = undefined;
    else this.#finish();
  }

  readonly #onSettled = (): void => {
    this.#finish();
    // What the callback has left running in the background is not part of the next one.
    this.#scope = new CallbackScope();
    if (!this.#closed) this.#wake();
  };

  readonly #onRejected = (error: unknown): void => {
    if (this.#current !== undefined) this.#report(this.#current, error);
    this.#onSettled();
  };

  #finish(): void {
    this.#current = undefined;
    this.#isUnfollowed = false;
    if (this.#closed) this.#ended.release();
    else if (this.#measured) this.measure();
    if (!this.#isPlain) this.#checkSynced();
  }

  #checkSynced(): void {
    if (!this.#backlog.initialTaken) return;
    this.#isPlain = !this.#measured;
    this.#synced.release();
  }

  #report(notification: Notification<T>, thrown: unknown): void {
    if (!this.#synced.settled) this.#failedInitial++;
    const failure: HandlerFailure = {
      error: asError(thrown),
      informer: this.#host.informerName,
      handler: this.handlerName,
      event: notification.event === 'resync' ? 'update' : notification.event,
      key: keyOfNotification(notification),
    };
    const { error, ...fields } = failure;
    this.#logger.error({ ...fields, err: error }, 'event handler failed');
    callHook('onHandlerError', this.#logger, () => this.#host.onHandlerError?.(failure));
  }
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
