import type { GroupResource } from '../../meta/group-version.js';
import { everything, matchesNothing } from '../../meta/label-selector.js';
import type { Selector } from '../../meta/label-selector.js';
import { newNotFound } from '../../meta/status.js';
import type { KubernetesObject } from '../../meta/types.js';
import { namespaceIndex } from './indexer.js';
import type { Indexer } from '../types.js';

/** What a lister reads: any Indexer will do. */
export type ListerSource<T> = Pick<Indexer<T>, 'list' | 'getByKey' | 'byIndex' | 'indexers'>;

/** cache.ListAll: the objects that the selector chooses. `everything()` looks at no labels, `nothing()` at no object. */
export function listAll<T extends KubernetesObject>(
  store: Pick<ListerSource<T>, 'list'>,
  selector: Selector = everything(),
): Readonly<T>[] {
  if (matchesNothing(selector)) return [];
  return choose(store.list(), selector);
}

/**
 * cache.ListAllByNamespace: the objects of one namespace ("" is all of them) that the selector chooses.
 *
 * Costs the namespace when the indexer has the index `namespace`, else the whole cache.
 */
export function listAllByNamespace<T extends KubernetesObject>(
  indexer: ListerSource<T>,
  namespace: string,
  selector: Selector = everything(),
): Readonly<T>[] {
  if (matchesNothing(selector)) return [];
  if (namespace === '') return choose(indexer.list(), selector);
  const objects = Object.hasOwn(indexer.indexers, namespaceIndex)
    ? indexer.byIndex(namespaceIndex, namespace)
    : indexer.list().filter((object) => object.metadata?.namespace === namespace);
  return choose(objects, selector);
}

function choose<T extends KubernetesObject>(objects: Readonly<T>[], selector: Selector): Readonly<T>[] {
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
  readonly #resource: GroupResource;

  /** `resource` names what was not found; a descriptor such as `Pods` will do. */
  constructor(indexer: ListerSource<T>, resource: GroupResource) {
    this.#indexer = indexer;
    this.#resource = resource;
  }

  /** The objects of all namespaces that the selector chooses. Default: every one. */
  list(selector: Selector = everything()): Readonly<T>[] {
    return listAll(this.#indexer, selector);
  }

  /** The same for one namespace; "" is all of them. */
  namespace(namespace: string): NamespaceLister<T> {
    return new NamespaceLister(this.#indexer, this.#resource, namespace);
  }

  /** A cluster-scoped object by its name; undefined when the cache has none. */
  get(name: string): Readonly<T> | undefined {
    return this.#indexer.getByKey(name);
  }

  /** As `get`; throws the server's NotFound StatusError when the cache has none. */
  getOrThrow(name: string): Readonly<T> {
    const object = this.get(name);
    if (object === undefined) throw newNotFound(this.#resource, name);
    return object;
  }
}

/** Reads one namespace of one resource from a cache: see `Lister.namespace`. */
export class NamespaceLister<T extends KubernetesObject> {
  readonly #indexer: ListerSource<T>;
  readonly #resource: GroupResource;
  readonly #namespace: string;

  constructor(indexer: ListerSource<T>, resource: GroupResource, namespace: string) {
    this.#indexer = indexer;
    this.#resource = resource;
    this.#namespace = namespace;
  }

  /** The objects of this namespace that the selector chooses. Default: every one. */
  list(selector: Selector = everything()): Readonly<T>[] {
    return listAllByNamespace(this.#indexer, this.#namespace, selector);
  }

  /** An object by its name; undefined when the cache has none. */
  get(name: string): Readonly<T> | undefined {
    return this.#indexer.getByKey(this.#namespace === '' ? name : `${this.#namespace}/${name}`);
  }

  /** As `get`; throws the server's NotFound StatusError when the cache has none. */
  getOrThrow(name: string): Readonly<T> {
    const object = this.get(name);
    if (object === undefined) throw newNotFound(this.#resource, name);
    return object;
  }
}
