import { defineResource } from '../meta/resource.js';
import type { Resource } from '../meta/resource.js';
import { KubeInformersError, TransportError } from '../util/errors.js';
import { shownWord } from '../util/shown.js';
import type { Unstructured } from './unstructured.js';

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
