import {
  type JsonObject,
  compareText,
  escapeJson,
  isJsonObject,
  isNumber,
  parseJson,
  setField,
  sortedJson,
  sortedKeys,
  toJson,
} from '@kube-informers/schema/internal';

/**
 * Selects a child of a value, written as in a FieldsV1, which also identifies it.
 *
 * `f:name` is a field of a map, `k:{"name":"c"}` the list item with these keys, `v:"x"` the item of a set, and `i:0` the
 * item of an atomic list. Numbers that are equal have one form.
 */
export type PathElement = string;

/** The place of a value in an object. */
export type FieldPath = readonly PathElement[];

/** A FieldsV1 that is not a set of fields. */
export class FieldSetError extends Error {}

export function fieldElement(name: string): PathElement {
  return `f:${name}`;
}

export function valueElement(value: unknown): PathElement {
  return `v:${valueJson(value)}`;
}

export function keyElement(keys: JsonObject): PathElement {
  return `k:${valueJson(keys)}`;
}

function valueJson(value: unknown): string {
  return escapeJson(sortedJson(value));
}

/** Returns the name of a field, or undefined for another element. */
export function fieldName(element: PathElement): string | undefined {
  return element.startsWith('f:') ? element.slice(2) : undefined;
}

/** True for the item of a list with keys. */
export function isKey(element: PathElement): boolean {
  return element.startsWith('k:');
}

/** Formats an element for messages: `.spec`, `[name="c"]`, `[="x"]`, `[0]`. */
function shownElement(element: PathElement): string {
  const rest = element.slice(2);
  if (element.startsWith('f:')) return `.${rest}`;
  if (element.startsWith('i:')) return `[${rest}]`;
  const value: unknown = parseJson(rest);
  if (element.startsWith('v:')) return `[=${shownValue(value)}]`;
  const keys = isJsonObject(value) ? value : {};
  return `[${sortedKeys(keys)
    .map((key) => `${key}=${shownValue(keys[key])}`)
    .join(',')}]`;
}

function shownValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shownValue).join(',')}]`;
  if (!isJsonObject(value)) return toJson(value);
  return sortedKeys(value)
    .map((key) => `${key}=${shownValue(value[key])}`)
    .join('');
}

/** Formats a path for messages: `.spec.containers[name="c"].image`. */
export function shownPath(path: FieldPath): string {
  return path.map(shownElement).join('');
}

/** The order of elements: fields, items by their keys, by their values, by their index. */
export function compareElements(a: PathElement, b: PathElement): number {
  const kind = kinds.indexOf(a.slice(0, 2)) - kinds.indexOf(b.slice(0, 2));
  if (kind !== 0) return kind;
  const [left, right] = [a.slice(2), b.slice(2)];
  if (a.startsWith('f:')) return compareText(left, right);
  if (a.startsWith('i:')) return Number(left) - Number(right);
  const [one, other]: unknown[] = [parseJson(left), parseJson(right)];
  return a.startsWith('k:') ? compareEntries(one, other) : compareValues(one, other);
}

const kinds = ['f:', 'k:', 'v:', 'i:'];

function compareEntries(a: unknown, b: unknown): number {
  const [left, right] = [isJsonObject(a) ? a : {}, isJsonObject(b) ? b : {}];
  const [leftKeys, rightKeys] = [sortedKeys(left), sortedKeys(right)];
  for (const [index, key] of leftKeys.entries()) {
    const other = rightKeys[index];
    if (other === undefined) return 1;
    const order = compareText(key, other) || compareValues(left[key], right[other]);
    if (order !== 0) return order;
  }
  return leftKeys.length - rightKeys.length;
}

/** Orders numbers before strings, booleans, lists, maps and null. */
function compareValues(a: unknown, b: unknown): number {
  const rank = valueRank(a) - valueRank(b);
  if (rank !== 0) return rank;
  if (isNumber(a) && isNumber(b)) return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === 'boolean') return Number(a) - Number(b);
  if (typeof a === 'string') return compareText(a, String(b));
  return isJsonObject(a) ? compareEntries(a, b) : compareText(sortedJson(a), sortedJson(b));
}

function valueRank(value: unknown): number {
  if (value === null) return 5;
  if (typeof value === 'object') return Array.isArray(value) ? 3 : 4;
  return isNumber(value) ? 0 : ['number', 'string', 'boolean'].indexOf(typeof value);
}

/**
 * A set of fields, as a tree.
 *
 * A field may be a member without its children, and have children that are members without being one. The whole object
 * is never a member. Sets share their branches: they are not changed once they are complete.
 */
export class FieldSet {
  readonly members = new Set<PathElement>();
  readonly children = new Map<PathElement, FieldSet>();

  get isEmpty(): boolean {
    if (this.members.size > 0) return false;
    for (const child of this.children.values()) if (!child.isEmpty) return false;
    return true;
  }

  /** The number of members. */
  get size(): number {
    let size = this.members.size;
    for (const child of this.children.values()) size += child.size;
    return size;
  }

  /** Adds the field at a path, but not the fields that contain it. */
  insert(path: FieldPath): void {
    const [first, ...rest] = path;
    if (first === undefined) return;
    if (rest.length === 0) this.members.add(first);
    else this.#descend(first).insert(rest);
  }

  #descend(element: PathElement): FieldSet {
    let child = this.children.get(element);
    if (child === undefined) {
      child = new FieldSet();
      this.children.set(element, child);
    }
    return child;
  }

  /** Adds a branch, unless it is empty. */
  attach(element: PathElement, child: FieldSet | undefined): void {
    if (child !== undefined && !child.isEmpty) this.children.set(element, child);
  }

  has(path: FieldPath): boolean {
    const [first, ...rest] = path;
    if (first === undefined) return false;
    return rest.length === 0 ? this.members.has(first) : this.children.get(first)?.has(rest) === true;
  }

  /** Returns the members of either set. */
  union(other: FieldSet): FieldSet {
    const result = new FieldSet();
    for (const member of this.members) result.members.add(member);
    for (const member of other.members) result.members.add(member);
    for (const [element, child] of this.children) {
      const same = other.children.get(element);
      result.children.set(element, same === undefined ? child : child.union(same));
    }
    for (const [element, child] of other.children)
      if (!this.children.has(element)) result.children.set(element, child);
    return result;
  }

  /** Returns the members of both sets. */
  intersection(other: FieldSet): FieldSet {
    const result = new FieldSet();
    for (const member of this.members) if (other.members.has(member)) result.members.add(member);
    for (const [element, child] of this.children) {
      const same = other.children.get(element);
      if (same !== undefined) result.attach(element, child.intersection(same));
    }
    return result;
  }

  /** Returns the members that are not in `other`. Children of a member of `other` stay. */
  difference(other: FieldSet): FieldSet {
    const result = new FieldSet();
    for (const member of this.members) if (!other.members.has(member)) result.members.add(member);
    for (const [element, child] of this.children) {
      const same = other.children.get(element);
      result.attach(element, same === undefined ? child : child.difference(same));
    }
    return result;
  }

  /** Returns the members that are neither in `other` nor below a member of it. */
  recursiveDifference(other: FieldSet): FieldSet {
    const result = new FieldSet();
    for (const member of this.members) if (!other.members.has(member)) result.members.add(member);
    for (const [element, child] of this.children) {
      if (other.members.has(element)) continue;
      const same = other.children.get(element);
      result.attach(element, same === undefined ? child : child.recursiveDifference(same));
    }
    return result;
  }

  /** Calls `visit` with the path of each member in order: those of a value before those below it. */
  forEach(visit: (path: FieldPath) => void, prefix: FieldPath = []): void {
    for (const member of [...this.members].sort(compareElements)) visit([...prefix, member]);
    for (const [element, child] of [...this.children].sort(([a], [b]) => compareElements(a, b)))
      child.forEach(visit, [...prefix, element]);
  }

  /** Returns the set as a FieldsV1. */
  toFields(): JsonObject {
    const fields: JsonObject = {};
    for (const [element, child] of this.children) {
      const inner = child.toFields();
      setField(fields, element, this.members.has(element) ? { '.': {}, ...inner } : inner);
    }
    for (const member of this.members) if (!this.children.has(member)) setField(fields, member, {});
    return fields;
  }
}

/** Returns the set of the fields at these paths. */
export function fieldSetOf(...paths: readonly FieldPath[]): FieldSet {
  const set = new FieldSet();
  for (const path of paths) set.insert(path);
  return set;
}

/** Reads a FieldsV1. Throws FieldSetError. */
export function fieldSetFrom(fields: unknown): FieldSet {
  return readFields(fields).children;
}

/** Reads the children of a field, and whether it is a member itself: it is one if it has none. */
function readFields(fields: unknown): { readonly children: FieldSet; readonly isMember: boolean } {
  const children = new FieldSet();
  if (fields === null || fields === undefined) return { children, isMember: true };
  if (!isJsonObject(fields)) throw new FieldSetError('expected a map of fields');
  for (const [key, value] of Object.entries(fields)) {
    if (key === '.') continue;
    const element = readElement(key);
    // Elements of other kinds belong to a future version.
    if (element === undefined) continue;
    const inner = readFields(value);
    if (inner.isMember) children.members.add(element);
    children.attach(element, inner.children);
  }
  return { children, isMember: Object.hasOwn(fields, '.') || children.isEmpty };
}

/** Reads an element of a FieldsV1; undefined for an unknown kind. Throws FieldSetError. */
function readElement(text: string): PathElement | undefined {
  if (text.length < 2) throw new FieldSetError('key must be 2 characters long:');
  if (text[1] !== ':') throw new FieldSetError(`missing colon: ${text}`);
  const rest = text.slice(2);
  switch (text[0]) {
    case 'f':
      return text;
    case 'i':
      if (!/^[+-]?\d+$/.test(rest)) throw new FieldSetError(`invalid index: ${rest}`);
      return `i:${Number(rest)}`;
    case 'v':
      return valueElement(readJson(rest));
    case 'k': {
      const keys = readJson(rest);
      if (!isJsonObject(keys)) throw new FieldSetError(`expected a map of keys: ${rest}`);
      return keyElement(keys);
    }
    default:
      return undefined;
  }
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    throw new FieldSetError(`invalid JSON: ${text}`, { cause });
  }
}
