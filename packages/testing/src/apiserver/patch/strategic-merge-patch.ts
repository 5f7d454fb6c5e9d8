import { isDeepStrictEqual } from 'node:util';
import {
  type ApiType,
  type JsonObject,
  goTypeOf,
  goValue,
  isJsonObject,
  setField,
  unwrapped,
} from '@kube-informers/schema/internal';

/** The patch is invalid. */
export class StrategicPatchError extends Error {
  override readonly name = 'StrategicPatchError';
  /** The HTTP status code of the server's response; 500 for errors that it does not classify. */
  readonly code: number;

  constructor(message: string, code = 500) {
    super(message);
    this.code = code;
  }
}

const directive = '$patch';
const retainKeys = '$retainKeys';
const deleteFromPrimitive = '$deleteFromPrimitiveList/';
const elementOrder = '$setElementOrder/';

/** How a field is merged. */
interface FieldMerge {
  readonly type: ApiType | undefined;
  readonly strategies: readonly string[];
  readonly mergeKey: string;
}

/**
 * Applies a strategic merge patch: a merge patch in which lists with a merge key are merged item by item.
 *
 * It supports `$patch: delete|replace`, `$retainKeys`, `$deleteFromPrimitiveList/x` and `$setElementOrder/x`. Without
 * a type, lists are replaced. The target is not changed. Throws StrategicPatchError for an invalid patch.
 */
export function applyStrategicMergePatch(target: unknown, patch: JsonObject, type?: ApiType): JsonObject {
  return mergeObject(isJsonObject(target) ? target : {}, patch, type);
}

function mergeObject(target: JsonObject, patch: JsonObject, type: ApiType | undefined): JsonObject {
  if (Object.hasOwn(patch, directive)) return direct(patch);
  const rest = new Map(Object.entries(patch));
  const result = retained(target, rest);
  for (const [key, order] of Object.entries(patch)) {
    if (!key.startsWith(elementOrder)) continue;
    rest.delete(key);
    orderedMerge(result, rest, key.slice(elementOrder.length), order, type);
  }
  for (const [key, value] of rest) {
    const deletes = key.startsWith(deleteFromPrimitive);
    const field = deletes ? key.slice(deleteFromPrimitive.length) : key;
    if (value === null) delete result[field];
    else if (!Object.hasOwn(result, field) || kindOf(result[field]) !== kindOf(value)) {
      if (!deletes) setOrDrop(result, field, added(value));
    } else if (deletes) {
      const old = result[field];
      // Both have the same type; only lists support deletion.
      if (Array.isArray(value) && Array.isArray(old))
        result[field] = old.filter((item) => !value.includes(item));
    } else setOrDrop(result, field, merged(result[field], value, field, type));
  }
  return result;
}

function setOrDrop(result: JsonObject, field: string, value: unknown): void {
  if (value === undefined) delete result[field];
  else setField(result, field, value);
}

function direct(patch: JsonObject): JsonObject {
  const { [directive]: what, ...rest } = patch;
  if (what === 'replace') return rest;
  if (what === 'delete') return {};
  throw badPatchType(what, patch);
}

/** Returns the target without the fields that `$retainKeys` does not list. */
function retained(target: JsonObject, patch: Map<string, unknown>): JsonObject {
  const keep = patch.get(retainKeys);
  if (keep === undefined) return { ...target };
  patch.delete(retainKeys);
  const malformed = new StrategicPatchError('invalid patch format of retainKeys', 400);
  if (!Array.isArray(keep)) throw malformed;
  for (const [field, value] of patch) {
    const counts =
      value !== null && !field.startsWith(deleteFromPrimitive) && !field.startsWith(elementOrder);
    if (counts && !keep.includes(field)) throw malformed;
  }
  return Object.fromEntries(Object.entries(target).filter(([field]) => keep.includes(field)));
}

/** Returns a new value from the patch without directives and nulls. */
function added(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(added).filter((item) => item !== undefined);
  if (!isJsonObject(value)) return value;
  if (Object.hasOwn(value, directive)) return undefined;
  const result: JsonObject = {};
  for (const [field, part] of Object.entries(value)) {
    const kept = part === null ? undefined : added(part);
    if (kept !== undefined) setField(result, field, kept);
  }
  return result;
}

function merged(old: unknown, value: unknown, field: string, type: ApiType | undefined): unknown {
  if (isJsonObject(value) && isJsonObject(old)) {
    const merge = fieldMerge(type, field);
    return merge.strategies.includes('replace') ? value : mergeObject(old, value, merge.type);
  }
  if (Array.isArray(value) && Array.isArray(old)) return mergeList(old, value, fieldMerge(type, field));
  return value;
}

/** Merges lists if the kind defines it, else replaces the old list. */
function mergeList(old: readonly unknown[], patch: readonly unknown[], merge: FieldMerge): unknown[] {
  if (!merge.strategies.includes('merge')) return [...patch];
  if (old.length === 0 && patch.length === 0) return [];
  const kinds = requireOneKind(old, patch);
  if (kinds !== 'object') {
    const all = [...new Set([...old, ...patch])];
    return ordered(all, patch, old, '');
  }
  if (merge.mergeKey === '') {
    throw new StrategicPatchError(`cannot merge lists without merge key for ${merge.type?.go ?? ''}`);
  }
  const [base, items, order] = afterDirectives(old as JsonObject[], patch as JsonObject[], merge.mergeKey);
  const list = [...base];
  for (const item of items) {
    const key = mergeKeyValue(item, merge.mergeKey);
    const index = list.findIndex((other) => isDeepStrictEqual(other[merge.mergeKey], key));
    const before = list[index];
    if (before === undefined) list.push(item);
    else list[index] = mergeObject(before, item, merge.type);
  }
  return ordered(list, order, base, merge.mergeKey);
}

/** Applies the delete and replace directives of a list patch. */
function afterDirectives(
  old: readonly JsonObject[],
  patch: readonly JsonObject[],
  mergeKey: string,
): [base: JsonObject[], items: JsonObject[], order: JsonObject[]] {
  const plain: JsonObject[] = [];
  let base = [...old];
  let replaces = false;
  for (const item of patch) {
    const what = item[directive];
    if (what === undefined) plain.push(item);
    else if (what === 'delete') {
      const key = mergeKeyValue(item, mergeKey);
      base = base.filter((other) => !isDeepStrictEqual(other[mergeKey], key));
    } else if (what === 'replace') replaces = true;
    else if (what === 'merge')
      throw new StrategicPatchError('merging lists cannot yet be specified in the patch');
    else throw badPatchType(what, item);
  }
  return replaces ? [plain, [], []] : [base, plain, plain];
}

function mergeKeyValue(item: JsonObject, mergeKey: string): unknown {
  if (!Object.hasOwn(item, mergeKey)) {
    throw new StrategicPatchError(`map: ${goValue(item)} does not contain declared merge key: ${mergeKey}`);
  }
  return item[mergeKey];
}

/** `$setElementOrder/x`: merges the list x and sorts it in that order. */
function orderedMerge(
  result: JsonObject,
  patch: Map<string, unknown>,
  field: string,
  order: unknown,
  type: ApiType | undefined,
): void {
  if (!Array.isArray(order)) throw badArgument([], order);
  const merge = fieldMerge(type, field);
  const old = result[field];
  const given = patch.get(field);
  if (old !== undefined && !Array.isArray(old)) throw badArgument([], old);
  if (given !== undefined && !Array.isArray(given)) throw badArgument([], given);
  checkOrder(given ?? [], order, merge.mergeKey);
  let list: unknown[];
  if (old === undefined) {
    if (given === undefined) return;
    list = added(given) as unknown[]; // a list stays a list
  } else list = given === undefined ? [...old] : mergeList(old, given, merge);
  patch.delete(field);
  requireOneKind(old ?? [], given ?? []);
  setField(result, field, ordered(list, order, old ?? [], merge.mergeKey));
}

/** The patch's items must be in the requested order. */
function checkOrder(patch: readonly unknown[], order: readonly unknown[], mergeKey: string): void {
  if (patch.length === 0 || order.length === 0) return;
  const items = patch.filter(
    (item) => !(mergeKey !== '' && isJsonObject(item) && item[directive] === 'delete'),
  );
  let index = 0;
  for (const wanted of order) {
    while (isJsonObject(items[index]) && Object.hasOwn(items[index] as JsonObject, directive)) index++;
    if (
      index < items.length &&
      isDeepStrictEqual(identity(items[index], mergeKey), identity(wanted, mergeKey))
    ) {
      index++;
    }
  }
  if (index < items.length) {
    throw new StrategicPatchError(
      `The order in patch list:\n${goValue(patch)}\n doesn't match $setElementOrder list:\n${goValue(order)}\n`,
    );
  }
}

/**
 * Sorts the items: those in `order` as listed there, the others in the server's order.
 *
 * A server item keeps its position before a patch item.
 */
function ordered(
  list: readonly unknown[],
  order: readonly unknown[],
  server: readonly unknown[],
  mergeKey: string,
): unknown[] {
  if (mergeKey !== '')
    for (const item of [...list, ...order]) if (isJsonObject(item)) mergeKeyValue(item, mergeKey);
  const place = (items: readonly unknown[], item: unknown): number => {
    const id = identity(item, mergeKey);
    return items.findIndex((other) => isDeepStrictEqual(identity(other, mergeKey), id));
  };
  const byPlace = (items: readonly unknown[]) => (a: unknown, b: unknown) =>
    place(items, a) - place(items, b);
  const named = list.filter((item) => place(order, item) !== -1).toSorted(byPlace(order));
  const others = list.filter((item) => place(order, item) === -1).toSorted(byPlace(server));
  const result: unknown[] = [];
  let next = 0;
  for (const item of named) {
    const at = place(server, item);
    while (at !== -1 && next < others.length) {
      const before = place(server, others[next]);
      if (before === -1 || before > at) break;
      result.push(others[next++]);
    }
    result.push(item);
  }
  return [...result, ...others.slice(next)];
}

function identity(item: unknown, mergeKey: string): unknown {
  return mergeKey !== '' && isJsonObject(item) ? item[mergeKey] : item;
}

function fieldMerge(type: ApiType | undefined, field: string): FieldMerge {
  const none: FieldMerge = { type: undefined, strategies: [], mergeKey: '' };
  if (type === undefined) return none;
  const target = unwrapped(type);
  if (target.is === 'map') return { ...none, type: target.values };
  if (target.is !== 'struct') return none;
  const found = target.fields.get(field);
  if (found === undefined) {
    throw new StrategicPatchError(
      `unable to find api field in struct ${target.go.slice(target.go.lastIndexOf('.') + 1)} for the json field ${JSON.stringify(field)}`,
    );
  }
  const inner = unwrapped(found.type);
  return {
    type: inner.is === 'list' ? inner.items : inner,
    strategies: found.strategies,
    mergeKey: found.mergeKey ?? '',
  };
}

function kindOf(value: unknown): string {
  return goTypeOf(value);
}

/** A list may contain only objects, or values of one type. */
function requireOneKind(...lists: readonly (readonly unknown[])[]): string {
  let found: string | undefined;
  for (const item of lists.flat()) {
    const kind = goTypeOf(item);
    if (found === undefined && kind === '[]interface {}') {
      throw new StrategicPatchError('lists of lists are not supported', 422);
    }
    if (found !== undefined && kind !== found) {
      throw new StrategicPatchError(`list element types are not identical: ${goValue(lists)}`);
    }
    found = kind;
  }
  if (found === undefined) throw new StrategicPatchError('no elements in any of the given slices');
  return found === 'map[string]interface {}' ? 'object' : found;
}

function badPatchType(what: unknown, map: JsonObject): StrategicPatchError {
  const shown = typeof what === 'string' ? what : `%!s(${goTypeOf(what)}=${goValue(what)})`;
  return new StrategicPatchError(`unknown patch type: ${shown} in map: ${goValue(map)}`);
}

function badArgument(expected: unknown, found: unknown): StrategicPatchError {
  return new StrategicPatchError(`expected a ${goTypeOf(expected)}, but received a ${goTypeOf(found)}`);
}
