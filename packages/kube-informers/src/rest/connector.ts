import type { Socket, TcpNetConnectOpts } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { builtin } from '../util/builtin.js';
import { systemClock } from '../util/clock.js';
import { asError, TransportError } from '../util/errors.js';
import { shownProxy, withoutBrackets } from './proxy.js';
import { openTunnel } from './proxy-tunnel.js';
import type { TlsMaterial, TlsSettings } from './tls-material.js';

/** How connections are opened. */
export interface ConnectorOptions {
  /** Undefined if neither the server nor the proxy speaks TLS. */
  readonly tls: TlsMaterial | undefined;
  readonly clientCertificate: { readonly cert: string; readonly key: string } | undefined;
  readonly proxy: URL | undefined;
  /** Timeout for a connection, TLS and proxy included, ms; 0: no limit. */
  readonly timeoutMs: number;
  readonly maxHeaderBytes: number;
}

/** Where a connection leads; the hostname may have brackets. */
export interface Origin {
  readonly protocol: string;
  readonly hostname: string;
  /** "" for the scheme's default. */
  readonly port: string;
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

  /** Opens a connection, with TLS if the origin's scheme is https. */
  async connect(origin: Origin): Promise<Socket> {
    const { timeoutMs } = this.#options;
    const attempt = new AbortController();
    this.#attempts.add(attempt);
    const timeout = new TransportError(
      'ERR_TIMEOUT',
      `connecting to ${hostPort(origin)} timed out after ${timeoutMs} ms`,
      { notSent: true },
    );
    const timer = timeoutMs > 0 ? systemClock.setTimer(() => attempt.abort(timeout), timeoutMs) : undefined;
    try {
      return await this.#open(origin, attempt.signal);
    } finally {
      timer?.cancel();
      this.#attempts.delete(attempt);
    }
  }

  /** Gives up pending attempts. */
  stop(): void {
    for (const attempt of this.#attempts) attempt.abort(new Error('given up'));
  }

  async #open(origin: Origin, signal: AbortSignal): Promise<Socket> {
    const { proxy } = this.#options;
    const isSecure = origin.protocol === 'https:';
    if (proxy === undefined)
      return isSecure ? this.#secure(origin, this.#serverTls, signal) : plain(origin, signal);
    const tunnel = await this.#throughProxy(proxy, origin, signal);
    return isSecure ? this.#secure(origin, this.#serverTls, signal, tunnel) : tunnel;
  }

  /** Connects to the proxy, and for TLS through it. An http request goes to the proxy itself, with an absolute URL. */
  async #throughProxy(proxy: URL, origin: Origin, signal: AbortSignal): Promise<Socket> {
    try {
      const socket =
        proxy.protocol === 'https:'
          ? await this.#secure(proxy, this.#proxyTls, signal)
          : await plain(proxy, signal);
      if (origin.protocol === 'http:') return socket;
      return await openTunnel(socket, proxy, hostPort(origin), {
        signal,
        maxHeaderBytes: this.#options.maxHeaderBytes,
      });
    } catch (thrown) {
      const error = asError(thrown);
      const reason =
        signal.aborted && error instanceof TransportError
          ? `did not connect to ${hostPort(origin)} within ${this.#options.timeoutMs} ms`
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
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
  };
}

function hostPort(origin: Origin | URL): string {
  const { host, port } = addressOf(origin);
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
