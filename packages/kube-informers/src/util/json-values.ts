import { exactMember, exactText, exactTexts, exactValue, memberPath } from './json.js';

/*
 * Reads and compares values of JSON, of any depth and without recursion. Integers that a double does not hold are exact: bigints where
 * they are returned, see `exactMember`. A number whose text is not known, as in a copy by structuredClone, equals each that rounds to it.
 */

/** Returns the members of an object or the items of a list; of another value none. */
export function exactMembers(value: unknown): readonly unknown[] {
  if (!isContainer(value)) return [];
  const numbers = exactTexts(value);
  const members: unknown[] = Object.values(value);
  if (numbers === undefined) return members;
  const names = Object.keys(value);
  return members.map((member, index) => {
    const name = names[index] ?? '';
    return exactValue(member, exactText(numbers, name, member));
  });
}

/** Returns what is at a path of member names and indexes; undefined if there is nothing. */
export function valueAt(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const name of path) {
    if (!isContainer(value) || !Object.hasOwn(value, name)) return undefined;
    value = exactMember(value, name);
  }
  return value;
}

/**
 * True if two values are equal, whatever their depth. A member that is undefined counts as absent; the order of members does not
 * matter. Numbers that were read are compared as they were written.
 */
export function equalDeep(one: unknown, other: unknown): boolean {
  const open: [unknown, unknown][] = [[one, other]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [a, b] = pair;
    if (!isContainer(a) || !isContainer(b)) {
      if (!sameScalar(a, b)) return false;
      continue;
    }
    if (a === b) continue;
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    const names = definedNames(a);
    if (names.length !== definedNames(b).length) return false;
    const [ofA, ofB] = [exactTexts(a), exactTexts(b)];
    for (const name of names) {
      if (!Object.hasOwn(b, name)) return false;
      const [x, y]: [unknown, unknown] = [Reflect.get(a, name), Reflect.get(b, name)];
      if (isContainer(x) && isContainer(y)) open.push([x, y]);
      else if (!sameScalar(x, y, exactText(ofA, name, x), exactText(ofB, name, y))) return false;
    }
  }
  return true;
}

/** A field that differs between two states of an object. */
export interface FieldChange {
  /** The field: `spec.containers[0].image`, `data["a.b"]`; "" for the whole object. */
  readonly path: string;
  /** Value before; undefined if there was none. */
  readonly before: unknown;
  /** Value after; undefined if there is none. */
  readonly after: unknown;
}

/** What is compared, and how. */
export interface CompareOptions {
  /** Paths of at most two names that are left out: `metadata.managedFields`. */
  readonly ignored?: ReadonlySet<string> | undefined;
  /** Lists of different lengths differ as a whole. Default: their items are compared by position. */
  readonly wholeLists?: boolean | undefined;
  /** Most pairs of values that are compared. Default: all. */
  readonly maxCompared?: number | undefined;
  /** Paths are JSON pointers (RFC 6901): `/spec/containers/0/image`. */
  readonly pointers?: boolean | undefined;
}

interface Pair extends FieldChange {
  readonly depth: number;
  readonly beforeText: string | undefined;
  readonly afterText: string | undefined;
}

/**
 * Calls `found` for each place at which two values differ, each at its deepest, in the order of the members, those of `after` alone last.
 * Returns false if `found` did, or if there was more than `maxCompared`: then there may be further differences.
 */
export function compareJson(
  before: unknown,
  after: unknown,
  found: (difference: FieldChange) => boolean,
  options: CompareOptions = {},
): boolean {
  const { ignored, maxCompared = Infinity } = options;
  const open: Pair[] = [{ path: '', before, after, depth: 0, beforeText: undefined, afterText: undefined }];
  let compared = 0;
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    // A hash of longer paths would cost time proportional to their length.
    if (pair.depth <= 2 && ignored?.has(pair.path) === true) continue;
    const { before: a, after: b, beforeText, afterText } = pair;
    const areContainers = isContainer(a) && isContainer(b);
    if (areContainers ? a === b : sameScalar(a, b, beforeText, afterText)) continue;
    if (++compared > maxCompared) return false;
    const pairs = areContainers ? membersOf(pair, a, b, options) : undefined;
    if (pairs === 'tooMany') return false;
    if (pairs === undefined) {
      const difference = {
        path: pair.path,
        before: exactValue(a, beforeText),
        after: exactValue(b, afterText),
      };
      if (!found(difference)) return false;
    }
    for (const next of pairs ?? []) open.push(next);
  }
  return true;
}

/** The pairs of members, the first one last; undefined if the values differ as a whole. */
function membersOf(
  { path, depth }: Pair,
  a: object,
  b: object,
  { wholeLists = false, maxCompared: most = Infinity, pointers = false }: CompareOptions,
): Pair[] | 'tooMany' | undefined {
  const isList = Array.isArray(a);
  if (isList !== Array.isArray(b)) return undefined;
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  if (isList && wholeLists && (a as unknown[]).length !== (b as unknown[]).length) return undefined;
  if (names.length > most) return 'tooMany';
  const [ofA, ofB] = [exactTexts(a), exactTexts(b)];
  return names.toReversed().map((name) => {
    const [x, y] = [own(a, name), own(b, name)];
    return {
      path: pointers ? pointerTo(path, name) : isList ? `${path}[${name}]` : memberPath(path, name),
      depth: depth + 1,
      before: x,
      after: y,
      beforeText: exactText(ofA, name, x),
      afterText: exactText(ofB, name, y),
    };
  });
}

function pointerTo(path: string, name: string): string {
  return `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** True if two values are the same, given the texts of those that are numbers which a double does not hold. */
export function sameScalar(a: unknown, b: unknown, aText?: string, bText?: string): boolean {
  if (!isNumeric(a) || !isNumeric(b)) return Object.is(a, b);
  const [x, y] = [exactValue(a, aText), exactValue(b, bText)];
  if (typeof x === typeof y)
    return Object.is(x, y) && (typeof x === 'bigint' || (aText ?? bText) === (bText ?? aText));
  // Of one of them only the rounded value is known.
  return Number(x) === Number(y);
}

function own(container: object, name: string): unknown {
  return Object.hasOwn(container, name) ? (Reflect.get(container, name) as unknown) : undefined;
}

function isNumeric(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function definedNames(value: object): string[] {
  const names = Object.keys(value);
  return Array.isArray(value) ? names : names.filter((name) => Reflect.get(value, name) !== undefined);
}
