import { requireKnownOptions } from '../util/known-options.js';
import type { SourceCallOptions } from '../cache/types.js';
import type { Resource } from '../meta/resource.js';
import type { KubernetesList, KubernetesObject, ListOptions } from '../meta/types.js';
import type { WatchStream } from '../meta/watch.js';
import { RestClient, restClientOptionNames } from '../rest/rest-client.js';
import type { RestClientOptions } from '../rest/rest-client.js';
import type { RestConfig } from '../rest/config.js';
import { requireOptions } from '../util/require.js';
import { Discovery } from './discovery.js';
import { describeTarget } from './paths.js';
import type { ResourceTarget } from './paths.js';
import { ResourceClient } from './resource-client.js';
import type { Requester } from './resource-client.js';

/** Options of Clientset, DynamicClient and MetadataClient: those of the RestClient that they make from a RestConfig. */
export type ClientOptions = RestClientOptions;

/** What all clients share: the connection and its end, and what informers call. */
export class ClientBase implements AsyncDisposable {
  readonly restClient: RestClient;
  readonly #ownsRestClient: boolean;
  readonly #requester: Requester;
  #discovery: Discovery | undefined;

  /** A RestClient may serve several clients; whoever made it closes it. `requester`: what the server is asked by. */
  constructor(
    config: RestConfig | RestClient,
    options: ClientOptions = {},
    requester: (rest: RestClient) => Requester = (rest) => rest,
  ) {
    requireKnownOptions('a client', options, restClientOptionNames);
    this.#ownsRestClient = !(config instanceof RestClient);
    this.restClient = config instanceof RestClient ? config : new RestClient(config, options);
    this.#requester = requester(this.restClient);
  }

  /** `ListWatchClient.list`: what `listWatchFromClient` and the informers call. */
  async list<T extends KubernetesObject>(
    resource: Resource<T>,
    namespace: string | undefined,
    options: ListOptions,
    call: SourceCallOptions = {},
  ): Promise<KubernetesList<T>> {
    const client = this.clientOf<T>(resource, namespace);
    return client.list(joined(`list ${describeTarget(resource)}`, options, call));
  }

  /** `ListWatchClient.watch`. */
  async watch<T extends KubernetesObject>(
    resource: Resource<T>,
    namespace: string | undefined,
    options: ListOptions,
    call: SourceCallOptions = {},
  ): Promise<WatchStream<T>> {
    const client = this.clientOf<T>(resource, namespace);
    return client.watch(joined(`watch ${describeTarget(resource)}`, options, call));
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

  /**
   * The client of one resource; without a namespace, of all of them.
   * @internal
   */
  protected clientOf<T extends KubernetesObject>(
    resource: ResourceTarget,
    namespace?: string,
  ): ResourceClient<T> {
    return new ResourceClient<T>(this.#requester, resource, { namespace });
  }
}

/** What `ResourceClient` takes as one. A signal among the options of a list stays one. */
function joined(
  what: string,
  options: ListOptions,
  call: SourceCallOptions,
): ListOptions & SourceCallOptions {
  requireOptions(what, options);
  requireOptions(`the call of ${what}`, call);
  return { ...call, ...options };
}
