import type { SharedIndexInformer } from '../cache/informer/shared-index-informer.js';
import { parseFieldSelector } from '../meta/field-selector.js';
import { everything, toSelector } from '../meta/label-selector.js';
import type { Selector } from '../meta/label-selector.js';
import { compareResourceVersion, isResourceVersion } from '../meta/resource-version.js';
import type { KubernetesObject } from '../meta/types.js';
import { ResourceClient } from '../client/resource-client.js';
import type { Requester } from '../client/requester.js';
import type { InformerTarget, ResourceInformer } from '../informers/informer-factory.js';
import type { DeepReadonly } from '../util/deep-readonly.js';

/** Returns the identity of a resource: all its versions have the same objects and resourceVersions. */
export function resourceId(resource: { readonly group: string; readonly resource: string }): string {
  return resource.group === '' ? resource.resource : `${resource.resource}.${resource.group}`;
}

/** The cache of one of a controller's informers, as own writes are compared with it. */
export class CacheView {
  readonly resource: InformerTarget;
  readonly resourceId: string;
  readonly informer: SharedIndexInformer<KubernetesObject>;
  readonly #of: Pick<ResourceInformer<KubernetesObject>, 'namespaces' | 'selectors'>;
  #labels: Selector | undefined;

  constructor(of: ResourceInformer<KubernetesObject>) {
    this.resource = of.resource;
    this.resourceId = resourceId(of.resource);
    this.informer = of.informer();
    this.#of = of;
  }

  /** True if an object of the namespace ("" if cluster-scoped) is in the informer's scope, apart from selectors. */
  covers(namespace: string): boolean {
    const { namespaces } = this.#of;
    if (typeof namespaces === 'string') return namespaces === '' || namespaces === namespace;
    return this.informer.namespaces?.has(namespace) ?? false;
  }

  /** True if the labels match the informer's label selector. */
  selects(labels: Readonly<Record<string, string>> | undefined): boolean {
    this.#labels ??= toSelector(this.#of.selectors().labelSelector ?? everything());
    return this.#labels.matches(labels);
  }

  get(key: string): DeepReadonly<KubernetesObject> | undefined {
    return this.informer.store.getByKey(key);
  }

  /** True unless a watch has brought this state of an object: a list may show several changes as one. */
  mayBeListed({ metadata }: DeepReadonly<KubernetesObject>): boolean {
    const { resourceVersion = '' } = metadata ?? {};
    const { listedResourceVersion } = this.informer;
    if (!isResourceVersion(resourceVersion) || !isResourceVersion(listedResourceVersion)) return true;
    return compareResourceVersion(resourceVersion, listedResourceVersion) <= 0;
  }

  /** Reads one object from the server as the informer would list it; undefined if it is not in the informer's scope. */
  async readLive(
    rest: Requester,
    namespace: string,
    name: string,
    signal: AbortSignal,
  ): Promise<KubernetesObject | undefined> {
    const { labelSelector, fieldSelector = '' } = this.#of.selectors();
    const client = new ResourceClient<KubernetesObject>(rest, this.resource, { namespace });
    const list = await client.list({
      labelSelector,
      fieldSelector: parseFieldSelector(
        `metadata.name=${name}${fieldSelector && `,${fieldSelector}`}`,
      ).toString(),
      signal,
    });
    return list.items.find((item) => item.metadata?.name === name);
  }
}
