import { asStatusError } from '../../meta/errors.js';
import { exactMember, memberPath, parseJson, toJson } from '../../util/json.js';
import { exactMembers } from '../../util/json-values.js';
import type { FieldChange } from '../../util/json-values.js';
import { isObject } from '../../util/type-checks.js';
import type { Unstructured } from '../call-options.js';

/** A level of `fieldsV1`: `f:name`, `k:{"name":"a"}`, `v:"a"`, `i:0`, and `.` for the level itself. */
export type FieldSet = Readonly<Record<string, unknown>>;

/** An entry of `metadata.managedFields`. */
type Entry = NonNullable<NonNullable<Unstructured['metadata']>['managedFields']>[number];

/** The annotation in which `kubectl apply` keeps what it applied. */
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** Deeper levels are taken whole. Far deeper than the API's types, and well within the stack. */
const maxDepth = 500;

function entriesOf(object: Unstructured | undefined): readonly Entry[] {
  // A damaged answer must not hide that the object was applied.
  const entries: unknown = object?.metadata?.managedFields;
  return Array.isArray(entries) ? entries.filter((entry): entry is Entry => isObject(entry)) : [];
}

function fieldsOf({ fieldsV1 }: Entry): FieldSet {
  return isObject(fieldsV1) ? fieldsV1 : {};
}

function isOfObject({ subresource = '' }: Entry): boolean {
  return subresource === '';
}

/** The managers of the fields of a conflict; undefined for one that is not understood. Empty for a conflict of versions. */
export function fieldConflicts(thrown: unknown): readonly (string | undefined)[] {
  const causes = asStatusError(thrown)?.status.details?.causes ?? [];
  return causes
    .filter(({ reason }) => reason === 'FieldManagerConflict')
    .map(({ message = '' }) => /^conflict with "((?:[^"\\])*)"(?: using .*)?$/.exec(message)?.[1]);
}

/** Returns the names of the managers that have written the object as `kubectl apply` does without `--server-side`. */
export function clientSideManagers(object: Unstructured | undefined): ReadonlySet<string> {
  const names = entriesOf(object)
    .filter((entry) => entry.operation === 'Update' && isOfObject(entry) && ownsLastApplied(fieldsOf(entry)))
    .map(({ manager = '' }) => manager);
  return new Set(names);
}

function ownsLastApplied(fields: FieldSet): boolean {
  const annotations = levelOf(levelOf(fields, 'f:metadata'), 'f:annotations');
  return annotations !== undefined && Object.hasOwn(annotations, `f:${lastApplied}`);
}

/**
 * Returns the `managedFields` in which `fieldManager` owns by apply what these managers own by update, in the version of its own entry
 * if it has one, as the migration of `kubectl apply --server-side`.
 */
export function migratedFields(
  object: Unstructured,
  managers: ReadonlySet<string>,
  fieldManager: string,
): readonly Entry[] {
  const entries = entriesOf(object);
  const isOld = (entry: Entry): boolean =>
    entry.operation === 'Update' && isOfObject(entry) && managers.has(entry.manager ?? '');
  const own =
    entries.find(
      (entry) => entry.operation === 'Apply' && isOfObject(entry) && entry.manager === fieldManager,
    ) ?? entries.find(isOld);
  if (own === undefined) return entries;
  const fields = entries
    .filter((entry) => entry !== own && isOld(entry) && entry.apiVersion === own.apiVersion)
    .reduce((union, entry) => unionOf(union, fieldsOf(entry), 0), fieldsOf(own));
  return entries.flatMap((entry) => {
    if (entry !== own) return isOld(entry) ? [] : [entry];
    return [{ ...entry, manager: fieldManager, operation: 'Apply' as const, fieldsV1: fields }];
  });
}

function unionOf(one: FieldSet, other: FieldSet, depth: number): FieldSet {
  const union: Record<string, unknown> = { ...one };
  for (const [step, level] of Object.entries(other)) {
    const known = levelOf(one, step);
    union[step] = known === undefined || depth > maxDepth ? level : unionOf(known, toSet(level), depth + 1);
  }
  return union;
}

/** Returns what a manager owns of an object by apply. */
export function appliedFields(object: Unstructured | undefined, fieldManager: string): FieldSet {
  return entriesOf(object)
    .filter((entry) => entry.operation === 'Apply' && isOfObject(entry) && entry.manager === fieldManager)
    .reduce((union: FieldSet, entry) => unionOf(union, fieldsOf(entry), 0), {});
}

/** Returns the parts of an object that one of these sets of fields has. */
export function partOf(object: Unstructured, ...sets: readonly FieldSet[]): Unstructured {
  const fields = sets.reduce((union, set) => unionOf(union, set, 0), {});
  return selected(object, fields, 0) as Unstructured;
}

function selected(value: unknown, fields: FieldSet, depth: number): unknown {
  const steps = stepsOf(fields);
  if (steps.length === 0 || typeof value !== 'object' || value === null || depth > maxDepth) return value;
  const find = finderOf(value);
  const parts = steps.flatMap((step): [string, unknown][] => {
    const found = find(step);
    if (found === undefined) return [];
    // Items of lists are compared by their keys: others may have been added before them.
    return [
      [Array.isArray(value) ? step : found.name, selected(found.value, toSet(fields[step]), depth + 1)],
    ];
  });
  return Object.fromEntries(parts);
}

/**
 * Returns the fields that disappear when these managers no longer own them: those that no other entry has. Each as a change to
 * nothing.
 */
export function fieldsOfOnly(object: Unstructured, managers: ReadonlySet<string>): FieldChange[] {
  const isTheirs = (entry: Entry): boolean =>
    entry.operation === 'Update' && isOfObject(entry) && managers.has(entry.manager ?? '');
  const [theirs, others] = [true, false].map((wanted) =>
    entriesOf(object)
      .filter((entry) => isTheirs(entry) === wanted)
      .reduce((union: FieldSet, entry) => unionOf(union, fieldsOf(entry), 0), {}),
  );
  const found: FieldChange[] = [];
  collectOwn(object, theirs ?? {}, others ?? {}, '', 0, found);
  return found;
}

function collectOwn(
  value: unknown,
  fields: FieldSet,
  others: FieldSet,
  path: string,
  depth: number,
  found: FieldChange[],
): void {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return;
  const find = finderOf(value);
  for (const step of stepsOf(fields)) {
    const member = find(step);
    if (member === undefined) continue;
    const level = toSet(fields[step]);
    const at = Array.isArray(value) ? `${path}[${member.name}]` : memberPath(path, member.name);
    const kept = levelOf(others, step);
    const isWhole = stepsOf(level).length === 0 || Object.hasOwn(level, '.');
    if (kept === undefined && isWhole) found.push({ path: at, before: member.value, after: undefined });
    else collectOwn(member.value, level, kept ?? {}, at, depth + 1, found);
  }
}

function stepsOf(fields: FieldSet): string[] {
  return Object.keys(fields).filter((step) => step !== '.');
}

function toSet(level: unknown): FieldSet {
  return isObject(level) ? level : {};
}

function levelOf(fields: FieldSet | undefined, step: string): FieldSet | undefined {
  return fields !== undefined && Object.hasOwn(fields, step) ? toSet(fields[step]) : undefined;
}

/** A member of an object or a list; its name or index. */
interface Member {
  readonly name: string;
  readonly value: unknown;
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch (thrown) {
    // No list has an item with such a key.
    if (thrown instanceof SyntaxError) return undefined;
    throw thrown;
  }
}

/** Returns how to find the member of a step, in constant time. */
function finderOf(container: object): (step: string) => Member | undefined {
  if (!Array.isArray(container))
    return (step) => {
      const name = step.slice(2);
      if (!step.startsWith('f:') || !Object.hasOwn(container, name)) return undefined;
      return { name, value: exactMember(container, name) };
    };
  const list = exactMembers(container);
  /** By the names of the key fields, and "" for values. */
  const indexes = new Map<string, ReadonlyMap<string, number>>();
  return (step) => {
    const text = step.slice(2);
    if (step.startsWith('i:')) {
      const index = Number(text);
      return index in list ? { name: text, value: list[index] } : undefined;
    }
    // In a list, which has the text of a long number.
    const [key] = exactMembers(parsed(`[${text}]`));
    if (key === undefined) return undefined;
    const names = step.startsWith('k:') && isObject(key) ? Object.keys(key).sort() : [];
    const textOf = (item: unknown): string =>
      toJson(
        names.length === 0 ? item : names.map((name) => (isObject(item) ? exactMember(item, name) : null)),
      );
    const id = names.join(' ');
    let index = indexes.get(id);
    if (index === undefined) {
      index = new Map(list.map((item, position) => [textOf(item), position]));
      indexes.set(id, index);
    }
    const position = index.get(textOf(key));
    return position === undefined ? undefined : { name: String(position), value: list[position] };
  };
}
