import type { FieldError } from 'kube-informers';
import { invalidField, requiredField } from 'kube-informers/internal';
import type { ObjectBody } from '../storage/stored-object.js';
import { hasFormat } from '../custom/formats.js';

const approvalAnnotation = 'api-approved.kubernetes.io';

/** Returns the approval state of a Kubernetes project group: `missing`, `bypassed`, `approved` or `invalid`. */
export function approval(body: ObjectBody): string {
  const text = body.metadata?.annotations?.[approvalAnnotation] ?? '';
  if (text === '') return 'missing';
  if (text.startsWith('unapproved')) return 'bypassed';
  return /^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text) && hasFormat(text, 'uri') === true
    ? 'approved'
    : 'invalid';
}

/** Groups of the Kubernetes project require an approval annotation, or a reason for not having one. */
export function approvalErrors(body: ObjectBody, group: string): FieldError[] {
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
