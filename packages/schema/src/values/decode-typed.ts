import { isNumber, goTypeOf, jsonTypeOf } from './json.js';
import { isJsonObject, setField } from './json-fields.js';
import type { JsonObject } from './json-fields.js';
import type { WrittenFloats } from './json.js';
import { canonicalQuantity, quantityProblem } from './quantity.js';
import { canonicalTime, timeProblem } from './times.js';
import { unwrapped } from './api-type.js';
import type { ApiType, Field, StructType } from './api-type.js';

/** A value that does not fit its type. */
export interface DecodeProblem {
  /** `spec.containers[0].image`. */
  readonly field: string;
  /** Go's message. */
  readonly message: string;
}

/** The result of decoding an object by its type. */
export interface Decoded {
  /** The object as the server writes it: unknown fields dropped, zero values omitted or filled in as in Go. */
  readonly value: JsonObject;
  /** Go's message for the type error at which it gives up; `value` is then unusable. */
  readonly problem: string | undefined;
  /** Every type error, in the order of the object; the converter stops at the first. */
  readonly problems: readonly DecodeProblem[];
  /** Fields that the type does not have: `spec.containers[0].foo`. */
  readonly unknown: readonly string[];
}

/** The source of messages: Go's JSON decoder, or the converter of unstructured objects. */
export type DecodeWords = 'json' | 'unstructured';

/**
 * Decodes JSON into the struct of a kind as Go does, and encodes it again.
 *
 * `floats` are those of the JSON text: Go does not decode `1e3` or `1.0` into an integer.
 */
export function decodeTyped(
  type: StructType,
  value: JsonObject,
  words: DecodeWords = 'json',
  floats: WrittenFloats = new Map(),
): Decoded {
  const decoder = new Decoder(words, floats);
  try {
    const result = decoder.struct(type, value, { path: '', fields: '', struct: '', kind: 'struct' });
    const { problems, unknown } = decoder;
    return { value: result, problem: decoder.refused ?? problems[0]?.message, problems, unknown };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { value: {}, problem: error.message, problems: decoder.problems, unknown: decoder.unknown };
  }
}

/** The converter's first problem. */
class Refused extends Error {}

/** The decoder's position. */
interface Place {
  /** Path with list indexes, as in messages about unknown fields. */
  readonly path: string;
  /** Path without them, as in messages about wrong types. */
  readonly fields: string;
  /** The struct that the field belongs to. */
  readonly struct: string;
  /** The expected type. */
  readonly kind: ApiType['is'];
}

class Decoder {
  readonly unknown: string[] = [];
  readonly problems: DecodeProblem[] = [];
  /** The first invalid special form: Go's decoder stops there, while it continues after a wrong type. */
  refused: string | undefined;
  readonly #wording: DecodeWords;
  readonly #floats: WrittenFloats;

  constructor(wording: DecodeWords, floats: WrittenFloats) {
    this.#wording = wording;
    this.#floats = floats;
  }

  struct(type: StructType, value: JsonObject, place: Place): JsonObject {
    const result: JsonObject = {};
    for (const [name, part] of Object.entries(value)) {
      const field = type.fields.get(name);
      if (field === undefined) {
        this.unknown.push(`${place.path}${place.path === '' ? '' : '.'}${name}`);
        continue;
      }
      const inside = this.value(field.type, part, {
        path: `${place.path}${place.path === '' ? '' : '.'}${name}`,
        fields: `${place.fields}.${field.through}${name}`,
        struct: shortName(type.go),
        kind: unwrapped(field.type).is,
      });
      if (inside !== undefined) result[name] = inside;
    }
    return withZeros(type, result);
  }

  /** Decodes a value; undefined for null and whatever Go treats like null. */
  value(type: ApiType, value: unknown, place: Place): unknown {
    if (value === null || value === undefined) return undefined;
    switch (type.is) {
      case 'pointer':
        return this.value(type.to, value, place) ?? zeroOf(type.to);
      case 'scalar':
        return this.#scalar(type.base, value, place, type.go);
      case 'special':
        return this.#special(type, value, place);
      case 'list':
        return this.#list(type.items, value, place, type.go);
      case 'map':
        return this.#map(type.values, value, place, type.go);
      case 'struct': {
        if (isJsonObject(value)) return this.struct(type, value, place);
        this.#wrong(value, place, type.go);
        return undefined;
      }
    }
  }

  #list(items: ApiType, value: unknown, place: Place, go: string): unknown {
    if (!Array.isArray(value)) {
      this.#wrong(value, place, go);
      return undefined;
    }
    const list = value.map((item, index) => {
      return (
        this.value(items, item, { ...place, path: `${place.path}[${index}]`, kind: unwrapped(items).is }) ??
        zeroOf(items)
      );
    });
    return list.length === 0 ? undefined : list;
  }

  #map(values: ApiType, value: unknown, place: Place, go: string): unknown {
    if (!isJsonObject(value)) {
      this.#wrong(value, place, go);
      return undefined;
    }
    const map: JsonObject = {};
    for (const [key, part] of Object.entries(value)) {
      const inside = this.value(values, part, {
        ...place,
        path: `${place.path}.${key}`,
        kind: unwrapped(values).is,
      });
      // Unlike in a struct, empty bytes are not omitted.
      setField(map, key, inside ?? (isBytes(values) ? '' : zeroOf(values)));
    }
    return Object.keys(map).length === 0 ? undefined : map;
  }

  #scalar(base: string, value: unknown, place: Place, go: string): unknown {
    if (base === 'string') {
      if (typeof value === 'string') return value;
    } else if (base === 'bool') {
      if (typeof value === 'boolean') return value;
    } else if (isNumber(value)) {
      if (base === 'float64' ? Number.isFinite(Number(value)) : this.#fits(base, value, place)) return value;
      this.#save(this.#written(value, place), value, place, go, base);
      return undefined;
    }
    this.#wrong(value, place, go, base);
    return undefined;
  }

  #special(type: Extract<ApiType, { is: 'special' }>, value: unknown, place: Place): unknown {
    switch (type.form) {
      case 'raw':
      case 'fieldsv1':
      // Decoded further by the kind itself.
      case 'schema':
      case 'schemaorarray':
      case 'schemaorbool':
      case 'schemaorstrings':
        return value;
      case 'time':
      case 'microtime': {
        if (typeof value !== 'string') return this.#refuseType(jsonTypeOf(value), place, 'string');
        const micro = type.form === 'microtime';
        return canonicalTime(value, micro) ?? this.#refuse(timeProblem(value, micro), place);
      }
      case 'quantity': {
        const number = isNumber(value) ? (this.#floats.get(place.path) ?? String(value)) : '';
        const text = typeof value === 'string' ? value : number;
        return canonicalQuantity(text) ?? this.#refuse(quantityProblem, place);
      }
      case 'intorstring':
        if (typeof value === 'string') return value;
        if (!isNumber(value)) return this.#refuseType(jsonTypeOf(value), place, 'int32');
        if (!this.#fits('int32', value, place))
          return this.#refuseType(this.#written(value, place), place, 'int32');
        return value;
      case 'duration':
        if (typeof value !== 'string') return this.#refuseType(jsonTypeOf(value), place, 'string');
        return value;
      case 'bytes':
        return this.#bytes(value, place);
    }
  }

  /** True for a number in the range of an integer type that is also written as an integer. */
  #fits(base: string, value: number | bigint, { path }: Place): boolean {
    return !this.#floats.has(path) && fits(base, value);
  }

  /** A number in the decoder's messages. */
  #written(value: number | bigint, { path }: Place): string {
    return `number ${this.#floats.get(path) ?? value}`;
  }

  #bytes(value: unknown, place: Place): unknown {
    // Go also accepts a list of numbers for bytes.
    if (Array.isArray(value)) {
      const bytes = value.map((item: unknown, index) => {
        const inside: Place = { ...place, path: `${place.path}[${index}]`, kind: 'scalar' };
        return Number(this.#scalar('uint8', item ?? 0, inside, 'uint8') ?? 0);
      });
      return bytes.length === 0 ? undefined : Buffer.from(bytes).toString('base64');
    }
    if (typeof value !== 'string') {
      this.#wrong(value, place, '[]uint8');
      return undefined;
    }
    const wrong = base64Problem(value.replaceAll(/[\r\n]/g, ''));
    if (wrong !== undefined) {
      const words = `illegal base64 data at input byte ${wrong}`;
      this.#note(this.#wording === 'json' ? words : `error decoding from json: ${words}`, place);
    }
    return value === '' ? undefined : value.replaceAll(/[\r\n]/g, '');
  }

  /** These forms decode themselves, even when the object comes from the converter. */
  #refuseType(found: string, place: Place, go: string): undefined {
    const message =
      this.#wording === 'json'
        ? wrongType(found, place, go)
        : `json: cannot unmarshal ${found} into Go value of type ${go}`;
    return this.#refuse(message, place);
  }

  #refuse(message: string, place: Place): undefined {
    this.refused ??= message;
    return this.#note(message, place);
  }

  #wrong(value: unknown, place: Place, go: string, base = go): void {
    this.#save(jsonTypeOf(value), value, place, go, base);
  }

  #save(found: string, value: unknown, place: Place, go: string, base = go): void {
    this.#note(this.#words(found, value, place, go, base), place);
  }

  #note(message: string, { path }: Place): undefined {
    this.problems.push({ field: path, message });
    if (this.#wording === 'unstructured') throw new Refused(message);
  }

  #words(found: string, value: unknown, place: Place, go: string, base = go): string {
    return this.#wording === 'json'
      ? wrongType(found, place, go)
      : conversionProblem(value, go, base, place.kind);
  }
}

function isBytes(type: ApiType): boolean {
  return type.is === 'special' && type.form === 'bytes';
}

const goKinds: Readonly<Record<string, string>> = {
  'map[string]interface {}': 'map',
  '[]interface {}': 'slice',
};

/** Returns the converter's message for a value of the wrong type. */
function conversionProblem(value: unknown, go: string, base: string, kind: ApiType['is']): string {
  const found = goTypeOf(value);
  const word = goKinds[found] ?? found;
  if (kind === 'struct') return `cannot restore struct from: ${word}`;
  if (kind === 'map' || kind === 'list')
    return `cannot restore ${kind === 'list' ? 'slice' : 'map'} from ${word}`;
  // Go converts integers to strings, and between numbers, but nothing else.
  const number = found === 'int64' || found === 'float64';
  const convertible = base === 'string' ? found === 'int64' : number && base !== 'bool';
  return convertible ? `cannot convert ${found} to ${go}` : `unrecognized type: ${base}`;
}

function wrongType(found: string, { struct, fields }: Place, go: string): string {
  return `json: cannot unmarshal ${found} into Go struct field ${struct}${fields} of type ${go}`;
}

/** Returns the name without its package: `v1.PodSpec` → `PodSpec`. */
function shortName(go: string): string {
  return go.slice(go.lastIndexOf('.') + 1);
}

const ranges: Readonly<Record<string, readonly [number | bigint, number | bigint]>> = {
  uint8: [0, 255],
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  int: [-(2n ** 63n), 2n ** 63n - 1n],
  uint32: [0, 2 ** 32 - 1],
  uint64: [0, 2n ** 64n - 1n],
};

function fits(base: string, value: number | bigint): boolean {
  const [least = 0, most = 0] = ranges[base] ?? [];
  return (typeof value === 'bigint' || Number.isInteger(value)) && value >= least && value <= most;
}

/** Returns the index at which Go's base64 decoder fails; undefined for valid base64. */
function base64Problem(text: string): number | undefined {
  const digits = /^[A-Za-z0-9+/]*/.exec(text)?.[0].length ?? 0;
  const over = digits % 4;
  if (digits === text.length) return over === 0 ? undefined : digits - over;
  if (text[digits] !== '=' || over < 2) return digits;
  const end = over === 2 ? digits + 2 : digits + 1;
  if (over === 2 && text[digits + 1] !== '=') return text.length === digits + 1 ? text.length : digits;
  return end === text.length ? undefined : end;
}

/** Returns what Go writes for an empty struct: `{"spec":{"containers":null},"status":{}}` for a pod. */
export function emptyFields(type: StructType): JsonObject {
  return withZeros(type, {});
}

/** Returns the struct with the unset fields that Go writes. */
function withZeros(type: StructType, value: JsonObject): JsonObject {
  const result: JsonObject = {};
  for (const field of type.declared) {
    if (field.inline) {
      const embedded = unwrapped(field.type);
      // An unset embedded pointer has no fields.
      if (embedded.is === 'struct') Object.assign(result, withZeros(embedded, value));
      continue;
    }
    const written = writtenValue(field, value[field.json]);
    if (written !== undefined) result[field.json] = written;
  }
  return result;
}

function writtenValue(field: Field, value: unknown): unknown {
  if (value === undefined) {
    if (field.omitZero || (field.omitEmpty && canBeEmpty(field.type))) return undefined;
    return zeroOf(field.type);
  }
  if (field.omitEmpty && field.type.is === 'scalar' && (value === '' || value === 0 || value === false)) {
    return undefined;
  }
  return value;
}

/** Go's omitempty omits false, 0, nil and length 0; a struct is never empty. */
function canBeEmpty(type: ApiType): boolean {
  return type.is !== 'struct' && !(type.is === 'special' && type.form !== 'bytes');
}

const zeroScalars: Readonly<Record<string, unknown>> = { string: '', bool: false };

function zeroOf(type: ApiType): unknown {
  switch (type.is) {
    case 'scalar':
      return Object.hasOwn(zeroScalars, type.base) ? zeroScalars[type.base] : 0;
    case 'struct':
      return withZeros(type, {});
    case 'special':
      if (type.form === 'quantity') return '0';
      if (type.form === 'intorstring') return 0;
      return type.form === 'duration' ? '0s' : null;
    default:
      return null;
  }
}
