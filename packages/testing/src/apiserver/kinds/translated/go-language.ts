/**
 * What Go's values do, for functions that are translated from Go.
 *
 * A struct is its JSON object, a pointer is what it points to, nil is undefined. A map with text keys is an object, any other a
 * `KeyedMap`; a slice is an array, and a `[]byte` of an API object is its base64 text.
 */
import { isDeepStrictEqual, types } from 'node:util';
import { type JsonObject, isJsonObject, setField as setOwn } from '@kube-informers/schema/internal';

/** The fields of a struct that is absent. */
export const Z: Readonly<JsonObject> = Object.freeze({});

/** Returns a function that computes a value once: a package's variable. */
export function lazy<T>(compute: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => (known ??= { value: compute() }).value;
}

/** A 64-bit integer, which JSON.parse may have left a bigint, or 0. */
export function toNumber(value: unknown): number {
  return typeof value === 'number' ? value : value === undefined || value === null ? 0 : Number(value);
}

/** Sets a field; nil removes it. */
export function setField(object: JsonObject, field: string, value: unknown): void {
  if (value === undefined) delete object[field];
  else object[field] = value;
}

/** Sets a field that is not written when it is zero. */
export function setUnlessZero(object: JsonObject, field: string, value: unknown): void {
  if (value === undefined || value === '' || value === 0 || value === false) delete object[field];
  else object[field] = value;
}

/** The value of a field that is not there when it is zero. */
export function unlessZero(value: unknown): unknown {
  return value === '' || value === 0 || value === false ? undefined : value;
}

/** Replaces the fields of an embedded struct. */
export function setInline(object: JsonObject, fields: readonly string[], value: JsonObject): void {
  for (const field of fields) delete object[field];
  Object.assign(object, value);
}

/** Replaces what a pointer points to. */
export function replaceWith(object: JsonObject, value: JsonObject): void {
  const copy = { ...value };
  for (const field of Object.keys(object)) delete object[field];
  Object.assign(object, copy);
}

/** True if no field of an embedded struct is set. */
export function allFieldsNil(object: JsonObject, fields: readonly string[]): boolean {
  return fields.every((field) => object[field] === undefined || object[field] === null);
}

export function deepCopy<T>(value: T): T {
  return structuredClone(value);
}

/** Go's == for structs, arrays and interfaces. */
export function same(a: unknown, b: unknown): boolean {
  return a === b || isDeepStrictEqual(withoutNil(a), withoutNil(b));
}

/**
 * Without the fields that are nil or empty: as equality.Semantic sees a value. A struct without values may be left out of JSON as well.
 */
export function withoutNil(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(withoutNil);
  if (!isJsonObject(value) || types.isMap(value)) return value === null ? undefined : value;
  const result: JsonObject = {};
  let any = false;
  for (const [field, part] of Object.entries(value)) {
    const inside = withoutNil(part);
    if (inside === undefined) continue;
    any = true;
    setOwn(result, field, inside);
  }
  return any ? result : undefined;
}

export function push<T>(list: T[] | undefined, ...items: readonly T[]): T[] {
  const result = list ?? [];
  for (const item of items) result.push(item);
  return result;
}

/** Copies the items of a list into another one, as far as that is long. */
export function copyItems(target: unknown[], source: readonly unknown[] | undefined): number {
  const count = Math.min(target.length, source?.length ?? 0);
  for (let index = 0; index < count; index++) target[index] = source?.[index];
  return count;
}

export function listLength(list: readonly unknown[] | undefined): number {
  return list?.length ?? 0;
}

/** The bytes of a text. */
export function textLength(text: string): number {
  return Buffer.byteLength(text);
}

export function byteAt(text: string, index: number): number {
  return text.charCodeAt(index);
}

/** The bytes that a base64 text stands for. */
export function bytesLength(bytes: string | Uint8Array | undefined): number {
  return typeof bytes === 'string' ? Buffer.from(bytes, 'base64').length : (bytes?.length ?? 0);
}

/** A text as a `[]byte`. */
export function textBytes(text: string): Uint8Array {
  return Buffer.from(text);
}

export function* runes(text: string): Generator<[number, number]> {
  let index = 0;
  for (const character of text) {
    yield [index, character.codePointAt(0) ?? 0];
    index += character.length;
  }
}

export function panic(value: unknown): never {
  throw new Error(`a translated function panics: ${String(value)}`);
}

type TextMap = Record<string, unknown>;

export function mapOf(entries: readonly (readonly [string, unknown])[]): TextMap {
  const map: TextMap = {};
  for (const [key, value] of entries) setOwn(map, key, value);
  return map;
}

export function mapGet(map: TextMap | undefined, key: string, zero: unknown): unknown {
  return map !== undefined && Object.hasOwn(map, key) ? (map[key] ?? zero) : zero;
}

export function mapFind(map: TextMap | undefined, key: string, zero: unknown): [unknown, boolean] {
  return map !== undefined && Object.hasOwn(map, key) ? [map[key] ?? zero, true] : [zero, false];
}

export function mapSet(map: TextMap, key: string, value: unknown): void {
  setOwn(map, key, value);
}

export function mapDelete(map: TextMap | undefined, key: string): void {
  if (map !== undefined) delete map[key];
}

export function mapLength(map: TextMap | undefined): number {
  return map === undefined ? 0 : Object.keys(map).length;
}

/** In the order of the keys: Go's is random. */
export function mapEntries(map: TextMap | undefined): [string, unknown][] {
  return map === undefined ? [] : Object.keys(map).map((key) => [key, map[key]]);
}

/** A map whose keys are no texts, by the keys' JSON. */
export class KeyedMap {
  readonly entries = new Map<unknown, [unknown, unknown]>();
}

function keyOf(key: unknown): unknown {
  return typeof key === 'object' && key !== null ? JSON.stringify(withoutNil(key)) : key;
}

export function keyedOf(entries: readonly (readonly [unknown, unknown])[]): KeyedMap {
  const map = new KeyedMap();
  for (const [key, value] of entries) map.entries.set(keyOf(key), [key, value]);
  return map;
}

export function keyedFind(map: KeyedMap | undefined, key: unknown, zero: unknown): [unknown, boolean] {
  const found = map?.entries.get(keyOf(key));
  return found === undefined ? [zero, false] : [found[1], true];
}

export function keyedSet(map: KeyedMap, key: unknown, value: unknown): void {
  map.entries.set(keyOf(key), [key, value]);
}
