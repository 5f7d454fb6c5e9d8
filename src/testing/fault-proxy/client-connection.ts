import type { Socket } from 'node:net';
import { UpstreamConnection } from './upstream-connection.js';
import type { HowItEnded } from './upstream-connection.js';

/** One connection of a client, and the one to the server that belongs to it. */
export class ClientConnection {
  /** Resolves when it is gone. */
  readonly closed: Promise<void>;
  readonly upstream = new UpstreamConnection();
  readonly #socket: Socket;
  readonly #stream: Socket;
  readonly #sharers = new Set<object>();
  #gone = false;
  #endWhenIdle = false;
  #upstreamLost: HowItEnded | undefined;

  /** `stream` is `socket`, or TLS over it. */
  constructor(socket: Socket, stream: Socket) {
    this.#socket = socket;
    this.#stream = stream;
    this.closed = new Promise((resolve) => {
      socket.once('close', () => resolve());
    });
    // A connection that breaks is what this is about; 'close' follows, and whoever uses it hears of that.
    const ignore = (): void => undefined;
    socket.on('error', ignore);
    stream.on('error', ignore);
    socket.once('close', () => {
      this.#gone = true;
      stream.destroy();
      this.#letUpstreamGo();
    });
    // A failed handshake ends TLS alone.
    stream.once('close', () => socket.destroy());
  }

  /** True when another request is on it. */
  get busy(): boolean {
    return this.#sharers.size > 0;
  }

  /** The exchange uses both connections until `release`. */
  use(exchange: object): void {
    this.#sharers.add(exchange);
  }

  release(exchange: object): void {
    this.#sharers.delete(exchange);
    if (this.#gone) this.#letUpstreamGo();
    else if (this.#endWhenIdle && !this.busy) this.end();
    else if (this.#upstreamLost !== undefined) this.#follow(this.#upstreamLost);
  }

  /** Watches the socket to the server: when it ends while no request is on it, so does the client's. */
  followUpstream(socket: Socket): void {
    this.upstream.follow(socket, (how) => {
      if (this.#gone) return;
      this.#upstreamLost = how;
      if (!this.busy) this.#follow(how);
    });
  }

  /** Sends RST: behind what was written when `flush` says so. */
  reset(flush = false): void {
    // libuv takes bytes and an RST that it finds together for bytes and FIN. A client in this process reads the bytes within
    // these turns of the loop, before the RST comes; one in another process, written in Node, may see FIN in its place.
    if (flush) return this.#flushed(() => afterTurns(3, () => this.reset()));
    this.#socket.resetAndDestroy();
    // At once: by itself Node sends FIN first.
    this.#socket.destroy();
    this.#stream.destroy();
  }

  /** Ends it as soon as no request is on it. */
  endWhenIdle(): void {
    this.#endWhenIdle = true;
    if (!this.busy) this.end();
  }

  /** Sends what was written, then FIN, and is gone. */
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

  /** Calls back when all that was written is on its way. */
  #flushed(callback: () => void): void {
    if (!this.#stream.writable) return callback();
    this.#stream.write('', () => callback());
  }

  #letUpstreamGo(): void {
    // A stall towards the server hides the client's end from it.
    if (!this.busy) this.upstream.destroy();
  }
}

function afterTurns(turns: number, callback: () => void): void {
  if (turns === 0) callback();
  else setImmediate(() => afterTurns(turns - 1, callback));
}
