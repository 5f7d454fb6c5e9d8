import { InformerError } from '../cache/informer-error.js';
import type { HandlerRegistration } from '../cache/handlers/event-handler.js';
import type { Deletion } from '../cache/types.js';
import { splitMetaNamespaceKey, metaNamespaceKey } from '../meta/names.js';
import type { KubernetesObject, ObjectMeta } from '../meta/types.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { CacheView } from './cache-view.js';
import { ownKey, ownerKeys, addOf, isResync, keysOf, spreadMs } from './object-event.js';
import type { MapFunc, ObjectEvent, OwnerKind, Cause } from './object-event.js';
import type { ControllerSettings, SourceOptions } from './options.js';
import type { Predicate } from './predicates.js';
import type { Reporter, Runner } from './runner.js';
import { CacheSyncError } from '../cache/informer/cache-sync.js';
import type { Clock } from '../util/clock.js';
import { asError } from '../util/errors.js';
import { linkSignal, onAbort } from '../util/signal.js';
import { ControllerError } from './errors.js';
import { lowPriority } from '../workqueue/work-queue.js';
import type { WorkQueue } from '../workqueue/work-queue.js';
import type { KeyShards } from './key-shards.js';
import { eventStep, isKept } from './key-state.js';
import type { EventOrigin } from './key-state.js';
import { isEcho } from './own-writes.js';
import type { OwnWrites } from './own-writes.js';
import { differ, passes } from './predicates.js';
import type { ControllerCounters } from './statistics.js';

/** One informer of a controller, with its handler. */
export class InformerSource {
  readonly role: SourceOptions['role'];
  readonly view: CacheView;
  readonly map: MapFunc;
  readonly predicate: Predicate | undefined;
  readonly priority: number | undefined;
  /** True while no run may start because this source has not synced. */
  holdsRuns = true;
  #registration: HandlerRegistration | undefined;
  #endSkipped: (() => void) | undefined;
  #isRemoved = false;

  constructor(options: SourceOptions, owner: OwnerKind | undefined) {
    const { role, informer, map, everyOwner } = options;
    this.role = role;
    this.view = new CacheView(informer);
    this.map = map ?? (owner !== undefined && role === 'owns' ? ownerKeys(owner, everyOwner) : ownKey);
    this.predicate = options.predicate;
    this.priority = options.priority;
  }

  /** The informer's name. */
  get name(): string {
    return this.view.informer.name;
  }

  /** Registers the handler, once. Throws InformerError if the informer has stopped. */
  start(controller: string, handler: EventRouter): void {
    if (this.#registration !== undefined || this.#isRemoved) return;
    const on = (event: ObjectEvent): void => {
      if (!this.#isRemoved) handler.onEvent(this, event);
    };
    this.#registration = this.view.informer.addEventHandler(
      {
        onAdd: (object, { isInInitialList }) => on({ type: 'add', object, isInInitialList }),
        onUpdate: (oldObject, object) => on({ type: 'update', oldObject, object }),
        onDelete: (deletion) => {
          // An object of a namespace or shard that the informer lost is as it was.
          const { leftScope, object } = deletion;
          if (!leftScope || (object !== undefined && this.view.isUnselected(object)))
            on(deleteEvent(deletion));
        },
      },
      { name: `controller ${controller}` },
    );
    this.#endSkipped = this.view.informer.onSkipped((object) => handler.onSkipped(this, object));
  }

  get isRemoved(): boolean {
    return this.#isRemoved;
  }

  get hasSynced(): boolean {
    return this.#isRemoved || this.#registration?.hasSynced === true;
  }

  /** Resolves when the handler has received all initial objects, or the source was removed; rejects if it never will. */
  async synced(): Promise<void> {
    try {
      await this.#registration?.synced;
    } catch (error) {
      if (!this.#isRemoved) throw error;
    }
  }

  /** Why the source has not synced. */
  get failure(): Error | undefined {
    const { informer } = this.view;
    if (informer.isStarted) return informer.lastWatchError;
    return new InformerError('ERR_INFORMER_NOT_STARTED', 'not started: call start() of its factory');
  }

  /** Stops the events at once. */
  remove(): void {
    this.#isRemoved = true;
    this.holdsRuns = false;
    this.#registration?.remove();
    this.#endSkipped?.();
  }
}

function deleteEvent({ key, object, finalStateUnknown, leftScope }: Deletion<KubernetesObject>): ObjectEvent {
  // If only the key is known, an object with no more than that.
  const last: DeepReadonly<KubernetesObject> = object ?? { metadata: splitMetaNamespaceKey(key) };
  return { type: 'delete', object: last, finalStateUnknown: finalStateUnknown || leftScope };
}

/** The sources of one controller. */
export class Sources {
  readonly #settings: ControllerSettings;
  readonly #handler: EventRouter;
  readonly #reporter: Reporter;
  readonly #informers = new Set<InformerSource>();
  /** Informers of the sources that were removed. */
  readonly #left = new WeakSet<CacheView['informer']>();
  readonly #iterators = new Set<AsyncIterator<string>>();
  #isStarted = false;

  constructor(settings: ControllerSettings, reporter: Reporter, handler: EventRouter) {
    this.#settings = settings;
    this.#handler = handler;
    this.#reporter = reporter;
  }

  add(source: InformerSource): void {
    this.#informers.add(source);
    if (!this.#isStarted) return;
    try {
      source.start(this.#settings.name, this.#handler);
    } catch (error) {
      // A source that never syncs would hold the runs for ever.
      this.remove(source);
      throw error;
    }
  }

  remove(source: InformerSource): void {
    this.#informers.delete(source);
    this.#left.add(source.view.informer);
    source.remove();
  }

  /** True if a source reads the informer; false if only sources that were removed did. */
  uses(informer: CacheView['informer']): boolean | undefined {
    for (const { view } of this.#informers) if (view.informer === informer) return true;
    return this.#left.has(informer) ? false : undefined;
  }

  /** Returns the source of `for`. */
  get own(): InformerSource | undefined {
    for (const source of this.#informers) if (source.role === 'for') return source;
    return undefined;
  }

  get isStarted(): boolean {
    return this.#isStarted;
  }

  *views(): Generator<CacheView, void, void> {
    for (const { view } of this.#informers) yield view;
  }

  /** The first source that has not synced and holds the runs. */
  get unsynced(): InformerSource | undefined {
    for (const source of this.#informers) if (source.holdsRuns) return source;
    return undefined;
  }

  /** Registers the handlers and reads the external sources, once. */
  start(onKey: (key: string) => void): void {
    if (this.#isStarted) return;
    for (const source of this.#informers) source.start(this.#settings.name, this.#handler);
    this.#isStarted = true;
    for (const source of this.#settings.external) {
      this.#read(source, onKey).catch((error: unknown) => {
        this.#reportExternal('failed and is not read any more', error);
      });
    }
  }

  /**
   * Waits until every handler that delays the runs has received its initial objects. Waits without limit for resources
   * that are not installed, and reports them. Throws CacheSyncError with the cause ControllerError
   * `ERR_CACHE_SYNC_TIMEOUT`.
   */
  async sync(signal: AbortSignal): Promise<void> {
    for (const source of this.#informers) if (source.holdsRuns) await this.#syncOne(source, signal);
  }

  /** Delays the runs until a source that was added later has synced, is absent, or its time is up. */
  async syncLate(source: InformerSource, signal: AbortSignal): Promise<void> {
    const link = linkSignal(signal);
    try {
      await Promise.race([this.#syncOne(source, link.signal), absence(source, link.signal)]);
    } catch (error) {
      if (!signal.aborted) this.#report(error as Error);
    } finally {
      source.holdsRuns = false;
      link.abort();
    }
  }

  /** Removes the handlers and ends the external sources. */
  stop(): void {
    for (const source of this.#informers) this.remove(source);
    for (const iterator of this.#iterators) this.#return(iterator);
  }

  async #syncOne(source: InformerSource, signal: AbortSignal): Promise<void> {
    const { clock, cacheSyncTimeoutMs, name } = this.#settings;
    while (source.holdsRuns && !source.hasSynced) {
      const ended = await within(source.synced(), cacheSyncTimeoutMs, clock, signal);
      // `syncLate` may have stopped waiting for this source.
      if (ended === 'synced' || !source.holdsRuns) break;
      if (ended.error === undefined && source.view.informer.isAbsent) {
        this.#reporter.logger.warn(
          { controller: name, informer: source.name },
          'waiting for a resource that is not installed',
        );
        continue;
      }
      throw new CacheSyncError(
        [{ name: source.name, error: source.failure }],
        ended.error ??
          new ControllerError(
            'ERR_CACHE_SYNC_TIMEOUT',
            `controller ${name} waited ${cacheSyncTimeoutMs} ms (cacheSyncTimeoutMs)`,
          ),
      );
    }
    source.holdsRuns = false;
  }

  async #read(source: AsyncIterable<string>, onKey: (key: string) => void): Promise<void> {
    const iterator = source[Symbol.asyncIterator]();
    this.#iterators.add(iterator);
    try {
      for (;;) {
        const next = await iterator.next();
        if (next.done === true || !this.#iterators.has(iterator)) break;
        this.#give(next.value, onKey);
      }
      this.#iterators.delete(iterator);
    } catch (error) {
      this.#return(iterator);
      throw error;
    }
  }

  #give(key: string, onKey: (key: string) => void): void {
    try {
      onKey(key);
    } catch (error) {
      this.#reportExternal('gave a bad key, which is skipped', error);
    }
  }

  #reportExternal(what: string, cause: unknown): void {
    const message = `a source of controller ${this.#settings.name} ${what}: ${asError(cause).message}`;
    this.#report(new ControllerError('ERR_CONTROLLER_SOURCE', message, { cause }));
  }

  #report(error: Error): void {
    this.#reporter.report(error, 'source', undefined, 'a source failed');
  }

  /** Ends an external source. It may wait forever for its next key, so its return is not awaited. */
  #return(iterator: AsyncIterator<string>): void {
    this.#iterators.delete(iterator);
    const returned = async (): Promise<unknown> => iterator.return?.();
    returned().catch(() => undefined);
  }
}

/** Resolves when the resource of a source turns out not to be installed. */
function absence({ view: { informer } }: InformerSource, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (informer.isAbsent) resolve();
    };
    const registration = informer.onStateChange(check);
    onAbort(signal, () => registration.remove());
    check();
  });
}

/** Waits for a promise, with a time limit. Rejects if the signal aborts. */
async function within(
  promise: Promise<void>,
  limitMs: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<'synced' | { readonly error: unknown }> {
  const link = linkSignal(signal);
  const timeout = clock.sleep(limitMs, { signal: link.signal }).then(() => ({ error: undefined }));
  const synced = promise.then(
    () => 'synced' as const,
    (error: unknown) => ({ error: error ?? new Error('the informer did not sync') }),
  );
  try {
    return await Promise.race([synced, timeout]);
  } finally {
    link.abort();
    timeout.catch(() => undefined);
  }
}

/** The parts of a controller that its events reach. */
export interface EventRouterParts {
  readonly settings: ControllerSettings;
  readonly queue: WorkQueue;
  readonly ownWrites: OwnWrites;
  readonly runner: Runner;
  readonly counters: ControllerCounters;
  readonly reporter: Reporter;
  /** Undefined if all keys run here. */
  readonly shards: KeyShards | undefined;
}

/** What an event is to one key. */
interface KeyEvent {
  readonly cause: Cause;
  readonly priority: number;
  readonly afterMs: number;
  readonly origin: EventOrigin;
  /** True if anything but the key's own run changed the object of the key, apart from its status. */
  readonly isChange: boolean;
}

/** Turns the events of the sources into keys of the queue. */
export class EventRouter {
  readonly #parts: EventRouterParts;
  /** True if the keys stand for objects, whose changes end a pause after failures. */
  readonly #hasFor: boolean;

  constructor(parts: EventRouterParts) {
    this.#parts = parts;
    this.#hasFor = parts.settings.sources.some(({ role }) => role === 'for');
  }

  /** Handles one event. A predicate or map that throws is reported, and the event is lost. */
  onEvent(source: InformerSource, event: ObjectEvent): void {
    const { ownWrites } = this.#parts;
    const { object } = event;
    if (!ownWrites.hasInFlight || !ownWrites.holdBack(source.view, object, () => this.#handle(source, event)))
      this.#handle(source, event);
  }

  #handle(source: InformerSource, event: ObjectEvent): void {
    if (source.isRemoved) return;
    try {
      this.#route(source, event, metaNamespaceKey(event.object));
    } catch (thrown) {
      this.#parts.counters.eventErrors++;
      const message = `a predicate or map failed for an event of ${source.name}`;
      this.#parts.reporter.report(asError(thrown), 'event', undefined, message);
    }
  }

  /** Lets the keys run that wait only for a write which the cache now shows. */
  onSkipped({ view }: InformerSource, object: DeepReadonly<KubernetesObject>): void {
    this.#parts.ownWrites.observe(view, metaNamespaceKey(object), this.#run);
  }

  readonly #run = (key: string, priority: number): void => this.#parts.queue.add(key, { priority });

  #route(source: InformerSource, event: ObjectEvent, name: string): void {
    const { ownWrites, counters, settings } = this.#parts;
    const { view } = source;
    ownWrites.observe(view, name, this.#run);
    // Although the predicates may not want it.
    if (source.role === 'for' && event.type === 'delete') this.#parts.shards?.deleted(name, event.object);
    if (!passes(source.predicate, event)) return;
    const resync = isResync(event);
    const cause = resync ? undefined : ownWrites.causeOf(view, event);
    const dropsOwn = cause !== undefined && settings.ignoreEchoes && isEcho(cause, event);
    const isInitial = event.type === 'add' && event.isInInitialList;
    const canWait = isInitial || resync;
    const object = `${event.object.kind ?? view.resource.resource} ${name}`;
    const why: Cause =
      cause !== undefined
        ? { kind: 'ownWrite', write: cause.description }
        : resync
          ? { kind: 'resync', object }
          : { kind: 'event', event: isInitial ? 'initial list' : event.type, object };
    const isOwner = source.role === 'for' || !this.#hasFor;
    for (const key of keysOf(source.map, event)) {
      if (!this.#isKept(source, event, key)) continue;
      // A write for another key is news to this one.
      const isOwn = cause?.key === key;
      if (isOwn && dropsOwn) {
        counters.ignoredEchoes++;
        continue;
      }
      this.#give(key, cause?.key, {
        cause: why,
        priority: source.priority ?? (canWait ? lowPriority : 0),
        afterMs: canWait ? spreadMs(key, settings.initialSpreadMs) : 0,
        origin: cause === undefined ? 'client' : isOwn ? 'ownRun' : 'otherKey',
        isChange: isOwner && !canWait && !isOwn && changed(event),
      });
    }
  }

  /** False for a key of another replica. */
  #isKept(source: InformerSource, event: ObjectEvent, key: string): boolean {
    const { shards } = this.#parts;
    if (shards === undefined) return true;
    if (source.role === 'for' && event.type === 'delete') shards.remember(key, event.object);
    if (source.role === 'owns') {
      if (event.type === 'update') shards.rememberOwner(key, event.oldObject);
      shards.rememberOwner(key, event.object);
    }
    if (isKept(shards.replicaOf(key))) return true;
    shards.forget(key);
    return false;
  }

  /** Gives an event to a key; `writer` is the key whose run caused it. */
  #give(key: string, writer: string | undefined, event: KeyEvent): void {
    const { runner, queue } = this.#parts;
    const { cause, priority, isChange } = event;
    const activity = runner.activityOf(key);
    const step = eventStep(activity, event.origin, isChange);
    if (activity === 'givenUp') {
      if (step === 'ignore') return;
      runner.failures.takeBack(key);
    }
    const run = runner.activeRun(key);
    if (run !== undefined && isChange) run.changed = true;
    if (writer !== undefined) runner.loop.triggered(writer);
    if (step === 'add') queue.add(key, { ...addOf(cause), priority, afterMs: event.afterMs });
    else if (step === 'addOwnWrite') runner.addOwnWrite(key, cause, priority);
    else if (step === 'afterRun') run?.shownWrites.push(cause);
  }
}

/** True if more changed than the status, or if that is unknown. */
function changed(event: ObjectEvent): boolean {
  if (event.type !== 'update') return true;
  const before: DeepReadonly<ObjectMeta> = event.oldObject.metadata ?? {};
  const after: DeepReadonly<ObjectMeta> = event.object.metadata ?? {};
  return (
    after.generation === undefined ||
    after.generation !== before.generation ||
    after.uid !== before.uid ||
    after.deletionTimestamp !== before.deletionTimestamp ||
    differ(before.labels, after.labels) ||
    differ(before.annotations, after.annotations)
  );
}
