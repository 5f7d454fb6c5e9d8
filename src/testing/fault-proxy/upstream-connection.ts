import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';

/** How the other side ended a connection. */
export type HowItEnded = 'FIN' | 'RST';

/**
 * The connection to the server that belongs to one connection of a client: kept open between requests as long as that is,
 * so that each sees the other's end.
 */
export class UpstreamConnection {
  readonly #followed = new Set<Socket>();
  #agent: HttpAgent | HttpsAgent | undefined;
  #owner: object | undefined;
  #key = '';

  /** What opens the connection; another one when the server or the certificates are others. */
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

  /** Tells when the server ends this socket, unless it was let go before. */
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

  /** What happens to this socket from now on is our own doing. */
  letGo(socket: Socket): void {
    this.#followed.delete(socket);
  }

  destroy(): void {
    this.#followed.clear();
    this.#agent?.destroy();
    this.#agent = undefined;
  }
}

/** The system names a call that failed; Node's own words for an early end have none. */
export function howItEnded(error: unknown): HowItEnded {
  return (error as NodeJS.ErrnoException).syscall === undefined ? 'FIN' : 'RST';
}
