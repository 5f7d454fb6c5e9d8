import { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import type { Logger } from '../../util/logger.js';
import { EventLog } from './event-log.js';
import type { HandlerStats } from './event-handler.js';
import { InformerError } from '../informer-error.js';
import { isUnchanged, keyOf } from '../key-of.js';
import type { Notification } from './event-log.js';
import type { ChangeSink } from '../queues/process-deltas.js';
import { ProcessorListener } from './processor-listener.js';
import type { ListenerHost, ListenerOptions, ProcessorSettings } from './processor-listener.js';
import type { Deletion, ResourceEventHandler } from '../types.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';
import { callHook } from '../../util/call-hook.js';
import { equalDeep } from '../../util/json-values.js';
import { isObject } from '../../util/type-checks.js';

/** Called with an update that no handler gets. */
export type SkippedListener<T> = { skipped(object: DeepReadonly<T>): void }['skipped'];

/**
 * Distributes the changes of one informer to its handlers (client-go's sharedProcessor).
 *
 * Every change is written to one log, which each listener reads at its own pace: it costs one entry, and a call for each
 * idle listener. An update in which nothing changed goes only to listeners that are due a resync. In client-go every
 * listener is due until the first resync check, so that a relist before it calls all handlers for unchanged objects; here
 * a listener is due only when its period has passed.
 */
export class SharedProcessor<T> implements ChangeSink<T>, ListenerHost<T> {
  readonly settings: ProcessorSettings<T>;
  readonly log = new EventLog<T>();
  readonly #listeners = new Set<ProcessorListener<T>>();
  /** The listeners that have read the whole log. */
  readonly #idle = new Set<ProcessorListener<T>>();
  readonly #coalescing = new Set<ProcessorListener<T>>();
  /** The listeners that are due a resync; computed on demand. */
  #audience: ReadonlySet<ProcessorListener<T>> | undefined;
  readonly #onSkipped = new Set<SkippedListener<T>>();
  #closed = false;
  /** Removed listeners whose callback may still be running: a stop waits for them, too. */
  readonly #leaving = new Set<ProcessorListener<T>>();
  #synced = false;

  constructor(settings: ProcessorSettings<T>) {
    this.settings = settings;
  }

  /** Number of handlers, without observers. */
  get size(): number {
    return Array.from(this.#listeners).filter(({ isObserver }) => !isObserver).length;
  }

  /** The counters of all handlers, in the order in which they were added. */
  handlerStats(): HandlerStats[] {
    return Array.from(this.#listeners, (listener) => listener.stats());
  }

  /**
   * Adds a handler. It first receives `objects` as adds of the initial list; the array is kept and must not change.
   *
   * A name in use gets a number: otherwise handlers look the same in logs, and the sum of their counters falls when one leaves.
   */
  addListener(
    handler: ResourceEventHandler<T>,
    options: ListenerOptions,
    objects: readonly DeepReadonly<T>[],
  ): ProcessorListener<T> {
    const handlerName = this.#unusedName(options.handlerName);
    const listener = new ProcessorListener<T>(handler, this, { ...options, handlerName }, objects);
    this.#listeners.add(listener);
    if (listener.coalesces) this.#coalescing.add(listener);
    else if (objects.length === 0) this.becameIdle(listener);
    if (this.#synced) listener.upstreamSynced();
    return listener;
  }

  removeListener(listener: ProcessorListener<T>): void {
    if (!this.#listeners.delete(listener)) return;
    this.#coalescing.delete(listener);
    this.#idle.delete(listener);
    this.#audience = undefined;
    this.#truncateLog();
    this.#leaving.add(listener);
    // `ended` never rejects.
    void listener.ended.then(() => this.#leaving.delete(listener));
  }

  becameIdle(listener: ProcessorListener<T>): void {
    this.#idle.add(listener);
    this.#truncateLog();
  }

  onAdd(object: DeepReadonly<T>, isInInitialList: boolean): void {
    if (this.#listeners.size > 0) this.#notify({ event: 'add', object, isInInitialList });
  }

  onUpdate(oldObject: DeepReadonly<T>, newObject: DeepReadonly<T>): void {
    if (this.#listeners.size === 0) return;
    if (isUnchanged(oldObject, newObject)) this.#resync(oldObject, newObject);
    else if (this.settings.skipUnchanged && isSameContent(oldObject, newObject))
      for (const skipped of this.#onSkipped)
        callHook('a listener of skipped updates', this.settings.logger, () => skipped(newObject));
    else this.#notify({ event: 'update', oldObject, object: newObject });
  }

  onDelete(object: DeepReadonly<T> | DeletedFinalStateUnknown<T>): void {
    if (this.#listeners.size > 0) this.#notify({ event: 'delete', deletion: this.#deletion(object) });
  }

  /** Calls the listener with each update that is skipped. Returns a function that ends this. */
  onSkipped(listener: SkippedListener<T>): () => void {
    this.#onSkipped.add(listener);
    return () => void this.#onSkipped.delete(listener);
  }

  /** Marks all events so far as initial ones: the informer has synced. */
  upstreamSynced(): void {
    this.#synced = true;
    for (const listener of this.#listeners) listener.upstreamSynced();
  }

  /** Determines which listeners are due a resync; true if any is (client-go's ShouldResyncFunc). */
  readonly shouldResync = (): boolean => {
    const nowMs = this.settings.clock.monotonic();
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

  /** Adapts the resync period of each listener to a new check period, in ms. */
  resyncCheckPeriodChanged(checkPeriodMs: number): void {
    for (const listener of this.#listeners) {
      listener.resyncPeriodMs = determineResyncPeriod(
        listener.requestedResyncPeriodMs,
        checkPeriodMs,
        this.settings.logger,
      );
    }
  }

  /** Closes every listener: pending events are dropped and no more callbacks are started. */
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

  /** Closes every listener; resolves when the running callbacks have settled. */
  async stop(): Promise<void> {
    this.close();
    await Promise.all(this.#unended((listener) => listener.ended));
  }

  /** After `close`, resolves when the running callbacks have settled, within the limits of `ProcessorListener.callbackEnded`. */
  async callbacksEnded(): Promise<void> {
    await Promise.all(this.#unended((listener) => listener.callbackEnded()));
  }

  #unusedName(name: string): string {
    const used = new Set(Array.from(this.#listeners, ({ handlerName }) => handlerName));
    let unused = name;
    for (let number = 2; used.has(unused); number++) unused = `${name} ${number}`;
    return unused;
  }

  #unended(wait: (listener: ProcessorListener<T>) => Promise<void>): Promise<void>[] {
    return Array.from([...this.#listeners, ...this.#leaving], wait);
  }

  #notify(notification: Notification<T>): void {
    if (this.#closed) return;
    const coalescing = this.#coalescing.size;
    // The check saves creating an iterator for each event: the Set is usually empty.
    if (coalescing > 0) for (const listener of this.#coalescing) listener.offer(notification);
    if (coalescing < this.#listeners.size) {
      const chunk = this.log.write(notification);
      if (this.#idle.size > 0) {
        for (const listener of this.#idle) listener.resumeAt(chunk);
        this.#idle.clear();
      }
    }
  }

  #resync(oldObject: DeepReadonly<T>, object: DeepReadonly<T>): void {
    const audience = (this.#audience ??= new Set([...this.#listeners].filter(({ isSyncing }) => isSyncing)));
    if (this.#closed || audience.size === 0) return;
    const notification = { event: 'resync', oldObject, object, audience } as const;
    const chunk = this.#coalescing.size < this.#listeners.size ? this.log.write(notification) : undefined;
    for (const listener of this.#listeners) {
      if (!audience.has(listener)) listener.skipLast();
      else {
        if (listener.coalesces) listener.offer(notification);
        else if (chunk !== undefined && this.#idle.delete(listener)) listener.resumeAt(chunk);
      }
    }
  }

  /** Frees the log if every listener has read it all. */
  #truncateLog(): void {
    if (this.#idle.size + this.#coalescing.size >= this.#listeners.size) this.log.truncate();
  }

  #deletion(object: DeepReadonly<T> | DeletedFinalStateUnknown<T>): Deletion<T> {
    return object instanceof DeletedFinalStateUnknown
      ? {
          key: object.key,
          object: object.object,
          finalStateUnknown: !object.leftScope,
          leftScope: object.leftScope,
        }
      : { key: keyOf(this.settings.keyFunc, object), object, finalStateUnknown: false, leftScope: false };
  }
}

/** True if both objects are equal, apart from their resourceVersions. */
function isSameContent(one: unknown, other: unknown): boolean {
  return isObject(one) && isObject(other) && equalDeep(withoutVersion(one), withoutVersion(other));
}

function withoutVersion(object: object): object {
  const { metadata, ...rest } = object as { readonly metadata?: object };
  return { ...rest, metadata: { ...metadata, resourceVersion: undefined } };
}

/** Returns the resync period that a listener gets, in ms (client-go's determineResyncPeriod). */
export function determineResyncPeriod(desiredMs: number, checkMs: number, logger: Logger): number {
  if (desiredMs === 0) return 0;
  if (checkMs === 0) {
    logger.warn({ resyncPeriodMs: desiredMs }, 'a handler requested resyncs, but the informer does none');
    return 0;
  }
  if (desiredMs < checkMs) {
    logger.warn(
      { resyncPeriodMs: desiredMs, resyncCheckPeriodMs: checkMs },
      'resync period of a handler raised to the check period',
    );
    return checkMs;
  }
  return desiredMs;
}
