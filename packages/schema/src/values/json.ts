import { formatNumber } from './go-float.js';
import { isJsonObject, setField } from './json-fields.js';

/*
 * Values hold what Go's decoder makes of a JSON number: an int64 or a float64. An integer of 64 bits that a double does not hold
 * is a bigint; every other number is a number.
 */

const leastInteger = -(2n ** 63n);
const largestInteger = 2n ** 63n - 1n;

/** The floats of a JSON text as they are written, by their paths: `spec.replicas` → `1e3`. */
export type WrittenFloats = ReadonlyMap<string, string>;

/** True for what Go decodes into a number. */
export function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** Parses JSON. Throws SyntaxError. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const integers = /\d{16}/.test(text) ? largeIntegers(text) : [];
  if (integers.length === 0) return value;
  // Each becomes a string that begins as no other string of the value does, until it is parsed.
  let mark = '\ue000';
  forEachMember(value, (member) => {
    while (typeof member === 'string' && member.startsWith(mark)) mark += '\ue000';
  });
  let marked = '';
  let end = 0;
  for (const { at, digits } of integers) {
    marked += `${text.slice(end, at)}"${mark}${digits}"`;
    end = at + digits.length;
  }
  const around = { value: JSON.parse(marked + text.slice(end)) as unknown };
  forEachMember(around, (member, container, name) => {
    if (typeof member === 'string' && member.startsWith(mark))
      Reflect.set(container, name, BigInt(member.slice(mark.length)));
  });
  return around.value;
}

/** Returns the integers of 64 bits in valid JSON that a double does not hold. */
function largeIntegers(text: string): { readonly at: number; readonly digits: string }[] {
  const found: { at: number; digits: string }[] = [];
  const token = /["\d-]/g;
  const number = /-?\d[\d.eE+-]*/y;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    if (match[0] === '"') {
      token.lastIndex = endOfString(text, match.index) + 1;
      continue;
    }
    number.lastIndex = match.index;
    const [digits = ''] = number.exec(text) ?? [];
    token.lastIndex = match.index + digits.length;
    if (digits.length < 16 || digits.length > 20 || !/^-?\d+$/.test(digits)) continue;
    const integer = BigInt(digits);
    const fits = integer >= leastInteger && integer <= largestInteger;
    if (fits && !Number.isSafeInteger(Number(digits))) found.push({ at: match.index, digits });
  }
  return found;
}

/** Returns the index of the quote that ends the string starting at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslash = end - 1;
    while (text[backslash] === '\\') backslash--;
    if ((end - backslash) % 2 === 1) return end;
  }
  return text.length;
}

/** Calls `each` with all members of a value and of what is in it. Without recursion, since it may be deep. */
function forEachMember(
  root: unknown,
  each: (member: unknown, container: object, name: string) => void,
): void {
  const open: unknown[] = [{ root }];
  for (let container = open.pop(); container !== undefined; container = open.pop()) {
    if (typeof container !== 'object' || container === null) continue;
    for (const [name, member] of Object.entries(container) as [string, unknown][]) {
      if (typeof member === 'object' && member !== null) open.push(member);
      else each(member, container, name);
    }
  }
}

/** Serialises a value; undefined as null, a bigint as an integer. */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch (thrown) {
    // Usually a bigint.
    if (!(thrown instanceof TypeError)) throw thrown;
    return writeWithBigints(value);
  }
}

function writeWithBigints(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(writeWithBigints).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${quote(name)}:${writeWithBigints(member)}`);
  return `{${members.join(',')}}`;
}

/** Code units from here on are surrogates, or sort after them although their code points do not. */
const fromSurrogates = /[\ud800-\uffff]/;

/** Returns the object's own keys sorted by their UTF-8 bytes, as Go sorts the keys of a map. */
export function sortedKeys(object: object): string[] {
  const keys = Object.keys(object);
  if (keys.length < 2) return keys;
  // UTF-16 and UTF-8 agree on the order of everything below the surrogates.
  return keys.some((key) => fromSurrogates.test(key)) ? keys.sort(compareText) : keys.sort();
}

/** Compares two strings by their UTF-8 bytes. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Sorts surrogates, which stand for code points above U+FFFF, after all other code units. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

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

/* JSON values as Go's fmt prints them, for messages. */

/** `%v`: `map[a:1]`, `[1 2]`, `<nil>`. */
export function goValue(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(goValue).join(' ')}]`;
  if (isNumber(value)) return formatNumber(value);
  if (!isJsonObject(value)) return typeof value === 'string' ? value : toJson(value);
  const parts = sortedKeys(value).map((key) => `${key}:${goValue(value[key])}`);
  return `map[${parts.join(' ')}]`;
}

/** `%#v`: `map[string]interface {}{"a":1}`. */
export function goSyntax(value: unknown): string {
  if (value === null || value === undefined) return 'interface {}(nil)';
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`;
  if (!isJsonObject(value)) return toJson(value);
  const parts = sortedKeys(value).map((key) => `${JSON.stringify(key)}:${goSyntax(value[key])}`);
  return `map[string]interface {}{${parts.join(', ')}}`;
}

/** `%T`: `int64`, `[]interface {}`. */
export function goType(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return '[]interface {}';
  if (isJsonObject(value)) return 'map[string]interface {}';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'int64' : 'float64';
  if (typeof value === 'bigint') return 'int64';
  return typeof value === 'boolean' ? 'bool' : 'string';
}

/** The word of Go's JSON decoder for a value: `number`, `array`, `bool`. */
export function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isNumber(value)) return 'number';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

/** Like `%T`, but for reflect.TypeOf printed with `%s`, where nil differs. */
export function goTypeOf(value: unknown): string {
  return value === null || value === undefined ? '%!s(<nil>)' : goType(value);
}
