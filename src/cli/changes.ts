import { jsonText } from '../util/json-text.js';
import { printable } from '../util/printable.js';

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
 * Arrays are compared by position. Objects may nest to any depth.
 */
export function changesBetween(before: unknown, after: unknown, limit = Number.POSITIVE_INFINITY): Change[] {
  const found: Change[] = [];
  // The next one last.
  const open: (Change & { readonly depth: number })[] = [{ path: '', from: before, to: after, depth: 0 }];
  for (let next = open.pop(); next !== undefined && found.length < limit; next = open.pop()) {
    const { path, from, to, depth } = next;
    // Longer paths are not looked up: that costs time by their length.
    if (Object.is(from, to) || (depth <= 2 && noise.has(path))) continue;
    if (!isTree(from) || !isTree(to) || Array.isArray(from) !== Array.isArray(to)) {
      found.push({ path, from, to });
      continue;
    }
    const keys = [...new Set([...Object.keys(to), ...Object.keys(from)])];
    for (const key of keys.reverse()) {
      const step = Array.isArray(to) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
      open.push({ path: step, from: from[key], to: to[key], depth: depth + 1 });
    }
  }
  return found;
}

function isTree(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null;
}

/** A value on one line: strings as they are, control characters escaped, the rest as JSON; cut at `width` characters. */
export function brief(value: unknown, width = 60): string {
  if (value === undefined) return '<none>';
  const line =
    typeof value === 'string'
      ? printable(value)
      : typeof value === 'object' && value !== null
        ? jsonText(value)
        : JSON.stringify(value);
  return line.length <= width ? line : `${line.slice(0, width - 1)}…`;
}
