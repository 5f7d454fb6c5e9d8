import { decodeTyped } from '../values/decode-typed.js';
import type { Decoded } from '../values/decode-typed.js';
import type { ApiType, Field, StructType } from '../values/api-type.js';
import { type FieldError, invalidField, requiredField, tooLongField } from '../values/field-error.js';
import { isJsonObject } from '../values/json-fields.js';
import { jsonTypeOf } from '../values/json.js';
import { labelKeyProblems, labelValueProblems } from '../values/names.js';

/** An object's metadata, as far as it is validated. */
export interface Metadata {
  readonly name?: string | undefined;
  readonly generateName?: string | undefined;
  readonly generation?: number | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
  readonly finalizers?: readonly string[] | undefined;
  readonly ownerReferences?: readonly Owner[] | undefined;
}

interface Owner {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly controller?: boolean | undefined;
}

const text: ApiType = { is: 'scalar', base: 'string', go: 'string' };
const uid: ApiType = { is: 'scalar', base: 'string', go: 'types.UID' };
const int64: ApiType = { is: 'scalar', base: 'int64', go: 'int64' };
const time: ApiType = { is: 'special', form: 'time', go: 'v1.Time' };
const texts: ApiType = { is: 'map', values: text, go: 'map[string]string' };

function pointer(to: ApiType): ApiType {
  return { is: 'pointer', to, go: to.go };
}

function list(items: ApiType): ApiType {
  return { is: 'list', items, go: `[]${items.go}`, named: false };
}

/** A struct of optional fields; the others stand in `required`. */
function struct(
  go: string,
  fields: Readonly<Record<string, ApiType>>,
  required: readonly string[] = [],
): StructType {
  const declared = Object.entries(fields).map(([json, type]): Field => ({
    json,
    number: 0,
    type,
    inline: false,
    through: '',
    omitEmpty: !required.includes(json),
    omitZero: json === 'creationTimestamp',
    required: required.includes(json),
    strategies: [],
    mergeKey: undefined,
    listType: undefined,
    listKeys: [],
    atomic: false,
  }));
  const byName = new Map(declared.map((field) => [field.json, field]));
  return { is: 'struct', go, name: `meta.${go}`, atomic: false, fields: byName, declared };
}

const bool: ApiType = { is: 'scalar', base: 'bool', go: 'bool' };

/** metav1.ObjectMeta. */
const objectMeta = struct('v1.ObjectMeta', {
  name: text,
  generateName: text,
  namespace: text,
  selfLink: text,
  uid,
  resourceVersion: text,
  generation: int64,
  creationTimestamp: time,
  deletionTimestamp: pointer(time),
  deletionGracePeriodSeconds: pointer(int64),
  labels: texts,
  annotations: texts,
  ownerReferences: list(
    struct(
      'v1.OwnerReference',
      {
        apiVersion: text,
        kind: text,
        name: text,
        uid,
        controller: pointer(bool),
        blockOwnerDeletion: pointer(bool),
      },
      ['apiVersion', 'kind', 'name', 'uid'],
    ),
  ),
  finalizers: list(text),
  managedFields: list(
    struct('v1.ManagedFieldsEntry', {
      manager: text,
      operation: { is: 'scalar', base: 'string', go: 'v1.ManagedFieldsOperationType' },
      apiVersion: text,
      time: pointer(time),
      fieldsType: text,
      fieldsV1: pointer({ is: 'special', form: 'fieldsv1', go: 'v1.FieldsV1' }),
      subresource: text,
    }),
  ),
});

/** Decodes metadata as Go decodes an ObjectMeta: unknown fields are dropped. */
export function decodeMetadata(metadata: unknown): Decoded {
  if (!isJsonObject(metadata)) {
    if (metadata === null) return { value: {}, problem: undefined, problems: [], unknown: [] };
    const problem = `json: cannot unmarshal ${jsonTypeOf(metadata)} into Go value of type v1.ObjectMeta`;
    return { value: {}, problem, problems: [{ field: '', message: problem }], unknown: [] };
  }
  const decoded = decodeTyped(objectMeta, metadata);
  const { value } = decoded;
  if (value['creationTimestamp'] === null) delete value['creationTimestamp'];
  return decoded;
}

/** Returns the problems with a name. */
type NameRule = (name: string) => readonly string[];

/** Validates the metadata at `path`, with any name rule. */
export function metadataErrorsOf(metadata: Metadata, rule: NameRule, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const { name = '', generateName: base = '' } = metadata;
  // A generated part follows, so the base may end with a dash.
  if (base !== '') errors.push(...nameErrors(`${path}.generateName`, base, rule, base.replace(/[-.]$/, 'a')));
  if (name === '') errors.push(requiredField(`${path}.name`, 'name or generateName is required'));
  else errors.push(...nameErrors(`${path}.name`, name, rule));
  errors.push(...labelErrors(metadata, path));
  const { generation = 0, finalizers = [] } = metadata;
  if (generation < 0) {
    errors.push(invalidField(`${path}.generation`, generation, 'must be greater than or equal to 0'));
  }
  if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')) {
    const text = 'finalizer orphan and foregroundDeletion cannot be both set';
    errors.push(invalidField(`${path}.finalizers`, finalizers, text));
  }
  for (const finalizer of metadata.finalizers ?? []) {
    const problems = labelKeyProblems(finalizer);
    errors.push(...problems.map((problem) => invalidField(`${path}.finalizers`, finalizer, problem)));
  }
  return [...errors, ...ownerErrors(metadata, path)];
}

/** Validates labels and annotations. */
export function labelErrors(metadata: Metadata, path: string): FieldError[] {
  const errors: FieldError[] = [];
  for (const [key, value] of Object.entries(metadata.labels ?? {})) {
    errors.push(...labelKeyProblems(key).map((problem) => invalidField(`${path}.labels`, key, problem)));
    errors.push(
      ...labelValueProblems(value).map((problem) => invalidField(`${path}.labels`, value, problem)),
    );
  }
  for (const key of Object.keys(metadata.annotations ?? {})) {
    const problems = labelKeyProblems(key.toLowerCase());
    errors.push(...problems.map((problem) => invalidField(`${path}.annotations`, key, problem)));
  }
  const annotationBytes = Object.entries(metadata.annotations ?? {}).reduce(
    (sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value),
    0,
  );
  if (annotationBytes > maxAnnotationBytes)
    errors.push(tooLongField(`${path}.annotations`, maxAnnotationBytes));
  return errors;
}

/** Validates the owner references. */
export function ownerErrors(metadata: Metadata, path: string): FieldError[] {
  const owners = (metadata.ownerReferences ?? []).flatMap((owner, index) =>
    oneOwnerErrors(owner, `${path}.ownerReferences[${index}]`),
  );
  return [...owners, ...controllerErrors(metadata, `${path}.ownerReferences`)];
}

// validation.TotalAnnotationSizeLimitB.
const maxAnnotationBytes = 256 * 1024;

/** An object may have only one controller. */
function controllerErrors({ ownerReferences = [] }: Metadata, field: string): FieldError[] {
  const [first, second] = ownerReferences.filter(({ controller }) => controller === true);
  if (first === undefined || second === undefined) return [];
  const text =
    'Only one reference can have Controller set to true. Found "true" in references for ' +
    `${first.kind}/${first.name} and ${second.kind}/${second.name}`;
  return [invalidField(field, ownerReferences, text)];
}

function nameErrors(field: string, name: string, rule: NameRule, checked = name): FieldError[] {
  return rule(checked).map((problem) =>
    invalidField(field, name, problem.replace(/\b(\d+) bytes$/, '$1 characters')),
  );
}

function oneOwnerErrors(owner: Owner, field: string): FieldError[] {
  const errors: FieldError[] = [];
  const { apiVersion = '', kind = '', name = '', uid = '' } = owner;
  const required = { apiVersion, kind, name, uid };
  for (const [part, value] of Object.entries(required)) {
    if (value === '') errors.push(requiredField(`${field}.${part}`, 'must not be empty'));
    else if (part === 'apiVersion' && !/^([^/]*\/)?[^/]+$/.test(value))
      errors.push(invalidField(`${field}.apiVersion`, value, 'must be <group>/<version> or <version>'));
  }
  if (kind === 'Event' && apiVersion === 'v1') {
    errors.push(invalidField(field, owner, '/v1, Kind=Event is disallowed from being an owner'));
  }
  return errors;
}
