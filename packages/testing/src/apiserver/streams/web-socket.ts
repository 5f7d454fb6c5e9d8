import { Readable, Writable } from 'node:stream';
import type { WebSocket } from 'ws';
import { raceSignal } from 'kube-informers/internal';
import { bearerProtocolPrefix } from '../access/users.js';
import { answer } from '../http/answer.js';
import { headerOf } from '../http/exchange.js';
import type { Exchange } from '../http/exchange.js';

/** A connection with the subprotocol that was chosen. */
export interface AcceptedWebSocket {
  readonly socket: WebSocket;
  /** "" if the client named none. */
  readonly protocol: string;
}

/** True for a request that asks for a WebSocket. */
export function isWebSocket(exchange: Exchange): boolean {
  return (
    exchange.upgrade !== undefined && headerOf(exchange.request, 'upgrade')?.toLowerCase() === 'websocket'
  );
}

/** Returns the subprotocols that a client offers, best first. */
export function offeredProtocols({ request }: Exchange): string[] {
  const offered = headerOf(request, 'sec-websocket-protocol') ?? '';
  return offered
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith(bearerProtocolPrefix));
}

/**
 * Answers the handshake of a WebSocket with the first offered protocol that is in `protocols`.
 *
 * Returns undefined if there is none, which is answered with 403 as by Go's websocket package, or if the handshake is
 * invalid. `protocols` with "" accepts a client that offers nothing.
 */
export async function acceptWebSocket(
  exchange: Exchange,
  protocols: readonly string[],
): Promise<AcceptedWebSocket | undefined> {
  const { request, upgrade } = exchange;
  if (upgrade === undefined) return undefined;
  const offered = offeredProtocols(exchange);
  const protocol = (offered.length === 0 ? [''] : offered).find((name) => protocols.includes(name));
  if (protocol === undefined) {
    answer(exchange, 403, {});
    return undefined;
  }
  const { WebSocketServer } = await import('ws');
  const server = new WebSocketServer({ noServer: true, clientTracking: false });
  // The library refuses the slash of `SPDY/3.1+portforward.k8s.io`, so the header is written here.
  delete request.headers['sec-websocket-protocol'];
  server.on('headers', (headers) => {
    if (protocol !== '') headers.push(`Sec-WebSocket-Protocol: ${protocol}`);
  });
  const stream = upgrade.take();
  return new Promise((resolve) => {
    stream.once('close', () => resolve(undefined));
    server.handleUpgrade(request, stream, upgrade.head, (socket) => resolve({ socket, protocol }));
  });
}

// Container runtimes copy output in pieces of this size.
const pieceBytes = 32 * 1024;
const bufferBytes = 64 * 1024;

/**
 * A WebSocket whose messages begin with the number of a channel, as bytes or as text in base64.
 *
 * An input whose reader is slow stops reading from the connection, and with it all other inputs. Inputs end with the
 * connection; outputs discard what is written after it.
 */
export class Channels {
  readonly #socket: WebSocket;
  readonly #base64: boolean;
  readonly #halfClose: boolean;
  readonly #inputs = new Map<number, Readable>();
  readonly #full = new Set<Readable>();

  constructor({ socket, protocol }: AcceptedWebSocket) {
    this.#socket = socket;
    this.#base64 = protocol.includes('base64.');
    this.#halfClose = protocol === 'v5.channel.k8s.io';
    socket.on('message', (data: Buffer) => this.#received(data));
    // 'close' follows.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      for (const input of this.#inputs.values()) input.push(null);
      this.#inputs.clear();
    });
  }

  /** What the client sends over a channel. */
  input(channel: number): Readable {
    const input = new Readable({
      highWaterMark: bufferBytes,
      read: () => {
        if (this.#full.delete(input) && this.#full.size === 0) this.#socket.resume();
      },
    });
    // Whoever reads it may destroy it with an error.
    input.on('error', () => undefined);
    input.on('close', () => {
      if (this.#full.delete(input) && this.#full.size === 0) this.#socket.resume();
    });
    this.#inputs.set(channel, input);
    return input;
  }

  /** Sends what is written to the client. */
  output(channel: number): Writable {
    const output = new Writable({
      highWaterMark: bufferBytes,
      write: (chunk: Buffer, _encoding, done) => this.#send(channel, chunk, () => done()),
    });
    output.on('error', () => undefined);
    return output;
  }

  /** Sends one message. */
  send(channel: number, data: Buffer): void {
    this.#send(channel, data, () => undefined);
  }

  /** Sends the close frame after everything else; resolves when the client has answered it, or is gone. */
  async close(signal: AbortSignal): Promise<void> {
    for (const input of this.#inputs.values()) input.destroy();
    this.#inputs.clear();
    if (this.#socket.readyState === this.#socket.CLOSED) return;
    const closed = new Promise((resolve) => this.#socket.once('close', resolve));
    this.#socket.close(1000);
    this.#socket.resume();
    await raceSignal(closed, signal).catch(() => this.#socket.terminate());
  }

  #send(channel: number, chunk: Buffer, done: () => void): void {
    const { OPEN } = this.#socket;
    let start = 0;
    do {
      if (this.#socket.readyState !== OPEN) return done();
      const piece = chunk.subarray(start, start + pieceBytes);
      start += pieceBytes;
      const last = start >= chunk.length;
      const message = this.#base64
        ? `${String.fromCharCode(0x30 + channel)}${piece.toString('base64')}`
        : Buffer.concat([Buffer.of(channel), piece]);
      // An error is the end of the connection, which the other parts notice.
      this.#socket.send(message, () => {
        if (last) done();
      });
    } while (start < chunk.length);
  }

  #received(data: Buffer): void {
    const [first] = data;
    if (first === undefined) return;
    if (this.#halfClose && first === 255) {
      const channel = data[1];
      const input = channel === undefined ? undefined : this.#inputs.get(channel);
      if (channel !== undefined) this.#inputs.delete(channel);
      input?.push(null);
      return;
    }
    const rest = data.subarray(1);
    const input = this.#inputs.get(this.#base64 ? first - 0x30 : first);
    if (input === undefined || input.destroyed) return;
    const bytes = this.#base64 ? Buffer.from(rest.toString('latin1'), 'base64') : rest;
    if (bytes.length === 0 || input.push(bytes)) return;
    this.#full.add(input);
    this.#socket.pause();
  }
}
