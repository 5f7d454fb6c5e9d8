import { shownList } from '../util/shown.js';
import { plainFormat } from '../cache/cache-format.js';
import type { CacheFormat } from '../cache/cache-format.js';
import { informerOptionAliases } from '../cache/informer/informer-options.js';
import { requireShard } from '../cache/informer/informer-shard.js';
import type { Shard } from '../cache/informer/informer-shard.js';
import type { SharedIndexInformerOptions } from '../cache/informer/shared-index-informer.js';
import { modifiedBy, requireNamespaces } from '../cache/reflector/listwatch.js';
import { serverFieldSelector } from '../cache/stores/field-query.js';
import type { FieldSelectorLike } from '../cache/stores/field-query.js';
import type { TransformFunc, WhereFunc } from '../cache/types.js';
import { FieldMask } from '../meta/field-mask.js';
import type { AnyFields, Kept, NamedFields } from '../meta/projected.js';
import { nothingFields, parseFieldSelector } from '../meta/field-selector.js';
import { matchesNothing, newRequirement, toSelector } from '../meta/label-selector.js';
import type { Requirement, SelectorLike } from '../meta/label-selector.js';
import { resourceName } from '../meta/resource.js';
import type { FieldsOfResource } from '../meta/selectable-fields.js';
import type { GroupVersionResource } from '../meta/resource.js';
import type { SourceOptions } from '../meta/calls.js';
import type { KubernetesObject, ListOptions } from '../meta/types.js';
import { requireNamespace } from '../meta/validation.js';
import { ConfigError } from '../util/errors.js';
import type { OptionNames } from '../util/known-options.js';
import { requireKnownOptions } from '../util/known-options.js';
import {
  hasMethods,
  requireBoolean,
  requireFunction,
  requireString,
  requireStrings,
} from '../util/require.js';

/**
 * Defines which objects one informer of a factory holds, and how it stores them.
 *
 * Each member replaces the factory's option; the default is the factory's. Equal scopes of one resource share an informer.
 * Selectors and fields are equal if they have the same meaning, `transform` and `where` if they are the same function.
 *
 * `F` and `X` are the types of `fields` and `exclude`, which are inferred: see `Kept`.
 */
export type InformerScope<T extends KubernetesObject = KubernetesObject, F = undefined, X = undefined> = {
  /** Only this namespace; "" is all namespaces. Default: the factory's. */
  readonly namespace?: string | undefined;
  /**
   * Only these namespaces, in one cache: one lister, one set of handlers, one `hasSynced`. Each has its own list and watch, so
   * permissions for these namespaces are enough, and a forbidden one does not stop the others. Not together with `namespace`.
   * Default: the factory's.
   *
   * Namespaces can be added and removed while the informer runs: see `SharedIndexInformer.addNamespace`. The change affects
   * all users of the shared informer; set `name` to get a separate one.
   */
  readonly namespaces?: readonly string[] | undefined;
  /** Replaces the label selector that the factory's `tweakListOptions` sets. Default: all objects. */
  readonly labelSelector?: SelectorLike | undefined;
  /**
   * Replaces the field selector that the factory's `tweakListOptions` sets: as a lister's, also as values by field. Default: all
   * objects.
   */
  readonly fieldSelector?: FieldSelectorLike<T> | undefined;
  /**
   * Only the objects of this shard, such as `shardOf(ranges)` of `kube-informers/sharding`: those whose uid, or whose controller's
   * uid, has a hash in these ranges. The shard can be
   * changed while the informer runs: see `SharedIndexInformer.setShard`, which affects all users of the shared informer. Scopes
   * are equal if they begin with equal ranges. Default: all objects.
   */
  readonly shard?: Shard | undefined;
  /**
   * Keeps only these fields, and the identity of each object: `{ spec: { nodeName: true, containers: { image: true } } }`. The
   * others are not parsed, and the types of informer, lister and handlers do not have them. Calls that replace an object, such
   * as `update`, refuse one of this informer: use `patch`. `{}` keeps the identity alone. A name that looks misspelt, and that no
   * object of the first list has, is logged once. Not together with `exclude`. Default: the factory's `exclude`, or all.
   */
  readonly fields?: NamedFields<T, F> | undefined;
  /** Leaves out these fields, otherwise as `fields`. Objects without managedFields alone may be passed to `update`. */
  readonly exclude?: NamedFields<T, X> | undefined;
  /** Changes each object before it is stored; must be idempotent. It gets the fields that are kept. Default: the factory's. */
  readonly transform?: TransformFunc<Kept<T, F, X>> | undefined;
  /**
   * Keeps only objects for which it returns true, of what `fields` and `transform` leave of them; the others are dropped one by
   * one as they arrive. It must decide by the object alone. An object that no longer passes is deleted from the cache, and handlers
   * get a deletion with `leftScope`. If it throws, the object is not stored, what is stored of it stays, and the error is
   * reported. A transform beside it must keep name and namespace. Where a selector can decide, the server sends less. Default: all.
   */
  readonly where?: WhereFunc<Kept<T, F, X>> | undefined;
  /**
   * Whether handlers get no update if nothing but the resourceVersion changed of what is kept; the cache gets the new object all the
   * same. Default: the factory's.
   */
  readonly skipUnchanged?: boolean | undefined;
  /** How the cache stores objects: `compact()` of `kube-informers/compact`, or `plainFormat`. Default: the factory's. */
  readonly cacheFormat?: CacheFormat | undefined;
  /**
   * The informer's name in logs, errors and statistics. Scopes with different names never share an informer. Default: the
   * resource's name, followed by the namespaces and selectors of the scope.
   */
  readonly name?: string | undefined;
} & (
  | {
      /** Not together with `namespaces`. */
      readonly namespace?: undefined;
    }
  | {
      /** Not together with `namespace`. */
      readonly namespaces?: undefined;
    }
);

/** Maximum number of namespaces in an informer's name. */
const namedNamespaces = 3;

/** Checks of `namespace` and `namespaces`, which must not both be set: see `refuseBothNamespaces`. */
export const namespaceOptionNames: OptionNames<NamespaceMembers> = {
  namespace: (_what, value) => requireNamespace(value),
  namespaces: requireNamespaces,
};
/** The longest list of fields in an informer's name, characters. */
const namedFields = 60;

const scopeNames: OptionNames<InformerScope> = {
  ...namespaceOptionNames,
  labelSelector: true,
  fieldSelector: true,
  shard: requireShard,
  fields: true,
  exclude: true,
  transform: requireFunction,
  where: requireFunction,
  skipUnchanged: requireBoolean,
  cacheFormat: hasMethods('newCache'),
  name: requireString,
};

/** What a factory may leave out of every object: the types do not tell. */
export type OnlyManagedFields = {
  /** Of the metadata, only managedFields. */
  readonly metadata: {
    /** Leaves them out. */
    readonly managedFields: true;
  };
};

/** The factory's options that a scope may replace. */
export interface ScopeDefaults {
  readonly namespace?: string | undefined;
  readonly namespaces?: readonly string[] | undefined;
  readonly exclude?: OnlyManagedFields | undefined;
  readonly transform?: TransformFunc<KubernetesObject> | undefined;
  readonly skipUnchanged?: boolean | undefined;
  readonly cacheFormat?: CacheFormat | undefined;
  readonly tweakListOptions?: ((options: ListOptions) => ListOptions | void) | undefined;
}

/** A scope with the factory's defaults. */
export interface ResolvedScope<T extends KubernetesObject> {
  /** Equal for equal scopes of a resource and factory, and different for all others. */
  readonly key: string;
  /** Equal for scopes of a resource that list and watch the same objects: they differ only in what they keep of these, and how. */
  readonly watchKey: string;
  /** Name of the resource: `pods.v1`. */
  readonly resource: string;
  /** The informer's name. */
  readonly name: string;
  /** One namespace, "" for all namespaces or a cluster-scoped resource, or a sorted list of at least one. */
  readonly namespaces: string | readonly string[];
  /** Sets the selectors of a list or watch. */
  readonly modifyOptions: (options: SourceOptions) => SourceOptions;
  /** Replaces the factory's options with these names. */
  readonly options: Required<Pick<SharedIndexInformerOptions<T>, StoredMember>>;
}

/** The members that decide which objects are listed and watched. */
type WatchedMember = 'namespace' | 'namespaces' | 'labelSelector' | 'fieldSelector' | 'shard';

/** The members that are options of the informer. */
type StoredMember = Exclude<keyof InformerScope, WatchedMember | 'name'> | 'shard';

/** A value for each member of a scope, but for one that another member's value holds too: a new member cannot be left out. */
type KeyOf<Member extends keyof InformerScope, InAnother extends Member> = Readonly<
  Record<Exclude<Member, InAnother>, string | number | boolean | readonly string[] | null>
>;

interface MaskedScope {
  readonly fields?: AnyFields | undefined;
  readonly exclude?: AnyFields | undefined;
}

/** Resolves the scopes of one factory, which compares functions by identity. */
export class ScopeResolver {
  readonly #defaults: ScopeDefaults;
  readonly #functionNumbers = new WeakMap<object, number>();
  #functions = 0;

  constructor(defaults: ScopeDefaults) {
    this.#defaults = defaults;
  }

  /**
   * Applies the factory's defaults to a scope.
   *
   * Throws ConfigError `ERR_OPTION` for an unknown or invalid member, `ERR_SELECTOR` for a field that the kind does not have, and
   * `ERR_NAMESPACE` for an invalid namespace or for one of a
   * cluster-scoped resource. Throws SelectorError if a selector cannot be parsed.
   */
  resolve<T extends KubernetesObject>(
    target: GroupVersionResource & FieldsOfResource & { readonly namespaced?: boolean | undefined },
    scope: InformerScope<T>,
  ): ResolvedScope<T> {
    requireStrings('a resource of an informer factory', target, ['group', 'version', 'resource']);
    const resource = resourceName(target);
    const what = `the scope of ${resource}`;
    requireKnownOptions(what, scope, scopeNames, informerOptionAliases);
    refuseBothNamespaces(what, scope);
    if (target.namespaced === false) refuseNamespaces(what, scope);
    const { tweakListOptions } = this.#defaults;
    const defaults = target.namespaced === false ? '' : namespacesOf(this.#defaults, '');
    const namespaces = namespacesOf(scope, defaults);
    const labelSelector = labelSelectorText(what, scope.labelSelector);
    const fieldSelector = fieldSelectorText(what, target, scope.fieldSelector);
    // The type of a scope with fields depends on them, and `of` checks them.
    const { fields, exclude = fields === undefined ? this.#defaults.exclude : undefined } =
      scope as MaskedScope;
    const mask = FieldMask.of(what, { fields, exclude });
    const isOwnMask = scope.fields !== undefined || scope.exclude !== undefined;
    const { shard } = scope;
    const options = {
      shard,
      fields,
      exclude,
      // A factory's transform accepts any object, so also a T. That it returns a T is up to its author, as in client-go.
      transform: scope.transform ?? (this.#defaults.transform as TransformFunc<T> | undefined),
      where: scope.where,
      skipUnchanged: scope.skipUnchanged ?? this.#defaults.skipUnchanged,
      cacheFormat: scope.cacheFormat ?? this.#defaults.cacheFormat ?? plainFormat,
    };
    // An empty selector replaces one that `tweakListOptions` sets; without that, it is the same as no selector.
    const unset = tweakListOptions === undefined ? '' : null;
    const watched: KeyOf<WatchedMember, 'namespace'> = {
      namespaces,
      labelSelector: labelSelector ?? unset,
      fieldSelector: fieldSelector ?? unset,
      shard: shard?.id ?? '',
    };
    const stored: KeyOf<Exclude<keyof InformerScope, WatchedMember>, 'exclude'> = {
      fields: mask?.text ?? '',
      transform: this.#numberOf(options.transform),
      where: this.#numberOf(options.where),
      skipUnchanged: options.skipUnchanged === true,
      cacheFormat: options.cacheFormat.id ?? this.#numberOf(options.cacheFormat),
      name: scope.name ?? '',
    };
    const watchKey = JSON.stringify([resource, watched]);
    return {
      resource,
      watchKey,
      key: JSON.stringify([watchKey, stored]),
      name:
        scope.name ??
        describeScope(resource, {
          ...describeNamespaces(
            JSON.stringify(namespaces) === JSON.stringify(defaults) ? undefined : namespaces,
          ),
          labelSelector,
          fieldSelector,
          fields: isOwnMask && mask !== undefined ? shortened(mask.text) : undefined,
          // Without the ranges, which may change.
          shard: shard?.by,
        }),
      namespaces,
      modifyOptions: this.#modifier(labelSelector, fieldSelector),
      options,
    };
  }

  #modifier(
    labelSelector: string | undefined,
    fieldSelector: string | undefined,
  ): (options: SourceOptions) => SourceOptions {
    const tweaked = modifiedBy(
      'tweakListOptions of an informer factory',
      this.#defaults.tweakListOptions ?? (() => undefined),
    );
    return (options) => {
      const copy = tweaked(options);
      if (labelSelector !== undefined) copy.labelSelector = labelSelector;
      if (fieldSelector !== undefined) copy.fieldSelector = fieldSelector;
      return copy;
    };
  }

  #numberOf(func: object | undefined): number {
    if (func === undefined) return 0;
    const known = this.#functionNumbers.get(func);
    if (known !== undefined) return known;
    this.#functions++;
    this.#functionNumbers.set(func, this.#functions);
    return this.#functions;
  }
}

/** Throws ConfigError `ERR_OPTION` for both `namespace` and `namespaces`. */
export function refuseBothNamespaces(what: string, { namespace, namespaces }: NamespaceMembers): void {
  if (namespace === undefined || namespaces === undefined) return;
  throw new ConfigError(
    'ERR_OPTION',
    `${what} must have namespace or namespaces, not both; got ${shownList(namespace)} and ${shownList(namespaces)}`,
  );
}

type NamespaceMembers = Pick<ScopeDefaults, 'namespace' | 'namespaces'>;

function refuseNamespaces(what: string, { namespace, namespaces }: NamespaceMembers): void {
  const given = namespaces ?? namespace;
  if (given === undefined || given === '') return;
  throw new ConfigError(
    'ERR_NAMESPACE',
    `${namespaces === undefined ? 'namespace' : 'namespaces'} of ${what} must be omitted, because the resource is cluster-scoped; got ${shownList(given)}`,
  );
}

function namespacesOf(
  { namespace, namespaces }: NamespaceMembers,
  otherwise: string | readonly string[],
): string | readonly string[] {
  if (namespaces !== undefined) return Array.from(new Set(namespaces)).toSorted();
  return namespace ?? otherwise;
}

/** Returns the canonical form: terms sorted, `==` written as `=`. */
function labelSelectorText(what: string, given: SelectorLike | undefined): string | undefined {
  if (given === undefined) return undefined;
  const selector = toSelector(given);
  if (matchesNothing(selector)) throw selectsNothing('labelSelector', what);
  const { requirements } = selector.requirements();
  const terms = requirements.map((term) => String(term.operator === '==' ? withOneEqualsSign(term) : term));
  return terms.toSorted().join(',');
}

function withOneEqualsSign({ key, values }: Requirement): Requirement {
  return newRequirement(key, '=', values);
}

function fieldSelectorText<T extends KubernetesObject>(
  what: string,
  target: FieldsOfResource,
  given: FieldSelectorLike<T> | undefined,
): string | undefined {
  if (given === undefined) return undefined;
  if (given === nothingFields()) throw selectsNothing('fieldSelector', what);
  return parseFieldSelector(serverFieldSelector(target, given).toString()).toString();
}

function selectsNothing(member: string, what: string): ConfigError {
  return new ConfigError(
    'ERR_OPTION',
    `${member} of ${what} must be a selector that can match objects, got one that matches nothing`,
  );
}

function describeNamespaces(
  namespaces: string | readonly string[] | undefined,
): Readonly<Record<string, string | undefined>> {
  if (namespaces === undefined || typeof namespaces === 'string') return { namespace: namespaces };
  const more = namespaces.length - namedNamespaces;
  const shown = namespaces.slice(0, namedNamespaces).join('+');
  return { namespaces: more > 0 ? `${shown}+${more} more` : shown };
}

function shortened(text: string): string {
  return text.length > namedFields ? `${text.slice(0, namedFields)}…` : text;
}

/** Returns `pods.v1[namespace=shop,labelSelector=app=web]`, or `pods.v1` for the factory's default scope. */
function describeScope(resource: string, members: Readonly<Record<string, string | undefined>>): string {
  const parts = Object.entries(members).flatMap(([member, value]) =>
    value === undefined ? [] : [`${member}=${value}`],
  );
  return parts.length === 0 ? resource : `${resource}[${parts.join(',')}]`;
}
