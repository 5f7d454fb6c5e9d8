import type { WriteOptions } from '../registry/context.js';
import type { BodyKind } from './body-kind.js';
import { duplicateFields, fieldsInOrder } from '../json/json-duplicates.js';

/** Fields that a body gives twice, and those that its kind does not have, in the words and the order of Go's strict decoder. */
export function bodyProblems(
  served: BodyKind,
  text: string,
  unknown: readonly string[],
  options: WriteOptions,
): string[] {
  if (options.fieldValidation === 'Ignore') return [];
  // A custom resource is held to its schema when it has been decoded.
  if (unknown.length === 0 || served.custom) {
    return [...duplicateFields(text).map(duplicate), ...unknown.map(unknownField)];
  }
  // What is in an unknown field is not looked at.
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

/**
 * Deals with them as the write's fieldValidation says: drops them silently, tells the client, or gives the text of the
 * refusal.
 */
export function strictRefusal(problems: readonly string[], options: WriteOptions): string | undefined {
  if (problems.length === 0 || options.fieldValidation === 'Ignore') return undefined;
  if (options.fieldValidation === 'Strict') return `strict decoding error: ${problems.join(', ')}`;
  for (const problem of problems) options.warn(problem);
  return undefined;
}
