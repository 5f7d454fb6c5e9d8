import { labelSelectorAsSelector, SelectorError } from 'kube-informers';
import type { LabelSelector, Selector } from 'kube-informers';
import { newInternalError, newNotFound } from 'kube-informers/internal';
import { matchConditionsOf } from '../cel/expressions.js';
import type { MatchCondition } from '../cel/expressions.js';
import { type JsonObject, asObject, objectsOf, textAt } from '@kube-informers/schema/internal';
import type { Operation } from '../registry/context.js';
import type { Registry, ServedResource } from '../registry/registry.js';
import type { ResourceTable } from '../storage/resource-table.js';
import { parseStored } from '../storage/stored-object.js';
import type { ObjectBody, StoredObject } from '../storage/stored-object.js';

/** What rules and selectors look at. */
export interface Matched {
  readonly served: ServedResource;
  readonly subresource: string;
  readonly operation: Operation;
  /** That of the object; of a namespace, its own name. */
  readonly namespace: string;
  readonly object: ObjectBody | undefined;
  readonly old: ObjectBody | undefined;
}

/** A webhook of a configuration. */
export interface Hook {
  readonly name: string;
  /** Unique among all webhooks of its type. */
  readonly id: string;
  readonly clientConfig: JsonObject;
  readonly match: MatchRules;
  readonly ignoresFailures: boolean;
  readonly reinvoked: boolean;
  /** May be called by a dry run. */
  readonly hasNoSideEffects: boolean;
  readonly timeoutMs: number;
  readonly reviewVersions: readonly unknown[];
  readonly conditions: readonly MatchCondition[];
}

/** Which requests a webhook or a policy is asked about. */
export interface MatchRules {
  readonly rules: readonly JsonObject[];
  readonly excluded: readonly JsonObject[];
  /** Rules for one version of a resource match the others, too. */
  readonly equivalent: boolean;
  readonly namespaces: Selector | SelectorError | undefined;
  readonly objects: Selector | SelectorError | undefined;
}

/** The webhooks of the configurations of one type, in the order in which they are called. */
export class Hooks {
  readonly #table: ResourceTable;
  readonly #parsed = new WeakMap<StoredObject, readonly Hook[]>();

  constructor(table: ResourceTable) {
    this.#table = table;
  }

  /** Number of configurations. */
  get size(): number {
    return this.#table.size;
  }

  all(): Hook[] {
    return this.#table.all().flatMap((stored) => this.#hooksOf(stored));
  }

  #hooksOf(stored: StoredObject): readonly Hook[] {
    const known = this.#parsed.get(stored);
    if (known !== undefined) return known;
    const hooks = objectsOf(parseStored(stored)['webhooks']).map((webhook, index) =>
      hookOf(`${stored.name}/${index}`, webhook),
    );
    this.#parsed.set(stored, hooks);
    return hooks;
  }
}

function hookOf(id: string, webhook: JsonObject): Hook {
  const seconds = webhook['timeoutSeconds'];
  const versions = webhook['admissionReviewVersions'];
  return {
    name: textAt(webhook, 'name'),
    id,
    clientConfig: asObject(webhook['clientConfig']) ?? {},
    match: matchRulesOf(webhook, 'rules'),
    ignoresFailures: webhook['failurePolicy'] === 'Ignore',
    reinvoked: webhook['reinvocationPolicy'] === 'IfNeeded',
    hasNoSideEffects: ['None', 'NoneOnDryRun'].includes(textAt(webhook, 'sideEffects')),
    timeoutMs: (typeof seconds === 'number' ? seconds : 10) * 1000,
    reviewVersions: Array.isArray(versions) ? versions : [],
    conditions: matchConditionsOf(webhook),
  };
}

/** Reads the part of a webhook or a policy that says which requests it is for; `field` has the rules. */
export function matchRulesOf(source: JsonObject, field: 'rules' | 'resourceRules'): MatchRules {
  return {
    rules: objectsOf(source[field]),
    excluded: objectsOf(source['excludeResourceRules']),
    equivalent: source['matchPolicy'] !== 'Exact',
    namespaces: selectorOf(source['namespaceSelector']),
    objects: selectorOf(source['objectSelector']),
  };
}

/** Undefined for a selector that selects everything. */
function selectorOf(value: unknown): Selector | SelectorError | undefined {
  const given = asObject(value);
  if (given === undefined) return undefined;
  try {
    const selector = labelSelectorAsSelector(given as LabelSelector);
    return selector.isEmpty ? undefined : selector;
  } catch (error) {
    // An in-process write may have stored it: requests that it concerns fail.
    if (error instanceof SelectorError) return error;
    throw error;
  }
}

/**
 * Returns the resource in whose form a webhook is asked about a request: that of the request, or another version of it. Undefined if
 * it is not asked.
 *
 * Throws 404 for a namespace that does not exist, 500 for an invalid selector.
 */
export function matchedResource(
  registry: Registry,
  match: MatchRules,
  request: Matched,
): ServedResource | undefined {
  // The selectors throw only for requests that the rules match.
  const found = resourceOfRules(registry, match, request);
  if (found === undefined) return undefined;
  return matchesNamespace(registry, match, request) && matchesObject(match, request) ? found : undefined;
}

function matchesNamespace(registry: Registry, { namespaces }: MatchRules, request: Matched): boolean {
  const isNamespace = request.served.id === 'namespaces.';
  if (request.namespace === '' && !isNamespace) return true;
  const selector = usable(namespaces);
  if (selector === undefined) return true;
  if (isNamespace && request.subresource === '' && request.operation !== 'DELETE')
    return selector.matches(request.object?.metadata?.labels ?? {});
  const stored = registry.find('', 'v1', 'namespaces')?.table.get(request.namespace);
  if (stored === undefined) throw newNotFound({ group: '', resource: 'namespaces' }, request.namespace);
  return selector.matches(stored.labels);
}

function matchesObject({ objects }: MatchRules, { object, old }: Matched): boolean {
  const selector = usable(objects);
  if (selector === undefined) return true;
  return [object, old].some((body) => body !== undefined && selector.matches(body.metadata?.labels ?? {}));
}

function usable(selector: Selector | SelectorError | undefined): Selector | undefined {
  if (selector instanceof SelectorError) throw newInternalError(selector.detail);
  return selector;
}

function resourceOfRules(
  registry: Registry,
  { rules, excluded, equivalent }: MatchRules,
  request: Matched,
): ServedResource | undefined {
  const { served } = request;
  const others = equivalent ? equivalents(registry, served) : [];
  const matches = (list: readonly JsonObject[]): ServedResource | undefined => {
    if (list.some((rule) => ruleMatches(rule, served, request))) return served;
    for (const rule of list) {
      const other = others.find((each) => ruleMatches(rule, each, request));
      if (other !== undefined) return other;
    }
    return undefined;
  };
  if (matches(excluded) !== undefined) return undefined;
  return matches(rules);
}

/** The same objects in other versions and groups. */
function equivalents(registry: Registry, served: ServedResource): ServedResource[] {
  return [...registry.all()].filter((other) => other !== served && other.table === served.table);
}

/** predicates/rules.Matcher. */
function ruleMatches(rule: JsonObject, { resource, id }: ServedResource, request: Matched): boolean {
  const { operation, subresource, namespace, object, old } = request;
  const has = (field: string, value: string): boolean => {
    const items = rule[field];
    return Array.isArray(items) && (items.includes('*') || items.includes(value));
  };
  const isCluster = id === 'namespaces.' || namespace === '';
  const scope = rule['scope'];
  if (scope === 'Namespaced' && isCluster) return false;
  if (scope === 'Cluster' && !isCluster) return false;
  if (!has('operations', operation) || !has('apiGroups', resource.group)) return false;
  if (!has('apiVersions', resource.version)) return false;
  const names = rule['resourceNames'];
  if (Array.isArray(names) && names.length > 0) {
    const name = (object ?? old)?.metadata?.name ?? '';
    if (!names.includes(name)) return false;
  }
  const resources = Array.isArray(rule['resources']) ? rule['resources'] : [];
  return resources.some((each: unknown) => {
    const [name = '', sub = ''] = typeof each === 'string' ? each.split(/\/(.*)/s) : [];
    return (name === '*' || name === resource.resource) && (sub === '*' || sub === subresource);
  });
}
