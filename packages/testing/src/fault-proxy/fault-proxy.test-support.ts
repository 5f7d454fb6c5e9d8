import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, RequestOptions, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { FaultProxy } from './fault-proxy.js';
import type { FaultProxyOptions } from './fault-proxy.js';

/** Resolves when the condition holds; checks it on each turn of the event loop. */
export async function until(what: string, condition: () => boolean): Promise<void> {
  const end = performance.now() + 10_000;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`did not happen within 10 s: ${what}`);
    await setImmediate();
  }
}

/** A request as the server behind the proxy received it. */
export interface SeenRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly socket: Socket;
  /** The part of its body received so far. */
  body: string;
  /** True when the body is complete. */
  whole: boolean;
  /** True if the connection was closed before the response was complete. */
  aborted: boolean;
}

/** A server behind the proxy whose responses each test chooses. */
export class Origin implements AsyncDisposable {
  readonly seen: SeenRequest[] = [];
  /** Open connections. */
  readonly sockets = new Set<Socket>();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(
    answer: (response: ServerResponse, request: IncomingMessage) => void,
    server: Server = createServer({ keepAliveTimeout: 0 }),
  ): Promise<Origin> {
    const origin = new Origin(server);
    server.on('connection', (socket: Socket) => {
      origin.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => origin.sockets.delete(socket));
    });
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const seen = { request, response, socket: request.socket, body: '', whole: false, aborted: false };
      origin.seen.push(seen);
      request.on('data', (chunk: Buffer) => (seen.body += chunk.toString('latin1')));
      request.on('end', () => (seen.whole = true));
      request.on('error', () => undefined);
      response.on('close', () => (seen.aborted = !response.writableFinished));
      answer(response, request);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return origin;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get last(): SeenRequest {
    const seen = this.seen.at(-1);
    if (seen === undefined) throw new Error('no request came');
    return seen;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }
}

/** Starts an origin with these responses, and a proxy in front of it. */
export async function proxied(
  answer: (response: ServerResponse, request: IncomingMessage) => void,
  options: Omit<FaultProxyOptions, 'target'> = {},
): Promise<AsyncDisposable & { readonly origin: Origin; readonly proxy: FaultProxy }> {
  const origin = await Origin.start(answer);
  const proxy = await FaultProxy.start({ target: { host: origin.url, proxyUrl: '' }, ...options });
  return {
    origin,
    proxy,
    async [Symbol.asyncDispose]() {
      await proxy.stop();
      await origin[Symbol.asyncDispose]();
    },
  };
}

/** A response as a plain client sees it, during and after the transfer. */
export class Seen {
  status: number | undefined;
  headers: readonly string[] = [];
  trailers: readonly string[] = [];
  /** One entry per chunk of the body. */
  readonly chunks: Buffer[] = [];
  #ended: string | undefined;
  #resolve: (() => void) | undefined;
  readonly #over = new Promise<void>((resolve) => {
    this.#resolve = resolve;
  });

  /** How it ended: `whole`, or the code of the error. */
  get ended(): string | undefined {
    return this.#ended;
  }

  set ended(how: string | undefined) {
    this.#ended = how;
    this.#resolve?.();
  }

  get body(): string {
    return Buffer.concat(this.chunks).toString();
  }

  get bytes(): Buffer {
    return Buffer.concat(this.chunks);
  }

  header(name: string): string | undefined {
    const at = this.headers.findIndex((header, index) => index % 2 === 0 && header.toLowerCase() === name);
    return at === -1 ? undefined : this.headers[at + 1];
  }

  async done(): Promise<this> {
    await this.#over;
    return this;
  }
}

/** Sends a request with node:http over a new connection. */
export function ask(
  url: string,
  path: string,
  options: RequestOptions & { readonly body?: string | Buffer } = {},
): Seen & Disposable {
  const seen = Object.assign(new Seen(), { [Symbol.dispose]: () => void request.destroy() });
  const { body, ...rest } = options;
  const request = httpRequest(`${url}${path}`, { agent: false, ...rest }, (response) => {
    seen.status = response.statusCode;
    seen.headers = response.rawHeaders;
    response.on('data', (chunk: Buffer) => seen.chunks.push(chunk));
    response.on('end', () => {
      seen.trailers = response.rawTrailers;
      seen.ended ??= 'whole';
    });
    response.on('error', (error: NodeJS.ErrnoException) => (seen.ended ??= error.code ?? error.message));
  });
  request.on('error', (error: NodeJS.ErrnoException) => (seen.ended ??= error.code ?? error.message));
  request.end(body);
  return seen;
}

/** The raw bytes of a connection, and how it ended. */
export class Wire implements Disposable {
  readonly socket: Socket;
  text = '';
  ended: 'FIN' | 'RST' | undefined;

  constructor(url: string, sent: string) {
    this.socket = connect(Number(new URL(url).port), '127.0.0.1', () => this.socket.write(sent));
    this.socket.on('data', (chunk: Buffer) => (this.text += chunk.toString('latin1')));
    this.socket.on('end', () => (this.ended ??= 'FIN'));
    this.socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET') this.ended ??= 'RST';
    });
  }

  /** Everything after the head. */
  get body(): string {
    return this.text.slice(this.text.indexOf('\r\n\r\n') + 4);
  }

  async done(): Promise<this> {
    await until('the connection is over', () => this.ended !== undefined);
    return this;
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }
}

/** Returns the text of a GET request. */
export function get(path: string, headers = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: test\r\n${headers}\r\n`;
}
