import { defineResource } from '../meta/resource.js';
import type { Resource } from '../meta/resource.js';
import { ConfigError, KubeInformersError, TransportError, asError } from '../util/errors.js';
import { shownKey, shownValue, shownWord } from '../util/shown.js';
import type { Unstructured } from './call-options.js';
import type { KubernetesObject } from '../meta/types.js';
import { requireList, requireMethods, requireString, requireStrings } from '../util/require.js';
import { editDistance, requireCall } from '../util/known-options.js';
import type { CallOptions } from '../meta/calls.js';
import { isNotFound } from '../meta/errors.js';
import { throwIfAborted, SingleFlight } from '../util/signal.js';
import { groupVersionPath } from './requests.js';
import type { Requester } from './requests.js';

/** A group that the server serves. */
export interface ApiGroup {
  /** "" is the core group. */
  readonly name: string;
  /** Preferred version first, then in the server's order. */
  readonly versions: readonly string[];
  /** The version that the server prefers: `v1`. */
  readonly preferredVersion: string;
}

/** A group-version whose resources could not be discovered. */
export interface DiscoveryFailure {
  /** `metrics.k8s.io/v1beta1`. */
  readonly apiVersion: string;
  /** Why the group-version could not be read. */
  readonly error: Error;
}

/** The content of one of the two discovery documents, `/api` and `/apis`. */
export interface DiscoveryDocument {
  readonly groups: readonly ApiGroup[];
  readonly resources: readonly Resource<Unstructured>[];
  readonly failures: readonly DiscoveryFailure[];
  /** Group-versions whose resources must be requested separately (legacy discovery). */
  readonly groupVersionsToAsk: readonly { readonly group: string; readonly version: string }[];
}

/** metav1.APIVersions (`/api`), metav1.APIGroupList (`/apis`) or apidiscovery's APIGroupDiscoveryList (both). */
export interface DiscoveryAnswer {
  readonly kind?: string;
  readonly versions?: readonly string[];
  readonly groups?: readonly {
    readonly name?: string;
    readonly versions?: readonly { readonly version?: string }[];
    readonly preferredVersion?: { readonly version?: string };
  }[];
  readonly items?: readonly AggregatedGroup[];
}

interface AggregatedGroup {
  readonly metadata?: { readonly name?: string };
  readonly versions?: readonly {
    readonly version: string;
    readonly freshness?: string;
    readonly resources?: readonly AggregatedResource[];
  }[];
}

interface AggregatedResource {
  readonly resource: string;
  readonly responseKind?: { readonly kind?: string } | null;
  readonly scope?: string;
  readonly singularResource?: string;
  readonly verbs?: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?: readonly { readonly subresource: string }[];
}

/** metav1.APIResourceList: the resources of one group-version in legacy discovery. */
export interface ApiResourceList {
  readonly groupVersion?: string;
  readonly resources?: readonly {
    readonly name: string;
    readonly singularName?: string;
    readonly namespaced?: boolean;
    readonly kind?: string;
    readonly verbs?: readonly string[];
    readonly shortNames?: readonly string[];
    readonly categories?: readonly string[];
  }[];
}

const nothing: DiscoveryDocument = { groups: [], resources: [], failures: [], groupVersionsToAsk: [] };

/** Parses an aggregated or legacy discovery document, recognised by its `kind`. */
export function parseDiscovery(answer: DiscoveryAnswer): DiscoveryDocument {
  switch (answer.kind) {
    case 'APIGroupDiscoveryList':
      return parseAggregated(answer.items ?? []);
    case 'APIVersions': {
      const [preferredVersion, ...others] = answer.versions ?? [];
      if (preferredVersion === undefined) return nothing;
      const versions = [preferredVersion, ...others];
      return {
        ...nothing,
        groups: [{ name: '', versions, preferredVersion }],
        groupVersionsToAsk: versions.map((version) => ({ group: '', version })),
      };
    }
    case 'APIGroupList': {
      const groups = (answer.groups ?? []).flatMap((group) => {
        const versions = (group.versions ?? []).flatMap((entry) => entry.version ?? []);
        return apiGroup(group.name ?? '', versions, group.preferredVersion?.version);
      });
      const groupVersionsToAsk = groups.flatMap((group) =>
        group.versions.map((version) => ({ group: group.name, version })),
      );
      return { ...nothing, groups, groupVersionsToAsk };
    }
    default:
      throw new TransportError(
        'ERR_NOT_KUBERNETES',
        `discovery must answer with APIGroupDiscoveryList, APIGroupList or APIVersions, got kind ${shownWord(answer.kind)}`,
      );
  }
}

/** Returns the resources of one group-version, each with its subresources. */
export function parseResourceList(
  group: string,
  version: string,
  list: ApiResourceList,
): { resources: Resource<Unstructured>[]; failures: DiscoveryFailure[] } {
  const subresources = new Map<string, string[]>();
  for (const { name } of list.resources ?? []) {
    const slash = name.indexOf('/');
    if (slash === -1) continue;
    const parent = name.slice(0, slash);
    const known = subresources.get(parent);
    if (known === undefined) subresources.set(parent, [name.slice(slash + 1)]);
    else known.push(name.slice(slash + 1));
  }
  const collector = new Collector();
  for (const entry of list.resources ?? []) {
    if (entry.name.includes('/')) continue;
    collector.add(group, version, {
      resource: entry.name,
      kind: entry.kind,
      namespaced: entry.namespaced === true,
      singular: entry.singularName,
      shortNames: entry.shortNames,
      categories: entry.categories,
      verbs: entry.verbs,
      subresources: subresources.get(entry.name),
    });
  }
  return collector;
}

function parseAggregated(items: readonly AggregatedGroup[]): DiscoveryDocument {
  const groups: ApiGroup[] = [];
  const collector = new Collector();
  for (const item of items) {
    const group = item.metadata?.name ?? '';
    const fresh = [];
    for (const { version, freshness, resources } of item.versions ?? []) {
      const apiVersion = group === '' ? version : `${group}/${version}`;
      if (freshness === 'Stale') {
        const error = new KubeInformersError(
          'ERR_DISCOVERY_STALE',
          `discovery of ${apiVersion} is stale: the API server could not reach the server behind it`,
        );
        collector.failures.push({ apiVersion, error });
        continue;
      }
      fresh.push(version);
      for (const entry of resources ?? []) {
        // Only a parent that exists for its subresources has no kind.
        if (entry.responseKind?.kind === undefined || entry.responseKind.kind === '') continue;
        collector.add(group, version, {
          resource: entry.resource,
          kind: entry.responseKind.kind,
          namespaced: entry.scope === 'Namespaced',
          singular: entry.singularResource,
          shortNames: entry.shortNames,
          categories: entry.categories,
          verbs: entry.verbs,
          subresources: entry.subresources?.map(({ subresource }) => subresource),
        });
      }
    }
    groups.push(...apiGroup(group, fresh, fresh[0]));
  }
  return { ...nothing, groups, resources: collector.resources, failures: collector.failures };
}

function apiGroup(name: string, versions: readonly string[], preferred: string | undefined): ApiGroup[] {
  const preferredVersion = preferred !== undefined && versions.includes(preferred) ? preferred : versions[0];
  if (preferredVersion === undefined) return [];
  const others = versions.filter((version) => version !== preferredVersion);
  return [{ name, versions: [preferredVersion, ...others], preferredVersion }];
}

interface Described {
  readonly resource: string;
  readonly kind: string | undefined;
  readonly namespaced: boolean;
  readonly singular: string | undefined;
  readonly shortNames: readonly string[] | undefined;
  readonly categories: readonly string[] | undefined;
  readonly verbs: readonly string[] | undefined;
  readonly subresources: readonly string[] | undefined;
}

/** Converts entries to descriptors; an invalid entry is a separate failure and does not fail discovery. */
class Collector {
  readonly resources: Resource<Unstructured>[] = [];
  readonly failures: DiscoveryFailure[] = [];

  add(group: string, version: string, entry: Described): void {
    try {
      const kind = entry.kind ?? '';
      this.resources.push(
        defineResource<Unstructured>({
          group,
          version,
          resource: entry.resource,
          kind,
          namespaced: entry.namespaced,
          // Servers before 1.27 leave it empty.
          singular:
            entry.singular === undefined || entry.singular === '' ? kind.toLowerCase() : entry.singular,
          shortNames: entry.shortNames ?? [],
          categories: entry.categories ?? [],
          verbs: entry.verbs ?? [],
          subresources: entry.subresources ?? [],
        }),
      );
    } catch {
      const apiVersion = group === '' ? version : `${group}/${version}`;
      // The original error quotes the server's data, which may repeat the token.
      const error = new KubeInformersError(
        'ERR_RESOURCE',
        `discovery of ${apiVersion} lists an entry whose resource, kind or version is not a valid name`,
      );
      this.failures.push({ apiVersion, error });
    }
  }
}

/** A parsed resource name, such as `deployments.v1.apps`. */
interface Asked {
  readonly name: string;
  /** `undefined`: any group. "" is the core group. */
  readonly group: string | undefined;
  readonly version: string | undefined;
}

/**
 * Finds a resource by a name as kubectl accepts it.
 *
 * For example `pods`, `pod`, `po`, `Pod`, `deploy.apps`, `deployments.v1.apps`, `pods.v1.`, in any case; a group may
 * be abbreviated (`storageclasses.storage`).
 *
 * `resources` is in order of priority: the first match wins. A plural or singular takes precedence over a short name,
 * and both over a kind; an exact group over an abbreviated one.
 */
export function findResource<R extends Resource<KubernetesObject>>(
  resources: readonly R[],
  name: string,
): R | undefined {
  requireString('name of a resource', name);
  requireList('resources of findResource', resources);
  for (const resource of resources) requireStrings('a resource', resource, ['group', 'version', 'resource']);
  const asked = readings(name.toLowerCase());
  for (const { name: part, version, group } of asked) {
    const ofVersion = resources.filter((resource) => version === undefined || resource.version === version);
    const exact = ofVersion.filter((resource) => group === undefined || resource.group === group);
    const found = byNameOrShortName(exact, part);
    if (found !== undefined) return found;
    if (group === undefined || group === '') continue;
    const alike = byNameOrShortName(
      ofVersion.filter((resource) => resource.group.startsWith(group)),
      part,
    );
    if (alike !== undefined) return alike;
  }
  return firstOf(asked, ({ name: kind, version, group }) =>
    resources.find(
      (resource) =>
        resource.kind.toLowerCase() === kind &&
        (version === undefined || resource.version === version) &&
        (group === undefined || resource.group === group),
    ),
  );
}

function byNameOrShortName<R extends Resource<KubernetesObject>>(
  resources: readonly R[],
  name: string,
): R | undefined {
  return (
    resources.find((resource) => resource.resource === name || resource.singular === name) ??
    resources.find((resource) => resource.shortNames.includes(name))
  );
}

function firstOf<A, B>(values: readonly A[], find: (value: A) => B | undefined): B | undefined {
  for (const value of values) {
    const found = find(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the possible interpretations of a name, most likely first (schema.ParseResourceArg). */
function readings(name: string): Asked[] {
  const [first = '', second, ...rest] = name.split('.');
  if (first === '') return [];
  if (second === undefined) return [{ name: first, group: undefined, version: undefined }];
  const readings: Asked[] = [];
  if (rest.length > 0) readings.push({ name: first, version: second, group: rest.join('.') });
  readings.push({ name: first, group: [second, ...rest].join('.'), version: undefined });
  // `pods.v1`, as this library prints it; kubectl requires a dot after it.
  if (rest.length === 0 && /^v\d/.test(second)) readings.push({ name: first, version: second, group: '' });
  return readings;
}

/** Returns up to three names that are likely misspelled as `name`. */
export function nearNames(resources: readonly Resource<KubernetesObject>[], name: string): string[] {
  const wanted = (name.split('.')[0] ?? '').toLowerCase();
  const reach = wanted.length < 6 ? 1 : 2;
  const near = new Map<string, number>();
  for (const resource of resources) {
    const distance = Math.min(
      editDistance(wanted, resource.resource, reach + 1),
      editDistance(wanted, resource.singular, reach + 1),
    );
    const best = near.get(resource.resource) ?? reach;
    if (distance <= best) near.set(resource.resource, distance);
  }
  return [...near]
    .sort((a, b) => a[1] - b[1])
    .slice(0, 3)
    .map(([known]) => known);
}

/** The response of `/version` (version.Info). */
export interface ServerVersion {
  /** Major version: `1`. */
  readonly major: string;
  /** Minor version: `36`; some providers append `+`. */
  readonly minor: string;
  /** Major version that the server emulates (`--emulated-version`), from 1.33 on: `1`. */
  readonly emulationMajor?: string | undefined;
  /** Minor version that the server emulates, by default its own, from 1.33 on: `36`. */
  readonly emulationMinor?: string | undefined;
  /** `v1.30.0`. */
  readonly gitVersion: string;
  /** Commit that the server was built from. */
  readonly gitCommit?: string | undefined;
  /** `clean`, unless the server was built from changed sources. */
  readonly gitTreeState?: string | undefined;
  /** When the server was built. */
  readonly buildDate?: string | undefined;
  /** Version of Go: `go1.25.0`. */
  readonly goVersion?: string | undefined;
  /** Compiler of Go: `gc`. */
  readonly compiler?: string | undefined;
  /** Platform of the server: `linux/amd64`. */
  readonly platform?: string | undefined;
}

/** Everything that a server reports to serve. */
export interface ServerResources {
  /** The core group first, then in the server's order of priority. */
  readonly groups: readonly ApiGroup[];
  /** By priority: by group, within a group the preferred version first. Subresources are listed in their parent. */
  readonly resources: readonly Resource<Unstructured>[];
  /** Group-versions whose resources are unknown, usually because an aggregated API's server is down. */
  readonly failures: readonly DiscoveryFailure[];
}

/**
 * Accept header: aggregated discovery first (KEP-3352: two requests for everything), then legacy discovery.
 *
 * The server requires this order of the parameters.
 */
const acceptDiscovery = ['v2', 'v2beta1']
  .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
  .concat('application/json')
  .join(',');

/** Concurrent requests in legacy discovery, which has one per group-version. */
const legacyConcurrency = 10;

/**
 * Discovers what an API server serves, and resolves resource names.
 *
 * The result is cached until `invalidate`; `resolve` discovers again once for an unknown name, so that a new CRD is
 * found. Concurrent callers share the requests. A failed download is not cached.
 */
export class Discovery {
  readonly #rest: Requester;
  #flight = this.#newFlight();
  #cached: ServerResources | undefined;

  /** Reads which groups, versions and resources the API server has. */
  constructor(rest: Requester) {
    requireMethods('rest of a Discovery', rest, ['request']);
    this.#rest = rest;
  }

  /**
   * Returns the server's version, uncached. Rejects with TransportError `ERR_NOT_KUBERNETES` without a gitVersion.
   */
  async serverVersion(call: CallOptions = {}): Promise<ServerVersion> {
    requireCall('serverVersion', call);
    const version = await this.#rest.request<Partial<ServerVersion>>({
      method: 'GET',
      path: '/version',
      signal: call.signal,
    });
    if (typeof version.gitVersion !== 'string') {
      throw new TransportError(
        'ERR_NOT_KUBERNETES',
        `/version must answer with a gitVersion, as the Kubernetes API does, got ${version.gitVersion === undefined ? 'none' : `of type ${typeof version.gitVersion}`}`,
      );
    }
    // The other strings are informational; programs read gitVersion, which was checked above.
    return version as ServerVersion;
  }

  /**
   * Returns everything that is served.
   *
   * Parts that could not be discovered are in `failures`; rejects only if `/apis` failed.
   */
  async serverResources(call: CallOptions = {}): Promise<ServerResources> {
    requireCall('a discovery call', call);
    throwIfAborted(call.signal);
    return this.#cached ?? this.#flight.get(call.signal);
  }

  /** Returns the groups, core first. */
  async groups(call: CallOptions = {}): Promise<readonly ApiGroup[]> {
    return (await this.serverResources(call)).groups;
  }

  /**
   * Returns the resources of one group-version (`v1`, `apps/v1`); empty if not served. Rejects if discovery failed.
   */
  async resourcesOf(apiVersion: string, call: CallOptions = {}): Promise<readonly Resource<Unstructured>[]> {
    requireString('apiVersion of resourcesOf', apiVersion);
    const { resources, failures } = await this.serverResources(call);
    const found = resources.filter((resource) => resource.apiVersion === apiVersion);
    const failure = failures.find((entry) => entry.apiVersion === apiVersion);
    if (found.length === 0 && failure !== undefined) throw failure.error;
    return found;
  }

  /**
   * Resolves a resource name by kubectl's rules.
   *
   * A name is a plural, singular, short name or kind in any case, alone or as `resource.group` or
   * `resource.version.group`. Among several matches the core group comes first, then the server's order of groups;
   * within a group the preferred version.
   *
   * Rejects with ConfigError `ERR_UNKNOWN_RESOURCE` if the server has no such resource.
   */
  async resolve(name: string, call: CallOptions = {}): Promise<Resource<Unstructured>> {
    requireString('name of a resource', name);
    return this.#find(call, JSON.stringify(name), ({ resources }) => findResource(resources, name), name);
  }

  /**
   * Resolves the resource of an apiVersion and kind, such as `apps/v1` and `Deployment`. Rejects as `resolve` does.
   */
  async resolveKind(
    apiVersion: string,
    kind: string,
    call: CallOptions = {},
  ): Promise<Resource<Unstructured>> {
    requireString('apiVersion of a kind', apiVersion);
    requireString('kind', kind);
    return this.#find(
      call,
      `kind ${shownValue(kind)} in ${shownKey(apiVersion)}`,
      ({ resources }) =>
        resources.find((resource) => resource.apiVersion === apiVersion && resource.kind === kind),
      kind,
    );
  }

  /** Drops the cached result: the next call asks the server. */
  invalidate(): void {
    this.#cached = undefined;
    // A running download continues for its callers only.
    this.#flight = this.#newFlight();
  }

  async #find(
    call: CallOptions,
    what: string,
    find: (server: ServerResources) => Resource<Unstructured> | undefined,
    name: string,
  ): Promise<Resource<Unstructured>> {
    const before = this.#cached;
    let server = await this.serverResources(call);
    let found = find(server);
    if (found === undefined && before !== undefined) {
      // Another caller may have refreshed it in the meantime.
      if (this.#cached === before) this.invalidate();
      server = await this.serverResources(call);
      found = find(server);
    }
    if (found !== undefined) return found;
    const near = nearNames(server.resources, name);
    const hint = near.length === 0 ? '' : `; did you mean ${near.join(', ')}?`;
    const failed = server.failures.map(({ apiVersion }) => apiVersion);
    const gaps = failed.length === 0 ? '' : ` (not known: ${[...new Set(failed)].join(', ')})`;
    throw new ConfigError(
      'ERR_UNKNOWN_RESOURCE',
      `the server has no resource type ${what}${gaps}${hint}`,
      failed.length === 0 ? {} : { cause: server.failures[0]?.error },
    );
  }

  #newFlight(): SingleFlight<ServerResources> {
    const flight = new SingleFlight(async (signal) => {
      const server = await downloadResources(this.#rest, signal);
      if (this.#flight === flight && !signal.aborted) this.#cached = server;
      return server;
    });
    return flight;
  }
}

async function downloadResources(rest: Requester, signal: AbortSignal): Promise<ServerResources> {
  const [core, others] = await Promise.all([
    downloadDocument(rest, '/api', signal).catch((error: unknown) => {
      // A server that serves only its own groups has no core group.
      if (isNotFound(error)) return undefined;
      throw error;
    }),
    downloadDocument(rest, '/apis', signal),
  ]);
  const documents = core === undefined ? [others] : [core, others];
  const resources = documents.flatMap((document) => document.resources);
  const failures = documents.flatMap((document) => document.failures);
  const toAsk = documents.flatMap((document) => document.groupVersionsToAsk);
  await forEachLimited(toAsk, legacyConcurrency, async ({ group, version }) => {
    const path = groupVersionPath(group, version);
    try {
      const answer = await rest.request<ApiResourceList>({ method: 'GET', path, signal });
      const parsed = parseResourceList(group, version, answer);
      resources.push(...parsed.resources);
      failures.push(...parsed.failures);
    } catch (thrown) {
      throwIfAborted(signal);
      failures.push({
        apiVersion: group === '' ? version : `${group}/${version}`,
        error: asError(thrown),
      });
    }
  });
  const groups = documents.flatMap((document) => document.groups);
  return { groups, resources: byPriority(resources, groups), failures };
}

async function downloadDocument(
  rest: Requester,
  path: string,
  signal: AbortSignal,
): Promise<DiscoveryDocument> {
  return parseDiscovery(
    await rest.request<DiscoveryAnswer>({ method: 'GET', path, accept: acceptDiscovery, signal }),
  );
}

/**
 * Sorts core v1 first, then by group as served, within a group the preferred version first (restmapper's priorities).
 */
function byPriority(
  resources: readonly Resource<Unstructured>[],
  groups: readonly ApiGroup[],
): Resource<Unstructured>[] {
  const rank = new Map<string, number>();
  for (const group of groups) {
    for (const version of group.versions) {
      rank.set(group.name === '' ? version : `${group.name}/${version}`, rank.size);
    }
  }
  const rankOf = (resource: Resource<Unstructured>): number => rank.get(resource.apiVersion) ?? rank.size;
  return resources.toSorted((a, b) => rankOf(a) - rankOf(b));
}

async function forEachLimited<V>(
  values: readonly V[],
  limit: number,
  work: (value: V) => Promise<void>,
): Promise<void> {
  const iterator = values.values();
  await Promise.all(
    Array.from({ length: Math.min(limit, values.length) }, async () => {
      for (const value of iterator) await work(value);
    }),
  );
}
