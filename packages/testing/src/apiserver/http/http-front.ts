import { once, setMaxListeners } from 'node:events';
import { createServer as createHttpServer, ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { type Clock, type Logger, StatusError } from 'kube-informers';
import { newInternalError, systemClock } from 'kube-informers/internal';
import { asError } from 'kube-informers/internal';
import type { TlsOptions } from './tls.js';
import { answer } from './answer.js';
import { sendStatus } from './answer.js';
import type { Exchange, Upgrade } from './exchange.js';
import { parseQuery } from './query.js';

/** Options of the HTTP side of a server. */
export interface HttpFrontOptions {
  readonly host: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Certificate and key for HTTPS; undefined for HTTP. */
  readonly tls: TlsOptions | undefined;
  /** Handles a request; a thrown error becomes a failed Status. */
  handle(exchange: Exchange): Promise<void>;
}

// Connections still open this long after a clean stop are closed, ms of real time: a client may never read its
// response.
const stopGraceMs = 1000;

/** Listens, dispatches requests and tracks sockets, so that it can be stopped and restarted on the same port. */
export class HttpFront {
  readonly #options: HttpFrontOptions;
  /** The open connections with their pending responses. */
  readonly #connections = new Map<Socket, Set<ServerResponse>>();
  #server: Server | undefined;
  #stopping = new AbortController();
  #port = 0;

  constructor(options: HttpFrontOptions) {
    this.#options = options;
  }

  get port(): number {
    return this.#port;
  }

  get listening(): boolean {
    return this.#server !== undefined;
  }

  /** Opens the port. Rejects with the system's error, such as EADDRINUSE. */
  async listen(port: number): Promise<void> {
    this.#stopping = new AbortController();
    // Every pending request adds a listener: many are not a leak.
    setMaxListeners(0, this.#stopping.signal);
    const options = { keepAliveTimeout: 90_000, maxHeaderSize: 64 * 1024 };
    const onRequest = (request: IncomingMessage, response: ServerResponse): void =>
      this.#onRequest(request, response);
    const { tls } = this.#options;
    const server =
      tls === undefined
        ? createHttpServer(options, onRequest)
        : createHttpsServer({ ...options, cert: tls.cert, key: tls.key }, onRequest);
    // A watch is one long request; the header timeout bounds how long a client takes to send one.
    server.requestTimeout = 0;
    server.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
      this.#connections.set(socket, new Set());
      socket.on('close', () => this.#connections.delete(socket));
      // A disconnect is not a failure; pending requests notice it through their responses.
      socket.on('error', (error) => this.#options.logger.debug({ err: error }, 'connection error'));
    });
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) =>
      this.#onUpgrade(request, socket, head),
    );
    server.on('clientError', (error, socket) => {
      this.#options.logger.debug({ err: error }, 'malformed request');
      if (socket.writable && !this.#isAnswering(socket))
        socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
      else socket.destroy();
    });
    server.listen(port, this.#options.host);
    await once(server, 'listening');
    this.#server = server;
    // A TCP server's address is an AddressInfo.
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Closes the port and every connection; waits for pending responses unless `abrupt`. */
  async stop(abrupt: boolean): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    const closed = once(server, 'close');
    server.close();
    this.#stopping.abort(new Error('the server stops'));
    for (const [socket, pending] of this.#connections) if (abrupt || pending.size === 0) socket.destroy();
    const grace = systemClock.setTimer(() => {
      for (const socket of this.#connections.keys()) socket.destroy();
    }, stopGraceMs);
    try {
      await closed;
    } finally {
      grace.cancel();
    }
  }

  /** Breaks every connection without a response. */
  resetConnections(): void {
    for (const socket of this.#connections.keys()) socket.resetAndDestroy();
  }

  /** True if part of a response was sent: a second response would be read as its continuation. */
  #isAnswering(socket: Duplex): boolean {
    const pending = socket instanceof Socket ? this.#connections.get(socket) : undefined;
    return pending !== undefined && [...pending].some((response) => response.headersSent);
  }

  /** Node leaves the response to a request with an Upgrade header to us, whatever its path. */
  #onUpgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    const { socket } = request;
    const pending = this.#connections.get(socket);
    if (pending === undefined || pending.size > 0) {
      socket.destroy();
      return;
    }
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.on('finish', () => socket.destroySoon());
    this.#onRequest(request, response, (over) => ({
      head,
      take() {
        response.detachSocket(socket);
        pending.delete(response);
        socket.once('close', over);
        return stream;
      },
    }));
  }

  #onRequest(
    request: IncomingMessage,
    response: ServerResponse,
    upgradeOf?: (over: () => void) => Upgrade,
  ): void {
    const { socket } = request;
    const pending = this.#connections.get(socket);
    if (pending === undefined) return;
    // A request pipelined after one whose response closes the connection is never executed.
    if ([...pending].some((earlier) => !earlier.shouldKeepAlive)) return;
    pending.add(response);
    const gone = new AbortController();
    const onStop = (): void => gone.abort(this.#stopping.signal.reason);
    this.#stopping.signal.addEventListener('abort', onStop, { once: true });
    const stopping = this.#stopping.signal;
    const over = (): void => {
      stopping.removeEventListener('abort', onStop);
      gone.abort(new Error('the client disconnected'));
      pending.delete(response);
      if (stopping.aborted && pending.size === 0) socket.destroySoon();
    };
    response.on('close', over);
    response.on('error', (error) => this.#options.logger.debug({ err: error }, 'response error'));
    const exchange = {
      ...exchangeOf(request, response, gone.signal, this.#options.clock),
      upgrade: upgradeOf?.(over),
    };
    this.#handle(exchange).catch((thrown: unknown) => this.#fail(exchange, thrown));
  }

  async #handle(exchange: Exchange): Promise<void> {
    const { request } = exchange;
    // Node parses the chunks that arrived with the header after this: wait for them, so that rejecting a small
    // complete body does not close the connection.
    if (request.headers['transfer-encoding'] !== undefined) await setImmediate();
    if (/^[^?]*%(?![0-9a-fA-F]{2})/.test(request.url ?? '')) refuseUrl(exchange);
    else await this.#options.handle(exchange);
  }

  #fail(exchange: Exchange, thrown: unknown): void {
    const { response, signal, path } = exchange;
    if (signal.aborted || response.destroyed) {
      response.destroy();
      return;
    }
    const known = thrown instanceof StatusError;
    const error = asError(thrown);
    if (response.socket === null) {
      this.#options.logger.error({ err: error, path }, 'a stream failed');
      exchange.request.socket.destroy();
      return;
    }
    if (!known) this.#options.logger.error({ err: error, path }, 'request handler failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const answer = known ? thrown : newInternalError(error.message);
    sendStatus(exchange, answer).catch((cause: unknown) => {
      this.#options.logger.error({ err: asError(cause), path }, 'error answer failed');
      response.destroy();
    });
  }
}

/** Go's HTTP server itself rejects an invalid escape in a path. */
function refuseUrl(exchange: Exchange): void {
  exchange.response.shouldKeepAlive = false;
  answer(exchange, 400, { 'Content-Type': 'text/plain; charset=utf-8' }, '400 Bad Request');
}

function exchangeOf(
  request: IncomingMessage,
  response: ServerResponse,
  signal: AbortSignal,
  clock: Clock,
): Omit<Exchange, 'upgrade'> {
  const target = request.url ?? '/';
  const mark = target.indexOf('?');
  return {
    request,
    response,
    method: request.method ?? 'GET',
    path: mark === -1 ? target : target.slice(0, mark),
    query: parseQuery(mark === -1 ? '' : target.slice(mark + 1)),
    signal,
    clock,
    onBody: undefined,
    user: undefined,
  };
}
