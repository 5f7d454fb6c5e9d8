import type { OptionNames } from '../util/known-options.js';
import { requireKnownOptions } from '../util/known-options.js';
import { isBytes } from '../util/type-checks.js';
import { throwIfAborted } from '../util/signal.js';
import { systemClock } from '../util/clock.js';
import { ConfigError, TransportError } from '../util/errors.js';
import { containLogger } from '../util/logger.js';
import type { Logger } from '../util/logger.js';
import {
  hasStrings,
  numberFrom,
  refuse,
  requireAbortSignal,
  requireBoolean,
  requireClock,
  requireFunction,
  requireLogger,
  requireNumber,
  requireRecord,
  requireString,
} from '../util/require.js';
import type { ProxyUrl, TlsConfig, Environment } from './config.js';
import { ResponseHandler } from './response-handler.js';
import {
  isSocks,
  proxyAuthorization,
  proxyFor,
  requireMaxHeaderBytes,
  requireProxyUrl,
  requireTlsConfig,
  shownProxy,
} from './config.js';
import { shownUrl } from '../util/shown.js';
import { TlsFiles } from './tls.js';
import type { TlsMaterial } from './tls.js';
import type { Transport, TransportConnect, TransportRequest, TransportResponse } from './transport.js';
import { transportFailure } from './errors.js';
import type { FailureContext } from './errors.js';
import type { Duplex } from 'node:stream';
import type { TrackedDispatch } from './connections.js';
import { UndiciAgents } from './connections.js';
import { loadUndici } from './undici-parts.js';
import { httpUrl } from './request.js';
import type { Undici } from './undici-parts.js';
import type { TestOptions } from '../util/clock.js';

/**
 * Timeout for a response's headers, and longest pause in its body, ms.
 *
 * The API server ends requests after 60 s (--request-timeout); the rest is allowance for the network.
 */
export const defaultRequestTimeoutMs = 75_000;

/** Longest headers of a response, bytes: a gateway's cookies and policies exceed Node's 16 KiB. */
const defaultMaxHeaderBytes = 1024 * 1024;

/** Options of an UndiciTransport. */
export interface UndiciTransportOptions extends Pick<TestOptions, 'clock'> {
  /** Certificates and checks of TLS connections. */
  readonly tls?: TlsConfig | undefined;
  /** See RestConfig.proxyUrl. */
  readonly proxyUrl?: string | ProxyUrl | undefined;
  /** Environment with HTTPS_PROXY, HTTP_PROXY and NO_PROXY. Default: `process.env`. */
  readonly env?: Environment | undefined;
  /** Concurrent requests per server; more are queued. Watches are not counted. Default: 64. */
  readonly maxConnections?: number | undefined;
  /** Timeout for a connection, TLS and proxy included, ms. Default: 10 s. */
  readonly connectTimeoutMs?: number | undefined;
  /** Timeout for a response's headers, ms; a request may override it. Default: 75 s; 0: no limit. */
  readonly headersTimeoutMs?: number | undefined;
  /**
   * Longest pause within a body, and longest time by which it may fall behind 4 KiB a second, ms; a request may override it.
   * Not for watches and logs that are followed. Default: 75 s; 0: no limit.
   */
  readonly bodyTimeoutMs?: number | undefined;
  /** How long an idle connection is kept, ms. Default: 30 s, less than servers and load balancers keep theirs. */
  readonly keepAliveMs?: number | undefined;
  /** Longest headers of a response, bytes. Default: 1 MiB (Node: 16 KiB, Go: 10 MiB). */
  readonly maxHeaderBytes?: number | undefined;
  /** Receives warnings about connections. Default: none. */
  readonly logger?: Logger | undefined;
}

const undiciTransportOptionNames: OptionNames<UndiciTransportOptions> = {
  tls: requireTlsConfig,
  proxyUrl: requireProxyUrl,
  env: requireRecord,
  maxConnections: numberFrom(1),
  connectTimeoutMs: requireNumber,
  headersTimeoutMs: requireNumber,
  bodyTimeoutMs: requireNumber,
  keepAliveMs: requireNumber,
  maxHeaderBytes: requireMaxHeaderBytes,
  clock: requireClock,
  logger: requireLogger,
};

/** What a request is sent with. */
interface Prepared {
  readonly undici: Awaited<ReturnType<typeof loadUndici>>;
  readonly url: URL;
  readonly proxy: URL | undefined;
  readonly tls: TlsMaterial | undefined;
}

// A credential plugin's certificates change occasionally; connections with older ones are closed.
const keptAgents = 8;

/**
 * Transport based on undici (HTTP/1.1), which is loaded with the first request.
 *
 * Requests share a keep-alive pool; each watch has its own connection, without a body timeout. Redirects are
 * returned, not followed. Responses are requested, and decompressed, as gzip.
 *
 * A server may have closed a kept connection in the meantime. A request that has not been written yet then uses a new
 * one. A read (GET, HEAD, OPTIONS, TRACE without a body) is also sent again immediately if it was written to a kept
 * connection that broke before the first byte of the response. Any other failure is reported to the caller.
 */
export class UndiciTransport implements Transport, AsyncDisposable {
  readonly #options: UndiciTransportOptions;
  readonly #tls: TlsFiles;
  // Ordered by age, newest last; the key identifies certificates and proxy.
  readonly #agents = new Map<string, UndiciAgents>();
  readonly #live = new Set<ResponseHandler>();
  readonly #opened = new Set<Duplex>();
  readonly #retired = new Map<UndiciAgents, Promise<void>>();
  #undici: Promise<Undici> | undefined;
  #closed: Promise<void> | undefined;
  #onIdle: (() => void) | undefined;

  /**
   * Sends HTTP requests over pools of connections. Throws ConfigError `ERR_OPTION` for an invalid number, `ERR_PROXY_URL` for an invalid proxy.
   */
  constructor(options: UndiciTransportOptions = {}) {
    requireKnownOptions('an UndiciTransport', options, undiciTransportOptionNames);
    // Validates the proxy now instead of with each request.
    proxyFor(new URL('http://localhost'), options.proxyUrl, {});
    this.#options = options;
    const { clock = systemClock } = options;
    const logger = containLogger(options.logger);
    this.#tls = new TlsFiles(options.tls ?? {}, { clock, logger });
  }

  /** Sends a request. Rejects with ConfigError `ERR_OPTION` if the request is invalid. */
  async send(request: TransportRequest): Promise<TransportResponse> {
    const prepared = await this.#prepared(request, requireRequest(request));
    const { url, proxy, tls } = prepared;
    const agents = this.#agentsOf(prepared, request);
    const exchange = this.#dispatch(agents, url, proxy, tls, request);
    try {
      const response = await exchange.response;
      if (response.status !== 407 || proxy === undefined || !getsAbsoluteUrls(proxy, url)) return response;
      response.destroy();
      throw new TransportError('ERR_PROXY', `${shownProxy(proxy)} rejected the credentials (407)`, {
        notSent: true,
      });
    } catch (thrown) {
      if (!exchange.metStaleConnection || !isReplayable(request)) throw thrown;
      // Terminates: each retry removes a used connection from the pool.
      return this.send(request);
    }
  }

  async connect(request: TransportConnect): Promise<Duplex> {
    const prepared = await this.#prepared(request, requireConnect(request));
    const { url, tls } = prepared;
    const agents = this.#agentsOf(prepared, request);
    try {
      const socket = await agents.connect(url, request.signal);
      this.#opened.add(socket);
      socket.once('close', () => {
        this.#opened.delete(socket);
        this.#checkIdle();
      });
      return socket;
    } catch (thrown) {
      throwIfAborted(request.signal);
      const failure = transportFailure(thrown, {
        ...this.#failureContext(url.origin, tls),
        inBody: false,
        notSent: true,
        speaksHttp2: false,
      });
      if (failure.code === 'ERR_TLS') this.#tls.suspect();
      throw failure;
    }
  }

  /** Accepts no new requests, waits for pending requests, watches and what `connect` opened, then closes every connection. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  get #maxHeaderBytes(): number {
    return this.#options.maxHeaderBytes ?? defaultMaxHeaderBytes;
  }

  /** Returns what a request to this URL needs. */
  async #prepared({ signal }: Pick<TransportRequest, 'signal'>, url: URL): Promise<Prepared> {
    throwIfAborted(signal);
    const proxy = proxyFor(url, this.#options.proxyUrl, this.#options.env ?? process.env);
    const secure = url.protocol === 'https:' || proxy?.protocol === 'https:';
    const tls = secure ? await this.#tls.current() : undefined;
    this.#undici ??= loadUndici();
    return { undici: await this.#undici, url, proxy, tls };
  }

  /** To be called in the turn in which the request is sent: an abort or a close before that would be missed. */
  #agentsOf(
    { undici, url, proxy, tls }: Prepared,
    { signal, clientCertificate }: Pick<TransportRequest, 'signal' | 'clientCertificate'>,
  ): UndiciAgents {
    throwIfAborted(signal);
    if (this.#closed !== undefined)
      throw new TransportError('ERR_CLOSED', `request to ${url.host} after the transport was closed`);
    return this.#agentsFor(undici, proxy, tls, clientCertificate);
  }

  #failureContext(
    url: string,
    tls: TlsMaterial | undefined,
  ): Pick<
    FailureContext,
    'url' | 'headersTimeoutMs' | 'bodyTimeoutMs' | 'trust' | 'serverName' | 'maxHeaderBytes'
  > {
    return {
      url,
      headersTimeoutMs: this.#options.headersTimeoutMs ?? defaultRequestTimeoutMs,
      bodyTimeoutMs: 0,
      trust: tls?.trust ?? '',
      serverName: tls?.serverName,
      maxHeaderBytes: this.#maxHeaderBytes,
    };
  }

  #checkIdle(): void {
    if (this.#live.size === 0 && this.#opened.size === 0) this.#onIdle?.();
  }

  #dispatch(
    agents: UndiciAgents,
    url: URL,
    proxy: URL | undefined,
    tls: TlsMaterial | undefined,
    request: TransportRequest,
  ): ResponseHandler {
    const headersTimeoutMs =
      request.headersTimeoutMs ?? this.#options.headersTimeoutMs ?? defaultRequestTimeoutMs;
    const streaming = request.streaming === true;
    const bodyTimeoutMs = streaming
      ? 0
      : (request.bodyTimeoutMs ?? this.#options.bodyTimeoutMs ?? defaultRequestTimeoutMs);
    const exchange: ResponseHandler = new ResponseHandler({
      clock: this.#options.clock ?? systemClock,
      failure: { ...this.#failureContext(request.url, tls), headersTimeoutMs, bodyTimeoutMs },
      signal: request.signal,
      received: request.received,
      beforeWrite: request.beforeWrite,
      onDone: (failed) => {
        this.#live.delete(exchange);
        if (failed instanceof TransportError && failed.code === 'ERR_TLS') this.#tls.suspect();
        this.#checkIdle();
      },
    });
    this.#live.add(exchange);
    const absolute = proxy !== undefined && getsAbsoluteUrls(proxy, url);
    const dispatch: TrackedDispatch = {
      origin: url.origin,
      // RFC 9112, section 3.2.2: a proxy gets the absolute URL of an http server. Many allow CONNECT to port 443 only.
      path: (absolute ? url.origin : '') + url.pathname + url.search,
      method: request.method,
      headers: {
        'accept-encoding': 'gzip',
        ...request.headers,
        ...(absolute ? proxyAuthorization(proxy) : {}),
      },
      body: request.body ?? null,
      headersTimeout: headersTimeoutMs,
      bodyTimeout: bodyTimeoutMs,
      onPlaced: (place) => exchange.onPlaced(place),
    };
    agents.agent(streaming).dispatch(dispatch, exchange);
    return exchange;
  }

  #agentsFor(
    undici: Undici,
    proxy: URL | undefined,
    tls: TlsMaterial | undefined,
    clientCertificate: TransportRequest['clientCertificate'],
  ): UndiciAgents {
    const certificate = tls === undefined ? undefined : clientCertificate;
    const key = [
      tls?.generation ?? 0,
      proxy?.href ?? '',
      certificate?.cert ?? '',
      certificate?.key ?? '',
    ].join('\n');
    const known = this.#agents.get(key);
    if (known !== undefined) return known;
    const agents = new UndiciAgents(undici, {
      tls,
      clientCertificate: certificate,
      proxy,
      maxConnections: this.#options.maxConnections ?? 64,
      connectTimeoutMs: this.#options.connectTimeoutMs ?? 10_000,
      maxHeaderBytes: this.#maxHeaderBytes,
      keepAliveMs: this.#options.keepAliveMs ?? 30_000,
    });
    // Connections with outdated certificate files end with their requests.
    for (const [oldKey, old] of this.#agents) {
      const generation = Number(oldKey.slice(0, oldKey.indexOf('\n')));
      const outdated = tls !== undefined && generation !== 0 && generation !== tls.generation;
      if (!outdated && this.#agents.size < keptAgents) continue;
      this.#agents.delete(oldKey);
      this.#retire(old);
    }
    this.#agents.set(key, agents);
    return agents;
  }

  #retire(agents: UndiciAgents): void {
    const closing = agents.close().finally(() => this.#retired.delete(agents));
    this.#retired.set(agents, closing);
  }

  async #close(): Promise<void> {
    if (this.#live.size > 0 || this.#opened.size > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    const all = [...this.#agents.values(), ...this.#retired.keys()];
    await Promise.all([...all.map((agents) => agents.destroy()), ...this.#retired.values()]);
    this.#agents.clear();
  }
}

/** True for an http server behind an HTTP proxy: its requests go to the proxy itself. */
function getsAbsoluteUrls(proxy: URL, { protocol }: URL): boolean {
  return protocol === 'http:' && !isSocks(proxy);
}

/**
 * True for a request that is safe to send twice: a read without a body, as in Go's http.Transport.
 *
 * A write is never repeated once it may have been written: the server may have carried it out.
 */
function isReplayable({ method, body }: TransportRequest): boolean {
  return body === undefined && /^(GET|HEAD|OPTIONS|TRACE)$/i.test(method);
}

const transportRequestNames: OptionNames<TransportRequest> = {
  method: requireString,
  url: requireString,
  headers: requireRecord,
  body: (what, body) => {
    if (typeof body !== 'string' && !isBytes(body)) refuse(what, 'a string or a Uint8Array', body);
  },
  signal: requireAbortSignal,
  streaming: requireBoolean,
  headersTimeoutMs: requireNumber,
  bodyTimeoutMs: requireNumber,
  clientCertificate: hasStrings('cert', 'key'),
  received: requireRecord,
  beforeWrite: requireFunction,
};

const transportConnectNames: OptionNames<TransportConnect> = {
  url: requireString,
  signal: requireAbortSignal,
  clientCertificate: hasStrings('cert', 'key'),
};

/** Throws for an invalid request; the message contains no values, since they may be secrets. */
function requireRequest(request: TransportRequest): URL {
  const what = 'a transport request';
  requireKnownOptions(what, request, transportRequestNames);
  requireString(`method of ${what}`, request.method);
  return requireUrl(what, request.url);
}

function requireConnect(request: TransportConnect): URL {
  const what = 'connect of a transport';
  requireKnownOptions(what, request, transportConnectNames);
  return requireUrl(what, request.url);
}

function requireUrl(what: string, url: string): URL {
  requireString(`url of ${what}`, url);
  const parsed = httpUrl(url);
  if (parsed !== undefined) return parsed;
  throw new ConfigError(
    'ERR_OPTION',
    `url of ${what} must begin with http:// or https://, got ${shownUrl(url)}`,
  );
}
