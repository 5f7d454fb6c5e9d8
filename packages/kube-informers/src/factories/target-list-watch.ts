import { ListWatch } from '../cache/reflector/listwatch.js';
import type { SourceOptions } from '../meta/calls.js';
import type { ResourceTarget } from '../client/requests.js';
import type { MetadataOnly } from '../client/clientset.js';
import type { KubernetesList, KubernetesObject, PartialObjectMetadata } from '../meta/types.js';
import type { WatchStream } from '../meta/watch.js';

/** A client for resources given by group, version and resource, such as DynamicClient and MetadataClient. */
export interface TargetClient<T extends KubernetesObject> {
  /** Returns the client of a resource in one namespace; "" means all. */
  resource(
    target: ResourceTarget,
    namespace: string,
  ): {
    /** Sends a LIST request. */
    list(options: SourceOptions): Promise<KubernetesList<T>>;
    /** Opens a WATCH request. */
    watch(options: SourceOptions): Promise<WatchStream<T>>;
  };
}

/**
 * A client whose objects are metadata only: MetadataClient. `metadataOnly` is what tells it from a client of whole objects,
 * whose informers would hold far more: a client of the program's own must not set it unless it is true.
 */
export interface MetadataTargetClient extends TargetClient<PartialObjectMetadata>, MetadataOnly {}

/** Returns a ListWatch for a resource in a namespace ("" for all). */
export function targetListWatch<T extends KubernetesObject>(
  client: TargetClient<T>,
  target: ResourceTarget,
  namespace: string,
  modifyOptions: (options: SourceOptions) => SourceOptions,
): ListWatch<T> {
  const resource = client.resource(target, namespace);
  return new ListWatch<T>({
    list: (options) => resource.list(modifyOptions(options)),
    watch: (options) => resource.watch(modifyOptions(options)),
  });
}
