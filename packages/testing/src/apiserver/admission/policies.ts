import { labelSelectorAsSelector, SelectorError, StatusError } from 'kube-informers';
import type { LabelSelector } from 'kube-informers';
import { newForbidden } from 'kube-informers/internal';
import {
  type Bindings,
  type CelValue,
  type JsonObject,
  asObject,
  textAt,
} from '@kube-informers/schema/internal';
import { ready, seen } from '../registry/context.js';
import type { Registry, ServedResource } from '../registry/registry.js';
import { parseStored } from '../storage/stored-object.js';
import type { StoredObject } from '../storage/stored-object.js';
import type { ResourceTable } from '../storage/resource-table.js';
import {
  builtInCelOf,
  celOf,
  conditionsHold,
  CostBudget,
  ExpressionFailure,
  LazyMap,
  namespaceOf,
  policyExpressions,
} from '../cel/expressions.js';
import type { PolicyExpressions, Validation } from '../cel/expressions.js';
import { matchedResource, matchRulesOf } from './hooks.js';
import type { Matched, MatchRules } from './hooks.js';

/** What policies look at. */
export interface PolicyRequest extends Matched {
  readonly name: string;
  /** The values of `object`, `oldObject`, `request` and `authorizer`, in the version of a resource. */
  bindings(as: ServedResource): Promise<Bindings>;
  warn(text: string): void;
}

interface Policy extends PolicyExpressions {
  readonly name: string;
  readonly match: MatchRules;
  readonly ignoresFailures: boolean;
  readonly paramKind: JsonObject | undefined;
}

interface Binding {
  readonly name: string;
  readonly policyName: string;
  readonly match: MatchRules | undefined;
  readonly paramRef: JsonObject | undefined;
  readonly actions: readonly unknown[];
}

/** A refusal, and which expression or mistake it comes from. */
interface Denial {
  readonly message: string;
  readonly reason: string;
}

/** A binding or a policy is configured in a way that it cannot be evaluated. */
class ConfigurationFailure extends Error {}

/** ValidatingAdmissionPolicies and their bindings. */
export class Policies {
  readonly #registry: Registry;
  readonly #policies: ResourceTable;
  readonly #bindings: ResourceTable;
  readonly #parsedPolicies = new WeakMap<StoredObject, Policy>();
  readonly #parsedBindings = new WeakMap<StoredObject, Binding>();

  constructor(registry: Registry, policies: ResourceTable, bindings: ResourceTable) {
    this.#registry = registry;
    this.#policies = policies;
    this.#bindings = bindings;
  }

  /** Number of bindings: without one, a policy has no effect. */
  get size(): number {
    return this.#bindings.size;
  }

  /** Throws what a policy refuses a request with; warns as bindings say. */
  async validate(request: PolicyRequest): Promise<void> {
    const denials: string[] = [];
    let first: Denial | undefined;
    const deny = (policy: Policy, binding: Binding | undefined, denial: Denial): void => {
      const by = binding === undefined ? '' : ` with binding '${binding.name}'`;
      denials.push(`ValidatingAdmissionPolicy '${policy.name}'${by} denied request: ${denial.message}`);
      first ??= denial;
    };
    for (const policy of this.#all()) {
      const bindings = this.#boundTo(policy);
      if (bindings.length > 0) await this.#validateBy(policy, bindings, request, deny);
    }
    const [message] = denials;
    if (message !== undefined) throw refusal(request, message, first?.reason ?? '');
  }

  async #validateBy(
    policy: Policy,
    bindings: readonly Binding[],
    request: PolicyRequest,
    deny: (policy: Policy, binding: Binding | undefined, denial: Denial) => void,
  ): Promise<void> {
    const configured = async <T>(
      binding: Binding | undefined,
      act: () => T | Promise<T>,
    ): Promise<T | undefined> => {
      try {
        return await act();
      } catch (error) {
        if (!(error instanceof ConfigurationFailure || error instanceof StatusError)) throw error;
        const what = binding === undefined ? 'policy' : 'binding';
        const message = `failed to configure ${what}: ${error.message}`;
        if (!policy.ignoresFailures) deny(policy, binding, { message, reason: '' });
        return undefined;
      }
    };
    const as = await configured(undefined, () => matchedResource(this.#registry, policy.match, request));
    if (as === undefined) return;
    for (const binding of bindings) {
      const { match } = binding;
      const matches =
        match === undefined ||
        (await configured(binding, () => matchedResource(this.#registry, match, request))) !== undefined;
      if (!matches) continue;
      const found = await configured(binding, async () => this.#params(policy, binding, request));
      for (const params of found ?? []) {
        const bound = { ...(await request.bindings(as)), params };
        for (const denial of this.#denials(policy, request, bound)) {
          if (binding.actions.includes('Deny')) deny(policy, binding, denial);
          if (!binding.actions.includes('Warn')) continue;
          const by = `ValidatingAdmissionPolicy '${policy.name}' with binding '${binding.name}'`;
          request.warn(`Validation failed for ${by}: ${denial.message}`);
        }
      }
    }
  }

  /** Evaluates a policy for one parameter. */
  #denials(policy: Policy, request: PolicyRequest, bound: Bindings): Denial[] {
    const failed = (message: string): Denial[] => (policy.ignoresFailures ? [] : [{ message, reason: '' }]);
    try {
      if (!conditionsHold(policy.conditions, bound)) return [];
    } catch (error) {
      if (!(error instanceof ExpressionFailure)) throw error;
      return failed(error.message);
    }
    const budget = new CostBudget();
    const values: Record<string, Bindings[string]> = {
      ...bound,
      namespaceObject: this.#namespaceOf(request),
    };
    values['variables'] = new LazyMap(
      new Map(
        policy.variables.map(([name, expression]) => [name, () => expression.evaluate(values, budget)]),
      ),
    );
    const denials = policy.validations.flatMap((validation) => {
      try {
        if (validation.expression.evaluate(values, budget) === true) return [];
      } catch (error) {
        if (!(error instanceof ExpressionFailure)) throw error;
        return failed(error.message);
      }
      return [{ message: messageOf(validation, values, budget), reason: validation.reason }];
    });
    // There is no audit log, but an annotation that fails refuses the request. The server gives it no authorizer.
    const { authorizer: _authorizer, 'authorizer.requestResource': _resource, ...rest } = values;
    const annotations = policy.auditAnnotations.flatMap((expression) => {
      try {
        expression.evaluate(rest, new CostBudget());
        return [];
      } catch (error) {
        if (!(error instanceof ExpressionFailure)) throw error;
        return failed(error.message);
      }
    });
    return [...denials, ...annotations];
  }

  #namespaceOf({ served, namespace }: PolicyRequest): CelValue {
    if (namespace === '' || served.id === 'namespaces.') return null;
    const stored = this.#registry.find('', 'v1', 'namespaces')?.table.get(namespace);
    return stored === undefined ? null : namespaceOf(parseStored(stored));
  }

  /** The parameters that a binding has a policy evaluated with: null without any, and none if they need not exist. */
  async #params(policy: Policy, binding: Binding, request: PolicyRequest): Promise<readonly CelValue[]> {
    const { paramKind } = policy;
    const { paramRef } = binding;
    if (paramKind === undefined) return [null];
    const apiVersion = textAt(paramKind, 'apiVersion');
    const kind = textAt(paramKind, 'kind');
    const served = [...this.#registry.all()].find(
      ({ resource }) => resource.apiVersion === apiVersion && resource.kind === kind,
    );
    if (served === undefined) {
      const shown = `${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${kind}`;
      throw new ConfigurationFailure(`failed to find resource referenced by paramKind: '${shown}'`);
    }
    if (paramRef === undefined) return [null];
    const found = await this.#referred(served, paramRef, request);
    if (found.length === 0 && paramRef['parameterNotFoundAction'] !== 'Allow')
      throw new ConfigurationFailure(
        'no params found for policy binding with `Deny` parameterNotFoundAction',
      );
    const valueOf = served.custom ? celOf : builtInCelOf;
    return found.map((stored) => valueOf({ apiVersion, kind, ...parseStored(seen(served, stored)) }));
  }

  async #referred(
    served: ServedResource,
    paramRef: JsonObject,
    { namespace: own }: PolicyRequest,
  ): Promise<readonly StoredObject[]> {
    const given = textAt(paramRef, 'namespace');
    const { namespaced } = served.resource;
    if (!namespaced && given !== '')
      throw new ConfigurationFailure(
        'paramRef.namespace must not be provided for a cluster-scoped `paramKind`',
      );
    const namespace = namespaced ? given || own : '';
    if (namespaced && namespace === '')
      throw new ConfigurationFailure(
        'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
      );
    const name = textAt(paramRef, 'name');
    const prefix = namespaced ? `${namespace}/` : '';
    const selector = asObject(paramRef['selector']);
    const named = served.table.get(prefix + name);
    const found =
      name !== ''
        ? named === undefined
          ? []
          : [named]
        : served.table.all({ prefix, start: '' }).filter(({ labels }) => selects(selector, labels));
    await ready(served, found);
    return found;
  }

  #all(): Policy[] {
    return this.#policies.all().map((stored) => {
      const known = this.#parsedPolicies.get(stored) ?? policyOf(stored);
      this.#parsedPolicies.set(stored, known);
      return known;
    });
  }

  #boundTo({ name }: Policy): Binding[] {
    return this.#bindings
      .all()
      .map((stored) => {
        const known = this.#parsedBindings.get(stored) ?? bindingOf(stored);
        this.#parsedBindings.set(stored, known);
        return known;
      })
      .filter(({ policyName }) => policyName === name);
  }
}

function selects(selector: JsonObject | undefined, labels: Readonly<Record<string, string>>): boolean {
  try {
    return labelSelectorAsSelector((selector ?? {}) as LabelSelector).matches(labels);
  } catch (error) {
    if (error instanceof SelectorError) throw new ConfigurationFailure(error.detail);
    throw error;
  }
}

function policyOf(stored: StoredObject): Policy {
  const spec = asObject(parseStored(stored)['spec']) ?? {};
  const paramKind = asObject(spec['paramKind']);
  return {
    name: stored.name,
    match: matchRulesOf(asObject(spec['matchConstraints']) ?? {}, 'resourceRules'),
    ignoresFailures: spec['failurePolicy'] === 'Ignore',
    paramKind,
    ...policyExpressions(spec),
  };
}

/** A binding without rules narrows its policy by selectors alone. */
function anyResource(match: MatchRules): MatchRules {
  const any = ['*'];
  const everything = { operations: any, apiGroups: any, apiVersions: any, resources: ['*/*'] };
  return match.rules.length > 0 ? match : { ...match, rules: [everything] };
}

function bindingOf(stored: StoredObject): Binding {
  const spec = asObject(parseStored(stored)['spec']) ?? {};
  const resources = asObject(spec['matchResources']);
  return {
    name: stored.name,
    policyName: textAt(spec, 'policyName'),
    match: resources && anyResource(matchRulesOf(resources, 'resourceRules')),
    paramRef: asObject(spec['paramRef']),
    actions: Array.isArray(spec['validationActions']) ? spec['validationActions'] : [],
  };
}

// celconfig.MaxEvaluatedMessageExpressionSizeBytes.
const maxMessageBytes = 5 * 1024;

function messageOf(
  { expression, message, messageExpression }: Validation,
  values: Bindings,
  budget: CostBudget,
): string {
  try {
    const made = messageExpression?.evaluate(values, budget);
    const text = typeof made === 'string' ? made.trim() : '';
    if (text !== '' && Buffer.byteLength(text) <= maxMessageBytes && !text.includes('\n')) return text;
  } catch (error) {
    // The message of the validation is used instead, as on the real server.
    if (!(error instanceof ExpressionFailure)) throw error;
  }
  return message === '' ? `failed expression: ${expression.text.trim()}` : message;
}

const codes: Readonly<Record<string, number>> = {
  Forbidden: 403,
  Unauthorized: 401,
  RequestEntityTooLarge: 413,
};

function refusal({ served, name, object }: PolicyRequest, message: string, reason: string): StatusError {
  const { group, resource } = served.resource;
  const { status } = newForbidden({ group, resource }, name || (object?.metadata?.name ?? ''), message);
  return new StatusError({
    ...status,
    reason: reason || 'Invalid',
    code: codes[reason] ?? 422,
    details: { ...status.details, causes: [{ message }] },
  });
}
