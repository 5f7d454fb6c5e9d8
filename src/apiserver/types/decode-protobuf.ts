import type { JsonObject } from '../json/json-fields.js';
import { setField } from '../json/json-fields.js';
import { durationText, timeOfUnix } from './times.js';
import type { ApiType, Field, StructType } from './type-table.js';

/** The bytes are no protobuf message of the type. */
export class ProtobufError extends Error {
  override readonly name = 'ProtobufError';
}

/** What a Kubernetes protobuf body begins with. */
const magic = [0x6b, 0x38, 0x73, 0x00];
// Messages nest no deeper than this (gogo/protobuf has no bound of its own; the API's types end far before).
const maxDepth = 100;

/** runtime.Unknown: what the envelope around an object says. */
export interface Envelope {
  readonly apiVersion: string;
  readonly kind: string;
  readonly raw: Buffer;
}

/** Opens the envelope of a protobuf body. Throws ProtobufError when it is none. */
export function openEnvelope(body: Buffer): Envelope {
  if (body.length === 0) throw new ProtobufError('empty data');
  if (!magic.every((byte, index) => body[index] === byte)) {
    throw new ProtobufError(
      `provided data does not appear to be a protobuf message, expected prefix [${magic.join(' ')}]`,
    );
  }
  let apiVersion = '';
  let kind = '';
  let raw: Buffer = Buffer.alloc(0);
  const reader = new Reader(body.subarray(magic.length));
  for (let tag = reader.tag(); tag !== undefined; tag = reader.tag()) {
    if (tag.number === 1 && tag.wire === 2) {
      const inner = new Reader(reader.bytes());
      for (let field = inner.tag(); field !== undefined; field = inner.tag()) {
        if (field.number === 1 && field.wire === 2) apiVersion = inner.bytes().toString('utf8');
        else if (field.number === 2 && field.wire === 2) kind = inner.bytes().toString('utf8');
        else inner.skip(field.wire);
      }
    } else if (tag.number === 2 && tag.wire === 2) raw = reader.bytes();
    else reader.skip(tag.wire);
  }
  return { apiVersion, kind, raw };
}

/** Reads a message of a kind into the JSON of it. Throws ProtobufError for bytes that are no such message. */
export function decodeProtobuf(type: StructType, bytes: Buffer): JsonObject {
  return readStruct(type, bytes, 0);
}

function readStruct(type: StructType, bytes: Buffer, depth: number): JsonObject {
  if (depth > maxDepth) throw new ProtobufError('proto: exceeded maximum recursion depth');
  const result: JsonObject = {};
  const reader = new Reader(bytes);
  for (let tag = reader.tag(); tag !== undefined; tag = reader.tag()) {
    const { number } = tag;
    const field = type.declared.find((candidate) => candidate.number === number);
    if (field === undefined || number === 0) reader.skip(tag.wire);
    else readField(result, field, reader, tag.wire, depth, type.go);
  }
  return result;
}

function readField(
  into: JsonObject,
  field: Field,
  reader: Reader,
  wire: number,
  depth: number,
  owner: string,
): void {
  const { json } = field;
  const wrong = (): ProtobufError =>
    new ProtobufError(`proto: wrong wireType = ${wire} for field ${json} of ${owner}`);
  let { type } = field;
  while (type.is === 'pointer') type = type.to;
  if (type.is === 'map') {
    if (wire !== 2) throw wrong();
    const map = (into[json] ??= {}) as JsonObject; // only this line sets it
    readEntry(map, type.values, reader.bytes(), depth);
    return;
  }
  if (type.is === 'list' && !type.named) {
    const list = (into[json] ??= []) as unknown[]; // only this line sets it
    let { items } = type;
    while (items.is === 'pointer') items = items.to;
    // Numbers may come packed.
    if (wire === 2 && items.is === 'scalar' && items.base !== 'string') {
      const packed = new Reader(reader.bytes());
      while (!packed.done) list.push(readScalar(items.base, packed, wireOf(items)));
      return;
    }
    if (wire !== wireOf(items)) throw wrong();
    list.push(readValue(items, reader, wire, depth));
    return;
  }
  if (wire !== wireOf(type)) throw wrong();
  const value = readValue(type, reader, wire, depth);
  if (field.inline) Object.assign(into, value);
  else into[json] = value;
}

function wireOf(type: ApiType): number {
  if (type.is !== 'scalar') return 2;
  return type.base === 'string' ? 2 : type.base === 'float64' ? 1 : 0;
}

function readEntry(map: JsonObject, values: ApiType, bytes: Buffer, depth: number): void {
  const reader = new Reader(bytes);
  let key = '';
  let value: unknown = null;
  for (let tag = reader.tag(); tag !== undefined; tag = reader.tag()) {
    if (tag.number === 1 && tag.wire === 2) key = reader.bytes().toString('utf8');
    else if (tag.number === 2) value = readValue(values, reader, tag.wire, depth);
    else reader.skip(tag.wire);
  }
  setField(map, key, value);
}

function readValue(type: ApiType, reader: Reader, wire: number, depth: number): unknown {
  switch (type.is) {
    case 'scalar':
      return readScalar(type.base, reader, wire);
    case 'special':
      return readSpecial(type.form, reader.bytes());
    case 'struct':
      return readStruct(type, reader.bytes(), depth + 1);
    case 'pointer':
      return readValue(type.to, reader, wire, depth);
    case 'list':
      return readWrappedList(type.items, reader.bytes(), depth);
    case 'map':
      throw new ProtobufError('proto: a map cannot be a value of its own');
  }
}

/** A list that has a name of its own (ExtraValue) is a message with its items. */
function readWrappedList(items: ApiType, bytes: Buffer, depth: number): unknown[] {
  const list: unknown[] = [];
  const reader = new Reader(bytes);
  for (let tag = reader.tag(); tag !== undefined; tag = reader.tag()) {
    if (tag.number === 1) list.push(readValue(items, reader, tag.wire, depth));
    else reader.skip(tag.wire);
  }
  return list;
}

function readScalar(base: string, reader: Reader, wire: number): unknown {
  if (base === 'string') return reader.bytes().toString('utf8');
  if (wire === 1) return reader.double();
  const value = reader.varint();
  if (base === 'bool') return value !== 0n;
  return Number(base.startsWith('u') ? value : BigInt.asIntN(base === 'int32' ? 32 : 64, value));
}

function readSpecial(form: string, bytes: Buffer): unknown {
  if (form === 'bytes') return bytes.toString('base64');
  const fields = new Map<number, bigint | Buffer>();
  const reader = new Reader(bytes);
  for (let tag = reader.tag(); tag !== undefined; tag = reader.tag()) {
    if (tag.wire === 0) fields.set(tag.number, reader.varint());
    else if (tag.wire === 2) fields.set(tag.number, reader.bytes());
    else reader.skip(tag.wire);
  }
  const number = (index: number): bigint => {
    const value = fields.get(index);
    return typeof value === 'bigint' ? BigInt.asIntN(64, value) : 0n;
  };
  const text = (index: number): string => {
    const value = fields.get(index);
    return value === undefined || typeof value === 'bigint' ? '' : value.toString('utf8');
  };
  switch (form) {
    case 'time':
    case 'microtime': {
      // A time that is not set is an empty message.
      if (fields.size === 0) return null;
      const seconds = Number(number(1));
      if (!Number.isFinite(new Date(seconds * 1000).getTime()))
        throw new ProtobufError('proto: time out of range');
      return timeOfUnix(seconds, Number(number(2)), form === 'microtime');
    }
    case 'duration':
      return durationText(number(1));
    case 'quantity':
      return text(1);
    case 'intorstring':
      return number(1) === 1n ? text(3) : Number(BigInt.asIntN(32, number(2)));
    case 'raw':
    case 'fieldsv1':
      return parseRaw(text(1));
    default:
      throw new ProtobufError(`proto: no form ${form}`);
  }
}

function parseRaw(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ProtobufError('proto: raw JSON is malformed', { cause: error });
  }
}

/** The bytes of one message, read front to back. */
class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get done(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** Number and wire type of the next field; undefined at the end. */
  tag(): { readonly number: number; readonly wire: number } | undefined {
    if (this.done) return undefined;
    const tag = this.varint();
    const number = Number(tag >> 3n);
    if (number === 0 || number > 0x1fffffff)
      throw new ProtobufError(`proto: illegal tag ${number} (wire type ${tag & 7n})`);
    return { number, wire: Number(tag & 7n) };
  }

  varint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw new ProtobufError('unexpected EOF');
      this.#at++;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new ProtobufError('proto: integer overflow');
  }

  bytes(): Buffer {
    const length = this.varint();
    if (length > BigInt(this.#bytes.length - this.#at)) throw new ProtobufError('unexpected EOF');
    const start = this.#at;
    this.#at += Number(length);
    return this.#bytes.subarray(start, this.#at);
  }

  double(): number {
    if (this.#at + 8 > this.#bytes.length) throw new ProtobufError('unexpected EOF');
    this.#at += 8;
    return this.#bytes.readDoubleLE(this.#at - 8);
  }

  skip(wire: number): void {
    if (wire === 0) this.varint();
    else if (wire === 2) this.bytes();
    else if (wire === 1 || wire === 5) {
      this.#at += wire === 1 ? 8 : 4;
      if (this.#at > this.#bytes.length) throw new ProtobufError('unexpected EOF');
    } else throw new ProtobufError(`proto: illegal wireType ${wire}`);
  }
}
