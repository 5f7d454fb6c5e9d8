import { isJsonObject } from '../kinds/json-fields.js';
import type { JsonObject } from '../kinds/json-fields.js';
import { elementsOf, itemElement, keysOf } from './field-set.js';
import type { FieldPath } from './field-set.js';
import { isAtomic } from './merge-keys.js';
import { setField } from './merge-patch.js';

/** Puts an applied configuration over a live object: maps and keyed lists merge, everything else is replaced. */
export function mergeApplied(live: JsonObject, applied: JsonObject, custom: boolean): JsonObject {
  return mergeObject(live, applied, '', custom);
}

function mergeObject(live: JsonObject, applied: JsonObject, name: string, custom: boolean): JsonObject {
  const result: JsonObject = { ...live };
  for (const [field, value] of Object.entries(applied)) {
    if (value === null) continue;
    const old = Object.hasOwn(live, field) ? live[field] : undefined;
    setField(result, field, mergeValue(old, value, name, field, custom));
  }
  return result;
}

function mergeValue(old: unknown, value: unknown, parent: string, field: string, custom: boolean): unknown {
  if (isJsonObject(value)) {
    if (!isJsonObject(old) || (isAtomic(field) && !custom)) return value;
    return mergeObject(old, value, field, custom);
  }
  if (!Array.isArray(value)) return value;
  const keys = keysOf(parent, field, { custom, containers: false });
  if (keys === undefined) return value;
  const result: unknown[] = Array.isArray(old) ? [...old] : [];
  for (const item of value) {
    const element = itemElement(item, keys);
    const index = result.findIndex((other) => itemElement(other, keys) === element);
    const other = result[index];
    if (index === -1) result.push(item);
    else if (isJsonObject(item) && isJsonObject(other))
      result[index] = mergeObject(other, item, field, custom);
  }
  return result;
}

/** Takes fields and items out of an object, and the maps and lists that have nothing left. Changes `object`. */
export function removePaths(object: JsonObject, paths: readonly FieldPath[], custom: boolean): void {
  // Items go before their fields, of which some are the keys they are found by.
  for (const path of paths.toSorted((a, b) => a.length - b.length)) {
    removeAt(object, elementsOf(path), '', '', custom);
  }
}

function removeAt(
  value: unknown,
  elements: readonly string[],
  parent: string,
  field: string,
  custom: boolean,
): void {
  const [element = '', ...rest] = elements;
  if (element.startsWith('f:')) {
    const name = element.slice(2);
    if (!isJsonObject(value) || !Object.hasOwn(value, name)) return;
    if (rest.length === 0) delete value[name];
    else {
      removeAt(value[name], rest, field, name, custom);
      if (isHollow(value[name])) delete value[name];
    }
    return;
  }
  const keys = keysOf(parent, field, { custom, containers: false });
  if (!Array.isArray(value) || keys === undefined) return;
  const index = value.findIndex((item) => itemElement(item, keys) === element);
  if (index === -1) return;
  if (rest.length === 0) value.splice(index, 1);
  // An item that stays, for the sake of others, keeps the keys it is found by.
  else if (rest.length > 1 || keys === 'set' || !keys.includes(rest[0]?.slice(2) ?? '')) {
    removeAt(value[index], rest, parent, field, custom);
  }
}

function isHollow(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : isJsonObject(value) && Object.keys(value).length === 0;
}
