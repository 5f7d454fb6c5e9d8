import { shownKey } from '../util/shown.js';
import { ConfigError } from '../util/errors.js';
import { requireObject, requireString, requireStrings } from '../util/require.js';
import type { GroupVersionKind, GroupVersionResource } from './resource.js';
import { parseGroupVersion } from './resource.js';
import type { KubernetesObject } from './types.js';
import type { DeepReadonly } from '../util/deep-readonly.js';

/** schema.GroupResource: a resource in any version. */
export interface GroupResource {
  /** API group; "" is the core group. */
  readonly group: string;
  /** Plural name in URLs: `pods`. */
  readonly resource: string;
}

/** schema.GroupKind: a kind in any version. */
export interface GroupKind {
  /** API group; "" is the core group. */
  readonly group: string;
  /** Kind: `Pod`. */
  readonly kind: string;
}

/** Formats an apiVersion, the inverse of `parseGroupVersion`: `v1`, `apps/v1`. */
export function formatGroupVersion(group: string, version: string): string {
  requireStrings('an apiVersion', { group, version }, ['group', 'version']);
  return group === '' ? version : `${group}/${version}`;
}

/** Formats a resource as in the API server's messages: `pods`, `deployments.apps`. */
export function formatGroupResource(given: GroupResource): string {
  requireStrings('resource', given, ['group', 'resource']);
  const { group, resource } = given;
  return group === '' ? resource : `${resource}.${group}`;
}

/** Formats a kind: `Pod`, `Deployment.apps`. */
export function formatGroupKind(given: GroupKind): string {
  requireStrings('kind', given, ['group', 'kind']);
  const { group, kind } = given;
  return group === '' ? kind : `${kind}.${group}`;
}

/**
 * Parses a resource (schema.ParseGroupResource): `deployments.apps`, or `pods` of the core group.
 *
 * The group starts after the first dot.
 */
export function parseGroupResource(text: string): GroupResource {
  const [resource, group] = cut(text);
  return { group, resource };
}

/** Parses a kind (schema.ParseGroupKind): `Deployment.apps`. */
export function parseGroupKind(text: string): GroupKind {
  const [kind, group] = cut(text);
  return { group, kind };
}

/**
 * Parses RESOURCE.VERSION.GROUP as kubectl accepts it (schema.ParseResourceArg): `deployments.v1.apps`.
 *
 * There are two interpretations, since a group may look like a version: with two dots or more it may be a full name
 * (`groupVersionResource`), and it may always be RESOURCE or RESOURCE.GROUP (`groupResource`). Try the full name
 * first. `pods.v1.` is a full name in the core group. Throws ConfigError `ERR_RESOURCE` if it starts with a dot.
 */
export function parseResourceArg(text: string): {
  /** The argument as resource, version and group, if it has at least two dots. */
  readonly groupVersionResource: GroupVersionResource | undefined;
  /** The argument as resource and group. */
  readonly groupResource: GroupResource;
} {
  const groupResource = parseGroupResource(text);
  requirePart('resource', groupResource.resource, text, 'RESOURCE, RESOURCE.GROUP or RESOURCE.VERSION.GROUP');
  const dot = groupResource.group.indexOf('.');
  if (dot <= 0) return { groupVersionResource: undefined, groupResource };
  return {
    groupVersionResource: {
      group: groupResource.group.slice(dot + 1),
      version: groupResource.group.slice(0, dot),
      resource: groupResource.resource,
    },
    groupResource,
  };
}

/** Like `parseResourceArg`, for KIND, KIND.GROUP and KIND.VERSION.GROUP (schema.ParseKindArg). */
export function parseKindArg(text: string): {
  /** The argument as kind, version and group, if it has at least two dots. */
  readonly groupVersionKind: GroupVersionKind | undefined;
  /** The argument as kind and group. */
  readonly groupKind: GroupKind;
} {
  const groupKind = parseGroupKind(text);
  requirePart('kind', groupKind.kind, text, 'KIND, KIND.GROUP or KIND.VERSION.GROUP');
  const dot = groupKind.group.indexOf('.');
  if (dot <= 0) return { groupVersionKind: undefined, groupKind };
  return {
    groupVersionKind: {
      group: groupKind.group.slice(dot + 1),
      version: groupKind.group.slice(0, dot),
      kind: groupKind.kind,
    },
    groupKind,
  };
}

/** schema.FromAPIVersionAndKind. Throws ConfigError `ERR_RESOURCE` for an apiVersion with more than one slash. */
export function groupVersionKind(apiVersion: string, kind: string): GroupVersionKind {
  requireString('kind', kind);
  return { ...parseGroupVersion(apiVersion), kind };
}

/** Returns an object's group, version and kind; undefined without apiVersion or kind, as in a server's list items. */
export function groupVersionKindOf(object: DeepReadonly<KubernetesObject>): GroupVersionKind | undefined {
  requireObject('object of groupVersionKindOf', object);
  const { apiVersion, kind } = object;
  if (apiVersion === undefined || apiVersion === '' || kind === undefined || kind === '') return undefined;
  return groupVersionKind(apiVersion, kind);
}

function cut(text: string): [before: string, after: string] {
  requireString('name of a resource or kind', text);
  const dot = text.indexOf('.');
  return dot === -1 ? [text, ''] : [text.slice(0, dot), text.slice(dot + 1)];
}

function requirePart(part: string, value: string, text: string, expected: string): void {
  if (value === '') {
    throw new ConfigError('ERR_RESOURCE', `${part} is missing in ${shownKey(text)}, expected ${expected}`);
  }
}
