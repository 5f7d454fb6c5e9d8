import { createServer as createHttpServer, ServerResponse } from 'node:http';
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { createServer as createNetServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { SecureContext } from 'node:tls';
import { ConfigError } from 'kube-informers';
import { ClientConnection } from './client-connection.js';

/** Certificate and key, PEM, for serving HTTPS. */
export interface ProxyTls {
  /** Certificate of the proxy, PEM. */
  readonly cert: string;
  /** Key of the certificate, PEM. */
  readonly key: string;
}

/**
 * Dependencies of a Front.
 * @internal
 */
export interface FrontOptions {
  readonly port: number;
  readonly tls: ProxyTls | undefined;
  /** `takeOver` takes the connection of a request with an Upgrade header. */
  readonly handle: (
    connection: ClientConnection,
    request: IncomingMessage,
    response: ServerResponse,
    takeOver?: () => Duplex,
  ) => void;
}

const host = '127.0.0.1';

/**
 * The clients' side: the port and its connections.
 *
 * Node's HTTP server parses the requests but does not listen, so that the port can be closed and opened while
 * connections stay, and the socket below TLS can be reset.
 * @internal
 */
export class Front {
  readonly #options: FrontOptions;
  readonly #http: HttpServer;
  readonly #secure: SecureContext | undefined;
  readonly #connections = new Set<ClientConnection>();
  readonly #byStream = new WeakMap<Socket, ClientConnection>();
  #listener: Server | undefined;
  #wanted = false;
  #port: number;

  /** Creates a front. Throws ConfigError `ERR_TLS_CONFIG` for an invalid certificate. */
  constructor(options: FrontOptions) {
    this.#options = options;
    this.#port = options.port;
    this.#secure = options.tls === undefined ? undefined : secureContext(options.tls);
    this.#http = createHttpServer(
      // The limits are the server's; the header limit is Go's.
      {
        requestTimeout: 0,
        headersTimeout: 0,
        keepAliveTimeout: 0,
        maxHeaderSize: 2 ** 20,
        requireHostHeader: false,
      },
      (request, response) => this.#handle(request, response),
    );
    this.#http.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
      const { socket } = request;
      // Node's server leaves the response to us, and does not read further requests from the connection.
      const response = new ServerResponse(request);
      response.shouldKeepAlive = false;
      response.assignSocket(socket);
      response.on('finish', () => socket.destroySoon());
      this.#handle(request, response, () => {
        response.detachSocket(socket);
        if (head.length > 0) stream.unshift(head);
        return stream;
      });
    });
  }

  get url(): string {
    return `${this.#secure === undefined ? 'http' : 'https'}://${host}:${this.#port}`;
  }

  get connections(): ReadonlySet<ClientConnection> {
    return this.#connections;
  }

  /** Opens the port, always the same one; rejects with the system's error if it is in use. */
  async listen(): Promise<void> {
    this.#wanted = true;
    const listener = createNetServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      this.#accept(socket),
    );
    await new Promise<void>((resolve, reject) => {
      listener.once('error', reject);
      listener.listen(this.#port, host, resolve);
    });
    // A listening TCP server has an address of this type.
    this.#port = (listener.address() as AddressInfo).port;
    // It may have been closed again in the meantime.
    if (this.#wanted) this.#listener = listener;
    else listener.close();
  }

  /** Closes the port immediately; connections stay. */
  unlisten(): void {
    this.#wanted = false;
    this.#listener?.close();
    this.#listener = undefined;
  }

  /** Closes the port and every connection; resolves when they are closed. */
  async close(): Promise<void> {
    this.unlisten();
    const closed = Array.from(this.#connections, (connection) => connection.closed);
    for (const connection of this.#connections) connection.destroy();
    await Promise.all(closed);
  }

  #accept(socket: Socket): void {
    const stream =
      this.#secure === undefined
        ? socket
        : new TLSSocket(socket, {
            isServer: true,
            secureContext: this.#secure,
            ALPNProtocols: ['http/1.1'],
          });
    const connection = new ClientConnection(socket, stream);
    this.#connections.add(connection);
    this.#byStream.set(stream, connection);
    socket.once('close', () => this.#connections.delete(connection));
    if (stream instanceof TLSSocket) stream.once('secure', () => void this.#http.emit('connection', stream));
    else this.#http.emit('connection', socket);
  }

  #handle(request: IncomingMessage, response: ServerResponse, takeOver?: () => Duplex): void {
    const connection = this.#byStream.get(request.socket);
    // Only sockets of #accept are given to the HTTP server.
    if (connection === undefined) throw new Error('a request over an unknown connection');
    if (this.#listener === undefined) return connection.reset();
    this.#options.handle(connection, request, response, takeOver);
  }
}

function secureContext(tls: ProxyTls): SecureContext {
  try {
    return createSecureContext({ cert: tls.cert, key: tls.key });
  } catch (cause) {
    throw new ConfigError('ERR_TLS_CONFIG', 'tls of a FaultProxy must be a PEM certificate and its key', {
      cause,
    });
  }
}
