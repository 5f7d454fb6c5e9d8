import { isDeepStrictEqual } from 'node:util';
import { parseDuration, parseTimestamp } from '../cel/times.js';
import {
  CelError,
  CelList,
  CelMap,
  CelObject,
  type CelValue,
  Duration,
  equal,
  objectType,
  Timestamp,
} from '../cel/values.js';
import { fieldSchema, type Schema } from '../structural/schema.js';
import { dateTimeProblem } from '../values/times.js';
import { isJsonObject, type JsonObject } from '../values/json-fields.js';
import { goType, toJson } from '../values/json.js';
import { escapeName, unescapeName, withMetadata } from './rule-types.js';

/**
 * JSON values as rules see them: typed by their schema, converted when they are read (apiserver's
 * cel/common/valuesunstructured.go).
 */

/** Converts the values of one definition. */
export class SchemaValues {
  readonly #resources = new Map<Schema, Schema>();

  /** Returns a resource's schema with its kind, apiVersion and names. */
  resource(schema: Schema): Schema {
    const known = this.#resources.get(schema);
    if (known !== undefined) return known;
    const made = withMetadata(schema);
    this.#resources.set(schema, made);
    return made;
  }

  /** Returns what a rule reads; an error for what the schema does not allow. */
  of(value: unknown, schema: Schema): CelValue | CelError {
    if (value === null || value === undefined) {
      return schema.nullable ? null : new CelError('invalid data, got null for schema with nullable=false');
    }
    if (schema.intOrString) {
      if (typeof value === 'string' || typeof value === 'bigint') return value;
      if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
      return new CelError('invalid data, expected XIntOrString value to be either a string or integer');
    }
    switch (schema.type) {
      case 'object':
        if (!isJsonObject(value))
          return new CelError('invalid data, expected a map for the provided schema with type=object');
        return new SchemaMap(this, value, schema.embeddedResource ? this.resource(schema) : schema);
      case 'array':
        return this.#list(value, schema);
      case 'string':
        return typeof value === 'string' ? textValue(value, schema.format) : wrong('string', value);
      case 'number':
        return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : wrong('float', value);
      case 'integer':
        if (typeof value === 'bigint') return value;
        return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : wrong('int', value);
      case 'boolean':
        return typeof value === 'boolean' ? value : wrong('bool', value);
      default:
        return new Unknown(value);
    }
  }

  #list(value: unknown, { items, listType, listMapKeys }: Schema): CelList | CelError {
    if (!Array.isArray(value))
      return new CelError('invalid data, expected an array for the provided schema with type=array');
    if (items === undefined)
      return new CelError('invalid array type, expected Items with a non-empty Schema');
    const list = new SchemaList(this, value, items);
    if (listType === 'set') return new SetList(list);
    return listType === 'map'
      ? new KeyedList(
          list,
          listMapKeys.map((key) => escapeName(key) ?? key),
        )
      : list;
  }
}

function wrong(expected: string, value: unknown): CelError {
  return new CelError(`invalid data, expected ${expected}, got ${goType(value)}`);
}

const noOverload = new CelError('no such overload');

function textValue(text: string, format: string): CelValue | CelError {
  switch (format) {
    case 'byte': {
      // The alphabet of URLs, which Go's strfmt takes here.
      if (!/^[A-Za-z0-9_-]*={0,2}$/.test(text) || text.length % 4 !== 0) {
        const at = /[^A-Za-z0-9_-]/.exec(text)?.index ?? text.length - (text.length % 4);
        return new CelError(`Invalid byte formatted string ${text}: illegal base64 data at input byte ${at}`);
      }
      return Uint8Array.from(Buffer.from(text, 'base64url'));
    }
    case 'duration':
      return (
        durationOf(text) ?? new CelError(`Invalid duration ${text}: unable to parse ${text} as duration`)
      );
    case 'date':
      return timeOf(`${text}T00:00:00Z`) ?? new CelError(`Invalid date formatted string ${text}`);
    case 'date-time':
      return (
        timeOf(/[zZ]|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`) ??
        new CelError(`Invalid date-time formatted string ${text}: ${dateTimeProblem(text)}`)
      );
    default:
      return text;
  }
}

function timeOf(text: string): Timestamp | undefined {
  const time = parseTimestamp(text.toUpperCase());
  return time instanceof Timestamp ? time : undefined;
}

const units: readonly (readonly [nanoseconds: bigint, exact: readonly string[], beginning: string])[] = [
  [1n, ['ns'], 'nano'],
  [1_000n, ['us', 'µs'], 'micro'],
  [1_000_000n, ['ms'], 'milli'],
  [1_000_000_000n, ['s'], 'sec'],
  [60_000_000_000n, ['m'], 'min'],
  [3_600_000_000_000n, ['h', 'hr'], 'hour'],
  [86_400_000_000_000n, ['d'], 'day'],
  [604_800_000_000_000n, ['w', 'wk'], 'week'],
];

/** Go's `1h30m`, or numbers with names of units, `2 weeks`. */
function durationOf(text: string): Duration | undefined {
  const plain = parseDuration(text);
  if (plain !== undefined) return plain;
  let sum: bigint | undefined;
  for (const [, digits = '', word = ''] of text.matchAll(/(?<!\d)(\d+)\s*([A-Za-zµ]+)/g)) {
    // More than an int64 has no number in Go.
    if (digits.length > 19 || BigInt(digits) !== BigInt.asIntN(64, BigInt(digits))) return undefined;
    const unit = word.toLowerCase();
    const found = units.find(([, exact, beginning]) => exact.includes(unit) || unit.startsWith(beginning));
    if (found !== undefined) sum = (sum ?? 0n) + BigInt(digits) * found[0];
  }
  return sum === undefined ? undefined : new Duration(BigInt.asIntN(64, sum));
}

/** An object with fields, or a map. */
class SchemaMap extends CelMap {
  readonly size: number;
  readonly #values: SchemaValues;
  readonly #value: JsonObject;
  readonly #schema: Schema;
  readonly #hasFields: boolean;

  constructor(values: SchemaValues, value: JsonObject, schema: Schema) {
    super();
    this.#values = values;
    this.#value = value;
    this.#schema = schema;
    this.#hasFields = schema.properties.size > 0;
    this.size = Object.keys(value).length;
  }

  find(key: CelValue): CelValue | CelError | undefined {
    if (typeof key !== 'string') return noOverload;
    const name = this.#hasFields ? unescapeName(key) : key;
    if (name === undefined || !Object.hasOwn(this.#value, name)) return undefined;
    const value = this.#value[name];
    // A field that is null counts as absent.
    if (this.#hasFields && value === null) return undefined;
    const schema = this.#of(name);
    return schema === undefined ? undefined : this.#values.of(value, schema);
  }

  keys(): CelValue[] {
    const names = Object.keys(this.#value).filter((name) => this.#of(name) !== undefined);
    return this.#hasFields ? names.map((name) => escapeName(name) ?? name) : names;
  }

  override equals(other: CelValue): boolean | CelError {
    if (!(other instanceof CelMap)) return noOverload;
    if (other.size !== this.size) return false;
    for (const name of Object.keys(this.#value)) {
      if (this.#of(name) === undefined) {
        if (!(other instanceof SchemaMap)) return noOverload;
        const theirs = other.#value;
        if (Object.hasOwn(theirs, name) && !isDeepStrictEqual(theirs[name], this.#value[name])) return false;
        continue;
      }
      const own = this.find(name);
      const theirs = other.find(name);
      if ((own === undefined) !== (theirs === undefined)) return false;
      const same = own === undefined || theirs === undefined ? true : equal(own, theirs);
      if (same !== true) return same;
    }
    return true;
  }

  #of(name: string): Schema | undefined {
    return this.#hasFields ? this.#schema.properties.get(name) : fieldSchema(this.#schema, name);
  }
}

/** The items of a list, which compare in their order. */
class SchemaList extends CelList {
  readonly size: number;
  readonly #values: SchemaValues;
  readonly #items: readonly unknown[];
  readonly #schema: Schema;

  constructor(values: SchemaValues, items: readonly unknown[], schema: Schema) {
    super();
    this.#values = values;
    this.#items = items;
    this.#schema = schema;
    this.size = items.length;
  }

  at(index: number): CelValue | CelError {
    return this.#values.of(this.#items[index], this.#schema);
  }

  override equals(other: CelValue): boolean | CelError {
    return other instanceof CelList ? super.equals(other) : noOverload;
  }
}

/** A list whose items have keys: compares by them in any order, and a sum replaces the items with the same keys. */
abstract class UnorderedList extends CelList {
  readonly size: number;
  readonly #items: CelList;

  constructor(items: CelList) {
    super();
    this.#items = items;
    this.size = items.size;
  }

  at(index: number): CelValue | CelError {
    return this.#items.at(index);
  }

  protected abstract keyOf(item: CelValue | CelError): string | CelError;
  protected abstract like(items: CelList): CelList;

  override equals(other: CelValue): boolean | CelError {
    if (!(other instanceof CelList)) return noOverload;
    if (other.size !== this.size) return false;
    const own = this.#byKey(this);
    const theirs = this.#byKey(other);
    if (own instanceof CelError) return own;
    if (theirs instanceof CelError) return theirs;
    for (const [key, item] of theirs) {
      const mine = own.get(key);
      if (mine === undefined) return false;
      const same = equal(mine, item);
      if (same !== true) return same;
    }
    return own.size === theirs.size;
  }

  override concat(other: CelList): CelList | CelError {
    const own = this.#byKey(this);
    const theirs = this.#byKey(other);
    if (own instanceof CelError) return own;
    if (theirs instanceof CelError) return theirs;
    const all: CelValue[] = [];
    for (const item of new Map([...own, ...theirs]).values()) {
      if (item instanceof CelError) return item;
      all.push(item);
    }
    return this.like(CelList.of(all));
  }

  #byKey(items: CelList): Map<string, CelValue | CelError> | CelError {
    const found = new Map<string, CelValue | CelError>();
    for (const item of items) {
      const key = this.keyOf(item);
      if (key instanceof CelError) return key;
      found.set(key, item);
    }
    return found;
  }
}

/** `x-kubernetes-list-type: set`. */
class SetList extends UnorderedList {
  protected keyOf(item: CelValue | CelError): string | CelError {
    if (item instanceof CelError) return item;
    if (item instanceof CelList || item instanceof CelMap)
      return new CelError('listSet operations are only supported on lists of scalar values');
    return scalarKey(item);
  }

  protected like(items: CelList): CelList {
    return new SetList(items);
  }
}

/** `x-kubernetes-list-type: map`. */
class KeyedList extends UnorderedList {
  readonly #keys: readonly string[];

  /** `keys` are the fields by which the items are told apart, by their names in rules. */
  constructor(items: CelList, keys: readonly string[]) {
    super(items);
    this.#keys = keys;
  }

  protected keyOf(item: CelValue | CelError): string {
    if (!(item instanceof CelMap)) return '';
    return this.#keys
      .map((key) => {
        const value = item.find(key);
        return value === undefined || value instanceof CelError ? '' : scalarKey(value);
      })
      .join('\0');
  }

  protected like(items: CelList): CelList {
    return new KeyedList(items, this.#keys);
  }
}

function scalarKey(value: CelValue): string {
  if (value instanceof Timestamp || value instanceof Duration) return `time ${value.nanoseconds}`;
  return `${typeof value} ${toJson(value)}`;
}

/** A value without a type that is kept as it is; it can only be compared. */
class Unknown extends CelObject {
  readonly type = objectType('unknown');
  readonly #value: unknown;

  constructor(value: unknown) {
    super();
    this.#value = value;
  }

  equals(other: CelValue): boolean {
    return other instanceof Unknown && isDeepStrictEqual(this.#value, other.#value);
  }
}
