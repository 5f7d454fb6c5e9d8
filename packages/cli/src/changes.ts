import { compareJson, type FieldChange, jsonText, printable } from 'kube-informers/internal';

/** One field that differs between two states of an object. */
export interface Change {
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
}

// They change with every write and are not informative.
const noise = new Set(['metadata.resourceVersion', 'metadata.managedFields']);

/** Returns the fields in which two states of one object differ, at most `limit`. Arrays are compared by position. */
export function changesBetween(before: unknown, after: unknown, limit = Number.POSITIVE_INFINITY): Change[] {
  const found: Change[] = [];
  const add = ({ path, before: from, after: to }: FieldChange): boolean =>
    found.push({ path, from, to }) < limit;
  compareJson(before, after, add, { ignored: noise });
  return found;
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
