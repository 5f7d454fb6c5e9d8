import { isDeepStrictEqual } from 'node:util';
import { labelSelectorAsSelector } from 'kube-informers';
import type { LabelSelector } from 'kube-informers';
import { goQuote, newForbidden, newNotFound } from 'kube-informers/internal';
import { type JsonObject, at, objectsOf, textAt } from '@kube-informers/schema/internal';
import { storageKey } from '../registry/context.js';
import type { Registry, ServedResource } from '../registry/registry.js';
import { parseStored } from '../storage/stored-object.js';
import type { ObjectBody, StoredObject } from '../storage/stored-object.js';
import { describeRules, fullAuthority, uncovered } from './escalation.js';
import type { PolicyRule } from './escalation.js';
import type { AccessAttributes, AccessResult } from './users.js';
import type { AuthenticatedUser } from '../http/authenticated-user.js';

/** What a user may do in a namespace, as a SelfSubjectRulesReview reports it. */
export interface ResolvedRules {
  readonly resourceRules: readonly object[];
  readonly nonResourceRules: readonly object[];
  /** Roles that bindings name and nobody created. */
  readonly problems: readonly string[];
}

/** A rule, and in words the binding that grants it. */
interface GrantedRule {
  readonly rule: PolicyRule;
  readonly because: string;
}

const group = 'rbac.authorization.k8s.io';

/**
 * Enforces the Roles, ClusterRoles and bindings that are stored in the server, as kube-apiserver's RBAC authoriser.
 *
 * A ClusterRole with an aggregation rule has the rules of the ClusterRoles that it selects.
 */
export class Rbac {
  readonly #registry: Registry;
  readonly #parsed = new WeakMap<StoredObject, ObjectBody>();

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  decide(attributes: AccessAttributes): AccessResult {
    const problems: string[] = [];
    for (const { rule, because } of this.#granted(attributes.user, attributes.namespace, problems)) {
      if (covers(rule, attributes)) return { allowed: true, reason: `RBAC: allowed by ${because}` };
    }
    return { allowed: false, reason: problemText(problems) };
  }

  rulesOf(user: AuthenticatedUser, namespace: string): ResolvedRules {
    const problems: string[] = [];
    const rules = [...this.#granted(user, namespace, problems)].map(({ rule }) => rule);
    return {
      resourceRules: rules
        .filter(({ resources }) => resources.length > 0)
        .map(({ verbs, apiGroups, resources, resourceNames }) => ({
          verbs,
          apiGroups,
          resources,
          ...(resourceNames.length === 0 ? {} : { resourceNames }),
        })),
      nonResourceRules: rules
        .filter(({ nonResourceURLs }) => nonResourceURLs.length > 0)
        .map(({ verbs, nonResourceURLs }) => ({ verbs, nonResourceURLs })),
      problems,
    };
  }

  /**
   * Throws the 403 for a role or binding that gives rights which its writer has not, unless the writer has the verb `escalate` for the
   * role, or `bind` for the role of the binding. `old` is undefined for a new object.
   */
  requireNoEscalation(
    user: AuthenticatedUser,
    served: ServedResource,
    body: ObjectBody,
    old: ObjectBody | undefined,
  ): void {
    const { resource } = served;
    if (resource.group !== group || isOnlyCollected(body, old)) return;
    const { name = '', namespace = '' } = body.metadata ?? {};
    const may = (verb: string, of: string, ofName: string): boolean =>
      this.decide({ user, verb, group, resource: of, subresource: '', namespace, name: ofName, path: '' })
        .allowed;
    let rules: readonly PolicyRule[];
    let aggregates = false;
    if (resource.resource === 'roles' || resource.resource === 'clusterroles') {
      if (may('escalate', resource.resource, old === undefined ? '' : name)) return;
      rules = objectsOf(body['rules']).map(policyRule);
      const selectors = at(body, 'aggregationRule', 'clusterRoleSelectors');
      aggregates =
        objectsOf(selectors).length > 0 &&
        !isDeepStrictEqual(body['aggregationRule'], old?.['aggregationRule']);
    } else {
      const isRole = textAt(body, 'roleRef', 'kind') === 'Role';
      const of = isRole ? 'roles' : 'clusterroles';
      const roleName = textAt(body, 'roleRef', 'name');
      if (may('bind', of, roleName)) return;
      const role = this.#find(of, isRole ? namespace : '', roleName);
      if (role === undefined) throw newNotFound({ group, resource: of }, roleName);
      rules = this.#rules(role);
    }
    const problems: string[] = [];
    const owned = [...this.#granted(user, namespace, problems)].map(({ rule }) => rule);
    const missing = uncovered(owned, rules);
    if (missing.length > 0) {
      const groups = user.groups.map(goQuote).join(' ');
      const errors = problems.length === 0 ? '' : `; resolution errors: [${problems.join(', ')}]`;
      const who = `user ${goQuote(user.name)} (groups=[${groups}])`;
      throw newForbidden(
        resource,
        name,
        `${who} is attempting to grant RBAC permissions not currently held:\n${describeRules(missing)}${errors}`,
      );
    }
    if (aggregates && uncovered(owned, fullAuthority).length > 0)
      throw newForbidden(resource, name, 'must have cluster-admin privileges to use the aggregationRule');
  }

  /** The rules of a user's ClusterRoleBindings, then those of its RoleBindings in the namespace. */
  *#granted(user: AuthenticatedUser, namespace: string, problems: string[]): Generator<GrantedRule> {
    for (const binding of this.#all('clusterrolebindings', '')) yield* this.#of(binding, user, '', problems);
    if (namespace === '') return;
    for (const binding of this.#all('rolebindings', `${namespace}/`))
      yield* this.#of(binding, user, namespace, problems);
  }

  *#of(
    binding: ObjectBody,
    user: AuthenticatedUser,
    namespace: string,
    problems: string[],
  ): Generator<GrantedRule> {
    const subject = objectsOf(binding['subjects']).find((each) => isSubject(each, user, namespace));
    if (subject === undefined) return;
    const kind = textAt(binding, 'roleRef', 'kind');
    const name = textAt(binding, 'roleRef', 'name');
    const isRole = kind === 'Role' && namespace !== '';
    const role = this.#find(isRole ? 'roles' : 'clusterroles', isRole ? namespace : '', name);
    if (role === undefined) {
      problems.push(`${isRole ? 'role' : 'clusterrole'}.${group} ${goQuote(name)} not found`);
      return;
    }
    const { name: bindingName = '' } = binding.metadata ?? {};
    const which =
      namespace === ''
        ? `ClusterRoleBinding ${goQuote(bindingName)}`
        : `RoleBinding ${goQuote(`${bindingName}/${namespace}`)}`;
    const because = `${which} of ${kind} ${goQuote(name)} to ${describeSubject(subject, namespace)}`;
    for (const rule of this.#rules(role)) yield { rule, because };
  }

  /** The rules of a role, and of those that it aggregates. */
  #rules(role: ObjectBody): PolicyRule[] {
    const selectors = objectsOf(at(role, 'aggregationRule', 'clusterRoleSelectors'));
    const aggregated =
      selectors.length === 0
        ? []
        : this.#all('clusterroles', '').filter((other) =>
            selectors.some((selector) =>
              labelSelectorAsSelector(selector as LabelSelector).matches(other.metadata?.labels ?? {}),
            ),
          );
    return [role, ...aggregated].flatMap((each) => objectsOf(each['rules']).map(policyRule));
  }

  #all(resource: string, prefix: string): ObjectBody[] {
    const { table } = this.#served(resource);
    return [...table.range({ prefix, start: '' })].map((stored) => this.#parse(stored));
  }

  #find(resource: string, namespace: string, name: string): ObjectBody | undefined {
    const served = this.#served(resource);
    const stored = served.table.get(storageKey(served, namespace, name));
    return stored === undefined ? undefined : this.#parse(stored);
  }

  #parse(stored: StoredObject): ObjectBody {
    let body = this.#parsed.get(stored);
    if (body === undefined) {
      body = parseStored(stored);
      this.#parsed.set(stored, body);
    }
    return body;
  }

  #served(resource: string): ServedResource {
    const served = this.#registry.find(group, 'v1', resource);
    if (served === undefined) throw new Error(`${resource} are not served`);
    return served;
  }
}

/** True for a change of nothing but what garbage collection needs. */
function isOnlyCollected(body: ObjectBody, old: ObjectBody | undefined): boolean {
  const rest = ({ metadata, ...others }: ObjectBody): unknown => {
    const {
      ownerReferences: _owners,
      finalizers: _finalizers,
      managedFields: _managers,
      resourceVersion: _version,
      ...kept
    } = metadata ?? {};
    return { ...others, metadata: kept };
  };
  return old !== undefined && isDeepStrictEqual(rest(body), rest(old));
}

function policyRule(rule: JsonObject): PolicyRule {
  const texts = (field: string): string[] => {
    const value = rule[field];
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  };
  return {
    verbs: texts('verbs'),
    apiGroups: texts('apiGroups'),
    resources: texts('resources'),
    resourceNames: texts('resourceNames'),
    nonResourceURLs: texts('nonResourceURLs'),
  };
}

function covers(
  rule: PolicyRule,
  { verb, group: asked, resource, subresource, name, path }: AccessAttributes,
): boolean {
  const has = (list: readonly string[], value: string): boolean => list.includes('*') || list.includes(value);
  if (!has(rule.verbs, verb)) return false;
  if (resource === '') {
    return rule.nonResourceURLs.some(
      (url) => url === '*' || url === path || (url.endsWith('*') && path.startsWith(url.slice(0, -1))),
    );
  }
  const whole = subresource === '' ? resource : `${resource}/${subresource}`;
  const isResource =
    has(rule.resources, whole) || (subresource !== '' && rule.resources.includes(`*/${subresource}`));
  return (
    isResource &&
    has(rule.apiGroups, asked) &&
    (rule.resourceNames.length === 0 || rule.resourceNames.includes(name))
  );
}

function isSubject(subject: JsonObject, user: AuthenticatedUser, namespace: string): boolean {
  const name = textAt(subject, 'name');
  switch (textAt(subject, 'kind')) {
    case 'User':
      return user.name === name;
    case 'Group':
      return user.groups.includes(name);
    case 'ServiceAccount': {
      const of = textAt(subject, 'namespace') || namespace;
      return of !== '' && user.name === `system:serviceaccount:${of}:${name}`;
    }
    default:
      return false;
  }
}

function describeSubject(subject: JsonObject, namespace: string): string {
  const kind = textAt(subject, 'kind');
  const name = textAt(subject, 'name');
  if (kind !== 'ServiceAccount') return `${kind} ${goQuote(name)}`;
  return `${kind} ${goQuote(`${name}/${textAt(subject, 'namespace') || namespace}`)}`;
}

function problemText(problems: readonly string[]): string {
  if (problems.length === 0) return '';
  return `RBAC: ${problems.length === 1 ? problems[0] : `[${problems.join(', ')}]`}`;
}

/** The roles and bindings that every cluster has, as far as clients need them. */
export function bootstrapRoles(): readonly { readonly resource: string; readonly object: ObjectBody }[] {
  const labels = { 'kubernetes.io/bootstrapping': 'rbac-defaults' };
  const role = (name: string, rules: readonly object[]) => ({
    resource: 'clusterroles',
    object: { metadata: { name, labels }, rules },
  });
  const binding = (name: string, ...groups: readonly string[]) => ({
    resource: 'clusterrolebindings',
    object: {
      metadata: { name, labels },
      subjects: groups.map((each) => ({ kind: 'Group', apiGroup: group, name: each })),
      roleRef: { apiGroup: group, kind: 'ClusterRole', name },
    },
  });
  const health = ['/healthz', '/livez', '/readyz', '/version', '/version/'];
  const discovery = ['/api', '/api/*', '/apis', '/apis/*', '/openapi', '/openapi/*'];
  const openId = ['/.well-known/openid-configuration', '/openid/v1/jwks'].flatMap((path) => [
    path,
    `${path}/`,
  ]);
  const authorization = 'authorization.k8s.io';
  return [
    role('cluster-admin', [
      { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
      { verbs: ['*'], nonResourceURLs: ['*'] },
    ]),
    role('system:discovery', [{ verbs: ['get'], nonResourceURLs: [...discovery, ...health] }]),
    role('system:basic-user', [
      {
        verbs: ['create'],
        apiGroups: [authorization],
        resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
      },
      { verbs: ['create'], apiGroups: ['authentication.k8s.io'], resources: ['selfsubjectreviews'] },
    ]),
    role('system:public-info-viewer', [{ verbs: ['get'], nonResourceURLs: health }]),
    role('system:service-account-issuer-discovery', [{ verbs: ['get'], nonResourceURLs: openId }]),
    binding('cluster-admin', 'system:masters'),
    binding('system:discovery', 'system:authenticated'),
    binding('system:basic-user', 'system:authenticated'),
    binding('system:public-info-viewer', 'system:authenticated', 'system:unauthenticated'),
    binding('system:service-account-issuer-discovery', 'system:serviceaccounts'),
  ];
}
