import { toJson } from './json.js';
import { setField } from './json-fields.js';
import { sortedKeys } from './key-order.js';

/**
 * Serialises a value with sorted keys, as Go writes `map[string]interface{}`.
 *
 * A JavaScript object lists keys such as "10" and "9" first, as numbers, so objects with such keys are assembled
 * here. Everything else is serialised by JSON.stringify, which is several times faster.
 */
export function sortedJson(value: unknown): string {
  const arranged = arrangeSorted(value);
  return arranged === unarrangeable ? write(value) : toJson(arranged);
}

/** Marks a value whose key order no JavaScript object can represent. */
export const unarrangeable = Symbol('unarrangeable');

/** Returns the value with the keys of all its objects sorted; copies only what is not sorted. */
export function arrangeSorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return arrangeList(value, arrangeSorted);
  // Neither an array nor null: an object.
  const object = value as Readonly<Record<string, unknown>>;
  return arrangeObject(object, sortedKeys(object), (_name, part) => arrangeSorted(part));
}

/** Returns the list with its items arranged; the same list if no item changed. */
export function arrangeList(list: readonly unknown[], arrange: (item: unknown) => unknown): unknown {
  let copy: unknown[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const item = arrange(list[index]);
    if (item === unarrangeable) return unarrangeable;
    if (item !== list[index]) (copy ??= [...list])[index] = item;
  }
  return copy ?? list;
}

/** Keys that JavaScript treats as array indexes. */
const indexKey = /^(?:0|[1-9]\d{0,9})$/;

/** Returns the object with its fields in the order of `names` and arranged; the same object if nothing changed. */
export function arrangeObject(
  object: Readonly<Record<string, unknown>>,
  names: readonly string[],
  arrange: (name: string, part: unknown) => unknown,
): unknown {
  const inOrder = Object.keys(object).every((name, index) => name === names[index]);
  if (!inOrder && names.some((name) => indexKey.test(name))) return unarrangeable;
  let changed = !inOrder;
  const parts: unknown[] = [];
  for (const name of names) {
    const part = arrange(name, object[name]);
    if (part === unarrangeable) return unarrangeable;
    if (part !== object[name]) changed = true;
    parts.push(part);
  }
  if (!changed) return object;
  const copy: Record<string, unknown> = {};
  names.forEach((name, index) => setField(copy, name, parts[index]));
  return copy;
}

function write(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object' || value === null) return toJson(value);
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  // Neither an array nor null: an object.
  return mapJson(value as Readonly<Record<string, unknown>>, write);
}

/** Serialises an object with sorted keys, each value by `write`; omits undefined values. */
export function mapJson(
  object: Readonly<Record<string, unknown>>,
  write: (value: unknown) => string,
): string {
  let text = '';
  for (const key of sortedKeys(object)) {
    const value = object[key];
    if (value !== undefined) text += `${text === '' ? '{' : ','}${quote(key)}:${write(value)}`;
  }
  return text === '' ? '{}' : `${text}}`;
}

/** Printable text without quotes and backslashes, which needs no escapes in JSON. */
const plain = /^[ !#-[\]-~\u00a0-\ud7ff]*$/;

/** Serialises a string; strings without escapes take a fast path. */
export function quote(text: string): string {
  return plain.test(text) ? `"${text}"` : JSON.stringify(text);
}

const escapes: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};
const escaped = /[<>&\u2028\u2029]/;
const everyEscaped = new RegExp(escaped, 'g');

/** Escapes the characters that Go's encoder escapes for HTML and JavaScript. */
export function escapeJson(json: string): string {
  return escaped.test(json) ? json.replace(everyEscaped, (found) => escapes[found] ?? found) : json;
}

/** Indents JSON text by two spaces per level; the order of keys is kept. */
export function indentJson(json: string): string {
  let text = '';
  let depth = 0;
  // Whole strings, empty brackets, punctuation, and runs of everything else.
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"?|\{\}|\[\]|[{}[\],:]|[^"{}[\],:]+/g)) {
    if (token === '{' || token === '[') text += token + newLine(++depth);
    else if (token === '}' || token === ']') text += newLine(--depth) + token;
    else if (token === ',') text += token + newLine(depth);
    else text += token === ':' ? ': ' : token;
  }
  return text;
}

function newLine(depth: number): string {
  return `\n${'  '.repeat(depth)}`;
}
