import { deletionHandlingMetaNamespaceKey } from '../../meta/names.js';
import type { KubernetesObject } from '../../meta/types.js';
import type { Clock } from '../../util/clock.js';
import { asError } from '../../util/errors.js';
import type { Logger } from '../../util/logger.js';
import { isThenable } from '../../util/type-checks.js';
import { CallbackScope, isAsyncHandler, runInScope, waitForStop } from './callback-scope.js';
import { CoalescingBacklog } from './coalescing-backlog.js';
import type { Chunk, EventLog, Notification } from './event-log.js';
import type { HandlerFailure, HandlerRegistration, HandlerStats } from './event-handler.js';
import { InformerError } from '../informer-error.js';
import { keyOf } from '../key-of.js';
import { Latch } from '../latch.js';
import { LogReader } from './event-log.js';
import { SlowCallbacks } from './slow-callbacks.js';
import type { SlicedTask, SliceRunner } from '../slice-runner.js';
import type { AddInfo, KeyFunc, ResourceEventHandler } from '../types.js';
import { callHook, adviceFor } from '../../util/call-hook.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** The settings of an informer that its handlers need. */
export interface ProcessorSettings<T> {
  /** Name of the informer. */
  readonly name: string;
  readonly keyFunc: KeyFunc<T>;
  readonly runner: SliceRunner;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onHandlerError: ((failure: HandlerFailure) => void) | undefined;
  readonly slowHandlerMs: number;
  /** Whether updates that change only the resourceVersion go to no handler. */
  readonly skipUnchanged: boolean;
  /** Called when the program waits for the initial objects of a handler before the informer has synced. */
  readonly onAwaited?: ((handler: string) => void) | undefined;
}

/** What all listeners of one informer share. */
export interface ListenerHost<T> {
  readonly settings: ProcessorSettings<T>;
  /** The events for all listeners that do not coalesce. */
  readonly log: EventLog<T>;
  removeListener(listener: ProcessorListener<T>): void;
  /** Called when the listener has read the whole log. `resumeAt` must be called for its next event. */
  becameIdle(listener: ProcessorListener<T>): void;
}

/** The settings of one listener. */
export interface ListenerOptions {
  readonly handlerName: string;
  readonly logger: Logger;
  /** The requested period, at least the minimum: see `SharedProcessor.resyncCheckPeriodChanged`. */
  readonly requestedResyncPeriodMs: number;
  /** The period in effect. */
  readonly resyncPeriodMs: number;
  /** See `AddEventHandlerOptions.coalesce`. */
  readonly coalesce?: boolean | undefined;
  /** True for a listener that the program does not need, such as a page that shows changes. Default: false. */
  readonly isObserver?: boolean | undefined;
}

/**
 * How long a stop waits for the first promise that a handler's plain function returned, in ms. It is short because this
 * callback may itself be waiting for the stop: code after an `await` is only tracked from the next callback on.
 */
const untrackedWaitMs = 1000;

/**
 * How long a stop waits for any other callback, in ms; controller-runtime's default for a graceful shutdown. A callback may
 * wait for a stop that other code called (a shared promise, a worker). That cannot be detected, so the wait has a limit.
 */
const stopWaitMs = 30_000;

const initial: AddInfo = Object.freeze({ isInInitialList: true });
const live: AddInfo = Object.freeze({ isInInitialList: false });

/**
 * Delivers events to one handler, at the handler's own pace (client-go's processorListener).
 *
 * Events are delivered in order, one at a time: if a callback returns a promise, the next event waits until it settles. A
 * callback that throws or rejects is reported once, and the next event follows at once. client-go pauses for a second
 * after a panic; a handler that fails on each of 10,000 objects would then take three hours to sync.
 *
 * The backlog is unbounded or, with `coalesce`, bounded by the number of keys. `pending` and `stats` show a
 * handler that cannot keep up.
 */
export class ProcessorListener<T> implements SlicedTask, HandlerRegistration {
  readonly handlerName: string;
  readonly isObserver: boolean;
  readonly requestedResyncPeriodMs: number;
  /** In effect now; 0 for no resyncs. */
  resyncPeriodMs: number;
  /** True if the last resync check found this listener due: it receives updates in which nothing changed. */
  isSyncing = false;
  #nextResyncMs = 0;
  readonly #handler: ResourceEventHandler<T>;
  readonly #host: ListenerHost<T>;
  readonly #logger: Logger;
  /** Undefined if the listener coalesces. */
  readonly #reader: LogReader<T> | undefined;
  readonly #coalescing: CoalescingBacklog<T> | undefined;
  readonly #backlog: LogReader<T> | CoalescingBacklog<T>;
  /** True while the task is queued in the runner or running. */
  #scheduled = false;
  /** The event whose callback is running or has returned a pending promise. */
  #current: Notification<T> | undefined;
  #closed = false;
  #scope = new CallbackScope();
  #isAsync: boolean;
  /** True while the current callback is the first that returned a promise, so that its code is not tracked. */
  #isUntracked = false;
  readonly #ended = new Latch();
  readonly #synced = new Latch();
  #upstreamSynced = false;
  /** True once synced: nothing is left to do after an event. */
  #isPlain = false;
  #failedInitial = 0;
  #handled = 0;
  #failures = 0;
  /** When the handler returned the promise that is pending. */
  #runningSinceMs: number | undefined;
  readonly #slow: SlowCallbacks;

  /** Delivers `initialObjects` first, as adds of the initial list; the array is kept and must not change. */
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
    this.isObserver = options.isObserver === true;
    const { slowHandlerMs, clock, name } = host.settings;
    this.#slow = new SlowCallbacks(slowHandlerMs, clock, this.#logger, name, this.handlerName);
    this.requestedResyncPeriodMs = options.requestedResyncPeriodMs;
    this.resyncPeriodMs = options.resyncPeriodMs;
    this.determineNextResync(clock.monotonic());
    if (options.coalesce === true) {
      this.#backlog = this.#coalescing = new CoalescingBacklog<T>();
      for (const object of initialObjects) this.offer({ event: 'add', object, isInInitialList: true });
    } else {
      this.#backlog = this.#reader = new LogReader<T>(host.log, this, initialObjects);
      if (initialObjects.length > 0) this.#schedule();
    }
  }

  get name(): string {
    return `${this.#host.settings.name} + event handler ${this.handlerName}`;
  }

  get hasSynced(): boolean {
    return this.#synced.done;
  }

  get synced(): Promise<void> {
    if (!this.#upstreamSynced) this.#host.settings.onAwaited?.(this.handlerName);
    return this.#synced.promise;
  }

  get failedInitial(): number {
    return this.#failedInitial;
  }

  get pending(): number {
    return (this.#closed ? 0 : this.#backlog.length) + (this.#current === undefined ? 0 : 1);
  }

  stats(): HandlerStats {
    return Object.freeze({
      name: this.handlerName,
      hasSynced: this.hasSynced,
      pending: this.pending,
      runningSinceMs: this.#runningSinceMs,
      handled: this.#handled,
      failures: this.#failures,
      slow: this.#slow.count,
      coalesces: this.coalesces,
      resyncPeriodMs: this.resyncPeriodMs,
    });
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

  /** True if events must be passed to `offer`; false if the listener reads the log. */
  get coalesces(): boolean {
    return this.#coalescing !== undefined;
  }

  /** Adds an event. Only for a listener that coalesces. */
  offer(notification: Notification<T>): void {
    if (this.#closed) return;
    const key =
      notification.event === 'delete'
        ? notification.deletion.key
        : // DeepReadonly<T> and T are the same object; the compiler cannot see that for a generic T.
          keyOf(this.#host.settings.keyFunc, notification.object as T);
    this.#coalescing?.offer(key, notification);
    this.#schedule();
  }

  /** Wakes an idle listener: the last event of this chunk is for it. */
  resumeAt(chunk: Chunk<T>): void {
    this.#reader?.resumeAt(chunk);
    this.#schedule();
  }

  /** Notes that the last event written to the log is not for this listener. */
  skipLast(): void {
    this.#reader?.skipLast();
  }

  /** Marks all events so far as initial ones, which `synced` waits for: the informer has synced. */
  upstreamSynced(): void {
    if (this.#upstreamSynced) return;
    this.#upstreamSynced = true;
    this.#backlog.upstreamSynced();
    if (this.#current === undefined) this.#checkSynced();
  }

  /** Drops the pending events and starts no more callbacks. A pending `synced` rejects with `reason`. */
  close(reason: Error): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#backlog.clear();
    this.#host.settings.runner.drop(this);
    this.#slow.release();
    this.#synced.fail(reason);
    if (this.#current === undefined) this.#ended.release();
  }

  /** Resolves when the listener is closed and its last callback has settled. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /**
   * Resolves when the running callback of a closed listener has settled or waits for a stop itself. After the time limit, logs
   * a warning and resolves.
   */
  async callbackEnded(): Promise<void> {
    if (this.#current === undefined) return;
    const timedOut = new Latch();
    const limitMs = this.#isUntracked ? untrackedWaitMs : stopWaitMs;
    const advice = this.#isUntracked
      ? 'stop no longer waits for a callback that may be waiting for it: declare the callback async'
      : 'stop no longer waits for a callback that is still running';
    const timer = this.#host.settings.clock.setTimer(() => {
      this.#logger.warn(
        { informer: this.#host.settings.name, handler: this.handlerName, waitedMs: limitMs },
        advice,
      );
      timedOut.release();
    }, limitMs);
    await Promise.race([this.#ended.promise, this.#scope.waitsForStop, timedOut.promise]);
    timer.cancel();
  }

  /** True if a resync is due; never for a listener without resyncs. */
  isDue(nowMs: number): boolean {
    return this.resyncPeriodMs > 0 && nowMs >= this.#nextResyncMs;
  }

  determineNextResync(nowMs: number): void {
    this.#nextResyncMs = nowMs + this.resyncPeriodMs;
  }

  runWhile(hasTime: () => boolean): boolean {
    if (this.#current === undefined && this.#scope.used) this.#scope = new CallbackScope();
    const { clock } = this.#host.settings;
    // Per slice, so that an event costs nothing: a slice ends after 10 ms, or with a callback that takes longer.
    const startMs = clock.monotonic();
    const isLeft = runInScope(this.#scope, this.#isAsync, this.#runCallbacks, hasTime);
    this.#slow.took(clock.monotonic() - startMs);
    return isLeft;
  }

  readonly #runCallbacks = (hasTime: () => boolean): boolean => {
    while (this.#current === undefined) {
      const notification = this.#backlog.next();
      if (notification === undefined) {
        this.#scheduled = false;
        // Coalescing may have cancelled the last initial events.
        this.#checkSynced();
        if (this.#reader !== undefined && !this.#closed) this.#host.becameIdle(this);
        return false;
      }
      this.#handle(notification);
      // Whether anything is left is checked in the next slice.
      if (!hasTime() && this.#current === undefined) return true;
    }
    this.#scheduled = false;
    return false;
  };

  #schedule(): void {
    if (this.#scheduled || this.#current !== undefined) return;
    this.#scheduled = true;
    this.#host.settings.runner.wake(this);
  }

  /** The only place that calls the handler's callbacks. One method, because it runs for every event of every handler. */
  #handle(notification: Notification<T>): void {
    this.#handled++;
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
        this.#isUntracked = !this.#isAsync;
        this.#isAsync = true;
        this.#runningSinceMs = this.#host.settings.clock.now();
        if (!this.#closed) this.#slow.begin();
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
    this.#slow.end();
    this.#runningSinceMs = undefined;
    this.#finish();
    // Background work that the callback started is not part of the next callback.
    this.#scope = new CallbackScope();
    if (!this.#closed) this.#schedule();
  };

  readonly #onRejected = (error: unknown): void => {
    if (this.#current !== undefined) this.#report(this.#current, error);
    this.#onSettled();
  };

  #finish(): void {
    this.#current = undefined;
    this.#isUntracked = false;
    if (this.#closed) this.#ended.release();
    if (!this.#isPlain) this.#checkSynced();
  }

  #checkSynced(): void {
    if (!this.#backlog.hasReadInitial) return;
    this.#isPlain = true;
    this.#synced.release();
  }

  #report(notification: Notification<T>, thrown: unknown): void {
    this.#failures++;
    if (!this.#synced.settled) this.#failedInitial++;
    const failure: HandlerFailure = {
      error: asError(thrown),
      informer: this.#host.settings.name,
      handler: this.handlerName,
      event: notification.event === 'resync' ? 'update' : notification.event,
      key: keyOfNotification(notification),
    };
    const { error, ...fields } = failure;
    const [advice] = adviceFor(error);
    this.#logger.error({ ...fields, err: error, ...(advice && { advice }) }, 'event handler failed');
    callHook('onHandlerError', this.#logger, () => this.#host.settings.onHandlerError?.(failure));
  }
}

function keyOfNotification<T>(notification: Notification<T>): string | undefined {
  if (notification.event === 'delete') return notification.deletion.key;
  try {
    return deletionHandlingMetaNamespaceKey(notification.object as KubernetesObject);
  } catch {
    return undefined; // A source of the user's own may return values without metadata; the failure is reported without a key.
  }
}
