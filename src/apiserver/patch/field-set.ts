import { isJsonObject } from '../json/json-fields.js';
import type { JsonObject } from '../json/json-fields.js';
import type { ListMerge, MergeSchema } from './merge-schema.js';

/**
 * A field of an object as server-side apply counts them.
 *
 * The path consists of FieldsV1 elements (`f:spec`, `k:{"name":"c"}`, `v:"x"`) joined by a character that occurs in
 * none of them.
 */
export type FieldPath = string;

const separator = '\0';

/** An object's values by path; a map, list or item that merely exists has the value `present`. */
export type FieldValues = Map<FieldPath, unknown>;

const present = Symbol('present');

/** Fields of metadata without an owner: they are set by the server, or name the object. */
const unowned: ReadonlySet<string> = new Set([
  'name',
  'namespace',
  'creationTimestamp',
  'selfLink',
  'uid',
  'generation',
  'managedFields',
  'resourceVersion',
]);

function isUnowned(elements: readonly string[]): boolean {
  const [first = '', second = ''] = elements;
  if (elements.length === 1) return first === 'f:kind' || first === 'f:apiVersion' || first === 'f:metadata';
  return first === 'f:metadata' && elements.length === 2 && unowned.has(second.slice(2));
}

/** Collects paths; `everything` includes existing maps and lists, else only configured fields. */
class Collector {
  readonly values: FieldValues = new Map();
  readonly #everything: boolean;

  constructor(everything: boolean) {
    this.#everything = everything;
  }

  object(object: JsonObject, schema: MergeSchema): void {
    for (const [name, value] of Object.entries(object)) {
      this.#inside(value, schema, name, [`f:${name}`]);
    }
  }

  #inside(value: unknown, schema: MergeSchema, name: string, path: readonly string[]): void {
    // Fields below these have no owner.
    if (isUnowned(path) && path[0] !== 'f:metadata') return;
    if (isUnowned(path) && path.length === 2) return;
    this.#walk(value, schema.field(name), path);
    const empty = value === null || (isJsonObject(value) && Object.keys(value).length === 0);
    if (empty || !schema.declares(name)) this.#set(path, empty ? JSON.stringify(value) : this.#leafOf(value));
  }

  #leafOf(value: unknown): unknown {
    return isJsonObject(value) || Array.isArray(value) ? present : value;
  }

  #set(path: readonly string[], value: unknown): void {
    if (isUnowned(path)) return;
    const key = path.join(separator);
    // A leaf's value is more specific than `present`.
    if (value !== present || !this.values.has(key)) this.values.set(key, value);
  }

  #walk(value: unknown, schema: MergeSchema, path: readonly string[]): void {
    if (isJsonObject(value)) {
      const empty = Object.keys(value).length === 0;
      if (schema.atomic || (empty && this.#everything)) this.#set(path, canonical(value));
      else {
        if (this.#everything) this.#set(path, present);
        for (const [name, part] of Object.entries(value))
          this.#inside(part, schema, name, [...path, `f:${name}`]);
      }
    } else if (Array.isArray(value)) this.#list(value, schema, path);
    else this.#set(path, value);
  }

  #list(list: readonly unknown[], schema: MergeSchema, path: readonly string[]): void {
    const { list: merge } = schema;
    if (merge === 'atomic' || !mergeable(list, merge)) {
      this.#set(path, canonical(list));
      return;
    }
    if (list.length === 0) {
      if (this.#everything) this.#set(path, '[]');
      return;
    }
    if (this.#everything) this.#set(path, present);
    for (const item of list) {
      const own = [...path, itemElement(item, schema)];
      this.#walk(item, schema.items, own);
      this.#set(own, schema.items.atomic ? canonical(item) : present);
    }
  }
}

/** A list whose items do not fit its schema is atomic. */
function mergeable(list: readonly unknown[], merge: ListMerge): boolean {
  return list.every((item) =>
    merge === 'set' ? !isJsonObject(item) && !Array.isArray(item) : isJsonObject(item),
  );
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isJsonObject(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Returns all fields, including maps and lists, for comparing two versions of an object. */
export function fieldValues(object: JsonObject, schema: MergeSchema): FieldValues {
  const collector = new Collector(true);
  collector.object(object, schema);
  return collector.values;
}

/** Returns the fields that a configuration sets: leaves, items, and empty maps and lists. */
export function configuredFields(object: JsonObject, schema: MergeSchema): Set<FieldPath> {
  const collector = new Collector(false);
  collector.object(object, schema);
  return new Set(collector.values.keys());
}

/** The differences between two versions of an object. */
export interface FieldChanges {
  /** Fields that are new or have a new value. */
  readonly changed: Set<FieldPath>;
  readonly removed: Set<FieldPath>;
}

/** Compares two versions of an object. */
export function compareFields(then: FieldValues, now: FieldValues): FieldChanges {
  const changed = new Set<FieldPath>();
  for (const [path, value] of now) {
    if (!then.has(path)) changed.add(path);
    else {
      const old = then.get(path);
      // An existing map or list is not changed by new entries.
      const contains = value === present || (old === present && isEmptyText(value));
      if (!contains && old !== value) changed.add(path);
    }
  }
  const removed = new Set<FieldPath>();
  for (const path of then.keys()) if (!now.has(path)) removed.add(path);
  return { changed, removed };
}

function isEmptyText(value: unknown): boolean {
  return value === '{}' || value === '[]';
}

/** Returns the path element of a list item. */
export function itemElement(item: unknown, schema: MergeSchema): string {
  const { list } = schema;
  if (list === 'set' || list === 'atomic' || !isJsonObject(item)) return `v:${JSON.stringify(item)}`;
  const identity: JsonObject = {};
  for (const key of list.toSorted()) {
    const value = item[key] ?? schema.defaultOf(key);
    if (value !== undefined) identity[key] = value;
  }
  return `k:${JSON.stringify(identity)}`;
}

/** Returns the paths of a FieldsV1. */
export function pathsOf(fields: unknown): Set<FieldPath> {
  const paths = new Set<FieldPath>();
  if (isJsonObject(fields)) collect(fields, '', paths);
  return paths;
}

function collect(node: JsonObject, path: FieldPath, paths: Set<FieldPath>): void {
  for (const [element, child] of Object.entries(node)) {
    if (element === '.') {
      if (path !== '') paths.add(path);
      continue;
    }
    const own = path === '' ? element : `${path}${separator}${element}`;
    if (isJsonObject(child) && Object.keys(child).length > 0) collect(child, own, paths);
    else paths.add(own);
  }
}

/** Returns the FieldsV1 of a set of paths. */
export function fieldsV1(paths: Iterable<FieldPath>): JsonObject {
  const root: JsonObject = {};
  const sorted = [...paths].toSorted();
  const all = new Set(sorted);
  for (const path of sorted) {
    let node = root;
    let prefix = '';
    for (const element of path.split(separator)) {
      prefix = prefix === '' ? element : `${prefix}${separator}${element}`;
      let next = node[element];
      if (!isJsonObject(next)) {
        next = {};
        node[element] = next;
      }
      // A path with other paths below it is marked by `.`.
      if (prefix !== path && all.has(prefix) && isJsonObject(next)) next['.'] = {};
      if (isJsonObject(next)) node = next;
    }
  }
  return root;
}

/** Returns the elements of a path. */
export function elementsOf(path: FieldPath): string[] {
  return path.split(separator);
}

/** Returns the path of elements. */
export function pathOf(elements: readonly string[]): FieldPath {
  return elements.join(separator);
}

/** True if `path` is below `ancestor`. */
export function isBelow(path: FieldPath, ancestor: FieldPath): boolean {
  return path.startsWith(ancestor + separator);
}

/** The order of the fields in a set: shorter paths before their extensions. */
export function comparePaths(a: FieldPath, b: FieldPath): number {
  const left = elementsOf(a);
  const right = elementsOf(b);
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const ends = Number(index === left.length - 1) - Number(index === right.length - 1);
    if (ends !== 0) return -ends;
    const [one = '', other = ''] = [left[index], right[index]];
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

/** Formats a path for messages: `.spec.containers[name="c"].image`. */
export function shownPath(path: FieldPath): string {
  return elementsOf(path)
    .map((element) => {
      const rest = element.slice(2);
      if (element.startsWith('f:')) return `.${rest}`;
      if (element.startsWith('v:')) return `[=${rest}]`;
      // This module wrote the element from an object.
      const keys = JSON.parse(rest) as JsonObject;
      return `[${Object.entries(keys)
        .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
        .join(',')}]`;
    })
    .join('');
}
