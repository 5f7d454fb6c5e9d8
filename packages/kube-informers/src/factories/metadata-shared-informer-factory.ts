import { requireMethods } from '../util/require.js';
import { requireMetadataOnly } from '../client/clientset.js';
import type { ResourceTarget } from '../client/requests.js';
import type { Kept, MaybeFields } from '../meta/projected.js';
import type { KubernetesObject, PartialObjectMetadata } from '../meta/types.js';
import type { ListWatch } from '../cache/reflector/listwatch.js';
import { InformerFactory } from './informer-factory.js';
import type { InformerFactoryOptions, ResourceInformer } from './informer-factory.js';
import type { InformerScope } from './informer-scope.js';
import { targetListWatch } from './target-list-watch.js';
import type { MetadataTargetClient } from './target-list-watch.js';

/**
 * Creates shared informers of object metadata, without spec and status (client-go's metadatainformer). They need a fraction
 * of the traffic and memory.
 *
 * ```ts
 * const metadata = new MetadataSharedInformerFactory(new MetadataClient(config));
 * ```
 */
export class MetadataSharedInformerFactory extends InformerFactory {
  readonly #client: MetadataTargetClient;

  /** Creates informers of metadata alone. Throws ConfigError `ERR_OPTION`, also for a client of whole objects, such as a Clientset. */
  constructor(client: MetadataTargetClient, options: InformerFactoryOptions = {}) {
    super(options, client);
    requireMethods('client of an informer factory', client, ['resource']);
    requireMetadataOnly('client of a MetadataSharedInformerFactory', client);
    this.#client = client;
  }

  /** Returns the informer of a resource, given by a descriptor or by group, version and resource. */
  forResource<
    const F extends MaybeFields<PartialObjectMetadata> = never,
    const X extends MaybeFields<PartialObjectMetadata> = never,
  >(
    target: ResourceTarget,
    scope: InformerScope<PartialObjectMetadata, F, X> = {},
  ): ResourceInformer<Kept<PartialObjectMetadata, F, X>> {
    return this.resourceInformer<Kept<PartialObjectMetadata, F, X>>(
      target,
      scope as InformerScope<Kept<PartialObjectMetadata, F, X>>,
      (namespace, { modifyOptions }) =>
        // Its objects have the fields that the scope names.
        targetListWatch<KubernetesObject>(this.#client, target, namespace, modifyOptions) as ListWatch<
          Kept<PartialObjectMetadata, F, X>
        >,
    );
  }
}
