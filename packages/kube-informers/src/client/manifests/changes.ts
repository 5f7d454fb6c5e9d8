import { compareJson } from '../../util/json-values.js';
import type { FieldChange } from '../../util/json-values.js';
import type { Unstructured } from '../call-options.js';

/** Metadata that the server sets with every write. */
const serverFields: ReadonlySet<string> = new Set([
  'metadata.managedFields',
  'metadata.resourceVersion',
  'metadata.generation',
]);

/** Returns the fields that differ, each at the deepest place where both states have an object or lists of the same length. */
export function changesBetween(before: Unstructured | undefined, after: Unstructured): FieldChange[] {
  const changes: FieldChange[] = [];
  const add = (change: FieldChange): boolean => changes.push(change) > 0;
  compareJson(before, after, add, { ignored: serverFields, wholeLists: true });
  return changes;
}
