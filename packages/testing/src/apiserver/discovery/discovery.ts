import { createHash } from 'node:crypto';
import type { Discovered, Registry, ServedResource } from '../registry/registry.js';
import { partSubresource } from '../write/part-subresources.js';
import { parseAccept } from '../http/negotiation.js';

/** The server's address for clients. */
export interface ServerAddress {
  readonly host: string;
}

/** Returns the subresources that are implemented here. */
function servedSubresources(served: ServedResource | undefined): string[] {
  if (served === undefined) return [];
  return served.resource.subresources.filter(
    (name) =>
      name === 'status' ||
      name === 'scale' ||
      name === 'proxy' ||
      partSubresource(served, name) !== undefined ||
      Object.hasOwn(otherSubresources, name),
  );
}

interface SubresourceKind {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
  readonly verbs: readonly string[];
}

/** What subresources are like; without a kind, the resource's. */
const otherSubresources: Readonly<Record<string, SubresourceKind>> = {
  attach: { kind: 'PodAttachOptions', verbs: ['create', 'get'] },
  binding: { kind: 'Binding', verbs: ['create'] },
  eviction: { group: 'policy', version: 'v1', kind: 'Eviction', verbs: ['create'] },
  exec: { kind: 'PodExecOptions', verbs: ['create', 'get'] },
  log: { verbs: ['get'] },
  portforward: { kind: 'PodPortForwardOptions', verbs: ['create', 'get'] },
  token: { group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest', verbs: ['create'] },
};

function subresourceKind(served: ServedResource | undefined, name: string): SubresourceKind {
  const verbs = ['get', 'patch', 'update'];
  const part = served === undefined ? undefined : partSubresource(served, name);
  if (part !== undefined) return { verbs: part.verbs };
  if (name === 'proxy') return { kind: `${served?.resource.kind ?? ''}ProxyOptions`, verbs: proxyVerbs };
  if (name === 'scale') return { group: 'autoscaling', version: 'v1', kind: 'Scale', verbs };
  return otherSubresources[name] ?? { verbs };
}

const proxyVerbs = ['create', 'delete', 'get', 'patch', 'update'];

/** Custom resources list their verbs in a different order; a terminating one has no write verbs. */
function verbsOf({ resource, served }: Discovered): readonly string[] {
  const customKind = served?.customKind;
  if (customKind === undefined) return resource.verbs.toSorted();
  return customKind.terminating ? readingVerbs : customVerbs;
}

const customVerbs = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
const readingVerbs = ['delete', 'deletecollection', 'get', 'list', 'watch'];

/** Returns the resources of a version: `pods`, `pods/status`. */
function apiResources(registry: Registry, resources: readonly Discovered[]): object[] {
  return resources.flatMap((found) => {
    const { resource, served } = found;
    return [
      {
        name: resource.resource,
        singularName: resource.singular,
        namespaced: resource.namespaced,
        kind: resource.kind,
        verbs: verbsOf(found),
        ...(resource.shortNames.length > 0 ? { shortNames: resource.shortNames } : {}),
        ...(resource.categories.length > 0 ? { categories: resource.categories } : {}),
        ...(served !== undefined &&
          resource.resource !== 'componentstatuses' && {
            storageVersionHash: storageVersionHash(registry, served),
          }),
      },
      ...servedSubresources(served).map((name) => ({
        name: `${resource.resource}/${name}`,
        singularName: '',
        namespaced: resource.namespaced,
        ...listedKind(resource.kind, subresourceKind(served, name)),
      })),
    ];
  });
}

/** In the order of Go's fields. */
function listedKind(own: string, { group, version, kind = own, verbs }: SubresourceKind): object {
  return { ...(group !== undefined && { group, version }), kind, verbs };
}

/** Kinds that are stored in another version than the preferred one, for servers of an older release. */
const storedVersions: Readonly<Record<string, string>> = {
  'clustertrustbundles.certificates.k8s.io': 'v1beta1',
  'customresourcedefinitions.apiextensions.k8s.io': 'v1beta1',
  'podcertificaterequests.certificates.k8s.io': 'v1beta1',
};

/** The hash of the kind in whose form objects are stored (discovery/storageversionhash.go). */
function storageVersionHash(registry: Registry, served: ServedResource): string {
  const { group, resource, kind } = served.form?.stored.resource ?? served.resource;
  const versions = served.customKind === undefined ? registry.versions(group) : [];
  // Built-in kinds are stored in the preferred version that has them.
  const stored =
    served.customKind?.storageVersion ??
    storedVersions[served.id] ??
    versions.find((version) => registry.find(group, version, resource) !== undefined) ??
    served.resource.version;
  return createHash('sha256').update(`${group}/${stored}/${kind}`).digest().subarray(0, 8).toString('base64');
}

/** GET /api/v1, /apis/GROUP/VERSION; undefined for an unknown version. */
export function resourceListDocument(registry: Registry, group: string, version: string): object | undefined {
  const resources = registry.discovered(group, version);
  if (resources.length === 0) return undefined;
  return {
    kind: 'APIResourceList',
    ...(group === '' ? {} : { apiVersion: 'v1' }),
    groupVersion: group === '' ? version : `${group}/${version}`,
    resources: apiResources(registry, resources),
  };
}

/** GET /api. */
export function versionsDocument({ host }: ServerAddress): object {
  return {
    kind: 'APIVersions',
    versions: ['v1'],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: host }],
  };
}

/** Returns a group's name and versions, the preferred one first. */
function groupOf(registry: Registry, name: string): object {
  const versions = registry
    .versions(name)
    .map((version) => ({ groupVersion: `${name}/${version}`, version }));
  return { name, versions, preferredVersion: versions[0] };
}

/** GET /apis/GROUP; undefined for an unknown group. */
export function groupDocument(registry: Registry, group: string): object | undefined {
  if (registry.versions(group).length === 0) return undefined;
  return { kind: 'APIGroup', apiVersion: 'v1', ...groupOf(registry, group) };
}

/** GET /apis. */
export function groupListDocument(registry: Registry): object {
  const groups = registry.groups().map((group) => groupOf(registry, group));
  return { kind: 'APIGroupList', apiVersion: 'v1', groups };
}

/** Returns the aggregated discovery document of /api or /apis. */
export function aggregatedDocument(registry: Registry, core: boolean, version: string): object {
  const groups = core ? [''] : registry.groups();
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: `apidiscovery.k8s.io/${version}`,
    metadata: {},
    items: groups.map((group) => ({
      metadata: group === '' ? { creationTimestamp: null } : { name: group, creationTimestamp: null },
      versions: registry.versions(group).map((groupVersion) => ({
        version: groupVersion,
        resources: registry.discovered(group, groupVersion).map(aggregatedResource),
        freshness: 'Current',
      })),
    })),
  };
}

function aggregatedResource(found: Discovered): object {
  const { resource, served } = found;
  const responseKind = { group: resource.group, version: resource.version, kind: resource.kind };
  const subresources = servedSubresources(served).map((subresource) => ({
    subresource,
    ...aggregatedKind(responseKind, subresourceKind(served, subresource)),
  }));
  return {
    resource: resource.resource,
    responseKind,
    scope: resource.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: resource.singular,
    verbs: verbsOf(found),
    ...(resource.shortNames.length > 0 ? { shortNames: resource.shortNames } : {}),
    ...(resource.categories.length > 0 ? { categories: resource.categories } : {}),
    ...(subresources.length > 0 ? { subresources } : {}),
  };
}

function aggregatedKind(parent: object, { verbs, ...kind }: SubresourceKind): object {
  return { responseKind: { ...parent, ...kind }, verbs };
}

/** Returns the aggregated version that a client requests; undefined for the legacy documents. */
export function aggregatedVersion(accept: string | undefined): string | undefined {
  for (const { type, subType, parameters } of parseAccept(accept ?? '')) {
    if (type !== 'application' || subType !== 'json') continue;
    if (parameters.get('as') !== 'APIGroupDiscoveryList') return undefined;
    const version = parameters.get('v');
    if (parameters.get('g') === 'apidiscovery.k8s.io' && (version === 'v2' || version === 'v2beta1'))
      return version;
  }
  return undefined;
}

/** Returns the ETag of a document. */
export function entityTag(text: string): string {
  return `"${createHash('sha512').update(text).digest('hex').toUpperCase()}"`;
}
