/**
 * The functions of the language itself: operators, conversions, strings, sizes, times; and those of optional values.
 *
 * A function with a `dispatch` looks at the values itself, as its errors differ from those of other functions.
 */
import {
  actualSize,
  add,
  fixed,
  multiply,
  regexLengthFactor,
  scale,
  stringTraversalFactor,
  unlimited,
} from './functions.js';
import type { ArgumentEstimate, Overload, Range } from './functions.js';
import { operators } from './syntax.js';
import { formatDouble, formatFixed } from '../values/go-float.js';
import { isBytes } from './values.js';
import {
  durationSeconds,
  formatTimestamp,
  localTime,
  minSeconds,
  parseDuration,
  parseTimestamp,
  timestamp,
} from './times.js';
import type { LocalTime } from './times.js';
import {
  BOOL,
  BYTES,
  CelError,
  CelList,
  CelMap,
  CelObject,
  compare,
  DOUBLE,
  DURATION,
  Duration,
  DYN,
  equal,
  GrowingMap,
  INT,
  keyText,
  listOf,
  mapOf,
  maxInt,
  maxUint,
  minInt,
  NULL,
  Optional,
  OPTIONAL,
  optionalOf,
  STRING,
  stringSize,
  TIMESTAMP,
  Timestamp,
  TYPE,
  typeOf,
  typeOfType,
  typeParam,
  UINT,
  Uint,
} from './values.js';
import type { CelType, CelValue } from './values.js';

export type Result = CelValue | CelError;

export interface StandardFunction {
  readonly overloads: readonly Overload[];
  /** Takes any values. */
  readonly dispatch: ((this: void, ...args: CelValue[]) => Result) | undefined;
}

type Signature = readonly [id: string, params: readonly CelType[], result: CelType, style?: 'member'];
type Costs = Pick<Overload, 'cost' | 'estimate'>;

const A = typeParam('A');
const B = typeParam('B');
const listOfA = listOf(A);
const mapOfAB = mapOf(A, B);

const noSuchOverload = new CelError('no such overload');

/** A function whose overloads share one piece of code. */
function shared(
  name: string,
  signatures: readonly Signature[],
  dispatch: (...args: CelValue[]) => Result,
  costs: Readonly<Record<string, Costs>> = {},
): [string, StandardFunction] {
  const overloads = signatures.map(([id, params, result, style]): Overload => {
    return { id, name, member: style === 'member', params, result, call: dispatch, ...costs[id] };
  });
  return [name, { overloads, dispatch }];
}

/** A function whose overloads have their own code, called with values of the declared types only. */
function separate(
  name: string,
  overloads: readonly (readonly [
    id: string,
    params: readonly CelType[],
    result: CelType,
    call: (...args: never[]) => Result,
    more?: 'member' | Costs,
  ])[],
): [string, StandardFunction] {
  return [
    name,
    {
      overloads: overloads.map(([id, params, result, call, more]): Overload => {
        const costs = typeof more === 'object' ? more : {};
        // Called only with values of the types in `params`.
        return {
          id,
          name,
          member: more === 'member',
          params,
          result,
          call: call as Overload['call'],
          ...costs,
        };
      }),
      dispatch: undefined,
    },
  ];
}

// Costs

type Sizes = readonly ArgumentEstimate[];

function sizeAt(args: Sizes, index: number): Range {
  return args[index]?.size ?? { min: 0, max: unlimited };
}

function actual(args: readonly Result[], index: number): number {
  return actualSize(args[index] ?? null);
}

/** Reads the shorter of two values. */
const comparesBoth: Costs = {
  cost: (args) => Math.ceil(Math.min(actual(args, 0), actual(args, 1)) * stringTraversalFactor),
  estimate: (args) => {
    const max = Math.min(sizeAt(args, 0).max, sizeAt(args, 1).max);
    return { cost: scale({ min: max > 0 ? 1 : 0, max }, stringTraversalFactor) };
  },
};

/** As `equal`, but anything may be compared with null. */
function equalOrNull(a: CelValue, b: CelValue): boolean | CelError {
  return b === null ? a === null : equal(a, b);
}

/** The types of Kubernetes cost 1, but only with `==`. */
const equals: Costs = {
  ...comparesBoth,
  cost: (args, result) => (args[0] instanceof CelObject ? 1 : (comparesBoth.cost?.(args, result) ?? 1)),
};

const joinsTexts: Costs = {
  cost: (args) => Math.ceil((actual(args, 0) + actual(args, 1)) * stringTraversalFactor),
  estimate: (args) => {
    const size = add(sizeAt(args, 0), sizeAt(args, 1));
    return { cost: scale(size, stringTraversalFactor), size };
  },
};

const joinsLists: Costs = {
  cost: () => 1,
  estimate: (args) => ({ cost: fixed(1), size: add(sizeAt(args, 0), sizeAt(args, 1)) }),
};

const readsSecond: Costs = {
  cost: (args) => Math.ceil(actual(args, 1) * stringTraversalFactor),
  estimate: (args) => ({ cost: scale(sizeAt(args, 1), stringTraversalFactor) }),
};

const searchesText: Costs = {
  cost: (args) =>
    Math.ceil(actual(args, 0) * stringTraversalFactor) * Math.ceil(actual(args, 1) * stringTraversalFactor),
  estimate: (args) => ({
    cost: multiply(
      scale(sizeAt(args, 0), stringTraversalFactor),
      scale(sizeAt(args, 1), stringTraversalFactor),
    ),
  }),
};

const matchesPattern: Costs = {
  // One more than the size, so that an empty text does not make a pattern free.
  cost: (args) =>
    Math.ceil((1 + actual(args, 0)) * stringTraversalFactor) * Math.ceil(actual(args, 1) * regexLengthFactor),
  estimate: (args) => ({
    cost: multiply(
      scale(add(sizeAt(args, 0), fixed(1)), stringTraversalFactor),
      scale(sizeAt(args, 1), regexLengthFactor),
    ),
  }),
};

const searchesList: Costs = {
  cost: (args) => actual(args, 1),
  estimate: (args) => ({ cost: sizeAt(args, 1) }),
};

const encodes: Costs = {
  cost: (args) => Math.ceil(actual(args, 0) * stringTraversalFactor),
  estimate: (args) => {
    const size = sizeAt(args, 0);
    return {
      cost: scale(size, stringTraversalFactor),
      size: { min: size.min, max: Math.min(size.max * 4, unlimited) },
    };
  },
};

const decodes: Costs = {
  cost: encodes.cost ?? (() => 1),
  estimate: (args) => {
    const size = sizeAt(args, 0);
    return {
      cost: scale(size, stringTraversalFactor),
      size: { min: Math.floor(size.min / 4), max: size.max },
    };
  },
};

// Arithmetic

const intOverflow = new CelError('integer overflow');
const uintOverflow = new CelError('unsigned integer overflow');
const durationOverflow = intOverflow;

function int(value: bigint): Result {
  return value === BigInt.asIntN(64, value) ? value : intOverflow;
}

function uint(value: bigint): Result {
  return value >= 0n && value <= maxUint ? new Uint(value) : uintOverflow;
}

function duration(nanoseconds: bigint): Result {
  return nanoseconds < minInt || nanoseconds > maxInt ? durationOverflow : new Duration(nanoseconds);
}

/** What a type lacks decides the message: strings and times answer calls that they do not know themselves. */
function unsupported(operator: string, value: CelValue): CelError {
  return typeof value === 'string' || value instanceof Timestamp || value instanceof Duration
    ? noSuchOverload
    : new CelError(`no such overload: ${operator}`);
}

function plus(a: CelValue, b: CelValue): Result {
  if (typeof a === 'bigint') return typeof b === 'bigint' ? int(a + b) : noSuchOverload;
  if (typeof a === 'string') return typeof b === 'string' ? a + b : noSuchOverload;
  if (typeof a === 'number') return typeof b === 'number' ? a + b : noSuchOverload;
  if (a instanceof CelList) return b instanceof CelList ? a.concat(b) : noSuchOverload;
  if (a instanceof Uint) return b instanceof Uint ? uint(a.value + b.value) : noSuchOverload;
  if (isBytes(a)) return isBytes(b) ? new Uint8Array(Buffer.concat([a, b])) : noSuchOverload;
  if (a instanceof Timestamp)
    return b instanceof Duration ? timestamp(a.nanoseconds + b.nanoseconds, a.offsetMinutes) : noSuchOverload;
  if (a instanceof Duration) {
    if (b instanceof Duration) return duration(a.nanoseconds + b.nanoseconds);
    return b instanceof Timestamp
      ? timestamp(a.nanoseconds + b.nanoseconds, b.offsetMinutes)
      : noSuchOverload;
  }
  return unsupported(operators.add, a);
}

function minus(a: CelValue, b: CelValue): Result {
  if (typeof a === 'bigint') return typeof b === 'bigint' ? int(a - b) : noSuchOverload;
  if (typeof a === 'number') return typeof b === 'number' ? a - b : noSuchOverload;
  if (a instanceof Uint) return b instanceof Uint ? uint(a.value - b.value) : noSuchOverload;
  if (a instanceof Duration)
    return b instanceof Duration ? duration(a.nanoseconds - b.nanoseconds) : noSuchOverload;
  if (a instanceof Timestamp) {
    if (b instanceof Timestamp) return duration(a.nanoseconds - b.nanoseconds);
    if (!(b instanceof Duration)) return noSuchOverload;
    return b.nanoseconds === minInt
      ? durationOverflow
      : timestamp(a.nanoseconds - b.nanoseconds, a.offsetMinutes);
  }
  return unsupported(operators.subtract, a);
}

function times(a: CelValue, b: CelValue): Result {
  if (typeof a === 'bigint') return typeof b === 'bigint' ? int(a * b) : noSuchOverload;
  if (typeof a === 'number') return typeof b === 'number' ? a * b : noSuchOverload;
  if (a instanceof Uint) return b instanceof Uint ? uint(a.value * b.value) : noSuchOverload;
  return unsupported(operators.multiply, a);
}

const divisionByZero = new CelError('division by zero');
const modulusByZero = new CelError('modulus by zero');

function divide(a: CelValue, b: CelValue): Result {
  if (typeof a === 'bigint') {
    if (typeof b !== 'bigint') return noSuchOverload;
    return b === 0n ? divisionByZero : int(a / b);
  }
  if (typeof a === 'number') return typeof b === 'number' ? a / b : noSuchOverload;
  if (a instanceof Uint) {
    if (!(b instanceof Uint)) return noSuchOverload;
    return b.value === 0n ? divisionByZero : new Uint(a.value / b.value);
  }
  return unsupported(operators.divide, a);
}

function modulo(a: CelValue, b: CelValue): Result {
  if (typeof a === 'bigint') {
    if (typeof b !== 'bigint') return noSuchOverload;
    if (b === 0n) return modulusByZero;
    return a === minInt && b === -1n ? intOverflow : a % b;
  }
  if (a instanceof Uint) {
    if (!(b instanceof Uint)) return noSuchOverload;
    return b.value === 0n ? modulusByZero : new Uint(a.value % b.value);
  }
  return unsupported(operators.modulo, a);
}

function negate(a: CelValue): Result {
  if (typeof a === 'bigint') return int(-a);
  if (typeof a === 'number') return -a;
  if (a instanceof Duration) return duration(-a.nanoseconds);
  return typeof a === 'boolean' ? noSuchOverload : unsupported(operators.negate, a);
}

/** `holds` is asked for below 0, 0 or above 0. */
function ordering(operator: string, holds: (order: number) => boolean): (a: CelValue, b: CelValue) => Result {
  return (a, b) => {
    const order = compare(a, b);
    if (order !== undefined) return holds(order);
    if (isNumber(a) && isNumber(b)) return new CelError('NaN values cannot be ordered');
    const ordered =
      isNumber(a) ||
      typeof a === 'boolean' ||
      typeof a === 'string' ||
      isBytes(a) ||
      a instanceof Timestamp ||
      a instanceof Duration;
    return ordered ? noSuchOverload : unsupported(operator, a);
  };
}

function isNumber(value: CelValue): boolean {
  return typeof value === 'bigint' || typeof value === 'number' || value instanceof Uint;
}

const short: ReadonlyMap<CelType, string> = new Map([
  [BOOL, 'bool'],
  [INT, 'int64'],
  [UINT, 'uint64'],
  [DOUBLE, 'double'],
  [STRING, 'string'],
  [BYTES, 'bytes'],
  [TIMESTAMP, 'timestamp'],
  [DURATION, 'duration'],
]);

/** In the order of the server, which decides about the first overload that fits. */
function orderingOverloads(prefix: string): Signature[] {
  const pairs: [CelType, CelType][] = [
    [BOOL, BOOL],
    [INT, INT],
    [INT, DOUBLE],
    [INT, UINT],
    [UINT, UINT],
    [UINT, DOUBLE],
    [UINT, INT],
    [DOUBLE, DOUBLE],
    [DOUBLE, INT],
    [DOUBLE, UINT],
    [STRING, STRING],
    [BYTES, BYTES],
    [TIMESTAMP, TIMESTAMP],
    [DURATION, DURATION],
  ];
  return pairs.map(([a, b]) => [
    a === b ? `${prefix}_${short.get(a)}` : `${prefix}_${short.get(a)}_${short.get(b)}`,
    [a, b],
    BOOL,
  ]);
}

function orderingFunction(
  operator: string,
  prefix: string,
  holds: (order: number) => boolean,
): [string, StandardFunction] {
  return shared(operator, orderingOverloads(prefix), ordering(operator, holds), {
    [`${prefix}_string`]: comparesBoth,
    [`${prefix}_bytes`]: comparesBoth,
  });
}

// Lists, maps and sizes

function contains(value: CelValue, container: CelValue): Result {
  if (container instanceof CelMap) {
    const found = container.find(value);
    return found instanceof CelError ? found : found !== undefined;
  }
  if (!(container instanceof CelList)) return noSuchOverload;
  for (let i = 0; i < container.size; i++) if (equal(value, container.at(i)) === true) return true;
  return false;
}

function size(value: CelValue): Result {
  if (typeof value === 'string') return BigInt(stringSize(value));
  if (value instanceof CelList || value instanceof CelMap) return BigInt(value.size);
  if (isBytes(value)) return BigInt(value.length);
  return unsupported('size', value);
}

// Conversions

const identity = (value: CelValue): Result => value;

function conversionError(from: string, to: string): CelError {
  return new CelError(`type conversion error from '${from}' to '${to}'`);
}

const trueTexts = new Set(['1', 't', 'T', 'true', 'TRUE', 'True']);
const falseTexts = new Set(['0', 'f', 'F', 'false', 'FALSE', 'False']);

function boolOf(text: string): Result {
  if (trueTexts.has(text)) return true;
  return falseTexts.has(text) ? false : conversionError('string', 'bool');
}

/** The number that digits are, without reading more of them than can fit. */
function wholeNumber(digits: string): bigint | undefined {
  const significant = digits.replace(/^0+(?=\d)/, '');
  return significant.length > 20 ? undefined : BigInt(significant);
}

function intOf(text: string): Result {
  const [, sign = '', digits] = /^([+-]?)(\d+)$/.exec(text) ?? [];
  const size = digits === undefined ? undefined : wholeNumber(digits);
  const value = size === undefined ? undefined : sign === '-' ? -size : size;
  return value === undefined || value < minInt || value > maxInt ? conversionError('string', 'int') : value;
}

function uintOf(text: string): Result {
  const value = /^\d+$/.test(text) ? wholeNumber(text) : undefined;
  return value === undefined || value > maxUint ? conversionError('string', 'uint') : new Uint(value);
}

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const hexadecimal = /^([+-]?)0[xX]([\da-fA-F]*)(?:\.([\da-fA-F]*))?[pP]([+-]?\d+)$/;

/** As Go's `strconv.ParseFloat`. */
function doubleOf(written: string): Result {
  // Underscores may separate digits.
  const text = written.replaceAll(/(?<=[\da-fA-FxX])_(?=[\da-fA-F])/g, '');
  const special = /^([+-]?)(?:inf|infinity)$/i.exec(text);
  if (special !== null) return special[1] === '-' ? -Infinity : Infinity;
  if (/^nan$/i.test(text)) return Number.NaN;
  let value = Number.NaN;
  if (decimal.test(text)) {
    value = Number(text);
  } else {
    const [, sign, whole = '', fraction = '', exponent] = hexadecimal.exec(text) ?? [];
    if (whole + fraction !== '')
      value =
        Number(BigInt(`0x${whole}${fraction}`)) *
        2 ** (Number(exponent) - 4 * fraction.length) *
        (sign === '-' ? -1 : 1);
  }
  return Number.isFinite(value) ? value : conversionError('string', 'double');
}

function bytesToText(bytes: Uint8Array): Result {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return new CelError('invalid UTF-8 in bytes, cannot convert to string');
    throw error;
  }
}

function doubleToInt(value: number): Result {
  if (!Number.isFinite(value) || value <= -(2 ** 63) || value >= 2 ** 63) return intOverflow;
  return BigInt(Math.trunc(value));
}

function doubleToUint(value: number): Result {
  if (!Number.isFinite(value) || value < 0 || value >= 2 ** 64) return uintOverflow;
  return new Uint(BigInt(Math.trunc(value)));
}

// Text

function onTexts(call: (text: string, other: string) => boolean): (a: CelValue, b: CelValue) => Result {
  return (a, b) => (typeof a === 'string' && typeof b === 'string' ? call(a, b) : noSuchOverload);
}

// Times

function timeFunction(
  name: string,
  id: string,
  part: keyof LocalTime,
  durationUnit?: bigint,
): [string, StandardFunction] {
  const get = (time: Timestamp, zone: string): Result => {
    const local = localTime(time, zone);
    return local instanceof CelError ? local : BigInt(local[part]) + (name === 'getDate' ? 1n : 0n);
  };
  return separate(name, [
    [`timestamp_to_${id}`, [TIMESTAMP], INT, (time: Timestamp) => get(time, 'UTC'), 'member'],
    [`timestamp_to_${id}_with_tz`, [TIMESTAMP, STRING], INT, get, 'member'],
    ...(durationUnit === undefined
      ? []
      : [
          [
            `duration_to_${id}`,
            [DURATION],
            INT,
            (span: Duration) => span.nanoseconds / durationUnit,
            'member',
          ] as const,
        ]),
  ]);
}

export const standardFunctions: ReadonlyMap<string, StandardFunction> = new Map([
  // The evaluator has its own code for the next five.
  shared(operators.conditional, [['conditional', [BOOL, A, A], A]], () => noSuchOverload),
  shared(operators.and, [['logical_and', [BOOL, BOOL], BOOL]], () => noSuchOverload),
  shared(operators.or, [['logical_or', [BOOL, BOOL], BOOL]], () => noSuchOverload),
  shared(
    operators.index,
    [
      ['index_list', [listOfA, INT], A],
      ['index_map', [mapOfAB, A], B],
      ['optional_list_index_int', [optionalOf(listOfA), INT], optionalOf(A)],
      ['optional_map_index_value', [optionalOf(mapOfAB), A], optionalOf(B)],
    ],
    () => noSuchOverload,
  ),
  shared(
    operators.optionalIndex,
    [
      ['list_optindex_optional_int', [listOfA, INT], optionalOf(A)],
      ['optional_list_optindex_optional_int', [optionalOf(listOfA), INT], optionalOf(A)],
      ['map_optindex_optional_value', [mapOfAB, A], optionalOf(B)],
      ['optional_map_optindex_optional_value', [optionalOf(mapOfAB), A], optionalOf(B)],
    ],
    () => noSuchOverload,
  ),
  shared(
    operators.optionalSelect,
    [['select_optional_field', [DYN, STRING], optionalOf(A)]],
    () => noSuchOverload,
  ),
  shared(operators.not, [['logical_not', [BOOL], BOOL]], (value) =>
    typeof value === 'boolean' ? !value : noSuchOverload,
  ),
  // Its argument may be an error: the evaluator knows it.
  shared(operators.notStrictlyFalse, [['not_strictly_false', [BOOL], BOOL]], (value) =>
    typeof value === 'boolean' ? value : true,
  ),
  shared(operators.equals, [['equals', [A, A], BOOL]], equalOrNull, { equals }),
  shared(operators.notEquals, [['not_equals', [A, A], BOOL]], (a, b) => equal(a, b) !== true, {
    not_equals: comparesBoth,
  }),
  shared(
    operators.add,
    [
      ['add_bytes', [BYTES, BYTES], BYTES],
      ['add_double', [DOUBLE, DOUBLE], DOUBLE],
      ['add_duration_duration', [DURATION, DURATION], DURATION],
      ['add_duration_timestamp', [DURATION, TIMESTAMP], TIMESTAMP],
      ['add_timestamp_duration', [TIMESTAMP, DURATION], TIMESTAMP],
      ['add_int64', [INT, INT], INT],
      ['add_list', [listOfA, listOfA], listOfA],
      ['add_string', [STRING, STRING], STRING],
      ['add_uint64', [UINT, UINT], UINT],
    ],
    plus,
    { add_bytes: joinsTexts, add_string: joinsTexts, add_list: joinsLists },
  ),
  shared(
    operators.divide,
    [
      ['divide_double', [DOUBLE, DOUBLE], DOUBLE],
      ['divide_int64', [INT, INT], INT],
      ['divide_uint64', [UINT, UINT], UINT],
    ],
    divide,
  ),
  shared(
    operators.modulo,
    [
      ['modulo_int64', [INT, INT], INT],
      ['modulo_uint64', [UINT, UINT], UINT],
    ],
    modulo,
  ),
  shared(
    operators.multiply,
    [
      ['multiply_double', [DOUBLE, DOUBLE], DOUBLE],
      ['multiply_int64', [INT, INT], INT],
      ['multiply_uint64', [UINT, UINT], UINT],
    ],
    times,
  ),
  shared(
    operators.negate,
    [
      ['negate_double', [DOUBLE], DOUBLE],
      ['negate_int64', [INT], INT],
    ],
    negate,
  ),
  shared(
    operators.subtract,
    [
      ['subtract_double', [DOUBLE, DOUBLE], DOUBLE],
      ['subtract_duration_duration', [DURATION, DURATION], DURATION],
      ['subtract_int64', [INT, INT], INT],
      ['subtract_timestamp_duration', [TIMESTAMP, DURATION], TIMESTAMP],
      ['subtract_timestamp_timestamp', [TIMESTAMP, TIMESTAMP], DURATION],
      ['subtract_uint64', [UINT, UINT], UINT],
    ],
    minus,
  ),
  orderingFunction(operators.less, 'less', (order) => order < 0),
  orderingFunction(operators.lessEquals, 'less_equals', (order) => order <= 0),
  orderingFunction(operators.greater, 'greater', (order) => order > 0),
  orderingFunction(operators.greaterEquals, 'greater_equals', (order) => order >= 0),
  shared(
    operators.in,
    [
      ['in_list', [A, listOfA], BOOL],
      ['in_map', [A, mapOfAB], BOOL],
    ],
    contains,
    { in_list: searchesList },
  ),
  shared(
    'size',
    [BYTES, listOfA, mapOfAB, STRING].flatMap((type): Signature[] => [
      [`size_${type.kind}`, [type], INT],
      [`${type.kind}_size`, [type], INT, 'member'],
    ]),
    size,
  ),
  shared('type', [['type', [A], typeOfType(A)]], (value) => typeOf(value)),
  shared('dyn', [['to_dyn', [A], DYN]], identity),
  separate('bool', [
    ['bool_to_bool', [BOOL], BOOL, identity],
    ['string_to_bool', [STRING], BOOL, boolOf],
  ]),
  separate('bytes', [
    ['bytes_to_bytes', [BYTES], BYTES, identity],
    ['string_to_bytes', [STRING], BYTES, (text: string) => new TextEncoder().encode(text), encodes],
  ]),
  separate('double', [
    ['double_to_double', [DOUBLE], DOUBLE, identity],
    ['int64_to_double', [INT], DOUBLE, (value: bigint) => Number(value)],
    ['string_to_double', [STRING], DOUBLE, doubleOf],
    ['uint64_to_double', [UINT], DOUBLE, (value: Uint) => Number(value.value)],
  ]),
  separate('duration', [
    ['duration_to_duration', [DURATION], DURATION, identity],
    [
      'string_to_duration',
      [STRING],
      DURATION,
      (text: string) => parseDuration(text) ?? conversionError('string', 'google.protobuf.Duration'),
    ],
  ]),
  separate('int', [
    ['int64_to_int64', [INT], INT, identity],
    ['double_to_int64', [DOUBLE], INT, doubleToInt],
    ['duration_to_int64', [DURATION], INT, (value: Duration) => value.nanoseconds],
    ['string_to_int64', [STRING], INT, intOf],
    [
      'timestamp_to_int64',
      [TIMESTAMP],
      INT,
      (value: Timestamp) =>
        (value.nanoseconds - (((value.nanoseconds % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n)) /
        1_000_000_000n,
    ],
    ['uint64_to_int64', [UINT], INT, (value: Uint) => (value.value > maxInt ? intOverflow : value.value)],
  ]),
  separate('string', [
    ['string_to_string', [STRING], STRING, identity],
    ['bool_to_string', [BOOL], STRING, String],
    ['bytes_to_string', [BYTES], STRING, bytesToText, decodes],
    ['double_to_string', [DOUBLE], STRING, formatDouble],
    [
      'duration_to_string',
      [DURATION],
      STRING,
      (value: Duration) => `${formatFixed(durationSeconds(value))}s`,
    ],
    ['int64_to_string', [INT], STRING, String],
    ['timestamp_to_string', [TIMESTAMP], STRING, formatTimestamp],
    ['uint64_to_string', [UINT], STRING, (value: Uint) => String(value.value)],
  ]),
  separate('timestamp', [
    ['timestamp_to_timestamp', [TIMESTAMP], TIMESTAMP, identity],
    ['int64_to_timestamp', [INT], TIMESTAMP, (seconds: bigint) => timestamp(seconds * 1_000_000_000n)],
    [
      'string_to_timestamp',
      [STRING],
      TIMESTAMP,
      (text: string) => parseTimestamp(text) ?? conversionError('string', 'google.protobuf.Timestamp'),
    ],
  ]),
  separate('uint', [
    ['uint64_to_uint64', [UINT], UINT, identity],
    ['double_to_uint64', [DOUBLE], UINT, doubleToUint],
    ['int64_to_uint64', [INT], UINT, (value: bigint) => (value < 0n ? uintOverflow : new Uint(value))],
    ['string_to_uint64', [STRING], UINT, uintOf],
  ]),
  shared(
    'contains',
    [['contains_string', [STRING, STRING], BOOL, 'member']],
    onTexts((text, part) => text.includes(part)),
    { contains_string: searchesText },
  ),
  shared(
    'endsWith',
    [['ends_with_string', [STRING, STRING], BOOL, 'member']],
    onTexts((text, end) => text.endsWith(end)),
    { ends_with_string: readsSecond },
  ),
  shared(
    'startsWith',
    [['starts_with_string', [STRING, STRING], BOOL, 'member']],
    onTexts((text, start) => text.startsWith(start)),
    { starts_with_string: readsSecond },
  ),
  // The evaluator keeps compiled patterns, and counts their work.
  shared(
    'matches',
    [
      ['matches', [STRING, STRING], BOOL],
      ['matches_string', [STRING, STRING], BOOL, 'member'],
    ],
    (text) => (typeof text === 'string' ? noSuchOverload : unsupported('matches', text)),
    { matches: matchesPattern, matches_string: matchesPattern },
  ),
  timeFunction('getFullYear', 'year', 'year'),
  timeFunction('getMonth', 'month', 'month'),
  timeFunction('getDayOfYear', 'day_of_year', 'dayOfYear'),
  timeFunction('getDayOfMonth', 'day_of_month', 'dayOfMonth'),
  timeFunction('getDate', 'day_of_month_1_based', 'dayOfMonth'),
  timeFunction('getDayOfWeek', 'day_of_week', 'dayOfWeek'),
  timeFunction('getHours', 'hours', 'hours', 3_600_000_000_000n),
  timeFunction('getMinutes', 'minutes', 'minutes', 60_000_000_000n),
  timeFunction('getSeconds', 'seconds', 'seconds', 1_000_000_000n),
  timeFunction('getMilliseconds', 'milliseconds', 'milliseconds', 1_000_000n),
  // Optional values. The evaluator has its own code for `or` and `orValue`, which may not need their argument.
  separate('optional.of', [['optional_of', [A], optionalOf(A), (value: CelValue) => new Optional(value)]]),
  separate('optional.ofNonZeroValue', [
    [
      'optional_ofNonZeroValue',
      [A],
      optionalOf(A),
      (value: CelValue) => (isZero(value) ? Optional.none : new Optional(value)),
    ],
  ]),
  separate('optional.none', [['optional_none', [], optionalOf(A), () => Optional.none]]),
  separate('value', [
    [
      'optional_value',
      [optionalOf(A)],
      A,
      ({ value }: Optional) => (value === undefined ? new CelError('optional.none() dereference') : value),
      'member',
    ],
  ]),
  separate('hasValue', [
    ['optional_hasValue', [optionalOf(A)], BOOL, ({ value }: Optional) => value !== undefined, 'member'],
  ]),
  shared(
    'or',
    [['optional_or_optional', [optionalOf(A), optionalOf(A)], optionalOf(A), 'member']],
    () => noSuchOverload,
  ),
  shared('orValue', [['optional_orValue_value', [optionalOf(A), A], A, 'member']], () => noSuchOverload),
  separate('last', [
    ['list_last', [listOfA], optionalOf(A), (list: CelList) => elementAt(list, list.size - 1), 'member'],
  ]),
  separate('first', [
    ['list_first', [listOfA], optionalOf(A), (list: CelList) => elementAt(list, 0), 'member'],
  ]),
  separate('optional.unwrap', [['optional_unwrap', [listOf(optionalOf(A))], listOfA, unwrapped]]),
  separate('unwrapOpt', [['optional_unwrapOpt', [listOf(optionalOf(A))], listOfA, unwrapped, 'member']]),
  // What two-variable macros become.
  separate('cel.@mapInsert', [
    [
      '@mapInsert_map_key_value',
      [mapOfAB, A, B],
      mapOfAB,
      (map: CelMap, key: CelValue, value: CelValue) => inserted(map, [[key, value]]),
    ],
    [
      '@mapInsert_map_map',
      [mapOfAB, mapOfAB],
      mapOfAB,
      (map: CelMap, other: CelMap) => inserted(map, entriesOf(other)),
    ],
  ]),
]);

/** But for list and map, whose types have parameters. */
export const standardTypes: readonly CelType[] = [
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  INT,
  NULL,
  STRING,
  TIMESTAMP,
  TYPE,
  UINT,
  OPTIONAL,
];

function isZero(value: CelValue): boolean {
  if (value === null || value === false || value === '' || value === 0n || value === 0) return true;
  if (value instanceof Uint) return value.value === 0n;
  if (value instanceof CelList || value instanceof CelMap) return value.size === 0;
  if (isBytes(value)) return value.length === 0;
  if (value instanceof Timestamp) return value.nanoseconds === minSeconds * 1_000_000_000n;
  return value instanceof Duration && value.nanoseconds === 0n;
}

function elementAt(list: CelList, index: number): Result {
  if (list.size === 0) return Optional.none;
  const element = list.at(index);
  return element instanceof CelError ? element : new Optional(element);
}

function unwrapped(list: CelList): Result {
  const values: CelValue[] = [];
  for (const element of list) {
    if (element instanceof CelError) return element;
    if (!(element instanceof Optional)) return new CelError(`value ${keyText(element)} is not optional`);
    if (element.value !== undefined) values.push(element.value);
  }
  return CelList.of(values);
}

function* entriesOf(map: CelMap): Iterable<readonly [CelValue, Result]> {
  for (const key of map.keys()) yield [key, map.get(key)];
}

/** The map that a loop builds grows in place, others are copied. */
function inserted(map: CelMap, entries: Iterable<readonly [CelValue, Result]>): Result {
  const target = map instanceof GrowingMap ? map : new GrowingMap(map);
  for (const [key, value] of entries) {
    if (value instanceof CelError) return value;
    if (!target.add(key, value)) return new CelError(`insert failed: key ${keyText(key)} already exists`);
  }
  return target;
}
