import { isDeepStrictEqual } from 'node:util';
import {
  type FieldError,
  type JsonObject,
  asObject,
  duplicateField,
  forbiddenField,
  invalidField,
  notSupportedField,
  objectsOf,
  requiredField,
  textAt,
} from '@kube-informers/schema/internal';
import { dnsSubdomainProblems, pathSegmentProblems } from 'kube-informers/internal';
import { policyExpressions } from '../cel/expressions.js';
import type { ObjectBody } from '../storage/stored-object.js';
import {
  conditionErrors,
  expressionErrors,
  operationRuleErrors,
  selectorErrors,
} from './webhook-configurations.js';

const reasons = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];

/** Validates a ValidatingAdmissionPolicy, which replaces `old`. */
export function policyErrors(body: ObjectBody, old?: ObjectBody): FieldError[] {
  const spec = asObject(body['spec']) ?? {};
  const before = asObject(old?.['spec']);
  const keepsConditions =
    before !== undefined &&
    ['paramKind', 'matchConditions'].every((part) => isDeepStrictEqual(spec[part], before[part]));
  const errors: FieldError[] = [];
  const { variables, validations, auditAnnotations } = policyExpressions(spec);
  const constraints = asObject(spec['matchConstraints']);
  const field = 'spec.matchConstraints';
  if (constraints === undefined) errors.push(requiredField(field));
  else {
    errors.push(...matchErrors(constraints, field));
    if (objectsOf(constraints['resourceRules']).length === 0)
      errors.push(requiredField(`${field}.resourceRules`));
  }
  if (!keepsConditions)
    errors.push(
      ...conditionErrors(spec, 'spec.matchConditions', spec['paramKind'] === undefined ? [] : ['params']),
    );
  variables.forEach(([, expression], index) =>
    errors.push(...expressionErrors(expression, `spec.variables[${index}].expression`)),
  );
  if (validations.length === 0 && auditAnnotations.length === 0)
    for (const part of ['validations', 'auditAnnotations'])
      errors.push(
        requiredField(`spec.${part}`, 'validations or auditAnnotations must contain at least one item'),
      );
  validations.forEach(({ expression, messageExpression, reason }, index) => {
    const at = `spec.validations[${index}]`;
    if (reason !== '' && !reasons.includes(reason))
      errors.push(notSupportedField(`${at}.reason`, reason, reasons));
    errors.push(...expressionErrors(expression, `${at}.expression`, 'bool'));
    if (messageExpression !== undefined)
      errors.push(...expressionErrors(messageExpression, `${at}.messageExpression`, 'string'));
  });
  auditAnnotations.forEach((expression, index) =>
    errors.push(
      ...expressionErrors(
        expression,
        `spec.auditAnnotations[${index}].valueExpression`,
        'string',
        'null_type',
      ),
    ),
  );
  return errors;
}

/** Validates a ValidatingAdmissionPolicyBinding. */
export function policyBindingErrors(body: ObjectBody): FieldError[] {
  const spec = asObject(body['spec']) ?? {};
  const errors: FieldError[] = [];
  const name = textAt(spec, 'policyName');
  // That something is missing is among the declared rules.
  for (const why of name === '' ? [] : dnsSubdomainProblems(name))
    errors.push(invalidField('spec.policyName', name, why));
  const params = asObject(spec['paramRef']);
  if (params !== undefined) errors.push(...paramErrors(params, 'spec.paramRef'));
  const resources = asObject(spec['matchResources']);
  if (resources !== undefined) errors.push(...matchErrors(resources, 'spec.matchResources'));
  const given: unknown[] = Array.isArray(spec['validationActions']) ? spec['validationActions'] : [];
  const field = 'spec.validationActions';
  given.forEach((action, index) => {
    if (!actions.some((each) => each === action))
      errors.push(notSupportedField(`${field}[${index}]`, action, actions));
    else if (given.indexOf(action) < index) errors.push(duplicateField(`${field}[${index}]`, action));
  });
  if (given.includes('Deny') && given.includes('Warn')) {
    const why =
      'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)';
    errors.push(invalidField(field, given, why));
  }
  return errors;
}

const actions = ['Audit', 'Deny', 'Warn'];
const policies = ['Equivalent', 'Exact'];

/** Validates which requests a policy is about. */
function matchErrors(match: JsonObject, field: string): FieldError[] {
  const errors: FieldError[] = [];
  const policy = match['matchPolicy'];
  if (policy !== undefined && !policies.some((each) => each === policy))
    errors.push(notSupportedField(`${field}.matchPolicy`, policy, policies));
  for (const selector of ['namespaceSelector', 'objectSelector'])
    errors.push(...selectorErrors(match[selector], `${field}.${selector}`));
  for (const part of ['resourceRules', 'excludeResourceRules'])
    objectsOf(match[part]).forEach((rule, index) =>
      errors.push(...operationRuleErrors(rule, `${field}.${part}[${index}]`)),
    );
  return errors;
}

/** Validates which objects are the parameters of a policy. */
function paramErrors(params: JsonObject, field: string): FieldError[] {
  const errors: FieldError[] = [];
  const name = textAt(params, 'name');
  const { selector } = params;
  for (const why of name === '' ? [] : pathSegmentProblems(name))
    errors.push(invalidField(`${field}.name`, name, why));
  if (name === '' && selector === undefined)
    errors.push(requiredField(field, 'one of name or selector must be specified'));
  if (name !== '' && selector !== undefined)
    for (const part of ['name', 'selector'])
      errors.push(forbiddenField(`${field}.${part}`, 'name and selector are mutually exclusive'));
  errors.push(...selectorErrors(selector, `${field}.selector`));
  const action = textAt(params, 'parameterNotFoundAction');
  const at = `${field}.parameterNotFoundAction`;
  if (action === '') errors.push(requiredField(at));
  else if (!['Deny', 'Allow'].includes(action)) errors.push(notSupportedField(at, action, ['Deny', 'Allow']));
  return errors;
}
