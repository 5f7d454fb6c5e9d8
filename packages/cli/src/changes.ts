import { exactMember, jsonText, printable } from 'kube-informers/internal';

/** One field that differs between two states of an object. */
export interface Change {
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
}

// They change with every write and are not informative.
const noise = new Set(['metadata.resourceVersion', 'metadata.managedFields']);

/**
 * Returns the fields in which two states of one object differ, at most `limit`, in the newer state's order.
 *
 * Arrays are compared by position. Objects may nest to any depth.
 */
export function changesBetween(before: unknown, after: unknown, limit = Number.POSITIVE_INFINITY): Change[] {
  const found: Change[] = [];
  // A stack: the next entry is the last one.
  const open: (Change & { readonly depth: number })[] = [{ path: '', from: before, to: after, depth: 0 }];
  for (let next = open.pop(); next !== undefined && found.length < limit; next = open.pop()) {
    const { path, from, to, depth } = next;
    // Noise paths have at most two steps; hashing longer paths would cost time proportional to their length.
    if (Object.is(from, to) || (depth <= 2 && noise.has(path))) continue;
    if (!isTree(from) || !isTree(to) || Array.isArray(from) !== Array.isArray(to)) {
      found.push({ path, from, to });
      continue;
    }
    const keys = [...new Set([...Object.keys(to), ...Object.keys(from)])];
    for (const key of keys.reverse()) {
      const step = Array.isArray(to) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
      open.push({ path: step, from: exactMember(from, key), to: exactMember(to, key), depth: depth + 1 });
    }
  }
  return found;
}

function isTree(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null;
}

/** Formats a value on one line of at most `width` characters: strings escaped, everything else as JSON. */
export function brief(value: unknown, width = 60): string {
  if (value === undefined) return '<none>';
  const line =
    typeof value === 'string'
      ? printable(value)
      : typeof value === 'object' && value !== null
        ? jsonText(value)
        : typeof value === 'bigint'
          ? String(value)
          : JSON.stringify(value);
  return line.length <= width ? line : `${line.slice(0, width - 1)}…`;
}
