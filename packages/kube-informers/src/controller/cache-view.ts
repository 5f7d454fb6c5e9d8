import type { SharedIndexInformer } from '../cache/informer/shared-index-informer.js';
import { parseFieldSelector } from '../meta/field-selector.js';
import type { FieldRequirement } from '../meta/field-selector.js';
import { everything, toSelector } from '../meta/label-selector.js';
import type { Selector } from '../meta/label-selector.js';
import { compareResourceVersion, isResourceVersion } from '../meta/resource-version.js';
import { selectableFieldsOf } from '../meta/selectable-fields.js';
import type { KubernetesObject } from '../meta/types.js';
import { ResourceClient } from '../client/resource-client.js';
import type { Requester } from '../client/requests.js';
import type { InformerTarget, ResourceInformer } from '../factories/informer-factory.js';
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
  #fields: readonly FieldRequirement[] | undefined;

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

  /** A namespace of the informer; "" if it covers all, or none at the moment. */
  get someNamespace(): string {
    const { namespaces } = this.#of;
    if (typeof namespaces === 'string') return namespaces;
    const [first = ''] = this.informer.namespaces?.keys() ?? [];
    return first;
  }

  /**
   * True if the informer's selectors, its `where` and its shard include the object, as a response shows it; undefined if only the server
   * knows.
   */
  selects(object: KubernetesObject | undefined): boolean | undefined {
    const { labelSelector, fieldSelector = '' } = this.#of.selectors();
    if (object === undefined) {
      const isAll = labelSelector === undefined && fieldSelector === '' && this.informer.shard === undefined;
      return isAll && !this.informer.isSelective ? true : undefined;
    }
    this.#labels ??= toSelector(labelSelector ?? everything());
    if (!this.#labels.matches(object.metadata?.labels) || !this.#isInShard(object)) return false;
    this.#fields ??= parseFieldSelector(fieldSelector).requirements();
    const hasFields = this.#hasFields(object, this.#fields);
    if (hasFields === false || !this.informer.isSelective) return hasFields;
    // Another version may have the fields elsewhere, and the metadata alone has none of them.
    if (!this.#isWhole(object)) return undefined;
    return this.informer.keeps(object) && hasFields;
  }

  /**
   * True if an object left the cache, though its namespace and shard are still those of the informer: it changed, so that `where`
   * no longer keeps it.
   */
  isUnselected({ metadata }: DeepReadonly<KubernetesObject>): boolean {
    return (
      this.informer.isSelective &&
      this.covers(metadata?.namespace ?? '') &&
      this.#isInShard({ metadata } as KubernetesObject)
    );
  }

  #isInShard(object: KubernetesObject): boolean {
    return this.informer.shard?.includes(object) ?? true;
  }

  #hasFields(object: KubernetesObject, requirements: readonly FieldRequirement[]): boolean | undefined {
    // Another version may have the field elsewhere; a PartialObjectMetadata does not have it.
    const isWhole = this.#isWhole(object);
    const reads = selectableFieldsOf(this.resource);
    let isKnown = true;
    for (const { field, operator, value } of requirements) {
      const read = isWhole || field.startsWith('metadata.') ? reads[field] : undefined;
      if (read === undefined) isKnown = false;
      else if ((read(object) === value) !== (operator === '=')) return false;
    }
    return isKnown ? true : undefined;
  }

  /** False for an object of another version of the resource, or its metadata. */
  #isWhole({ apiVersion }: KubernetesObject): boolean {
    const { group, version } = this.resource;
    return apiVersion === (group === '' ? version : `${group}/${version}`);
  }

  get(key: string): DeepReadonly<KubernetesObject> | undefined {
    return this.informer.indexer.getByKey(key);
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
    return list.items.find(
      (item) => item.metadata?.name === name && this.#isInShard(item) && this.informer.keeps(item),
    );
  }
}
