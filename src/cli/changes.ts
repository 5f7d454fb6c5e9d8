import { printable } from './printable.js';

/** One field that differs between two states of an object. */
export interface Change {
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
}

// They change with every write and say nothing to a person.
const noise = new Set(['metadata.resourceVersion', 'metadata.managedFields']);

/**
 * The fields in which two states of one object differ, in the order of the newer state; at most `limit` of them.
 * Arrays are compared by position.
 */
export function changesBetween(before: unknown, after: unknown, limit = Number.POSITIVE_INFINITY): Change[] {
  const found: Change[] = [];
  compare(before, after, '', found, limit);
  return found;
}

function compare(before: unknown, after: unknown, path: string, found: Change[], limit: number): void {
  if (found.length >= limit || Object.is(before, after) || noise.has(path)) return;
  if (!isTree(before) || !isTree(after) || Array.isArray(before) !== Array.isArray(after)) {
    found.push({ path, from: before, to: after });
    return;
  }
  const keys = new Set([...Object.keys(after), ...Object.keys(before)]);
  for (const key of keys) {
    const step = Array.isArray(after) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    compare(before[key], after[key], step, found, limit);
  }
}

function isTree(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null;
}

/** A value on one line: strings as they are, control characters escaped, the rest as JSON; cut at `width` characters. */
export function brief(value: unknown, width = 60): string {
  if (value === undefined) return '<none>';
  const line = typeof value === 'string' ? printable(value) : JSON.stringify(value);
  return line.length <= width ? line : `${line.slice(0, width - 1)}…`;
}
