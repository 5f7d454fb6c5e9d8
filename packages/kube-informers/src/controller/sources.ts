import { InformerError } from '../cache/informer-error.js';
import type { HandlerRegistration } from '../cache/handlers/event-handler.js';
import type { Deletion } from '../cache/types.js';
import { splitMetaNamespaceKey } from '../meta/names.js';
import type { KubernetesObject } from '../meta/types.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { CacheView } from './cache-view.js';
import { ownKey, ownerKeys } from './object-event.js';
import type { MapFunc, ObjectEvent, OwnerKind } from './object-event.js';
import type { ControllerSettings, SourceOptions } from './options.js';
import type { Predicate } from './predicates.js';
import type { Reporter } from './runner.js';
import { CacheSyncError } from '../cache/informer/cache-sync.js';
import type { Clock } from '../util/clock.js';
import { asError } from '../util/errors.js';
import { linkSignal, onAbort } from '../util/signal.js';
import { ControllerError } from './errors.js';

/** Handles what happens in the caches of the sources. */
export interface SourceHandler {
  /** Called with each event of a source. */
  onEvent(source: InformerSource, event: ObjectEvent): void;
  /** Called with each update of a cache that handlers do not get, because nothing that is kept has changed. */
  onSkipped(source: InformerSource, object: DeepReadonly<KubernetesObject>): void;
}

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
  start(controller: string, handler: SourceHandler): void {
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
  readonly #handler: SourceHandler;
  readonly #reporter: Reporter;
  readonly #informers = new Set<InformerSource>();
  /** Informers of the sources that were removed. */
  readonly #left = new WeakSet<CacheView['informer']>();
  readonly #iterators = new Set<AsyncIterator<string>>();
  #isStarted = false;

  constructor(settings: ControllerSettings, reporter: Reporter, handler: SourceHandler) {
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
