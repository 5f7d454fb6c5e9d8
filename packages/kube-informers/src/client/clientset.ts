import { requireKnownOptions } from '../util/known-options.js';
import type { SourceOptions } from '../meta/calls.js';
import type { Resource, Verb } from '../meta/resource.js';
import type { KubernetesList, KubernetesObject } from '../meta/types.js';
import type { WatchStream } from '../meta/watch.js';
import type { RestClientStats } from '../rest/request-sender.js';
import { RestClient, restClientOptionNames } from '../rest/rest-client.js';
import type { RestClientOptions } from '../rest/rest-client.js';
import type { RestConfig } from '../rest/config.js';
import { ConfigError } from '../util/errors.js';
import { requireFunction, requireMethods, typeOf } from '../util/require.js';
import { Discovery } from './discovery.js';
import type { Requester, ResourceTarget } from './requests.js';
import { createResourceClient } from './subresource-calls.js';
import type { ClientOf } from './subresource-calls.js';
import { resources } from '../resources/index.js';
import type { ResourceTable } from '../resources/index.js';
import type { GroupVersionClients } from './built-in-clients.js';
import type { Unstructured } from './call-options.js';
import type { Logger } from '../util/logger.js';
import type { ApplyManifestsOptions, DeleteManifestsOptions } from './manifests/apply-manifests.js';
import type { ApplyResult, ApplySuccess, DeletedManifest, DeleteResult } from './manifests/results.js';
import type { ManifestClient, Manifests } from './manifests/targets.js';

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
    options: SourceOptions,
  ): Promise<KubernetesList<T>> {
    return this.clientOf<T>(resource, namespace).list(options);
  }

  /** Watches a resource; called by `listWatchFromClient` and informers (`ListWatchClient.watch`). */
  async watch<T extends KubernetesObject>(
    resource: Resource<T, string, 'list' | 'watch'>,
    namespace: string | undefined,
    options: SourceOptions,
  ): Promise<WatchStream<T>> {
    return this.clientOf<T>(resource, namespace).watch(options);
  }

  /** Resolves with true if the server serves pages from its watch cache (`RestClient.pagesFromCache`); called by informers. */
  pagesFromCache(): Promise<boolean> {
    return this.restClient.pagesFromCache();
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
    return createResourceClient<T, S, V>(this.requester, resource, { namespace });
  }
}

// Clientset's constructor defines these members from the tables that the type is generated with.
const TypedClientBase = ClientBase as new (
  config: RestConfig | RestClient,
  options: ClientOptions,
  requester?: (rest: RestClient) => Requester,
) => ClientBase & GroupVersionClients;

/**
 * A typed client for every built-in resource, and by descriptor for any other (client-go's kubernetes.Clientset).
 *
 * ```ts
 * const clientset = new Clientset(await loadConfig());
 * await clientset.coreV1().pods('default').list({ labelSelector: 'app=web' });
 * await clientset.resource(Backups, 'default').get('nightly');
 * ```
 *
 * Without a namespace, lists and watches cover all namespaces. All clients of one Clientset share its connections.
 */
export class Clientset extends TypedClientBase {
  readonly #groupVersions = new Map<string, unknown>();

  /**
   * Creates typed clients of every built-in resource, which share one connection pool. Sends no request.
   *
   * Takes the result of `loadConfig()`, or a RestClient, which may be shared and is closed by its owner.
   *
   * `requester` wraps the connection that all methods but those of `restClient` and `discovery()` use.
   */
  constructor(
    config: RestConfig | RestClient,
    options: ClientOptions = {},
    requester?: (rest: RestClient) => Requester,
  ) {
    super(config, options, requester);
    for (const [accessor, table] of Object.entries<ResourceTable>(resources)) {
      Object.defineProperty(this, accessor, { value: () => this.#groupVersion(accessor, table) });
    }
  }

  /** Returns the client of any resource, built-in or created by `defineResource`. */
  resource<T extends KubernetesObject, S extends string = string, V extends Verb = Verb>(
    resource: Resource<T, S, V>,
    namespace?: string,
  ): ClientOf<T, S, V> {
    return this.clientOf<T, S, V>(resource, namespace);
  }

  /**
   * Applies objects of any kind by server-side apply, and returns one result per object: `created`, `configured`, `unchanged`,
   * `terminating` for one that is being deleted, or `applied` if the user may not read it.
   *
   * ```ts
   * const results = await clientset.apply(await readFile('web.yaml', 'utf8'), { file: 'web.yaml', namespace: 'shop' });
   * for (const { outcome, description } of results) console.log(outcome, description);
   * ```
   *
   * Namespaces go first, then CustomResourceDefinitions, then the rest as given; the call waits until the kinds of the definitions are
   * served. With `dryRun` nothing is stored, and `changes` of the results has the difference. Fields that `kubectl apply` owns become
   * fields of this manager, so that what a manifest no longer has is removed.
   *
   * Rejects with ManifestsError `ERR_MANIFESTS`, which has all results, if an object failed: the server refuses it, its kind is
   * unknown, it is invalid, or not of the call's namespace. The others are applied. With `onFailure: 'collect'` resolves with the
   * results, among them those that are `failed`.
   *
   * Rejects before the first write with ConfigError `ERR_MANIFEST` for invalid YAML, with file, document and line. Rejects with the
   * signal's reason if aborted; `onResult` was called with what had been done by then.
   */
  async apply(
    manifests: Manifests,
    options?: ApplyManifestsOptions & {
      /** Rejects if an object failed: the default. */
      readonly onFailure?: 'reject' | undefined;
    },
  ): Promise<ApplySuccess[]>;
  /** Applies objects of any kind, and returns the results, also of those that failed. */
  async apply(manifests: Manifests, options: ApplyManifestsOptions): Promise<ApplyResult[]>;
  async apply(manifests: Manifests, options: ApplyManifestsOptions = {}): Promise<ApplyResult[]> {
    const { applyManifests } = await import('./manifests/apply-manifests.js');
    return applyManifests(this.#manifestClient(), manifests, options);
  }

  /**
   * Deletes objects of any kind, in the reverse of the order of `apply`, and returns one result per object: `deleted`, or `absent`,
   * also for an object whose kind the server certainly does not have.
   *
   * The options are those of `ResourceClient.delete` besides. Rejects as `apply` does. With finalizers an object stays for a time:
   * `waitFor(clientset, …, 'delete')` waits for its end.
   */
  async delete(
    manifests: Manifests,
    options?: DeleteManifestsOptions & {
      /** Rejects if an object failed: the default. */
      readonly onFailure?: 'reject' | undefined;
    },
  ): Promise<DeletedManifest[]>;
  /** Deletes objects of any kind, and returns the results, also of those that failed. */
  async delete(manifests: Manifests, options: DeleteManifestsOptions): Promise<DeleteResult[]>;
  async delete(manifests: Manifests, options: DeleteManifestsOptions = {}): Promise<DeleteResult[]> {
    const { deleteManifests } = await import('./manifests/apply-manifests.js');
    return deleteManifests(this.#manifestClient(), manifests, options);
  }

  #manifestClient(): ManifestClient {
    return {
      discovery: this.discovery(),
      namespace: this.restClient.config.namespace ?? 'default',
      resource: (resource, namespace) => this.resource(resource, namespace),
    };
  }

  /** Built on first use: most programs use two or three group-versions. */
  #groupVersion(accessor: string, table: ResourceTable): unknown {
    let client = this.#groupVersions.get(accessor);
    if (client === undefined) {
      client = Object.fromEntries(
        Object.entries(table).map(([name, resource]) => [
          name,
          (namespace?: string) => this.resource(resource, namespace),
        ]),
      );
      this.#groupVersions.set(accessor, client);
    }
    return client;
  }
}

/**
 * Reads and writes objects of resources that are known only at run time (client-go's dynamic.DynamicClient).
 *
 * ```ts
 * const crontabs = { group: 'stable.example.com', version: 'v1', resource: 'crontabs' };
 * await dynamic.resource(crontabs, 'default').get('nightly');
 * ```
 *
 * A descriptor (from `defineResource`, or from `discovery().resolve('ct')`) offers more than a plain group, version and
 * resource: the scope is checked before a request, and created objects need no apiVersion and kind.
 */
export class DynamicClient extends ClientBase {
  /** Creates a client of any resource, whose objects are not typed. `requester` wraps the connection, as for a Clientset. */
  constructor(
    config: RestConfig | RestClient,
    options: ClientOptions = {},
    requester?: (rest: RestClient) => Requester,
  ) {
    super(config, options, requester);
  }

  /**
   * Returns the client of a resource; without a namespace it covers all namespaces. Calls of subresources that a descriptor lacks
   * are a ConfigError `ERR_RESOURCE`.
   */
  resource(resource: ResourceTarget, namespace?: string): ClientOf<Unstructured> {
    return this.clientOf<Unstructured>(resource, namespace);
  }
}

/** A client that reads only metadata: a MetadataClient, or what a program puts around one. */
export interface MetadataOnly {
  /** Marks a client that reads only metadata. */
  readonly metadataOnly: true;
}

/** A client that reads whole objects. */
export interface WholeObjects {
  /** Absent in a client that reads whole objects. */
  readonly metadataOnly?: false | undefined;
}

/** True for a client that reads only metadata. */
export function isMetadataOnly(client: unknown): boolean {
  return (client as Partial<MetadataOnly> | null | undefined)?.metadataOnly === true;
}

/** Throws ConfigError `ERR_OPTION` unless the client reads only metadata. */
export function requireMetadataOnly(what: string, client: unknown): void {
  if (!isMetadataOnly(client)) refuseClient(what, 'a MetadataClient', client);
}

/** Throws ConfigError `ERR_OPTION` for a client that reads only metadata. */
export function requireWholeObjects(what: string, client: unknown): void {
  if (isMetadataOnly(client)) refuseClient(what, 'a client of whole objects, such as a Clientset', client);
}

/**
 * Throws ConfigError `ERR_OPTION` unless `client` has the method `resource(resource, namespace)` of a Clientset: the objects of
 * a DynamicClient have no types, and those of a MetadataClient no spec.
 */
export function requireClientset(what: string, client: unknown): void {
  requireMethods(what, client, ['resource']);
  const isOther = client instanceof ClientBase && !('coreV1' in client);
  if (isOther || isMetadataOnly(client)) refuseClient(what, 'a Clientset', client);
}

function refuseClient(what: string, expected: string, client: unknown): never {
  const got = client instanceof ClientBase ? client.constructor.name : typeOf(client);
  throw new ConfigError('ERR_OPTION', `${what} must be ${expected}, got ${got}`);
}

/** Returns the logger of a client, the default of what is built on it; undefined without one, and for a client of another kind. */
export function loggerOf(client: unknown): Logger | undefined {
  return client instanceof ClientBase ? client.restClient.logger : undefined;
}
