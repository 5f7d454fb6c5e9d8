import { shownKey, shownValue } from '../util/shown.js';
import { requireCall } from '../util/known-options.js';
import type { CallOptions } from '../cache/types.js';
import { isNotFound } from '../meta/errors.js';
import type { Resource } from '../meta/resource.js';
import { asError, ConfigError, TransportError } from '../util/errors.js';
import { requireMethods, requireString } from '../util/require.js';
import { throwIfAborted } from '../util/signal.js';
import { SingleFlight } from '../util/single-flight.js';
import { parseDiscovery, parseResourceList } from './discovery-wire.js';
import type {
  ApiGroup,
  ApiResourceList,
  DiscoveryAnswer,
  DiscoveryDocument,
  DiscoveryFailure,
} from './discovery-wire.js';
import { groupVersionPath } from './paths.js';
import { findResource, nearNames } from './resolve.js';
import type { Requester } from './requester.js';
import type { Unstructured } from './unstructured.js';

/** The response of `/version` (version.Info). */
export interface ServerVersion {
  /** Major version: `1`. */
  readonly major: string;
  /** Minor version: `36`; some providers append `+`. */
  readonly minor: string;
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
