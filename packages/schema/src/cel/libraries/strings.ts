/** cel-go's string extension in version 2, which Kubernetes enables since 1.29, without `format`. */
import { actualSize, add, fixed, multiply, scale, stringTraversalFactor, unlimited } from '../functions.js';
import type { Overload, Range } from '../functions.js';
import { CelError, CelList, INT, listOf, STRING, Uint } from '../values.js';
import type { CelValue } from '../values.js';
import { argument, fn, limitedText, method, readCost, transformsFirst, traversesFirst } from './define.js';
import type { Costs } from './define.js';

const STRINGS = listOf(STRING);

/** A text by its code points. */
function points(text: string): string | readonly string[] {
  return /[\ud800-\udfff]/.test(text) ? Array.from(text) : text;
}

function slice(text: string, from: number, to?: number): string {
  const all = points(text);
  return typeof all === 'string' ? all.slice(from, to) : all.slice(from, to).join('');
}

/** The offset in UTF-16 units of a code point. */
function unitOffset(text: string, index: number): number {
  const all = points(text);
  return typeof all === 'string' ? index : all.slice(0, index).join('').length;
}

function pointOffset(text: string, unit: number): bigint {
  return BigInt(unit < 0 ? unit : points(text.slice(0, unit)).length);
}

function outOfRange(index: bigint): CelError {
  return new CelError(`index out of range: ${index}`);
}

function charAt(text: string, index: bigint): string | CelError {
  const all = points(text);
  if (index < 0n || index > BigInt(all.length)) return outOfRange(index);
  return all[Number(index)] ?? '';
}

function indexOf(text: string, part: string, offset = 0n): bigint | CelError {
  if (offset < 0n) return outOfRange(offset);
  const length = BigInt(points(text).length);
  if (part === '') return offset > length ? length : offset;
  if (offset >= length) return -1n;
  return pointOffset(text, text.indexOf(part, unitOffset(text, Number(offset))));
}

function lastIndexOf(text: string, part: string, offset?: bigint): bigint | CelError {
  if (offset !== undefined && offset < 0n) return outOfRange(offset);
  const length = BigInt(points(text).length);
  if (part === '') return offset === undefined || offset > length ? length : offset;
  if (offset === undefined) return pointOffset(text, text.lastIndexOf(part));
  if (offset >= length) return -1n;
  return pointOffset(text, text.lastIndexOf(part, unitOffset(text, Number(offset))));
}

function substring(text: string, start: bigint, end?: bigint): string | CelError {
  const length = BigInt(points(text).length);
  if (end !== undefined && start > end) {
    return new CelError(`invalid substring range. start: ${start}, end: ${end}`);
  }
  if (start < 0n || start > length) return outOfRange(start);
  if (end !== undefined && end > length) return outOfRange(end);
  return slice(text, Number(start), end === undefined ? undefined : Number(end));
}

/** An empty `old` matches before each code point and at the end. A negative limit is none. */
function replace(text: string, old: string, by: string, limit = -1n): string | CelError {
  const parts = old === '' ? ['', ...Array.from(text), ''] : text.split(old);
  const count = limit < 0n ? parts.length - 1 : Math.min(Number(limit), parts.length - 1);
  return limitedText(text.length + count * by.length, () => {
    let result = parts[0] ?? '';
    for (let i = 1; i < parts.length; i++) result += (i <= count ? by : old) + (parts[i] ?? '');
    return result;
  });
}

/** A negative limit is none. An empty separator separates all code points. */
function split(text: string, separator: string, limit = -1n): CelList {
  if (limit === 0n) return CelList.of([]);
  const all = separator === '' ? Array.from(text) : text.split(separator);
  if (limit < 0n || limit >= BigInt(all.length)) return CelList.of(all);
  const count = Number(limit) - 1;
  return CelList.of([...all.slice(0, count), all.slice(count).join(separator)]);
}

function join(list: CelList, separator = ''): string | CelError {
  const parts: string[] = [];
  let length = 0;
  for (const part of list) {
    if (part instanceof CelError) return part;
    if (typeof part !== 'string') return new CelError(`join: invalid input: ${shown(part)}`);
    parts.push(part);
    length += part.length + separator.length;
  }
  return limitedText(length, () => parts.join(separator));
}

/** Go's %v of the values that are shown by their content. */
function shown(value: CelValue): string {
  if (value instanceof Uint) return String(value.value);
  return typeof value === 'object' ? 'value' : String(value);
}

/** Unicode's white space, which is not that of JavaScript's trim. */
const spaces = new Set(
  '\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000',
);

function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && spaces.has(text.charAt(start))) start++;
  while (end > start && spaces.has(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

const escapes: Readonly<Record<string, string>> = {
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
};

function quote(text: string): string | CelError {
  return limitedText(text.length, () => `"${Array.from(text, (char) => escapes[char] ?? char).join('')}"`);
}

/** Reads the target and builds as much. */
const copies: Pick<Costs, 'cost'> = { cost: ([text]) => readCost(text, 2) };

const replaceCosts: Costs = {
  ...copies,
  estimate: (args) => {
    const { size } = argument(args, 0);
    return {
      cost: scale(size, 2 * stringTraversalFactor),
      size: replacedSize(size, argument(args, 1).size, argument(args, 2).size),
    };
  },
};

function replacedSize(size: Range, old: Range, by: Range): Range {
  const count = { min: 0, max: 0 };
  const kept = { min: 0, max: 0 };
  if (old.min === 0) {
    count.max = Math.min(size.max + 1, unlimited);
    kept.max = size.max;
  } else if (by.max <= old.min) kept.max = size.max;
  else count.max = Math.ceil(size.max / old.min);
  if (old.max === 0) {
    count.min = Math.min(size.min + 1, unlimited);
    kept.min = size.min;
  } else if (old.max <= by.min) kept.min = size.min;
  else count.min = Math.ceil(size.min / old.max);
  return add(multiply(count, by), kept);
}

const splitCosts: Costs = {
  ...copies,
  estimate: (args) => {
    const { size } = argument(args, 0);
    const limit = args[2]?.literal;
    const max = typeof limit === 'bigint' ? Number(BigInt.asUintN(64, limit)) : size.max;
    return { cost: scale(size, 2 * stringTraversalFactor), size: { min: 0, max } };
  },
};

const joinCosts: Costs = {
  cost: (_, result) => Math.ceil(actualSize(result) * 2 * stringTraversalFactor),
  estimate: (args) => {
    const list = argument(args, 0);
    let size = list.element === undefined ? fixed(0) : multiply(list.size, list.element.size);
    const separator = args[1];
    if (separator !== undefined) {
      const count = { min: Math.max(0, list.size.min - 1), max: Math.max(0, list.size.max - 1) };
      size = add(size, multiply(separator.size, count));
    }
    return { cost: scale(size, stringTraversalFactor), size };
  },
};

const quoteCosts: Costs = {
  cost: ([text]) => readCost(text),
  estimate: (args) => {
    const { size } = argument(args, 0);
    // An unknown size wraps around in Go.
    const max = size.max === unlimited ? 0 : size.max * 2 + 2;
    return { cost: scale(size, stringTraversalFactor), size: { min: size.min + 2, max } };
  },
};

export const strings: readonly Overload[] = [
  method('charAt', 'string_char_at_int', [STRING, INT], STRING, charAt),
  method('indexOf', 'string_index_of_string', [STRING, STRING], INT, indexOf, traversesFirst),
  method('indexOf', 'string_index_of_string_int', [STRING, STRING, INT], INT, indexOf, traversesFirst),
  method('lastIndexOf', 'string_last_index_of_string', [STRING, STRING], INT, lastIndexOf, traversesFirst),
  method(
    'lastIndexOf',
    'string_last_index_of_string_int',
    [STRING, STRING, INT],
    INT,
    lastIndexOf,
    traversesFirst,
  ),
  method(
    'lowerAscii',
    'string_lower_ascii',
    [STRING],
    STRING,
    (text: string) => text.replace(/[A-Z]+/g, (part) => part.toLowerCase()),
    transformsFirst,
  ),
  method('replace', 'string_replace_string_string', [STRING, STRING, STRING], STRING, replace, replaceCosts),
  method(
    'replace',
    'string_replace_string_string_int',
    [STRING, STRING, STRING, INT],
    STRING,
    replace,
    replaceCosts,
  ),
  method('split', 'string_split_string', [STRING, STRING], STRINGS, split, splitCosts),
  method('split', 'string_split_string_int', [STRING, STRING, INT], STRINGS, split, splitCosts),
  method('substring', 'string_substring_int', [STRING, INT], STRING, substring, transformsFirst),
  method('substring', 'string_substring_int_int', [STRING, INT, INT], STRING, substring, transformsFirst),
  method('trim', 'string_trim', [STRING], STRING, trim, transformsFirst),
  method(
    'upperAscii',
    'string_upper_ascii',
    [STRING],
    STRING,
    (text: string) => text.replace(/[a-z]+/g, (part) => part.toUpperCase()),
    transformsFirst,
  ),
  fn('strings.quote', 'strings_quote', [STRING], STRING, quote, quoteCosts),
  method('join', 'list_join', [STRINGS], STRING, join, joinCosts),
  method('join', 'list_join_string', [STRINGS, STRING], STRING, join, joinCosts),
];
