import { forbiddenField, invalidField, notSupportedField, requiredField } from '../../meta/field-error.js';
import type { FieldError } from '../../meta/field-error.js';
import { dns1035LabelProblems } from '../../meta/validation.js';
import { asObject, textAt } from '../json/json-fields.js';
import type { JsonObject } from '../json/json-fields.js';

const reviewVersions = ['v1', 'v1beta1'];

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
  const versions = webhook?.['conversionReviewVersions'];
  const field = 'spec.conversion.webhookClientConfig';
  if (strategy === 'Webhook') {
    errors.push(...clientErrors(client, field), ...versionErrors(Array.isArray(versions) ? versions : []));
    return errors;
  }
  const why = 'should not be set when strategy is not set to Webhook';
  if (client !== undefined) errors.push(forbiddenField(field, why));
  if (Array.isArray(versions) && versions.length > 0) {
    errors.push(forbiddenField('spec.conversion.conversionReviewVersions', why));
  }
  return errors;
}

function clientErrors(client: JsonObject | undefined, field: string): FieldError[] {
  if (client === undefined) return [requiredField(field, 'required when strategy is set to Webhook')];
  const url = client['url'];
  const service = asObject(client['service']);
  if ((url === undefined) === (service === undefined)) {
    return [requiredField(field, 'exactly one of url or service is required')];
  }
  if (service !== undefined) {
    return ['name', 'namespace'].flatMap((name) =>
      textAt(service, name) === '' ? [requiredField(`${field}.service.${name}`)] : [],
    );
  }
  return urlErrors(typeof url === 'string' ? url : '', `${field}.url`);
}

const form = 'desired format: https://host[/path]';

function urlErrors(text: string, field: string): FieldError[] {
  const match = /^(?:([a-z][a-z0-9+.-]*):)?(?:\/\/([^/?#]*))?[^?#]*(\?[^#]*)?(#.*)?$/i.exec(text);
  const [, scheme = '', host = '', query, fragment] = match ?? [];
  const errors: FieldError[] = [];
  if (scheme !== 'https') {
    errors.push(invalidField(field, scheme, `'https' is the only allowed URL scheme; ${form}`));
  }
  if (host === '') errors.push(invalidField(field, host, `host must be specified; ${form}`));
  if (host.includes('@')) {
    errors.push(
      invalidField(
        field,
        host.slice(0, host.lastIndexOf('@')),
        'user information is not permitted in the URL',
      ),
    );
  }
  if (fragment !== undefined) {
    errors.push(invalidField(field, fragment.slice(1), 'fragments are not permitted in the URL'));
  }
  if (query !== undefined) {
    errors.push(invalidField(field, query.slice(1), 'query parameters are not permitted in the URL'));
  }
  return errors;
}

function versionErrors(versions: readonly unknown[]): FieldError[] {
  const field = 'spec.conversion.conversionReviewVersions';
  if (versions.length === 0) return [requiredField(field)];
  const errors: FieldError[] = [];
  const seen = new Set<unknown>();
  versions.forEach((version, index) => {
    const own = `${field}[${index}]`;
    if (seen.has(version)) errors.push(invalidField(own, version, 'duplicate version'));
    else
      errors.push(
        ...dns1035LabelProblems(String(version)).map((problem) => invalidField(own, version, problem)),
      );
    seen.add(version);
  });
  if (!versions.some((version) => reviewVersions.includes(String(version)))) {
    errors.push(invalidField(field, versions, `must include at least one of ${reviewVersions.join(', ')}`));
  }
  return errors;
}
