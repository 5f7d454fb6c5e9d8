import { isJsonObject } from '../json/json-fields.js';
import type { JsonObject } from '../json/json-fields.js';
import type { ListMerge, MergeSchema } from './merge-schema.js';

/**
 * The fields of an object as server-side apply counts them. A path is the elements of FieldsV1 (`f:spec`,
 * `k:{"name":"c"}`, `v:"x"`) joined by a character that none of them contains.
 */
export type FieldPath = string;

const separator = '\0';

/** What an object has at each of its paths; a map, list or item that is merely there has `present`. */
export type FieldValues = Map<FieldPath, unknown>;

const present = Symbol('present');

/** Fields of metadata that nobody owns: the server sets them, or they name the object. */
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

/** Collects paths; `everything` counts maps and lists that are there, else only what a configuration says. */
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
    // Nothing below these is anybody's.
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
    // A leaf knows more than that something is there.
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

/** A list whose items are not what its schema says is taken as a whole. */
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

/** Everything that is there, maps and lists included: what two versions of an object are compared by. */
export function fieldValues(object: JsonObject, schema: MergeSchema): FieldValues {
  const collector = new Collector(true);
  collector.object(object, schema);
  return collector.values;
}

/** What a configuration sets: its leaves, its items, and what is empty. */
export function configuredFields(object: JsonObject, schema: MergeSchema): Set<FieldPath> {
  const collector = new Collector(false);
  collector.object(object, schema);
  return new Set(collector.values.keys());
}

/** How two versions of an object differ. */
export interface FieldChanges {
  /** Fields that are new or have another value. */
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
      // A map or list that was there, empty or not, is not changed by what comes into it.
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

/** The path element of a list's item. */
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

/** The paths of a FieldsV1. */
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

/** The FieldsV1 of a set of paths. */
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
      // A path that has others below it says so itself.
      if (prefix !== path && all.has(prefix) && isJsonObject(next)) next['.'] = {};
      if (isJsonObject(next)) node = next;
    }
  }
  return root;
}

/** The elements of a path. */
export function elementsOf(path: FieldPath): string[] {
  return path.split(separator);
}

/** The path of these elements. */
export function pathOf(elements: readonly string[]): FieldPath {
  return elements.join(separator);
}

/** True when `path` lies below `ancestor`. */
export function isBelow(path: FieldPath, ancestor: FieldPath): boolean {
  return path.startsWith(ancestor + separator);
}

/** The order in which a set of fields is told: what ends here before what goes on. */
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

/** A path as messages show it: `.spec.containers[name="c"].image`. */
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
