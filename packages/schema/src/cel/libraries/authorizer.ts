/** `authorizer` of Kubernetes: what a request's user, or a service account, may do. */
import {
  add,
  fixed,
  listCreateCost,
  scale,
  stringTraversalFactor,
  structCreateCost,
  actualSize,
} from '../functions.js';
import type { Overload, Range } from '../functions.js';
import { BOOL, CelError, CelObject, objectType, STRING } from '../values.js';
import type { CelType } from '../values.js';
import { dnsLabelProblems, dnsSubdomainProblems } from '../../values/names.js';
import { argument, method, noSuchOverload } from './define.js';
import type { Costs } from './define.js';

export const AUTHORIZER = objectType('kubernetes.authorization.Authorizer');
const PATH_CHECK = objectType('kubernetes.authorization.PathCheck');
const GROUP_CHECK = objectType('kubernetes.authorization.GroupCheck');
export const RESOURCE_CHECK = objectType('kubernetes.authorization.ResourceCheck');
const DECISION = objectType('kubernetes.authorization.Decision');

/** What an expression asks for: a verb on a path, or on a resource. */
export type AuthorizationCheck =
  | { readonly verb: string; readonly path: string; readonly serviceAccount?: ServiceAccountName }
  | ({ readonly verb: string; readonly serviceAccount?: ServiceAccountName } & ResourceToCheck);

export interface ServiceAccountName {
  readonly namespace: string;
  readonly name: string;
}

export interface ResourceToCheck {
  readonly group: string;
  readonly resource: string;
  /** All of the following: '' for none. */
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly fieldSelector: string;
  readonly labelSelector: string;
}

export interface Decision {
  readonly allowed: boolean;
  readonly reason: string;
  /** Why it could not be decided. */
  readonly error?: string;
}

/** Decides; the user is that of the request unless a service account is named. Must not throw. */
export type Authorize = (check: AuthorizationCheck) => Decision;

/** These values equal nothing, not even themselves. */
abstract class ReceiverOnly extends CelObject {
  equals(): CelError {
    return noSuchOverload;
  }
}

export class AuthorizerValue extends ReceiverOnly {
  readonly type = AUTHORIZER;
  readonly authorize: Authorize;
  readonly serviceAccount: ServiceAccountName | undefined;
  constructor(authorize: Authorize, serviceAccount?: ServiceAccountName) {
    super();
    this.authorize = authorize;
    this.serviceAccount = serviceAccount;
  }
}

class PathCheckValue extends ReceiverOnly {
  readonly type = PATH_CHECK;
  readonly authorizer: AuthorizerValue;
  readonly path: string;
  constructor(authorizer: AuthorizerValue, path: string) {
    super();
    this.authorizer = authorizer;
    this.path = path;
  }
}

class GroupCheckValue extends ReceiverOnly {
  readonly type = GROUP_CHECK;
  readonly authorizer: AuthorizerValue;
  readonly group: string;
  constructor(authorizer: AuthorizerValue, group: string) {
    super();
    this.authorizer = authorizer;
    this.group = group;
  }
}

/** `authorizer.group(…).resource(…)`, or the variable `authorizer.requestResource`. */
export class ResourceCheckValue extends ReceiverOnly {
  readonly type = RESOURCE_CHECK;
  readonly authorizer: AuthorizerValue;
  readonly resource: ResourceToCheck;
  constructor(authorizer: AuthorizerValue, resource: ResourceToCheck) {
    super();
    this.authorizer = authorizer;
    this.resource = resource;
  }
}

class DecisionValue extends ReceiverOnly {
  readonly type = DECISION;
  readonly decision: Decision;
  constructor(decision: Decision) {
    super();
    this.decision = decision;
  }
}

function path(authorizer: AuthorizerValue, text: string): PathCheckValue | CelError {
  return isBlank(text) ? new CelError('path must not be empty') : new PathCheckValue(authorizer, text);
}

function isBlank(text: string): boolean {
  return /^\p{White_Space}*$/u.test(text);
}

function serviceAccount(
  authorizer: AuthorizerValue,
  namespace: string,
  name: string,
): AuthorizerValue | CelError {
  if (dnsSubdomainProblems(name).length > 0) return new CelError('Invalid service account name');
  if (dnsLabelProblems(namespace).length > 0) return new CelError('Invalid service account namespace');
  return new AuthorizerValue(authorizer.authorize, { namespace, name });
}

function resource({ authorizer, group }: GroupCheckValue, name: string): ResourceCheckValue | CelError {
  if (isBlank(name)) return new CelError('resource must not be empty');
  const none = { subresource: '', namespace: '', name: '', fieldSelector: '', labelSelector: '' };
  return new ResourceCheckValue(authorizer, { ...none, group, resource: name });
}

function narrowed(
  field: keyof ResourceToCheck,
): (check: ResourceCheckValue, value: string) => ResourceCheckValue {
  return ({ authorizer, resource: checked }, value) =>
    new ResourceCheckValue(authorizer, { ...checked, [field]: value });
}

function decide(check: PathCheckValue | ResourceCheckValue, verb: string): DecisionValue {
  const { authorize, serviceAccount: account } = check.authorizer;
  const what = check instanceof PathCheckValue ? { path: check.path } : check.resource;
  return new DecisionValue(
    authorize({ verb, ...what, ...(account === undefined ? {} : { serviceAccount: account }) }),
  );
}

/** An expression can afford two or three checks. */
const checkCosts: Costs = { cost: () => 350_000, estimate: () => ({ cost: fixed(350_000) }) };

/** Reads the selector, and makes a requirement of every two characters. */
function selectorCost(size: Range): Range {
  const requirements = scale(scale(size, 0.5), listCreateCost + structCreateCost);
  return add(add(fixed(listCreateCost), scale(size, stringTraversalFactor)), requirements);
}

const selectorCosts: Costs = {
  cost: ([, selector]) => selectorCost(fixed(actualSize(selector ?? null))).max,
  estimate: (args) => ({ cost: selectorCost(argument(args, 1).size) }),
};

function narrowing(name: 'subresource' | 'namespace' | 'name'): Overload {
  return method(name, `resourcecheck_${name}`, [RESOURCE_CHECK, STRING], RESOURCE_CHECK, narrowed(name));
}

function selecting(name: 'fieldSelector' | 'labelSelector'): Overload {
  const id = `authorizer_${name.toLowerCase()}`;
  return method(name, id, [RESOURCE_CHECK, STRING], RESOURCE_CHECK, narrowed(name), selectorCosts);
}

function deciding(name: string, type: CelType, of: (decision: Decision) => boolean | string): Overload {
  return method(name, `decision_${name}`, [DECISION], type, ({ decision }: DecisionValue) => of(decision));
}

export const authorizer: readonly Overload[] = [
  method('path', 'authorizer_path', [AUTHORIZER, STRING], PATH_CHECK, path),
  method(
    'group',
    'authorizer_group',
    [AUTHORIZER, STRING],
    GROUP_CHECK,
    (from: AuthorizerValue, group: string) => new GroupCheckValue(from, group),
  ),
  method(
    'serviceAccount',
    'authorizer_serviceaccount',
    [AUTHORIZER, STRING, STRING],
    AUTHORIZER,
    serviceAccount,
  ),
  method('resource', 'groupcheck_resource', [GROUP_CHECK, STRING], RESOURCE_CHECK, resource),
  narrowing('subresource'),
  narrowing('namespace'),
  narrowing('name'),
  selecting('fieldSelector'),
  selecting('labelSelector'),
  method('check', 'pathcheck_check', [PATH_CHECK, STRING], DECISION, decide, checkCosts),
  method('check', 'resourcecheck_check', [RESOURCE_CHECK, STRING], DECISION, decide, checkCosts),
  deciding('errored', BOOL, ({ error }) => error !== undefined),
  deciding('error', STRING, ({ error }) => error ?? ''),
  deciding('allowed', BOOL, ({ allowed }) => allowed),
  deciding('reason', STRING, ({ reason }) => reason),
];
