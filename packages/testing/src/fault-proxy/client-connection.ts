import type { Socket } from 'node:net';
import { UpstreamConnection } from './upstream-connection.js';
import type { HowItEnded } from './upstream-connection.js';

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
  else setImmediate(() => afterTurns(turns - 1, callback));
}
