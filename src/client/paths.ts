import { ConfigError } from '../util/errors.js';
import { requireString } from '../util/require.js';

/**
 * Where a resource is served: a descriptor made by `defineResource`, or no more than group, version and resource, as
 * client-go's dynamic client takes it. Without `namespaced` nobody here knows the scope: the server then has the say.
 */
export interface ResourceTarget {
  /** API group; "" is the core group. */
  readonly group: string;
  readonly version: string;
  /** Plural, lower case: `pods`. */
  readonly resource: string;
  readonly kind?: string | undefined;
  readonly namespaced?: boolean | undefined;
}

/** The URL path of a group and version: `/api/v1`, `/apis/apps/v1`. */
export function groupVersionPath(group: string, version: string): string {
  return group === ''
    ? `/api/${segment('version', version)}`
    : `/apis/${segment('group', group)}/${segment('version', version)}`;
}

/** The URL path of a collection, or of one object in it, or of a subresource of that. */
export function resourcePath(
  target: ResourceTarget,
  namespace: string | undefined,
  name?: string,
  subresource?: string,
): string {
  let path = groupVersionPath(target.group, target.version);
  if (namespace !== undefined) path += `/namespaces/${segment('namespace', namespace)}`;
  path += `/${segment('resource', target.resource)}`;
  if (name !== undefined) path += `/${segment('name', name)}`;
  // A subresource may have parts of its own: `proxy/metrics`.
  if (subresource !== undefined) {
    requireString('subresource', subresource);
    path += `/${subresource
      .split('/')
      .map((part) => segment('subresource', part))
      .join('/')}`;
  }
  return path;
}

/** Throws ConfigError `ERR_RESOURCE` for what names no resource: undefined, or a plural alone. */
export function requireTarget(target: unknown): void {
  // Called from JavaScript as well, where nothing checked the type; its members are only looked at.
  const { group, version, resource } = Object(target) as Partial<ResourceTarget>;
  if ([group, version, resource].every((part) => typeof part === 'string')) return;
  throw new ConfigError(
    'ERR_RESOURCE',
    `resource must be a descriptor such as coreV1.pods, or have group, version and resource, got ${show(target)}`,
  );
}

/** `pods "nginx"` for messages. */
export function describeTarget(target: ResourceTarget, name?: string): string {
  const what = target.group === '' ? target.resource : `${target.resource}.${target.group}`;
  return name === undefined ? what : `${what} ${JSON.stringify(name)}`;
}

/**
 * A name as a part of a URL path. Throws ConfigError `ERR_NAME` for what cannot be one (client-go's
 * IsValidPathSegmentName): a name `../x` must not reach another object.
 */
export function segment(field: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') {
    throw new ConfigError('ERR_NAME', `${field} must be a non-empty string, got ${show(value)}`);
  }
  if (value === '.' || value === '..' || value.includes('/') || value.includes('%')) {
    throw new ConfigError(
      'ERR_NAME',
      `${field} must not be "." or ".." nor contain "/" or "%", got ${show(value)}`,
    );
  }
  // Half a surrogate pair has no UTF-8.
  if (/\p{Surrogate}/u.test(value))
    throw new ConfigError('ERR_NAME', `${field} must be well-formed Unicode, got ${show(value)}`);
  return encodeURIComponent(value);
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined';
}
