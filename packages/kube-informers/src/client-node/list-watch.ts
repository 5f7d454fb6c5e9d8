import { Reflector } from '../cache/reflector/reflector.js';
import type { ListerWatcher, ReflectorStore } from '../cache/types.js';
import { Latch } from '../cache/latch.js';
import { MappedStream } from '../client/metadata-client.js';
import { fromClientNode } from '../kubeconfig/client-node.js';
import type { ClientNodeKubeConfig, OldClientNodeKubeConfig } from '../kubeconfig/client-node.js';
import { splitCall } from '../meta/calls.js';
import type { SourceOptions } from '../meta/calls.js';
import type { KubernetesList, KubernetesObject, ListOptions } from '../meta/types.js';
import type { WatchStream } from '../meta/watch.js';
import { isExpired } from '../meta/errors.js';
import { RestClient } from '../rest/rest-client.js';
import { systemClock } from '../util/clock.js';
import type { Clock } from '../util/clock.js';
import { asError, ConfigError } from '../util/errors.js';
import { requireKnownOptions } from '../util/known-options.js';
import type { OptionNames } from '../util/known-options.js';
import {
  numberFrom,
  refuse,
  refuseValue,
  requireBoolean,
  requireFunction,
  requireMethods,
  requireString,
  typeOf,
} from '../util/require.js';
import { raceSignal } from '../util/signal.js';
import { shownWord } from '../util/shown.js';
import { isObject, isThenable } from '../util/type-checks.js';
import { UnhandledFailures } from '../util/call-hook.js';
import type {
  ADD,
  CHANGE,
  ClientNodeObject,
  CONNECT,
  DELETE,
  ERROR,
  ErrorCallback,
  Informer,
  ListPromise,
  ObjectCache,
  ObjectCallback,
  UPDATE,
} from './informer.js';
import { isTypedList, toTypedObject } from './object-shape.js';
import { CalledBackStream, ownWatchOf, statusOf, withNodeCode } from './own-watch.js';
import type { ClientNodeWatch } from './own-watch.js';

/** client-node's ListWatchOptions, and when `error` is called. */
export interface ListWatchOptions {
  /**
   * `error` is called for a failure only once the informer has failed for so long, ms: brief interruptions, which it overcomes by
   * itself, are not reported. Default: 0, each failure.
   */
  readonly errorAfterMs?: number | undefined;
  /** Waits before a request is repeated. Default: a timer. */
  readonly delayFn?: ((ms: number) => Promise<void>) | undefined;
}

const optionNames: OptionNames<ListWatchOptions> = { errorAfterMs: numberFrom(0), delayFn: requireFunction };

/** A program that calls `start` in its `error` callback does not make requests without a pause. */
const leastRetryMs = 1000;

type Callback = (value?: unknown) => unknown;
type Verb = ADD | UPDATE | DELETE | ERROR | CONNECT;

/** From `start` to `stop`. */
interface Run {
  readonly controller: AbortController;
  /** Released when `start` resolves: after the first list, or after an error was reported. Another one after each such error. */
  started: Latch;
  /** True after the first list. */
  isListed: boolean;
  /** True from `connect` to the next error. */
  isConnected: boolean;
  /** When the latest attempt failed. */
  failedAtMs: number;
  /** Since when each attempt has failed. */
  failingSinceMs: number | undefined;
  /** What `listFn` rejected with, if the latest attempt was a list. */
  listError: unknown;
  /** Ends the wait before the next attempt. */
  retryNow: () => void;
  /** Resolves when nothing is open any more. */
  ended: Promise<void>;
}

/**
 * Lists and watches one path, and keeps what it has seen: client-node's ListWatch, on this library's Reflector.
 *
 * `listFn` is called for every list. After an error the informer goes on by itself: it waits, resumes the watch, or lists again if
 * the server no longer has the history. `error` is called with each failure, and `start` on a running informer begins nothing
 * new, so programs that start it again in their `error` callback keep working. Errors of the network have Node's code, such as
 * `ECONNRESET`, and those of the API server `statusCode`, as there.
 *
 * Objects from the watch have the same form as those that `listFn` returns: with `Date`s if they come from a typed API, such as
 * CoreV1Api. Items of a list get the `apiVersion` and `kind` of the list, since those of a watch have them.
 */
export class ListWatch<T extends ClientNodeObject> implements ObjectCache<T>, Informer<T> {
  readonly #path: string;
  readonly #query: Readonly<Record<string, string>>;
  readonly #watch: ClientNodeWatch;
  /** A `watch` that the program has in place of client-node's. Its events are in the cache when it has passed them on. */
  readonly #ownWatch: ReturnType<typeof ownWatchOf>;
  readonly #listFn: ListPromise<T>;
  readonly #clock: Clock;
  readonly #errorAfterMs: number;
  readonly #callbacks: Readonly<Record<Verb, Callback[]>> = {
    add: [],
    update: [],
    delete: [],
    error: [],
    connect: [],
  };
  /** Objects by namespace ("" for those of the cluster) and name. */
  #objects = new Map<string, Map<string, T>>();
  #resourceVersion = '';
  #isTyped = false;
  #run: Run | undefined;
  readonly #unhandled = new UnhandledFailures('The informer keeps running.');

  /**
   * Lists and watches a path of the API as client-node's ListWatch does, on the Reflector.
   *
   * `watch` is client-node's Watch, of which only the KubeConfig is used. If a subclass or an object replaces its `watch()`, that is
   * called for each watch. `autoStart` starts the informer at once. Parameters in the query of `path` are sent with the watch.
   *
   * Throws ConfigError `ERR_OPTION` for an argument of another type.
   */
  constructor(
    path: string,
    watch: ClientNodeWatch,
    listFn: ListPromise<T>,
    autoStart = true,
    labelSelector?: string,
    fieldSelector?: string,
    options: ListWatchOptions = {},
  ) {
    requireString('path of an informer', path);
    if (!path.startsWith('/'))
      refuseValue('path of an informer', 'an absolute path such as /api/v1/pods', path);
    // JavaScript callers are not type-checked.
    const given: unknown = watch;
    if (!isObject(given)) refuse('watch of a ListWatch', "client-node's Watch", given);
    this.#watch = watch;
    this.#ownWatch = ownWatchOf(watch);
    if (this.#ownWatch === undefined) {
      if (!isObject(given['config'])) refuse('watch of a ListWatch', "client-node's Watch", given);
      requireMethods('config of a Watch', given['config'], ['getCurrentCluster']);
    }
    requireFunction('listFn of an informer', listFn);
    requireBoolean('autoStart of a ListWatch', autoStart);
    if (labelSelector !== undefined) requireString('labelSelector of an informer', labelSelector);
    if (fieldSelector !== undefined) requireString('fieldSelector of an informer', fieldSelector);
    requireKnownOptions('a ListWatch', options, optionNames);
    const [plainPath = '', search = ''] = path.split(/\?(.*)/s);
    this.#path = plainPath;
    this.#query = {
      ...Object.fromEntries(new URLSearchParams(search)),
      ...(labelSelector === undefined ? {} : { labelSelector }),
      ...(fieldSelector === undefined ? {} : { fieldSelector }),
    };
    this.#listFn = listFn;
    const { delayFn, errorAfterMs = 0 } = options;
    this.#errorAfterMs = errorAfterMs;
    this.#clock =
      delayFn === undefined
        ? systemClock
        : { ...systemClock, sleep: (ms, { signal } = {}) => raceSignal(delayFn(ms), signal) };
    if (autoStart) this.start().catch((error: unknown) => this.#failed(error));
  }

  /**
   * Starts the informer; resolves once the first list is in the cache, or `error` was called.
   *
   * On a running informer it begins nothing: it resolves at once, or before the first list with the next attempt at that. `connect` is
   * called if the informer is connected, since programs wait for it after a `start`. If it waits after a failure, which is a second ago
   * or more, it tries again at once.
   *
   * Rejects with ConfigError `ERR_CLIENT_NODE` if the KubeConfig has no current cluster.
   */
  async start(): Promise<void> {
    if (this.#run === undefined) this.#run = this.#begin();
    else if (this.#run.isConnected) this.#call('connect', undefined);
    else if (this.#clock.monotonic() - this.#run.failedAtMs >= leastRetryMs) this.#run.retryNow();
    await this.#run?.started.promise;
  }

  /** Stops the informer: no callback is called any more. Resolves when its connections are closed. The cache stays. */
  async stop(): Promise<void> {
    const run = this.#run;
    this.#run = undefined;
    run?.controller.abort(new Error('the informer was stopped'));
    await run?.ended;
  }

  /** Adds a callback for the events of objects; `change` stands for add, update and delete. */
  on(verb: ADD | UPDATE | DELETE | CHANGE, cb: ObjectCallback<T>): void;
  /** Adds a callback for errors or connections. */
  on(verb: ERROR | CONNECT, cb: ErrorCallback): void;
  on(verb: Verb | CHANGE, cb: ObjectCallback<T> | ErrorCallback): void {
    requireFunction(`the callback of ${shownWord(verb)}`, cb);
    // The signatures pair each verb with its kind of callback.
    for (const callbacks of this.#callbacksOf(verb)) callbacks.push(cb as Callback);
  }

  /** Removes a callback of the events of objects, once for each of the events that the verb stands for. */
  off(verb: ADD | UPDATE | DELETE | CHANGE, cb: ObjectCallback<T>): void;
  /** Removes a callback of errors or connections. */
  off(verb: ERROR | CONNECT, cb: ErrorCallback): void;
  off(verb: Verb | CHANGE, cb: ObjectCallback<T> | ErrorCallback): void {
    for (const callbacks of this.#callbacksOf(verb)) {
      const index = callbacks.indexOf(cb as Callback);
      if (index !== -1) callbacks.splice(index, 1);
    }
  }

  /** Returns an object; undefined if there is none of that name. Leave out the namespace for an object of the cluster. */
  get(name: string, namespace?: string): T | undefined {
    return this.#objects.get(namespace ?? '')?.get(name);
  }

  /** Returns the objects of a namespace; of all namespaces without one. */
  list(namespace?: string): ReadonlyArray<T> {
    if (namespace !== undefined && namespace !== '')
      return [...(this.#objects.get(namespace)?.values() ?? [])];
    return [...this.#objects.values()].flatMap((objects) => [...objects.values()]);
  }

  /** The resourceVersion that the cache has reached; "" before the first list. */
  latestResourceVersion(): string {
    return this.#resourceVersion;
  }

  #callbacksOf(verb: string): Callback[][] {
    const { add, update, delete: deleted } = this.#callbacks;
    if (verb === 'change') return [add, update, deleted];
    if (!Object.hasOwn(this.#callbacks, verb))
      throw new ConfigError(
        'ERR_OPTION',
        `Unknown verb: ${shownWord(verb)}; expected add, update, delete, change, error or connect`,
      );
    return [this.#callbacks[verb as Verb]];
  }

  #begin(): Run {
    const { config } = this.#watch;
    const client =
      this.#ownWatch !== undefined || config === undefined
        ? undefined
        : new RestClient(fromClientNode(config), { clock: systemClock });
    const controller = new AbortController();
    const { signal } = controller;
    const run: Run = {
      controller,
      started: new Latch(),
      isListed: false,
      isConnected: false,
      failedAtMs: 0,
      failingSinceMs: undefined,
      listError: undefined,
      retryNow: () => undefined,
      ended: Promise.resolve(),
    };
    const reflector = new Reflector(this.#source(client, run), this.#store(run), {
      name: this.#path,
      clock: this.#clock,
      onWatchError: (error, during) => {
        if (signal.aborted || (during === 'watch' && isNoErrorThere(error))) return;
        run.isConnected = false;
        run.failedAtMs = this.#clock.monotonic();
        run.failingSinceMs ??= run.failedAtMs;
        if (run.failedAtMs - run.failingSinceMs < this.#errorAfterMs) return;
        const { started } = run;
        if (!run.isListed) run.started = new Latch();
        const own = during === 'watch' && this.#ownWatch !== undefined ? error.cause : run.listError;
        this.#failed(own ?? error);
        started.release();
      },
    });
    run.retryNow = () => reflector.retryNow();
    run.ended = this.#runUntilStopped(reflector, client, run);
    return run;
  }

  async #runUntilStopped(
    reflector: Reflector<KubernetesObject>,
    client: RestClient | undefined,
    run: Run,
  ): Promise<void> {
    try {
      await reflector.run({ signal: run.controller.signal });
    } finally {
      run.started.release();
      await client?.close();
    }
  }

  /** `connect` is called before a list, and before a watch that does not follow a list. */
  #source(client: RestClient | undefined, run: Run): ListerWatcher<KubernetesObject> {
    const { signal } = run.controller;
    let isListed = false;
    const connect = (): void => {
      run.isConnected = true;
      this.#call('connect', undefined);
    };
    return {
      watchListUnsupported: true,
      list: async (options) => {
        run.listError = undefined;
        // Asks whether the server still knows a version.
        if (options.limit === 1 && client !== undefined) {
          const { request, call } = splitCall(options);
          return client.list({ path: this.#path, query: { ...request, ...this.#query }, ...call });
        }
        isListed = false;
        connect();
        try {
          const list = await this.#list();
          isListed = true;
          return list;
        } catch (thrown) {
          run.listError = thrown;
          throw statusOf(thrown) ?? thrown;
        }
      },
      watch: async (options) => {
        run.listError = undefined;
        if (!isListed && !signal.aborted) connect();
        isListed = false;
        if (client === undefined) return this.#openOwnWatch(splitCall(options).request, run);
        const stream = await this.#openWatch(client, options);
        if (stream.unopened === undefined) run.failingSinceMs = undefined;
        return stream;
      },
    };
  }

  async #list(): Promise<KubernetesList<KubernetesObject>> {
    const result: unknown = await this.#listFn();
    const list = isObject(result) && isObject(result['body']) ? result['body'] : result;
    if (!isObject(list) || !(isObject(list['metadata']) || Array.isArray(list['items'])))
      throw new ConfigError(
        'ERR_OPTION',
        `listFn of an informer must resolve to a list with items, or to { body: list }, got ${typeOf(list)}`,
      );
    this.#isTyped = isTypedList(list);
    // Checked to be objects by the Reflector.
    const items = (list['items'] ?? []) as (KubernetesObject | null)[];
    const metadata = (list['metadata'] ?? {}) as Record<string, unknown>;
    const next = metadata['continue'] ?? metadata['_continue'];
    if (typeof next === 'string' && next !== '')
      this.#failed(
        new ConfigError(
          'ERR_OPTION',
          `listFn of ${this.#path} returned only the first ${items.length} objects: leave out its limit`,
        ),
      );
    const { apiVersion, kind } = list;
    if (Array.isArray(items) && typeof kind === 'string' && kind.endsWith('List'))
      for (const item of items) {
        if (!isObject(item) || item.kind !== undefined) continue;
        Object.assign(item, { apiVersion, kind: kind.slice(0, -'List'.length) });
      }
    const resourceVersion = metadata['resourceVersion'];
    return {
      items: items as KubernetesObject[],
      metadata: { resourceVersion: typeof resourceVersion === 'string' ? resourceVersion : '' },
    };
  }

  async #openWatch(client: RestClient, options: SourceOptions): Promise<WatchStream<KubernetesObject>> {
    const { request, call } = splitCall(options);
    const { onContinue: _, ...rest } = call;
    const stream = await client.watch<KubernetesObject>({
      path: this.#path,
      query: { ...request, ...this.#query },
      ...rest,
    });
    if (!this.#isTyped) return stream;
    return new MappedStream(stream, (event) =>
      event.type === 'ERROR' || event.type === 'BOOKMARK'
        ? event
        : // Only times and names of fields are other than those of the wire.
          { type: event.type, object: toTypedObject(event.object) as KubernetesObject },
    );
  }

  #openOwnWatch(options: ListOptions, run: Run): WatchStream<KubernetesObject> {
    const { signal } = run.controller;
    return new CalledBackStream<KubernetesObject>().open(
      (callback, done) => this.#ownWatch?.(this.#path, { ...options, ...this.#query }, callback, done),
      (phase, object) => {
        if (signal.aborted) return object;
        run.failingSinceMs = undefined;
        return this.#received(phase, object);
      },
    );
  }

  /** Applies an event at once; the Reflector only follows its version. */
  #received(phase: string, received: KubernetesObject): KubernetesObject {
    if (phase === 'ERROR' || !isObject(received?.metadata)) return received;
    const object = this.#isTyped && phase !== 'BOOKMARK' ? toTypedObject(received) : received;
    // As in the store: of the form of the list's objects.
    if (phase === 'ADDED' || phase === 'MODIFIED') this.#write(object as T);
    else if (phase === 'DELETED') this.#delete(object as T, object as T);
    const { resourceVersion } = received.metadata;
    this.#resourceVersion = typeof resourceVersion === 'string' ? resourceVersion : '';
    return received;
  }

  #store(run: Run): ReflectorStore<KubernetesObject> {
    const { signal } = run.controller;
    const isIgnored = (): boolean => signal.aborted || this.#ownWatch !== undefined;
    // What the Reflector stores has the form of the list's objects, which is T.
    const write = (object: KubernetesObject): void => {
      if (!isIgnored()) this.#write(object as T);
    };
    return {
      add: write,
      update: write,
      delete: (object) => {
        if (!isIgnored()) this.#delete(object as T, object as T);
      },
      replace: (objects, resourceVersion) => {
        if (signal.aborted) return;
        this.#replace(objects as readonly T[], signal);
        this.#resourceVersion = resourceVersion;
        run.isListed = true;
        run.failingSinceMs = undefined;
        run.started.release();
      },
      resync: () => undefined,
      updateResourceVersion: (resourceVersion) => {
        if (!isIgnored()) this.#resourceVersion = resourceVersion;
      },
    };
  }

  #write(object: T): void {
    const { namespace = '', name = '', resourceVersion } = object.metadata ?? {};
    let objects = this.#objects.get(namespace);
    if (objects === undefined) this.#objects.set(namespace, (objects = new Map()));
    const before = objects.get(name);
    // Not every API numbers its objects.
    if (resourceVersion !== undefined && before?.metadata?.resourceVersion === resourceVersion) return;
    objects.set(name, object);
    this.#call(before === undefined ? 'add' : 'update', object);
  }

  #delete({ metadata: { namespace = '', name = '' } = {} }: T, lastState: T): void {
    const objects = this.#objects.get(namespace);
    if (objects?.delete(name) !== true) return;
    if (objects.size === 0) this.#objects.delete(namespace);
    this.#call('delete', lastState);
  }

  #replace(items: readonly T[], signal: AbortSignal): void {
    const keyOf = ({ metadata: { namespace = '', name = '' } = {} }: T): string => `${namespace}/${name}`;
    const listed = new Set(items.map(keyOf));
    for (const object of this.list())
      if (!signal.aborted && !listed.has(keyOf(object))) this.#delete(object, object);
    for (const item of items) if (!signal.aborted) this.#write(item);
  }

  #failed(thrown: unknown): void {
    if (this.#callbacks.error.length === 0)
      this.#unhandled.report("an 'error' callback", `informer of ${this.#path} failed`, asError(thrown));
    this.#call('error', withNodeCode(thrown));
  }

  /** A callback that fails harms no other one, and not the cache. */
  #call(verb: Verb, value: unknown): void {
    const failed = (thrown: unknown): void =>
      this.#unhandled.report(
        `a '${verb}' callback that catches its errors`,
        `a '${verb}' callback of the informer of ${this.#path} failed`,
        asError(thrown),
      );
    // A copy: a callback may remove itself.
    for (const callback of this.#callbacks[verb].slice()) {
      try {
        const result = callback(value);
        if (isThenable(result)) Promise.resolve(result).then(undefined, failed);
      } catch (thrown) {
        failed(thrown);
      }
    }
  }
}

/** An expired version, and a watch that the server ended at once: client-node goes on without an error, and programs count those. */
function isNoErrorThere(error: Error): boolean {
  return isExpired(error) || (error as { readonly code?: unknown }).code === 'ERR_SHORT_WATCH';
}

/**
 * Creates an informer with the signature, the events and the cache of client-node's `makeInformer`.
 *
 * `fieldSelector` is an argument of client-node 0.22, which 1.0 left out; `options` is one of this library.
 * It does not end with an error: it retries until `stop`. See `ListWatch`. Throws ConfigError for an argument of another type;
 * the cluster is read from the KubeConfig when the informer starts.
 */
export function makeInformer<T extends ClientNodeObject>(
  kubeconfig: ClientNodeKubeConfig | OldClientNodeKubeConfig,
  path: string,
  listPromiseFn: ListPromise<T>,
  labelSelector?: string,
  fieldSelector?: string,
  options?: ListWatchOptions,
): Informer<T> & ObjectCache<T> {
  requireMethods('kubeconfig of makeInformer', kubeconfig, ['getCurrentCluster']);
  return new ListWatch<T>(
    path,
    { config: kubeconfig },
    listPromiseFn,
    false,
    labelSelector,
    fieldSelector,
    options,
  );
}
