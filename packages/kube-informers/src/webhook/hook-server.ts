import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import {
  newBadRequest,
  newMethodNotSupported,
  newNotFound,
  newRequestEntityTooLarge,
  newTooManyRequests,
  newUnsupportedMediaType,
} from '../meta/status.js';
import type { StatusError } from '../meta/errors.js';
import { builtin } from '../util/builtin.js';
import type { Clock } from '../util/clock.js';
import { asError } from '../util/errors.js';
import { listen } from '../util/listen.js';
import type { ListenAddress } from '../util/listen.js';
import type { Logger } from '../util/logger.js';

/** A request that has arrived whole. */
export interface HookRequest {
  /** Which review the path asks for. */
  readonly kind: 'validate' | 'mutate' | 'convert';
  readonly body: Uint8Array;
  /** Time after which the API server does not wait any longer, ms. */
  readonly timeoutMs: number;
  /** Aborts when the connection has closed. */
  readonly signal: AbortSignal;
}

/** What is answered: JSON. */
export interface HookResponse {
  readonly code: number;
  readonly text: string;
  readonly retryAfterSeconds?: number | undefined;
}

/** A Status as the response. */
export function statusResponse({ status }: StatusError): HookResponse {
  return {
    code: status.code ?? 500,
    text: JSON.stringify(status),
    retryAfterSeconds: status.details?.retryAfterSeconds,
  };
}

/** A PEM certificate, with those that lead to its authority, and its key. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

/** What a HookServer holds at most. */
export interface HookLimits {
  /** Body of an AdmissionReview, bytes: two objects of the API server's 3 MiB, and as much for the escapes of JSON. */
  readonly admissionBytes: number;
  /** Body of a ConversionReview, bytes: a list comes as one. */
  readonly conversionBytes: number;
  /** All bodies together, bytes; above it the largest one that waits for its client, to send it or to read the response, makes room. */
  readonly allBytes: number;
  /** Above it the connection that was answered least recently is closed, and above twice as many each new one. */
  readonly maxConnections: number;
  /** How long a request may take to arrive, ms. */
  readonly arrivalMs: number;
  /** How long `close` waits for requests, ms. */
  readonly closeMs: number;
}

const mebibyte = 1024 * 1024;

export const defaultLimits: HookLimits = {
  admissionBytes: 12 * mebibyte,
  conversionBytes: 64 * mebibyte,
  allBytes: 128 * mebibyte,
  maxConnections: 1000,
  arrivalMs: 10_000,
  // Less than the 30 s that a manager waits.
  closeMs: 20_000,
};

/** The longest that an API server waits for a webhook, ms; also if it does not say how long. */
const maxTimeoutMs = 30_000;

/** How long a connection stays open without a request, ms: longer than an API server keeps it (90 s), which so never writes to a closed one. */
const keepAliveMs = 120_000;

/** How a HookServer answers. */
export interface HookServerOptions {
  /** Answers a request; must not reject. */
  readonly answer: (request: HookRequest) => Promise<HookResponse>;
  readonly limits: HookLimits;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Connection {
  readonly peer: string;
  readonly socket: Socket;
  /** What ends its requests when it closes. */
  readonly ends: Set<() => void>;
  /** Requests that have arrived whole and wait for an answer. */
  answering: number;
}

/** A body that is held. */
interface Body {
  bytes: number;
  chunks: Buffer[];
  /** Ends its request, with 429 if it has not arrived whole. */
  refuse: () => void;
}

/**
 * An HTTPS server for reviews, on a port that anyone in the cluster may reach.
 *
 * The path tells which kind of review is meant, and nothing else. A request beyond a limit is refused with its status; `close`
 * answers what has arrived.
 */
export class HookServer {
  readonly #options: HookServerOptions;
  /** Open connections by `peerOf`; the one that was answered least recently is the first. */
  readonly #connections = new Map<string, Connection>();
  /** Bodies that have not arrived whole, or whose response has not been read: only their clients keep them. */
  readonly #waiting = new Set<Body>();
  #server: Server | undefined;
  #heldBytes = 0;
  /** Requests whose head has arrived and whose response has not ended. */
  #open = 0;
  #draining = false;
  #closing: (() => void) | undefined;

  constructor(options: HookServerOptions) {
    this.#options = options;
  }

  /** Listens; resolves with the port. Rejects with ConfigError `ERR_LOCAL_PORT` if it cannot. */
  async listen(address: ListenAddress, pair: KeyPair): Promise<number> {
    const { arrivalMs, maxConnections } = this.#options.limits;
    const server = builtin('node:https').createServer(
      {
        ...pair,
        minVersion: 'TLSv1.2',
        handshakeTimeout: arrivalMs,
        headersTimeout: arrivalMs,
        requestTimeout: arrivalMs,
        connectionsCheckingInterval: Math.ceil(arrivalMs / 5),
        keepAliveTimeout: keepAliveMs,
      },
      (request, response) => this.#received(request, response),
    );
    const { logger } = this.#options;
    server.on('tlsClientError', (error: Error) => logger.debug({ err: error }, 'a TLS handshake failed'));
    server.on('connection', (socket: Socket) => this.#connected(socket));
    server.maxConnections = 2 * maxConnections;
    const port = await listen(server, address, 'port of the webhooks');
    server.on('error', (error: Error) => logger.error({ err: error }, 'the webhook server failed'));
    this.#server = server;
    return port;
  }

  /** Serves new connections with another certificate; those that are open go on. Throws what Node throws for an unusable pair. */
  use(pair: KeyPair): void {
    this.#server?.setSecureContext({ ...pair, minVersion: 'TLSv1.2' });
  }

  /** Ends each connection with its next response, so that whoever uses it finds another server. */
  drain(): void {
    this.#draining = true;
  }

  /** Takes no more connections; resolves when requests have been answered, or after `closeMs`. */
  async close(): Promise<void> {
    const server = this.#server;
    if (server === undefined || this.#closing !== undefined) return;
    this.drain();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const end = (): void => {
      for (const { socket } of this.#connections.values()) socket.destroy();
    };
    this.#closing = end;
    const timer = this.#options.clock.setTimer(end, this.#options.limits.closeMs);
    if (this.#open === 0) end();
    await closed;
    timer.cancel();
  }

  #connected(socket: Socket): void {
    const peer = peerOf(socket);
    const connection: Connection = { peer, socket, ends: new Set(), answering: 0 };
    this.#makeRoom();
    this.#connections.set(peer, connection);
    socket.once('close', () => {
      if (this.#connections.get(peer) === connection) this.#connections.delete(peer);
      for (const end of connection.ends) end();
    });
  }

  /** Makes room for another connection: those that are idle, slow or silent must not keep an API server out. */
  #makeRoom(): void {
    for (const { peer, socket, answering } of this.#connections.values()) {
      if (this.#connections.size < this.#options.limits.maxConnections) return;
      if (answering > 0) continue;
      this.#connections.delete(peer);
      socket.destroy();
    }
  }

  #received(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#connections.get(peerOf(request.socket));
    if (connection === undefined) {
      // Closed, after the head had arrived.
      request.socket.destroy();
      return;
    }
    this.#open++;
    const gone = new AbortController();
    const failed = (error: unknown): void => {
      this.#options.logger.debug({ err: asError(error) }, 'a request to a webhook broke off');
    };
    request.on('error', failed);
    response.on('error', failed);
    const body: Body = {
      bytes: 0,
      chunks: [],
      refuse: () =>
        this.#refuse(request, response, newTooManyRequests('too many bytes are being received', 1)),
    };
    // Of requests that are pipelined, Node tells only the response whose turn it is that the connection has closed.
    const end = (): void => {
      if (!connection.ends.delete(end)) return;
      gone.abort();
      this.#release(body);
      if (--this.#open === 0) this.#closing?.();
    };
    connection.ends.add(end);
    response.once('close', end);
    const head = readHead(request);
    if ('refusal' in head) this.#refuse(request, response, head.refusal);
    else this.#collect(request, response, { ...head, body, connection, signal: gone.signal });
  }

  #collect(
    request: IncomingMessage,
    response: ServerResponse,
    {
      kind,
      timeoutMs,
      body,
      connection,
      signal,
    }: Omit<HookRequest, 'body'> & { readonly body: Body; readonly connection: Connection },
  ): void {
    const { limits } = this.#options;
    const [name, most] =
      kind === 'convert'
        ? ['a ConversionReview', limits.conversionBytes]
        : ['an AdmissionReview', limits.admissionBytes];
    const tooLarge = (): void => {
      this.#release(body);
      this.#refuse(request, response, newRequestEntityTooLarge(`${name} may have at most ${most} bytes`));
    };
    if (Number(request.headers['content-length'] ?? 0) > most) return tooLarge();
    this.#waiting.add(body);
    request.on('data', (chunk: Buffer) => {
      if (response.headersSent || signal.aborted) return;
      body.bytes += chunk.length;
      this.#heldBytes += chunk.length;
      body.chunks.push(chunk);
      if (body.bytes > most) tooLarge();
      else if (this.#heldBytes > limits.allBytes) this.#refuseLargest();
    });
    request.once('end', () => {
      this.#waiting.delete(body);
      if (response.headersSent || signal.aborted) return;
      const [only, ...others] = body.chunks;
      const bytes = only !== undefined && others.length === 0 ? only : Buffer.concat(body.chunks);
      body.chunks = [];
      connection.answering++;
      this.#options
        .answer({ kind, body: bytes, timeoutMs, signal })
        .then((answer) => {
          if (signal.aborted) return;
          body.refuse = () => request.socket.destroy();
          this.#waiting.add(body);
          this.#respond(response, answer);
        })
        .catch((error: unknown) => {
          this.#options.logger.error({ err: asError(error) }, 'a webhook could not be answered');
          response.destroy();
        })
        .finally(() => {
          connection.answering--;
          const { peer } = connection;
          if (this.#connections.get(peer) !== connection) return;
          this.#connections.delete(peer);
          this.#connections.set(peer, connection);
        });
    });
  }

  /** Reviews are small: whoever has sent most makes room for them. */
  #refuseLargest(): void {
    const [first, ...others] = this.#waiting;
    if (first === undefined) return;
    const largest = others.reduce((one, other) => (other.bytes > one.bytes ? other : one), first);
    this.#release(largest);
    largest.refuse();
  }

  #release(body: Body): void {
    this.#waiting.delete(body);
    this.#heldBytes -= body.bytes;
    body.bytes = 0;
    body.chunks = [];
  }

  #refuse(request: IncomingMessage, response: ServerResponse, refusal: StatusError): void {
    // What has not arrived is not read.
    if (!request.complete) response.shouldKeepAlive = false;
    this.#respond(response, statusResponse(refusal));
    request.resume();
  }

  #respond(response: ServerResponse, { code, text, retryAfterSeconds }: HookResponse): void {
    if (response.headersSent || response.destroyed) return;
    // When connections came, all others may have been answering.
    if (this.#draining || this.#connections.size > this.#options.limits.maxConnections)
      response.shouldKeepAlive = false;
    if (retryAfterSeconds !== undefined) response.setHeader('retry-after', retryAfterSeconds);
    const bytes = Buffer.from(text);
    response.writeHead(code, {
      'content-type': 'application/json',
      'content-length': bytes.length,
      'x-content-type-options': 'nosniff',
    });
    response.end(bytes);
  }
}

/** Which connection a socket belongs to: TLS has another socket for it than TCP. */
function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

type Head =
  | { readonly kind: HookRequest['kind']; readonly timeoutMs: number }
  | { readonly refusal: StatusError };

function readHead({ url = '', method = '', headers }: IncomingMessage): Head {
  const [path = '', query = ''] = url.split('?', 2);
  // As kubebuilder writes paths: /validate-example-com-v1-website. What follows the first word is not read.
  const kind = /^\/(validate|mutate|convert)(?:-[^/]*)?$/.exec(path)?.[1];
  if (kind !== 'validate' && kind !== 'mutate' && kind !== 'convert')
    return { refusal: newNotFound({ group: '', resource: 'paths' }, path.slice(0, 200)) };
  if (method !== 'POST') return { refusal: newMethodNotSupported({ group: '', resource: kind }, method) };
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? ''))
    return { refusal: newUnsupportedMediaType(['application/json']) };
  if (headers['content-encoding'] !== undefined)
    return { refusal: newBadRequest('a body with a content-encoding is not supported') };
  return { kind, timeoutMs: timeoutOf(query) };
}

/** The API server sends a whole number of seconds: `timeout=10s`. */
function timeoutOf(query: string): number {
  const seconds = Number(/^(\d{1,6})s$/.exec(new URLSearchParams(query).get('timeout') ?? '')?.[1]);
  return seconds > 0 ? Math.min(1000 * seconds, maxTimeoutMs) : maxTimeoutMs;
}
