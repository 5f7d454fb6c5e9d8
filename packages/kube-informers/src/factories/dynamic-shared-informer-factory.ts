import { requireMethods } from '../util/require.js';
import { requireWholeObjects } from '../client/clientset.js';
import type { WholeObjects } from '../client/clientset.js';
import type { ResourceTarget } from '../client/requests.js';
import type { Unstructured } from '../client/call-options.js';
import type { Kept, MaybeFields } from '../meta/projected.js';
import type { KubernetesObject } from '../meta/types.js';
import type { ListWatch } from '../cache/reflector/listwatch.js';
import { InformerFactory } from './informer-factory.js';
import type { InformerFactoryOptions, ResourceInformer } from './informer-factory.js';
import type { InformerScope } from './informer-scope.js';
import { targetListWatch } from './target-list-watch.js';
import type { TargetClient } from './target-list-watch.js';

/**
 * Creates shared informers for resources known only by group, version and resource (client-go's
 * DynamicSharedInformerFactory). The objects are Unstructured.
 *
 * ```ts
 * const crontabs = factory.forResource({ group: 'stable.example.com', version: 'v1', resource: 'crontabs' });
 * ```
 */
export class DynamicSharedInformerFactory extends InformerFactory {
  readonly #client: TargetClient<Unstructured>;

  /** Creates informers whose resources are known at run time. Throws ConfigError `ERR_OPTION`. */
  constructor(client: TargetClient<Unstructured> & WholeObjects, options: InformerFactoryOptions = {}) {
    super(options, client);
    requireMethods('client of an informer factory', client, ['resource']);
    requireWholeObjects('client of a DynamicSharedInformerFactory', client);
    this.#client = client;
  }

  /**
   * Returns the informer of a resource. A descriptor, from discovery or `defineResource`, defines whether it is namespaced;
   * otherwise the factory's namespace is used for every resource.
   */
  forResource<
    const F extends MaybeFields<Unstructured> = never,
    const X extends MaybeFields<Unstructured> = never,
  >(
    target: ResourceTarget,
    scope: InformerScope<Unstructured, F, X> = {},
  ): ResourceInformer<Kept<Unstructured, F, X>> {
    return this.resourceInformer<Kept<Unstructured, F, X>>(
      target,
      scope as InformerScope<Kept<Unstructured, F, X>>,
      (namespace, { modifyOptions }) =>
        // Its objects have the fields that the scope names.
        targetListWatch<KubernetesObject>(this.#client, target, namespace, modifyOptions) as ListWatch<
          Kept<Unstructured, F, X>
        >,
    );
  }
}
