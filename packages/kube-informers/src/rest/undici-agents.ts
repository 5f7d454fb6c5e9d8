import type { Agent } from 'undici';
import { Connector } from './connector.js';
import type { ConnectorOptions } from './connector.js';
import { trackedAgent } from './tracked-agent.js';
import type { Undici } from './undici-parts.js';

/** How connections are opened and kept. */
export interface AgentsOptions extends ConnectorOptions {
  readonly maxConnections: number;
  readonly keepAliveMs: number;
}

/** Two connection pools for one set of certificates and one proxy: one for requests, one for watches. */
export class UndiciAgents {
  readonly #requests: Agent;
  readonly #streams: Agent;
  readonly #connector: Connector;

  /** Creates the pools. Throws ConfigError `ERR_TLS_CONFIG` for a certificate that cannot be used. */
  constructor(undici: Undici, options: AgentsOptions) {
    this.#connector = new Connector(options);
    const common = {
      connector: this.#connector,
      pipelining: 1,
      keepAliveTimeout: options.keepAliveMs,
      maxHeaderSize: options.maxHeaderBytes,
    };
    this.#requests = trackedAgent(undici, { ...common, connections: options.maxConnections });
    // Unlimited: a watch that queued behind another watch would wait for minutes.
    this.#streams = trackedAgent(undici, common);
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
    this.#connector.stop();
    await Promise.all([this.#requests.destroy(), this.#streams.destroy()]);
  }
}
