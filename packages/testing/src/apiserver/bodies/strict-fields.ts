import type { WriteOptions } from '../registry/context.js';
import type { BodyKind } from './body-kind.js';
import { duplicateFields, fieldsInOrder } from '../json/json-duplicates.js';

/** Returns repeated and unknown fields of a body, with the messages and in the order of Go's strict decoder. */
export function bodyProblems(
  served: BodyKind,
  text: string,
  unknown: readonly string[],
  options: WriteOptions,
): string[] {
  if (options.fieldValidation === 'Ignore') return [];
  // A custom resource is checked against its schema after decoding.
  if (unknown.length === 0 || served.custom) {
    return [...duplicateFields(text).map(duplicate), ...unknown.map(unknownField)];
  }
  // Fields inside an unknown field are not reported.
  const isInside = (path: string): boolean =>
    unknown.some((field) => path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`));
  return fieldsInOrder(text, new Set(unknown))
    .filter((field) => !field.duplicate || !isInside(field.path))
    .map((field) => (field.duplicate ? duplicate(field.path) : unknownField(field.path)));
}

export function duplicate(path: string): string {
  return `duplicate field ${JSON.stringify(path)}`;
}

export function unknownField(path: string): string {
  return `unknown field ${JSON.stringify(path)}`;
}

/** Applies the write's fieldValidation: ignores the problems, adds warnings, or returns the rejection's message. */
export function strictRefusal(problems: readonly string[], options: WriteOptions): string | undefined {
  if (problems.length === 0 || options.fieldValidation === 'Ignore') return undefined;
  if (options.fieldValidation === 'Strict') return `strict decoding error: ${problems.join(', ')}`;
  for (const problem of problems) options.warn(problem);
  return undefined;
}
