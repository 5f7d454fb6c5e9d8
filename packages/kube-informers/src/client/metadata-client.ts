import type { Resource, Verb } from '../meta/resource.js';
import type { KubernetesObject, PartialObjectMetadata } from '../meta/types.js';
import type { RestConfig } from '../rest/config.js';
import type { RestClient } from '../rest/rest-client.js';
import { ClientBase } from './client-base.js';
import type { ClientOptions } from './client-base.js';
import { metadataRequester, partialApiVersion, partialKind } from './metadata-requester.js';
import { requireTarget } from './paths.js';
import type { MetadataOnly } from './require-clientset.js';
import type { ResourceTarget } from './paths.js';
import type { ResourceClient } from './resource-client.js';

/** The operations on a resource's metadata: everything except create, update and apply. */
export interface MetadataResourceClient extends Pick<
  ResourceClient<PartialObjectMetadata>,
  'get' | 'list' | 'pages' | 'items' | 'watch' | 'patch' | 'delete' | 'deleteCollection'
> {
  /** Returns the same resource in this namespace; "" or undefined for all namespaces. */
  namespace(namespace: string | undefined): MetadataResourceClient;
}

/**
 * Reads objects of any resource without spec and status, a fraction of their size (client-go's metadata.Client).
 *
 * Every object is a PartialObjectMetadata of meta.k8s.io/v1, whatever its kind. If a server sends whole objects, they
 * are reduced here. Regardless of the type of `list` and `watch`, the objects contain only apiVersion, kind and
 * metadata: pass a descriptor typed by `metadataOf`.
 */
export class MetadataClient extends ClientBase implements MetadataOnly {
  /** Tells it from a client of whole objects, by type and at run time: see `MetadataSharedInformerFactory`. */
  readonly metadataOnly = true;

  /** A client that reads only the metadata of objects of any resource. */
  constructor(config: RestConfig | RestClient, options: ClientOptions = {}) {
    super(config, options, metadataRequester);
  }

  /** Returns the client of a resource. */
  resource(resource: ResourceTarget): MetadataResourceClient {
    return this.clientOf<PartialObjectMetadata>(resource);
  }
}

/**
 * Returns a descriptor of the same resource whose objects are metadata only.
 *
 * Use it as in `listWatchFromClient(metadata, metadataOf(coreV1.pods), '')`. The path is unchanged; apiVersion and
 * kind are PartialObjectMetadata's, which informers check.
 */
export function metadataOf<V extends Verb>(
  resource: Resource<KubernetesObject, string, V>,
): Resource<PartialObjectMetadata, string, V> {
  requireTarget(resource);
  // A descriptor's object type exists only in the type system; these two fields make it true.
  const metadata: unknown = { ...resource, apiVersion: partialApiVersion, kind: partialKind };
  return metadata as Resource<PartialObjectMetadata, string, V>;
}
