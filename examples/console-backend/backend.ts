import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { compact, rawJson } from 'kube-informers/compact';
import { ExecError, resources, SharedInformerFactory } from 'kube-informers';
import { mergedEvents } from 'kube-informers/watch';
import type {
  DeepReadonly,
  InformerTarget,
  KubernetesObject,
  Logger,
  Resource,
  ResourceInformer,
  RestConfig,
} from 'kube-informers';
import {
  bodyOf,
  HttpError,
  namespaceOf,
  problemOf,
  requireOwnPage,
  send,
  sendJson,
  targetOf,
} from './http.js';
import { Viewers } from './viewers.js';
import type { Viewer, ViewersOptions } from './viewers.js';

export type Kinds = Readonly<Record<string, Resource<KubernetesObject, string, 'list' | 'watch'>>>;

/** What the console shows, by the names in its paths. Secrets are not among them. */
export const builtInKinds = {
  pods: resources.coreV1.pods,
  services: resources.coreV1.services,
  configmaps: resources.coreV1.configMaps,
  events: resources.coreV1.events,
  namespaces: resources.coreV1.namespaces,
  nodes: resources.coreV1.nodes,
  deployments: resources.appsV1.deployments,
  replicasets: resources.appsV1.replicaSets,
  jobs: resources.batchV1.jobs,
} satisfies Kinds;

export interface BackendOptions extends ViewersOptions {
  /** Default: `builtInKinds`. Add custom resources from `defineResource`, or from `kube-informers types`. */
  readonly kinds?: Kinds | undefined;
  /** Default: 0, a free one. */
  readonly port?: number | undefined;
  /** Default: `127.0.0.1`. */
  readonly host?: string | undefined;
  /** Names under which viewers reach it, without ports, beside those of this machine. Others are refused. Default: none. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Gets the errors that are not the viewer's. Default: none. */
  readonly logger?: Logger | undefined;
  /** Longest time of a stream, ms; then browsers connect again, and an expired token is noticed. Default: 15 minutes. */
  readonly maxStreamMs?: number | undefined;
  /** Streams, logs and commands that a viewer may have open at a time. Default: 8. */
  readonly maxStreams?: number | undefined;
}

/** Names of this machine: no public DNS name can be pointed to it under them. */
const localHosts = ['localhost', '127.0.0.1', '[::1]'];

/** A request, and who sent it. */
interface Call {
  readonly viewer: Viewer;
  readonly query: URLSearchParams;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Aborts when the viewer has gone. */
  readonly signal: AbortSignal;
}

/**
 * The backend of a console for many users.
 *
 * Its caches are filled with the program's own rights, once for all viewers. Access reviews decide what a viewer gets from them.
 * Whatever changes something, and logs, goes to the API server with the viewer's own rights.
 *
 * - `GET /api/pods?namespace=shop`: the objects that the viewer may list; `GET /api/pods/web?namespace=shop`: one of them
 * - `GET /events?kinds=pods,nodes&namespace=shop`: the objects that the viewer may watch and their changes, as server-sent events
 * - `GET /api/pods/web/log?namespace=shop&follow=true`
 * - `POST /api/pods/web/exec?namespace=shop` with `{ "command": ["date"] }`
 * - `DELETE /api/pods/web?namespace=shop`
 * - `POST /api/deployments/web/scale?namespace=shop` with `{ "replicas": 3 }`, and `/restart` with `{}`
 *
 * A viewer who may see some namespaces only costs a review for each namespace and kind, every 30 s; with `namespace` it is one.
 * Each viewer may have `maxStreams` streams, logs and commands open. See docs/users.md for what a deployment needs besides.
 * An EventSource of a browser cannot send a token: use fetch, or a proxy that authenticates.
 */
export class ConsoleBackend implements AsyncDisposable {
  readonly #viewers: Viewers;
  readonly #factory: SharedInformerFactory;
  readonly #informers: ReadonlyMap<string, ResourceInformer<KubernetesObject>>;
  readonly #server = createServer((request, response) => this.#track(this.#serve(request, response)));
  readonly #running = new Set<Promise<void>>();
  /** Ends the streams, which would not end by themselves. */
  readonly #streams = new Set<AbortController>();
  /** How much each viewer has open. */
  readonly #open = new Map<string, number>();
  readonly #hosts: ReadonlySet<string>;
  readonly #logger: Logger | undefined;
  readonly #maxStreamMs: number;
  readonly #maxStreams: number;

  private constructor(config: RestConfig, options: BackendOptions) {
    this.#logger = options.logger;
    this.#maxStreamMs = options.maxStreamMs ?? 15 * 60_000;
    this.#maxStreams = options.maxStreams ?? 8;
    this.#hosts = new Set([...localHosts, ...(options.allowedHosts ?? [])].map((host) => host.toLowerCase()));
    this.#viewers = new Viewers(config, options);
    // Compressed, and with the server's own JSON, which is all that viewers get.
    this.#factory = new SharedInformerFactory(this.#viewers.program, {
      cacheFormat: compact(),
      logger: options.logger,
    });
    const kinds: Kinds = options.kinds ?? builtInKinds;
    this.#informers = new Map(
      Object.entries(kinds).map(([kind, resource]) => [kind, this.#factory.forResource(resource)]),
    );
    for (const { informer } of this.#informers.values()) informer();
  }

  /** Listens at once; a kind whose cache is not complete yet is answered with 503. */
  static async start(config: RestConfig, options: BackendOptions = {}): Promise<ConsoleBackend> {
    const backend = new ConsoleBackend(config, options);
    backend.#server.listen(options.port ?? 0, options.host ?? '127.0.0.1');
    await once(backend.#server, 'listening');
    backend.#factory.start();
    return backend;
  }

  get port(): number {
    // It listens on TCP.
    return (this.#server.address() as AddressInfo).port;
  }

  /** Resolves when all caches are complete. */
  async ready(): Promise<void> {
    await this.#factory.waitForCacheSync();
  }

  /** Ends the streams, waits for the other requests, at most `graceMs`, and closes everything. */
  async stop(graceMs = 10_000): Promise<void> {
    this.#server.close();
    for (const stream of this.#streams) stream.abort();
    const timer = setTimeout(() => this.#server.closeAllConnections(), graceMs);
    await Promise.all(this.#running);
    clearTimeout(timer);
    this.#server.closeAllConnections();
    await this.#factory.stop();
    await this.#viewers[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  #track(running: Promise<void>): void {
    this.#running.add(running);
    void running.finally(() => this.#running.delete(running));
  }

  /** Answers one request; never rejects, whatever the request is. */
  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    try {
      await this.#answer(request, response, gone);
    } catch (error) {
      if (!gone.signal.aborted) this.#fail(response, error);
      else if (response.writableNeedDrain) response.destroy();
      else response.end();
    }
  }

  #fail(response: ServerResponse, error: unknown): void {
    const { statusCode, message } = problemOf(error);
    if (statusCode >= 500) this.#logger?.error({ err: error }, 'a request of a viewer failed');
    // A cut response cannot be taken for a complete one.
    if (response.headersSent) response.destroy();
    else sendJson(response, { error: message }, statusCode);
  }

  async #answer(request: IncomingMessage, response: ServerResponse, gone: AbortController): Promise<void> {
    requireOwnPage(request, this.#hosts);
    const { path, query } = targetOf(request);
    const { signal } = gone;
    const viewer = await this.#viewers.of(request, signal);
    const call: Call = { viewer, query, request, response, signal };
    const [root, kind = '', name = '', action] = path;
    const route = [request.method, root, ...(root === 'api' ? [kind, name && ':name', action] : [])];
    switch (route.filter(Boolean).join(' ')) {
      case 'GET events':
        return this.#stream(gone, 'text/event-stream', call, this.#changes(call));
      case `GET api ${kind}`:
        return this.#list(kind, call);
      case `GET api ${kind} :name`:
        return this.#get(kind, name, call);
      case 'GET api pods :name log':
        return this.#stream(gone, 'text/plain; charset=utf-8', call, logOf(name, call));
      case 'POST api pods :name exec':
        return this.#limited(viewer, () => exec(name, call));
      case 'DELETE api pods :name':
        return sendJson(response, await podsOf(call).delete(name, { signal }));
      case 'POST api deployments :name scale': {
        // `scale` checks the number.
        const { replicas } = (await bodyOf(request)) as { replicas: number };
        return sendJson(response, await deploymentsOf(call).scale(name, replicas, { signal }));
      }
      case 'POST api deployments :name restart':
        await bodyOf(request);
        return sendJson(response, await deploymentsOf(call).restart(name, { signal }));
      default:
        throw new HttpError(404, `there is no ${request.method} ${request.url}`);
    }
  }

  async #list(kind: string, { viewer, query, response, signal }: Call): Promise<void> {
    const { resource, lister, informer } = this.#syncedOf(kind);
    const namespace = namespaceOf(query);
    if (namespace !== undefined || resource.namespaced === false)
      await requireRight(viewer, 'list', resource, namespace);
    const found = namespace === undefined ? lister().list() : lister().namespace(namespace).list();
    const namespaces = [...new Set(found.map(({ metadata }) => metadata?.namespace))];
    const allowed = await Promise.all(namespaces.map((each) => viewer.may('list', resource, each)));
    const visible = new Set(namespaces.filter((_each, index) => allowed[index]));
    const objects = found.filter(({ metadata }) => visible.has(metadata?.namespace));
    await send(response, 'application/json', listText(objects, informer().health.staleSinceMs), signal);
  }

  async #get(kind: string, name: string, { viewer, query, response, signal }: Call): Promise<void> {
    const { resource, lister } = this.#syncedOf(kind);
    const namespace = namespaceOf(query);
    await requireRight(viewer, 'get', resource, namespace);
    const object = lister().get(namespace === undefined ? name : `${namespace}/${name}`);
    if (object === undefined) throw new HttpError(404, `there is no ${name} among the ${kind}`);
    await send(response, 'application/json', [rawJson(object)], signal);
  }

  /**
   * The events of a stream, as the viewer reads them. What a slow viewer has not read yet is merged for each object by
   * `mergedEvents`, so the memory of a stream is bounded.
   */
  async *#changes({ viewer, query, signal }: Call): AsyncGenerator<string, void, void> {
    const kinds = query.get('kinds')?.split(',') ?? [...this.#informers.keys()];
    const informers = Object.fromEntries(kinds.map((kind) => [kind, this.#informerOf(kind)]));
    const namespace = namespaceOf(query);
    const where = ({ metadata }: DeepReadonly<KubernetesObject>): boolean =>
      namespace === undefined || metadata?.namespace === namespace;
    const known = new Map<string, boolean>();
    // At once, so that the browser knows that it is connected. It connects again after 2 s.
    yield 'retry: 2000\n\n';
    for await (const event of mergedEvents(informers, { signal, where })) {
      if (event.resource === undefined) {
        yield eventText('synced', '{}');
        continue;
      }
      const { resource: kind, type, key, object } = event;
      const at = object.metadata?.namespace;
      const allowed = await viewer.may('watch', this.#informerOf(kind).resource, at);
      const rule = JSON.stringify([kind, at]);
      // The rights have changed, so what the viewer has is wrong: the browser connects again and begins anew.
      if ((known.get(rule) ?? allowed) !== allowed) return;
      known.set(rule, allowed);
      const head = JSON.stringify({ kind, key }).slice(0, -1);
      if (allowed) yield eventText(type, `${head},"object":${rawJson(object)}}`);
    }
  }

  async #stream(
    gone: AbortController,
    contentType: string,
    { viewer, response }: Call,
    text: AsyncIterable<string>,
  ): Promise<void> {
    return this.#limited(viewer, async () => {
      const timer = setTimeout(() => gone.abort(), this.#maxStreamMs);
      this.#streams.add(gone);
      // A stop that came while the viewer was identified.
      if (!this.#server.listening) gone.abort();
      try {
        await send(response, contentType, text, gone.signal);
      } finally {
        clearTimeout(timer);
        this.#streams.delete(gone);
      }
    });
  }

  /** Runs what may last long, of which a viewer may have so much open and no more. */
  async #limited(viewer: Viewer, run: () => Promise<void>): Promise<void> {
    const { name } = viewer;
    const open = (change: number): number => (this.#open.get(name) ?? 0) + change;
    if (open(1) > this.#maxStreams) {
      const most = `the most are ${this.#maxStreams}`;
      throw new HttpError(429, `${name} has too many streams, logs and commands open: ${most}`);
    }
    this.#open.set(name, open(1));
    try {
      await run();
    } finally {
      if (open(-1) === 0) this.#open.delete(name);
      else this.#open.set(name, open(-1));
    }
  }

  #syncedOf(kind: string): ResourceInformer<KubernetesObject> {
    const found = this.#informerOf(kind);
    const { hasSynced, health } = found.informer();
    if (hasSynced) return found;
    const reason = health.lastError?.error.message ?? 'the first list is on its way';
    throw new HttpError(503, `${kind} cannot be shown yet: ${reason}`);
  }

  #informerOf(kind: string): ResourceInformer<KubernetesObject> {
    const found = this.#informers.get(kind);
    if (found !== undefined) return found;
    const known = [...this.#informers.keys()].join(', ');
    throw new HttpError(404, `unknown kind ${JSON.stringify(kind)}: there are ${known}`);
  }
}

async function requireRight(viewer: Viewer, verb: string, resource: InformerTarget, namespace?: string) {
  if (await viewer.may(verb, resource, namespace)) return;
  const where = namespace === undefined ? '' : ` in the namespace ${namespace}`;
  throw new HttpError(403, `${viewer.name} may not ${verb} ${resource.resource}${where}`);
}

function* listText(
  objects: readonly DeepReadonly<KubernetesObject>[],
  staleSinceMs: number | undefined,
): Generator<string> {
  // Since when the cache may be out of date, if the API server cannot be reached.
  yield `{"staleSinceMs":${staleSinceMs ?? null},"items":[`;
  for (const [index, object] of objects.entries()) yield `${index === 0 ? '' : ','}${rawJson(object)}`;
  yield ']}\n';
}

function eventText(type: string, data: string): string {
  // A line ends the data; within JSON it is nothing but white space.
  return `event: ${type}\ndata: ${data.replaceAll(/[\r\n]/g, ' ')}\n\n`;
}

const podsOf = ({ viewer, query }: Call) => viewer.clientset.coreV1().pods(requiredNamespace(query));
const deploymentsOf = ({ viewer, query }: Call) =>
  viewer.clientset.appsV1().deployments(requiredNamespace(query));

async function* logOf(name: string, call: Call): AsyncGenerator<string, void, void> {
  const { query, signal } = call;
  const container = query.get('container') ?? undefined;
  const follow = query.get('follow') === 'true';
  for await (const line of podsOf(call).logs(name, { container, follow, signal })) yield `${line}\n`;
}

async function exec(name: string, call: Call): Promise<void> {
  const { request, response, signal } = call;
  // `exec` checks the types.
  const { command, container } = (await bodyOf(request)) as { command: string[]; container?: string };
  const ended = await podsOf(call)
    .exec(name, { command, container, signal })
    .catch((error: unknown) => {
      if (error instanceof ExecError && error.exitCode !== undefined) return error;
      throw error;
    });
  const { exitCode, stdout, stderr } = ended;
  sendJson(response, { exitCode, stdout: stdout?.toString(), stderr: stderr?.toString() });
}

function requiredNamespace(query: URLSearchParams): string {
  const namespace = namespaceOf(query);
  if (namespace === undefined) throw new HttpError(400, 'the namespace is missing: add ?namespace=NAME');
  return namespace;
}
