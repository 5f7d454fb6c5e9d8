import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { ClientOptions } from 'ws';
import type { Clock, Timer } from '../util/clock.js';
import { TransportError, asError } from '../util/errors.js';
import { onAbort, reasonOf } from '../util/signal.js';
import { transportFailure } from './errors.js';
import { BodyQueue } from './response-handler.js';
import type { TransportRequest, TransportResponse } from './transport.js';

/** An open WebSocket. Close it, or read `messages` to the end. */
export interface WebSocketConnection {
  /** The subprotocol that the server chose. */
  readonly protocol: string;
  /** Resolves when the connection is closed, for whatever reason. */
  readonly closed: Promise<void>;
  /**
   * The received messages in order, text as UTF-8; empty ones are left out. For one reader: no more is read than it takes.
   *
   * Ends when the server closes the connection or `close` was called; leaving the loop closes it. Rejects with TransportError
   * `ERR_SOCKET_CUT` if the connection breaks, with the signal's reason if aborted.
   */
  readonly messages: AsyncIterable<Uint8Array>;
  /** Returns what the server sent as text without the credentials of this client, which it may repeat: for errors. */
  textOf(data: Uint8Array): string;
  /** Sends a binary message. Resolves when the network has taken it: await it before the next. Rejects once the socket is closed. */
  send(message: Uint8Array): Promise<void>;
  /** Closes the connection. */
  close(): void;
  /** Breaks the connection after a time, ms, unless it is called again before; the reader of `messages` gets the error. */
  failAfter(ms: number, error: TransportError): void;
}

/** The outcome of a handshake: a connection with status 101, else the server's refusal. */
export interface HandshakeResponse extends TransportResponse {
  readonly connection?: WebSocketConnection | undefined;
}

/** Options of a handshake. */
export interface HandshakeOptions {
  readonly socket: Duplex;
  readonly protocols: readonly string[];
  readonly clock: Clock;
  /** Timeout for the response, ms. */
  readonly requestTimeoutMs: number;
  readonly pingIntervalMs: number;
  readonly maxHeaderBytes: number | undefined;
  /** Origin and path, for messages. */
  readonly name: string;
  /** Ends the connection; the reader of its messages gets the reason. */
  readonly signal: AbortSignal;
  /** Called when the connection has been closed. */
  readonly onClose: () => void;
  /** Returns a text without the credentials of the client. */
  readonly redact: (text: string) => string;
}

/** Longest message, bytes: servers send at most 32 KiB at a time. */
const maxMessageBytes = 16 * 1024 * 1024;

/** Pings without an answer after which the connection counts as broken. */
const lostPings = 4;

/** The same while a command has not read all of its input: the server then reads no pings behind it. client-go waits for 60 s. */
const lostPingsBehindInput = 8;

/** What a server reads without passing it on, bytes: a terminal holds this much. */
const leastPipeBytes = 4096;

/** Wait for the other side's close frame, ms. */
const closeTimeoutMs = 2_000;

/**
 * Opens a WebSocket on a connection to its server.
 *
 * Rejects with TransportError: `ERR_UPGRADE` if the response is not a valid handshake, `ERR_TIMEOUT` without a response; with the
 * signal's reason if aborted.
 */
export function handshake(request: TransportRequest, options: HandshakeOptions): Promise<HandshakeResponse> {
  const { socket, protocols, clock, requestTimeoutMs, name } = options;
  const { signal } = request;
  return new Promise((resolve, reject) => {
    const settings: ClientOptions & { readonly maxHeaderSize?: number | undefined } = {
      // ws needs one that returns a net.Socket; it uses the members of any Duplex.
      createConnection: (() => socket) as unknown as NonNullable<ClientOptions['createConnection']>,
      headers: { ...request.headers } as Record<string, string>,
      maxPayload: maxMessageBytes,
      perMessageDeflate: false,
      // A mask keeps a page in a browser from writing chosen bytes to a proxy (RFC 6455, section 10.3); none reads what TLS encrypts.
      ...(request.url.startsWith('https:') ? { generateMask: noMask } : {}),
      ...(options.maxHeaderBytes === undefined ? {} : { maxHeaderSize: options.maxHeaderBytes }),
    };
    let ws: WebSocket;
    try {
      ws = new WebSocket(request.url.replace(/^http/, 'ws'), [...protocols], settings);
    } catch (thrown) {
      socket.destroy();
      reject(asError(thrown));
      return;
    }
    ws.binaryType = 'nodebuffer';
    const fail = (error: unknown): void => {
      stopWaiting();
      ws.terminate();
      socket.destroy();
      reject(error as Error);
    };
    const timer =
      requestTimeoutMs > 0
        ? clock.setTimer(
            () =>
              fail(
                new TransportError('ERR_TIMEOUT', `${name} had no response within ${requestTimeoutMs} ms`),
              ),
            requestTimeoutMs,
          )
        : undefined;
    const unlisten = signal && onAbort(signal, () => fail(reasonOf(signal)));
    const stopWaiting = (): void => {
      timer?.cancel();
      unlisten?.();
    };
    // It stays: ws reports what terminate() does to a handshake, too.
    ws.on('error', (error) => {
      if (ws.readyState === WebSocket.OPEN) return;
      fail(handshakeFailure(error, request, options));
    });
    ws.once('unexpected-response', (_request, response: IncomingMessage) => {
      stopWaiting();
      resolve(refusal(response, request, ws, socket));
    });
    let headers: IncomingMessage['headers'] = {};
    ws.once('upgrade', (response: IncomingMessage) => {
      headers = response.headers;
    });
    ws.once('open', () => {
      stopWaiting();
      readAfterFailedWrite(socket, clock);
      resolve({
        status: 101,
        headers,
        body: new BodyQueue({ pause: nothing, resume: nothing, destroy: nothing }),
        destroy: () => ws.terminate(),
        connection: new OpenWebSocket(ws, options),
      });
    });
    if (signal?.aborted === true) fail(reasonOf(signal));
  });
}

/**
 * Lets a socket whose write has failed be read to its end.
 *
 * A server closes the connection when a command ends, with the exit code as its last message; if the command has not read its input,
 * a write of it fails then. Node closes a socket at once when a write fails, with what was received in its buffers.
 * The member `_readableState`, which ws uses as well, is the only way to go on reading.
 */
function readAfterFailedWrite(socket: Duplex, clock: Clock): void {
  const destroy = socket.destroy.bind(socket);
  const { _readableState: readable } = socket as { readonly _readableState?: { errored: Error | null } };
  let timer: Timer | undefined;
  socket.destroy = (error) => {
    const { syscall } = (error ?? {}) as NodeJS.ErrnoException;
    // Nobody reads a socket that is paused.
    if (syscall === 'write' && timer === undefined && readable !== undefined && !socket.isPaused()) {
      readable.errored = null;
      // The read that fails next closes it.
      timer = clock.setTimer(() => socket.destroy(error), closeTimeoutMs, { unref: true });
      return socket;
    }
    timer?.cancel();
    return destroy(error);
  };
}

/** ws sends bytes as they are under a mask of zeros; to mask a GiB takes ten seconds of CPU. */
function noMask(mask: Buffer): void {
  mask.fill(0);
}

function nothing(): void {
  // The body of a response that has none.
}

function handshakeFailure(error: Error, request: TransportRequest, options: HandshakeOptions): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined || code === '')
    return new TransportError(
      'ERR_UPGRADE',
      `${options.name} was not answered with a valid WebSocket handshake: ${error.message}; check the server URL, and proxies in between`,
      { cause: error },
    );
  return transportFailure(error, {
    url: request.url,
    inBody: false,
    headersTimeoutMs: options.requestTimeoutMs,
    bodyTimeoutMs: 0,
    maxHeaderBytes: options.maxHeaderBytes ?? 0,
    notSent: false,
    speaksHttp2: false,
    trust: '',
  });
}

/** Returns a response without 101; its body fails as that of other responses does. */
function refusal(
  response: IncomingMessage,
  request: TransportRequest,
  ws: WebSocket,
  socket: Duplex,
): HandshakeResponse {
  const destroy = (): void => {
    response.destroy();
    ws.terminate();
    socket.destroy();
  };
  async function* chunks(): AsyncGenerator<Uint8Array, void, void> {
    try {
      for await (const chunk of response) yield chunk as Uint8Array;
    } catch (thrown) {
      throw new TransportError(
        'ERR_BODY_CUT',
        `${new URL(request.url).host} closed the connection in the middle of its response (${asError(thrown).message})`,
        { cause: thrown },
      );
    } finally {
      destroy();
    }
  }
  return { status: response.statusCode ?? 0, headers: response.headers, body: chunks(), destroy };
}

/** An open connection; see WebSocketConnection. */
class OpenWebSocket implements WebSocketConnection {
  readonly #ws: WebSocket;
  readonly #options: HandshakeOptions;
  readonly #messages: BodyQueue;
  readonly #unlisten: () => void;
  readonly closed: Promise<void>;
  #error: Error | undefined;
  #closing = false;
  #paused = false;
  #pings = 0;
  #pongs = 0;
  /** The ping after the latest message that was sent: until it is answered, the server may not have read the message. */
  #awaitedPing = 0;
  #unreadBytes = 0;
  #pingTimer: Timer | undefined;
  #closeTimer: Timer | undefined;
  #failTimer: Timer | undefined;

  constructor(ws: WebSocket, options: HandshakeOptions) {
    this.#ws = ws;
    this.#options = options;
    this.#messages = new BodyQueue({
      pause: () => {
        this.#paused = true;
        ws.pause();
      },
      resume: () => {
        this.#paused = false;
        // What was answered in the meantime is still unread.
        this.#pongs = this.#pings;
        ws.resume();
      },
      destroy: () => this.close(),
    });
    ws.on('message', (data: Buffer) => this.#messages.push(data));
    ws.on('error', (error) => {
      this.#error ??= error;
    });
    this.closed = new Promise((resolve) => {
      ws.on('close', (code) => {
        this.#onClose(code);
        resolve();
      });
    });
    ws.on('pong', (payload: Buffer) => {
      const answered = Number(payload.toString('latin1'));
      if (answered > this.#pongs && answered <= this.#pings) this.#pongs = answered;
      if (this.#pongs >= this.#awaitedPing) this.#unreadBytes = 0;
    });
    this.#unlisten = onAbort(options.signal, () => {
      this.#messages.drop(reasonOf(options.signal));
      ws.terminate();
    });
    this.#schedulePing();
  }

  get protocol(): string {
    return this.#ws.protocol;
  }

  get messages(): AsyncIterable<Uint8Array> {
    return this.#messages;
  }

  textOf(data: Uint8Array): string {
    return this.#options.redact(Buffer.from(data).toString('utf8'));
  }

  send(message: Uint8Array): Promise<void> {
    this.#awaitedPing = this.#pings + 1;
    this.#unreadBytes += message.length;
    return new Promise((resolve, reject) => {
      this.#ws.send(message, { binary: true }, (error) => {
        if (error !== undefined && error !== null) {
          reject(this.#cut(error));
          return;
        }
        // What is taken shows that the other side still reads.
        if (this.#unreadBytes >= leastPipeBytes) this.#pongs = Math.max(this.#pongs, this.#pings - 1);
        resolve();
      });
    });
  }

  failAfter(ms: number, error: TransportError): void {
    if (this.#ws.readyState === WebSocket.CLOSED) return;
    this.#failTimer?.cancel();
    this.#failTimer = this.#options.clock.setTimer(() => {
      this.#error ??= error;
      this.#ws.terminate();
    }, ms);
  }

  close(): void {
    if (this.#closing || this.#ws.readyState === WebSocket.CLOSED) return;
    const { clock } = this.#options;
    this.#closing = true;
    this.#ws.close(1000);
    this.#closeTimer = clock.setTimer(() => this.#ws.terminate(), closeTimeoutMs, { unref: true });
  }

  #onClose(code: number): void {
    this.#pingTimer?.cancel();
    this.#closeTimer?.cancel();
    this.#failTimer?.cancel();
    this.#unlisten();
    this.#options.onClose();
    // RFC 6455, section 7.4.1: 1005 is a close frame without a code, 1006 the lack of a close frame.
    if (this.#closing || [1000, 1001, 1005].includes(code)) this.#messages.end();
    else
      this.#messages.fail(
        this.#cut(
          this.#error ??
            new Error(code === 1006 ? 'closed without a close frame' : `closed with code ${code}`),
        ),
      );
  }

  #cut(cause: Error): TransportError {
    if (cause instanceof TransportError) return cause;
    return new TransportError(
      'ERR_SOCKET_CUT',
      `the connection of ${this.#options.name} was closed (${cause.message})`,
      { cause },
    );
  }

  #schedulePing(): void {
    const { clock, pingIntervalMs, name } = this.#options;
    if (pingIntervalMs === 0) return;
    this.#pingTimer = clock.setTimer(() => {
      if (this.#ws.readyState !== WebSocket.OPEN) return;
      const most = this.#unreadBytes >= leastPipeBytes ? lostPingsBehindInput : lostPings;
      if (!this.#paused && this.#pings - this.#pongs >= most) {
        this.#error = new TransportError(
          'ERR_SOCKET_CUT',
          `the server of ${name} answered no ping for ${most * pingIntervalMs} ms: the connection is lost, or a command does not read its input`,
        );
        this.#ws.terminate();
        return;
      }
      this.#ws.ping(String(++this.#pings), true, ignoreFailure);
      this.#schedulePing();
    }, pingIntervalMs);
  }
}

/** A ping that cannot be sent is followed by the event `close`, which tells the reader. */
function ignoreFailure(): void {
  // See above.
}
