import { RestClient } from '../rest/rest-client.js';
import type { RestClientOptions } from '../rest/rest-client.js';
import type { RestConfig } from '../rest/config.js';
import { Discovery } from './discovery.js';

/** Options of Clientset, DynamicClient and MetadataClient: those of the RestClient that they make from a RestConfig. */
export type ClientOptions = RestClientOptions;

/** What all clients share: the connection and its end. */
export class ClientBase implements AsyncDisposable {
  readonly restClient: RestClient;
  readonly #ownsRestClient: boolean;
  #discovery: Discovery | undefined;

  /** A RestClient may serve several clients; whoever made it closes it. */
  constructor(config: RestConfig | RestClient, options: ClientOptions) {
    this.#ownsRestClient = !(config instanceof RestClient);
    this.restClient = config instanceof RestClient ? config : new RestClient(config, options);
  }

  /** What the server serves; asked once and remembered, see `Discovery`. */
  discovery(): Discovery {
    this.#discovery ??= new Discovery(this.restClient);
    return this.#discovery;
  }

  /** Closes the connections, unless the RestClient was given to the constructor: then its owner does. */
  async close(): Promise<void> {
    if (this.#ownsRestClient) await this.restClient.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
