import { type LabelSelector, labelSelectorAsSelector, SelectorError } from 'kube-informers';
import { formatLabels } from 'kube-informers/internal';
import { age } from 'kube-informers/internal';
import { asObject, at, objectsOf, textAt } from '@kube-informers/schema/internal';
import type { ObjectBody, StoredObject } from '../../storage/stored-object.js';

/** One column of a table. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  /** 0: always shown; otherwise with `-o wide`. */
  readonly priority?: number;
  cell(body: ObjectBody, stored: StoredObject, nowMs: number): unknown;
}

/** Returns the cell of an object. */
type Cell = (body: ObjectBody, nowMs: number) => unknown;

export const nameColumn: Column = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description:
    'Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names',
  cell: (_body, stored) => stored.name,
};

const creationDescription =
  'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata';

export const createdColumn: Column = {
  name: 'Created At',
  type: 'date',
  description: creationDescription,
  // Go's zero time: only a bookmark has no creation time.
  cell: (body) => body.metadata?.creationTimestamp ?? '0001-01-01T00:00:00Z',
};

export const ageColumn = column('Age', 'string', (body, nowMs) =>
  age(body.metadata?.creationTimestamp, nowMs),
);

/** The age column of a definition without columns. */
export const customAgeColumn: Column = { ...ageColumn, type: 'date', description: creationDescription };

/** Creates a column of any type. */
export function column(name: string, type: string, cell: Cell, priority = 0): Column {
  return { name, type, priority, cell: (body, _stored, nowMs) => cell(body, nowMs) };
}

/** Creates a column of strings. */
export function text(name: string, cell: (body: ObjectBody, nowMs: number) => string, priority = 0): Column {
  return column(name, 'string', cell, priority);
}

/** A column with the string at a path, or `missing`. */
export function textOf(name: string, path: string, missing = '', priority = 0): Column {
  const steps = path.split('.');
  return text(name, (body) => textAt(body, ...steps) || missing, priority);
}

/** A column with the number at a path, or 0. Its type is kube-apiserver's, which is not always `integer`. */
export function numberOf(name: string, path: string, type = 'integer'): Column {
  const steps = path.split('.');
  return column(name, type, (body) => numberAt(body, ...steps));
}

/** A column with the boolean at a path, or `missing`. */
export function flagOf(name: string, path: string, missing = false, type = 'boolean'): Column {
  const steps = path.split('.');
  return column(name, type, (body) => {
    const value = at(body, ...steps);
    return typeof value === 'boolean' ? value : missing;
  });
}

/** A column with the total number of entries in the lists or maps at some paths. */
export function countOf(name: string, type: string, ...paths: readonly string[]): Column {
  return column(name, type, (body) =>
    paths.reduce((sum, path) => sum + Object.keys(at(body, ...path.split('.')) ?? {}).length, 0),
  );
}

/** Returns the same column, shown only with `-o wide`. */
export function wide(shown: Column): Column {
  return { ...shown, priority: 1 };
}

/** The columns for the containers of a pod template. */
export function containerColumns(path: string, priority = 1): readonly Column[] {
  const steps = path.split('.');
  const of = (field: string) => (body: ObjectBody) =>
    objectsOf(at(body, ...steps, 'containers'))
      .map((container) => textAt(container, field))
      .join(',');
  return [text('Containers', of('name'), priority), text('Images', of('image'), priority)];
}

/** A column with a label selector. */
export function selectorOf(name: string, path: string, priority = 0, invalid = '<error>'): Column {
  const steps = path.split('.');
  return text(name, (body) => selectorText(at(body, ...steps), invalid), priority);
}

/** A column with a map of labels. */
export function labelsOf(name: string, path: string, priority = 0): Column {
  const steps = path.split('.');
  return text(
    name,
    // Decoded as strings.
    (body) => formatLabels((asObject(at(body, ...steps)) ?? {}) as Record<string, string>),
    priority,
  );
}

/** Formats a label selector; `invalid` for an invalid one. */
function selectorText(selector: unknown, invalid: string): string {
  const given = asObject(selector);
  if (given === undefined) return '<none>';
  try {
    // The selector was decoded by its type; remaining problems are thrown.
    return labelSelectorAsSelector(given as LabelSelector).toString() || '<none>';
  } catch (error) {
    if (error instanceof SelectorError) return invalid;
    throw error;
  }
}

/** Returns the number at a path; 0 if absent. */
export function numberAt(value: unknown, ...path: readonly string[]): number {
  const found = at(value, ...path);
  return typeof found === 'number' ? found : 0;
}

/** Joins the strings of a list. */
export function joined(value: unknown, separator = ','): string {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string').join(separator) : '';
}

/** Returns the first strings, and how many more there are. */
export function withMore(texts: readonly string[], most: number, separator = ','): string {
  const shown = texts.slice(0, most).join(separator);
  return texts.length > most ? `${shown} + ${texts.length - most} more...` : shown;
}

/** True if a condition of this type has the status True. */
export function hasCondition(body: ObjectBody, type: string): boolean {
  const conditions = objectsOf(at(body, 'status', 'conditions'));
  return conditions.find((condition) => condition['type'] === type)?.['status'] === 'True';
}
