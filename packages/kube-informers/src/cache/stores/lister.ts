import { shownKey, shownValue } from '../../util/shown.js';
import { requireKnownOptions } from '../../util/known-options.js';
import type { OptionNames } from '../../util/known-options.js';
import { isPlainObject } from '../../util/type-checks.js';
import { requireMethods, requireString, requireStrings } from '../../util/require.js';
import { ConfigError } from '../../util/errors.js';
import type { GroupResource } from '../../meta/group-version.js';
import { everything, matchesNothing, toSelector } from '../../meta/label-selector.js';
import type { Selector, SelectorLike } from '../../meta/label-selector.js';
import { keptOf, requireKept } from '../../meta/field-mask.js';
import { newNotFound } from '../../meta/status.js';
import type { KubernetesObject } from '../../meta/types.js';
import { namespaceIndex } from './indexer.js';
import { matchingFields, toFieldSelector } from './field-query.js';
import type { FieldSelectorLike } from './field-query.js';
import type { ReadonlyIndexer } from '../types.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** The part of an Indexer that a lister reads. */
export type ListerSource<T> = Pick<ReadonlyIndexer<T>, 'list' | 'getByKey' | 'byIndex' | 'indexers'>;

/** The resource of a lister: its names, and whether it is namespaced and which fields can be selected, if that is known. */
export type ListedResource = GroupResource & {
  /** True if the objects have a namespace; undefined if unknown. */
  readonly namespaced?: boolean | undefined;
  /** The fields that a field selector may name; undefined for the metadata alone. */
  readonly selectableFields?: readonly string[] | undefined;
};

/** Selects objects of a cache by labels and fields, as a list request does. */
export interface ListerQuery<T extends KubernetesObject> {
  /** Default: all objects. */
  readonly labelSelector?: SelectorLike | undefined;
  /**
   * Fields that the API server supports for this resource, with its semantics: an absent field is "". Uses an index of
   * `fieldIndexers`, if the informer has one. Reads what the cache holds: a transform must keep these fields. Default: all
   * objects.
   */
  readonly fieldSelector?: FieldSelectorLike<T> | undefined;
}

const listerQueryNames: OptionNames<ListerQuery<KubernetesObject>> = {
  labelSelector: true,
  fieldSelector: true,
};

const selectorNames = { ...listerQueryNames, matchLabels: true, matchExpressions: true } as const;

/** True for a query. Throws ConfigError `ERR_OPTION` for a name that neither a query nor a LabelSelector has. */
function isQuery<T extends KubernetesObject>(
  what: string,
  selector: SelectorLike | ListerQuery<T>,
): selector is ListerQuery<T> {
  // JavaScript callers are not type-checked.
  const given: unknown = selector;
  if (!isPlainObject(given) || 'matches' in given) return false;
  const hasQuery = 'labelSelector' in given || 'fieldSelector' in given;
  requireKnownOptions(what, given, hasQuery ? listerQueryNames : selectorNames);
  return hasQuery;
}

/** Lists a namespace ("" for all) by a label selector or a query. */
function query<T extends KubernetesObject>(
  indexer: ListerSource<T>,
  resource: ListedResource,
  namespace: string,
  selector: SelectorLike | ListerQuery<T>,
): DeepReadonly<T>[] {
  if (!isQuery(`list ${resource.resource} of a lister`, selector))
    return listAllByNamespace(indexer, namespace, selector);
  const { labelSelector = everything(), fieldSelector = '' } = selector;
  const labels = toSelector(labelSelector);
  const fields = toFieldSelector<T>(resource, fieldSelector);
  if (matchesNothing(labels)) return [];
  const found = matchingFields<T>(resource, indexer, fields, () =>
    listAllByNamespace(indexer, namespace, everything()),
  );
  const inNamespace =
    namespace === '' ? found : found.filter((object) => object.metadata?.namespace === namespace);
  return matching(inNamespace, labels);
}

/** Returns the objects that match the selector (client-go's ListAll). */
export function listAll<T extends KubernetesObject>(
  store: Pick<ListerSource<T>, 'list'>,
  selector: SelectorLike = everything(),
): DeepReadonly<T>[] {
  const parsed = toSelector(selector);
  if (matchesNothing(parsed)) return [];
  return matching(store.list(), parsed);
}

/**
 * Returns the objects of a namespace ("" for all) that match the selector (client-go's ListAllByNamespace).
 *
 * Reads only the namespace if the indexer has the index `namespace`; otherwise it scans the whole cache.
 */
export function listAllByNamespace<T extends KubernetesObject>(
  indexer: ListerSource<T>,
  namespace: string,
  selector: SelectorLike = everything(),
): DeepReadonly<T>[] {
  requireString('namespace of a lister', namespace);
  const parsed = toSelector(selector);
  if (matchesNothing(parsed)) return [];
  if (namespace === '') return matching(indexer.list(), parsed);
  const objects = Object.hasOwn(indexer.indexers, namespaceIndex)
    ? indexer.byIndex(namespaceIndex, namespace)
    : indexer.list().filter((object) => object.metadata?.namespace === namespace);
  return matching(objects, parsed);
}

function matching<T extends KubernetesObject>(
  objects: DeepReadonly<T>[],
  selector: Selector,
): DeepReadonly<T>[] {
  if (selector.isEmpty) return objects;
  requireLabels('a label selector', objects, selector);
  return objects.filter((object) => selector.matches(object.metadata?.labels));
}

/** Throws ConfigError `ERR_PROJECTED` if the objects of a cache are without labels that the selector asks for. */
function requireLabels(what: string, [object]: readonly object[], selector: Selector): void {
  const kept = object && keptOf(object);
  if (kept === undefined) return;
  for (const { key } of selector.requirements().requirements)
    requireKept(`${what} (${shownValue(selector.toString())})`, kept, ['metadata', 'labels', key]);
}

/**
 * Reads one resource from a cache, never from the server (client-go's PodLister and similar, GenericLister).
 *
 * The objects are those of the cache: read-only, and shared with all other readers.
 */
export class Lister<T extends KubernetesObject> {
  readonly #indexer: ListerSource<T>;
  readonly #resource: ListedResource;

  /** `resource` is for error messages, such as the descriptor `coreV1.pods`. Throws ConfigError `ERR_OPTION`. */
  constructor(indexer: ListerSource<T>, resource: ListedResource) {
    requireMethods('indexer of a Lister', indexer, ['list', 'getByKey', 'byIndex']);
    requireStrings('resource of a Lister', resource, ['group', 'resource']);
    this.#indexer = indexer;
    this.#resource = resource;
  }

  /** Returns the matching objects of all namespaces. Default: all objects. */
  list(selector: SelectorLike | ListerQuery<T> = everything()): DeepReadonly<T>[] {
    return query(this.#indexer, this.#resource, '', selector);
  }

  /** Returns a lister for one namespace; "" for all. */
  namespace(namespace: string): NamespaceLister<T> {
    return new NamespaceLister(this.#indexer, this.#resource, namespace);
  }

  /**
   * Returns an object by its key: `namespace/name`, or `name` if it is cluster-scoped; undefined if it is not in the cache.
   * Throws ConfigError `ERR_NAMESPACE` for a key without a namespace if the resource is namespaced.
   */
  get(key: string): DeepReadonly<T> | undefined {
    requireString(`key of get ${this.#resource.resource}`, key);
    const object = this.#indexer.getByKey(key);
    if (object === undefined && this.#resource.namespaced === true && !key.includes('/')) {
      const given = shownKey(key);
      throw new ConfigError(
        'ERR_NAMESPACE',
        `get ${this.#resource.resource} needs a namespace: write get("namespace/name") or namespace("namespace").get(${given}), got ${given}`,
      );
    }
    return object;
  }

  /** As `get`, but throws a NotFound StatusError, as the server does, if the object is not in the cache. */
  getOrThrow(name: string): DeepReadonly<T> {
    const object = this.get(name);
    if (object === undefined) throw newNotFound(this.#resource, name);
    return object;
  }
}

/** Reads one namespace of a resource from a cache: see `Lister.namespace`. */
export class NamespaceLister<T extends KubernetesObject> {
  readonly #indexer: ListerSource<T>;
  readonly #resource: ListedResource;
  readonly #namespace: string;

  /** Reads the objects of one namespace from `indexer`; `resource` is for error messages. */
  constructor(indexer: ListerSource<T>, resource: ListedResource, namespace: string) {
    requireString('namespace of a lister', namespace);
    this.#indexer = indexer;
    this.#resource = resource;
    this.#namespace = namespace;
  }

  /** Returns the matching objects of this namespace. Default: all objects. */
  list(selector: SelectorLike | ListerQuery<T> = everything()): DeepReadonly<T>[] {
    return query(this.#indexer, this.#resource, this.#namespace, selector);
  }

  /**
   * Returns an object by its name; undefined if it is not in the cache. In the namespace "", as `Lister.get`. Throws
   * ConfigError `ERR_NAME` for a name with a slash.
   */
  get(name: string): DeepReadonly<T> | undefined {
    if (this.#namespace === '') return new Lister(this.#indexer, this.#resource).get(name);
    requireString(`name of get ${this.#resource.resource}`, name);
    if (name.includes('/')) {
      throw new ConfigError(
        'ERR_NAME',
        `get ${this.#resource.resource} in namespace ${this.#namespace} takes a name without a slash, got ${shownValue(name)}`,
      );
    }
    return this.#indexer.getByKey(`${this.#namespace}/${name}`);
  }

  /** As `get`, but throws a NotFound StatusError, as the server does, if the object is not in the cache. */
  getOrThrow(name: string): DeepReadonly<T> {
    const object = this.get(name);
    if (object === undefined) throw newNotFound(this.#resource, name);
    return object;
  }
}
