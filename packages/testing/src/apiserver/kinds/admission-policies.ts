import { isDeepStrictEqual } from 'node:util';
import {
  type FieldError,
  asObject,
  invalidField,
  notSupportedField,
  objectsOf,
  requiredField,
  textAt,
} from '@kube-informers/schema/internal';
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
    const rules = objectsOf(constraints['resourceRules']);
    if (rules.length === 0) errors.push(requiredField(`${field}.resourceRules`));
    rules.forEach((rule, index) =>
      errors.push(...operationRuleErrors(rule, `${field}.resourceRules[${index}]`)),
    );
    errors.push(
      ...selectorErrors(constraints['namespaceSelector'], `${field}.namespaceSelector`),
      ...selectorErrors(constraints['objectSelector'], `${field}.objectSelector`),
    );
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
  if (textAt(spec, 'policyName') === '') errors.push(requiredField('spec.policyName'));
  const actions: unknown[] = Array.isArray(spec['validationActions']) ? spec['validationActions'] : [];
  const field = 'spec.validationActions';
  if (actions.length === 0) errors.push(requiredField(field));
  if (actions.includes('Deny') && actions.includes('Warn')) {
    const why =
      'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)';
    errors.push(invalidField(field, actions, why));
  }
  return errors;
}
