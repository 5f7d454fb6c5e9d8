import type { AuthorizationCheck, Decision, ServiceAccountName } from '@kube-informers/schema/internal';
import { asError, goQuote, newForbidden } from 'kube-informers/internal';
import type { WriteGuard } from '../registry/context.js';
import type { Registry } from '../registry/registry.js';
import { Rbac } from './rbac.js';
import type { ResolvedRules } from './rbac.js';
import { mastersGroup } from './users.js';
import type { AccessAttributes, AccessResult } from './users.js';
import type { AuthenticatedUser } from '../http/authenticated-user.js';

/**
 * Decides what users may do. `system:masters` may do everything, and is not asked about.
 *
 * ```ts
 * const authorizer = ({ user, verb, resource }) => user.name === 'jane' && verb === 'list' && resource === 'pods';
 * ```
 */
export type Authorizer = (
  attributes: AccessAttributes,
) => boolean | AccessResult | Promise<boolean | AccessResult>;

/** Decides what the users of a server may do. */
export class Authorization {
  readonly #authorizer: Authorizer | undefined;
  readonly #rbac: Rbac | undefined;

  constructor(authorizer: Authorizer | 'rbac' | undefined, registry: Registry) {
    this.#rbac = authorizer === 'rbac' ? new Rbac(registry) : undefined;
    this.#authorizer = authorizer === 'rbac' ? undefined : authorizer;
  }

  /** False if everything is allowed to everyone. */
  get isOn(): boolean {
    return this.#rbac !== undefined || this.#authorizer !== undefined;
  }

  /** Returns the decision. */
  async decide(attributes: AccessAttributes): Promise<{ allowed: boolean; reason: string }> {
    return resultOf(await this.#ask(attributes));
  }

  #ask(attributes: AccessAttributes): ReturnType<Authorizer> {
    if (!this.isOn) return { allowed: true, reason: 'the embedded API server allows everything' };
    if (attributes.user.groups.includes(mastersGroup)) return true;
    return this.#rbac?.decide(attributes) ?? this.#authorizer?.(attributes) ?? false;
  }

  /** Decides for `authorizer` in an expression, which cannot wait: a function that returns a promise is an error. */
  check(user: AuthenticatedUser, { serviceAccount, ...check }: AuthorizationCheck): Decision {
    const none = { group: '', resource: '', subresource: '', namespace: '', name: '', path: '' };
    const as = serviceAccount === undefined ? user : serviceAccountUser(serviceAccount);
    try {
      const result = this.#ask({ ...none, ...check, user: as });
      if (typeof result === 'boolean' || !('then' in result)) return resultOf(result);
      // The error below is the answer, whatever it resolves with.
      result.catch(() => undefined);
      throw new TypeError('authorizer returns a promise, for which an expression cannot wait');
    } catch (error) {
      return { allowed: false, reason: '', error: asError(error).message };
    }
  }

  /** Throws the server's 403 for what is not allowed. */
  async require(attributes: AccessAttributes): Promise<void> {
    if (!this.isOn) return;
    const { allowed, reason } = await this.decide(attributes);
    if (allowed) return;
    const { group, resource, name } = attributes;
    const problem = `${forbiddenText(attributes)}${reason === '' ? '' : `: ${reason}`}`;
    throw newForbidden(resource === '' ? undefined : { group, resource }, name, problem);
  }

  /** Returns what checks the objects that a user writes; undefined if nothing does. */
  guardOf(user: AuthenticatedUser): WriteGuard | undefined {
    const rbac = this.#rbac;
    if (rbac === undefined || user.groups.includes(mastersGroup)) return undefined;
    return (served, body, old) => rbac.requireNoEscalation(user, served, body, old);
  }

  /** Returns what a user may do in a namespace; undefined if only the authoriser's function knows. */
  rulesOf(user: AuthenticatedUser, namespace: string): ResolvedRules | undefined {
    const everything = {
      resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
      nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
    };
    if (!this.isOn || user.groups.includes(mastersGroup)) return { ...everything, problems: [] };
    return this.#rbac?.rulesOf(user, namespace);
  }
}

function resultOf(result: boolean | AccessResult): { allowed: boolean; reason: string } {
  if (typeof result === 'boolean') return { allowed: result, reason: '' };
  return { allowed: result.allowed === true, reason: result.reason ?? '' };
}

function serviceAccountUser({ namespace, name }: ServiceAccountName): AuthenticatedUser {
  return {
    name: `system:serviceaccount:${namespace}:${name}`,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`],
    uid: '',
    extra: {},
  };
}

/** responsewriters' forbiddenMessage. */
function forbiddenText({
  user,
  verb,
  group,
  resource,
  subresource,
  namespace,
  path,
}: AccessAttributes): string {
  const who = `User ${goQuote(user.name)} cannot ${verb}`;
  if (resource === '') return `${who} path ${goQuote(path)}`;
  const what = subresource === '' ? resource : `${resource}/${subresource}`;
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${goQuote(namespace)}`;
  return `${who} resource ${goQuote(what)} in API group ${goQuote(group)} ${where}`;
}
