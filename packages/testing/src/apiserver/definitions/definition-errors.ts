import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from 'kube-informers';
import {
  dns1035LabelProblems,
  dnsSubdomainProblems,
  invalidField,
  notSupportedField,
  requiredField,
} from 'kube-informers/internal';
import { asObject, at, isJsonObject, objectsOf, textAt } from '../json/json-fields.js';
import type { JsonObject } from '../json/json-fields.js';
import type { ObjectBody } from '../storage/stored-object.js';
import { conversionErrors } from './conversion-errors.js';
import { internalVersion } from './internal-form.js';
import { Work } from '../custom/work.js';
import { schemaErrors } from './schema-errors.js';
import { subresourceErrors } from './subresource-errors.js';
import { columnErrors } from './printer-column-errors.js';
import { versionSelectableErrors, selectableErrors } from './selectable-field-errors.js';
import { namesErrors } from './names-errors.js';
import { approval, approvalErrors } from './approval-errors.js';

/**
 * Validates a CustomResourceDefinition, in the order and with the messages of apiextensions' validation.
 *
 * Like the server, which uses an older internal form at this point, it reports parts common to all versions as
 * `spec.validation` and so on, not as `spec.versions[i].schema`.
 */
export function definitionErrors(body: ObjectBody): FieldError[] {
  const spec = asObject(body['spec']) ?? {};
  const group = textAt(spec, 'group');
  const name = body.metadata?.name ?? '';
  const errors: FieldError[] = [];
  if (name !== '' && name !== `${textAt(spec, 'names', 'plural')}.${group}`) {
    errors.push(invalidField('metadata.name', name, 'must be spec.names.plural+"."+spec.group'));
  }
  return [
    ...errors,
    ...specErrors(spec),
    ...namesErrors(at(body, 'status', 'acceptedNames'), 'status.acceptedNames'),
    ...storedVersionErrors(body, spec),
    ...approvalErrors(body, group),
    ...preserveErrors(spec),
  ];
}

/** Validates a change of a definition; errors of the new definition come first. */
export function definitionUpdateErrors(body: ObjectBody, old: ObjectBody): FieldError[] {
  const spec = asObject(body['spec']) ?? {};
  const before = asObject(old['spec']) ?? {};
  const established = objectsOf(at(old, 'status', 'conditions')).some(
    ({ type, status }) => type === 'Established' && status === 'True',
  );
  const immutable = (...path: readonly string[]): FieldError[] =>
    textAt(spec, ...path) === textAt(before, ...path)
      ? []
      : [invalidField(`spec.${path.join('.')}`, textAt(spec, ...path), 'field is immutable')];
  const own = specErrors(spec);
  const oldGroup = textAt(before, 'group');
  return [
    ...own,
    ...(established ? [...immutable('scope'), ...immutable('names', 'kind')] : []),
    ...immutable('group'),
    ...immutable('names', 'plural'),
    ...namesErrors(at(body, 'status', 'acceptedNames'), 'status.acceptedNames'),
    ...storedVersionErrors(body, spec),
    ...(approval(body) === approval(old) ? [] : approvalErrors(body, textAt(spec, 'group') || oldGroup)),
    ...(before['preserveUnknownFields'] === true ? [] : preserveErrors(spec)),
  ];
}

function specErrors(spec: JsonObject): FieldError[] {
  const errors: FieldError[] = [...groupErrors(textAt(spec, 'group'))];
  const scope = textAt(spec, 'scope');
  if (scope === '') errors.push(requiredField('spec.scope'));
  else if (scope !== 'Cluster' && scope !== 'Namespaced') {
    errors.push(notSupportedField('spec.scope', scope, ['Cluster', 'Namespaced']));
  }
  const versions = objectsOf(spec['versions']);
  const common = commonParts(versions);
  const own = versions.map((version) => withoutParts(version, common));
  if (asObject(common['schema'])?.['openAPIV3Schema'] === undefined) {
    versions.forEach((version, index) => {
      if (at(version, 'schema', 'openAPIV3Schema') === undefined) {
        errors.push(requiredField(`spec.versions[${index}].schema.openAPIV3Schema`));
      }
    });
  }
  const work = new Work();
  own.forEach((version, index) => {
    const field = `spec.versions[${index}]`;
    const problems = dns1035LabelProblems(textAt(version, 'name'));
    if (problems.length > 0)
      errors.push(invalidField(`${field}.name`, textAt(version, 'name'), problems.join(',')));
    const hasStatus = isJsonObject(at(versions[index], 'subresources', 'status'));
    errors.push(...versionErrors(version, field, hasStatus, work));
  });
  const shown = spec['versions'] === undefined || spec['versions'] === null ? null : own.map(internalVersion);
  const names = versions.map((version) => textAt(version, 'name'));
  if (new Set(names).size < names.length) {
    errors.push(invalidField('spec.versions', shown, 'must contain unique version names'));
  }
  if (versions.filter((version) => version['storage'] === true).length !== 1) {
    errors.push(
      invalidField('spec.versions', shown, 'must have exactly one version marked as storage version'),
    );
  }
  const [first = ''] = names;
  const firstProblems = first === '' ? [] : dns1035LabelProblems(first);
  if (firstProblems.length > 0) errors.push(invalidField('spec.version', first, firstProblems.join(',')));
  for (const name of ['plural', 'singular', 'kind', 'listKind']) {
    if (textAt(spec, 'names', name) === '') errors.push(requiredField(`spec.names.${name}`));
  }
  errors.push(...namesErrors(spec['names'], 'spec.names'));
  const anyStatus = versions.some((version) => isJsonObject(at(version, 'subresources', 'status')));
  errors.push(...schemaErrors(asObject(common['schema']), 'spec.validation', anyStatus, work));
  errors.push(...subresourceErrors(common['subresources'], 'spec.subresources'));
  errors.push(...columnErrors(common['additionalPrinterColumns'], 'spec.additionalPrinterColumns'));
  errors.push(...selectableErrors(common['selectableFields'], common['schema'], 'spec.selectableFields'));
  errors.push(...conversionErrors(spec));
  return errors;
}

function groupErrors(group: string): FieldError[] {
  if (group === '') return [requiredField('spec.group')];
  const problems = dnsSubdomainProblems(group);
  if (problems.length > 0) return [invalidField('spec.group', group, problems.join(','))];
  if (group.includes('.')) return [];
  return [invalidField('spec.group', group, 'should be a domain with at least one dot')];
}

const parts = ['subresources', 'schema', 'additionalPrinterColumns', 'selectableFields'] as const;

/** Returns the parts that all versions have in common. */
function commonParts(versions: readonly JsonObject[]): JsonObject {
  const common: JsonObject = {};
  const [first] = versions;
  for (const part of parts) {
    if (versions.every((version) => isDeepStrictEqual(version[part], first?.[part])))
      common[part] = first?.[part];
  }
  return common;
}

function withoutParts(version: JsonObject, common: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(version).filter(([field]) => !Object.hasOwn(common, field)));
}

function versionErrors(version: JsonObject, field: string, hasStatus: boolean, work: Work): FieldError[] {
  return [
    ...deprecationErrors(version, `${field}.deprecationWarning`),
    ...schemaErrors(asObject(version['schema']), `${field}.schema`, hasStatus, work),
    ...subresourceErrors(version['subresources'], `${field}.subresources`),
    ...columnErrors(version['additionalPrinterColumns'], `${field}.additionalPrinterColumns`),
    ...versionSelectableErrors(version, `${field}.selectableFields`),
  ];
}

function deprecationErrors(version: JsonObject, field: string): FieldError[] {
  const { deprecationWarning: text } = version;
  if (typeof text !== 'string') return [];
  if (version['deprecated'] !== true)
    return [invalidField(field, text, 'can only be set for deprecated versions')];
  const errors: FieldError[] = [];
  if (Buffer.byteLength(text) > 256) errors.push(invalidField(field, text, 'must be <= 256 characters long'));
  if (text === '') errors.push(invalidField(field, text, 'must not be an empty string'));
  let index = 0;
  for (const character of text) {
    if (!/[ \p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(character)) {
      const why = `must only contain printable UTF-8 characters; non-printable character found at index ${index}`;
      errors.push(invalidField(field, text, why));
      break;
    }
    index += Buffer.byteLength(character);
  }
  return errors;
}

function storedVersionErrors(body: ObjectBody, spec: JsonObject): FieldError[] {
  const field = 'status.storedVersions';
  const stored = at(body, 'status', 'storedVersions');
  if (!Array.isArray(stored) || stored.length === 0) {
    const shown = Array.isArray(stored) && stored.length > 0 ? (stored as unknown[]) : null;
    return [invalidField(field, shown, 'must have at least one stored version')];
  }
  const left = new Map(stored.map((version: unknown, index): [unknown, number] => [version, index]));
  const errors: FieldError[] = [];
  for (const version of objectsOf(spec['versions'])) {
    const name = textAt(version, 'name');
    if (version['storage'] === true && !left.has(name)) {
      errors.push(invalidField(field, stored, `must have the storage version ${name}`));
    }
    left.delete(name);
  }
  for (const [version, index] of left) {
    const name = String(version);
    const why = `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`;
    errors.push(invalidField(`${field}[${index}]`, version, why));
  }
  return errors;
}

function preserveErrors(spec: JsonObject): FieldError[] {
  if (spec['preserveUnknownFields'] !== true) return [];
  const why =
    'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead';
  return [invalidField('spec.preserveUnknownFields', true, why)];
}
