/** Declarative validation: evaluates the rules that kube-apiserver's tags declare for the fields of its kinds. */
import type { Resource } from 'kube-informers';
import { type FieldError, asObject, formatFieldError } from '@kube-informers/schema/internal';
import { dnsLabelProblems, dnsSubdomainProblems, labelKeyProblems } from 'kube-informers/internal';
import type { JoinDeclared } from '../objects/kind-rules.js';
import type { ObjectBody } from '../storage/stored-object.js';
import { declaredKinds, declaredRules } from './translated/declared-rules.js';
import type { CheckName, Step } from './translated/declared-steps.js';
import {
  Error_WithOrigin,
  field_Duplicate,
  field_Forbidden,
  field_Invalid,
  field_NotSupported,
  field_Required,
  field_TooLong,
  field_TooMany,
  Path_Child,
  Path_Index,
  Path_Key,
} from './translated/go-field.js';
import type { Problem } from './translated/go-field.js';
import { same } from './translated/go-language.js';

/** A value that is validated. */
interface Place {
  readonly path: string | undefined;
  readonly value: unknown;
  readonly isUpdate: boolean;
  /** The stored value, if there is one to compare with. */
  readonly old: { readonly value: unknown } | undefined;
}

type Check = (place: Place, limit: number, names: readonly string[]) => Problem[];

const checks: Readonly<Record<CheckName, Check>> = {
  RequiredValue: required(isZero),
  RequiredPointer: required(isNil),
  RequiredSlice: required(isEmpty),
  RequiredMap: required(isEmpty),
  ForbiddenPointer: forbidden(isNil),
  ForbiddenSlice: forbidden(isEmpty),
  Immutable: ({ path, isUpdate }) =>
    isUpdate ? [invalid(path, null, 'field is immutable', 'immutable')] : [],
  LabelKey: format('k8s-label-key', labelKeyProblems),
  LongName: format('k8s-long-name', dnsSubdomainProblems),
  LongNameCaseless: format('k8s-long-name-caseless', caselessNameProblems),
  ShortName: format('k8s-short-name', dnsLabelProblems),
  UUID: format('k8s-uuid', (text) =>
    /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/.test(text)
      ? []
      : ['must be a lowercase UUID in 8-4-4-4-12 format'],
  ),
  MaxBytes: ({ path, value }, max) =>
    Buffer.byteLength(textOf(value)) > max
      ? [Error_WithOrigin(field_TooLong(path, value, max), 'maxBytes')]
      : [],
  MaxLength({ path, value }, max) {
    if (Array.from(textOf(value)).length <= max) return [];
    const problem = Error_WithOrigin(field_TooLong(path, value, max), 'maxLength');
    return [{ ...problem, detail: problem.detail.replace('byte', 'character') }];
  },
  MaxItems({ path, value }, max) {
    const { length } = listOf(value);
    return length > max ? [Error_WithOrigin(field_TooMany(path, length, max), 'maxItems')] : [];
  },
  Maximum: ({ path, value }, max) =>
    Number(value ?? 0) > max ? [invalid(path, value, `must be less than or equal to ${max}`, 'maximum')] : [],
  Minimum: ({ path, value }, min) =>
    Number(value ?? 0) < min
      ? [invalid(path, value, `must be greater than or equal to ${min}`, 'minimum')]
      : [],
  Enum: ({ path, value }, _, names) =>
    names.includes(textOf(value)) ? [] : [field_NotSupported(path, textOf(value), names)],
  Union({ path, value, old }, _, names) {
    const given = setFields(value, names);
    if (old !== undefined && same(given, setFields(old.value, names))) return [];
    const all = names.map((name) => `\`${name}\``).join(', ');
    if (given.length === 0) return [invalid(path, '', `must specify one of: ${all}`, 'union')];
    if (given.length === 1) return [];
    return [invalid(path, `{${given.join(', ')}}`, `must specify exactly one of: ${all}`, 'union')];
  },
  ValSliceUnique({ path, value }, _, keys) {
    const seen = new Set<string>();
    return listOf(value).flatMap((item, index) => {
      const key = itemKey(item, keys);
      if (seen.has(key)) return [field_Duplicate(Path_Index(path, index), item)];
      seen.add(key);
      return [];
    });
  },
  UpdatePointer: (place, _, kinds) => (place.isUpdate ? updateProblems(place, kinds, isNil) : []),
  UpdateValueByCompare: (place, _, kinds) =>
    place.old === undefined ? [] : updateProblems(place, kinds, isZero),
  DependentRequired(place, _, [trigger = '', dependent = '']) {
    if (!isTriggered(place, trigger, dependent) || isSet(place.value, dependent)) return [];
    const problem = field_Required(Path_Child(place.path, dependent), `must be set when ${trigger} is set`);
    return [Error_WithOrigin(problem, 'dependentRequired')];
  },
  DependentForbidden(place, _, [trigger = '', dependent = '']) {
    if (!isTriggered(place, trigger, dependent) || !isSet(place.value, dependent)) return [];
    const problem = field_Forbidden(
      Path_Child(place.path, dependent),
      `may not be set when ${trigger} is set`,
    );
    return [Error_WithOrigin(problem, 'dependentForbidden')];
  },
};

/** Groups whose kinds have no declared rules: other servers serve them. */
const otherServers: ReadonlySet<string> = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io']);

/** Returns how a kind's problems are joined with those that its declared rules find. */
export function joinDeclaredOf(resource: Resource): JoinDeclared | undefined {
  if (otherServers.has(resource.group)) return undefined;
  return (problems, body, old, subresource) =>
    withDeclared(problems, declaredProblems(resource, body, old, subresource));
}

/** What the declared rules of a kind find in a write of an object or a subresource. */
export function declaredProblems(
  { group, version, kind }: Resource,
  value: ObjectBody,
  old: ObjectBody | undefined,
  subresource: string,
): Problem[] {
  const [type = '', ...subresources] = declaredKinds[`${kind}.${group}/${version}`] ?? [];
  const problems: Problem[] = [];
  if (!subresources.includes(subresource)) return problems;
  const stored = old === undefined ? undefined : { value: old };
  run(
    declaredRules[type] ?? [],
    { path: undefined, value, isUpdate: old !== undefined, old: stored },
    problems,
  );
  return problems;
}

/**
 * The problems of a kind's other validation, each once, and of its declared rules, some of which replace others
 * (rest.ValidateDeclarativelyWithMigrationChecks).
 */
export function withDeclared(
  problems: readonly Problem[],
  declared: readonly Problem[],
): readonly FieldError[] {
  const matchOf = ({ type, field, origin }: Problem): string => JSON.stringify([type, field, origin]);
  const replacing = new Set(
    declared
      .filter(
        ({ beta, type, origin }) => beta === true && (type !== 'FieldValueInvalid' || origin !== undefined),
      )
      .map(matchOf),
  );
  const isReplaced = (problem: Problem): boolean =>
    problem.covered === true && replacing.has(matchOf(problem));
  const different = new Map<string, Problem>();
  for (const problem of problems) {
    const text = formatFieldError(problem);
    if (!different.has(text) && !isReplaced(problem)) different.set(text, problem);
  }
  return [...different.values(), ...declared];
}

/** Runs the steps on a value. Checks that stop come first; after a problem of one of them the others are left out. */
function run(steps: readonly Step[], place: Place, problems: Problem[]): void {
  let stopped = false;
  for (const step of steps) {
    switch (step[0]) {
      case 'group':
        run(step[1], place, problems);
        break;
      case 'type':
        if (stopped) return;
        run(declaredRules[step[1]] ?? [], { ...place, value: place.value ?? {} }, problems);
        break;
      case 'field':
        runField(step, place, problems);
        break;
      case 'each':
        if (stopped) return;
        runItems(step, place, problems);
        break;
      case 'eachValue':
      case 'eachKey':
        if (stopped) return;
        runEntries(step, place, problems);
        break;
      default: {
        const [name, flags, limit = 0, names = []] = step;
        if (stopped && !flags.includes('s')) return;
        const found = checks[name](place, limit, names);
        stopped ||= found.length > 0 && flags.includes('s');
        if (flags.includes('a')) break;
        for (const problem of found)
          problems.push(flags.includes('b') ? { ...problem, beta: true } : problem);
      }
    }
  }
}

function runField(
  [, name, absent, steps]: readonly ['field', string, 'value' | 'nil', readonly Step[]],
  { path, value: owner, isUpdate, old: oldOwner }: Place,
  problems: Problem[],
): void {
  const value = asObject(owner)?.[name];
  const before = asObject(oldOwner?.value)?.[name];
  const isSame = same(value, before) || (absent === 'value' && isZero(value) && isZero(before));
  // What did not change is not validated again.
  if (oldOwner !== undefined && isUpdate && isSame) return;
  const hasOld = oldOwner !== undefined && (absent === 'value' || !isNil(before));
  const old = hasOld ? { value: before } : undefined;
  run(steps, { path: Path_Child(path, name), value, isUpdate, old }, problems);
}

function runItems(
  [, keys, steps]: readonly ['each', readonly string[] | null, readonly Step[]],
  { path, value, isUpdate, old }: Place,
  problems: Problem[],
): void {
  const stored = new Map(keys === null ? [] : listOf(old?.value).map((item) => [itemKey(item, keys), item]));
  for (const [index, item] of listOf(value).entries()) {
    const before = keys === null ? undefined : stored.get(itemKey(item, keys));
    if (isUpdate && before !== undefined && same(item, before)) continue;
    const isNew = before === undefined;
    const place = { path: Path_Index(path, index), value: item, isUpdate };
    run(steps, { ...place, old: isNew ? undefined : { value: before } }, problems);
  }
}

function runEntries(
  [what, steps]: readonly ['eachValue' | 'eachKey', readonly Step[]],
  { path, value, isUpdate, old }: Place,
  problems: Problem[],
): void {
  const before = asObject(old?.value) ?? {};
  for (const [key, item] of Object.entries(asObject(value) ?? {})) {
    const isStored = Object.hasOwn(before, key);
    if (what === 'eachKey') {
      if (!isUpdate || !isStored) run(steps, { path, value: key, isUpdate, old: undefined }, problems);
    } else if (!isUpdate || !isStored || !same(item, before[key])) {
      const stored = isStored ? { value: before[key] } : undefined;
      run(steps, { path: Path_Key(path, key), value: item, isUpdate, old: stored }, problems);
    }
  }
}

function required(isUnset: (value: unknown) => boolean): Check {
  return ({ path, value }) => (isUnset(value) ? [field_Required(path, '')] : []);
}

function forbidden(isUnset: (value: unknown) => boolean): Check {
  return ({ path, value }) => (isUnset(value) ? [] : [field_Forbidden(path, '')]);
}

function format(origin: string, problemsOf: (text: string) => readonly string[]): Check {
  return ({ path, value }) =>
    problemsOf(textOf(value)).map((problem) => invalid(path, textOf(value), problem, `format=${origin}`));
}

function caselessNameProblems(name: string): string[] {
  return dnsSubdomainProblems(name.toLowerCase()).map((problem) =>
    problem
      .replace('a lowercase RFC', 'an RFC')
      .replace('lower case alphanumeric', 'alphanumeric')
      .replace("'example.com'", "'Example.com'"),
  );
}

const updates: Readonly<
  Record<string, { readonly before: boolean; readonly now: boolean; readonly text: string }>
> = {
  NoSet: { before: false, now: true, text: 'field cannot be set once created' },
  NoUnset: { before: true, now: false, text: 'field cannot be cleared once set' },
  NoModify: { before: true, now: true, text: 'field cannot be modified once set' },
};

function updateProblems(
  { path, value, old }: Place,
  kinds: readonly string[],
  isUnset: (value: unknown) => boolean,
): Problem[] {
  return kinds.flatMap((kind) => {
    const update = updates[kind];
    return update?.before === !isUnset(old?.value) && update.now === !isUnset(value)
      ? [invalid(path, null, update.text, 'update')]
      : [];
  });
}

/** Whether the field that asks for or forbids another one is set, and one of the two has changed. */
function isTriggered({ value, old }: Place, trigger: string, dependent: string): boolean {
  const isUnchanged =
    old !== undefined &&
    isSet(value, trigger) === isSet(old.value, trigger) &&
    isSet(value, dependent) === isSet(old.value, dependent);
  return !isUnchanged && isSet(value, trigger);
}

function invalid(path: string | undefined, value: unknown, detail: string, origin: string): Problem {
  return Error_WithOrigin(field_Invalid(path, value, detail), origin);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

function isNil(value: unknown): boolean {
  return value === undefined || value === null;
}

function isEmpty(value: unknown): boolean {
  return isNil(value) || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);
}

function isZero(value: unknown): boolean {
  return isEmpty(value) || value === '' || value === 0 || value === false;
}

function isSet(owner: unknown, name: string): boolean {
  const value = asObject(owner)?.[name];
  return Array.isArray(value) ? value.length > 0 : !isNil(value);
}

function setFields(owner: unknown, names: readonly string[]): string[] {
  return names.filter((name) => isSet(owner, name));
}

/** What items have in common that are the same one. */
function itemKey(item: unknown, keys: readonly string[]): string {
  const identity = keys.length === 0 ? item : keys.map((key) => asObject(item)?.[key] ?? null);
  return JSON.stringify(identity, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}
