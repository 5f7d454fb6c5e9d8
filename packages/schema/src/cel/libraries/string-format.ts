/**
 * `format`: cel-go's first implementation, which formats doubles for en-US.
 *
 * Kubernetes has used it since 1.29; the second one, of later versions of the extension, differs.
 */
import { countText } from '../effort.js';
import { scale, stringTraversalFactor } from '../functions.js';
import type { Overload } from '../functions.js';
import {
  CelError,
  CelList,
  CelMap,
  CelType,
  compareStrings,
  Duration,
  DYN,
  isBytes,
  listOf,
  STRING,
  Timestamp,
  typeOf,
  Uint,
} from '../values.js';
import type { CelValue } from '../values.js';
import { formatDouble, formatFixed } from '../../values/go-float.js';
import { goQuote } from '../../values/go-quote.js';
import { argument, limitedText, method, readCost } from './define.js';
import type { Call, Expr } from '../syntax.js';
import { durationSeconds, formatTimestamp } from '../times.js';

type Text = string | CelError;

/** What a clause `%…` of a format says; or why it is not one. */
export interface Clause {
  readonly verb: string;
  readonly precision: number | undefined;
}

function clauseError(reason: string): CelError {
  return new CelError(`could not parse formatting clause: ${reason}`);
}

function precisionError(reason: string): CelError {
  return clauseError(`error while parsing precision: ${reason}`);
}

const maxPrecision = 2n ** 63n - 1n;

/**
 * Goes through a format: `text` receives what stands between the clauses, `clause` each clause with its index.
 *
 * Returns the first error, of the format or of a callback. Where a format ends with `%`, the check of literals reports
 * that, and the evaluation that an argument is missing.
 */
function parse(
  format: string,
  count: number,
  evaluating: boolean,
  text: (part: string) => void,
  clause: (part: Clause, index: number) => CelError | undefined,
): CelError | undefined {
  let index = 0;
  for (let at = 0; at < format.length;) {
    const next = format.indexOf('%', at);
    if (next < 0) {
      text(format.slice(at));
      return undefined;
    }
    text(format.slice(at, next));
    if (format[next + 1] === '%') {
      text('%');
      at = next + 2;
      continue;
    }
    at = next + 1;
    const missing = index >= count;
    if (at >= format.length && !(missing && evaluating)) return new CelError('unexpected end of string');
    if (missing) return new CelError(`index ${index} out of range`);
    let precision: number | undefined;
    if (format[at] === '.') {
      let end = at + 1;
      while (/[0-9]/.test(format.charAt(end))) end++;
      if (end >= format.length) return precisionError('could not find end of precision specifier');
      const digits = format.slice(at + 1, end);
      const reason =
        digits === '' ? 'invalid syntax' : BigInt(digits) > maxPrecision ? 'value out of range' : undefined;
      if (reason !== undefined) {
        return precisionError(
          `error while converting precision to integer: strconv.Atoi: parsing "${digits}": ${reason}`,
        );
      }
      precision = Number(digits);
      at = end;
    }
    const verb = format.charAt(at);
    // Go reads bytes: the verb it shows is the first byte of a longer character.
    const shownVerb = String.fromCharCode(
      new TextEncoder().encode(String.fromCodePoint(format.codePointAt(at) ?? 0))[0] ?? 0,
    );
    if (!/^[sdfebxXo]$/.test(verb)) return clauseError(`unrecognized formatting clause "${shownVerb}"`);
    const problem = clause({ verb, precision }, index);
    if (problem !== undefined) return problem;
    index++;
    at++;
  }
  return undefined;
}

/** What each verb takes, and the words for anything else. */
const verbs: Readonly<Record<string, { readonly types: readonly string[]; readonly rule: string }>> = {
  s: {
    types: [
      'list',
      'map',
      'int',
      'uint',
      'double',
      'bool',
      'string',
      'timestamp',
      'bytes',
      'duration',
      'type',
      'null_type',
    ],
    rule: 'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
  },
  d: { types: ['int', 'uint'], rule: 'decimal clause can only be used on integers' },
  f: { types: ['double', 'string'], rule: 'fixed-point clause can only be used on doubles' },
  e: { types: ['double', 'string'], rule: 'scientific clause can only be used on doubles' },
  b: { types: ['int', 'uint', 'bool'], rule: 'only integers and bools can be formatted as binary' },
  x: {
    types: ['int', 'uint', 'string', 'bytes'],
    rule: 'only integers, byte buffers, and strings can be formatted as hex',
  },
  o: { types: ['int', 'uint'], rule: 'octal clause can only be used on integers' },
};

function formattingError(reason: string): CelError {
  return new CelError(`error during formatting: ${reason}`);
}

function typeProblem(verb: string, type: CelType): CelError | undefined {
  const { types, rule } = verbs[verb.toLowerCase()] ?? { types: [], rule: '' };
  return types.includes(type.kind) ? undefined : formattingError(`${rule}, was given ${type.name}`);
}

/** Where a format that is a literal does not fit arguments that are a list literal. */
export interface FormatProblem {
  readonly message: string;
  /** The argument, or what in it is wrong; `undefined` if it is the call. */
  readonly at: Expr | undefined;
}

/** Checks a call of `format` when an expression is compiled; `undefined` if nothing is wrong, or it is another function. */
export function formatProblem({ target, args: [list], overloads }: Call): FormatProblem | undefined {
  if (target?.kind !== 'literal' || typeof target.value !== 'string' || list?.kind !== 'list')
    return undefined;
  if (!overloads.some(({ id }) => id === 'string_format')) return undefined;
  const args = list.elements.map(({ value }) => value);
  let seen = 0;
  let at: Expr | undefined;
  const error = parse(
    target.value,
    args.length,
    false,
    () => undefined,
    ({ verb }, index) => {
      seen++;
      const arg = args[index];
      if (arg !== undefined) at = verb === 's' ? firstUnprintable(arg) : misfit(verb, arg);
      return at === undefined ? undefined : typeProblem(verb, at.type);
    },
  );
  if (error !== undefined) return { message: error.message, at };
  if (args.length <= seen) return undefined;
  const message = `too many arguments supplied to string.format (expected ${seen}, got ${args.length})`;
  return { message, at: undefined };
}

function misfit(verb: string, arg: Expr): Expr | undefined {
  return arg.type.kind === 'dyn' || typeProblem(verb, arg.type) === undefined ? undefined : arg;
}

/** Looks into literals too. */
function firstUnprintable(arg: Expr): Expr | undefined {
  if (misfit('s', arg) !== undefined) return arg;
  const parts =
    arg.kind === 'list'
      ? arg.elements.map(({ value }) => value)
      : arg.kind === 'map'
        ? arg.entries.flatMap(({ key, value }) => [key, value])
        : [];
  for (const part of parts) {
    const wrong = firstUnprintable(part);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function format(text: string, args: CelList): Text {
  const parts: string[] = [];
  let length = 0;
  const push = (part: string): CelError | undefined => {
    parts.push(part);
    length += part.length;
    const checked = limitedText(length, () => '');
    return checked instanceof CelError ? checked : undefined;
  };
  const error = parse(text, args.size, true, push, (clause, index) => {
    const arg = args.at(index);
    if (arg instanceof CelError) return arg;
    const problem = typeProblem(clause.verb, typeOf(arg));
    if (problem !== undefined) return problem;
    const part = clauseText(clause, arg);
    return part instanceof CelError ? formattingError(part.message) : push(part);
  });
  return error ?? parts.join('');
}

function clauseText({ verb, precision }: Clause, arg: CelValue): Text {
  switch (verb) {
    case 'f':
    case 'e': {
      const value = doubleOf(arg);
      if (value === undefined) return new CelError(`${verbs[verb]?.rule ?? ''}, was given string`);
      return verb === 'f' ? fixedText(value, precision ?? 6) : scientificText(value, precision ?? 6);
    }
    case 'b':
      return typeof arg === 'boolean' ? (arg ? '1' : '0') : integerText(arg, 2);
    case 'o':
      return integerText(arg, 8);
    case 'x':
      return hexText(arg);
    case 'X':
      return hexText(arg).toUpperCase();
    default:
      return plainText(arg);
  }
}

function integerText(value: CelValue, radix = 10): string {
  return (value instanceof Uint ? value.value : typeof value === 'bigint' ? value : 0n).toString(radix);
}

function hexText(value: CelValue): string {
  const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value;
  return isBytes(bytes) ? Buffer.from(bytes).toString('hex') : integerText(value, 16);
}

function durationText(value: Duration): string {
  return `${formatFixed(durationSeconds(value))}s`;
}

function doubleOf(value: CelValue): number | undefined {
  if (typeof value === 'number') return value;
  if (value === 'NaN') return Number.NaN;
  if (value === 'Infinity') return Number.POSITIVE_INFINITY;
  return value === '-Infinity' ? Number.NEGATIVE_INFINITY : undefined;
}

/** `%s`. */
function plainText(value: CelValue): Text {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return formatDouble(value);
  if (value instanceof Uint) return String(value.value);
  if (value instanceof CelList) return listText(value);
  if (value instanceof CelMap) return mapText(value);
  if (value instanceof Timestamp) return formatTimestamp(value);
  if (value instanceof Duration) return durationText(value);
  if (value instanceof CelType) return value.name;
  if (isBytes(value)) {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(value);
    } catch {
      return new CelError(
        'could not convert argument "invalid UTF-8 in bytes, cannot convert to string" to string',
      );
    }
  }
  return typeof value === 'object' && value !== null ? '' : String(value);
}

/** A value within a list or map, as it would be written in an expression. */
function literalText(value: CelValue): Text {
  if (typeof value === 'string') return goQuote(value);
  if (typeof value === 'number') {
    const text = Number.isFinite(value) ? exactText(value, 6) : goQuote(formatDouble(value));
    return isNegative(value) && Number.isFinite(value) ? `-${text}` : text;
  }
  if (value instanceof Timestamp) return `timestamp("${formatTimestamp(value)}")`;
  if (value instanceof Duration) return `duration("${durationText(value)}")`;
  const problem = typeProblem('s', typeOf(value));
  if (problem !== undefined) return new CelError(`no formatting function for ${typeOf(value).name}`);
  const text = plainText(value);
  return isBytes(value) && typeof text === 'string' ? `b${goQuote(text)}` : text;
}

function listText(list: CelList): Text {
  const parts: string[] = [];
  for (const element of list) {
    if (element instanceof CelError) return element;
    const text = literalText(element);
    if (text instanceof CelError) return text;
    countText(text);
    parts.push(text);
  }
  return `[${parts.join(', ')}]`;
}

function mapText(map: CelMap): Text {
  const entries: (readonly [string, string])[] = [];
  for (const key of map.keys()) {
    if (!['string', 'bool', 'int', 'uint'].includes(typeOf(key).kind)) {
      return new CelError(`no formatting function for map key of type ${typeOf(key).name}`);
    }
    const value = map.get(key);
    if (value instanceof CelError) return value;
    const text = literalText(value);
    if (text instanceof CelError) return text;
    const keyText = literalText(key);
    if (keyText instanceof CelError) return keyText;
    countText(keyText);
    countText(text);
    entries.push([keyText, text]);
  }
  entries.sort(([a], [b]) => compareStrings(a, b));
  return `{${entries.map(([key, value]) => `${key}:${value}`).join(', ')}}`;
}

function isNegative(value: number): boolean {
  return value < 0 || Object.is(value, -0);
}

/** A finite number without its sign, rounded to `digits` places after the point, a tie to the even digit. */
function exactText(value: number, digits: number): string {
  const { mantissa, exponent } = binary(value);
  // No double has more than 1,074 places.
  const places = Math.min(digits, 1074);
  const scaled = divideToEven(
    mantissa * 10n ** BigInt(places) * 2n ** BigInt(Math.max(exponent, 0)),
    2n ** BigInt(Math.max(-exponent, 0)),
  );
  const text = String(scaled).padStart(places + 1, '0');
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
}

/** A number's absolute value as `mantissa * 2 ** exponent`. */
function binary(value: number): { readonly mantissa: bigint; readonly exponent: number } {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, Math.abs(value));
  const field = bits.getUint16(0) >> 4;
  const fraction = bits.getBigUint64(0) & (2n ** 52n - 1n);
  return field === 0
    ? { mantissa: fraction, exponent: -1074 }
    : { mantissa: fraction + 2n ** 52n, exponent: field - 1075 };
}

function divideToEven(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  const twice = (value % by) * 2n;
  return twice > by || (twice === by && quotient % 2n === 1n) ? quotient + 1n : quotient;
}

// The package that formats for a language reads at most seven digits of a precision, and keeps eight bits of it.
const maxReadPrecision = 10_000_009;

/** `%f`: with separators of thousands. */
function fixedText(value: number, precision: number): Text {
  if (precision > maxReadPrecision) return '%!(NOVERB)';
  const sign = value < 0 ? '-' : '';
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : `${sign}∞`;
  const [whole = '', fraction = ''] = exactText(value, precision).split('.');
  const shown = precision < 256 ? fraction : withoutZeros(fraction).padEnd(precision % 256, '0');
  return `${sign}${inThousands(whole)}${shown === '' ? '' : `.${shown}`}`;
}

function withoutZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

function inThousands(digits: string): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(',');
}

const superscripts: Readonly<Record<string, string>> = {
  '-': '⁻',
  0: '⁰',
  1: '¹',
  2: '²',
  3: '³',
  4: '⁴',
  5: '⁵',
  6: '⁶',
  7: '⁷',
  8: '⁸',
  9: '⁹',
};

/** `%e`: always with six digits after the point; what the format calls a precision is the width. */
function scientificText(value: number, width: number): Text {
  if (width > maxReadPrecision) return '%!(NOVERB)';
  const sign = value < 0 ? '-' : '';
  const text = Number.isNaN(value) ? 'NaN' : Number.isFinite(value) ? scientific(value) : '∞';
  return `${sign}${text}`.padStart(width % 65_536);
}

function scientific(value: number): string {
  // JavaScript rounds a tie up, Go to the even digit; a tie has at most seven digits after the point.
  let [mantissa = '', exponent = ''] = Math.abs(value).toExponential(6).split('e');
  const precise = Math.abs(value).toExponential(60).split('e')[0] ?? '';
  if (/^\d\.\d{5}[02468]50*$/.test(precise)) mantissa = precise.slice(0, 8);
  if (value === 0) exponent = '0';
  const digits = exponent.replace(/\D/g, '').padStart(2, '0');
  const shown = Array.from(
    exponent.startsWith('-') ? `-${digits}` : digits,
    (char) => superscripts[char] ?? char,
  );
  return `${mantissa}×10${shown.join('')}`;
}

export const stringFormat: readonly Overload[] = [
  method('format', 'string_format', [STRING, listOf(DYN)], STRING, format, {
    cost: ([text]) => readCost(text),
    estimate: (args) => ({ cost: scale(argument(args, 0).size, stringTraversalFactor) }),
  }),
];
