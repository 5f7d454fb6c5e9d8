import { ConfigError } from './errors.js';
import { exactNumbersOf, isAmbiguous, unchangedNumbers } from './exact-numbers.js';
import { isBoxed } from './type-checks.js';
import { shownKey } from './shown.js';

/** Called with each number that is not written as it is, and its path: `spec.ids[3]`. */
type OnNumber = (path: string, value: number) => void;

/**
 * Serialises objects of any depth like JSON.stringify; without recursion where that would overflow the stack.
 *
 * A number that was read and not changed is written as it was (see exact-numbers.ts), a bigint as an integer. `onNumber` is
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
interface Frame {
  readonly value: object;
  readonly members: Iterator<Member>;
  readonly end: string;
  name: string;
}

function writeText(root: object, onNumber: OnNumber | undefined): string {
  const parts: string[] = [];
  const open: Frame[] = [];
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
  const numbers = unchangedNumbers(value);
  for (const name of isArray ? Array.from(value, (_item, index) => String(index)) : Object.keys(value)) {
    const member = writtenAs(Reflect.get(value, name), name);
    if (member === undefined && !isArray) continue;
    const text = numbers?.get(name);
    yield {
      prefix: isArray ? comma : `${comma}${JSON.stringify(name)}:`,
      name,
      value: member ?? null,
      exact: text !== undefined && Number(text) === member ? text : undefined,
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

/** Longest path that is shown, in characters. */
const longestPath = 500;

function pathOf(open: readonly Frame[]): string {
  let path = '';
  for (const { value, name } of open) {
    if (Array.isArray(value)) path += `[${name}]`;
    else if (/^[\w-]{1,100}$/.test(name)) path += path === '' ? name : `.${name}`;
    else path += `[${shownKey(name)}]`;
    if (path.length > longestPath) return `${path}…`;
  }
  return path;
}

/** Whether the byte is white space of JSON. */
export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
