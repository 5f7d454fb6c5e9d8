import { setField } from './json-fields.js';
import { sortedKeys } from './key-order.js';

/**
 * Writes a value with the keys of all objects sorted, as Go writes `map[string]interface{}`.
 *
 * A JavaScript object cannot hold this order where it has keys such as "10" and "9", which it lists first, as numbers:
 * then the text is put together here. Everything else is written by JSON.stringify, several times faster.
 */
export function sortedJson(value: unknown): string {
  const arranged = arrangeSorted(value);
  return arranged === unarrangeable ? write(value) : (JSON.stringify(arranged) ?? 'null');
}

/** Stands for a value whose order of keys no JavaScript object can hold. */
export const unarrangeable = Symbol('unarrangeable');

/** The value with the keys of all its objects sorted: itself when they are, else a copy of what is not. */
export function arrangeSorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return arrangeList(value, arrangeSorted);
  // Neither an array nor null: an object.
  const object = value as Readonly<Record<string, unknown>>;
  return arrangeObject(object, sortedKeys(object), (_name, part) => arrangeSorted(part));
}

/** The list with its items arranged: itself when none of them changed. */
export function arrangeList(list: readonly unknown[], arrange: (item: unknown) => unknown): unknown {
  let copy: unknown[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const item = arrange(list[index]);
    if (item === unarrangeable) return unarrangeable;
    if (item !== list[index]) (copy ??= [...list])[index] = item;
  }
  return copy ?? list;
}

/** What JavaScript takes for the index of an array. */
const indexKey = /^(?:0|[1-9]\d{0,9})$/;

/** The object with its fields in the order of `names` and arranged: itself when nothing changed. */
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
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  // Neither an array nor null: an object.
  return mapJson(value as Readonly<Record<string, unknown>>, write);
}

/** Writes an object with its keys sorted and each value written by `write`; leaves out what is undefined. */
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

/** Printable text without quotes and backslashes, which is the same in JSON. */
const plain = /^[ !#-[\]-~\u00a0-\ud7ff]*$/;

/** A text as JSON; most need no escapes, and are written faster without looking for them one by one. */
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

/** Escapes what Go's encoder escapes and JavaScript's does not: text that is safe inside HTML and JavaScript. */
export function escapeJson(json: string): string {
  return escaped.test(json) ? json.replace(everyEscaped, (found) => escapes[found] ?? found) : json;
}

/** Indents JSON text by two spaces a level and keeps its keys in their order. */
export function indentJson(json: string): string {
  let text = '';
  let depth = 0;
  // Strings as a whole, empty brackets, single marks, and runs of everything else.
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
