import { apiextensionsV1, builtInResources } from '../resources/index.js';
import type { Resource } from '../meta/resource.js';
import type { KubernetesList, KubernetesObject } from '../meta/types.js';
import { yieldToEventLoop, defaultSliceMs } from '../util/time-slice.js';
import { ConfigError } from '../util/errors.js';
import type { ServerContext, WriteOptions } from './registry/context.js';
import { keyOf, readStored } from './registry/context.js';
import { createObject } from './write/create.js';
import type {
  DropOptions,
  LocalListOptions,
  RequestMatch,
  RestartOptions,
  StopOptions,
} from './control-options.js';
import { CustomResources } from './controllers/custom-resources.js';
import { deleteObject, parseDeleteRequest } from './write/delete.js';
import { headerOf } from './http/exchange.js';
import type { Exchange } from './http/exchange.js';
import { requireAccess } from './http/access.js';
import { notFound } from './http/failure.js';
import { handleResource } from './routes/handlers.js';
import { verbOf, parseResourcePath } from './http/request-info.js';
import type { HandlerOptions } from './routes/handler-options.js';
import { HttpFront } from './http/http-front.js';
import { intercepted, requireAction, statusAction } from './http/intercept.js';
import type { InterceptAction, Interceptor } from './http/intercept.js';
import { kubeconfigText } from './kubeconfig-text.js';
import { NamespaceLifecycle, systemNamespaces } from './controllers/namespace-lifecycle.js';
import { resolveOptions } from './options.js';
import type { ApiServerOptions, ResolvedOptions } from './options.js';
import { patchObject, PatchType } from './write/patch.js';
import { handlePlainPath } from './routes/plain-paths.js';
import { Registry } from './registry/registry.js';
import type { ServedResource } from './registry/registry.js';
import type { ResourcePath } from './http/request-info.js';
import { withinDeadline } from './http/request-deadline.js';
import { RequestLog } from './http/request-log.js';
import type { LoggedRequest } from './http/request-log.js';
import { parseSelection } from './read/selection.js';
import { RevisionLog } from './storage/revision-log.js';
import type { ObjectBody, StoredObject } from './storage/stored-object.js';
import { replaceObject } from './write/update.js';
import { WatchHub } from './watch/watch-hub.js';

/** Writes from inside the process: taken as they are. */
const trusted: WriteOptions = {
  dryRun: false,
  fieldManager: '',
  trusted: true,
  fieldValidation: 'Ignore',
  warn() {
    // Nobody asked over HTTP: there is no answer to put it in.
  },
};

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
  readonly #handlers: HandlerOptions;
  readonly #namespaces: NamespaceLifecycle;
  readonly #custom: CustomResources;
  readonly #interceptors = new Set<Interceptor>();
  #sliceStart = 0;
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
    this.#handlers = {
      context: this.#context,
      hub: this.#hub,
      watchList: options.watchList,
      shardedListAndWatch: options.shardedListAndWatch,
      cacheDowntimeMs: () => {
        const now = clock.monotonic();
        return now < this.#filling.endMs ? now - this.#filling.startMs : undefined;
      },
      minRequestTimeoutSeconds: options.minRequestTimeoutSeconds,
    };
    const definitions = this.#find(apiextensionsV1.customResourceDefinitions);
    this.#namespaces = new NamespaceLifecycle(this.#context);
    this.#custom = new CustomResources(this.#context, definitions, (table) => this.#hub.endWatches(table));
    const namespaces = log.table('namespaces.');
    log.listener = (table, change) => {
      this.#hub.dispatch(table, change);
      if (table === namespaces || change.type === 'DELETED') this.#namespaces.schedule();
      if (table === definitions.table || change.type === 'DELETED') this.#custom.schedule();
    };
    this.#front = new HttpFront({
      host: options.host,
      clock,
      logger,
      tls: options.tls,
      handle: (exchange) => this.#handle(exchange),
    });
    this.#createNamespaces();
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
  async create<T extends KubernetesObject>(resource: Resource<T>, object: T): Promise<T> {
    const served = this.#served(resource);
    const { stored } = createObject(
      this.#context,
      served,
      namespaceOf(served, object),
      bodyOf(object),
      trusted,
    );
    await this.#breathe();
    return this.#object<T>(served, stored);
  }

  /** Replaces an object, spec and status at once. A resourceVersion in it must be the stored one. */
  async update<T extends KubernetesObject>(resource: Resource<T>, object: T): Promise<T> {
    const served = this.#served(resource);
    const target = {
      namespace: namespaceOf(served, object),
      name: object.metadata?.name ?? '',
      subresource: '',
    };
    const { stored } = replaceObject(this.#context, served, target, bodyOf(object), trusted);
    await this.#breathe();
    return this.#object<T>(served, stored);
  }

  /** Merges a JSON merge patch into an object, spec and status alike. */
  async patch<T extends KubernetesObject>(
    resource: Resource<T>,
    name: string,
    patch: object,
    options: { readonly namespace?: string | undefined } = {},
  ): Promise<T> {
    const served = this.#served(resource);
    const target = { namespace: this.#namespace(served, options.namespace), name, subresource: '' };
    const { stored } = patchObject(
      this.#context,
      served,
      target,
      PatchType.Merge,
      JSON.stringify(patch),
      trusted,
    );
    await this.#breathe();
    return this.#object<T>(served, stored);
  }

  /** Deletes an object, or marks it when finalizers hold it. */
  async delete<T extends KubernetesObject>(
    resource: Resource<T>,
    name: string,
    options: { readonly namespace?: string | undefined } = {},
  ): Promise<void> {
    const served = this.#served(resource);
    const request = parseDeleteRequest(undefined, new URLSearchParams());
    deleteObject(this.#context, served, this.#namespace(served, options.namespace), name, request);
    await this.#breathe();
  }

  /** A copy of an object; undefined when it is not there. */
  get<T extends KubernetesObject>(
    resource: Resource<T>,
    name: string,
    options: { readonly namespace?: string | undefined } = {},
  ): T | undefined {
    const served = this.#served(resource);
    const stored = served.table.get(keyOf(served, this.#namespace(served, options.namespace), name));
    return stored === undefined ? undefined : this.#object<T>(served, stored);
  }

  /** Copies of the objects, in the order of a list. */
  list<T extends KubernetesObject>(resource: Resource<T>, options: LocalListOptions = {}): KubernetesList<T> {
    const served = this.#served(resource);
    const selection = parseSelection(served, options.labelSelector ?? '', options.fieldSelector ?? '');
    const prefix =
      options.namespace === undefined || !served.resource.namespaced ? '' : `${options.namespace}/`;
    const items: T[] = [];
    for (const stored of served.table.range({ prefix, start: '' })) {
      if (selection.matches(stored)) items.push(this.#object<T>(served, stored));
    }
    const { apiVersion } = served.resource;
    return { kind: served.listKind, apiVersion, metadata: { resourceVersion: this.resourceVersion }, items };
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
    this.#hub.dropAll(options.how ?? 'end');
  }

  /** Breaks every connection, watches or not. */
  resetConnections(): void {
    this.#front.resetConnections();
  }

  /** Shows each request to `interceptor` first. Returns what takes it away again. */
  intercept(interceptor: Interceptor): () => void {
    this.#interceptors.add(interceptor);
    return () => this.#interceptors.delete(interceptor);
  }

  /** Answers the next requests that match with `action`: a status code alone makes a Status of that code. */
  failNext(action: number | InterceptAction, match: RequestMatch = {}): () => void {
    const answer = typeof action === 'number' ? statusAction(action) : action;
    requireAction(answer);
    let left = match.times ?? 1;
    const remove = this.intercept((request) => {
      if (match.verb !== undefined && match.verb !== request.verb) return undefined;
      if (match.resource !== undefined && match.resource !== request.resource) return undefined;
      if (match.method !== undefined && match.method !== request.method) return undefined;
      if (--left <= 0) remove();
      return answer;
    });
    return remove;
  }

  /** Stops listening and ends every connection; the objects stay. Stopping twice does nothing. */
  async stop(options: StopOptions = {}): Promise<void> {
    const abrupt = options.abrupt ?? false;
    this.#hub.dropAll(abrupt ? 'reset' : 'end');
    await this.#front.stop(abrupt);
    this.#hub.dropAll('reset');
  }

  /** Stops, if it has not been stopped yet, and listens again on the same port. */
  async restart(options: RestartOptions = {}): Promise<void> {
    const { initializingMs = 0 } = options;
    if (!(initializingMs >= 0)) {
      const got = String(initializingMs);
      throw new ConfigError('ERR_OPTION', `initializingMs must be a number of at least 0, got ${got}`);
    }
    await this.stop(options);
    if (options.keepWatchHistory !== true) this.#context.log.forgetWatchHistory();
    const startMs = this.#context.clock.monotonic();
    this.#filling = { startMs, endMs: startMs + initializingMs };
    await this.#front.listen(this.port);
  }

  /** Stops for good. Resolves when no socket is left. */
  async close(): Promise<void> {
    await this.stop();
    this.#namespaces.stop();
    this.#custom.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #handle(exchange: Exchange): Promise<void> {
    const path = parseResourcePath(exchange.path);
    const logged = this.#logged(exchange, path);
    this.#requests.add(logged);
    for (const interceptor of this.#interceptors) {
      const action = await interceptor(logged);
      if (action === undefined) continue;
      intercepted(exchange, action);
      return;
    }
    // A watch ends by its own timeoutSeconds.
    if (logged.verb === 'watch') await this.#answer(exchange, path);
    else await withinDeadline(exchange, (within) => this.#answer(within, path));
  }

  async #answer(exchange: Exchange, path: ResourcePath | undefined): Promise<void> {
    requireAccess(exchange.request.headers, this.#options);
    if (path !== undefined && this.#isResource(path)) await handleResource(this.#handlers, exchange, path);
    else {
      const { registry } = this.#context;
      const host = `${this.#options.host}:${this.port}`;
      await handlePlainPath({ registry, host, gitVersion: this.#options.version }, exchange);
    }
  }

  /** A group and version that nobody serves is no resource, but an unknown path. */
  #isResource(path: ResourcePath): boolean {
    return path.group === '' || this.#context.registry.versions(path.group).includes(path.version);
  }

  #logged(exchange: Exchange, path: ResourcePath | undefined): LoggedRequest {
    const { method, query } = exchange;
    return {
      method,
      path: exchange.path,
      query: query.toString(),
      verb: path === undefined ? method.toLowerCase() : verbOf(method, path, query),
      resource: path?.resource ?? '',
      userAgent: headerOf(exchange.request, 'user-agent') ?? '',
      atMs: this.#context.clock.now(),
    };
  }

  #served(resource: Resource): ServedResource {
    // A definition that has just been written is served to this process at once.
    this.#custom.settle();
    return this.#find(resource);
  }

  #find(resource: Resource): ServedResource {
    const served = this.#context.registry.find(resource.group, resource.version, resource.resource);
    if (served === undefined) {
      throw notFound(
        { group: 'apiextensions.k8s.io', name: 'customresourcedefinitions' },
        `${resource.resource}.${resource.group}`,
      );
    }
    return served;
  }

  #namespace(served: ServedResource, namespace: string | undefined): string {
    return served.resource.namespaced ? (namespace ?? 'default') : '';
  }

  #object<T extends KubernetesObject>(served: ServedResource, stored: StoredObject): T {
    const { kind, apiVersion } = served.resource;
    // Whoever stored it under this resource vouched for the type.
    return { kind, apiVersion, ...readStored(served, stored) } as unknown as T;
  }

  /** Lets sockets have their turn in a loop of many writes. */
  async #breathe(): Promise<void> {
    const now = performance.now();
    if (now - this.#sliceStart < defaultSliceMs) return;
    await yieldToEventLoop();
    this.#sliceStart = performance.now();
  }
}

/** Reviews and bindings are questions and commands, not objects: nobody here could answer them. */
function isStored(resource: Resource): boolean {
  return resource.verbs.includes('get');
}

function namespaceOf(served: ServedResource, object: KubernetesObject): string {
  return served.resource.namespaced ? (object.metadata?.namespace ?? 'default') : '';
}

function bodyOf(object: KubernetesObject): ObjectBody {
  const { kind: _kind, apiVersion: _apiVersion, ...body } = object;
  // A copy through JSON: what a request would carry.
  return JSON.parse(JSON.stringify(body)) as ObjectBody;
}
