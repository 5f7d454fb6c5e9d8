import { requireString } from '../../util/require.js';
import { ConfigError } from '../../util/errors.js';
import type { GroupResource } from '../../meta/group-version.js';
import { everything, matchesNothing, toSelector } from '../../meta/label-selector.js';
import type { Selector, SelectorLike } from '../../meta/label-selector.js';
import { newNotFound } from '../../meta/status.js';
import type { KubernetesObject } from '../../meta/types.js';
import { namespaceIndex } from './indexer.js';
import type { ReadonlyIndexer } from '../types.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** What a lister reads: any Indexer will do. */
export type ListerSource<T> = Pick<ReadonlyIndexer<T>, 'list' | 'getByKey' | 'byIndex' | 'indexers'>;

/** What a lister reads: its names for messages, and whether its objects are in namespaces, where that is known. */
export type ListedResource = GroupResource & { readonly namespaced?: boolean | undefined };

/** cache.ListAll: the objects that the selector chooses. `everything()` looks at no labels, `nothing()` at no object. */
export function listAll<T extends KubernetesObject>(
  store: Pick<ListerSource<T>, 'list'>,
  selector: SelectorLike = everything(),
): DeepReadonly<T>[] {
  const chosen = toSelector(selector);
  if (matchesNothing(chosen)) return [];
  return choose(store.list(), chosen);
}

/**
 * cache.ListAllByNamespace: the objects of one namespace ("" is all of them) that the selector chooses.
 *
 * Costs the namespace when the indexer has the index `namespace`, else the whole cache.
 */
export function listAllByNamespace<T extends KubernetesObject>(
  indexer: ListerSource<T>,
  namespace: string,
  selector: SelectorLike = everything(),
): DeepReadonly<T>[] {
  requireString('namespace of a lister', namespace);
  const chosen = toSelector(selector);
  if (matchesNothing(chosen)) return [];
  if (namespace === '') return choose(indexer.list(), chosen);
  const objects = Object.hasOwn(indexer.indexers, namespaceIndex)
    ? indexer.byIndex(namespaceIndex, namespace)
    : indexer.list().filter((object) => object.metadata?.namespace === namespace);
  return choose(objects, chosen);
}

function choose<T extends KubernetesObject>(
  objects: DeepReadonly<T>[],
  selector: Selector,
): DeepReadonly<T>[] {
  if (selector.isEmpty) return objects;
  return objects.filter((object) => selector.matches(object.metadata?.labels));
}

/**
 * Reads one resource from a cache, never from the server (client-go's PodLister and its like, cache.GenericLister).
 *
 * What it hands out is the cache's own: read-only, and shared with everyone.
 */
export class Lister<T extends KubernetesObject> {
  readonly #indexer: ListerSource<T>;
  readonly #resource: ListedResource;

  /** `resource` names what was not found; a descriptor such as `coreV1.pods` will do. */
  constructor(indexer: ListerSource<T>, resource: ListedResource) {
    this.#indexer = indexer;
    this.#resource = resource;
  }

  /** The objects of all namespaces that the selector chooses. Default: every one. */
  list(selector: SelectorLike = everything()): DeepReadonly<T>[] {
    return listAll(this.#indexer, selector);
  }

  /** The same for one namespace; "" is all of them. */
  namespace(namespace: string): NamespaceLister<T> {
    return new NamespaceLister(this.#indexer, this.#resource, namespace);
  }

  /**
   * An object by its key: `name` of a cluster-scoped one, `namespace/name` of any other; undefined when the cache has none.
   * Throws ConfigError `ERR_NAMESPACE` for a name without a namespace where the resource needs one.
   */
  get(key: string): DeepReadonly<T> | undefined {
    requireString(`key of get ${this.#resource.resource}`, key);
    const object = this.#indexer.getByKey(key);
    if (object === undefined && this.#resource.namespaced === true && !key.includes('/')) {
      const given = JSON.stringify(key);
      throw new ConfigError(
        'ERR_NAMESPACE',
        `get ${this.#resource.resource} needs a namespace: write get("namespace/name") or namespace("namespace").get(${given}), got ${given}`,
      );
    }
    return object;
  }

  /** As `get`; throws the server's NotFound StatusError when the cache has none. */
  getOrThrow(name: string): DeepReadonly<T> {
    const object = this.get(name);
    if (object === undefined) throw newNotFound(this.#resource, name);
    return object;
  }
}

/** Reads one namespace of one resource from a cache: see `Lister.namespace`. */
export class NamespaceLister<T extends KubernetesObject> {
  readonly #indexer: ListerSource<T>;
  readonly #resource: ListedResource;
  readonly #namespace: string;

  constructor(indexer: ListerSource<T>, resource: ListedResource, namespace: string) {
    requireString('namespace of a lister', namespace);
    this.#indexer = indexer;
    this.#resource = resource;
    this.#namespace = namespace;
  }

  /** The objects of this namespace that the selector chooses. Default: every one. */
  list(selector: SelectorLike = everything()): DeepReadonly<T>[] {
    return listAllByNamespace(this.#indexer, this.#namespace, selector);
  }

  /**
   * An object by its name; undefined when the cache has none. In the namespace "" as `Lister.get`. Throws ConfigError
   * `ERR_NAME` for a name with a slash.
   */
  get(name: string): DeepReadonly<T> | undefined {
    if (this.#namespace === '') return new Lister(this.#indexer, this.#resource).get(name);
    requireString(`name of get ${this.#resource.resource}`, name);
    if (name.includes('/')) {
      throw new ConfigError(
        'ERR_NAME',
        `get ${this.#resource.resource} in namespace ${this.#namespace} takes a name without a slash, got ${JSON.stringify(name)}`,
      );
    }
    return this.#indexer.getByKey(`${this.#namespace}/${name}`);
  }

  /** As `get`; throws the server's NotFound StatusError when the cache has none. */
  getOrThrow(name: string): DeepReadonly<T> {
    const object = this.get(name);
    if (object === undefined) throw newNotFound(this.#resource, name);
    return object;
  }
}
