import { requireMethods } from '../util/require.js';
import type { ResourceTarget } from '../client/paths.js';
import type { Unstructured } from '../client/unstructured.js';
import { InformerFactory } from './informer-factory.js';
import type { InformerFactoryOptions, ResourceInformer } from './informer-factory.js';
import type { InformerScope } from './informer-scope.js';
import { targetListWatch } from './target-list-watch.js';
import type { TargetClient } from './target-list-watch.js';

/**
 * dynamicinformer.DynamicSharedInformerFactory: one shared informer for each resource, of which no more than group,
 * version and resource need be known. Its objects are Unstructured.
 *
 *     const crontabs = factory.forResource({ group: 'stable.example.com', version: 'v1', resource: 'crontabs' });
 */
export class DynamicSharedInformerFactory extends InformerFactory {
  readonly #client: TargetClient<Unstructured>;

  /** Throws ConfigError `ERR_OPTION`. */
  constructor(client: TargetClient<Unstructured>, options: InformerFactoryOptions = {}) {
    super(options);
    requireMethods('client of an informer factory', client, ['resource']);
    this.#client = client;
  }

  /**
   * The informer of a resource. A descriptor (of discovery, or `defineResource`) tells its scope; without one, the
   * factory's namespace is used for every resource.
   */
  forResource(
    target: ResourceTarget,
    scope: InformerScope<Unstructured> = {},
  ): ResourceInformer<Unstructured> {
    return this.resourceInformer<Unstructured>(target, scope, (namespace, { modifyOptions }) =>
      targetListWatch(this.#client, target, namespace, modifyOptions),
    );
  }
}
