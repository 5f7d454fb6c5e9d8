import { shownKey } from '../../util/shown.js';
import type { Unstructured } from '../call-options.js';

/** A field that differs between two states of an object. */
export interface FieldChange {
  /** The field: `spec.containers[0].image`; "" for the whole object. */
  readonly path: string;
  /** Value before; undefined if there was none. */
  readonly before: unknown;
  /** Value after; undefined if there is none. */
  readonly after: unknown;
}

/** Metadata that the server sets with every write. */
const serverFields: ReadonlySet<string> = new Set([
  'metadata.managedFields',
  'metadata.resourceVersion',
  'metadata.generation',
]);

/**
 * Returns the fields that differ, each at the deepest place where both states have an object or lists of the same length.
 *
 * Without recursion, since objects of custom resources may be deep.
 */
export function changesBetween(before: Unstructured | undefined, after: Unstructured): FieldChange[] {
  const changes: FieldChange[] = [];
  const open: FieldChange[] = [{ path: '', before, after }];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    if (serverFields.has(pair.path) || Object.is(pair.before, pair.after)) continue;
    const members = membersOf(pair);
    if (members === undefined) changes.push(pair);
    // Reversed, so that they are taken from the end in their order.
    else open.push(...members.toReversed());
  }
  return changes;
}

/** The pairs of members of two objects, or of two lists of the same length; undefined for other values. */
function membersOf({ path, before, after }: FieldChange): FieldChange[] | undefined {
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) return undefined;
    return before.map((value: unknown, index) => ({
      path: `${path}[${index}]`,
      before: value,
      after: after[index] as unknown,
    }));
  }
  if (!isObject(before) || !isObject(after)) return undefined;
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((name) => ({
    path: joined(path, name),
    before: Object.hasOwn(before, name) ? before[name] : undefined,
    after: Object.hasOwn(after, name) ? after[name] : undefined,
  }));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the path of a member: `spec.a`, `data["a.b"]`. */
export function joined(path: string, name: string): string {
  if (!/^[\w-]+$/.test(name)) return `${path}[${shownKey(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}
