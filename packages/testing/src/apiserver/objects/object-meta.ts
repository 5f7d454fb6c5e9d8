import { randomUUID } from 'node:crypto';
import {
  type FieldError,
  forbiddenField,
  invalidField,
  labelErrors,
  metadataErrorsOf,
  ownerErrors,
} from '@kube-informers/schema/internal';
import type { ObjectMeta } from 'kube-informers';
import { pathSegmentProblems } from 'kube-informers/internal';
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

/** rest.WipeObjectMetaSystemFields: removes the server's own fields from what a client sent. */
export function wipeSystemFields(metadata: ObjectMeta): void {
  delete metadata.uid;
  delete metadata.creationTimestamp;
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  delete metadata.selfLink;
}

/** rest.FillObjectMetaSystemFields: sets the server's own fields of a new object. */
export function fillSystemFields(metadata: ObjectMeta, nowMs: number): void {
  wipeSystemFields(metadata);
  metadata.uid = randomUUID();
  metadata.creationTimestamp = timestamp(nowMs);
}

/** validation.ValidateObjectMeta. */
export function metadataErrors(metadata: ObjectMeta, rules: KindRules): FieldError[] {
  return metadataErrorsOf(metadata, (name) => rules.nameProblems(name), 'metadata');
}

/** rest.ValidateCreate and ValidateUpdate: what they check beside the kind's own validation. */
export function commonMetadataErrors(metadata: ObjectMeta): FieldError[] {
  return metadataErrorsOf(metadata, pathSegmentProblems, 'metadata');
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
  return [...errors, ...labelErrors(metadata, 'metadata'), ...ownerErrors(metadata, 'metadata')];
}
