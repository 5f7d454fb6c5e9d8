import { ConfigError } from '../util/errors.js';
import type { GroupVersionKind, GroupVersionResource } from './resource.js';
import { parseGroupVersion } from './resource.js';
import type { KubernetesObject } from './types.js';

/** schema.GroupResource: a resource in whatever version. */
export interface GroupResource {
  readonly group: string;
  readonly resource: string;
}

/** schema.GroupKind: a kind in whatever version. */
export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

/** `v1`, `apps/v1`: the way back from `parseGroupVersion`. */
export function formatGroupVersion(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`;
}

/** `pods`, `deployments.apps`: how the API server names a resource in its messages. */
export function formatGroupResource({ group, resource }: GroupResource): string {
  return group === '' ? resource : `${resource}.${group}`;
}

/** `Pod`, `Deployment.apps`. */
export function formatGroupKind({ group, kind }: GroupKind): string {
  return group === '' ? kind : `${kind}.${group}`;
}

/** `/v1, Kind=Pod`, `apps/v1, Kind=Deployment`, as Go prints a GroupVersionKind. */
export function formatGroupVersionKind({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}, Kind=${kind}`;
}

/** `/v1, Resource=pods`, as Go prints a GroupVersionResource. */
export function formatGroupVersionResource({ group, version, resource }: GroupVersionResource): string {
  return `${group}/${version}, Resource=${resource}`;
}

/**
 * schema.ParseGroupResource: `deployments.apps` → resource and group, `pods` → the core group. Everything after the first
 * dot is the group.
 */
export function parseGroupResource(text: string): GroupResource {
  const [resource, group] = cut(text);
  return { group, resource };
}

/** schema.ParseGroupKind: `Deployment.apps`. */
export function parseGroupKind(text: string): GroupKind {
  const [kind, group] = cut(text);
  return { group, kind };
}

/**
 * schema.ParseResourceArg: what a user may mean by `deployments.v1.apps`, RESOURCE.VERSION.GROUP as kubectl takes it.
 *
 * Two readings, since a group may look like a version: with two dots or more it may be a full name
 * (`groupVersionResource`), and it may always be RESOURCE or RESOURCE.GROUP (`groupResource`). Try the full name first.
 * `pods.v1.` is the core group's full name. Throws ConfigError `ERR_RESOURCE` when nothing stands before the first dot.
 */
export function parseResourceArg(text: string): {
  readonly groupVersionResource: GroupVersionResource | undefined;
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

/** schema.ParseKindArg: `parseResourceArg` for KIND, KIND.GROUP and KIND.VERSION.GROUP. */
export function parseKindArg(text: string): {
  readonly groupVersionKind: GroupVersionKind | undefined;
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
  return { ...parseGroupVersion(apiVersion), kind };
}

/** What an object says that it is; undefined when it lacks apiVersion or kind, as the items of a server's list do. */
export function groupVersionKindOf(object: KubernetesObject): GroupVersionKind | undefined {
  const { apiVersion, kind } = object;
  if (apiVersion === undefined || apiVersion === '' || kind === undefined || kind === '') return undefined;
  return groupVersionKind(apiVersion, kind);
}

function cut(text: string): [before: string, after: string] {
  const dot = text.indexOf('.');
  return dot === -1 ? [text, ''] : [text.slice(0, dot), text.slice(dot + 1)];
}

function requirePart(part: string, value: string, text: string, expected: string): void {
  if (value === '') {
    throw new ConfigError(
      'ERR_RESOURCE',
      `${part} is missing in ${JSON.stringify(text)}, expected ${expected}`,
    );
  }
}
