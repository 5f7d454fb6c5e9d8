import { isJsonObject, setField } from '../json/json-fields.js';
import type { JsonObject } from '../json/json-fields.js';
import { elementsOf, itemElement, pathOf } from './field-set.js';
import type { FieldPath } from './field-set.js';
import type { MergeSchema } from './merge-schema.js';

/** Merges an applied configuration into a live object: maps and keyed lists merge, everything else is replaced. */
export function mergeApplied(live: JsonObject, applied: JsonObject, schema: MergeSchema): JsonObject {
  const result: JsonObject = { ...live };
  for (const [field, value] of Object.entries(applied)) {
    const old = Object.hasOwn(live, field) ? live[field] : undefined;
    setField(result, field, mergeValue(old, value, schema.field(field)));
  }
  return result;
}

function mergeValue(old: unknown, value: unknown, schema: MergeSchema): unknown {
  if (isJsonObject(value)) {
    return isJsonObject(old) && !schema.atomic ? mergeApplied(old, value, schema) : value;
  }
  if (!Array.isArray(value) || schema.list === 'atomic') return value;
  return mergeItems(Array.isArray(old) ? old : [], value, schema);
}

/** Merges the items of both lists: common items in the applied order, others at their positions. */
function mergeItems(old: readonly unknown[], applied: readonly unknown[], schema: MergeSchema): unknown[] {
  const element = (item: unknown): string => itemElement(item, schema);
  const before = old.map((item) => ({ item, id: element(item) }));
  const after = applied.map((item) => ({ item, id: element(item) }));
  const live = new Map(before.map(({ item, id }) => [id, item]));
  const given = new Set(after.map(({ id }) => id));
  const shared = after.filter(({ id }) => live.has(id)).map(({ id }) => id);
  const result: unknown[] = [];
  let left = 0;
  let right = 0;
  let nextShared = 0;
  while (left < before.length || right < after.length) {
    const mine = before[left];
    const theirs = after[right];
    if (mine !== undefined && theirs !== undefined && mine.id === theirs.id) {
      result.push(mergeValue(mine.item, theirs.item, schema.items));
      left++;
      right++;
      nextShared++;
    } else if (
      mine !== undefined &&
      theirs !== undefined &&
      given.has(mine.id) &&
      mine.id !== shared[nextShared]
    ) {
      // Its position is the configuration's.
      left++;
    } else if (mine !== undefined && !given.has(mine.id)) {
      result.push(mine.item);
      left++;
    } else if (theirs !== undefined) {
      const other = live.get(theirs.id);
      result.push(other === undefined ? theirs.item : mergeValue(other, theirs.item, schema.items));
      if (theirs.id === shared[nextShared]) nextShared++;
      right++;
    } else left++;
  }
  return result;
}

/** Adds the structs that contain the paths. Keys of maps and items of lists are not added. */
export function withParents(paths: Iterable<FieldPath>, schema: MergeSchema): Set<FieldPath> {
  const result = new Set<FieldPath>();
  for (const path of paths) {
    result.add(path);
    const elements = elementsOf(path);
    let current = schema;
    for (let index = 0; index < elements.length - 1; index++) {
      const element = elements[index] ?? '';
      if (!element.startsWith('f:')) {
        current = current.items;
        continue;
      }
      const name = element.slice(2);
      if (current.declares(name)) result.add(pathOf(elements.slice(0, index + 1)));
      current = current.field(name);
    }
  }
  return result;
}

/** A set of paths as a tree. */
interface PathTree {
  member: boolean;
  readonly children: Map<string, PathTree>;
}

function treeOf(paths: Iterable<FieldPath>): PathTree {
  const root: PathTree = { member: false, children: new Map() };
  for (const path of paths) {
    let node = root;
    for (const element of elementsOf(path)) {
      let next = node.children.get(element);
      if (next === undefined) {
        next = { member: false, children: new Map() };
        node.children.set(element, next);
      }
      node = next;
    }
    node.member = true;
  }
  return root;
}

/** Returns the object without these paths, and without maps and lists that become empty. */
export function withoutPaths(
  object: JsonObject,
  paths: Iterable<FieldPath>,
  schema: MergeSchema,
): JsonObject {
  const left = removed(object, treeOf(paths), schema);
  return isJsonObject(left) ? left : {};
}

function removed(value: unknown, tree: PathTree, schema: MergeSchema): unknown {
  if (isJsonObject(value) && !schema.atomic) {
    const result: JsonObject = {};
    for (const [name, part] of Object.entries(value)) {
      const node = tree.children.get(`f:${name}`);
      if (node?.member === true) continue;
      const left = node === undefined ? part : removed(part, node, schema.field(name));
      if (left !== undefined) setField(result, name, left);
    }
    return Object.keys(result).length === 0 ? undefined : result;
  }
  if (!Array.isArray(value) || schema.list === 'atomic') return value;
  const items: unknown[] = [];
  for (const item of value) {
    const node = tree.children.get(itemElement(item, schema));
    if (node?.member === true) continue;
    const left = node === undefined ? item : removed(item, node, schema.items);
    if (left !== undefined) items.push(left);
  }
  return items.length === 0 ? undefined : items;
}
