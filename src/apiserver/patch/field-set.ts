import { isJsonObject } from '../kinds/json-fields.js';
import type { JsonObject } from '../kinds/json-fields.js';
import { isAtomic, isSet, mergeKeys } from './merge-keys.js';

/**
 * The fields of an object as server-side apply counts them. A path is the elements of FieldsV1 (`f:spec`,
 * `k:{"name":"c"}`, `v:"x"`) joined by a character that none of them contains.
 */
export type FieldPath = string;

const separator = '\0';

/** What an object has at each of its paths; an item of a list or a map that is merely there has `present`. */
export type FieldValues = Map<FieldPath, unknown>;

const present = Symbol('present');

/** How fields are told apart. */
export interface FieldRules {
  /** Custom resources have no lists that are merged by a key. */
  readonly custom: boolean;
  /** Counts maps and lists that are there, too, as updates do; else only what is in them, as apply does. */
  readonly containers: boolean;
}

/** Fields of metadata that nobody owns: the server sets them, or they name the object. */
const unowned: ReadonlySet<string> = new Set([
  'name',
  'namespace',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'selfLink',
  'uid',
  'generation',
  'managedFields',
  'resourceVersion',
]);

/** Parts that every object of their kind has, so that nobody made them. */
const alwaysThere: ReadonlySet<string> = new Set([
  'metadata',
  'spec',
  'status',
  'template',
  'jobTemplate',
  'containers',
  'strategy',
  'updateStrategy',
  'names',
  'loadBalancer',
  'nodeInfo',
  'daemonEndpoints',
]);

/** Everything an object sets, without kind, apiVersion and what nobody owns. */
export function fieldValues(object: JsonObject, rules: FieldRules): FieldValues {
  const values: FieldValues = new Map();
  for (const [field, value] of Object.entries(object)) {
    if (field === 'kind' || field === 'apiVersion' || value === null) continue;
    if (field === 'metadata' && isJsonObject(value)) {
      for (const [name, part] of Object.entries(value)) {
        if (!unowned.has(name) && part !== null)
          walk(part, `f:metadata${separator}f:${name}`, 'metadata', name, rules, values);
      }
    } else walk(value, `f:${field}`, '', field, rules, values);
  }
  return values;
}

function walk(
  value: unknown,
  path: FieldPath,
  parent: string,
  field: string,
  rules: FieldRules,
  values: FieldValues,
): void {
  if (isJsonObject(value)) {
    const empty = Object.keys(value).length === 0;
    // What is always there and holds nothing was set by nobody.
    if (empty && rules.containers && !rules.custom && alwaysThere.has(field)) return;
    if (empty || (isAtomic(field) && !rules.custom)) {
      values.set(path, JSON.stringify(value));
      return;
    }
    if (rules.containers && (rules.custom || !alwaysThere.has(field))) values.set(path, present);
    for (const [name, part] of Object.entries(value)) {
      if (part !== null) walk(part, `${path}${separator}f:${name}`, field, name, rules, values);
    }
  } else if (Array.isArray(value)) walkList(value, path, parent, field, rules, values);
  else values.set(path, value);
}

function walkList(
  list: readonly unknown[],
  path: FieldPath,
  parent: string,
  field: string,
  rules: FieldRules,
  values: FieldValues,
): void {
  const keys = keysOf(parent, field, rules);
  if (keys === undefined || !list.every((item) => keys === 'set' || isJsonObject(item))) {
    values.set(path, JSON.stringify(list));
    return;
  }
  if (rules.containers && !alwaysThere.has(field)) values.set(path, present);
  for (const item of list) {
    const own = `${path}${separator}${itemElement(item, keys)}`;
    values.set(own, present);
    if (!isJsonObject(item)) continue;
    for (const [name, part] of Object.entries(item)) {
      if (part !== null) walk(part, `${own}${separator}f:${name}`, field, name, rules, values);
    }
  }
}

/** How the items of a list are told apart: by keys, as a set, or not at all. */
export function keysOf(
  parent: string,
  field: string,
  rules: FieldRules,
): readonly string[] | 'set' | undefined {
  if (rules.custom && parent !== 'metadata') return undefined;
  return isSet(field) ? 'set' : mergeKeys(parent, field);
}

/** The path element of a list's item. */
export function itemElement(item: unknown, keys: readonly string[] | 'set'): string {
  if (keys === 'set' || !isJsonObject(item)) return `v:${JSON.stringify(item)}`;
  const identity: JsonObject = {};
  for (const key of keys.toSorted()) {
    const value = item[key] ?? (key === 'protocol' ? 'TCP' : undefined);
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

/** True when `path` lies below `ancestor`. */
export function isBelow(path: FieldPath, ancestor: FieldPath): boolean {
  return path.startsWith(ancestor + separator);
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
