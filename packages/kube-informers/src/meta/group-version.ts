import { requireString, requireStrings } from '../util/require.js';

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

/** Parses a kind (schema.ParseGroupKind): `Deployment.apps`. */
export function parseGroupKind(text: string): GroupKind {
  requireString('name of a kind', text);
  const dot = text.indexOf('.');
  return dot === -1 ? { group: '', kind: text } : { group: text.slice(dot + 1), kind: text.slice(0, dot) };
}
