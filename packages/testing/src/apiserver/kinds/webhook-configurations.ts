import { isDeepStrictEqual } from 'node:util';
import {
  type AllowsHttp,
  type CelType,
  type FieldError,
  type JsonObject,
  asObject,
  clientConfigErrors,
  duplicateField,
  forbiddenField,
  hasKnownVersion,
  invalidField,
  notSupportedField,
  objectsOf,
  requiredField,
  reviewVersionErrors,
  textAt,
  tooManyField,
} from '@kube-informers/schema/internal';
import { dnsSubdomainProblems, labelKeyProblems, labelValueProblems } from 'kube-informers/internal';
import { matchConditionsOf } from '../cel/expressions.js';
import type { Expression, ExpressionNames } from '../cel/expressions.js';
import type { ObjectBody } from '../storage/stored-object.js';

/** True for the resources that configure webhooks. */
export function isWebhookConfiguration(id: string): boolean {
  return /^(?:mutating|validating)webhookconfigurations\.admissionregistration\.k8s\.io$/.test(id);
}

/** What an update of a configuration may keep, because a stored webhook has it. */
interface Kept {
  readonly conditions: boolean;
  readonly sideEffects: boolean;
  readonly reviews: boolean;
  readonly equalNames: boolean;
}

const nothingKept: Kept = { conditions: false, sideEffects: false, reviews: false, equalNames: false };

const harmless = ['None', 'NoneOnDryRun'];

function keptOf(hooks: readonly JsonObject[], stored: readonly JsonObject[]): Kept {
  return {
    conditions:
      hooks.length === stored.length &&
      stored.every((each, index) =>
        isDeepStrictEqual(each['matchConditions'], hooks[index]?.['matchConditions']),
      ),
    sideEffects: stored.some((each) => !harmless.includes(textAt(each, 'sideEffects'))),
    reviews: stored.some(({ admissionReviewVersions: versions }) => {
      return Array.isArray(versions) && versions.length > 0 && !hasKnownVersion(versions);
    }),
    equalNames: new Set(stored.map((each) => each['name'])).size < stored.length,
  };
}

/** Validates the webhooks of a configuration, which replaces `old`. */
export function webhookErrors(
  body: ObjectBody,
  old: ObjectBody | undefined,
  allowsHttp: AllowsHttp,
): FieldError[] {
  const hooks = objectsOf(body['webhooks']);
  const kept = old === undefined ? nothingKept : keptOf(hooks, objectsOf(old['webhooks']));
  const names = new Set<string>();
  return hooks.flatMap((hook, index) => {
    const field = `webhooks[${index}]`;
    const name = textAt(hook, 'name');
    const errors = [
      ...hookErrors(hook, field, kept, allowsHttp),
      ...reviewVersionErrors(hook['admissionReviewVersions'], `${field}.admissionReviewVersions`, {
        required: 'must specify one of v1, v1beta1',
        requiresKnown: !kept.reviews,
      }),
    ];
    if (name !== '' && names.has(name) && !kept.equalNames)
      errors.push(duplicateField(`${field}.name`, name));
    names.add(name);
    return errors;
  });
}

function hookErrors(hook: JsonObject, field: string, kept: Kept, allowsHttp: AllowsHttp): FieldError[] {
  const oneOf = (name: string, allowed: readonly string[]): FieldError[] => {
    const value = hook[name] ?? undefined;
    if (value === undefined || allowed.some((each) => each === value)) return [];
    return [notSupportedField(`${field}.${name}`, value, allowed)];
  };
  const sideEffects = kept.sideEffects ? ['None', 'NoneOnDryRun', 'Some', 'Unknown'] : harmless;
  const seconds = hook['timeoutSeconds'] ?? 10;
  return [
    ...qualifiedNameErrors(`${field}.name`, textAt(hook, 'name')),
    ...objectsOf(hook['rules']).flatMap((rule, index) =>
      operationRuleErrors(rule, `${field}.rules[${index}]`),
    ),
    ...oneOf('failurePolicy', ['Fail', 'Ignore']),
    ...oneOf('matchPolicy', ['Equivalent', 'Exact']),
    ...((hook['sideEffects'] ?? undefined) === undefined
      ? [requiredField(`${field}.sideEffects`, `must specify one of ${sideEffects.join(', ')}`)]
      : oneOf('sideEffects', sideEffects)),
    ...(typeof seconds === 'number' && (seconds > 30 || seconds < 1)
      ? [
          invalidField(
            `${field}.timeoutSeconds`,
            seconds,
            'the timeout value must be between 1 and 30 seconds',
          ),
        ]
      : []),
    ...selectorErrors(hook['namespaceSelector'], `${field}.namespaceSelector`),
    ...selectorErrors(hook['objectSelector'], `${field}.objectSelector`),
    ...oneOf('reinvocationPolicy', ['IfNeeded', 'Never']),
    ...clientConfigErrors(asObject(hook['clientConfig']) ?? {}, `${field}.clientConfig`, allowsHttp),
    ...(kept.conditions ? [] : conditionErrors(hook, `${field}.matchConditions`)),
  ];
}

/** Validates the match conditions of a webhook or a policy. */
export function conditionErrors(
  source: JsonObject,
  field: string,
  names: readonly ExpressionNames[] = [],
): FieldError[] {
  const conditions = matchConditionsOf(source, ...names);
  const errors = conditions.length > 64 ? [tooManyField(field, conditions.length, 64)] : [];
  const seen = new Set<string>();
  conditions.forEach(({ name, expression }, index) => {
    const own = `${field}[${index}].name`;
    errors.push(...expressionErrors(expression, `${field}[${index}].expression`, 'bool'));
    if (name === '') errors.push(requiredField(own));
    else errors.push(...labelKeyProblems(name).map((problem) => invalidField(own, name, problem)));
    if (name !== '' && seen.has(name)) errors.push(duplicateField(own, name));
    seen.add(name);
  });
  return errors;
}

/** Checks that an expression compiles, and gives a value of these types; without any, of any type. */
export function expressionErrors(
  expression: Expression,
  field: string,
  ...types: readonly CelType['kind'][]
): FieldError[] {
  if (expression.text.trim() === '') return [requiredField(field)];
  const problem = expression.problem(...types);
  return problem === undefined ? [] : [invalidField(field, expression.text, problem)];
}

/** validation.IsFullyQualifiedName. */
function qualifiedNameErrors(field: string, name: string): FieldError[] {
  if (name === '') return [requiredField(field)];
  const problems = dnsSubdomainProblems(name);
  if (problems.length > 0) return problems.map((problem) => invalidField(field, name, problem));
  if (name.split('.').length >= 3) return [];
  return [invalidField(field, name, 'should be a domain with at least three segments separated by dots')];
}

const operations = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];

/** Validates a rule with operations, of a webhook or of a policy. */
export function operationRuleErrors(rule: JsonObject, field: string): FieldError[] {
  const list = (name: string): unknown[] => (Array.isArray(rule[name]) ? rule[name] : []);
  const errors: FieldError[] = [];
  const wildcard = (name: string, others: string): void => {
    const items = list(name);
    if (items.length === 0) errors.push(requiredField(`${field}.${name}`));
    if (items.length > 1 && items.includes('*'))
      errors.push(
        invalidField(`${field}.${name}`, items, `if '*' is present, must not specify other ${others}`),
      );
  };
  wildcard('operations', 'operations');
  list('operations').forEach((operation, index) => {
    if (operations.some((each) => each === operation)) return;
    errors.push(notSupportedField(`${field}.operations[${index}]`, operation, operations));
  });
  wildcard('apiGroups', 'API groups');
  wildcard('apiVersions', 'API versions');
  list('apiVersions').forEach((version, index) => {
    if (version === '') errors.push(requiredField(`${field}.apiVersions[${index}]`));
  });
  errors.push(...resourcesErrors(list('resources'), `${field}.resources`));
  const scopes = ['*', 'Cluster', 'Namespaced'];
  const scope = rule['scope'] ?? '*';
  if (!scopes.some((each) => each === scope)) errors.push(notSupportedField(`${field}.scope`, scope, scopes));
  return errors;
}

function resourcesErrors(resources: readonly unknown[], field: string): FieldError[] {
  const errors: FieldError[] = resources.length === 0 ? [requiredField(field)] : [];
  const withAllSubresources = new Set<string>();
  const ofAllResources = new Set<string>();
  let plain = false;
  resources.forEach((value, index) => {
    const each = typeof value === 'string' ? value : '';
    const at = `${field}[${index}]`;
    if (each === '') {
      errors.push(requiredField(at));
      return;
    }
    const [resource = '', sub] = each.split(/\/(.*)/s);
    if (sub === undefined) {
      plain = each !== '*';
      return;
    }
    if (withAllSubresources.has(resource))
      errors.push(invalidField(at, each, `if '${resource}/*' is present, must not specify ${each}`));
    if (ofAllResources.has(sub))
      errors.push(invalidField(at, each, `if '*/${sub}' is present, must not specify ${each}`));
    if (sub === '*') withAllSubresources.add(resource);
    if (resource === '*') ofAllResources.add(sub);
  });
  if (resources.length > 1 && resources.includes('*/*'))
    errors.push(invalidField(field, resources, "if '*/*' is present, must not specify other resources"));
  if (plain && resources.includes('*')) {
    const why = "if '*' is present, must not specify other resources without subresources";
    errors.push(invalidField(field, resources, why));
  }
  return errors;
}

/** Validates a label selector (apimachinery's meta/v1/validation). */
export function selectorErrors(value: unknown, field: string): FieldError[] {
  const selector = asObject(value) ?? {};
  const errors: FieldError[] = [];
  const invalid = (at: string, bad: string, problems: readonly string[]): void => {
    for (const why of problems) errors.push(invalidField(at, bad, why));
  };
  for (const [key, label] of Object.entries(asObject(selector['matchLabels']) ?? {}).toSorted(byKey)) {
    invalid(`${field}.matchLabels`, key, labelKeyProblems(key));
    invalid(`${field}.matchLabels`, String(label), labelValueProblems(String(label)));
  }
  objectsOf(selector['matchExpressions']).forEach((requirement, index) => {
    const at = `${field}.matchExpressions[${index}]`;
    const [key, operator] = [textAt(requirement, 'key'), textAt(requirement, 'operator')];
    const values = Array.isArray(requirement['values']) ? requirement['values'].map(String) : [];
    if (operator === 'In' || operator === 'NotIn') {
      const why = "must be specified when `operator` is 'In' or 'NotIn'";
      if (values.length === 0) errors.push(requiredField(`${at}.values`, why));
    } else if (operator === 'Exists' || operator === 'DoesNotExist') {
      const why = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
      if (values.length > 0) errors.push(forbiddenField(`${at}.values`, why));
    } else invalid(`${at}.operator`, operator, ['not a valid selector operator']);
    invalid(`${at}.key`, key, labelKeyProblems(key));
    values.forEach((label, i) => invalid(`${at}.values[${i}]`, label, labelValueProblems(label)));
  });
  return errors;
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
