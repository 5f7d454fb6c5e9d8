import type { SourceCallOptions } from '../cache/types.js';
import type { Resource } from '../meta/resource.js';
import type { KubernetesList, KubernetesObject, ListOptions, PartialObjectMetadata } from '../meta/types.js';
import type { WatchStream } from '../meta/watch.js';
import type { RestConfig } from '../rest/config.js';
import type { RestClient } from '../rest/rest-client.js';
import { ClientBase } from './client-base.js';
import type { ClientOptions } from './client-base.js';
import { metadataRequester, partialApiVersion, partialKind } from './metadata-requester.js';
import type { ResourceTarget } from './paths.js';
import { ResourceClient } from './resource-client.js';
import type { Requester } from './resource-client.js';

/** What can be done with the metadata of a resource alone: everything but create, update and apply. */
export interface MetadataResourceClient extends Pick<
  ResourceClient<PartialObjectMetadata>,
  'get' | 'list' | 'pages' | 'items' | 'watch' | 'patch' | 'delete' | 'deleteCollection'
> {
  /** The same resource in this namespace; "" or nothing for all of them. */
  namespace(namespace: string | undefined): MetadataResourceClient;
}

/**
 * metadata.Client: objects of any resource without spec and status, a fraction of their size on the wire and in memory.
 *
 * Every object is a PartialObjectMetadata of meta.k8s.io/v1, whatever its own kind. A server that cannot leave out the
 * rest sends the whole object, and it is left out here.
 */
export class MetadataClient extends ClientBase {
  readonly #requester: Requester;

  constructor(config: RestConfig | RestClient, options: ClientOptions = {}) {
    super(config, options);
    this.#requester = metadataRequester(this.restClient);
  }

  resource(resource: ResourceTarget): MetadataResourceClient {
    return this.#client<PartialObjectMetadata>(resource);
  }

  /**
   * `ListWatchClient.list`: what `listWatchFromClient` and the informers call. Whatever T says, there is no more in the
   * objects than apiVersion, kind and metadata: give it a descriptor typed by `metadataOf`.
   */
  async list<T extends KubernetesObject>(
    resource: Resource<T>,
    namespace: string | undefined,
    options: ListOptions,
    call: SourceCallOptions = {},
  ): Promise<KubernetesList<T>> {
    return this.#client<T>(resource)
      .namespace(namespace)
      .list({ ...options, signal: call.signal, format: call.format });
  }

  /** `ListWatchClient.watch`; see `list`. */
  async watch<T extends KubernetesObject>(
    resource: Resource<T>,
    namespace: string | undefined,
    options: ListOptions,
    call: SourceCallOptions = {},
  ): Promise<WatchStream<T>> {
    return this.#client<T>(resource)
      .namespace(namespace)
      .watch({ ...options, signal: call.signal, format: call.format });
  }

  #client<T extends KubernetesObject>(resource: ResourceTarget): ResourceClient<T> {
    return new ResourceClient<T>(this.#requester, resource);
  }
}

/**
 * The same resource, whose objects are metadata alone: `listWatchFromClient(metadata, metadataOf(coreV1.pods), '')`.
 * It is found where it was; its objects say that they are a PartialObjectMetadata, which informers check.
 */
export function metadataOf(resource: Resource): Resource<PartialObjectMetadata> {
  // A descriptor's object type is only in the type system; these two fields are what makes it true.
  return { ...resource, apiVersion: partialApiVersion, kind: partialKind } as Resource<PartialObjectMetadata>;
}
