import { shownValue } from '../util/shown.js';
import { ConfigError } from '../util/errors.js';
import { requireStrings } from '../util/require.js';
import type { KubernetesObject } from './types.js';

/** schema.GroupVersionKind. The core group is "". */
export interface GroupVersionKind {
  /** API group; "" is the core group. */
  readonly group: string;
  /** API version: `v1`. */
  readonly version: string;
  /** Kind: `Pod`. */
  readonly kind: string;
}

/** schema.GroupVersionResource. */
export interface GroupVersionResource {
  /** API group; "" is the core group. */
  readonly group: string;
  /** API version: `v1`. */
  readonly version: string;
  /** Plural name in URLs: `pods`. */
  readonly resource: string;
}

/** The definition of a resource; see `defineResource`. */
export interface ResourceDefinition {
  /** API group; "" is the core group. */
  readonly group: string;
  /** API version: `v1`. */
  readonly version: string;
  /** Plural, lower case, as in the URL: `pods`. */
  readonly resource: string;
  /** Kind: `Pod`. */
  readonly kind: string;
  /** True if objects of this resource are in namespaces. */
  readonly namespaced: boolean;
  /** Default: the kind in lower case. */
  readonly singular?: string | undefined;
  /** Short names for command lines: `po`. Default: none. */
  readonly shortNames?: readonly string[] | undefined;
  /** `status`, `scale`, … Default: none. */
  readonly subresources?: readonly string[] | undefined;
  /** Default: every verb. TokenReview and the like can only be created. */
  readonly verbs?: readonly string[] | undefined;
  /** `all`, … */
  readonly categories?: readonly string[] | undefined;
  /**
   * The fields of a custom resource that field selectors may use besides `metadata.name` and `metadata.namespace`, as in its
   * CustomResourceDefinition: `.spec.color`. Default: those of the built-in resource of this name, or none.
   */
  readonly selectableFields?: readonly string[] | undefined;
}

declare const objectType: unique symbol;
declare const subresourceNames: unique symbol;
declare const verbNames: unique symbol;

/** The verbs of the API. */
export type Verb = 'create' | 'delete' | 'deletecollection' | 'get' | 'list' | 'patch' | 'update' | 'watch';

/** The subresources that a custom resource may have. */
export type CustomSubresource = 'status' | 'scale';

/**
 * A resource of the API, with its object type and the names of its subresources, as a value for generic clients, informers and
 * listers.
 *
 * `V` names the verbs of a resource that lacks some that informers and clients need. A parameter of the type `Resource<T>`
 * refuses such a resource: no informer can have `coreV1.bindings`. `Resource<T, string, never>` takes every resource.
 */
export interface Resource<
  T extends KubernetesObject = KubernetesObject,
  S extends string = string,
  V extends Verb = Verb,
> extends ResourceDefinition {
  readonly singular: string;
  /** Short names for command lines: `po`. */
  readonly shortNames: readonly string[];
  readonly subresources: readonly string[];
  readonly verbs: readonly string[];
  readonly categories: readonly string[];
  /** `v1`, `apps/v1`. */
  readonly apiVersion: string;
  /** Type-level only; never present at run time. */
  readonly [objectType]?: T;
  /** Type-level only: the names of its subresources that calls exist for; `string` if they are unknown. */
  readonly [subresourceNames]?: S;
  /** Type-level only: the verbs that calls exist for. */
  readonly [verbNames]?: { readonly [verb in V]: true };
}

/** The object type of a descriptor: `ObjectOf<typeof coreV1.pods>` is Pod. */
export type ObjectOf<R> = R extends Resource<infer T, string, never> ? T : never;

/** The verbs of a resource that supports all of them. */
export const allVerbs: readonly string[] = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
];

/**
 * Describes a resource, built-in or custom.
 *
 * ```ts
 * const backups = defineResource<Backup>({
 *   group: 'example.com', version: 'v1', resource: 'backups', kind: 'Backup', namespaced: true,
 * });
 * ```
 *
 * `S` names the subresources, so that clients offer their calls: `defineResource<Backup, 'scale'>`. `V` names the verbs of a
 * resource that has not all of them: `defineResource<Review, never, 'create'>`.
 *
 * Throws ConfigError `ERR_RESOURCE` if a part is missing or not allowed in a URL.
 */
export function defineResource<
  T extends KubernetesObject,
  S extends string = CustomSubresource,
  V extends Verb = Verb,
>(definition: ResourceDefinition): Resource<T, S, V> {
  if (typeof definition !== 'object' || definition === null) {
    throw new ConfigError(
      'ERR_RESOURCE',
      `a resource is defined by an object with group, version, resource, kind and namespaced, got ${shownValue(definition)}`,
    );
  }
  const { group, version, resource, kind, namespaced } = definition;
  requireName('version', version, /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/);
  requireName('resource', resource, /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/);
  requireName('kind', kind, /^[A-Za-z][A-Za-z0-9]*$/);
  if (group !== '') requireName('group', group, /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/);
  if (typeof namespaced !== 'boolean') {
    throw new ConfigError(
      'ERR_RESOURCE',
      `namespaced of the resource ${resource} must be true or false, got ${shownValue(namespaced)}`,
    );
  }
  return {
    group,
    version,
    resource,
    kind,
    namespaced,
    apiVersion: group === '' ? version : `${group}/${version}`,
    singular: definition.singular ?? kind.toLowerCase(),
    shortNames: definition.shortNames ?? [],
    subresources: definition.subresources ?? [],
    verbs: definition.verbs ?? allVerbs,
    categories: definition.categories ?? [],
    ...(definition.selectableFields !== undefined && { selectableFields: definition.selectableFields }),
  };
}

function requireName(field: string, value: unknown, pattern: RegExp): void {
  if (typeof value === 'string' && pattern.test(value)) return;
  const must =
    field === 'resource' ? 'be the plural name in lower case, such as backups' : `match ${pattern.source}`;
  throw new ConfigError('ERR_RESOURCE', `${field} in defineResource must ${must}, got ${shownValue(value)}`);
}

/** Parses an apiVersion: `v1`, `apps/v1`. Throws ConfigError `ERR_RESOURCE` for more than one slash. */
export function parseGroupVersion(apiVersion: string): {
  /** API group; "" is the core group. */
  group: string;
  /** API version: `v1`. */
  version: string;
} {
  // "" is refused below.
  const parts = typeof apiVersion === 'string' ? apiVersion.split('/') : [''];
  if (parts.length > 2 || parts.some((part) => part === '')) {
    throw new ConfigError(
      'ERR_RESOURCE',
      `apiVersion must be VERSION or GROUP/VERSION, got ${shownValue(apiVersion)}`,
    );
  }
  const [first = '', second] = parts;
  return second === undefined ? { group: '', version: first } : { group: first, version: second };
}

/** Returns a name like `pods.v1.` for messages and maps: unique for each group, version and resource. */
export function resourceName(resource: GroupVersionResource): string {
  requireStrings('resource', resource, ['group', 'version', 'resource']);
  return resource.group === ''
    ? `${resource.resource}.${resource.version}`
    : `${resource.resource}.${resource.version}.${resource.group}`;
}
