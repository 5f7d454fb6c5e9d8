import {
  createServer as createHttpServer,
  ServerResponse,
  Agent as HttpAgent,
  request as httpRequest,
} from 'node:http';
import type { IncomingMessage, Server as HttpServer, ClientRequest, RequestOptions } from 'node:http';
import { createServer as createNetServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { SecureContext } from 'node:tls';
import { ConfigError, type Clock, type Credentials, type Logger, type RestConfig } from 'kube-informers';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import {
  credentialHeaders,
  requireOptions,
  requireTlsConfig,
  shownUrl,
  TlsFiles,
  setTurn,
} from 'kube-informers/internal';

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
interface FrontOptions {
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

/** A client's connection and the server connection that belongs to it. */
export class ClientConnection {
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
  readonly upstream = new UpstreamConnection();
  readonly #socket: Socket;
  readonly #stream: Socket;
  readonly #sharers = new Set<object>();
  #gone = false;
  #endWhenIdle = false;
  #upstreamLost: HowItEnded | undefined;

  /** Creates a connection. `stream` is `socket`, or TLS over it. */
  constructor(socket: Socket, stream: Socket) {
    this.#socket = socket;
    this.#stream = stream;
    this.closed = new Promise((resolve) => {
      socket.once('close', () => resolve());
    });
    // Connections are broken on purpose here; users of the socket get its 'close' event.
    const ignore = (): void => undefined;
    socket.on('error', ignore);
    stream.on('error', ignore);
    socket.once('close', () => {
      this.#gone = true;
      stream.destroy();
      this.#letUpstreamGo();
    });
    // A failed handshake closes only the TLS stream.
    stream.once('close', () => socket.destroy());
  }

  /** True while a request uses the connection. */
  get busy(): boolean {
    return this.#sharers.size > 0;
  }

  /** Reserves both connections for the exchange until `release`. */
  use(exchange: object): void {
    this.#sharers.add(exchange);
  }

  release(exchange: object): void {
    this.#sharers.delete(exchange);
    if (this.#gone) this.#letUpstreamGo();
    else if (this.#endWhenIdle && !this.busy) this.end();
    else if (this.#upstreamLost !== undefined) this.#follow(this.#upstreamLost);
  }

  /** Follows the server's socket: if it ends while idle, the client's connection is ended too. */
  followUpstream(socket: Socket): void {
    this.upstream.follow(socket, (how) => {
      if (this.#gone) return;
      this.#upstreamLost = how;
      if (!this.busy) this.#follow(how);
    });
  }

  /** Sends RST, after the written data if `flush` is set. */
  reset(flush = false): void {
    // If libuv finds data and an RST together, it reports data and FIN. Clients in this process read the data within
    // these turns of the loop; a Node client in a different process may still see FIN.
    if (flush) return this.#flushed(() => afterTurns(3, () => this.reset()));
    this.#socket.resetAndDestroy();
    // Immediately: without it Node sends FIN first.
    this.#socket.destroy();
    this.#stream.destroy();
  }

  /** Ends the connection as soon as no request uses it. */
  endWhenIdle(): void {
    this.#endWhenIdle = true;
    if (!this.busy) this.end();
  }

  /** Sends the written data, then FIN, and closes. */
  end(): void {
    this.#flushed(() => this.#stream.destroySoon());
  }

  destroy(): void {
    this.#stream.destroy();
    this.#socket.destroy();
  }

  #follow(how: HowItEnded): void {
    if (how === 'RST') this.reset(true);
    else this.end();
  }

  /** Calls back when all written data has been sent. */
  #flushed(callback: () => void): void {
    if (!this.#stream.writable) return callback();
    this.#stream.write('', () => callback());
  }

  #letUpstreamGo(): void {
    // A stall towards the server hides the end of the client from it.
    if (!this.busy) this.upstream.destroy();
  }
}

function afterTurns(turns: number, callback: () => void): void {
  if (turns === 0) callback();
  else setTurn(() => afterTurns(turns - 1, callback));
}

/** How the other side ended a connection. */
export type HowItEnded = 'FIN' | 'RST';

/**
 * The server connection for one client connection.
 *
 * It is kept open between requests for as long as the client's, so that each side sees the other's end.
 */
class UpstreamConnection {
  readonly #followed = new Set<Socket>();
  #agent: HttpAgent | HttpsAgent | undefined;
  #owner: object | undefined;
  #key = '';

  /** Returns the agent that opens the connection; a new one if the server or the certificates changed. */
  agent(owner: object, scheme: 'http' | 'https', key: string): HttpAgent | HttpsAgent {
    const whole = `${scheme}\n${key}`;
    if (this.#agent === undefined || this.#owner !== owner || this.#key !== whole) {
      this.destroy();
      const options = { keepAlive: true, maxSockets: 1 };
      this.#agent = scheme === 'http' ? new HttpAgent(options) : new HttpsAgent(options);
      this.#owner = owner;
      this.#key = whole;
    }
    return this.#agent;
  }

  /** Calls back when the server ends this socket, unless it was released before. */
  follow(socket: Socket, onEnd: (how: HowItEnded) => void): void {
    if (this.#followed.has(socket)) return;
    this.#followed.add(socket);
    let how: HowItEnded = 'FIN';
    socket.once('error', (error) => {
      how = howItEnded(error);
    });
    socket.once('close', () => {
      if (this.#followed.delete(socket)) onEnd(how);
    });
  }

  /** Releases the socket: the proxy itself causes its later events. */
  release(socket: Socket): void {
    this.#followed.delete(socket);
  }

  destroy(): void {
    this.#followed.clear();
    this.#agent?.destroy();
    this.#agent = undefined;
  }
}

/** Distinguishes RST from FIN: system errors name the failed call, Node's error for an early end does not. */
export function howItEnded(error: unknown): HowItEnded {
  return (error as NodeJS.ErrnoException).syscall === undefined ? 'FIN' : 'RST';
}

/** A request to send to the server. */
interface UpstreamRequest {
  readonly method: string;
  /** Path and query exactly as the client wrote them. */
  readonly target: string;
  /** Names and values alternating, without headers of a single connection. */
  readonly headers: readonly string[];
}

/** The API server behind the proxy, with TLS settings and credentials. */
export class Upstream {
  readonly config: RestConfig;
  readonly #url: URL;
  readonly #prefix: string;
  readonly #tls: TlsFiles;

  private constructor(config: RestConfig, url: URL, tls: TlsFiles) {
    this.config = config;
    this.#url = url;
    this.#prefix = url.pathname.replace(/\/$/, '');
    this.#tls = tls;
  }

  /**
   * Creates an upstream. Throws ConfigError for an invalid host or TLS setting; files are read with the first
   * request.
   */
  static of(config: RestConfig, clock: Clock, logger: Logger): Upstream {
    requireOptions('target of a FaultProxy', config);
    if (typeof config.host !== 'string') {
      throw new ConfigError(
        'ERR_OPTION',
        'target of a FaultProxy must be a RestConfig such as { host: url }',
      );
    }
    const url = URL.canParse(config.host) ? new URL(config.host) : undefined;
    if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
      throw new ConfigError(
        'ERR_OPTION',
        `host of the target must be an http or https URL, got ${shownUrl(config.host)}`,
      );
    }
    if ((config.proxyUrl ?? '') !== '') {
      throw new ConfigError(
        'ERR_OPTION',
        `proxyUrl of the target must be absent: the fault proxy connects to the server itself`,
      );
    }
    if (config.tls !== undefined) requireTlsConfig('tls of the target of a FaultProxy', config.tls);
    return new Upstream(config, url, new TlsFiles(config.tls ?? {}, { clock, logger }));
  }

  /** Reads the TLS files; rejects with ConfigError `ERR_TLS_CONFIG`. */
  async prepare(): Promise<void> {
    if (this.#url.protocol === 'https:') await this.#tls.current();
  }

  /** Returns the provider's credentials, else the fixed ones. */
  async credentials(signal: AbortSignal): Promise<Credentials | undefined> {
    const { provider, credentials } = this.config;
    return provider === undefined ? credentials : provider.credentials({ signal });
  }

  /** Reports a 401; returns true if asking again may give different credentials. */
  refused(credentials: Credentials | undefined): boolean {
    const { provider } = this.config;
    return provider !== undefined && credentials !== undefined && provider.invalidate(credentials);
  }

  /** Starts a request on the connection; the caller writes its body. */
  async open(
    request: UpstreamRequest,
    connection: UpstreamConnection,
    credentials: Credentials | undefined,
  ): Promise<ClientRequest> {
    const secure = this.#url.protocol === 'https:';
    const own = credentialHeaders(credentials);
    const authorization = own['authorization'];
    const headers: string[] = ['Host', this.#url.host];
    for (let index = 0; index + 1 < request.headers.length; index += 2) {
      const name = request.headers[index] ?? '';
      // The config's credentials replace the client's.
      if (authorization !== undefined && name.toLowerCase() === 'authorization') continue;
      headers.push(name, request.headers[index + 1] ?? '');
    }
    if (typeof authorization === 'string') headers.push('Authorization', authorization);
    const options = {
      host: this.#url.hostname.replace(/^\[|\]$/g, ''),
      port: this.#url.port === '' ? (secure ? 443 : 80) : Number(this.#url.port),
      method: request.method,
      path: this.#prefix + request.target,
      maxHeaderSize: 2 ** 20,
      // Node accepts names and values alternating, which preserves order and case; its types do not declare it.
      headers: headers as unknown as Record<string, string>,
    };
    if (!secure) return httpRequest({ ...options, agent: connection.agent(this, 'http', '') });
    const tls = await this.#tls.current();
    const certificate = credentials?.clientCertificate;
    const key = `${tls.generation}\n${certificate?.cert ?? ''}`;
    // The agent passes these options to tls.connect.
    return httpsRequest({
      ...options,
      ...tls.forServer(certificate).optionsFor(options.host),
      agent: connection.agent(this, 'https', key),
    } as RequestOptions);
  }
}
