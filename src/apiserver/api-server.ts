import { requireKnownOptions } from '../util/known-options.js';
import { apiextensionsV1, builtInResources } from '../resources/index.js';
import type { Resource } from '../meta/resource.js';
import type { KubernetesList, KubernetesObject } from '../meta/types.js';
import { ConfigError } from '../util/errors.js';
import {
  dropOptionNames,
  localListOptionNames,
  restartOptionNames,
  stopOptionNames,
} from './control-options.js';
import type { DropOptions, LocalListOptions, RestartOptions, StopOptions } from './control-options.js';
import { CustomResources } from './controllers/custom-resources.js';
import { NamespaceLifecycle, systemNamespaces } from './controllers/namespace-lifecycle.js';
import { HttpFront } from './http/http-front.js';
import type { InterceptAction, Interceptor } from './http/intercept.js';
import { Interceptors } from './http/interceptors.js';
import type { Interception, RequestMatch } from './http/interceptors.js';
import { RequestLog } from './http/request-log.js';
import type { LoggedRequest } from './http/request-log.js';
import { kubeconfigText } from './kubeconfig-text.js';
import { findServed, LocalObjects, trusted } from './local-objects.js';
import { resolveOptions } from './options.js';
import type { ApiServerOptions, ResolvedOptions } from './options.js';
import type { ServerContext } from './registry/context.js';
import { Registry } from './registry/registry.js';
import type { HandlerOptions } from './routes/handler-options.js';
import { RequestRouter } from './routes/request-router.js';
import { RevisionLog } from './storage/revision-log.js';
import { WatchHub } from './watch/watch-hub.js';
import { createObject } from './write/create.js';
import { requireBooleans } from '../util/require.js';

/**
 * An API server in this process: built-in and custom resources over real HTTP on loopback, with a revision log, watches,
 * and the real server's rules and words (kube-apiserver 1.36). No etcd, no controllers but those for namespaces and
 * CustomResourceDefinitions, no admission, no RBAC.
 *
 * Custom resources are held to their schemas; rules in CEL (`x-kubernetes-validations`) are not evaluated, of which a warning
 * tells at the definition's creation, and webhooks do not convert. What is hostile is bounded: objects nest 1000 levels,
 * schemas 200, and to check one object takes 10 million steps at most (a value held against a schema, or a state of a
 * pattern at one character); beyond that the answer is 400.
 *
 *     await using server = await ApiServer.start();
 *     await server.create(pods, { metadata: { name: 'web', namespace: 'default' }, spec: { … } });
 *
 * Its methods are for tests and demos: they read and write the storage directly, take objects as they are (status
 * included, no validation of the kind's own fields), and can stage what goes wrong in life.
 */
export class ApiServer implements AsyncDisposable {
  readonly #options: ResolvedOptions;
  readonly #context: ServerContext;
  readonly #hub: WatchHub;
  readonly #front: HttpFront;
  readonly #requests: RequestLog;
  readonly #objects: LocalObjects;
  readonly #namespaces: NamespaceLifecycle;
  readonly #custom: CustomResources;
  readonly #interceptors = new Interceptors();
  /** When the watch caches were, or will be, filled. */
  #filling = { startMs: 0, endMs: 0 };

  private constructor(options: ResolvedOptions) {
    this.#options = options;
    const { clock, random, logger, historyLimit, historyMs, gracefulPodDeletion, freshnessTimeoutMs } =
      options;
    const { initialRevision } = options;
    const log = new RevisionLog({ clock, historyLimit, historyMs, initialRevision });
    const registry = new Registry(log, builtInResources.filter(isStored));
    this.#context = { clock, random, logger, log, registry, gracefulPodDeletion, freshnessTimeoutMs };
    this.#hub = new WatchHub({
      clock,
      bookmarkIntervalMs: options.bookmarkIntervalMs,
      bufferBytes: options.watchBufferBytes,
      revision: () => log.revision,
    });
    this.#requests = new RequestLog(options.requestLogLimit);
    const definitions = findServed(this.#context, apiextensionsV1.customResourceDefinitions);
    this.#namespaces = new NamespaceLifecycle(this.#context);
    this.#custom = new CustomResources(this.#context, definitions, (table) => this.#hub.endWatches(table));
    this.#objects = new LocalObjects(this.#context, this.#custom);
    const namespaces = log.table('namespaces.');
    log.listener = (table, change) => {
      this.#hub.dispatch(table, change);
      if (table === namespaces || change.type === 'DELETED') this.#namespaces.schedule();
      if (table === definitions.table || change.type === 'DELETED') this.#custom.schedule();
    };
    const router = new RequestRouter({
      access: options,
      requests: this.#requests,
      interceptors: this.#interceptors,
      handlers: this.#handlerOptions(),
      gitVersion: options.version,
      port: () => this.port,
    });
    this.#front = new HttpFront({
      host: options.host,
      clock,
      logger,
      tls: options.tls,
      handle: (exchange) => router.handle(exchange),
    });
    this.#createNamespaces();
  }

  #handlerOptions(): HandlerOptions {
    const { clock, watchList, shardedListAndWatch, minRequestTimeoutSeconds } = this.#options;
    return {
      context: this.#context,
      hub: this.#hub,
      watchList,
      shardedListAndWatch,
      minRequestTimeoutSeconds,
      cacheDowntimeMs: () => {
        const now = clock.monotonic();
        return now < this.#filling.endMs ? now - this.#filling.startMs : undefined;
      },
    };
  }

  /**
   * Starts a server with the four system namespaces in it.
   *
   * Throws ConfigError `ERR_OPTION` for options out of range; rejects with the system's error when the port is taken.
   */
  static async start(options: ApiServerOptions = {}): Promise<ApiServer> {
    const server = new ApiServer(resolveOptions(options));
    await server.#front.listen(server.#options.port);
    return server;
  }

  #createNamespaces(): void {
    const namespaces = this.#context.registry.find('', 'v1', 'namespaces');
    if (namespaces === undefined) return;
    for (const name of systemNamespaces) {
      createObject(this.#context, namespaces, '', { metadata: { name } }, trusted);
    }
  }

  /** The TCP port; the same after a restart. */
  get port(): number {
    return this.#front.port;
  }

  /** Base URL: `http://127.0.0.1:41234`. */
  get url(): string {
    const { host } = this.#options;
    const scheme = this.#options.tls === undefined ? 'http' : 'https';
    return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${this.port}`;
  }

  /** The resourceVersion of the last write of all. */
  get resourceVersion(): string {
    return String(this.#context.log.revision);
  }

  /** How many watches are open. */
  get openWatches(): number {
    return this.#hub.size;
  }

  /** The last requests, the oldest first. */
  get requests(): readonly LoggedRequest[] {
    return this.#requests.entries;
  }

  /** How many requests of a verb (`list`, `watch`, `get`, …) came, for all resources or one. */
  requestCount(verb: string, resource?: string): number {
    return this.#requests.count(verb, resource);
  }

  /** Forgets the requests so far. */
  clearRequests(): void {
    this.#requests.clear();
  }

  /** The text of a kubeconfig whose one context is this server, with its token if it demands one. */
  kubeconfig(): string {
    return kubeconfigText(this.url, this.#options);
  }

  /** Creates an object. Rejects with the StatusError that the server would answer with. */
  create<T extends KubernetesObject>(resource: Resource<T>, object: T): Promise<T> {
    return this.#objects.create(resource, object);
  }

  /** Replaces an object, spec and status at once. A resourceVersion in it must be the stored one. */
  update<T extends KubernetesObject>(resource: Resource<T>, object: T): Promise<T> {
    return this.#objects.update(resource, object);
  }

  /** Merges a JSON merge patch into an object, spec and status alike. */
  patch<T extends KubernetesObject>(
    resource: Resource<T>,
    name: string,
    patch: object,
    options: { readonly namespace?: string | undefined } = {},
  ): Promise<T> {
    return this.#objects.patch(resource, name, patch, options);
  }

  /** Deletes an object, or marks it when finalizers hold it. */
  delete<T extends KubernetesObject>(
    resource: Resource<T>,
    name: string,
    options: { readonly namespace?: string | undefined } = {},
  ): Promise<void> {
    return this.#objects.delete(resource, name, options);
  }

  /** A copy of an object; undefined when it is not there. */
  get<T extends KubernetesObject>(
    resource: Resource<T>,
    name: string,
    options: { readonly namespace?: string | undefined } = {},
  ): T | undefined {
    return this.#objects.get(resource, name, options);
  }

  /** Copies of the objects, in the order of a list. */
  list<T extends KubernetesObject>(resource: Resource<T>, options: LocalListOptions = {}): KubernetesList<T> {
    requireKnownOptions('list of an ApiServer', options, localListOptionNames);
    return this.#objects.list(resource, options);
  }

  /** Forgets the history before a resourceVersion (default: before now): older watches, snapshots and tokens get 410. */
  compact(resourceVersion: string = this.resourceVersion): void {
    const revision = Number(resourceVersion);
    if (!/^\d+$/.test(resourceVersion) || revision > this.#context.log.revision) {
      const range = `a resourceVersion up to ${this.resourceVersion}`;
      throw new ConfigError('ERR_OPTION', `compact takes ${range}, got ${JSON.stringify(resourceVersion)}`);
    }
    this.#context.log.compact(revision);
  }

  /** Ends all open watches. */
  dropWatches(options: DropOptions = {}): void {
    requireKnownOptions('dropWatches', options, dropOptionNames);
    // Called from JavaScript too, where nothing checked the word.
    const how: string = options.how ?? 'end';
    if (how !== 'end' && how !== 'reset')
      throw new ConfigError('ERR_OPTION', `how of dropWatches must be "end" or "reset", got ${String(how)}`);
    this.#hub.dropAll(how);
  }

  /** Breaks every connection, watches or not. */
  resetConnections(): void {
    this.#front.resetConnections();
  }

  /** Shows each request to `interceptor` first, until it is removed. */
  intercept(interceptor: Interceptor): Interception {
    return this.#interceptors.add(interceptor);
  }

  /** Answers the next requests that match with `action`: a status code alone makes a Status of that code. */
  failNext(action: number | InterceptAction, match: RequestMatch = {}): Interception {
    return this.#interceptors.failNext(action, match);
  }

  /**
   * Stops listening and ends every connection; resolves when no socket is left. The objects stay, so that `restart` can
   * serve them again. Stopping twice does nothing.
   */
  async stop(options: StopOptions = {}): Promise<void> {
    requireKnownOptions('stop of an ApiServer', options, stopOptionNames);
    requireBooleans('stop of an ApiServer', options, ['abrupt']);
    const abrupt = options.abrupt ?? false;
    this.#hub.dropAll(abrupt ? 'reset' : 'end');
    await this.#front.stop(abrupt);
    this.#hub.dropAll('reset');
  }

  /** Stops, if it has not been stopped yet, and listens again on the same port. */
  async restart(options: RestartOptions = {}): Promise<void> {
    requireKnownOptions('restart of an ApiServer', options, restartOptionNames);
    requireBooleans('restart of an ApiServer', options, ['abrupt', 'keepWatchHistory']);
    const { initializingMs = 0, abrupt } = options;
    if (!(initializingMs >= 0)) {
      const got = String(initializingMs);
      throw new ConfigError('ERR_OPTION', `initializingMs must be a number of at least 0, got ${got}`);
    }
    await this.stop({ abrupt });
    if (options.keepWatchHistory !== true) this.#context.log.forgetWatchHistory();
    const startMs = this.#context.clock.monotonic();
    this.#filling = { startMs, endMs: startMs + initializingMs };
    await this.#front.listen(this.port);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

/** Reviews and bindings are questions and commands, not objects: nobody here could answer them. */
function isStored(resource: Resource): boolean {
  return resource.verbs.includes('get');
}
