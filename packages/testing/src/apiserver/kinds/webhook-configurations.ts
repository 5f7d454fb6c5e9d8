import {
  duplicateField,
  type FieldError,
  invalidField,
  notSupportedField,
  requiredField,
} from '@kube-informers/schema/internal';
import { dns1035LabelProblems, dnsSubdomainProblems, hostName, isLoopback } from 'kube-informers/internal';
import { labelSelectorAsSelector, SelectorError } from 'kube-informers';
import type { LabelSelector } from 'kube-informers';
import { matchConditionsOf } from '../cel/expressions.js';
import type { Expression, ExpressionNames } from '../cel/expressions.js';
import type { CelType } from '@kube-informers/schema/internal';
import { asObject, objectsOf, textAt } from '../json/json-fields.js';
import type { JsonObject } from '../json/json-fields.js';
import type { ObjectBody } from '../storage/stored-object.js';

/** True for the resources that configure webhooks. */
export function isWebhookConfiguration(id: string): boolean {
  return /^(?:mutating|validating)webhookconfigurations\.admissionregistration\.k8s\.io$/.test(id);
}

/** Validates the webhooks of a configuration. `http` allows `http://` URLs on loopback. */
export function webhookErrors(body: ObjectBody, http: boolean): FieldError[] {
  const names = new Set<string>();
  return objectsOf(body['webhooks']).flatMap((hook, index) => {
    const field = `webhooks[${index}]`;
    const name = textAt(hook, 'name');
    const errors = [...hookErrors(hook, field, http), ...versionErrors(hook, field)];
    if (name !== '' && names.has(name)) errors.push(duplicateField(`${field}.name`, name));
    names.add(name);
    return errors;
  });
}

function hookErrors(hook: JsonObject, field: string, http: boolean): FieldError[] {
  const oneOf = (name: string, allowed: readonly string[]): FieldError[] => {
    const value = hook[name] ?? undefined;
    if (value === undefined || allowed.some((each) => each === value)) return [];
    return [notSupportedField(`${field}.${name}`, value, allowed)];
  };
  const harmless = ['None', 'NoneOnDryRun'];
  const seconds = hook['timeoutSeconds'] ?? 10;
  return [
    ...qualifiedNameErrors(`${field}.name`, textAt(hook, 'name')),
    ...objectsOf(hook['rules']).flatMap((rule, index) =>
      operationRuleErrors(rule, `${field}.rules[${index}]`),
    ),
    ...oneOf('failurePolicy', ['Fail', 'Ignore']),
    ...oneOf('matchPolicy', ['Equivalent', 'Exact']),
    ...(hook['sideEffects'] === undefined
      ? [requiredField(`${field}.sideEffects`, `must specify one of ${harmless.join(', ')}`)]
      : oneOf('sideEffects', harmless)),
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
    ...clientConfigErrors(asObject(hook['clientConfig']) ?? {}, `${field}.clientConfig`, http),
    ...conditionErrors(hook, `${field}.matchConditions`),
  ];
}

/** Validates the match conditions of a webhook or a policy. */
export function conditionErrors(
  source: JsonObject,
  field: string,
  names: readonly ExpressionNames[] = [],
): FieldError[] {
  return matchConditionsOf(source, ...names).flatMap(({ name, expression }, index) => [
    ...(name === '' ? [requiredField(`${field}[${index}].name`)] : []),
    ...expressionErrors(expression, `${field}[${index}].expression`, 'bool'),
  ]);
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

/** Validates a label selector. */
export function selectorErrors(value: unknown, field: string): FieldError[] {
  const selector = asObject(value);
  if (selector === undefined) return [];
  try {
    labelSelectorAsSelector(selector as LabelSelector);
    return [];
  } catch (error) {
    if (error instanceof SelectorError) return [invalidField(field, selector, error.detail)];
    throw error;
  }
}

/** Validates where a webhook is. `http` allows `http://` URLs on loopback. */
export function clientConfigErrors(config: JsonObject, field: string, http: boolean): FieldError[] {
  const url = config['url'] ?? undefined;
  const service = asObject(config['service']);
  if ((url === undefined) === (service === undefined))
    return [requiredField(field, 'exactly one of url or service is required')];
  if (service === undefined) return urlErrors(textAt(config, 'url'), `${field}.url`, http);
  return serviceErrors(service, `${field}.service`);
}

function urlErrors(text: string, field: string, http: boolean): FieldError[] {
  const form = '; desired format: https://host[/path]';
  const [, scheme = '', host = '', query = '', fragment = ''] =
    /^(?:([a-zA-Z][a-zA-Z0-9+.-]*):)?(?:\/\/([^/?#]*))?[^?#]*(?:\?([^#]*))?(?:#(.*))?$/s.exec(text) ?? [];
  const errors: FieldError[] = [];
  const isLocal = http && scheme === 'http' && isLoopback(hostName(host));
  if (scheme !== 'https' && !isLocal)
    errors.push(invalidField(field, scheme, `'https' is the only allowed URL scheme${form}`));
  if (host === '') errors.push(invalidField(field, host, `host must be specified${form}`));
  const at = host.lastIndexOf('@');
  if (at !== -1)
    errors.push(invalidField(field, host.slice(0, at), 'user information is not permitted in the URL'));
  if (fragment !== '') errors.push(invalidField(field, fragment, 'fragments are not permitted in the URL'));
  if (query !== '') errors.push(invalidField(field, query, 'query parameters are not permitted in the URL'));
  return errors;
}

function serviceErrors(service: JsonObject, field: string): FieldError[] {
  const errors: FieldError[] = ['name', 'namespace'].flatMap((name) =>
    textAt(service, name) === '' ? [requiredField(`${field}.${name}`)] : [],
  );
  const port = service['port'] ?? 443;
  if (!(typeof port === 'number' && port >= 1 && port <= 65_535)) {
    const why = 'port is not valid: must be between 1 and 65535, inclusive';
    errors.push(invalidField(`${field}.port`, port, why));
  }
  const path = textAt(service, 'path');
  if (path === '' || path === '/') return errors;
  const wrong = (why: string): void => void errors.push(invalidField(`${field}.path`, path, why));
  if (path === '//') wrong('segment[0] may not be empty');
  else {
    if (!path.startsWith('/')) wrong("must start with a '/'");
    path
      .slice(1)
      .replace(/\/$/, '')
      .split('/')
      .forEach((step, index) => {
        if (step === '') wrong(`segment[${index}] may not be empty`);
        else for (const problem of dnsSubdomainProblems(step)) wrong(`segment[${index}]: ${problem}`);
      });
  }
  return errors;
}

function versionErrors(hook: JsonObject, field: string): FieldError[] {
  return reviewVersionErrors(hook['admissionReviewVersions'], `${field}.admissionReviewVersions`);
}

/** Validates the versions of reviews that a webhook accepts. */
export function reviewVersionErrors(value: unknown, field: string): FieldError[] {
  const known = ['v1', 'v1beta1'];
  const versions: unknown[] = Array.isArray(value) ? value : [];
  if (versions.length === 0) return [requiredField(field, `must specify one of ${known.join(', ')}`)];
  const errors: FieldError[] = versions.flatMap((version, index) => {
    if (versions.indexOf(version) < index)
      return [invalidField(`${field}[${index}]`, version, 'duplicate version')];
    return dns1035LabelProblems(String(version)).map((problem) =>
      invalidField(`${field}[${index}]`, version, problem),
    );
  });
  if (!versions.some((version) => known.some((each) => each === version)))
    errors.push(invalidField(field, versions, `must include at least one of ${known.join(', ')}`));
  return errors;
}
