import { isDeepStrictEqual } from 'node:util';
import {
  type FieldError,
  duplicateField,
  forbiddenField,
  invalidField,
  notSupportedField,
  requiredField,
  tooManyField,
} from '../values/field-error.js';
import { dns1035LabelProblems, dnsSubdomainProblems } from '../values/names.js';
import { hasFormat } from '../structural/formats.js';
import { Work } from '../values/work.js';
import { asObject, at, isJsonObject, objectsOf, textAt } from '../values/json-fields.js';
import type { JsonObject } from '../values/json-fields.js';
import type { Metadata } from '../structural/object-meta.js';
import {
  type AllowsHttp,
  bundleProblem,
  clientConfigErrors,
  hasKnownVersion,
  reviewVersionErrors,
} from './client-config.js';
import { internalVersion } from './internal-form.js';
import { noExpressions, type StoredExpressions } from './rule-errors.js';
import { schemaErrors } from './schema-errors.js';
import { everySchema } from './schema-fields.js';

/** An object of the API, as far as its kind is known. */
export interface DefinitionBody {
  readonly [field: string]: unknown;
  readonly metadata?: Metadata | undefined;
}

/**
 * Validates a CustomResourceDefinition, in the order and with the messages of apiextensions' validation.
 *
 * Like the server, which uses an older internal form at this point, it reports parts common to all versions as
 * `spec.validation` and so on, not as `spec.versions[i].schema`. Throws TooMuchWorkError.
 */
export function definitionErrors(body: DefinitionBody, allowsHttp: AllowsHttp = never): FieldError[] {
  const spec = asObject(body['spec']) ?? {};
  const group = textAt(spec, 'group');
  const name = body.metadata?.name ?? '';
  const errors: FieldError[] = [];
  if (name !== '' && name !== `${textAt(spec, 'names', 'plural')}.${group}`) {
    errors.push(invalidField('metadata.name', name, 'must be spec.names.plural+"."+spec.group'));
  }
  return [
    ...errors,
    ...specErrors(spec, nothingStored, allowsHttp),
    ...namesErrors(at(body, 'status', 'acceptedNames'), 'status.acceptedNames'),
    ...storedVersionErrors(body, spec),
    ...approvalErrors(body, group),
    ...preserveErrors(spec),
  ];
}

/** Validates a change of a definition; errors of the new definition come first. Throws TooMuchWorkError. */
export function definitionUpdateErrors(
  body: DefinitionBody,
  old: DefinitionBody,
  allowsHttp: AllowsHttp = never,
): FieldError[] {
  const spec = asObject(body['spec']) ?? {};
  const before = asObject(old['spec']) ?? {};
  const established = objectsOf(at(old, 'status', 'conditions')).some(
    ({ type, status }) => type === 'Established' && status === 'True',
  );
  const immutable = (...path: readonly string[]): FieldError[] =>
    textAt(spec, ...path) === textAt(before, ...path)
      ? []
      : [invalidField(`spec.${path.join('.')}`, textAt(spec, ...path), 'field is immutable')];
  const own = specErrors(spec, storedOf(before, established), allowsHttp);
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

const never: AllowsHttp = () => false;

/** What an update may keep, because it is stored. */
interface Stored {
  readonly expressions: StoredExpressions;
  /** The schemas, by version. */
  readonly schemas: ReadonlyMap<string, unknown>;
  readonly knownReviews: boolean;
  /** A new definition may have any bundle. */
  readonly validBundle: boolean;
}

const nothingStored: Stored = {
  expressions: noExpressions,
  schemas: new Map(),
  knownReviews: true,
  validBundle: false,
};

function storedOf(spec: JsonObject, established: boolean): Stored {
  const rules = new Set<string>();
  const messages = new Set<string>();
  const versions = objectsOf(spec['versions']);
  for (const version of versions) {
    const schema = asObject(at(version, 'schema', 'openAPIV3Schema'));
    if (schema === undefined) continue;
    everySchema(schema, (part) => {
      for (const rule of objectsOf(part['x-kubernetes-validations'])) {
        rules.add(textAt(rule, 'rule'));
        messages.add(textAt(rule, 'messageExpression'));
      }
    });
  }
  const webhook = at(spec, 'conversion', 'webhook');
  const reviews = at(webhook, 'conversionReviewVersions');
  const bundle = textAt(webhook, 'clientConfig', 'caBundle');
  return {
    expressions: { rules, messages, isUnchanged: false },
    schemas: new Map(versions.map((version) => [textAt(version, 'name'), version['schema']])),
    knownReviews: !Array.isArray(reviews) || reviews.length === 0 || hasKnownVersion(reviews),
    validBundle: established && (bundle === '' || bundleProblem(bundle) === undefined),
  };
}

/** Returns the expressions that a version may keep. */
function expressionsOf({ expressions, schemas }: Stored, name: string, schema: unknown): StoredExpressions {
  return { ...expressions, isUnchanged: schemas.has(name) && isDeepStrictEqual(schemas.get(name), schema) };
}

function specErrors(spec: JsonObject, stored: Stored, allowsHttp: AllowsHttp): FieldError[] {
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
    const kept = expressionsOf(stored, textAt(version, 'name'), version['schema']);
    errors.push(
      ...deprecationErrors(version, `${field}.deprecationWarning`),
      ...schemaErrors(asObject(version['schema']), `${field}.schema`, hasStatus, work, kept),
      ...subresourceErrors(version['subresources'], `${field}.subresources`),
      ...columnErrors(version['additionalPrinterColumns'], `${field}.additionalPrinterColumns`),
      ...versionSelectableErrors(version, `${field}.selectableFields`),
    );
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
  const kept = expressionsOf(stored, first, common['schema']);
  errors.push(...schemaErrors(asObject(common['schema']), 'spec.validation', anyStatus, work, kept));
  errors.push(...subresourceErrors(common['subresources'], 'spec.subresources'));
  errors.push(...columnErrors(common['additionalPrinterColumns'], 'spec.additionalPrinterColumns'));
  errors.push(...selectableErrors(common['selectableFields'], common['schema'], 'spec.selectableFields'));
  errors.push(...conversionErrors(spec, stored, allowsHttp));
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

function storedVersionErrors(body: DefinitionBody, spec: JsonObject): FieldError[] {
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

const approvalAnnotation = 'api-approved.kubernetes.io';

/** Returns the approval state of a Kubernetes project group: `missing`, `bypassed`, `approved` or `invalid`. */
function approval(body: DefinitionBody): string {
  const text = body.metadata?.annotations?.[approvalAnnotation] ?? '';
  if (text === '') return 'missing';
  if (text.startsWith('unapproved')) return 'bypassed';
  return /^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text) && hasFormat(text, 'uri') === true
    ? 'approved'
    : 'invalid';
}

/** Groups of the Kubernetes project require an approval annotation, or a reason for not having one. */
function approvalErrors(body: DefinitionBody, group: string): FieldError[] {
  if (!/(^|\.)(k8s|kubernetes)\.io$/.test(group)) return [];
  const field = `metadata.annotations[${approvalAnnotation}]`;
  const see = 'see https://github.com/kubernetes/enhancements/pull/1111';
  const must = `protected groups must have approval annotation "${approvalAnnotation}"`;
  switch (approval(body)) {
    case 'missing':
      return [requiredField(field, `${must}, ${see}`)];
    case 'invalid': {
      const why = `${must} with either a URL or a reason starting with "unapproved", ${see}`;
      return [invalidField(field, body.metadata?.annotations?.[approvalAnnotation], why)];
    }
    default:
      return [];
  }
}

/** Validates names, either requested in a spec or accepted in a status. */
function namesErrors(value: unknown, field: string): FieldError[] {
  const names = asObject(value) ?? {};
  const errors: FieldError[] = [];
  for (const name of ['plural', 'singular']) {
    const text = textAt(names, name);
    const problems = text === '' ? [] : dns1035LabelProblems(text);
    if (problems.length > 0) errors.push(invalidField(`${field}.${name}`, text, problems.join(',')));
  }
  for (const name of ['kind', 'listKind']) {
    const text = textAt(names, name);
    const problems = text === '' ? [] : dns1035LabelProblems(text.toLowerCase());
    if (problems.length === 0) continue;
    const why = `may have mixed case, but should otherwise match: ${problems.join(',')}`;
    errors.push(invalidField(`${field}.${name}`, text, why));
  }
  errors.push(...labelErrors(names['shortNames'], `${field}.shortNames`));
  const kind = textAt(names, 'kind');
  if (kind !== '' && kind === names['listKind']) {
    errors.push(invalidField(`${field}.listKind`, kind, 'kind and listKind may not be the same'));
  }
  errors.push(...labelErrors(names['categories'], `${field}.categories`));
  return errors;
}

function labelErrors(values: unknown, field: string): FieldError[] {
  if (!Array.isArray(values)) return [];
  return values.flatMap((value: unknown, index) => {
    const text = typeof value === 'string' ? value : '';
    const problems = dns1035LabelProblems(text);
    return problems.length === 0 ? [] : [invalidField(`${field}[${index}]`, text, problems.join(','))];
  });
}

/** Validates a definition's conversion. */
function conversionErrors(spec: JsonObject, stored: Stored, allowsHttp: AllowsHttp): FieldError[] {
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
  const versionsField = 'spec.conversion.conversionReviewVersions';
  if (strategy === 'Webhook') {
    if (client === undefined) errors.push(requiredField(field, 'required when strategy is set to Webhook'));
    else {
      errors.push(...clientConfigErrors(client, field, allowsHttp));
      const bundle = textAt(client, 'caBundle');
      const problem = bundle === '' || !stored.validBundle ? undefined : bundleProblem(bundle);
      if (problem !== undefined) errors.push(invalidField(`${field}.caBundle`, bundle, problem));
    }
    const requiresKnown = stored.knownReviews;
    errors.push(...reviewVersionErrors(versions, versionsField, { required: '', requiresKnown }));
  } else {
    const why = 'should not be set when strategy is not set to Webhook';
    if (client !== undefined) errors.push(forbiddenField(field, why));
    if (Array.isArray(versions) && versions.length > 0) errors.push(forbiddenField(versionsField, why));
  }
  return errors;
}

/** Validates the paths of a scale subresource. */
function subresourceErrors(subresources: unknown, field: string): FieldError[] {
  const scale = asObject(asObject(subresources)?.['scale']);
  if (scale === undefined) return [];
  const selector = textAt(scale, 'labelSelectorPath');
  return [
    ...pathErrors(
      textAt(scale, 'specReplicasPath'),
      `${field}.scale.specReplicasPath`,
      ['.spec.'],
      'under .spec',
    ),
    ...pathErrors(
      textAt(scale, 'statusReplicasPath'),
      `${field}.scale.statusReplicasPath`,
      ['.status.'],
      'under .status',
    ),
    ...(selector === ''
      ? []
      : pathErrors(
          selector,
          `${field}.scale.labelSelectorPath`,
          ['.spec.', '.status.'],
          'under either .spec or .status',
        )),
  ];
}

function pathErrors(path: string, field: string, beginnings: readonly string[], where: string): FieldError[] {
  if (path === '') return [requiredField(field)];
  if (!path.startsWith('.')) return [invalidField(field, path, 'must be a simple json path starting with .')];
  if (beginnings.some((beginning) => path.startsWith(beginning))) return [];
  return [invalidField(field, path, `should be a json path ${where}`)];
}

const columnTypes = ['boolean', 'date', 'integer', 'number', 'string'];

const columnFormats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

/** Validates additionalPrinterColumns. */
function columnErrors(columns: unknown, field: string): FieldError[] {
  return objectsOf(columns).flatMap((column, index) => {
    const own = `${field}[${index}]`;
    const errors: FieldError[] = [];
    const type = textAt(column, 'type');
    const format = textAt(column, 'format');
    const path = textAt(column, 'jsonPath');
    const oneOf = (words: readonly string[]): string => `must be one of ${words.join(',')}`;
    if (textAt(column, 'name') === '') errors.push(requiredField(`${own}.name`));
    if (type === '') errors.push(requiredField(`${own}.type`, oneOf(columnTypes)));
    else if (!columnTypes.includes(type)) errors.push(invalidField(`${own}.type`, type, oneOf(columnTypes)));
    if (format !== '' && !columnFormats.includes(format)) {
      errors.push(invalidField(`${own}.format`, format, oneOf(columnFormats)));
    }
    if (path === '') errors.push(requiredField(`${own}.JSONPath`));
    else if (!path.startsWith('.')) {
      errors.push(invalidField(`${own}.JSONPath`, path, 'must be a simple json path starting with .'));
    }
    return errors;
  });
}

/** Validates the selectableFields of one version. */
function versionSelectableErrors(version: JsonObject, field: string): FieldError[] {
  if (objectsOf(version['selectableFields']).length === 0) return [];
  if (at(version, 'schema', 'openAPIV3Schema') === undefined) {
    const why = 'may only be set when `version.schema.openAPIV3Schema` is not included';
    return [invalidField(field, '', why)];
  }
  return selectableErrors(version['selectableFields'], version['schema'], field);
}

const maxSelectableFields = 8;

/** Validates selectableFields, which must name fields of the schema. */
export function selectableErrors(fields: unknown, validation: unknown, field: string): FieldError[] {
  if (objectsOf(fields).length === 0) return [];
  const schema = asObject(asObject(validation)?.['openAPIV3Schema']);
  if (schema === undefined) {
    return [invalidField(field, '', 'may only be set when validations.schema is included')];
  }
  const seen = new Set<string>();
  const errors = objectsOf(fields).flatMap((selectable, index): FieldError[] => {
    const own = `${field}[${index}].jsonPath`;
    const path = textAt(selectable, 'jsonPath');
    if (path === '') return [requiredField(own)];
    const found = schemaAt(schema, path);
    if (typeof found === 'string') return [invalidField(own, path, `is an invalid path: ${found}`)];
    const own1: FieldError[] = [];
    if (/^\.metadata(\.|$)/.test(path))
      own1.push(invalidField(own, path, 'must not point to fields in metadata'));
    if (!['string', 'boolean', 'integer'].includes(textAt(found, 'type'))) {
      const why =
        'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';
      own1.push(invalidField(own, path, why));
    }
    if (seen.has(path)) own1.push(duplicateField(own, path));
    seen.add(path);
    return own1;
  });
  if (seen.size > maxSelectableFields) errors.push(tooManyField(field, seen.size, maxSelectableFields));
  return errors;
}

/** Returns the schema of the field at a path, or why there is no such field. */
function schemaAt(schema: JsonObject, path: string): JsonObject | string {
  // As in apiextensions, what is in single quotes is one token.
  const tokens = path.match(/'(?:[^'\\]|\\.)+'|[.[\]]|[^.[\]]+/g) ?? [];
  let current = schema;
  for (let index = 0; index < tokens.length; index += 2) {
    if (tokens[index] === '[') return 'array notation is not allowed';
    if (tokens[index] !== '.') return `expected [ or . but got: ${tokens[index] ?? ''}`;
    const name = tokens[index + 1];
    if (name === undefined) return 'unexpected end of JSON path';
    const properties = asObject(current['properties']);
    const found =
      properties === undefined
        ? asObject(current['additionalProperties'])
        : Object.hasOwn(properties, name)
          ? asObject(properties[name])
          : undefined;
    if (found === undefined) return 'does not refer to a valid field';
    current = found;
  }
  return current;
}
