import { requireCall } from '../util/known-options.js';
import type { CallOptions } from '../cache/types.js';
import { isNotFound } from '../meta/errors.js';
import type { Resource } from '../meta/resource.js';
import { asError, ConfigError, TransportError } from '../util/errors.js';
import { requireMethods, requireString } from '../util/require.js';
import { raceSignal, throwIfAborted } from '../util/signal.js';
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
import type { Requester } from './resource-client.js';
import type { Unstructured } from './unstructured.js';

/** version.Info: the answer of `/version`. */
export interface ServerVersion {
  readonly major: string;
  readonly minor: string;
  /** `v1.36.4`. */
  readonly gitVersion: string;
  readonly gitCommit?: string;
  readonly gitTreeState?: string;
  readonly buildDate?: string;
  readonly goVersion?: string;
  readonly compiler?: string;
  readonly platform?: string;
}

/** Everything that a server says it serves. */
export interface ServerResources {
  /** Core first, then as the server orders them: by priority. */
  readonly groups: readonly ApiGroup[];
  /** In order of priority: by group, within a group the preferred version first. Subresources are named in their parent. */
  readonly resources: readonly Resource<Unstructured>[];
  /** Group-versions that are known by name only: an aggregated API whose server is down, most often. */
  readonly failures: readonly DiscoveryFailure[];
}

/** A download that several callers wait for; it is given up when the last of them is. */
interface Download {
  readonly promise: Promise<ServerResources>;
  readonly controller: AbortController;
  waiting: number;
  settled: boolean;
}

/**
 * Aggregated discovery first (KEP-3352: two requests for everything), what the server has otherwise: the order of the
 * parameters matters to the server.
 */
const acceptDiscovery = ['v2', 'v2beta1']
  .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
  .concat('application/json')
  .join(',');

/** Requests under way at once in legacy discovery, which has one for each group-version. */
const legacyConcurrency = 10;

/**
 * What an API server serves, and which resource a name means there.
 *
 * The answer is kept until `invalidate`; only `resolve` asks again by itself, once, for a name it does not find, so that
 * a new CRD is found. Callers that wait at the same time share the requests. A failed download is not kept.
 */
export class Discovery {
  readonly #rest: Requester;
  #download: Download | undefined;

  constructor(rest: Requester) {
    requireMethods('rest of a Discovery', rest, ['request']);
    this.#rest = rest;
  }

  /** The server's version; never kept. Rejects with TransportError `ERR_NOT_KUBERNETES` for an answer that names none. */
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
    // The strings beside it are for people; gitVersion, checked above, is what programs read.
    return version as ServerVersion;
  }

  /**
   * Everything that is served. What part of it could not be learnt is in `failures`; rejects only when nothing could:
   * `/apis` was not answered.
   */
  async serverResources(call: CallOptions = {}): Promise<ServerResources> {
    requireCall('a discovery call', call);
    throwIfAborted(call.signal);
    const download = (this.#download ??= this.#start());
    download.waiting++;
    try {
      return await raceSignal(download.promise, call.signal);
    } finally {
      download.waiting--;
      if (download.waiting === 0 && !download.settled) {
        if (this.#download === download) this.#download = undefined;
        download.controller.abort();
      }
    }
  }

  /** The groups, core first. */
  async groups(call: CallOptions = {}): Promise<readonly ApiGroup[]> {
    return (await this.serverResources(call)).groups;
  }

  /** The resources of one group-version: `v1`, `apps/v1`; none when it is not served. Rejects when it could not be learnt. */
  async resourcesOf(apiVersion: string, call: CallOptions = {}): Promise<readonly Resource<Unstructured>[]> {
    const { resources, failures } = await this.serverResources(call);
    const found = resources.filter((resource) => resource.apiVersion === apiVersion);
    const failure = failures.find((entry) => entry.apiVersion === apiVersion);
    if (found.length === 0 && failure !== undefined) throw failure.error;
    return found;
  }

  /**
   * The resource that a name means, by kubectl's rules: plural, singular, short name or kind in any case, alone or as
   * `resource.group` or `resource.version.group`. Of several, the core group goes first, then the server's order of
   * groups; of one group the preferred version.
   *
   * Rejects with ConfigError `ERR_UNKNOWN_RESOURCE` when the server has no such resource.
   */
  async resolve(name: string, call: CallOptions = {}): Promise<Resource<Unstructured>> {
    requireString('name of a resource', name);
    return this.#find(call, JSON.stringify(name), ({ resources }) => findResource(resources, name), name);
  }

  /** The resource of a kind: which path `apiVersion: apps/v1, kind: Deployment` is served at. Rejects as `resolve` does. */
  async resolveKind(
    apiVersion: string,
    kind: string,
    call: CallOptions = {},
  ): Promise<Resource<Unstructured>> {
    requireString('apiVersion of a kind', apiVersion);
    requireString('kind', kind);
    return this.#find(
      call,
      `kind ${JSON.stringify(kind)} in ${JSON.stringify(apiVersion)}`,
      ({ resources }) =>
        resources.find((resource) => resource.apiVersion === apiVersion && resource.kind === kind),
      kind,
    );
  }

  /** Forgets what was learnt: the next call asks the server. */
  invalidate(): void {
    this.#download = undefined;
  }

  async #find(
    call: CallOptions,
    what: string,
    find: (server: ServerResources) => Resource<Unstructured> | undefined,
    name: string,
  ): Promise<Resource<Unstructured>> {
    const before = this.#download;
    const wasKept = before?.settled === true;
    let server = await this.serverResources(call);
    let found = find(server);
    if (found === undefined && wasKept) {
      // Someone else may have asked again meanwhile: then that answer is new enough.
      if (this.#download === before) this.invalidate();
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

  #start(): Download {
    const controller = new AbortController();
    const download: Download = {
      promise: downloadResources(this.#rest, controller.signal),
      controller,
      waiting: 0,
      settled: false,
    };
    download.promise.then(
      () => {
        download.settled = true;
      },
      () => {
        // Those who wait are told; here it only must not be kept.
        download.settled = true;
        if (this.#download === download) this.#download = undefined;
      },
    );
    return download;
  }
}

async function downloadResources(rest: Requester, signal: AbortSignal): Promise<ServerResources> {
  const [core, others] = await Promise.all([
    downloadDocument(rest, '/api', signal).catch((error: unknown) => {
      // A server that is there for its own groups alone has no core group.
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

/** Core v1, then by group as served, within a group the preferred version first (restmapper's priorities). */
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
