import { createServer, get } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { coreV1 } from '../../../packages/kube-informers/src/resources/index.js';
import type { ObjectOf } from 'kube-informers';

export type Pod = ObjectOf<typeof coreV1.pods>;

/** The kind of a request; `watchList` is a watch that begins with the list. */
export type RequestKind = 'list' | 'watch' | 'watchList';

/** A request as the server saw it. */
export interface SeenRequest {
  readonly kind: RequestKind;
  readonly query: Readonly<Record<string, string>>;
}

/** Answers one request. */
export type Answer = (response: ServerResponse, request: SeenRequest, server: MisbehavingServer) => void;

/** A change, as watches receive it. */
interface Change {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: Pod;
}

/**
 * The pods of an API server over HTTP/1.1 on loopback. It answers correctly unless a test makes it misbehave: `next` for a
 * number of requests of a kind, `always` for all that follow, `write` and `cut` for the open watches.
 */
export class MisbehavingServer implements AsyncDisposable {
  /** In the order in which they came. */
  readonly requests: SeenRequest[] = [];
  /** The content of a full list, by key. */
  readonly truth = new Map<string, Pod>();
  /** True: watches receive no events. */
  mute = false;
  readonly #changes: Change[] = [];
  readonly #watches = new Set<ServerResponse>();
  readonly #sockets = new Set<Socket>();
  readonly #next: Record<RequestKind, Answer[]> = { list: [], watch: [], watchList: [] };
  readonly #always = new Map<RequestKind, Answer>();
  #server: Server;
  #revision = 10;
  #port = 0;

  constructor() {
    this.#server = this.#newServer();
  }

  static async start(...names: string[]): Promise<MisbehavingServer> {
    const server = new MisbehavingServer();
    for (const name of names) server.put(name);
    await server.up();
    return server;
  }

  get host(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get revision(): string {
    return String(this.#revision);
  }

  get listening(): boolean {
    return this.#server.listening;
  }

  get openWatches(): number {
    return this.#watches.size;
  }

  /** Connections of clients, in use or kept; that of `calm` may be among them for a moment. */
  get openConnections(): number {
    return this.#sockets.size;
  }

  count(kind: RequestKind): number {
    return this.requests.filter((request) => request.kind === kind).length;
  }

  /** Uses these answers for the next requests of the kind, one each. */
  next(kind: RequestKind, ...answers: readonly Answer[]): void {
    this.#next[kind].push(...answers);
  }

  /** Uses this answer for every request of the kind; undefined: correct answers again. */
  always(kind: RequestKind, answer: Answer | undefined): void {
    if (answer === undefined) this.#always.delete(kind);
    else this.#always.set(kind, answer);
  }

  /** Creates or changes a pod of the namespace `default`. */
  put(name: string, more: Partial<Pod> = {}): Pod {
    const key = `default/${name}`;
    const type = this.truth.has(key) ? 'MODIFIED' : 'ADDED';
    this.#revision++;
    const object: Pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      ...more,
      metadata: { name, namespace: 'default', resourceVersion: this.revision, ...more.metadata },
    };
    this.truth.set(key, object);
    this.#changed({ type, object });
    return object;
  }

  remove(name: string): void {
    const key = `default/${name}`;
    const last = this.truth.get(key);
    if (last === undefined) throw new Error(`no pod ${name}`);
    this.truth.delete(key);
    this.#revision++;
    this.#changed({
      type: 'DELETED',
      object: { ...last, metadata: { ...last.metadata, resourceVersion: this.revision } },
    });
  }

  bookmark(): void {
    this.write(bookmarkLine(this.revision));
  }

  /** Writes raw text or bytes to every open watch. */
  write(text: string | Uint8Array): void {
    for (const watch of this.#watches) watch.write(text);
  }

  /** Ends every open watch after the text: properly, by closing the connection within the response, or by RST. */
  cut(how: 'cleanly' | 'FIN' | 'RST', text = ''): void {
    for (const watch of this.#watches) cutAfter(watch, how, text);
  }

  /** Closes the port and all connections. */
  async down(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Listens on the same port again. */
  async up(): Promise<void> {
    this.#server = this.#newServer();
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(this.#port, '127.0.0.1', resolve);
    });
    // A listening TCP server has an address of this kind.
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.listening) await this.down();
  }

  /**
   * Resolves when no request has come for three round trips of another client: a request in flight has arrived by then.
   * Not for a server that is down.
   */
  async calm(): Promise<void> {
    for (let seen = -1, same = 0; same < 3;) {
      await this.#ping();
      same = this.requests.length === seen ? same + 1 : 0;
      seen = this.requests.length;
    }
  }

  /** Registers an open watch, which gets every change until it ends. */
  follow(response: ServerResponse): void {
    this.#watches.add(response);
    response.once('close', () => this.#watches.delete(response));
  }

  /** The changes after a resourceVersion, as lines. */
  since(resourceVersion: string): string {
    return this.#changes
      .filter(({ object }) => Number(object.metadata?.resourceVersion) > Number(resourceVersion))
      .map(({ type, object }) => line(type, object))
      .join('');
  }

  #changed(change: Change): void {
    this.#changes.push(change);
    if (!this.mute) this.write(line(change.type, change.object));
  }

  #newServer(): Server {
    const server = createServer((message, response) => this.#answer(message, response));
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    return server;
  }

  #answer(message: IncomingMessage, response: ServerResponse): void {
    const url = new URL(message.url ?? '', this.host);
    if (url.pathname === '/ping') {
      response.end();
      return;
    }
    if (url.pathname !== '/api/v1/pods') {
      response.writeHead(404).end();
      return;
    }
    const query = Object.fromEntries(url.searchParams);
    const kind =
      query['watch'] === undefined ? 'list' : query['sendInitialEvents'] === 'true' ? 'watchList' : 'watch';
    const request: SeenRequest = { kind, query };
    this.requests.push(request);
    const answer = this.#next[kind].shift() ?? this.#always.get(kind) ?? truly;
    answer(response, request, this);
  }

  #ping(): Promise<void> {
    return new Promise((resolve, reject) => {
      get(`${this.host}/ping`, { agent: false }, (response) => {
        response.resume();
        response.once('end', resolve);
      }).once('error', reject);
    });
  }
}

// --- lines of a watch ---------------------------------------------------------------------------------------------

export function line(type: string, object: unknown): string {
  return `${JSON.stringify({ type, object })}\n`;
}

export function bookmarkLine(resourceVersion: string, annotations?: Record<string, string>): string {
  return line('BOOKMARK', { apiVersion: 'v1', kind: 'Pod', metadata: { resourceVersion, annotations } });
}

/** The bookmark that ends a watch-list's initial events. */
export function markLine(resourceVersion: string): string {
  return bookmarkLine(resourceVersion, { 'k8s.io/initial-events-end': 'true' });
}

export function status(code: number, reason: string, message: string = reason): object {
  return { apiVersion: 'v1', kind: 'Status', metadata: {}, status: 'Failure', code, reason, message };
}

// --- answers ------------------------------------------------------------------------------------------------------

/** Answers correctly, as an API server does. */
export const truly: Answer = (response, request, server) => {
  if (request.kind === 'list') {
    json(response, 200, listOf(server));
    return;
  }
  beginWatch(response);
  if (request.kind === 'watchList') {
    for (const pod of server.truth.values()) response.write(line('ADDED', pod));
    response.write(markLine(server.revision));
  } else {
    response.write(server.since(request.query['resourceVersion'] ?? ''));
  }
  server.follow(response);
};

/** A Status with that code, or the body given. */
export function refuse(
  code: number,
  reason: string,
  headers: Record<string, string> = {},
  body: object = status(code, reason),
): Answer {
  return (response) => json(response, code, body, headers);
}

/** 200 with these lines; then the connection stays open, or the response ends. */
export function lines(text: string, then: 'stay open' | 'end'): Answer {
  return (response, _request, server) => {
    beginWatch(response);
    response.write(text);
    if (then === 'end') response.end();
    else server.follow(response);
  };
}

/** Answers as `truly`, then sends this text and ends. */
export function trulyThen(text: string, how: 'cleanly' | 'FIN' | 'RST' | 'stay open'): Answer {
  return (response, request, server) => {
    truly(response, request, server);
    if (how === 'stay open') response.write(text);
    else cutAfter(response, how, text);
  };
}

/** Leaves the connection open and never answers. */
export const never: Answer = () => undefined;

/** A proxy's page, with status 200. */
export const page: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end('<html><body>Please log in</body></html>');
};

/** Sends the beginning of the list and closes the connection. */
export function halfOf(how: 'length' | 'chunked'): Answer {
  return (response, _request, server) => {
    const text = JSON.stringify(listOf(server));
    const length = how === 'length' ? { 'content-length': String(Buffer.byteLength(text)) } : {};
    response.writeHead(200, { 'content-type': 'application/json', ...length });
    response.write(text.slice(0, -30), () => response.destroy());
  };
}

/** The list as the API server writes it: its items have neither apiVersion nor kind. */
export function listOf(server: MisbehavingServer): object {
  return {
    kind: 'PodList',
    apiVersion: 'v1',
    metadata: { resourceVersion: server.revision },
    items: [...server.truth.values()].map(({ apiVersion: _version, kind: _kind, ...pod }) => pod),
  };
}

function json(
  response: ServerResponse,
  code: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  response.writeHead(code, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

function beginWatch(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.flushHeaders();
}

function cutAfter(response: ServerResponse, how: 'cleanly' | 'FIN' | 'RST', text: string): void {
  if (how === 'cleanly') {
    response.end(text);
    return;
  }
  const { socket } = response;
  const cut = (): void => void (how === 'FIN' ? socket?.destroy() : socket?.resetAndDestroy());
  if (text === '') cut();
  else response.write(text, cut);
}
