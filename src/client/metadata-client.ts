import type { Resource } from '../meta/resource.js';
import type { PartialObjectMetadata } from '../meta/types.js';
import type { RestConfig } from '../rest/config.js';
import type { RestClient } from '../rest/rest-client.js';
import { ClientBase } from './client-base.js';
import type { ClientOptions } from './client-base.js';
import { metadataRequester, partialApiVersion, partialKind } from './metadata-requester.js';
import type { ResourceTarget } from './paths.js';
import type { ResourceClient } from './resource-client.js';

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
 * rest sends the whole object, and it is left out here. Whatever the type of `list` and `watch` says, there is no more in
 * the objects than apiVersion, kind and metadata: give them a descriptor typed by `metadataOf`.
 */
export class MetadataClient extends ClientBase {
  constructor(config: RestConfig | RestClient, options: ClientOptions = {}) {
    super(config, options, metadataRequester);
  }

  resource(resource: ResourceTarget): MetadataResourceClient {
    return this.clientOf<PartialObjectMetadata>(resource);
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
