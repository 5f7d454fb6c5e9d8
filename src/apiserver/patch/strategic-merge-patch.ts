import { isJsonObject } from '../kinds/json-fields.js';
import type { JsonObject } from '../kinds/json-fields.js';
import { isSet, mergeKeys } from './merge-keys.js';
import { setField } from './merge-patch.js';

/** A directive of the patch is malformed. */
export class StrategicPatchError extends Error {
  override readonly name = 'StrategicPatchError';
}

const directive = '$patch';
const retainKeys = '$retainKeys';
const deleteFromPrimitive = '$deleteFromPrimitiveList/';
const elementOrder = '$setElementOrder/';

/**
 * Strategic merge patch: a merge patch in which the known lists of the built-in kinds are merged item by item, and which
 * can say `$patch: delete|replace|merge`, `$retainKeys`, `$deleteFromPrimitiveList/x` and `$setElementOrder/x`.
 *
 * The target is not changed. Throws StrategicPatchError for a directive that makes no sense.
 */
export function applyStrategicMergePatch(target: unknown, patch: JsonObject): unknown {
  return mergeObject(isJsonObject(target) ? target : {}, patch, '');
}

function mergeObject(target: JsonObject, patch: JsonObject, name: string): JsonObject {
  const what = patch[directive];
  if (what === 'replace') return withoutDirectives(patch);
  if (what === 'delete') return {};
  if (what !== undefined && what !== 'merge') {
    throw new StrategicPatchError(`unknown patch type: ${JSON.stringify(what)}`);
  }
  const result: JsonObject = { ...target };
  const keep = patch[retainKeys];
  if (Array.isArray(keep)) {
    for (const field of Object.keys(result)) if (!keep.includes(field)) delete result[field];
  }
  for (const [field, value] of Object.entries(patch)) {
    if (field === directive || field === retainKeys || field.startsWith(elementOrder)) continue;
    if (field.startsWith(deleteFromPrimitive))
      removeTexts(result, field.slice(deleteFromPrimitive.length), value);
    else if (value === null) delete result[field];
    else setField(result, field, mergeField(result, patch, name, field, value));
  }
  return result;
}

function mergeField(
  target: JsonObject,
  patch: JsonObject,
  parent: string,
  field: string,
  value: unknown,
): unknown {
  const old = Object.hasOwn(target, field) ? target[field] : undefined;
  if (isJsonObject(value)) return mergeObject(isJsonObject(old) ? old : {}, value, field);
  if (!Array.isArray(value)) return value;
  const before: unknown[] = Array.isArray(old) ? old : [];
  const order = patch[elementOrder + field];
  if (isSet(field)) {
    const all = [...before, ...value.filter((item) => !before.includes(item))];
    return Array.isArray(order) ? inOrder(all, order, (item) => item) : all;
  }
  const keys = mergeKeys(parent, field);
  if (keys === undefined) return value.map(stripped);
  const merged = mergeItems(before, value, keys, field);
  return Array.isArray(order) ? inOrder(merged, order, (item) => identity(item, keys)) : merged;
}

function mergeItems(
  before: readonly unknown[],
  items: readonly unknown[],
  keys: readonly string[],
  field: string,
): unknown[] {
  if (items.some((item) => isJsonObject(item) && item[directive] === 'replace')) {
    return items.filter((item) => !isJsonObject(item) || item[directive] !== 'replace').map(stripped);
  }
  const result = [...before];
  for (const item of items) {
    if (!isJsonObject(item)) throw new StrategicPatchError(`an item of ${field} must be an object`);
    const [key = ''] = keys;
    if (item[key] === undefined) {
      throw new StrategicPatchError(
        `map: ${JSON.stringify(item)} does not contain declared merge key: ${key}`,
      );
    }
    const index = result.findIndex((other) => sameItem(other, item, keys));
    if (item[directive] === 'delete') {
      if (index !== -1) result.splice(index, 1);
    } else if (index === -1) result.push(mergeObject({}, item, field));
    else result[index] = mergeObject(result[index] as JsonObject, item, field); // sameItem has seen an object there
  }
  return result;
}

/** Items are the same when the keys that the patch gives are equal; it need not give all (a port without protocol). */
function sameItem(other: unknown, item: JsonObject, keys: readonly string[]): boolean {
  return isJsonObject(other) && keys.every((key) => item[key] === undefined || other[key] === item[key]);
}

function identity(item: unknown, keys: readonly string[]): unknown {
  return isJsonObject(item) ? keys.map((key) => JSON.stringify(item[key] ?? '')).join('\0') : item;
}

/** Items named in `order` come in that order; the rest keep their places after them. */
function inOrder(
  items: readonly unknown[],
  order: readonly unknown[],
  id: (item: unknown) => unknown,
): unknown[] {
  const place = new Map(order.map((item, index) => [id(item), index]));
  const rank = (item: unknown): number => place.get(id(item)) ?? order.length;
  return items.toSorted((a, b) => rank(a) - rank(b));
}

function removeTexts(target: JsonObject, field: string, value: unknown): void {
  const old = target[field];
  if (Array.isArray(old) && Array.isArray(value)) target[field] = old.filter((item) => !value.includes(item));
}

function stripped(value: unknown): unknown {
  return isJsonObject(value) ? withoutDirectives(value) : value;
}

function withoutDirectives(value: JsonObject): JsonObject {
  const result: JsonObject = {};
  for (const [field, part] of Object.entries(value)) {
    if (field === directive || field === retainKeys || field.startsWith(elementOrder)) continue;
    if (part !== null) setField(result, field, Array.isArray(part) ? part.map(stripped) : stripped(part));
  }
  return result;
}
