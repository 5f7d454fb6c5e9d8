import { randomBytes } from 'node:crypto';
import {
  builtInResources,
  ConfigError,
  type KubernetesList,
  type KubernetesObject,
  type rbacv1,
  type Resource,
  resources,
  type RestConfig,
} from 'kube-informers';
import {
  apiextensionsV1,
  asError,
  requireFunction,
  requireKnownOptions,
  requireString,
  requireStrings,
  shownValue,
} from 'kube-informers/internal';
import { dropOptionNames, localListOptionNames, serverStartOptionNames } from './control-options.js';
import type { DropOptions, LocalListOptions, ServerStartOptions } from './control-options.js';
import { Authorization } from './access/authorizer.js';
import { Admission } from './admission/admission.js';
import { WebhookClient } from './webhooks/webhook-client.js';
import { userInfo } from './access/users.js';
import type { AuthenticatedUser } from './http/authenticated-user.js';
import { TokenIssuer } from './registry/token-issuer.js';
import { bootstrapRoles } from './access/rbac.js';
import { PodRemoval } from './controllers/pod-removal.js';
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
import { KubeconfigFiles } from './kubeconfig-files.js';
import { minorOf, requireAccount, requireRbac, resolveOptions } from './options.js';
import type { ApiServerOptions, ResolvedOptions } from './options.js';
import { ServiceAddresses } from './kinds/service-addresses.js';
import { isOn } from './runtime-config.js';
import type { ServerContext } from './registry/context.js';
import { Registry } from './registry/registry.js';
import type { HandlerOptions } from './routes/handler-options.js';
import { RequestRouter } from './routes/request-router.js';
import { RevisionLog } from './storage/revision-log.js';
import { PodStreams } from './streams/pod-streams.js';
import type { AttachHandler, ExecHandler, LogHandler, PortForwardHandler } from './streams/pod-streams.js';
import { WatchHub } from './watch/watch-hub.js';
import { createObject } from './write/create.js';
import { readDefinitions } from './definitions/given-definitions.js';
import { rolesOf } from './access/rights.js';
import type { UserRights } from './access/rights.js';
import type { AccountOptions, Definitions, ObjectOptions, TestServer, TestUser } from '../test-server.js';

const { coreV1, rbacV1 } = resources;

/**
 * An API server in this process, for tests and demos.
 *
 * It serves built-in and custom resources over HTTP on loopback, with a revision log, watches, and the validation and
 * messages of kube-apiserver 1.37, and calls admission webhooks. It has no etcd, RBAC only on request (`authorizer`), and only the
 * controllers for namespaces and CustomResourceDefinitions.
 *
 * Custom resources are validated against their schemas, and converted by their webhooks. CEL rules (`x-kubernetes-validations`) are
 * not evaluated, which a warning reports when the definition is created. Hostile input is
 * bounded: objects may nest 1000 levels, schemas 200, and validating one object takes at most 10 million steps (one
 * value against one schema, or one pattern state at one character); beyond that the response is 400.
 *
 * ```ts
 * await using server = await ApiServer.start();
 * await server.create(pods, { metadata: { name: 'web', namespace: 'default' }, spec: { … } });
 * ```
 *
 * Its methods read and write the storage directly, accept objects unchanged (status included, without validation of
 * the kind's fields), and can inject failures.
 */
export class ApiServer implements TestServer {
  readonly #options: ResolvedOptions;
  readonly #context: ServerContext;
  readonly #hub: WatchHub;
  readonly #front: HttpFront;
  readonly #requests: RequestLog;
  readonly #objects: LocalObjects;
  readonly #namespaces: NamespaceLifecycle;
  readonly #custom: CustomResources;
  readonly #podRemoval: PodRemoval;
  readonly #webhooks: WebhookClient;
  readonly #admission: Admission;
  readonly #interceptors = new Interceptors();
  readonly #streams = new PodStreams();
  readonly #files = new KubeconfigFiles();
  /** By their tokens. */
  readonly #users: Map<string, AuthenticatedUser>;
  /** Start and end of the watch caches' initialization. */
  #filling = { startMs: 0, endMs: 0 };

  private constructor(options: ResolvedOptions) {
    this.#options = options;
    this.#users = new Map(options.users);
    const { clock, random, logger, historyLimit, historyMs, freshnessTimeoutMs } = options;
    const { initialRevision } = options;
    const log = new RevisionLog({ clock, historyLimit, historyMs, initialRevision });
    const addresses = new ServiceAddresses();
    const registry = new Registry(
      log,
      builtInResources.filter((resource) => isOn(resource, options.runtimeConfig)),
      {
        enforcesRoles: options.authorizer === 'rbac',
        httpWebhooks: options.httpWebhooks,
        addresses,
      },
    );
    this.#webhooks = new WebhookClient({ clock, resolveService: options.resolveService });
    this.#context = {
      clock,
      random,
      logger,
      log,
      registry,
      freshnessTimeoutMs,
      terminatingPods: new Map(),
      tokens: new TokenIssuer(),
    };
    const authorization = new Authorization(options.authorizer, registry);
    this.#admission = new Admission({ registry, log, logger, client: this.#webhooks, authorization });
    this.#hub = new WatchHub({
      clock,
      bookmarkIntervalMs: options.bookmarkIntervalMs,
      bufferBytes: options.watchBufferBytes,
      revision: () => log.revision,
      onFailure: (thrown) => logger.error({ err: asError(thrown) }, 'a watch failed'),
    });
    this.#requests = new RequestLog(options.requestLogLimit);
    const definitions = findServed(this.#context, apiextensionsV1.customResourceDefinitions);
    this.#namespaces = new NamespaceLifecycle(this.#context);
    this.#custom = new CustomResources(
      this.#context,
      definitions,
      (table) => this.#hub.endWatches(table),
      this.#webhooks,
    );
    this.#objects = new LocalObjects(this.#context, this.#custom);
    this.#podRemoval = new PodRemoval(this.#context, options.podTermination);
    const namespaces = log.table('namespaces.');
    const pods = log.table('pods.');
    const services = log.table('services.');
    log.listener = (table, change) => {
      this.#hub.dispatch(table, change);
      if (table === pods) {
        this.#streams.podChanged(change);
        this.#podRemoval.podChanged(change);
      }
      if (table === services) addresses.changed(change);
      if (table === namespaces || change.type === 'DELETED') this.#namespaces.schedule();
      if (table === definitions.table || change.type === 'DELETED') this.#custom.schedule();
    };
    const router = new RequestRouter({
      access: { host: options.host, token: options.token, users: this.#users },
      authorization,
      requests: this.#requests,
      interceptors: this.#interceptors,
      handlers: this.#handlerOptions(),
      gitVersion: options.version,
      url: () => this.url,
    });
    this.#front = new HttpFront({
      host: options.host,
      clock,
      logger,
      tls: options.tls,
      handle: (exchange) => router.handle(exchange),
    });
  }

  #handlerOptions(): HandlerOptions {
    const {
      clock,
      version,
      watchList,
      shardedListAndWatch,
      deleteResourceVersion,
      minRequestTimeoutSeconds,
    } = this.#options;
    return {
      context: this.#context,
      admission: this.#admission,
      hub: this.#hub,
      streams: this.#streams,
      minor: minorOf(version),
      watchList,
      shardedListAndWatch,
      deleteResourceVersion,
      minRequestTimeoutSeconds,
      cacheDowntimeMs: () => {
        const now = clock.monotonic();
        return now < this.#filling.endMs ? now - this.#filling.startMs : undefined;
      },
    };
  }

  /**
   * Starts a server that contains the four system namespaces.
   *
   * Throws ConfigError `ERR_OPTION` for an invalid option; rejects with the system's error if the port is in use.
   */
  static async start(options: ApiServerOptions = {}): Promise<ApiServer> {
    const server = new ApiServer(resolveOptions(options));
    await server.#createNamespaces();
    if (options.authorizer === 'rbac') await server.#createRoles();
    for (const { name, rights = [] } of Object.values(options.users ?? {})) {
      await server.#give(name, { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name }, rights);
    }
    await server.#front.listen(server.#options.port);
    server.#podRemoval.start();
    return server;
  }

  async #createNamespaces(): Promise<void> {
    const namespaces = this.#context.registry.find('', 'v1', 'namespaces');
    if (namespaces === undefined) return;
    for (const name of systemNamespaces) {
      await createObject(this.#context, namespaces, '', { metadata: { name } }, trusted);
    }
  }

  async #createRoles(): Promise<void> {
    for (const { resource, object } of bootstrapRoles()) {
      const served = this.#context.registry.find('rbac.authorization.k8s.io', 'v1', resource);
      if (served !== undefined) await createObject(this.#context, served, '', object, trusted);
    }
  }

  /** Makes the roles and bindings of a user. */
  async #give(name: string, subject: rbacv1.Subject, rights: readonly UserRights[]): Promise<void> {
    for (const { namespace, role, binding } of rolesOf(name, subject, rights)) {
      if (namespace === '') {
        await this.create(rbacV1.clusterRoles, role);
        await this.create(rbacV1.clusterRoleBindings, binding);
      } else {
        await this.#ensureNamespace(namespace);
        await this.create(rbacV1.roles, role);
        await this.create(rbacV1.roleBindings, binding);
      }
    }
  }

  async #ensureNamespace(name: string): Promise<void> {
    if ((await this.#objects.get(coreV1.namespaces, name)) === undefined)
      await this.create(coreV1.namespaces, { metadata: { name } });
  }

  /** The TCP port; unchanged by a restart. */
  get port(): number {
    return this.#front.port;
  }

  /** Base URL: `http://127.0.0.1:41234`. */
  get url(): string {
    const { host } = this.#options;
    const scheme = this.#options.tls === undefined ? 'http' : 'https';
    return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${this.port}`;
  }

  /** The resourceVersion of the latest write. */
  get resourceVersion(): string {
    return String(this.#context.log.revision);
  }

  /** Number of open watches. */
  get openWatches(): number {
    return this.#hub.size;
  }

  /** The latest requests, oldest first. */
  get requests(): readonly LoggedRequest[] {
    return this.#requests.entries;
  }

  /** Returns the number of requests of a verb (`list`, `watch`, `get`, …), for one resource or all. */
  requestCount(verb: string, resource?: string): number {
    requireString('verb of requestCount', verb);
    if (resource !== undefined) requireString('resource of requestCount', resource);
    return this.#requests.count(verb, resource);
  }

  /** Clears the requests and their counts. */
  clearRequests(): void {
    this.#requests.clear();
  }

  /** Config of the administrator: `new Clientset(server.config)`. */
  get config(): RestConfig {
    const { token } = this.#options;
    return this.#configOf(token, 'default');
  }

  #configOf(token: string | undefined, namespace: string): RestConfig {
    const { tls } = this.#options;
    return {
      host: this.url,
      namespace,
      proxyUrl: '',
      ...(tls === undefined ? {} : { tls: { ca: { data: tls.ca ?? tls.cert } } }),
      ...(token === undefined ? {} : { credentials: { authorization: `Bearer ${token}` } }),
    };
  }

  /**
   * Returns a kubeconfig with one context for this server, for the given user or the administrator.
   *
   * Over plain HTTP, where clients do not send tokens of kubeconfigs, it impersonates the user, which needs an authorizer.
   */
  async kubeconfig(user?: TestUser): Promise<string> {
    if (user !== undefined) requireStrings('user of kubeconfig', user, ['name', 'token']);
    const { token, tls } = this.#options;
    // Clients do not send a kubeconfig's token over plain HTTP; there, the administrator acts as the user.
    const identity =
      user === undefined ? { token } : tls === undefined ? { token, as: user.name } : { token: user.token };
    return kubeconfigText('embedded', this.url, { ...identity, authority: tls?.ca ?? tls?.cert });
  }

  /**
   * Writes this kubeconfig into a temporary file and returns its path.
   *
   * The file is removed when the server is disposed, and when the process exits.
   */
  async kubeconfigFile(user?: TestUser): Promise<string> {
    return this.#files.write(await this.kubeconfig(user));
  }

  /** Creates an object. Rejects with the StatusError that the server would return. */
  create<T extends KubernetesObject>(resource: Resource<T>, object: T): Promise<T> {
    return this.#objects.create(resource, object);
  }

  /** Replaces an object, spec and status together. A resourceVersion in it must match the stored one. */
  update<T extends KubernetesObject>(resource: Resource<T>, object: T): Promise<T> {
    return this.#objects.update(resource, object);
  }

  /** Applies a JSON merge patch to an object, spec and status alike. Default namespace, as for `delete` and `get`: `default`. */
  patch<T extends KubernetesObject>(
    resource: Resource<T>,
    name: string,
    patch: object,
    options: ObjectOptions = {},
  ): Promise<T> {
    return this.#objects.patch(resource, name, patch, options);
  }

  /**
   * Deletes an object, or marks it for deletion if it has finalizers.
   *
   * A pod that has a node is marked, then removed as the option `podTermination` says; with `prompt` it is gone when
   * this resolves.
   */
  delete<T extends KubernetesObject>(
    resource: Resource<T>,
    name: string,
    options: ObjectOptions = {},
  ): Promise<void> {
    return this.#objects.delete(resource, name, options);
  }

  /** Returns a copy of an object; undefined if it does not exist. */
  async get<T extends KubernetesObject>(
    resource: Resource<T>,
    name: string,
    options: ObjectOptions = {},
  ): Promise<T | undefined> {
    return this.#objects.get(resource, name, options);
  }

  /** Returns copies of the objects, in list order. */
  async list<T extends KubernetesObject>(
    resource: Resource<T>,
    options: LocalListOptions = {},
  ): Promise<KubernetesList<T>> {
    requireKnownOptions('list of an ApiServer', options, localListOptionNames);
    return this.#objects.list(resource, options);
  }

  /**
   * Creates or replaces CustomResourceDefinitions; their kinds are served when it resolves.
   *
   * Rejects with ConfigError `ERR_MANIFEST` for invalid YAML, and with StatusError for an invalid definition.
   */
  async define(definitions: Definitions): Promise<void> {
    const { customResourceDefinitions } = apiextensionsV1;
    for (const definition of await readDefinitions(definitions)) {
      const name = definition.metadata?.name ?? '';
      const isNew = (await this.#objects.get(customResourceDefinitions, name)) === undefined;
      if (isNew) await this.create(customResourceDefinitions, definition);
      else await this.update(customResourceDefinitions, definition);
    }
    this.#custom.settle();
  }

  /**
   * Creates a service account with a token and its rights.
   *
   * Roles and bindings are called `NAMESPACE:NAME` after the account. Missing namespaces are created. Rights need the option
   * `authorizer: 'rbac'`.
   */
  async addAccount(account: AccountOptions): Promise<TestUser> {
    requireAccount(account);
    const { name, namespace = 'default', rights = [] } = account;
    if (rights.length > 0) requireRbac(this.#options.authorizer, name);
    await this.#ensureNamespace(namespace);
    await this.create(coreV1.serviceAccounts, { metadata: { name, namespace } });
    await this.#give(`${namespace}:${name}`, { kind: 'ServiceAccount', namespace, name }, rights);
    const user = userInfo({ name: `system:serviceaccount:${namespace}:${name}` });
    const token = randomBytes(24).toString('base64url');
    this.#users.set(token, user);
    return { name: user.name, token, config: this.#configOf(token, namespace) };
  }

  /**
   * Discards the history before a resourceVersion (default: the current one): older watches, lists and tokens get
   * 410.
   */
  async compact(resourceVersion: string = this.resourceVersion): Promise<void> {
    requireString('resourceVersion of compact', resourceVersion);
    const revision = Number(resourceVersion);
    if (!/^\d+$/.test(resourceVersion) || revision > this.#context.log.revision) {
      const range = `a resourceVersion up to ${this.resourceVersion}`;
      throw new ConfigError('ERR_OPTION', `compact takes ${range}, got ${shownValue(resourceVersion)}`);
    }
    this.#context.log.compact(revision);
  }

  /** Ends all open watches. */
  dropWatches(options: DropOptions = {}): void {
    requireKnownOptions('dropWatches', options, dropOptionNames);
    this.#hub.dropAll(options.how ?? 'end');
  }

  /** Breaks every connection. */
  resetConnections(): void {
    this.#front.resetConnections();
  }

  /** Calls `interceptor` with each request first, until it is removed. Those that were added earlier are called first. */
  intercept(interceptor: Interceptor): Interception {
    requireFunction('the interceptor', interceptor);
    return this.#interceptors.add(interceptor);
  }

  /** Answers the next matching requests with `action`; a status code stands for a Status with that code. */
  failNext(action: number | InterceptAction, match: RequestMatch = {}): Interception {
    return this.#interceptors.failNext(action, match);
  }

  /**
   * Runs the commands that clients execute in containers; without a function, `exec` gets 501.
   *
   * The function replaces an earlier one. As on a real server, the pod must have a node (`spec.nodeName`), and a
   * container with a status must be running. A command ends with exit code 137 when its container ends.
   *
   * ```ts
   * server.onExec(async ({ command, stdin, stdout, stderr }) => {
   *   if (command[0] !== 'cat') throw new Error(`exec: "${command[0]}": executable file not found in $PATH`);
   *   for await (const chunk of stdin) stdout.write(chunk);
   *   return 0;
   * });
   * ```
   */
  onExec(handler: ExecHandler): void {
    requireFunction('the handler of onExec', handler);
    this.#streams.exec = handler;
  }

  /** Serves clients that attach to containers, as `onExec` runs commands; without a function they get 501. */
  onAttach(handler: AttachHandler): void {
    requireFunction('the handler of onAttach', handler);
    this.#streams.attach = handler;
  }

  /**
   * Serves connections to ports of pods; without a function they get 501. The pod must have a node.
   *
   * ```ts
   * server.onPortForward(({ stream }) => pipeline(stream, connect(8080, '127.0.0.1'), stream));
   * ```
   */
  onPortForward(handler: PortForwardHandler): void {
    requireFunction('the handler of onPortForward', handler);
    this.#streams.portForward = handler;
  }

  /**
   * Gives the logs of containers; without a function they are empty, as is the log of a pod without a node.
   *
   * The function yields all lines, and the server applies `tailLines`, `sinceTime`, `sinceSeconds`, `timestamps`,
   * `limitBytes` and `stream`. With `follow` it goes on as lines are written, until its `signal` aborts: when the client
   * leaves or the container ends. Lines with a time before the request, and those without a time that come before the
   * function first waits, count as old: `tailLines` leaves out the first of them.
   *
   * ```ts
   * server.onLog(async function* ({ container, follow }) {
   *   yield { time: '2026-01-01T00:00:00Z', text: `${container} started` };
   *   if (follow) yield* laterLines();
   * });
   * ```
   */
  onLog(handler: LogHandler): void {
    requireFunction('the handler of onLog', handler);
    this.#streams.log = handler;
  }

  /**
   * Stops listening and ends every connection, after its response; resolves when all sockets are closed.
   *
   * The objects are kept, so that `start` can serve them again. Does nothing if already stopped.
   */
  async stop(): Promise<void> {
    this.#podRemoval.stop();
    this.#hub.dropAll('end');
    this.#webhooks.close();
    await this.#front.stop(false);
    this.#hub.dropAll('reset');
  }

  /** Stops listening and breaks every connection, as SIGKILL would. The objects are kept, so that `start` can serve them again. */
  async kill(): Promise<void> {
    this.#podRemoval.stop();
    this.#hub.dropAll('reset');
    this.#webhooks.close();
    await this.#front.stop(true);
    this.#hub.dropAll('reset');
  }

  /** Listens again on the same port after `stop` or `kill`; does nothing while the server runs. */
  async start(options: ServerStartOptions = {}): Promise<void> {
    requireKnownOptions('start of an ApiServer', options, serverStartOptionNames);
    if (this.#front.listening) return;
    const { initializingMs = 0 } = options;
    if (options.keepWatchHistory !== true) this.#context.log.forgetWatchHistory();
    const startMs = this.#context.clock.monotonic();
    this.#filling = { startMs, endMs: startMs + initializingMs };
    this.#webhooks.open();
    await this.#front.listen(this.port);
    this.#podRemoval.start();
  }

  /** Stops the server and removes its kubeconfig files. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    this.#files.remove();
  }
}
