import {
  type JsonObject,
  goSyntax,
  goType,
  goValue,
  isJsonObject,
  isNumber,
  setField,
  sortedKeys,
} from '@kube-informers/schema/internal';
import {
  FieldSet,
  fieldElement,
  fieldName,
  isKey,
  keyElement,
  shownPath,
  valueElement,
} from './field-set.js';
import type { PathElement } from './field-set.js';
import { fieldType, isUntypedMap } from './schema.js';
import type { Atom, ListAtom, MapAtom } from './schema.js';

/** A value that does not fit its type, worded as in structured-merge-diff. */
export class TypedError extends Error {}

/** The fields in which two values of a type differ; no field is in two of the sets. */
export interface Comparison {
  readonly removed: FieldSet;
  readonly modified: FieldSet;
  readonly added: FieldSet;
}

/** A value that fits its type, in one version of its kind. `undefined` is an absent value, unlike null. */
export class TypedValue {
  readonly value: unknown;
  readonly type: Atom;
  /** The apiVersion that the type belongs to. */
  readonly version: string;

  constructor(value: unknown, type: Atom, version: string) {
    this.value = value;
    this.type = type;
    this.version = version;
  }

  /** Throws TypedError if the value does not fit its type; `allowDuplicates` accepts equal items in sets and lists. */
  validate({ allowDuplicates = false } = {}): this {
    const errors: string[] = [];
    new Validator(allowDuplicates, errors).value(this.value, this.type, undefined);
    if (errors.length === 1) throw new TypedError(errors[0]);
    if (errors.length > 1)
      throw new TypedError(['errors:', ...errors.map((error) => `  ${error}`)].join('\n'));
    return this;
  }

  /** Returns the fields that the value sets: leaves, items, keys of maps, and empty maps. */
  toFieldSet(): FieldSet {
    const set = new FieldSet();
    collect(this.value, this.type, set, undefined);
    return set;
  }

  /** Returns this value with the fields of `config`, in the order of `config` where it changes a list. */
  merge(config: TypedValue): TypedValue {
    return this.#with(merged(this.value, config.value, this.type));
  }

  compare(other: TypedValue): Comparison {
    const changes: Changes = {};
    compareParts(this.value, other.value, this.type, changes, undefined);
    return {
      removed: changes.removed ?? new FieldSet(),
      modified: changes.modified ?? new FieldSet(),
      added: changes.added ?? new FieldSet(),
    };
  }

  /** Returns the value without these fields and items. What loses all its content becomes null. */
  removeItems(items: FieldSet): TypedValue {
    return this.#with(withoutItems(this.value, items, this.type));
  }

  #with(value: unknown): TypedValue {
    return new TypedValue(value, this.type, this.version);
  }
}

type Kind = 'scalar' | 'list' | 'map';

/** Returns which of the possible types a value has; if it has none, the one by which it is treated. */
function kindOf(atom: Atom, value: unknown): Kind | undefined {
  if (atom.map !== undefined && isJsonObject(value)) return 'map';
  if (atom.list !== undefined && Array.isArray(value)) return 'list';
  if (atom.scalar !== undefined && isScalar(value)) return 'scalar';
  return anyKindOf(atom);
}

function anyKindOf({ map, scalar, list }: Atom): Kind | undefined {
  if (map !== undefined) return 'map';
  if (scalar !== undefined) return 'scalar';
  return list === undefined ? undefined : 'list';
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || isNumber(value) || typeof value === 'boolean';
}

/** True for a value that none of the possible types fits, such as null. */
function isUndecided(atom: Atom, value: unknown): boolean {
  if (isJsonObject(value)) return atom.map === undefined;
  if (Array.isArray(value)) return atom.list === undefined;
  return !isScalar(value) || atom.scalar === undefined;
}

function mapOf(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

function listOf(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** An item of a list that has no path element. */
class ItemError extends TypedError {}

/** Returns the path element of an item of a list that is not atomic. Throws ItemError. */
function elementOf(item: unknown, list: ListAtom): PathElement {
  return list.keys.length > 0 ? keyedElement(item, list) : setElement(item);
}

function keyedElement(item: unknown, { keys, items }: ListAtom): PathElement {
  if (item === null || item === undefined)
    throw new ItemError('associative list with keys may not have a null element');
  if (!isJsonObject(item)) throw new ItemError('associative list with keys may not have non-map elements');
  const identity: JsonObject = {};
  let found = false;
  for (const key of keys) {
    let value = Object.hasOwn(item, key) ? item[key] : undefined;
    if (value === undefined) {
      if (items.map === undefined) {
        const why = 'associative list may not have non-map types';
        throw new ItemError(`couldn't find default value for ${key}: ${why}`);
      }
      value = items.map.fields.get(key)?.default;
    }
    if (value === undefined) continue;
    setField(identity, key, value);
    found = true;
  }
  if (!found) {
    const all = keys.map((key) => JSON.stringify(key)).join(' ');
    throw new ItemError(
      `associative list with keys has an element that omits all key fields [${all}] (and doesn't have default values for any key fields)`,
    );
  }
  return keyElement(identity);
}

function setElement(item: unknown): PathElement {
  if (isJsonObject(item))
    throw new ItemError("associative list without keys has an element that's a map type");
  if (Array.isArray(item)) throw new ItemError('not supported: associative list with lists as elements');
  if (item === null || item === undefined)
    throw new ItemError("associative list without keys has an element that's an explicit null");
  return valueElement(item);
}

function elementsOf(items: readonly unknown[], list: ListAtom): PathElement[] {
  return items.map((item) => elementOf(item, list));
}

/** Like elementsOf, for a list that may have lost keys of its items; those have an element that nothing else has. */
function elementsIfAny(items: readonly unknown[], list: ListAtom): PathElement[] {
  return items.map((item) => {
    try {
      return elementOf(item, list);
    } catch (error) {
      if (error instanceof ItemError) return '';
      throw error;
    }
  });
}

/** The place of a value while errors are collected. */
interface Place {
  readonly parent: Place | undefined;
  readonly element: PathElement;
}

/** More errors than this are not reported: each has its whole path. */
const maxErrors = 100;

class Validator {
  readonly #allowDuplicates: boolean;
  readonly #errors: string[];

  constructor(allowDuplicates: boolean, errors: string[]) {
    this.#allowDuplicates = allowDuplicates;
    this.#errors = errors;
  }

  value(value: unknown, atom: Atom, place: Place | undefined): void {
    switch (kindOf(atom, value)) {
      case 'map':
        if (value === null) return;
        if (isJsonObject(value)) this.#map(value, atom.map, place);
        else this.#add(place, `expected map, got &{${goValue(value)}}`);
        return;
      case 'list':
        if (value === null) return;
        if (Array.isArray(value)) this.#list(value, atom.list, place);
        else this.#add(place, `expected list, got &{${goValue(value)}}`);
        return;
      case 'scalar': {
        const problem = scalarProblem(atom, value);
        if (problem !== undefined) this.#add(place, problem);
        return;
      }
      case undefined:
        this.#add(place, 'schema error: invalid atom: inlined');
    }
  }

  #map(map: JsonObject, type: MapAtom | undefined, place: Place | undefined): void {
    if (type === undefined) return;
    for (const key of sortedKeys(map)) {
      const part = map[key];
      if (part === undefined) continue;
      const own = { parent: place, element: fieldElement(key) };
      const field = fieldType(type, key);
      if (field === undefined) {
        // It ends the validation of the map.
        this.#add(own, 'field not declared in schema');
        return;
      }
      this.value(part, field, own);
    }
  }

  #list(items: readonly unknown[], type: ListAtom | undefined, place: Place | undefined): void {
    if (type === undefined) return;
    const seen = new Set<PathElement>();
    for (const [index, item] of items.entries()) {
      let element = `i:${index}`;
      if (!type.atomic) {
        try {
          element = elementOf(item, type);
        } catch (error) {
          if (!(error instanceof ItemError)) throw error;
          this.#add(place, `element ${index}: ${error.message}`);
          return;
        }
        if (seen.has(element) && !this.#allowDuplicates)
          this.#add(place, `duplicate entries for key ${shownPath([element])}`);
        seen.add(element);
      }
      this.value(item, type.items, { parent: place, element });
    }
  }

  #add(place: Place | undefined, message: string): void {
    if (this.#errors.length >= maxErrors) return;
    const path: PathElement[] = [];
    for (let at = place; at !== undefined; at = at.parent) path.push(at.element);
    const shown = shownPath(path.reverse());
    this.#errors.push(shown === '' ? message : `${shown}: ${message}`);
  }
}

function scalarProblem({ scalar }: Atom, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  switch (scalar) {
    case 'numeric':
      return isNumber(value) ? undefined : `expected numeric (int or float), got ${goType(value)}`;
    case 'string':
      return typeof value === 'string'
        ? undefined
        : `expected string, got &value.valueUnstructured{Value:${goSyntax(value)}}`;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `expected boolean, got &{${goValue(value)}}`;
    default:
      return isScalar(value) ? undefined : `expected any scalar, got &{${goValue(value)}}`;
  }
}

/** Adds the fields of a value to `parent`, in which `element` is the value itself. */
function collect(value: unknown, atom: Atom, parent: FieldSet, element: PathElement | undefined): void {
  const { map, list } = atom;
  switch (kindOf(atom, value)) {
    case 'map':
      if (map === undefined) return;
      if (map.atomic) break;
      if (isJsonObject(value)) collectInside(parent, element, (own) => collectFields(value, map, own));
      return;
    case 'list':
      if (list === undefined) return;
      if (list.atomic) break;
      if (Array.isArray(value)) collectInside(parent, element, (own) => collectItems(value, list, own));
      return;
    default:
  }
  if (element !== undefined) parent.members.add(element);
}

function collectInside(
  parent: FieldSet,
  element: PathElement | undefined,
  add: (own: FieldSet) => void,
): void {
  if (element === undefined) {
    add(parent);
    return;
  }
  const own = new FieldSet();
  add(own);
  parent.attach(element, own);
}

function collectFields(map: JsonObject, type: MapAtom, own: FieldSet): void {
  for (const [key, part] of Object.entries(map)) {
    const field = fieldType(type, key);
    if (part === undefined || field === undefined) continue;
    const element = fieldElement(key);
    collect(part, field, own, element);
    const empty = part === null || (isJsonObject(part) && Object.keys(part).length === 0);
    if (empty || !type.fields.has(key)) own.members.add(element);
  }
}

function collectItems(items: readonly unknown[], type: ListAtom, own: FieldSet): void {
  const elements = elementsIfAny(items, type);
  const duplicates = duplicatesOf(elements);
  for (const [index, element] of elements.entries()) {
    // Duplicates are owned together, without their fields.
    if (!duplicates.has(element)) collect(items[index], type.items, own, element);
    own.members.add(element);
  }
}

function duplicatesOf(elements: readonly PathElement[]): ReadonlySet<PathElement> {
  const seen = new Set<PathElement>();
  const duplicates = new Set<PathElement>();
  for (const element of elements) {
    if (seen.has(element)) duplicates.add(element);
    seen.add(element);
  }
  return duplicates;
}

/** Merges two values, one of which may be absent. The right one decides. */
function merged(left: unknown, right: unknown, atom: Atom): unknown {
  return mergedAs(kindOf(atom, right === undefined ? left : right), left, right, atom);
}

/** True if the two values have different ones of the possible types. */
function differ(atom: Atom, left: unknown, right: unknown): boolean {
  const choice = (value: unknown): string => {
    if (Object.keys(atom).length < 2) return '';
    return isUndecided(atom, value) ? 'any' : (kindOf(atom, value) ?? '');
  };
  return choice(left) !== choice(right);
}

function mergedAs(kind: Kind | undefined, left: unknown, right: unknown, atom: Atom): unknown {
  const leaf = right === undefined ? left : right;
  switch (kind) {
    case 'map': {
      const [mine, theirs] = [mapOf(left), mapOf(right)];
      const empty = isEmptyMap(mine) && isEmptyMap(theirs);
      return atom.map === undefined || atom.map.atomic || empty ? leaf : mergedMaps(mine, theirs, atom.map);
    }
    case 'list': {
      const [mine, theirs] = [listOf(left), listOf(right)];
      const empty = (mine?.length ?? 0) === 0 && (theirs?.length ?? 0) === 0;
      return atom.list === undefined || atom.list.atomic || empty
        ? leaf
        : mergedLists(mine ?? [], theirs ?? [], atom.list);
    }
    default:
      return leaf;
  }
}

function isEmptyMap(map: JsonObject | undefined): boolean {
  return map === undefined || Object.keys(map).length === 0;
}

function mergedMaps(left: JsonObject | undefined, right: JsonObject | undefined, type: MapAtom): unknown {
  const result: JsonObject = {};
  for (const key of keysOf(left, right)) {
    const field = fieldType(type, key);
    const value = field === undefined ? undefined : merged(partOf(left, key), partOf(right, key), field);
    if (value !== undefined) setField(result, key, value);
  }
  return result;
}

function keysOf(left: JsonObject | undefined, right: JsonObject | undefined): Set<string> {
  return new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})]);
}

function partOf(map: JsonObject | undefined, key: string): unknown {
  return map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined;
}

/** Merges the items of both lists: common items in the order of the right list, others at their places. */
function mergedLists(left: readonly unknown[], right: readonly unknown[], type: ListAtom): unknown {
  const leftElements = elementsOf(left, type);
  const rightElements = elementsOf(right, type);
  // A duplicate in the left list is not merged: the item of the right list replaces all of them.
  const leftDuplicates = duplicatesOf(leftElements);
  const leftItems = new Map(leftElements.map((element, index) => [element, left[index]]));
  for (const element of leftDuplicates) leftItems.set(element, undefined);
  const rightItems = new Map(rightElements.map((element, index) => [element, right[index]]));
  const shared = rightElements.filter((element) => leftItems.has(element));
  const done = new Set<PathElement>();
  const result: unknown[] = [];
  const take = (element: PathElement, mine: unknown, theirs: unknown): void => {
    const item = merged(mine, theirs, type.items);
    if (item !== undefined) result.push(item);
    if (theirs !== undefined) done.add(element);
  };
  let [l, r, next] = [0, 0, 0];
  while (l < left.length || r < right.length) {
    const mine = leftElements[l];
    const theirs = rightElements[r];
    if (mine !== undefined && theirs !== undefined) {
      if (mine === theirs) {
        take(mine, leftItems.get(mine), rightItems.get(mine));
        l++;
        r++;
        next++;
        continue;
      }
      // A common item whose turn comes later.
      if (rightItems.has(mine) && next < shared.length && shared[next] !== mine) {
        l++;
        continue;
      }
    }
    if (mine !== undefined) {
      if (!rightItems.has(mine)) {
        take(mine, left[l], undefined);
        l++;
        continue;
      }
      if (done.has(mine)) l++;
    }
    if (theirs !== undefined) {
      take(theirs, leftItems.get(theirs), rightItems.get(theirs));
      r++;
      if (shared[next] === theirs) next++;
    }
  }
  return result;
}

/** The changes of a value's parts, created as needed. */
interface Changes {
  removed?: FieldSet;
  modified?: FieldSet;
  added?: FieldSet;
}

type Change = keyof Changes;

function note(changes: Changes, change: Change, element: PathElement | undefined): void {
  if (element === undefined) return;
  changes[change] ??= new FieldSet();
  changes[change].members.add(element);
}

/** Adds the differences of two values, one of which may be absent, to `changes`, in which `element` is the value. */
function compareParts(
  left: unknown,
  right: unknown,
  atom: Atom,
  changes: Changes,
  element: PathElement | undefined,
): void {
  let asLeaf: boolean;
  if (right === undefined) asLeaf = compareAs(kindOf(atom, left), left, right, atom, changes, element);
  else {
    // Values of different types are compared as each of them.
    if (left !== undefined && differ(atom, left, right))
      compareAs(kindOf(atom, left), left, right, atom, changes, element);
    asLeaf = compareAs(kindOf(atom, right), left, right, atom, changes, element);
  }
  if (asLeaf) return;
  if (left === undefined) note(changes, 'added', element);
  else if (right === undefined) note(changes, 'removed', element);
}

/** Compares as one of the possible types. Returns true if the values were compared as a whole. */
function compareAs(
  kind: Kind | undefined,
  left: unknown,
  right: unknown,
  atom: Atom,
  changes: Changes,
  element: PathElement | undefined,
): boolean {
  if (kind === 'map' && atom.map !== undefined) {
    const [mine, theirs] = [mapOf(left), mapOf(right)];
    const { map } = atom;
    if (!map.atomic && !(isEmptyMap(mine) && isEmptyMap(theirs))) {
      inside(changes, element, (own) => compareMaps(mine, theirs, map, own));
      return false;
    }
  }
  if (kind === 'list' && atom.list !== undefined) {
    const [mine, theirs] = [listOf(left) ?? [], listOf(right) ?? []];
    const { list } = atom;
    if (!list.atomic && mine.length + theirs.length > 0) {
      inside(changes, element, (own) => compareLists(mine, theirs, list, own));
      return false;
    }
  }
  if (left === undefined) note(changes, 'added', element);
  else if (right === undefined) note(changes, 'removed', element);
  else if (!equalValues(left, right)) note(changes, 'modified', element);
  return true;
}

const allChanges = ['removed', 'modified', 'added'] as const;

/** Collects the changes of a value's parts, and adds them below `element`. */
function inside(changes: Changes, element: PathElement | undefined, add: (own: Changes) => void): void {
  if (element === undefined) {
    add(changes);
    return;
  }
  const own: Changes = {};
  add(own);
  for (const change of allChanges) {
    const set = own[change];
    if (set === undefined) continue;
    changes[change] ??= new FieldSet();
    const before = changes[change].children.get(element);
    changes[change].attach(element, before === undefined ? set : before.union(set));
  }
}

function compareMaps(
  left: JsonObject | undefined,
  right: JsonObject | undefined,
  type: MapAtom,
  own: Changes,
): void {
  for (const key of keysOf(left, right)) {
    const field = fieldType(type, key);
    const [mine, theirs] = [partOf(left, key), partOf(right, key)];
    if (field === undefined || (mine === undefined && theirs === undefined)) continue;
    compareParts(mine, theirs, field, own, fieldElement(key));
  }
}

function compareLists(
  left: readonly unknown[],
  right: readonly unknown[],
  type: ListAtom,
  own: Changes,
): void {
  const leftItems = itemsByElement(left, type);
  const rightItems = itemsByElement(right, type);
  for (const element of new Set([...leftItems.keys(), ...rightItems.keys()])) {
    const mine = leftItems.get(element) ?? [];
    const theirs = rightItems.get(element) ?? [];
    if (mine.length <= 1 && theirs.length <= 1) {
      compareParts(mine[0], theirs[0], type.items, own, element);
    } else if (mine.length >= 2 && theirs.length >= 2) {
      // Duplicates are compared as a whole.
      if (!equalValues(mine, theirs)) note(own, 'modified', element);
    } else if (mine.length >= 2) {
      if (theirs.length > 0) compareParts(undefined, theirs[0], type.items, own, element);
      note(own, 'removed', element);
    } else {
      if (mine.length > 0) compareParts(mine[0], undefined, type.items, own, element);
      note(own, 'added', element);
    }
  }
}

function itemsByElement(items: readonly unknown[], type: ListAtom): Map<PathElement, unknown[]> {
  const result = new Map<PathElement, unknown[]>();
  for (const [index, element] of elementsOf(items, type).entries()) {
    const same = result.get(element);
    if (same === undefined) result.set(element, [items[index]]);
    else same.push(items[index]);
  }
  return result;
}

/** True if two values are equal, whatever the order of their keys. */
export function equalValues(a: unknown, b: unknown): boolean {
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => equalValues(item, b[index]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return a === b;
  const keys = keysOf(a, b);
  for (const key of keys) if (!equalValues(partOf(a, key), partOf(b, key))) return false;
  return true;
}

function withoutItems(value: unknown, items: FieldSet, atom: Atom): unknown {
  const { map, list } = atom;
  switch (kindOf(atom, value)) {
    case 'map':
      if (!isJsonObject(value) || map === undefined || map.atomic) return null;
      return withoutFields(value, items, map);
    case 'list':
      if (!Array.isArray(value) || list === undefined || list.atomic) return null;
      return withoutListItems(value, items, list);
    default:
      return value;
  }
}

function withoutFields(map: JsonObject, items: FieldSet, type: MapAtom): unknown {
  const result: JsonObject = {};
  for (const [key, part] of Object.entries(map)) {
    const element = fieldElement(key);
    if (items.members.has(element) || part === undefined) continue;
    const inner = items.children.get(element);
    const field = fieldType(type, key);
    const left = inner === undefined || field === undefined ? part : withoutItems(part, inner, field);
    setField(result, key, left);
  }
  return Object.keys(result).length === 0 ? null : result;
}

function withoutListItems(list: readonly unknown[], items: FieldSet, type: ListAtom): unknown {
  const result: unknown[] = [];
  for (const [index, element] of elementsIfAny(list, type).entries()) {
    if (items.members.has(element)) continue;
    const inner = items.children.get(element);
    result.push(inner === undefined ? list[index] : withoutItems(list[index], inner, type.items));
  }
  return result.length === 0 ? null : result;
}

/**
 * Returns a set that also contains the named fields around its members: `spec` for `spec.replicas`.
 *
 * Keys of maps and items of lists are not added.
 */
export function withNamedFields(set: FieldSet, atom: Atom | undefined): FieldSet {
  const result = new FieldSet();
  for (const member of set.members) result.members.add(member);
  for (const [element, child] of set.children) {
    const name = fieldName(element);
    if (name !== undefined && atom?.map?.fields.has(name) === true) result.members.add(element);
    result.children.set(element, withNamedFields(child, childType(element, atom)));
  }
  return result;
}

function childType(element: PathElement, atom: Atom | undefined): Atom | undefined {
  const name = fieldName(element);
  if (name !== undefined) return atom?.map === undefined ? undefined : fieldType(atom.map, name);
  return isKey(element) ? atom?.list?.items : undefined;
}

/**
 * Reconciles a set with a type that has changed since the set was written; undefined if nothing changes.
 *
 * Whoever owns parts of what is now atomic owns all of it.
 */
export function reconciled(set: FieldSet, type: Atom): FieldSet | undefined {
  const atomic = new FieldSet();
  const changes = reconcile(set, type, false, atomic, undefined);
  return changes ? set.recursiveDifference(atomic).union(atomic) : undefined;
}

/** Adds the fields that have become atomic to `parent`, in which `element` is this one. Returns true if there are any. */
function reconcile(
  set: FieldSet | undefined,
  { map, scalar, list }: Atom,
  isLeaf: boolean,
  parent: FieldSet,
  element: PathElement | undefined,
): boolean {
  let typeOf: (name: string | undefined) => Atom | undefined;
  let atomic: boolean;
  if (map !== undefined) {
    if (isUntypedMap(map)) return false;
    if (!isLeaf && map.atomic && (set === undefined || set.isEmpty)) return false;
    atomic = map.atomic;
    typeOf = (name) => (name === undefined ? map.element : fieldType(map, name));
  } else if (scalar === undefined && list !== undefined) {
    atomic = list.atomic;
    typeOf = () => list.items;
  } else return false;
  if (!isLeaf && atomic) {
    if (element !== undefined) parent.members.add(element);
    return true;
  }
  if (set === undefined) return false;
  const own = element === undefined ? parent : new FieldSet();
  let changes = false;
  for (const part of new Set([...set.children.keys(), ...set.members])) {
    const type = typeOf(fieldName(part));
    if (type === undefined) continue;
    const child = set.children.get(part);
    const leaf = child === undefined && set.members.has(part);
    if (reconcile(child, type, leaf, own, part)) changes = true;
  }
  if (element !== undefined) parent.attach(element, own);
  return changes;
}
