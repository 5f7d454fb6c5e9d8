import { compareJson, exactMember, type FieldChange } from 'kube-informers/internal';
import type { FieldChangeModel } from './model.js';

/** Most fields of one difference that are listed. */
export const maxFields = 100;
/** Longest JSON of a value that is shown, in characters. */
export const maxValueLength = 300;
/** Most values that are compared for one difference. */
export const maxCompared = 20_000;

/** Fields that change with every write and say nothing about it. */
const ignored: ReadonlySet<string> = new Set(['metadata.managedFields', 'metadata.resourceVersion']);

/** The fields in which two versions of an object differ. */
export interface Difference {
  readonly fields: readonly FieldChangeModel[];
  /** True if there may be more. */
  readonly more: boolean;
}

/**
 * Compares two JSON values field by field, in time bounded by `maxCompared`.
 *
 * Arrays are compared by position. Works on objects of any depth; `managedFields` and `resourceVersion` are left out.
 */
export function differenceOf(before: unknown, after: unknown): Difference {
  const fields: FieldChangeModel[] = [];
  const add = ({ path, before: from, after: to }: FieldChange): boolean => {
    if (fields.length === maxFields) return false;
    fields.push({ path, before: shown(from), after: shown(to) });
    return true;
  };
  const isAll = compareJson(before, after, add, { ignored, maxCompared });
  return { fields, more: !isAll };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function shown(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string') return shortened(JSON.stringify(value.slice(0, maxValueLength + 1)));
  if (typeof value === 'bigint') return String(value);
  if (!isObject(value)) return JSON.stringify(value) ?? typeof value;
  return shortened(boundedJson(value));
}

function shortened(text: string): string {
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
}

/** JSON of the first members, at most a little longer than what is shown: the value may be huge or deep. */
function boundedJson(value: unknown, room = maxValueLength, depth = 0): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, maxValueLength + 1));
  if (typeof value === 'bigint') return String(value);
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const [begin, end] = Array.isArray(value) ? '[]' : '{}';
  if (depth > 20) return `${begin ?? ''}…${end ?? ''}`;
  let text = begin ?? '';
  for (const name of Object.keys(value)) {
    if (text.length > room) return text;
    if (text.length > 1) text += ',';
    if (!Array.isArray(value)) text += `${JSON.stringify(name.slice(0, maxValueLength))}:`;
    text += boundedJson(exactMember(value, name), room - text.length, depth + 1);
  }
  return text + (end ?? '');
}
