import type { Agent, buildConnector } from 'undici';
import { builtin } from '../util/builtin.js';
import { openTunnel } from './proxy-tunnel.js';
import { withoutBrackets } from './proxy.js';
import type { TlsMaterial } from './tls-material.js';
import { trackedAgent } from './tracked-agent.js';
import type { Undici } from './undici-parts.js';

/** How connections are opened. */
export interface AgentsOptions {
  readonly tls: TlsMaterial | undefined;
  readonly clientCertificate: { readonly cert: string; readonly key: string } | undefined;
  readonly proxy: URL | undefined;
  readonly maxConnections: number;
  readonly connectTimeoutMs: number;
  readonly keepAliveMs: number;
}

/** Two connection pools for one set of certificates and one proxy: one for requests, one for watches. */
export class UndiciAgents {
  readonly #requests: Agent;
  readonly #streams: Agent;
  // Pending connection attempts, which undici would continue until their timeout.
  readonly #connecting = new Set<() => void>();

  constructor(undici: Undici, options: AgentsOptions) {
    const connect = this.#connector(undici, options);
    const common = { pipelining: 1, keepAliveTimeout: options.keepAliveMs };
    this.#requests = trackedAgent(undici, connect, { ...common, connections: options.maxConnections });
    // Unlimited: a watch that queued behind another watch would wait for minutes.
    this.#streams = trackedAgent(undici, connect, common);
  }

  /** Returns the pool for requests or for watches; both take TrackedDispatch. */
  agent(streaming: boolean): Agent {
    return streaming ? this.#streams : this.#requests;
  }

  /** Accepts no new requests; resolves when the pending ones have ended. */
  async close(): Promise<void> {
    await Promise.all([this.#requests.close(), this.#streams.close()]);
  }

  /** Drops every connection; resolves when the sockets are closed. */
  async destroy(): Promise<void> {
    for (const giveUp of this.#connecting) giveUp();
    await Promise.all([this.#requests.destroy(), this.#streams.destroy()]);
  }

  #connector(undici: Undici, options: AgentsOptions): buildConnector.connector {
    const { tls, proxy, connectTimeoutMs } = options;
    const connect = undici.buildConnector({
      timeout: connectTimeoutMs,
      // Detects a dead peer without HTTP traffic.
      keepAliveInitialDelay: 30_000,
      ...(tls === undefined
        ? {}
        : {
            secureContext: tls.secureContext(options.clientCertificate),
            rejectUnauthorized: tls.verify,
            ...(tls.serverName === undefined ? {} : { servername: tls.serverName }),
          }),
    });
    const direct: buildConnector.connector = (target, callback) => {
      // The type declares void, but undici returns the socket; verified here.
      const socket: unknown = connect(target, (...result) => {
        this.#connecting.delete(giveUp);
        callback(...result);
      });
      const giveUp = (): void => {
        if (socket instanceof builtin('node:net').Socket) socket.destroy(new Error('given up'));
      };
      this.#connecting.add(giveUp);
    };
    if (proxy === undefined) return direct;
    return (target, callback) => {
      const port = target.port === '' ? (target.protocol === 'https:' ? '443' : '80') : target.port;
      const name = withoutBrackets(target.hostname);
      const tunnel = { timeoutMs: connectTimeoutMs, ca: tls?.ca, verify: tls?.verify ?? true };
      const giveUp = openTunnel(
        proxy,
        `${name.includes(':') ? `[${name}]` : name}:${port}`,
        tunnel,
        (error, socket) => {
          this.#connecting.delete(giveUp);
          if (socket === undefined) callback(error ?? new Error('no tunnel'), null);
          else if (target.protocol === 'https:') direct({ ...target, httpSocket: socket }, callback);
          else callback(null, socket);
        },
      );
      this.#connecting.add(giveUp);
    };
  }
}
