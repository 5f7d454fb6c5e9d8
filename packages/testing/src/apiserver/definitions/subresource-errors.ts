import type { FieldError } from 'kube-informers';
import { invalidField, requiredField } from 'kube-informers/internal';
import { asObject, textAt } from '../json/json-fields.js';

/** Validates the paths of a scale subresource. */
export function subresourceErrors(subresources: unknown, field: string): FieldError[] {
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
