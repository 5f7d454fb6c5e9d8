import type { FieldError } from 'kube-informers';
import { dns1035LabelProblems, invalidField } from 'kube-informers/internal';
import { asObject, textAt } from '../json/json-fields.js';

/** Validates names, either requested in a spec or accepted in a status. */
export function namesErrors(value: unknown, field: string): FieldError[] {
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
