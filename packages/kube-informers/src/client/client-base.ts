import { requireKnownOptions } from '../util/known-options.js';
import type { SourceCallOptions } from '../cache/types.js';
import type { Resource, Verb } from '../meta/resource.js';
import type { KubernetesList, KubernetesObject, ListOptions } from '../meta/types.js';
import type { WatchStream } from '../meta/watch.js';
import type { RestClientStats } from '../rest/rest-stats.js';
import { RestClient, restClientOptionNames } from '../rest/rest-client.js';
import type { RestClientOptions } from '../rest/rest-client.js';
import type { RestConfig } from '../rest/config.js';
import { ConfigError } from '../util/errors.js';
import { requireFunction, requireOptions } from '../util/require.js';
import { Discovery } from './discovery.js';
import { describeTarget } from './paths.js';
import type { ResourceTarget } from './paths.js';
import { clientOf } from './subresource-calls.js';
import type { ClientOf } from './subresource-calls.js';
import type { Requester } from './requester.js';

/** Options of Clientset, DynamicClient and MetadataClient: those of the RestClient they create from a RestConfig. */
export type ClientOptions = RestClientOptions;

/** The common part of all clients: the connection and the methods that informers call. */
export class ClientBase implements AsyncDisposable {
  /** HTTP client, with the connections that all calls share. */
  readonly restClient: RestClient;
  /** What the client sends its requests with: `restClient`, or what the constructor's `requester` returned. */
  readonly requester: Requester;
  readonly #ownsRestClient: boolean;
  #discovery: Discovery | undefined;

  /** Creates a client. A RestClient that is passed in may be shared and is closed by its owner. */
  constructor(
    config: RestConfig | RestClient,
    options: ClientOptions = {},
    requester: (rest: RestClient) => Requester = (rest) => rest,
  ) {
    requireKnownOptions('a client', options, restClientOptionNames);
    requireFunction('requester of a client', requester);
    this.#ownsRestClient = !(config instanceof RestClient);
    const [unused] = Object.entries(options).filter(([, value]) => value !== undefined);
    if (!this.#ownsRestClient && unused !== undefined)
      throw new ConfigError(
        'ERR_OPTION',
        `${unused[0]} of a client must be passed to the RestClient that it is given, which has its own`,
      );
    this.restClient = config instanceof RestClient ? config : new RestClient(config, options);
    this.requester = requester(this.restClient);
  }

  /** Lists a resource; called by `listWatchFromClient` and informers (`ListWatchClient.list`). */
  async list<T extends KubernetesObject>(
    resource: Resource<T, string, 'list' | 'watch'>,
    namespace: string | undefined,
    options: ListOptions,
    call: SourceCallOptions = {},
  ): Promise<KubernetesList<T>> {
    const client = this.clientOf<T>(resource, namespace);
    return client.list(joined(`list ${describeTarget(resource)}`, options, call));
  }

  /** Watches a resource; called by `listWatchFromClient` and informers (`ListWatchClient.watch`). */
  async watch<T extends KubernetesObject>(
    resource: Resource<T, string, 'list' | 'watch'>,
    namespace: string | undefined,
    options: ListOptions,
    call: SourceCallOptions = {},
  ): Promise<WatchStream<T>> {
    const client = this.clientOf<T>(resource, namespace);
    return client.watch(joined(`watch ${describeTarget(resource)}`, options, call));
  }

  /** Returns the client's Discovery, which caches the resources that the server serves. */
  discovery(): Discovery {
    this.#discovery ??= new Discovery(this.restClient);
    return this.#discovery;
  }

  /** Returns a snapshot of the counters of `restClient`: requests, retries, throttling, bytes, open watches. */
  stats(): RestClientStats {
    return this.restClient.stats();
  }

  /** Closes the connections, unless the RestClient was passed to the constructor. */
  async close(): Promise<void> {
    if (this.#ownsRestClient) await this.restClient.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /**
   * Returns the client of one resource; without a namespace it covers all namespaces.
   * @internal
   */
  protected clientOf<T extends KubernetesObject, S extends string = string, V extends Verb = Verb>(
    resource: ResourceTarget,
    namespace?: string,
  ): ClientOf<T, S, V> {
    return clientOf<T, S, V>(this.requester, resource, { namespace });
  }
}

/** Merges list options and call options into one object; keeps a signal in either. */
function joined(
  what: string,
  options: ListOptions,
  call: SourceCallOptions,
): ListOptions & SourceCallOptions {
  requireOptions(what, options);
  requireOptions(`the call of ${what}`, call);
  return { ...call, ...options };
}
