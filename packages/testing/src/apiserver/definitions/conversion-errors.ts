import type { FieldError } from 'kube-informers';
import { forbiddenField, invalidField, notSupportedField, requiredField } from 'kube-informers/internal';
import { asObject, textAt } from '../json/json-fields.js';
import type { JsonObject } from '../json/json-fields.js';

/** Validates a definition's conversion. */
export function conversionErrors(spec: JsonObject): FieldError[] {
  const conversion = asObject(spec['conversion']);
  if (conversion === undefined) return [];
  const strategy = textAt(conversion, 'strategy');
  const errors: FieldError[] = [];
  if (strategy !== 'None' && spec['preserveUnknownFields'] === true) {
    const why = 'must be None if spec.preserveUnknownFields is true';
    errors.push(invalidField('spec.conversion.strategy', strategy, why));
  }
  if (strategy === '') errors.push(requiredField('spec.conversion.strategy'));
  else if (strategy !== 'None' && strategy !== 'Webhook') {
    errors.push(notSupportedField('spec.conversion.strategy', strategy, ['None', 'Webhook']));
  }
  const webhook = asObject(conversion['webhook']);
  const client = asObject(webhook?.['clientConfig']);
  const field = 'spec.conversion.webhookClientConfig';
  const versions = webhook?.['conversionReviewVersions'];
  if (strategy === 'Webhook') {
    // Webhooks are not called, so the rest of their configuration is not validated.
    if (client === undefined) {
      errors.push(requiredField(field, 'required when strategy is set to Webhook'));
    }
    if (!Array.isArray(versions) || versions.length === 0) {
      errors.push(requiredField('spec.conversion.conversionReviewVersions'));
    }
  }
  if (strategy !== 'Webhook' && client !== undefined) {
    errors.push(forbiddenField(field, 'should not be set when strategy is not set to Webhook'));
  }
  return errors;
}
