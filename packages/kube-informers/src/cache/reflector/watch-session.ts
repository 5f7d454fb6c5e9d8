import { requireMethods } from '../../util/require.js';
import type { KubernetesObject, ListOptions, ObjectMeta } from '../../meta/types.js';
import { linkSignal } from '../../util/signal.js';
import { openStream } from './listwatch.js';
import type { ReflectorSettings } from './reflector-options.js';
import type { ListerWatcher } from '../types.js';
import { WatchWatchdog } from './watch-watchdog.js';
import { errorOfEvent } from '../../meta/error-event.js';
import { metaNamespaceKey } from '../../meta/names.js';
import { compareResourceVersion, isResourceVersion } from '../../meta/resource-version.js';
import { initialEventsAnnotation } from '../../meta/watch.js';
import type { WatchEvent, WatchStream } from '../../meta/watch.js';
import { asError } from '../../util/errors.js';
import { shownWord } from '../../util/shown.js';
import type { Clock } from '../../util/clock.js';
import { Moment } from '../../util/clock.js';
import { yieldToEventLoop } from '../../util/steps.js';
import { describeType, hasType, isUnsupportedTable } from './expected-type.js';
import type { ExpectedType } from './expected-type.js';
import { ReflectorError } from './reflector-errors.js';
import type { Take } from '../transform.js';

/** A watch from its request until `close`. */
export interface OpenWatch<T extends KubernetesObject> {
  readonly session: WatchSession<T>;
  /** Time of the request, on the monotonic clock. */
  readonly startedMs: number;
  /** Ends the session and the watchdog, and unlinks the round's signal. Calling it again does nothing. */
  close(): void;
}

/** Options of `openWatch`. */
export type OpenWatchOptions<T> = Pick<
  WatchSessionOptions<T>,
  'sink' | 'from' | 'checksOrder' | 'onResourceVersion' | 'onSkipped'
> & {
  /** True for a watch-list: the stream begins with the existing objects, up to the bookmark that ends them. */
  readonly initialEvents: boolean;
  readonly signal: AbortSignal;
};

/**
 * Opens a watch under a watchdog.
 *
 * Rejects with the error of the lister-watcher or of a stream that is `unopened`, with the watchdog's TransportError
 * `ERR_WATCH_IDLE` when there is no response, and with the signal's reason.
 */
export async function openWatch<T extends KubernetesObject>(
  listerWatcher: Pick<ListerWatcher<T>, 'watch'>,
  settings: ReflectorSettings,
  options: OpenWatchOptions<T>,
): Promise<OpenWatch<T>> {
  const { clock, random, minWatchTimeoutMs, watchDeadlineMarginMs, name, logger, expectedType, format } =
    settings;
  const { initialEvents, from, signal, ...session } = options;
  // client-go spreads the timeouts over [5, 10) minutes, so that the watches of a restart do not end together.
  const timeoutSeconds = Math.floor((minWatchTimeoutMs / 1000) * (1 + random()));
  const request: ListOptions = {
    allowWatchBookmarks: true,
    ...(initialEvents ? { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' } : {}),
    ...(from === '' ? {} : { resourceVersion: from }),
    timeoutSeconds,
  };
  const link = linkSignal(signal);
  // Measured from before the request: some proxies hold the headers back until the first event.
  const startedMs = clock.monotonic();
  const watchdog = new WatchWatchdog({
    clock,
    deadlineMs: timeoutSeconds * 1000 + watchDeadlineMarginMs,
    initialEvents,
    onEnd: (error) => link.abort(error),
    onMissingMark: (silentMs, events) =>
      logger.warn(
        { name, silentMs },
        events
          ? 'the bookmark that ends the initial events is missing, and no event has arrived for a while'
          : 'the bookmark that ends the initial events is missing, and no event has arrived yet',
      ),
  });
  try {
    const stream = await openStream(listerWatcher, { ...request, signal: link.signal, format });
    requireMethods('the result of watch of a lister-watcher', stream, ['nextBatch', 'stop']);
    if (stream.unopened !== undefined) {
      stream.stop();
      throw stream.unopened;
    }
    watchdog.opened(stream);
    const opened = new WatchSession<T>(stream, {
      ...session,
      name,
      expectedType,
      from,
      initialEvents,
      watchdog,
      clock,
      signal: link.signal,
    });
    return {
      session: opened,
      startedMs,
      close() {
        opened.close();
        watchdog.stop();
        link.dispose();
      },
    };
  } catch (thrown) {
    watchdog.stop();
    link.dispose();
    throw thrown;
  }
}

/** Queue length above which a watch yields to the event loop before it reads on (client-go's batch size). */
const queuedHighWater = 1000;

/** Target of a watch's events: a store, a queue, or the temporary store of a watch-list. */
export interface WatchSink<T> {
  add(object: T): void;
  update(object: T): void;
  delete(object: T): void;
  bookmark?(resourceVersion: string): void;
  /** Number of waiting items, if the sink is a queue. */
  readonly length?: number;
}

/** Options of a session. */
export interface WatchSessionOptions<T> {
  /** Sink of the first events; see `readOn`. */
  readonly sink: WatchSink<T>;
  readonly name: string;
  readonly expectedType: ExpectedType | undefined;
  /** The requested resourceVersion. At "" and "0" the watch begins with synthetic ADDED events in no order of versions. */
  readonly from: string;
  /** True makes `read` return at the bookmark that ends a watch-list's initial events. */
  readonly initialEvents: boolean;
  /** True fails on a resourceVersion older than one that the watch has delivered: `ERR_WATCH_BACKWARDS`. */
  readonly checksOrder: boolean;
  readonly watchdog: WatchWatchdog;
  readonly clock: Clock;
  /** Ends the session: as broken if the reason is the watchdog's error, as stopped otherwise. */
  readonly signal: AbortSignal;
  /** Called with every resourceVersion that can be continued from, in order. Not called during the initial events. */
  readonly onResourceVersion: (resourceVersion: string) => void;
  /** Called with the error of each skipped event; the session continues. */
  readonly onSkipped: (error: Error) => void;
}

/** How reading ended. */
export type WatchOutcome =
  | { readonly type: 'stopped' }
  | { readonly type: 'marked'; readonly resourceVersion: string }
  | { readonly type: 'ended' }
  | { readonly type: 'broken'; readonly error: Error };

/**
 * Reads one open watch to its end: client-go's handleAnyWatch. Applies events in order, counts them, and knows when a
 * resourceVersion can be trusted. Stops its stream once, at the end.
 */
export class WatchSession<T extends KubernetesObject> {
  /** Number of events so far, bookmarks included, skipped ones excluded. */
  items = 0;
  /** Number of bookmarks among them. */
  bookmarks = 0;
  /** When the last batch with an event other than a bookmark was applied. */
  readonly lastEvent = new Moment();
  readonly lastBookmark = new Moment();
  readonly #lastBatch = new Moment();
  /** Number of events other than bookmarks when `lastEvent` was set. */
  #noted = 0;
  readonly #stream: WatchStream<T>;
  readonly #options: Omit<WatchSessionOptions<T>, 'sink'>;
  readonly #onAbort: () => void;
  #sink: WatchSink<T>;
  #trusted: boolean;
  #untilMark: boolean;
  /** The newest resourceVersion of the watch, including the requested one; "" while none can be trusted. */
  #reached: string;
  #batch: readonly WatchEvent<T>[] = [];
  #next = 0;
  #closed = false;
  /** Ends the wait for the next batch. */
  #leave: (() => void) | undefined;

  constructor(stream: WatchStream<T>, options: WatchSessionOptions<T>) {
    this.#stream = stream;
    // Without the sink: the watch-list's sink holds every initial object, and must be collectable afterwards.
    const { sink, ...rest } = options;
    this.#options = rest;
    this.#sink = sink;
    this.#untilMark = options.initialEvents;
    this.#trusted = !options.initialEvents && options.from !== '' && options.from !== '0';
    this.#reached = this.#trusted ? options.from : '';
    this.#onAbort = () => this.close();
    options.signal.addEventListener('abort', this.#onAbort, { once: true });
    if (options.signal.aborted) this.close();
  }

  /** Sends the events after the initial ones to the real store. */
  readOn(sink: WatchSink<T>): void {
    this.#sink = sink;
    this.#untilMark = false;
    this.#trusted = true;
  }

  /** Reads to the end of the initial events, or of the stream. */
  async read(): Promise<WatchOutcome> {
    const { watchdog } = this.#options;
    try {
      for (;;) {
        while (this.#next < this.#batch.length) {
          const event = this.#batch[this.#next++];
          const outcome = event === undefined ? undefined : this.#apply(event);
          if (outcome !== undefined) {
            this.#noteEvents();
            if (outcome.type !== 'marked') this.close();
            return outcome;
          }
        }
        this.#noteEvents();
        // Not held while the next batch is decoded.
        this.#batch = [];
        this.#next = 0;
        if ((this.#sink.length ?? 0) > queuedHighWater) await yieldToEventLoop();
        if (this.#closed) return this.#interrupted();
        watchdog.waiting();
        const isOpen = await this.#nextBatch();
        if (this.#closed) return this.#interrupted();
        if (!isOpen) {
          this.close();
          return { type: 'ended' };
        }
        watchdog.received(this.#batch.length);
        this.#lastBatch.mark(this.#options.clock);
      }
    } catch (thrown) {
      if (this.#closed) return this.#interrupted();
      this.close();
      return { type: 'broken', error: asError(thrown) };
    }
  }

  /** Age of the last bytes, or of the last batch of a stream that does not read bytes; undefined before the first. */
  get lastByteAgeMs(): number | undefined {
    return this.#stream.lastByteAgeMs ?? this.#lastBatch.ageMs(this.#options.clock);
  }

  /** Silence after which bookmarks are missing, ms. */
  get silenceMs(): number {
    return this.#options.watchdog.bookmarkSilenceMs;
  }

  /** Once per batch, so that an event costs nothing. */
  #noteEvents(): void {
    const events = this.items - this.bookmarks;
    if (events === this.#noted) return;
    this.#noted = events;
    this.lastEvent.copy(this.#lastBatch);
  }

  /** Takes the next batch of the stream; false at its end and after `close`, even if the stream ignores its stop. */
  #nextBatch(): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#leave = () => resolve(false);
      this.#stream.nextBatch().then((batch) => {
        if (batch !== undefined && !this.#closed) this.#batch = batch;
        resolve(batch !== undefined);
      }, reject);
    });
  }

  /** Stops the stream, drops unapplied events and unlinks the signal. Calling it again does nothing. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#batch = [];
    this.#next = 0;
    this.#options.signal.removeEventListener('abort', this.#onAbort);
    try {
      this.#stream.stop();
    } catch (thrown) {
      this.#skip('ERR_WATCH_STOP', `the watch could not be stopped: ${asError(thrown).message}`, thrown);
    }
    this.#leave?.();
  }

  #interrupted(): WatchOutcome {
    const { signal, watchdog } = this.#options;
    const { error } = watchdog;
    return error !== undefined && signal.reason === error ? { type: 'broken', error } : { type: 'stopped' };
  }

  #apply(event: WatchEvent<T>): WatchOutcome | undefined {
    if (event.type === 'ERROR') return { type: 'broken', error: errorOfEvent(event.object) };
    const object = event.object;
    const metadata = object?.metadata;
    if (metadata === undefined || metadata === null || typeof metadata !== 'object') {
      return { type: 'broken', error: this.#badEvent(event, 'metadata') };
    }
    const { expectedType } = this.#options;
    if (expectedType !== undefined && !hasType(object, expectedType)) {
      const found = describeType({ apiVersion: object.apiVersion ?? '', kind: object.kind ?? '' });
      this.#skip('ERR_UNEXPECTED_TYPE', `an event brought ${found}, expected ${describeType(expectedType)}`);
      return undefined;
    }
    if (object.kind !== expectedType?.kind && isUnsupportedTable(object)) {
      this.#skip('ERR_TABLE', 'an event brought a Table of meta.k8s.io: request objects, not as=Table');
      return undefined;
    }
    if (event.type !== 'DELETED' && this.#isBehind(versionOf(metadata))) {
      return { type: 'broken', error: this.#backwards(event, metadata) };
    }
    if (event.type === 'BOOKMARK') return this.#bookmark(metadata);
    if (metadata.name === undefined || metadata.name === '') {
      return { type: 'broken', error: this.#badEvent(event, 'metadata.name') };
    }
    return this.#change(event.type, object, metadata);
  }

  #change(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: T, metadata: ObjectMeta): undefined {
    try {
      // Checked even if the store has its own key function: a list leaves such an object out as well.
      metaNamespaceKey(object);
      switch (type) {
        case 'ADDED':
          this.#sink.add(object);
          break;
        case 'MODIFIED':
          this.#sink.update(object);
          break;
        case 'DELETED':
          this.#sink.delete(object);
          break;
        default:
          this.#skip('ERR_WATCH_EVENT_TYPE', `unknown watch event type ${shownWord(type)}`);
          return;
      }
    } catch (thrown) {
      const which = `${metadata.namespace ?? ''}/${metadata.name ?? ''}`;
      this.#skip(
        'ERR_STORE',
        `the store refused an event ${type} of ${which}: ${asError(thrown).message}`,
        thrown,
      );
    }
    // Some servers send a deleted object in its last state, including its resourceVersion.
    const resourceVersion = versionOf(metadata);
    if (type === 'DELETED' && this.#isBehind(resourceVersion)) this.items++;
    else this.#seen(resourceVersion, type !== 'ADDED');
  }

  #bookmark(metadata: ObjectMeta): WatchOutcome | undefined {
    const resourceVersion = versionOf(metadata) ?? '';
    // Any other value than "true" is ignored, as in client-go.
    if (this.#untilMark && metadata.annotations?.[initialEventsAnnotation] === 'true') {
      this.items++;
      this.#bookmarked();
      this.#reached = resourceVersion;
      this.#options.watchdog.marked();
      return { type: 'marked', resourceVersion };
    }
    this.#options.watchdog.bookmark();
    this.#bookmarked();
    try {
      this.#sink.bookmark?.(resourceVersion);
    } catch (thrown) {
      this.#skip(
        'ERR_STORE',
        `the store refused the bookmark ${resourceVersion}: ${asError(thrown).message}`,
        thrown,
      );
    }
    this.#seen(resourceVersion, true);
    return undefined;
  }

  #bookmarked(): void {
    this.bookmarks++;
    this.lastBookmark.mark(this.#options.clock);
  }

  #seen(resourceVersion: string | undefined, pastInitialEvents: boolean): void {
    this.items++;
    if (this.#untilMark) {
      if (pastInitialEvents) this.#options.watchdog.pastInitialEvents();
      return;
    }
    if (resourceVersion === undefined || resourceVersion === '') return;
    // Anything but an ADDED proves that the synthetic events are over.
    if (pastInitialEvents) this.#trusted = true;
    if (!this.#trusted) return;
    this.#reached = resourceVersion;
    this.#options.onResourceVersion(resourceVersion);
  }

  /** False if the versions cannot be compared: not every API server numbers them. */
  #isBehind(resourceVersion: string | undefined): boolean {
    const reached = this.#reached;
    if (resourceVersion === undefined || resourceVersion.length > reached.length) return false;
    // Nearly always it is newer, which is visible without parsing the digits.
    if (resourceVersion.length === reached.length && resourceVersion >= reached) return false;
    if (!this.#options.checksOrder || !isResourceVersion(resourceVersion) || !isResourceVersion(reached)) {
      return false;
    }
    return compareResourceVersion(resourceVersion, reached) < 0;
  }

  #backwards(event: WatchEvent<T>, { name, namespace, resourceVersion }: ObjectMeta): ReflectorError {
    const ofObject = name === undefined ? '' : ` of ${namespace === undefined ? '' : `${namespace}/`}${name}`;
    return new ReflectorError(
      'ERR_WATCH_BACKWARDS',
      `${this.#options.name}: an event ${event.type}${ofObject} is at resourceVersion ${resourceVersion}, but the watch had reached ${this.#reached}: the server went back in time; listing again`,
    );
  }

  #badEvent(event: WatchEvent<T>, field: string): ReflectorError {
    return new ReflectorError(
      'ERR_WATCH_EVENT',
      `${this.#options.name}: the object of an event ${event.type} has no ${field}; listing again`,
    );
  }

  #skip(code: string, message: string, cause?: unknown): void {
    this.#options.onSkipped(new ReflectorError(code, `${this.#options.name}: ${message}`, { cause }));
  }
}

/** Undefined for anything but a string: a lenient server may send a number, from which no watch can continue. */
export function versionOf(metadata: Pick<ObjectMeta, 'resourceVersion'>): string | undefined {
  // Objects of the wire are not checked before.
  const resourceVersion: unknown = metadata.resourceVersion;
  return typeof resourceVersion === 'string' ? resourceVersion : undefined;
}

/**
 * Temporary store of a watch-list's objects, until the bookmark that ends the initial events.
 *
 * Applies the real store's transform at once, so that a big list is never held untransformed. The real store may apply it
 * again, so a transform has to be idempotent. An object whose transform throws is kept as received: the real store's
 * transform then throws as well, which is reported, and the object does not count as deleted. An object that the real store does
 * not keep is held only if something is stored of it.
 */
export class InitialEvents<T extends KubernetesObject> implements WatchSink<T> {
  readonly #objects = new Map<string, T>();
  readonly #take: Take<T>;

  constructor(take: Take<T> = (object) => object) {
    this.#take = take;
  }

  add(object: T): void {
    this.update(object);
  }

  update(object: T): void {
    const key = metaNamespaceKey(object);
    const taken = this.#take(object);
    if (taken === undefined) this.#objects.delete(key);
    else this.#objects.set(key, taken);
  }

  delete(object: T): void {
    this.#objects.delete(metaNamespaceKey(object));
  }

  list(): T[] {
    return Array.from(this.#objects.values());
  }
}
