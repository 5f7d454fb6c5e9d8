import type { RequestTarget } from '../rest/rest-request.js';
import { shownKey, shownValue } from '../util/shown.js';
import { ConfigError } from '../util/errors.js';
import { requireString } from '../util/require.js';

/**
 * Identifies a resource: a descriptor from `defineResource`, or only group, version and resource.
 *
 * The latter is the form of client-go's dynamic client. Without `namespaced` the scope is unknown here and checked
 * only by the server.
 */
export interface ResourceTarget {
  /** API group; "" is the core group. */
  readonly group: string;
  /** API version: `v1`. */
  readonly version: string;
  /** Plural, lower case: `pods`. */
  readonly resource: string;
  /** Kind of the objects. Default: unknown. */
  readonly kind?: string | undefined;
  /** True if the objects are in namespaces. Default: unknown. */
  readonly namespaced?: boolean | undefined;
  /** Default: unknown here, and checked only by the server. */
  readonly subresources?: readonly string[] | undefined;
}

/** Returns the URL path of a group-version: `/api/v1`, `/apis/apps/v1`. */
export function groupVersionPath(group: string, version: string): string {
  return group === ''
    ? `/api/${segment('version', version)}`
    : `/apis/${segment('group', group)}/${segment('version', version)}`;
}

/** The part of a request that says what it reads or writes. */
export interface ResourceAddress {
  /** Path of the URL. */
  readonly path: string;
  /** What the request is about, for logs and metrics. */
  readonly target: RequestTarget;
}

/** Returns the address of a collection, of an object in it, or of an object's subresource. */
export function resourceAddress(
  { group, version, resource }: ResourceTarget,
  namespace: string | undefined,
  name?: string,
  subresource?: string,
): ResourceAddress {
  let path = groupVersionPath(group, version);
  if (namespace !== undefined) path += `/namespaces/${segment('namespace', namespace)}`;
  path += `/${segment('resource', resource)}`;
  if (name !== undefined) path += `/${segment('name', name)}`;
  // A subresource may have several segments: `proxy/metrics`.
  if (subresource !== undefined) {
    requireString('subresource', subresource);
    path += `/${subresource
      .split('/')
      .map((part) => segment('subresource', part))
      .join('/')}`;
  }
  return {
    path,
    target: {
      group,
      version,
      resource,
      namespace: namespace ?? '',
      name: name ?? '',
      // Of a proxy's path, only that it is one.
      subresource: subresource?.split('/')[0] ?? '',
    },
  };
}

/** Throws ConfigError `ERR_RESOURCE` for an invalid resource, such as undefined or only a plural. */
export function requireTarget(target: unknown): void {
  // JavaScript callers are not type-checked.
  const { group, version, resource } = Object(target) as Partial<ResourceTarget>;
  if ([group, version, resource].every((part) => typeof part === 'string')) return;
  throw new ConfigError(
    'ERR_RESOURCE',
    `resource must be a descriptor such as coreV1.pods, or have group, version and resource, got ${shownValue(target)}`,
  );
}

/** Formats a resource and name for messages: `pods "nginx"`. */
export function describeTarget(target: ResourceTarget, name?: string): string {
  const what = target.group === '' ? target.resource : `${target.resource}.${target.group}`;
  return name === undefined ? what : `${what} ${shownKey(name)}`;
}

/**
 * Encodes a name as a URL path segment.
 *
 * Throws ConfigError `ERR_NAME` for an invalid one (client-go's IsValidPathSegmentName): a name `../x` must not reach
 * a different object.
 */
export function segment(field: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') {
    throw new ConfigError('ERR_NAME', `${field} must be a non-empty string, got ${shownValue(value)}`);
  }
  if (value === '.' || value === '..' || value.includes('/') || value.includes('%')) {
    throw new ConfigError(
      'ERR_NAME',
      `${field} must not be "." or ".." nor contain "/" or "%", got ${shownValue(value)}`,
    );
  }
  // An unpaired surrogate cannot be encoded as UTF-8.
  if (/\p{Surrogate}/u.test(value))
    throw new ConfigError('ERR_NAME', `${field} must be well-formed Unicode, got ${shownValue(value)}`);
  return encodeURIComponent(value);
}
