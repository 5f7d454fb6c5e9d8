/**
 * The types and values of CEL.
 *
 * | CEL | here |
 * |---|---|
 * | int | `bigint`, in the range of 64 bits |
 * | uint | `Uint` |
 * | double | `number` |
 * | string, bool, null_type | `string`, `boolean`, `null` |
 * | bytes | `Uint8Array` |
 * | list, map and objects of a schema | `CelList`, `CelMap` |
 * | timestamp, duration | `Timestamp`, `Duration`: nanoseconds, exact |
 * | type | `CelType` |
 * | optional_type | `Optional` |
 * | every other type | a subclass of `CelObject` |
 *
 * An error is a value too: `CelError`. What can fail returns it, because `&&`, `||` and the macros may drop it.
 */

import { formatDouble } from '../values/go-float.js';
import { countPart } from './effort.js';

export type TypeKind =
  | 'bool'
  | 'bytes'
  | 'double'
  | 'duration'
  | 'dyn'
  | 'error'
  | 'int'
  | 'list'
  | 'map'
  | 'null_type'
  | 'object'
  | 'opaque'
  | 'string'
  | 'timestamp'
  | 'type'
  | 'type_param'
  | 'uint';

const shownNames: ReadonlyMap<TypeKind, string> = new Map([
  ['duration', 'duration'],
  ['error', '!error!'],
  ['null_type', 'null'],
  ['timestamp', 'timestamp'],
]);

/** A type: of an expression when it is checked, and a value while it is evaluated. */
export class CelType {
  readonly kind: TypeKind;
  /** The name that `type(x) == name` uses, e.g. `int`, `google.protobuf.Timestamp`, `kubernetes.Quantity`. */
  readonly name: string;
  readonly parameters: readonly CelType[];
  /** True if it is or contains a type parameter. */
  readonly hasParams: boolean;
  /** How many types it is made of. */
  readonly size: number;

  constructor(kind: TypeKind, name: string, parameters: readonly CelType[] = []) {
    this.kind = kind;
    this.name = name;
    this.parameters = parameters;
    this.hasParams = kind === 'type_param' || parameters.some((part) => part.hasParams);
    this.size = parameters.reduce((size, part) => size + part.size, 1);
  }

  /** The text of the server's messages: `list(string)`, `timestamp`. */
  toString(): string {
    const shown = shownNames.get(this.kind) ?? this.name;
    return this.parameters.length === 0 ? shown : `${shown}(${this.parameters.join(', ')})`;
  }
}

export const DYN = new CelType('dyn', 'dyn');
/** The type of an expression that did not check; matches every other, so that one mistake gives one message. */
export const ERROR = new CelType('error', '*error*');
export const NULL = new CelType('null_type', 'null_type');
export const BOOL = new CelType('bool', 'bool');
export const INT = new CelType('int', 'int');
export const UINT = new CelType('uint', 'uint');
export const DOUBLE = new CelType('double', 'double');
export const STRING = new CelType('string', 'string');
export const BYTES = new CelType('bytes', 'bytes');
export const TIMESTAMP = new CelType('timestamp', 'google.protobuf.Timestamp');
export const DURATION = new CelType('duration', 'google.protobuf.Duration');
export const LIST = new CelType('list', 'list');
export const MAP = new CelType('map', 'map');
export const TYPE = new CelType('type', 'type');
export const OPTIONAL = new CelType('opaque', 'optional_type');

export function listOf(element: CelType): CelType {
  return new CelType('list', 'list', [element]);
}

export function mapOf(key: CelType, value: CelType): CelType {
  return new CelType('map', 'map', [key, value]);
}

export function typeOfType(type: CelType): CelType {
  return new CelType('type', 'type', [type]);
}

export function optionalOf(type: CelType): CelType {
  return new CelType('opaque', 'optional_type', [type]);
}

/** An object with fields, which the environment's `TypeProvider` knows; or a type of a library without fields. */
export function objectType(name: string): CelType {
  return new CelType('object', name);
}

export function opaqueType(name: string, ...parameters: CelType[]): CelType {
  return new CelType('opaque', name, parameters);
}

/** Stands for the same unknown type wherever it occurs in one overload. */
export function typeParam(name: string): CelType {
  return new CelType('type_param', name);
}

export function sameType(a: CelType, b: CelType): boolean {
  return (
    a === b ||
    (a.kind === b.kind &&
      a.name === b.name &&
      a.parameters.length === b.parameters.length &&
      a.parameters.every((parameter, index) => sameType(parameter, b.parameters[index] ?? ERROR)))
  );
}

export type CelValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint
  | Uint8Array
  | CelList
  | CelMap
  | Timestamp
  | Duration
  | CelType
  | Optional
  | CelObject;

/** What an expression fails with while it is evaluated. */
export class CelError {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

export class Uint {
  readonly value: bigint;
  constructor(value: bigint) {
    this.value = value;
  }
}

export class Timestamp {
  /** Since 1970-01-01T00:00:00Z; from year 1 to year 9999. */
  readonly nanoseconds: bigint;
  /** Of the text it was made of; shown by `string(x)` and used for nothing else. */
  readonly offsetMinutes: number;
  constructor(nanoseconds: bigint, offsetMinutes = 0) {
    this.nanoseconds = nanoseconds;
    this.offsetMinutes = offsetMinutes;
  }
}

export class Duration {
  /** In the range of 64 bits. */
  readonly nanoseconds: bigint;
  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }
}

export class Optional {
  static readonly none = new Optional(undefined);
  /** `undefined` if there is none. */
  readonly value: CelValue | undefined;
  constructor(value: CelValue | undefined) {
    this.value = value;
  }
}

/** A value of a type that a library adds. */
export abstract class CelObject {
  abstract readonly type: CelType;
  abstract equals(other: CelValue): boolean | CelError;
  /** Used to compute costs, where the type has a size. */
  get size(): number | undefined {
    return undefined;
  }
}

/** A list. The elements may be made when they are asked for, and an element that cannot be made is an error. */
export abstract class CelList implements Iterable<CelValue | CelError> {
  static of(elements: readonly CelValue[]): CelList {
    return new ArrayList(elements);
  }

  abstract readonly size: number;

  /** `index` is an integer from 0 to `size - 1`. */
  abstract at(index: number): CelValue | CelError;

  /** Lists of a schema may compare as sets or by keys. */
  equals(other: CelValue): boolean | CelError {
    return this.compare(other, (problem) => problem);
  }

  /** `failed` says what it means that two elements cannot be compared: the answer, or `undefined` to go on. */
  protected compare(
    other: CelValue,
    failed: (problem: CelError) => CelError | undefined,
  ): boolean | CelError {
    if (!(other instanceof CelList) || other.size !== this.size) return false;
    for (let i = 0; i < this.size; i++) {
      const same = equal(this.at(i), other.at(i));
      if (same === false) return false;
      const answer = same === true ? undefined : failed(same);
      if (answer !== undefined) return answer;
    }
    return true;
  }

  /** The list `this + other`. Lists of a schema may merge as sets or by keys. */
  concat(other: CelList): CelList | CelError {
    if (other.size === 0) return this;
    if (this.size === 0) return other;
    return new ConcatList(this, other);
  }

  *[Symbol.iterator](): Iterator<CelValue | CelError> {
    for (let i = 0; i < this.size; i++) yield this.at(i);
  }
}

class ArrayList extends CelList {
  readonly #elements: readonly (CelValue | CelError)[];
  constructor(elements: readonly (CelValue | CelError)[]) {
    super();
    this.#elements = elements;
  }
  get size() {
    return this.#elements.length;
  }
  at(index: number): CelValue | CelError {
    return this.#elements[index] ?? null;
  }
  /** As in cel-go, elements that cannot be compared do not differ. */
  override equals(other: CelValue): boolean | CelError {
    return this.compare(other, () => undefined);
  }
}

/** The list that a loop builds: it grows in place. */
export class GrowingList extends CelList {
  readonly #elements: (CelValue | CelError)[] = [];
  get size() {
    return this.#elements.length;
  }
  at(index: number): CelValue | CelError {
    return this.#elements[index] ?? null;
  }
  override concat(other: CelList): CelList {
    const { size } = other;
    // Loops add one element at a time.
    if (size > 1000) return new ConcatList(this.frozen(), other);
    for (let i = 0; i < size; i++) this.#elements.push(other.at(i));
    return this;
  }
  /** The list as it is now. */
  frozen(): CelList {
    return new ArrayList(this.#elements);
  }
}

class ConcatList extends CelList {
  readonly size: number;
  readonly #left: CelList;
  readonly #right: CelList;
  constructor(left: CelList, right: CelList) {
    super();
    this.size = left.size + right.size;
    this.#left = left;
    this.#right = right;
  }
  at(index: number): CelValue | CelError {
    return ConcatList.#elementOf(this, index);
  }

  override equals(other: CelValue): boolean | CelError {
    let first: CelError | undefined;
    const same = this.compare(other, (problem) => {
      first ??= problem;
      return undefined;
    });
    return same === false ? false : (first ?? same);
  }

  /** Looks into the parts: `l + l` of `l + l` of … may have more elements than fit into the memory. */
  static #elementOf(list: CelList, index: number): CelValue | CelError {
    let part = list;
    let at = index;
    while (part instanceof ConcatList) {
      const left: CelList = part.#left;
      if (at < left.size) {
        part = left;
      } else {
        at -= left.size;
        part = part.#right;
      }
    }
    return part.at(at);
  }
}

/** A map, or an object of a schema. Keys are bool, int, uint or string. */
export abstract class CelMap {
  /** Keys must be valid and distinct. */
  static of(entries: Iterable<readonly [CelValue, CelValue]>): CelMap {
    return new EntriesMap(entries);
  }

  /** `map(...)`, or the type of an object of a schema. */
  get type(): CelType {
    return MAP;
  }

  abstract readonly size: number;

  /** The value of a key; numbers find a key of any numeric type that is equal. `undefined` if there is none. */
  abstract find(key: CelValue): CelValue | CelError | undefined;

  /** As `find`; an error if there is none. */
  get(key: CelValue): CelValue | CelError {
    const value = this.find(key);
    return value === undefined ? new CelError(`no such key: ${keyText(key)}`) : value;
  }

  /** In the order of insertion. */
  abstract keys(): Iterable<CelValue>;

  equals(other: CelValue): boolean | CelError {
    if (!(other instanceof CelMap) || other.size !== this.size) return false;
    for (const key of this.keys()) {
      const theirs = other.find(key);
      if (theirs === undefined) return false;
      // As in cel-go, values that cannot be compared do not differ.
      if (equal(this.get(key), theirs) === false) return false;
    }
    return true;
  }
}

class EntriesMap extends CelMap {
  protected readonly entries = new Map<MapKey, readonly [CelValue, CelValue | CelError]>();
  constructor(entries: Iterable<readonly [CelValue, CelValue | CelError]>) {
    super();
    for (const entry of entries) {
      const key = mapKey(entry[0]);
      if (key !== undefined) this.entries.set(key, entry);
    }
  }
  get size() {
    return this.entries.size;
  }
  find(key: CelValue): CelValue | CelError | undefined {
    const normal = mapKey(key);
    return normal === undefined ? undefined : this.entries.get(normal)?.[1];
  }
  *keys(): Iterable<CelValue> {
    for (const [key] of this.entries.values()) yield key;
  }
}

/** The map that a loop builds: it grows in place. */
export class GrowingMap extends EntriesMap {
  constructor(start?: CelMap) {
    super([]);
    if (start !== undefined) for (const key of start.keys()) this.add(key, start.get(key));
  }
  /** False if the key is there already. */
  add(key: CelValue, value: CelValue | CelError): boolean {
    const normal = mapKey(key);
    if (normal === undefined || this.entries.has(normal)) return false;
    this.entries.set(normal, [key, value]);
    return true;
  }
  /** The map as it is now. */
  frozen(): CelMap {
    return new EntriesMap(this.entries.values());
  }
}

type MapKey = string | bigint | boolean | number | null;

/** The key under which a map finds `value`, the same for numbers that are equal; `undefined` for what is no key. */
export function mapKey(value: CelValue): MapKey | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value;
  if (value instanceof Uint) return value.value;
  return typeof value === 'object' ? (value === null ? null : undefined) : value;
}

/** A key or index as messages show it. */
export function keyText(key: CelValue): string {
  if (key instanceof Uint) return String(key.value);
  if (typeof key === 'number') return formatDouble(key);
  return typeof key === 'object' ? typeOf(key).name : String(key);
}

/** Of all values, only bytes are a view of a buffer. */
export function isBytes(value: CelValue | CelError): value is Uint8Array {
  return ArrayBuffer.isView(value);
}

/** The type of a value, without parameters. */
export function typeOf(value: CelValue): CelType {
  switch (typeof value) {
    case 'boolean':
      return BOOL;
    case 'bigint':
      return INT;
    case 'number':
      return DOUBLE;
    case 'string':
      return STRING;
    default:
      if (value === null) return NULL;
      if (value instanceof CelMap || value instanceof CelObject) return value.type;
      if (value instanceof CelList) return LIST;
      if (value instanceof Uint) return UINT;
      if (isBytes(value)) return BYTES;
      if (value instanceof Timestamp) return TIMESTAMP;
      if (value instanceof Duration) return DURATION;
      if (value instanceof Optional) return OPTIONAL;
      return TYPE;
  }
}

/** `==`: numbers compare across their types, values of other types that differ are not equal. Throws TooMuchWorkError. */
export function equal(a: CelValue | CelError, b: CelValue | CelError): boolean | CelError {
  if (a instanceof CelError) return a;
  if (b instanceof CelError) return b;
  // Some objects do not equal themselves.
  if (a === b && !(a instanceof CelObject)) return true;
  switch (typeof a) {
    case 'boolean':
    case 'string':
      return false;
    case 'bigint':
    case 'number':
      return compareNumbers(a, b) === 0;
    default:
  }
  if (a === null) return false;
  if (a instanceof CelList || a instanceof CelMap || a instanceof CelObject) {
    countPart();
    return a.equals(b);
  }
  if (a instanceof Uint) return compareNumbers(a, b) === 0;
  if (isBytes(a)) return isBytes(b) && compareBytes(a, b) === 0;
  if (a instanceof Timestamp) return b instanceof Timestamp && a.nanoseconds === b.nanoseconds;
  if (a instanceof Duration) return b instanceof Duration && a.nanoseconds === b.nanoseconds;
  if (a instanceof Optional) {
    if (!(b instanceof Optional)) return false;
    if (a.value === undefined || b.value === undefined) return a.value === b.value;
    return equal(a.value, b.value);
  }
  return b instanceof CelType && a.name === b.name;
}

/** Below 0, 0 or above 0; `undefined` if the values have no order, as NaN or values of different types. */
export function compare(a: CelValue, b: CelValue): number | undefined {
  if (typeof a === 'string') return typeof b === 'string' ? compareStrings(a, b) : undefined;
  if (typeof a === 'boolean') return typeof b === 'boolean' ? Number(a) - Number(b) : undefined;
  if (isBytes(a)) return isBytes(b) ? compareBytes(a, b) : undefined;
  if (a instanceof Timestamp) return b instanceof Timestamp ? order(a.nanoseconds, b.nanoseconds) : undefined;
  if (a instanceof Duration) return b instanceof Duration ? order(a.nanoseconds, b.nanoseconds) : undefined;
  return compareNumbers(a, b);
}

function order(a: bigint | number, b: bigint | number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareNumbers(a: CelValue, b: CelValue): number | undefined {
  const x = a instanceof Uint ? a.value : a;
  const y = b instanceof Uint ? b.value : b;
  if (typeof x === 'bigint' && typeof y === 'bigint') return order(x, y);
  if ((typeof x !== 'bigint' && typeof x !== 'number') || (typeof y !== 'bigint' && typeof y !== 'number'))
    return undefined;
  // As the server does it: an integer becomes a double.
  const u = Number(x);
  const v = Number(y);
  return Number.isNaN(u) || Number.isNaN(v) ? undefined : order(u, v);
}

/** By code point, as UTF-8 sorts: UTF-16 puts surrogates before U+E000. */
export function compareStrings(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) {
      const xSurrogate = x >= 0xd800 && x <= 0xdfff;
      const ySurrogate = y >= 0xd800 && y <= 0xdfff;
      if (xSurrogate !== ySurrogate) return xSurrogate ? 1 : -1;
      return x - y;
    }
  }
  return a.length - b.length;
}

export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** The number of code points. */
export function stringSize(text: string): number {
  let size = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff) {
      const next = text.charCodeAt(i + 1);
      if (next >= 0xdc00 && next <= 0xdfff) {
        size--;
        i++;
      }
    }
  }
  return size;
}

export const minInt = -(2n ** 63n);
export const maxInt = 2n ** 63n - 1n;
export const maxUint = 2n ** 64n - 1n;
