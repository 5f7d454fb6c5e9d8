import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';

/** How the other side ended a connection. */
export type HowItEnded = 'FIN' | 'RST';

/**
 * The server connection for one client connection.
 *
 * It is kept open between requests for as long as the client's, so that each side sees the other's end.
 */
export class UpstreamConnection {
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
