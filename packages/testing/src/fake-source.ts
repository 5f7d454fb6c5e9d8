import {
  type CallOptions,
  ConfigError,
  type KubernetesList,
  type KubernetesObject,
  type ListerWatcher,
  type ListOptions,
  type Status,
  StatusError,
  type WatchEvent,
  type WatchStream,
} from 'kube-informers';
import {
  hasMethods,
  numberFrom,
  onAbort,
  type OptionNames,
  raceSignal,
  refuseValue,
  requireBoolean,
  requireCallOptions,
  splitCall,
  requireFunction,
  requireKnownOptions,
  requireList,
  requireNumber,
  requireObject,
  requireString,
  shownValue,
  throwIfAborted,
} from 'kube-informers/internal';
import type { FakeRequest } from './fake-lister-watcher.js';
import { FakeWatchStream } from './fake-watch-stream.js';

/** Options of a `FakeSource`. */
export interface FakeSourceOptions<T extends KubernetesObject> {
  /** Initial objects, one resourceVersion each. */
  readonly objects?: readonly T[] | undefined;
  /** apiVersion of the list and of bookmarks. Default: `v1`; kind `Pod`. */
  readonly apiVersion?: string | undefined;
  /** Kind of the objects. */
  readonly kind?: string | undefined;
  /** First resourceVersion assigned. Default: 2, so that an empty source is at "1": no API server is ever at "0". */
  readonly firstResourceVersion?: number | undefined;
  /** False rejects `sendInitialEvents` with 422, as servers before 1.32 do. Default: true. */
  readonly watchList?: boolean | undefined;
  /** True if watch-lists are unsupported: a Reflector then never requests one. Default: false. */
  readonly watchListUnsupported?: boolean | undefined;
  /** What `pagesFromCache` resolves with: true makes a Reflector list in pages, as a server from 1.34 on. Default: false. */
  readonly pagesFromCache?: boolean | undefined;
  /** True ignores the limit of a list at resourceVersion "0", as the API server's watch cache does. Default: true. */
  readonly watchCache?: boolean | undefined;
  /** Provides the times in the request log. Default: every request is at 0. */
  readonly clock?:
    | {
        /** Returns milliseconds on a monotonic clock. */
        monotonic(): number;
      }
    | undefined;
  /**
   * Called with each request before its response.
   *
   * A thrown error or rejection fails the request; a promise delays the response (a pending one hangs it until its
   * signal aborts).
   */
  readonly intercept?: ((request: FakeRequest) => void | Promise<void>) | undefined;
}

const fakeSourceOptionNames: OptionNames<FakeSourceOptions<KubernetesObject>> = {
  objects: requireList,
  apiVersion: requireString,
  kind: requireString,
  firstResourceVersion: numberFrom(0),
  watchList: requireBoolean,
  watchListUnsupported: requireBoolean,
  pagesFromCache: requireBoolean,
  watchCache: requireBoolean,
  clock: hasMethods('monotonic'),
  intercept: requireFunction,
};

interface Change<T> {
  readonly resourceVersion: number;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: T;
  readonly previous: T | undefined;
}

interface OpenWatch<T extends KubernetesObject> {
  readonly stream: FakeWatchStream<T>;
  readonly from: number;
  readonly bookmarks: boolean;
}

interface Continuation<T> {
  readonly items: readonly T[];
  readonly resourceVersion: number;
}

/**
 * An API server's list and watch of one resource, in memory (client-go's FakeControllerSource).
 *
 * It can omit changes from its watches, and discard its history.
 *
 * ```ts
 * const source = new FakeSource<Pod>({ objects: [pod('a')] });
 * const informer = new SharedIndexInformer(source, …);
 * source.modify(pod('a', { labels: { app: 'web' } }));
 * source.deleteDropped('default/a');   // not sent to any watch …
 * source.resetWatch();                 // … until clients have to list again
 * expect(source.lists).toHaveLength(2);
 * ```
 *
 * It follows the API server's rules for resourceVersion, limit and continue, `resourceVersionMatch`, 410 after
 * `compact`, a resourceVersion that is too large, bookmarks (sent only by `bookmark`) and watch-lists. It has no
 * namespaces and selectors: it stands for the selected objects. It returns copies.
 */
export class FakeSource<T extends KubernetesObject> implements ListerWatcher<T> {
  readonly watchListUnsupported: boolean;
  /** Every request, oldest first. */
  readonly requests: FakeRequest[] = [];
  readonly #options: FakeSourceOptions<T>;
  readonly #apiVersion: string;
  readonly #kind: string;
  readonly #items = new Map<string, T>();
  #history: Change<T>[] = [];
  /** Changes up to this resourceVersion are discarded. */
  #compacted: number;
  #revision: number;
  readonly #watches = new Set<OpenWatch<T>>();
  readonly #continuations = new Map<string, Continuation<T>>();
  #tokens = 0;
  readonly #failures = { list: [] as Error[], watch: [] as Error[] };

  /** A source of objects without a server: holds objects, and sends their changes to its watches. */
  constructor(options: FakeSourceOptions<T> = {}) {
    requireKnownOptions('a FakeSource', options, fakeSourceOptionNames);
    this.#options = options;
    this.#apiVersion = options.apiVersion ?? 'v1';
    this.#kind = options.kind ?? 'Pod';
    this.#revision = (options.firstResourceVersion ?? 2) - 1;
    this.#compacted = this.#revision;
    this.watchListUnsupported = options.watchListUnsupported ?? false;
    for (const object of options.objects ?? []) this.add(object);
  }

  /** Adds an object and notifies every watch. Returns it as stored, with uid and resourceVersion. */
  add(object: T): T {
    return this.#change('ADDED', object, true);
  }

  /** Replaces an object and notifies every watch. Returns it as stored. */
  modify(object: T): T {
    return this.#change('MODIFIED', object, true);
  }

  /** Deletes an object (or the one with this key, `namespace/name` or `name`) and notifies every watch. */
  delete(object: T | string): T {
    return this.#change('DELETED', object, true);
  }

  /** Like `add`, without notifying open watches; a later watch from an earlier version receives it. */
  addDropped(object: T): T {
    return this.#change('ADDED', object, false);
  }

  /** Like `modify`, without notifying open watches. */
  modifyDropped(object: T): T {
    return this.#change('MODIFIED', object, false);
  }

  /** Like `delete`, without notifying open watches. */
  deleteDropped(object: T | string): T {
    return this.#change('DELETED', object, false);
  }

  /** The stored objects, sorted by key. */
  get objects(): T[] {
    return this.#sorted(this.#items).map((object) => structuredClone(object));
  }

  /** The newest resourceVersion. */
  get resourceVersion(): string {
    return String(this.#revision);
  }

  /** Discards the history: watches from an earlier version, and all continue tokens, get a 410. */
  compact(): void {
    this.#history = [];
    this.#continuations.clear();
    this.#compacted = this.#revision;
  }

  /** Ends every open watch cleanly, as a server does on shutdown. */
  closeWatches(): void {
    for (const watch of this.#watches) watch.stream.end();
  }

  /** Breaks every open watch. */
  failWatches(error: Error): void {
    for (const watch of this.#watches) watch.stream.fail(error);
  }

  /** Ends every watch and discards the history, so that clients have to list again (client-go's ResetWatch). */
  resetWatch(): void {
    this.compact();
    this.closeWatches();
  }

  /** Sends a BOOKMARK with the newest resourceVersion to every open watch that requested bookmarks. */
  bookmark(): void {
    for (const watch of this.#watches) {
      if (watch.bookmarks) watch.stream.push(this.#bookmark(false));
    }
  }

  /** Sends an ERROR event to every open watch; the watches stay open. */
  sendError(status: Status): void {
    for (const watch of this.#watches) watch.stream.error(status);
  }

  /** Fails the next `times` requests of this verb with `error`. Default: 1. */
  failNext(verb: 'list' | 'watch', error: Error, times = 1): void {
    if (verb !== 'list' && verb !== 'watch') refuseValue('verb of failNext', '"list" or "watch"', verb);
    requireNumber('times of failNext', times);
    for (let time = 0; time < times; time++) this.#failures[verb].push(error);
  }

  /** Options of every list, oldest first. */
  get lists(): readonly ListOptions[] {
    return this.requests.filter((request) => request.verb === 'list').map((request) => request.options);
  }

  /** Options of every watch, oldest first. */
  get watches(): readonly ListOptions[] {
    return this.requests.filter((request) => request.verb === 'watch').map((request) => request.options);
  }

  /** Number of open watches. */
  get openWatches(): number {
    return this.#watches.size;
  }

  pagesFromCache(): Promise<boolean> {
    return Promise.resolve(this.#options.pagesFromCache ?? false);
  }

  async list(options: ListOptions & CallOptions): Promise<KubernetesList<T>> {
    return this.#list(await this.#admit('list', options));
  }

  /** Opens a watch from `options.resourceVersion`. */
  async watch(options: ListOptions & CallOptions): Promise<WatchStream<T>> {
    return this.#watch(await this.#admit('watch', options), options.signal);
  }

  /** Records a request, and lets it fail. Returns its options without those of the call. */
  async #admit(verb: 'list' | 'watch', options: ListOptions & CallOptions): Promise<ListOptions> {
    requireCallOptions(`${verb} of a FakeSource`, options);
    const { request: asked, call } = splitCall(options);
    throwIfAborted(call.signal);
    const request = { verb, options: asked, atMs: this.#options.clock?.monotonic() ?? 0 };
    this.requests.push(request);
    const failure = this.#failures[verb].shift();
    if (failure !== undefined) throw failure;
    const intercepted = this.#options.intercept?.(request);
    if (intercepted !== undefined) await raceSignal(intercepted, call.signal);
    return asked;
  }

  #list(options: ListOptions): KubernetesList<T> {
    const limit = options.limit ?? 0;
    const { items, resourceVersion } = this.#listed(options);
    const whole = limit === 0 || (options.resourceVersion === '0' && this.#options.watchCache !== false);
    const page = whole ? items : items.slice(0, limit);
    const metadata: { resourceVersion: string; continue?: string; remainingItemCount?: number } = {
      resourceVersion: String(resourceVersion),
    };
    if (page.length < items.length) {
      const token = `fake-${++this.#tokens}`;
      this.#continuations.set(token, { items: items.slice(page.length), resourceVersion });
      metadata.continue = token;
      metadata.remainingItemCount = items.length - page.length;
    }
    return {
      apiVersion: this.#apiVersion,
      kind: `${this.#kind}List`,
      metadata,
      items: page.map((object) => structuredClone(object)),
    };
  }

  #listed(options: ListOptions): Continuation<T> {
    const wanted = options.resourceVersion ?? '';
    if (options.continue !== undefined && options.continue !== '') {
      if (wanted !== '' && wanted !== '0') {
        throw statusError(
          400,
          'BadRequest',
          'specifying resource version is not allowed when using continue',
        );
      }
      const continuation = this.#continuations.get(options.continue);
      if (continuation === undefined) {
        throw expiredError('The provided continue parameter is too old to display a consistent list result.');
      }
      return continuation;
    }
    this.#refuseTooLarge(wanted);
    if (options.resourceVersionMatch === 'Exact') {
      return { items: this.#sorted(this.#at(Number(wanted))), resourceVersion: Number(wanted) };
    }
    return { items: this.#sorted(this.#items), resourceVersion: this.#revision };
  }

  #watch(options: ListOptions, signal: AbortSignal | undefined): WatchStream<T> {
    const wanted = options.resourceVersion ?? '';
    const undo: (() => void)[] = [];
    const stream = new FakeWatchStream<T>(() => {
      this.#watches.delete(watch);
      for (const step of undo) step();
    });
    const watch: OpenWatch<T> = {
      stream,
      from: Number(wanted),
      bookmarks: options.allowWatchBookmarks === true,
    };
    if (options.sendInitialEvents === true) {
      if (this.#options.watchList === false || options.resourceVersionMatch !== 'NotOlderThan') {
        throw statusError(
          422,
          'Invalid',
          'sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch',
        );
      }
      this.#refuseTooLarge(wanted);
      for (const event of this.#initialEvents()) stream.push(event);
      if (watch.bookmarks) stream.push(this.#bookmark(true));
    } else if (wanted === '' || wanted === '0') {
      for (const event of this.#initialEvents()) stream.push(event);
    } else {
      if (Number(wanted) < this.#compacted)
        throw expiredError(`too old resource version: ${wanted} (${this.#compacted})`);
      for (const change of this.#history) {
        if (change.resourceVersion > watch.from) stream.push(eventOf(change));
      }
    }
    this.#watches.add(watch);
    if (signal !== undefined) undo.push(onAbort(signal, () => stream.stop()));
    return stream;
  }

  #change(type: Change<T>['type'], target: T | string, notify: boolean): T {
    const key = typeof target === 'string' ? target : objectKey(target);
    const previous = this.#items.get(key);
    if ((type === 'ADDED') !== (previous === undefined)) {
      throw new ConfigError(
        'ERR_FAKE_SOURCE',
        `cannot ${type === 'ADDED' ? 'add' : type === 'MODIFIED' ? 'modify' : 'delete'} ${key}: it ${previous === undefined ? 'does not exist' : 'already exists'}`,
      );
    }
    const object = structuredClone(typeof target === 'string' ? previous : target);
    if (object === undefined)
      throw new ConfigError('ERR_FAKE_SOURCE', `cannot delete ${key}: it does not exist`);
    this.#revision++;
    const { apiVersion = this.#apiVersion, kind = this.#kind } = object;
    const stored = {
      ...object,
      apiVersion,
      kind,
      metadata: {
        ...object.metadata,
        uid: object.metadata?.uid ?? previous?.metadata?.uid ?? `uid-${this.#revision}`,
        resourceVersion: String(this.#revision),
      },
    };
    const change: Change<T> = { resourceVersion: this.#revision, type, object: stored, previous };
    this.#history.push(change);
    if (type === 'DELETED') this.#items.delete(key);
    else this.#items.set(key, stored);
    if (notify) {
      for (const watch of this.#watches) {
        if (change.resourceVersion > watch.from) watch.stream.push(eventOf(change));
      }
    }
    return structuredClone(stored);
  }

  /** Returns the state at an older resourceVersion by undoing the newer changes. */
  #at(resourceVersion: number): Map<string, T> {
    if (!(resourceVersion >= this.#compacted)) {
      throw expiredError(`The resourceVersion for the provided list is too old: ${resourceVersion}`);
    }
    const items = new Map(this.#items);
    for (let index = this.#history.length - 1; index >= 0; index--) {
      const change = this.#history[index];
      if (change === undefined || change.resourceVersion <= resourceVersion) break;
      if (change.previous === undefined) items.delete(objectKey(change.object));
      else items.set(objectKey(change.object), change.previous);
    }
    return items;
  }

  #sorted(items: ReadonlyMap<string, T>): T[] {
    return [...items].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => object);
  }

  #initialEvents(): WatchEvent<T>[] {
    return this.#sorted(this.#items).map((object) => ({ type: 'ADDED', object: structuredClone(object) }));
  }

  #bookmark(initialEventsEnd: boolean): WatchEvent<T> {
    const annotations = { 'k8s.io/initial-events-end': 'true' };
    const metadata = { resourceVersion: this.resourceVersion, ...(initialEventsEnd ? { annotations } : {}) };
    const object: KubernetesObject = { kind: this.#kind, apiVersion: this.#apiVersion, metadata };
    // A bookmark has no more fields on the wire either; see WatchEvent.
    return { type: 'BOOKMARK', object: object as T };
  }

  #refuseTooLarge(wanted: string): void {
    if (wanted === '' || Number(wanted) <= this.#revision) return;
    const message = `Too large resource version: ${wanted}, current: ${this.#revision}`;
    throw new StatusError({
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
      code: 504,
      reason: 'Timeout',
      message: `Timeout: ${message}`,
      details: {
        retryAfterSeconds: 1,
        causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      },
    });
  }
}

function eventOf<T>(change: Change<T>): WatchEvent<T> {
  return { type: change.type, object: structuredClone(change.object) };
}

function objectKey(object: KubernetesObject): string {
  requireObject('a FakeSource', object);
  const name = object.metadata?.name;
  if (name === undefined || name === '') {
    throw new ConfigError(
      'ERR_FAKE_SOURCE',
      `metadata.name of an object of a FakeSource must be set, got ${shownValue(name)}`,
    );
  }
  const namespace = object.metadata?.namespace ?? '';
  return namespace === '' ? name : `${namespace}/${name}`;
}

function statusError(code: number, reason: string, message: string): StatusError {
  return new StatusError({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message });
}

function expiredError(message: string): StatusError {
  return statusError(410, 'Expired', message);
}
