import { ConfigError } from './errors.js';
import { isBoxed } from './type-checks.js';
import { shownKey } from './shown.js';

/*
 * JavaScript's numbers are doubles: integers beyond 2^53 and decimals of more than 17 digits are rounded when JSON is parsed.
 * Kubernetes has 64-bit integers. So what is read keeps the text of each such number beside the rounded value, under a symbol
 * in the object or list that holds it, which a spread copies too. What is written (`jsonText`) then gets the text back.
 */

/** In an object or list that was read: the numbers that a double does not hold, as they were written, by name or index. */
export const exactNumbers: unique symbol = Symbol.for('kube-informers: exact numbers');

/** In a list also its `length`: a list that is shorter or longer has other members at its indexes. */
export type ExactNumbers = ReadonlyMap<string, string>;

export function exactNumbersOf(container: object): ExactNumbers | undefined {
  return (container as { readonly [exactNumbers]?: ExactNumbers })[exactNumbers];
}

/**
 * True for an integer that may stand for others too: from 2^53 to 2^64, where integers have 64 bits.
 *
 * Beyond, an API server itself keeps a double.
 */
export function isAmbiguous(value: number): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) <= 2 ** 64;
}

/** Returns the member; an integer of the JSON that a double does not hold as a bigint. */
export function exactMember(container: object, name: string): unknown {
  const value: unknown = Reflect.get(container, name);
  return typeof value === 'number' ? exactValue(value, exactText(exactTexts(container), name, value)) : value;
}

/** Returns a number by its text: an integer as a bigint. */
export function exactValue(value: unknown, text: string | undefined): unknown {
  return text !== undefined && /^-?\d+$/.test(text) ? BigInt(text) : value;
}

/** Returns the text of a member, if a double does not hold it and it was not changed since. */
export function exactText(
  numbers: ExactNumbers | undefined,
  name: string,
  value: unknown,
): string | undefined {
  const text = numbers?.get(name);
  return text !== undefined && Number(text) === value ? text : undefined;
}

/** Returns the numbers of a container, without those of a list that was changed. */
export function exactTexts(container: object): ExactNumbers | undefined {
  const numbers = exactNumbersOf(container);
  if (numbers === undefined || !Array.isArray(container)) return numbers;
  for (const [name, text] of numbers) if (Number(text) !== Reflect.get(container, name)) return undefined;
  return numbers;
}

/** Adds the texts of numbers to an object with some of the members of another one. */
export function withTextsOf<T extends object>(part: T, whole: object): T {
  const numbers = Array.from(exactNumbersOf(whole) ?? []).filter(([name]) => Object.hasOwn(part, name));
  return numbers.length === 0 ? part : Object.assign(part, { [exactNumbers]: new Map(numbers) });
}

/** Parses JSON, and keeps its exact numbers. Throws SyntaxError as JSON.parse does. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (/\d{16}/.test(text)) keepExactNumbers(value, text);
  return value;
}

/** Digits of the shortest integer beyond 2^53. */
export const fewestDigits = 16;

/** True if the value of a JSON number does not say what its text says, or may say something else too. */
export function isInexact(text: string): boolean {
  const value = Number(text);
  return isAmbiguous(value) || (String(value) !== text && !Number.isNaN(value));
}

/** An object or list of the text, and of the parsed value; undefined where another value has taken its place. */
interface OpenContainer {
  readonly container: object | undefined;
  readonly isList: boolean;
  name: string;
  index: number;
}

/** Adds the exact numbers of valid JSON to the value that was parsed from it. Without recursion, since it may be deep. */
export function keepExactNumbers(root: unknown, text: string): void {
  const open: OpenContainer[] = [];
  const number = /[-\d.eE+]+/y;
  let keyNext = false;
  for (let at = 0; at < text.length; at++) {
    const frame = open.at(-1);
    switch (text.charCodeAt(at)) {
      case 0x22: {
        const end = endOfString(text, at);
        if (keyNext && frame !== undefined) {
          const key = text.slice(at + 1, end);
          // The text is valid JSON, so this is a string.
          frame.name = key.includes('\\') ? (JSON.parse(text.slice(at, end + 1)) as string) : key;
          keyNext = false;
        }
        at = end;
        break;
      }
      case 0x7b: // {
      case 0x5b: {
        const isList = text.charCodeAt(at) === 0x5b;
        open.push({ container: containerOf(frame, root, isList), isList, name: '', index: 0 });
        keyNext = !isList;
        break;
      }
      case 0x7d: // }
      case 0x5d:
        open.pop();
        keyNext = false;
        break;
      case 0x2c: // ,
        if (frame?.isList === true) frame.index++;
        else keyNext = true;
        break;
      case 0x2d: // -
      case 0x30:
      case 0x31:
      case 0x32:
      case 0x33:
      case 0x34:
      case 0x35:
      case 0x36:
      case 0x37:
      case 0x38:
      case 0x39: {
        number.lastIndex = at;
        const [found = ''] = number.exec(text) ?? [];
        if (found.length >= fewestDigits && frame?.container !== undefined && isInexact(found))
          keepExactNumber(frame.container, nameOf(frame), found);
        at += found.length - 1;
        break;
      }
    }
  }
}

function nameOf({ isList, name, index }: OpenContainer): string {
  return isList ? String(index) : name;
}

function containerOf(parent: OpenContainer | undefined, root: unknown, isList: boolean): object | undefined {
  if (parent === undefined) return sameKind(root, isList);
  const { container } = parent;
  const name = nameOf(parent);
  // Of a repeated member, JSON.parse takes the last one.
  return container !== undefined && Object.hasOwn(container, name)
    ? sameKind(Reflect.get(container, name), isList)
    : undefined;
}

function sameKind(value: unknown, isList: boolean): object | undefined {
  return typeof value === 'object' && value !== null && Array.isArray(value) === isList ? value : undefined;
}

/** Adds one exact number to the complete object or list that has it. */
export function keepExactNumber(container: object, name: string, text: string): void {
  const known = exactNumbersOf(container);
  if (known !== undefined) {
    // Created here, by the same call.
    (known as Map<string, string>).set(name, text);
    return;
  }
  // What several objects share is frozen, and has no numbers in what an API server sends.
  if (!Object.isExtensible(container)) return;
  const numbers = new Map([[name, text]]);
  if (Array.isArray(container)) numbers.set('length', String(container.length));
  Reflect.set(container, exactNumbers, numbers);
}

/** Index of the quote that ends the string starting at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let backslash = end - 1;
    while (text.charCodeAt(backslash) === 0x5c) backslash--;
    if ((end - backslash) % 2 === 1) return end;
  }
}

/** Parses JSON in UTF-8, and keeps its exact numbers. Throws SyntaxError as JSON.parse does. */
export function parseJsonBytes(bytes: Uint8Array, start = 0, end = bytes.length): unknown {
  const text = viewOf(bytes, start, end).toString('utf8');
  const value: unknown = JSON.parse(text);
  if (mayHaveExactNumbers(bytes, start, end)) keepExactNumbers(value, text);
  return value;
}

/** The upper halves of four digits. */
const digitBits = 0xf0f0f0f0 | 0;
const fourDigits = 0x30303030;

/**
 * True if a number of the JSON may be one that a double does not hold; sometimes because of the content of a string.
 *
 * Reads four bytes in twelve: wherever sixteen digits begin, four of these bytes are among them.
 */
export function mayHaveExactNumbers(bytes: Uint8Array, start: number, end: number): boolean {
  const { buffer, byteOffset } = bytes;
  const firstWord = Math.ceil((byteOffset + start) / 4);
  const words = Math.floor((byteOffset + end) / 4) - firstWord;
  if (words <= 0) return false;
  const view = new Int32Array(buffer, 4 * firstWord, words);
  let read = start;
  for (let word = 0; word < words; word += 3) {
    if (((view[word] as number) & digitBits) !== fourDigits) continue;
    const at = 4 * (firstWord + word) - byteOffset;
    if (at < read) continue;
    let first = at;
    while (first > read && isDigit(bytes[first - 1])) first--;
    let last = at;
    while (last < end && isDigit(bytes[last])) last++;
    if (last - first < fewestDigits) continue;
    // The whole number, but no byte twice: a string may hold any number of such digits.
    while (first > read && isOfNumber(bytes[first - 1])) first--;
    while (last < end && isOfNumber(bytes[last])) last++;
    if (
      isOutsideOfString(bytes, first - 1, start) &&
      isInexact(viewOf(bytes, first, last).toString('latin1'))
    )
      return true;
    read = last;
  }
  return false;
}

function viewOf(bytes: Uint8Array, start: number, end: number): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** A digit, or one of `+ - . E e`. */
function isOfNumber(byte: number | undefined): boolean {
  return isDigit(byte) || byte === 0x2b || byte === 0x2d || byte === 0x2e || byte === 0x45 || byte === 0x65;
}

/** False if the bytes before a number show that it is within a string: a letter, a quote, or those of `\"id\":1`. */
function isOutsideOfString(bytes: Uint8Array, before: number, start: number): boolean {
  const byte = before < start ? undefined : bytes[before];
  // Comma, bracket and white space; at the start of the text it is not known.
  if (byte === undefined || byte === 0x2c || byte === 0x5b || byte <= 0x20) return true;
  if (byte !== 0x3a) return false;
  const quote = before <= start ? undefined : bytes[before - 1];
  if (quote === undefined || quote <= 0x20) return true;
  if (quote !== 0x22) return false;
  let backslash = before - 2;
  while (backslash >= start && bytes[backslash] === 0x5c) backslash--;
  return (before - 2 - backslash) % 2 === 0;
}

/** Called with each number that is not written as it is, and its path: `spec.ids[3]`. */
type OnNumber = (path: string, value: number) => void;

/**
 * Serialises objects of any depth like JSON.stringify; without recursion where that would overflow the stack.
 *
 * A number that was read and not changed is written as it was, a bigint as an integer. `onNumber` is
 * called for numbers that may not be what they seem: NaN and the infinite ones, which JSON does not have, and integers from
 * 2^53 to 2^64 whose text is not known.
 *
 * Throws TypeError for a cyclic object, RangeError if the result exceeds the maximum string length.
 */
export function jsonText(value: object, onNumber?: OnNumber): string {
  let text: string;
  try {
    text = JSON.stringify(value);
  } catch (thrown) {
    // Too deep, or a bigint.
    if (!(thrown instanceof RangeError || thrown instanceof TypeError)) throw thrown;
    return writeText(value, onNumber);
  }
  return isPlain(value) ? text : writeText(value, onNumber);
}

/** Serialises what is to be written. Throws ConfigError `ERR_NUMBER` rather than write a number that may not be the one meant. */
export function bodyText(body: object, what: string): string {
  return jsonText(body, (path, value) => {
    const problem = Number.isFinite(value)
      ? 'beyond 2^53 another integer may be meant, because numbers are rounded when they are read: set a bigint, keep the object or list that was read, or send a patch without this field'
      : 'JSON has no such number';
    throw new ConfigError('ERR_NUMBER', `${what}: ${path} is ${value}; ${problem}`);
  });
}

/** Serialises any value like JSON.stringify, a bigint as an integer; undefined as null. */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch (thrown) {
    // Usually a bigint.
    if (!(thrown instanceof TypeError)) throw thrown;
    return typeof value === 'object' && value !== null ? jsonText(value) : String(value);
  }
}

/** True if JSON.stringify writes all numbers. The value has no cycles. */
function isPlain(root: object): boolean {
  const open: object[] = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (exactNumbersOf(value) !== undefined) return false;
    for (const member of Object.values(value) as unknown[]) {
      if (typeof member === 'object') {
        if (member !== null) open.push(member);
      } else if (typeof member === 'bigint' || (typeof member === 'number' && !isCertain(member)))
        return false;
    }
  }
  return true;
}

function isCertain(value: number): boolean {
  return Number.isFinite(value) && !isAmbiguous(value);
}

/** An object or list that is being written. */
interface WrittenContainer {
  readonly value: object;
  readonly members: Iterator<Member>;
  readonly end: string;
  name: string;
}

function writeText(root: object, onNumber: OnNumber | undefined): string {
  const parts: string[] = [];
  const open: WrittenContainer[] = [];
  const around = new Set<object>();
  const write = (value: unknown, exact: string | undefined): void => {
    if (typeof value !== 'object' || value === null) {
      if (typeof value === 'number' && exact === undefined && !isCertain(value))
        onNumber?.(pathOf(open), value);
      parts.push(exact ?? (typeof value === 'bigint' ? String(value) : JSON.stringify(value)));
      return;
    }
    if (around.has(value)) throw new TypeError('a cyclic object cannot be written as JSON');
    around.add(value);
    const [start, end] = Array.isArray(value) ? '[]' : '{}';
    parts.push(start ?? '');
    open.push({ value, members: membersOf(value), end: end ?? '', name: '' });
  };
  write(writtenAs(root, ''), undefined);
  for (let inner = open.at(-1); inner !== undefined; inner = open.at(-1)) {
    const next = inner.members.next();
    if (next.done === true) {
      parts.push(inner.end);
      around.delete(inner.value);
      open.pop();
    } else {
      const { prefix, name, value, exact } = next.value;
      inner.name = name;
      parts.push(prefix);
      write(value, exact);
    }
  }
  return parts.join('');
}

/** A value, the text before it, and its own text if that is known. */
interface Member {
  readonly prefix: string;
  readonly name: string;
  readonly value: unknown;
  readonly exact: string | undefined;
}

function* membersOf(value: object): Generator<Member> {
  let comma = '';
  const isArray = Array.isArray(value);
  const numbers = exactTexts(value);
  for (const name of isArray ? Array.from(value, (_item, index) => String(index)) : Object.keys(value)) {
    const member = writtenAs(Reflect.get(value, name), name);
    if (member === undefined && !isArray) continue;
    yield {
      prefix: isArray ? comma : `${comma}${JSON.stringify(name)}:`,
      name,
      value: member ?? null,
      exact: exactText(numbers, name, member),
    };
    comma = ',';
  }
}

/** Returns the value to serialise; undefined for one that is omitted. */
function writtenAs(value: unknown, name: string): unknown {
  const hook: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, 'toJSON') : undefined;
  const written: unknown = typeof hook === 'function' ? hook.call(value, name) : value;
  if (typeof written === 'function' || typeof written === 'symbol') return undefined;
  return isBoxed(written) ? written.valueOf() : written;
}

/** Returns the path of a member: `spec.a`, `data["a.b"]`. */
export function memberPath(path: string, name: string): string {
  if (!/^[\w-]{1,100}$/.test(name)) return `${path}[${shownKey(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}

/** Longest path that is shown, in characters. */
const longestPath = 500;

function pathOf(open: readonly WrittenContainer[]): string {
  let path = '';
  for (const { value, name } of open) {
    if (Array.isArray(value)) path += `[${name}]`;
    else path = memberPath(path, name);
    if (path.length > longestPath) return `${path}…`;
  }
  return path;
}

/** Whether the byte is white space of JSON. */
export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
