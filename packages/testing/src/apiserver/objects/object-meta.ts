import { randomUUID } from 'node:crypto';
import type { ObjectMeta } from 'kube-informers';
import type { FieldError } from 'kube-informers/internal';
import {
  forbiddenField,
  invalidField,
  labelKeyProblems,
  labelValueProblems,
  pathSegmentProblems,
  requiredField,
  tooLongField,
} from 'kube-informers/internal';
import type { KindRules } from './kind-rules.js';
import type { ObjectBody } from '../storage/stored-object.js';

/** Returns the body's metadata, created if absent. */
export function metadataOf(body: ObjectBody): ObjectMeta {
  body.metadata ??= {};
  return body.metadata;
}

/** Formats a time as the API does: RFC 3339, whole seconds. */
export function timestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** rest.FillObjectMetaSystemFields: sets the server's own fields of a new object. */
export function fillSystemFields(metadata: ObjectMeta, nowMs: number): void {
  metadata.uid = randomUUID();
  metadata.creationTimestamp = timestamp(nowMs);
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  delete metadata.selfLink;
}

/** Returns the problems with a name. */
type NameRule = (name: string) => readonly string[];

/** validation.ValidateObjectMeta. */
export function metadataErrors(metadata: ObjectMeta, rules: KindRules): FieldError[] {
  return metadataErrorsOf(metadata, (name) => rules.nameProblems(name), 'metadata');
}

/** rest.ValidateCreate and ValidateUpdate: what they check beside the kind's own validation. */
export function commonMetadataErrors(metadata: ObjectMeta): FieldError[] {
  return metadataErrorsOf(metadata, pathSegmentProblems, 'metadata');
}

/** Validates the metadata at `path`, with any name rule. */
export function metadataErrorsOf(metadata: ObjectMeta, rule: NameRule, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const { name = '', generateName: base = '' } = metadata;
  // A generated part follows, so the base may end with a dash.
  if (base !== '') errors.push(...nameErrors(`${path}.generateName`, base, rule, base.replace(/[-.]$/, 'a')));
  if (name === '') errors.push(requiredField(`${path}.name`, 'name or generateName is required'));
  else errors.push(...nameErrors(`${path}.name`, name, rule));
  errors.push(...mapErrors(metadata, path));
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
  return [...errors, ...ownersErrors(metadata, path)];
}

/** Validates labels and annotations. */
function mapErrors(metadata: ObjectMeta, path: string): FieldError[] {
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

function ownersErrors(metadata: ObjectMeta, path: string): FieldError[] {
  const owners = (metadata.ownerReferences ?? []).flatMap((owner, index) =>
    ownerErrors(owner, `${path}.ownerReferences[${index}]`),
  );
  return [...owners, ...controllerErrors(metadata, `${path}.ownerReferences`)];
}

// validation.TotalAnnotationSizeLimitB.
const maxAnnotationBytes = 256 * 1024;

/** An object may have only one controller. */
function controllerErrors({ ownerReferences = [] }: ObjectMeta, field: string): FieldError[] {
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

function ownerErrors(owner: NonNullable<ObjectMeta['ownerReferences']>[number], field: string): FieldError[] {
  const errors: FieldError[] = [];
  // The client's JSON may lack required fields.
  const { apiVersion = '', kind = '', name = '', uid = '' } = owner as Partial<typeof owner>;
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

/** validation.ValidateObjectMetaUpdate: validates a change of an object's metadata. */
export function metadataUpdateErrors(metadata: ObjectMeta, old: ObjectMeta): FieldError[] {
  const errors: FieldError[] = [];
  if (old.deletionTimestamp !== undefined) {
    const before = new Set(old.finalizers ?? []);
    const added = (metadata.finalizers ?? []).filter((finalizer) => !before.has(finalizer));
    if (added.length > 0) {
      const list = added.map((finalizer) => JSON.stringify(finalizer)).join(', ');
      const text = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`;
      errors.push(forbiddenField('metadata.finalizers', text));
    }
  }
  for (const field of [
    'name',
    'namespace',
    'uid',
    'deletionTimestamp',
    'deletionGracePeriodSeconds',
  ] as const) {
    if ((metadata[field] ?? '') !== (old[field] ?? '')) {
      errors.push(invalidField(`metadata.${field}`, metadata[field] ?? '', 'field is immutable'));
    }
  }
  return [...errors, ...mapErrors(metadata, 'metadata'), ...ownersErrors(metadata, 'metadata')];
}
