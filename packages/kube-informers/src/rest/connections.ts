import type { Socket, TcpNetConnectOpts } from 'node:net';
import { builtin } from '../util/builtin.js';
import { TransportError, asError } from '../util/errors.js';
import { isSocks, proxyAuthorization, shownProxy, withoutBrackets } from './config.js';
import type { ConnectionOptions } from 'node:tls';
import { systemClock } from '../util/clock.js';
import { onAbort, reasonOf } from '../util/signal.js';
import type { TlsMaterial, TlsSettings } from './tls.js';
import type { Agent, Dispatcher, Pool, buildConnector } from 'undici';
import type { Undici } from './undici-parts.js';

/** One pooled connection, as its requests use it. */
export class Connection {
  readonly socket: Socket;
  /** Number of completed responses; above 0 the connection is reused. */
  answers = 0;
  /** True if the server began with a frame of HTTP/2 instead of a response. */
  speaksHttp2 = false;
  readonly #maxHeadBytes: number;
  readonly #readSocket: (size?: number) => Buffer | null;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #tail: Buffer = Buffer.alloc(0);

  /** `maxHeaderBytes` is the limit that the parser behind this applies. */
  constructor(socket: Socket, maxHeaderBytes: number) {
    this.socket = socket;
    // Sockets without an encoding read buffers.
    this.#readSocket = socket.read.bind(socket) as (size?: number) => Buffer | null;
    // The parser counts names and values only. Above its limit it has to see the head, to report it.
    this.#maxHeadBytes = 2 * maxHeaderBytes;
  }

  /**
   * Prepares for the next response: undici's parser gets its head as a whole, without what that refuses and Go and curl
   * accept.
   *
   * These are responses before the final one (undici closes the connection at an unasked `100 Continue`), a
   * Content-Length that is repeated with the same value or comes with chunks, folded lines, and lines that end in LF
   * only. All are unambiguous to a client that has one request at a time on a connection.
   */
  expectResponse(): void {
    this.#held = [];
    this.#heldBytes = 0;
    // Shadows the method of the class until the head is complete. A size of 0 reads nothing.
    this.socket.read = (size?: number): Buffer | null =>
      size === 0 ? this.#readSocket(0) : this.#readHead();
  }

  #readHead(): Buffer | null {
    for (;;) {
      const chunk = this.#readSocket();
      if (chunk === null) return null;
      const ready = this.#take(chunk);
      if (ready === undefined) continue;
      Reflect.deleteProperty(this.socket, 'read');
      return ready;
    }
  }

  /** Returns the bytes for the parser once the final response's head is complete, or if it is not HTTP/1. */
  #take(chunk: Buffer): Buffer | undefined {
    for (let bytes = chunk; ;) {
      // The start and the end of a head may be split across chunks.
      const before = this.#heldBytes;
      const recent = before === 0 ? bytes : Buffer.concat([this.#tail, bytes]);
      this.#held.push(bytes);
      this.#heldBytes += bytes.length;
      this.#tail = recent.subarray(-statusStart.length);
      if (before < statusStart.length && !isHttp1(recent)) {
        this.speaksHttp2 = isHttp2Frame(bytes);
        return Buffer.concat(this.#held);
      }
      const end = endOfHead(recent);
      if (end === -1) return this.#heldBytes > this.#maxHeadBytes ? Buffer.concat(this.#held) : undefined;
      const head = Buffer.concat(this.#held, this.#heldBytes - recent.length + end);
      const rest = recent.subarray(end);
      if (!isInterim(head)) return Buffer.concat([tidied(head), rest]);
      this.#held = [];
      this.#heldBytes = 0;
      if (rest.length === 0) return undefined;
      bytes = rest;
    }
  }
}

const statusStart = 'HTTP/1.';

function isHttp1(bytes: Buffer): boolean {
  return statusStart.startsWith(bytes.toString('latin1', 0, statusStart.length));
}

/** True for a SETTINGS or GOAWAY frame of stream 0 (RFC 9113, section 4.1), with which every HTTP/2 server begins. */
function isHttp2Frame(bytes: Buffer): boolean {
  return bytes.length >= 9 && (bytes[3] === 4 || bytes[3] === 7) && bytes.readUInt32BE(5) === 0;
}

/** Returns the index after the empty line; -1 without one. */
function endOfHead(bytes: Buffer): number {
  for (let at = bytes.indexOf('\n'); at !== -1; at = bytes.indexOf('\n', at + 1)) {
    if (bytes[at + 1] === 0x0a) return at + 2;
    if (bytes[at + 1] === 0x0d && bytes[at + 2] === 0x0a) return at + 3;
  }
  return -1;
}

/** True for a response before the final one; 101 would be the final one. */
function isInterim(head: Buffer): boolean {
  return /^HTTP\/1\.\d 1(?!01)\d\d/.test(head.toString('latin1', 0, 16));
}

/** Returns the head with each line in one piece and ended by CRLF, and at most one way to tell the body's length. */
function tidied(head: Buffer): Buffer {
  const text = head.toString('latin1');
  const lines = text.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const lengths = lines.filter((line) => isLength.test(line));
  const chunked = lines.some((line) => /^transfer-encoding[ \t]*:.*\bchunked\b/i.test(line));
  const values = new Set(
    lengths.flatMap((line) => line.replace(isLength, '').split(',')).map((value) => value.trim()),
  );
  const [length = ''] = values;
  // RFC 9112, section 6.3: chunks override a length; RFC 9110, section 8.6: equal lengths are one.
  if (chunked || values.size === 1) {
    const kept = lines.filter((line) => !isLength.test(line));
    if (!chunked)
      kept.splice(
        lines.findIndex((line) => isLength.test(line)),
        0,
        `Content-Length: ${length}`,
      );
    return Buffer.from(kept.join('\r\n'), 'latin1');
  }
  return Buffer.from(lines.join('\r\n'), 'latin1');
}

const isLength = /^content-length[ \t]*:/i;

/** Options of a tunnel. */
export interface TunnelOptions {
  readonly signal: AbortSignal;
  readonly maxHeaderBytes: number;
}

/**
 * Asks the proxy at the other end of `socket` to connect it to `target` (`host:port`), with CONNECT.
 *
 * Resolves with the socket, to which the caller adds TLS. Rejects with TransportError `ERR_PROXY`, which names the
 * proxy without its password, with `signal.reason` if aborted, or with Node's error for a broken connection.
 */
export function openTunnel(
  socket: Socket,
  proxy: URL,
  target: string,
  { signal, maxHeaderBytes }: TunnelOptions,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const request = builtin('node:http').request({
      method: 'CONNECT',
      path: target,
      createConnection: () => socket,
      maxHeaderSize: maxHeaderBytes,
      headers: { host: target, ...proxyAuthorization(proxy) },
    });
    const fail = (error: Error): void => {
      signal.removeEventListener('abort', onAbort);
      reject(error);
      request.destroy();
      socket.destroy();
    };
    const onAbort = (): void => fail(asError(signal.reason));
    signal.addEventListener('abort', onAbort);
    request.on('connect', ({ statusCode = 0 }, connected: Socket, head: Buffer) => {
      // RFC 9110, section 9.3.6: any 2xx.
      if (statusCode >= 200 && statusCode < 300) {
        signal.removeEventListener('abort', onAbort);
        if (head.length > 0) connected.unshift(head);
        resolve(connected);
        return;
      }
      fail(
        new TransportError(
          'ERR_PROXY',
          `${shownProxy(proxy)} ${
            statusCode === 407
              ? `rejected the credentials (407) for a connection to ${target}`
              : `refused to connect to ${target}: status ${statusCode}`
          }`,
          { notSent: true },
        ),
      );
    });
    // A parser error contains the bytes that the proxy sent.
    request.on('error', (error) => fail('rawPacket' in error ? new Error(error.message) : error));
    request.end();
    if (signal.aborted) onAbort();
  });
}

/** How connections are opened. */
export interface ConnectorOptions {
  /** Undefined if neither the server nor the proxy speaks TLS. */
  readonly tls: TlsMaterial | undefined;
  readonly clientCertificate: { readonly cert: string; readonly key: string } | undefined;
  readonly proxy: URL | undefined;
  /** Timeout for a connection, TLS and proxy included, ms; 0: no limit. */
  readonly connectTimeoutMs: number;
  readonly maxHeaderBytes: number;
}

/** Where a connection leads; the hostname may have brackets. */
export interface Origin {
  readonly protocol: string;
  readonly hostname: string;
  /** "" for the scheme's default. */
  readonly port: string;
}

/** Options of `Connector.connect`. */
export interface ConnectOptions {
  readonly tunnel?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

// Detects a dead peer without HTTP traffic.
const keepAliveMs = 30_000;

/**
 * Opens connections, directly or through a proxy: the only place that opens sockets and adds TLS to them.
 *
 * Nothing has been sent on a connection that cannot be opened, so its error is a TransportError with `notSent`, or an
 * error of Node that transportFailure converts.
 */
export class Connector {
  readonly #options: ConnectorOptions;
  readonly #serverTls: TlsSettings | undefined;
  readonly #proxyTls: TlsSettings | undefined;
  /** The latest TLS session of each address, to be resumed. */
  readonly #sessions = new Map<string, Buffer>();
  readonly #attempts = new Set<AbortController>();

  /** Creates a connector. Throws ConfigError `ERR_TLS_CONFIG` for a certificate that cannot be used. */
  constructor(options: ConnectorOptions) {
    this.#options = options;
    const { tls, clientCertificate, proxy } = options;
    this.#serverTls = tls?.forServer(clientCertificate);
    this.#proxyTls = proxy?.protocol === 'https:' ? tls?.forProxy(clientCertificate) : undefined;
  }

  /**
   * Opens a connection, with TLS if the origin's scheme is https.
   *
   * With `tunnel`, a proxy connects to an http origin too, with CONNECT; without it the connection ends at the proxy, which
   * expects absolute URLs.
   */
  async connect(origin: Origin, { tunnel = false, signal }: ConnectOptions = {}): Promise<Socket> {
    const { connectTimeoutMs } = this.#options;
    const attempt = new AbortController();
    this.#attempts.add(attempt);
    const timeout = new TransportError(
      'ERR_TIMEOUT',
      `connecting to ${hostPort(origin)} timed out after ${connectTimeoutMs} ms`,
      { notSent: true },
    );
    const timer =
      connectTimeoutMs > 0 ? systemClock.setTimer(() => attempt.abort(timeout), connectTimeoutMs) : undefined;
    const unlisten = signal && onAbort(signal, () => attempt.abort(reasonOf(signal)));
    try {
      return await this.#open(origin, tunnel, attempt.signal);
    } finally {
      unlisten?.();
      timer?.cancel();
      this.#attempts.delete(attempt);
    }
  }

  /** Gives up pending attempts. */
  stop(): void {
    for (const attempt of this.#attempts) attempt.abort(new Error('given up'));
  }

  async #open(origin: Origin, always: boolean, signal: AbortSignal): Promise<Socket> {
    const { proxy } = this.#options;
    const isSecure = origin.protocol === 'https:';
    if (proxy === undefined)
      return isSecure ? this.#secure(origin, this.#serverTls, signal) : plain(origin, signal);
    const tunnel = await this.#throughProxy(proxy, origin, always || isSecure, signal);
    return isSecure ? this.#secure(origin, this.#serverTls, signal, tunnel) : tunnel;
  }

  /** Connects to the proxy, and with `tunnel` through it. */
  async #throughProxy(proxy: URL, origin: Origin, tunnel: boolean, signal: AbortSignal): Promise<Socket> {
    try {
      if (isSocks(proxy)) {
        const { openSocksTunnel } = await import('./socks.js');
        return await openSocksTunnel(await plain(proxy, signal), proxy, addressOf(origin), signal);
      }
      const socket =
        proxy.protocol === 'https:'
          ? await this.#secure(proxy, this.#proxyTls, signal)
          : await plain(proxy, signal);
      if (!tunnel) return socket;
      return await openTunnel(socket, proxy, hostPort(origin), {
        signal,
        maxHeaderBytes: this.#options.maxHeaderBytes,
      });
    } catch (thrown) {
      const error = asError(thrown);
      const reason =
        signal.aborted && error instanceof TransportError
          ? `did not connect to ${hostPort(origin)} within ${this.#options.connectTimeoutMs} ms`
          : `failed: ${error.message === '' && 'code' in error ? String(error.code) : error.message}`;
      throw error instanceof TransportError && error.code === 'ERR_PROXY'
        ? error
        : new TransportError('ERR_PROXY', `${shownProxy(proxy)} ${reason}`, { cause: error, notSent: true });
    }
  }

  async #secure(
    origin: Origin | URL,
    settings: TlsSettings | undefined,
    signal: AbortSignal,
    tunnel?: Socket,
  ): Promise<Socket> {
    const address = hostPort(origin);
    const session = this.#sessions.get(address);
    const options: ConnectionOptions & { readonly highWaterMark: number } = {
      // The size of a TLS record.
      highWaterMark: 16 * 1024,
      ...settings?.optionsFor(withoutBrackets(origin.hostname)),
      ...(session === undefined ? {} : { session }),
      ...(tunnel === undefined ? addressOf(origin) : { socket: tunnel }),
    };
    const socket = builtin('node:tls').connect(options);
    if (tunnel === undefined) keepAlive(socket);
    await opened(socket, 'secureConnect', signal);
    // A session from before the certificate was verified would be resumed without verifying its name. TLS 1.3 sends
    // sessions later.
    const keep = (given: Buffer | undefined): void => {
      if (given !== undefined) this.#sessions.set(address, given);
    };
    if (socket.getProtocol() !== 'TLSv1.3') keep(socket.getSession());
    socket.on('session', keep);
    return socket;
  }
}

function plain(origin: Origin | URL, signal: AbortSignal): Promise<Socket> {
  const options: TcpNetConnectOpts & { readonly highWaterMark: number } = {
    highWaterMark: 64 * 1024,
    ...addressOf(origin),
  };
  const socket = builtin('node:net').connect(options);
  keepAlive(socket);
  return opened(socket, 'connect', signal);
}

function keepAlive(socket: Socket): void {
  socket.setKeepAlive(true, keepAliveMs).setNoDelay(true);
}

/** Resolves with the socket after the event; if it fails or the signal aborts, the socket is destroyed. */
function opened(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const settle = (error: Error | undefined): void => {
      signal.removeEventListener('abort', onAbort);
      if (error === undefined) resolve(socket);
      else {
        socket.destroy();
        reject(error);
      }
    };
    const onAbort = (): void => settle(asError(signal.reason));
    // It stays: an error before the receiver listens must not be an uncaught one.
    socket.on('error', settle);
    socket.once(event, () => settle(undefined));
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  });
}

function addressOf({ protocol, hostname, port }: Origin | URL): { host: string; port: number } {
  return {
    host: withoutBrackets(hostname),
    port: port === '' ? (defaultPorts[protocol] ?? 80) : Number(port),
  };
}

const defaultPorts: Readonly<Record<string, number>> = { 'https:': 443, 'socks5:': 1080, 'socks5h:': 1080 };

function hostPort(origin: Origin | URL): string {
  const { host, port } = addressOf(origin);
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** One slot of a pool; `current` is its latest connection. */
export interface ConnectionPlace {
  current: Connection | undefined;
}

/** A request to an agent created by `trackedAgent`. */
export interface TrackedDispatch extends Agent.DispatchOptions {
  /** Called when the request is assigned to a slot, where it may still wait for its connection. */
  readonly onPlaced: (place: ConnectionPlace) => void;
}

/** Options of `trackedAgent`. */
export interface TrackedAgentOptions extends Agent.Options {
  readonly connector: Connector;
  readonly maxHeaderSize: number;
}

/**
 * Creates an undici Agent that reports which connection each request is written to, which undici does not.
 *
 * Its requests are TrackedDispatch.
 */
export function trackedAgent(undici: Undici, { connector, ...options }: TrackedAgentOptions): Agent {
  async function open(
    origin: URL,
    place: ConnectionPlace,
    callback: Parameters<buildConnector.connector>[1],
  ): Promise<void> {
    let socket: Socket;
    try {
      socket = await connector.connect(origin);
    } catch (error) {
      callback(asError(error), null);
      return;
    }
    place.current = new Connection(socket, options.maxHeaderSize);
    callback(null, socket);
  }

  class TrackedClient extends undici.Client {
    readonly #place: ConnectionPlace;

    constructor(origin: URL, clientOptions: object) {
      const place: ConnectionPlace = { current: undefined };
      super(origin, {
        ...clientOptions,
        connect: (_target, callback) => void open(origin, place, callback),
      });
      this.#place = place;
    }

    override dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
      if ('onPlaced' in request && typeof request.onPlaced === 'function') request.onPlaced(this.#place);
      return super.dispatch(request, handler);
    }
  }
  const poolOptions: Pool.Options = {
    ...options,
    factory: (origin, clientOptions) => new TrackedClient(origin, clientOptions),
  };
  return new undici.Agent({ ...options, factory: (origin) => new undici.Pool(origin, poolOptions) });
}

/** How connections are opened and kept. */
export interface AgentsOptions extends ConnectorOptions {
  readonly maxConnections: number;
  readonly keepAliveMs: number;
}

/** Two connection pools for one set of certificates and one proxy: one for requests, one for watches. */
export class UndiciAgents {
  readonly #requests: Agent;
  readonly #streams: Agent;
  readonly #connector: Connector;

  /** Creates the pools. Throws ConfigError `ERR_TLS_CONFIG` for a certificate that cannot be used. */
  constructor(undici: Undici, options: AgentsOptions) {
    this.#connector = new Connector(options);
    const common = {
      connector: this.#connector,
      pipelining: 1,
      keepAliveTimeout: options.keepAliveMs,
      maxHeaderSize: options.maxHeaderBytes,
    };
    this.#requests = trackedAgent(undici, { ...common, connections: options.maxConnections });
    // Unlimited: a watch that queued behind another watch would wait for minutes.
    this.#streams = trackedAgent(undici, common);
  }

  /** Returns the pool for requests or for watches; both take TrackedDispatch. */
  agent(streaming: boolean): Agent {
    return streaming ? this.#streams : this.#requests;
  }

  /** Opens a connection that belongs to the caller. */
  connect(origin: Origin, signal: AbortSignal | undefined): Promise<Socket> {
    return this.#connector.connect(origin, { tunnel: true, signal });
  }

  /** Accepts no new requests; resolves when the pending ones have ended. */
  async close(): Promise<void> {
    await Promise.all([this.#requests.close(), this.#streams.close()]);
  }

  /** Drops every connection; resolves when the sockets are closed. */
  async destroy(): Promise<void> {
    this.#connector.stop();
    await Promise.all([this.#requests.destroy(), this.#streams.destroy()]);
  }
}
