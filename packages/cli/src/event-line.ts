import { cellsOf, type Column } from '@kube-informers/inspector/internal';
import type { DeepReadonly, KubernetesObject } from 'kube-informers';
import { printable } from 'kube-informers/internal';

/** The mark of each kind of event at the beginning of a line. */
export const marks = { ADDED: '+', UPDATED: '~', DELETED: '-' } as const;

// They do not change; an age changes always.
const unchanging = new Set(['NAMESPACE', 'NAME']);

/** Returns the columns whose changes are worth a line. */
export function changingColumns(columns: readonly Column[]): readonly Column[] {
  return columns.filter(({ header, time }) => !unchanging.has(header) && time === undefined);
}

/** Returns what changed between two states as a person reads it: `ready: 0/1 → 1/1`, one entry for each column. */
export function cellChanges(
  columns: readonly Column[],
  old: DeepReadonly<KubernetesObject>,
  object: DeepReadonly<KubernetesObject>,
  nowMs: number,
): string[] {
  const before = cellsOf(columns, old, nowMs);
  const changes: string[] = [];
  cellsOf(columns, object, nowMs).forEach((cell, index) => {
    const from = before[index] ?? '';
    const header = columns[index]?.header ?? '';
    if (cell !== from) changes.push(printable(`${header.toLowerCase()}: ${from} → ${cell}`));
  });
  return changes;
}

/**
 * Joins the beginning of a line with its details; details that do not fit are counted: `, and 2 more`.
 *
 * The first detail is always shown. Without a width, as many as `most` are shown.
 */
export function eventLine(
  head: string,
  details: readonly string[],
  { width, most }: { readonly width: number | undefined; readonly most: number },
): string {
  if (details.length === 0) return head;
  const joined = (shown: number): string => {
    const rest = details.length - shown;
    return [head, [...details.slice(0, shown), ...(rest === 0 ? [] : [`and ${rest} more`])].join(', ')].join(
      '  ',
    );
  };
  let shown = Math.min(most, details.length);
  while (width !== undefined && shown > 1 && joined(shown).length > width) shown--;
  return joined(shown);
}
