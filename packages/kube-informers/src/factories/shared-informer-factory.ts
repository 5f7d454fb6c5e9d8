import { filteredListWatchFromClient } from '../cache/reflector/listwatch.js';
import type { ListWatchClient } from '../cache/reflector/listwatch.js';
import { requireFunction, requireMethods, requireStrings } from '../util/require.js';
import { requireWholeObjects } from '../client/clientset.js';
import type {
  SharedIndexInformer,
  SharedIndexInformerOptions,
} from '../cache/informer/shared-index-informer.js';
import type { Kept, MaybeFields } from '../meta/projected.js';
import type { Resource } from '../meta/resource.js';
import type { KubernetesObject } from '../meta/types.js';
import { groupTables } from '../resources/index.js';
import type { ResourceTable } from '../resources/index.js';
import type { GroupInformers } from './built-in-informers.js';
import { InformerFactory } from './informer-factory.js';
import type { InformerFactoryOptions, ResourceInformer } from './informer-factory.js';
import type { InformerScope } from './informer-scope.js';

/** Creates an informer; see `SharedInformerFactory.informerFor`. */
export type NewInformerFunc<T extends KubernetesObject> = (
  client: ListWatchClient,
  options: SharedIndexInformerOptions<T>,
) => SharedIndexInformer<T>;

// SharedInformerFactory's constructor defines the accessors that the cast adds, from the tables that the type is
// generated with.
const TypedInformerFactory = InformerFactory as unknown as new (
  options: InformerFactoryOptions,
  client: unknown,
) => InformerFactory & GroupInformers;

/**
 * Creates and runs one shared informer for each resource that a program uses (client-go's SharedInformerFactory).
 *
 * ```ts
 * const factory = new SharedInformerFactory(clientset, { resyncPeriodMs: 30_000 });
 * const pods = factory.core().v1().pods();
 * pods.informer().addEventHandler({ onAdd(pod) {} });
 * factory.start({ signal });
 * await factory.waitForCacheSync({ signal });
 * pods.lister().namespace('default').get('nginx');
 * await factory.stop();
 * ```
 *
 * A scope limits one informer: `factory.core().v1().pods({ namespace: 'shop', labelSelector: 'app=web' })`. Calls with the
 * same resource and scope return the same informer, with one list and watch, until it has stopped: see
 * `ResourceInformer.informer`.
 */
export class SharedInformerFactory extends TypedInformerFactory {
  readonly #client: ListWatchClient;

  /** Creates the informers of one client, without starting any. Throws ConfigError `ERR_OPTION`. */
  constructor(client: ListWatchClient, options: InformerFactoryOptions = {}) {
    super(options, client);
    requireMethods(
      'client of an informer factory',
      client,
      ['list', 'watch'],
      ': pass new Clientset(await loadConfig())',
    );
    requireWholeObjects('client of a SharedInformerFactory', client);
    this.#client = client;
    for (const [group, versions] of Object.entries<Readonly<Record<string, ResourceTable>>>(groupTables)) {
      const accessors = Object.fromEntries(
        Object.entries(versions).map(([version, table]) => [version, () => this.#versionInformers(table)]),
      );
      Object.defineProperty(this, group, { value: () => accessors });
    }
  }

  /**
   * Returns the informer of a resource, built-in or from `defineResource`, in a scope: `{ namespace, labelSelector, … }`.
   *
   * Throws ConfigError for a resource that cannot be listed and watched, and for an invalid scope.
   */
  forResource<
    T extends KubernetesObject,
    const F extends MaybeFields<T> = never,
    const X extends MaybeFields<T> = never,
  >(
    resource: Resource<T, string, 'list' | 'watch'>,
    scope: InformerScope<T, F, X> = {},
  ): ResourceInformer<Kept<T, F, X>> {
    requireStrings('resource of forResource', resource, [
      'group',
      'version',
      'resource',
      'kind',
      'apiVersion',
    ]);
    // The informer's objects have the fields that the scope names.
    const kept = resource as Resource<KubernetesObject, string, 'list' | 'watch'> as Resource<Kept<T, F, X>>;
    return this.resourceInformer<Kept<T, F, X>>(
      kept,
      scope as InformerScope<Kept<T, F, X>>,
      (namespace, { modifyOptions }) =>
        filteredListWatchFromClient<Kept<T, F, X>>(this.#client, kept, namespace, modifyOptions),
      kept,
    );
  }

  /**
   * Returns the informer of a resource; `newFunc` creates it if needed, with its own ListerWatcher, indexers or options.
   * `newFunc` receives the options that the factory would use. Throws ConfigError `ERR_OPTION` unless it returns an informer.
   */
  informerFor<T extends KubernetesObject>(
    resource: Resource<T, string, 'list' | 'watch'>,
    newFunc: NewInformerFunc<T>,
  ): SharedIndexInformer<T> {
    requireFunction('newFunc of informerFor', newFunc);
    return this.informerOf<T>(resource, (options) => {
      const informer = newFunc(this.#client, { ...options, resource });
      requireMethods('what newFunc returns to informerFor', informer, ['addEventHandler', 'start', 'stop']);
      return informer;
    });
  }

  #versionInformers(
    table: ResourceTable,
  ): Record<string, (scope?: InformerScope) => ResourceInformer<KubernetesObject>> {
    return Object.fromEntries(
      Object.entries(table).map(([accessor, resource]) => [
        accessor,
        // One that cannot be listed is refused at run time; the type of the factory does not have it.
        (scope?: InformerScope) => this.forResource<KubernetesObject>(resource as Resource, scope),
      ]),
    );
  }
}
