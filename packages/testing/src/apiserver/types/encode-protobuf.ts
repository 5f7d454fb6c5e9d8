import {
  type ApiType,
  type Field,
  type JsonObject,
  type SpecialForm,
  type StructType,
  isJsonObject,
  toJson,
  unwrapped,
} from '@kube-informers/schema/internal';
import { schemaType, typeOfKind } from './type-table.js';

/** The type of an object in its envelope. */
export interface MessageType {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Encodes an object of a built-in kind as Go does, without its envelope: fields that are not pointers are always written. */
export function encodeMessage(type: StructType, value: JsonObject): Buffer {
  const writer = new BackwardWriter();
  writeStruct(writer, type, value);
  return writer.bytes();
}

/** Encodes the message of a list. */
export function encodeListMessage(metadata: JsonObject, items: readonly Buffer[]): Buffer {
  const head = new BackwardWriter();
  const end = head.mark();
  writeStruct(head, metaType('ListMeta'), metadata);
  head.lengthFrom(1, end);
  return Buffer.concat([head.bytes(), ...items.flatMap((item) => [lengthTag(2, item.length), item])]);
}

/** Encodes runtime.Unknown around a message: the body of a response, or the object of a watch event. */
export function envelope({ apiVersion, kind }: MessageType, message: Buffer): Buffer {
  const type = new BackwardWriter();
  const end = type.mark();
  type.text(2, kind);
  type.text(1, apiVersion);
  type.lengthFrom(1, end);
  // An empty content encoding and content type.
  const tail = Buffer.from([0x1a, 0, 0x22, 0]);
  return Buffer.concat([magic, type.bytes(), lengthTag(2, message.length), message, tail]);
}

/** Encodes one event of a watch with the length in front; `object` is in its envelope. */
export function encodeEvent(type: string, object: Buffer): Buffer {
  const raw = Buffer.concat([lengthTag(1, object.length), object]);
  const head = new BackwardWriter();
  head.text(1, type);
  const event = Buffer.concat([head.bytes(), lengthTag(2, raw.length), raw]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(event.length);
  return Buffer.concat([length, event]);
}

/** Encodes a Status in its envelope. */
export function encodeStatus(status: object): Buffer {
  // A struct's JSON may be read by any field name.
  return envelope(
    { apiVersion: 'v1', kind: 'Status' },
    encodeMessage(metaType('Status'), status as JsonObject),
  );
}

/** The first bytes of a Kubernetes protobuf body. */
const magic = Buffer.from('k8s\0', 'latin1');

function metaType(kind: string): StructType {
  const type = typeOfKind('meta.k8s.io', 'v1', kind);
  if (type === undefined) throw new Error(`the table of types has no ${kind}`);
  return type;
}

function lengthTag(number: number, length: number): Buffer {
  const writer = new BackwardWriter(16);
  writer.varint(BigInt(length));
  writer.tag(number, 2);
  return writer.bytes();
}

/** Writes from the end to the start, as Go does: the length of a message is known once its content is written. */
class BackwardWriter {
  #bytes: Buffer;
  #start: number;

  constructor(size = 4096) {
    this.#bytes = Buffer.allocUnsafe(size);
    this.#start = size;
  }

  bytes(): Buffer {
    return this.#bytes.subarray(this.#start);
  }

  /** Returns the position for `lengthFrom`, before the content is written. */
  mark(): number {
    return this.#bytes.length - this.#start;
  }

  /** Writes tag and length of the content since `mark`. */
  lengthFrom(number: number, mark: number): void {
    this.varint(BigInt(this.mark() - mark));
    this.tag(number, 2);
  }

  tag(number: number, wire: number): void {
    this.varint(BigInt(number * 8 + wire));
  }

  varint(value: bigint): void {
    const parts: number[] = [];
    for (let rest = BigInt.asUintN(64, value); ; rest >>= 7n) {
      const part = Number(rest & 0x7fn);
      if (rest < 0x80n) {
        parts.push(part);
        break;
      }
      parts.push(part | 0x80);
    }
    this.#room(parts.length);
    this.#bytes.set(parts, this.#start);
  }

  number(number: number, value: bigint): void {
    this.varint(value);
    this.tag(number, 0);
  }

  double(number: number, value: number): void {
    this.#room(8);
    this.#bytes.writeDoubleLE(value, this.#start);
    this.tag(number, 1);
  }

  text(number: number, value: string): void {
    const length = Buffer.byteLength(value);
    this.#room(length);
    this.#bytes.write(value, this.#start);
    this.varint(BigInt(length));
    this.tag(number, 2);
  }

  raw(number: number, value: Buffer): void {
    this.#room(value.length);
    value.copy(this.#bytes, this.#start);
    this.varint(BigInt(value.length));
    this.tag(number, 2);
  }

  #room(length: number): void {
    if (length > this.#start) {
      const used = this.mark();
      const grown = Buffer.allocUnsafe(2 * this.#bytes.length + length);
      this.bytes().copy(grown, grown.length - used);
      this.#bytes = grown;
      this.#start = grown.length - used;
    }
    this.#start -= length;
  }
}

const orders = new WeakMap<StructType, readonly Field[]>();

/** The fields with a number, the last one first. */
function fieldsOf(type: StructType): readonly Field[] {
  const known = orders.get(type);
  if (known !== undefined) return known;
  const fields = type.declared.filter(({ number }) => number !== 0).toSorted((a, b) => b.number - a.number);
  orders.set(type, fields);
  return fields;
}

function writeStruct(writer: BackwardWriter, type: StructType, value: JsonObject): void {
  for (const field of fieldsOf(type)) writeField(writer, field, value);
}

function writeField(
  writer: BackwardWriter,
  { number, type: declared, inline, json }: Field,
  owner: JsonObject,
): void {
  const type = unwrapped(declared);
  if (inline) {
    writeValue(writer, number, type, owner);
    return;
  }
  const value = owner[json];
  if (value === undefined || value === null) {
    if (declared.is !== 'pointer' && !isNil(type)) writeValue(writer, number, type, zeroOf(type));
    return;
  }
  if (type.is === 'list' && !type.named) {
    for (const item of listOf(value).toReversed()) writeValue(writer, number, unwrapped(type.items), item);
  } else if (type.is === 'map') {
    for (const [key, item] of Object.entries(objectOf(value)).toReversed()) {
      const end = writer.mark();
      const values = unwrapped(type.values);
      writeValue(writer, 2, values, item ?? zeroOf(values));
      writer.text(1, key);
      writer.lengthFrom(number, end);
    }
  } else writeValue(writer, number, type, value);
}

/** Types that Go writes only if they are set. */
function isNil(type: ApiType): boolean {
  return type.is === 'list' || type.is === 'map' || (type.is === 'special' && type.form === 'bytes');
}

function zeroOf(type: ApiType): unknown {
  if (type.is === 'scalar') return type.base === 'string' ? '' : 0;
  if (type.is === 'struct') return {};
  if (type.is === 'special') return type.form === 'quantity' ? '0' : type.form === 'intorstring' ? 0 : null;
  return [];
}

function writeValue(writer: BackwardWriter, number: number, type: ApiType, value: unknown): void {
  if (type.is === 'scalar') {
    if (type.base === 'string') writer.text(number, String(value));
    else if (type.base === 'float64') writer.double(number, Number(value));
    else writer.number(number, integerOf(value));
    return;
  }
  if (type.is === 'special' && type.form === 'bytes') {
    writer.raw(number, Buffer.from(String(value), 'base64'));
    return;
  }
  const end = writer.mark();
  if (type.is === 'struct') writeStruct(writer, type, objectOf(value));
  else if (type.is === 'special') writeSpecial(writer, type.form, value);
  // A list that is a message.
  else if (type.is === 'list')
    for (const item of listOf(value).toReversed()) writeValue(writer, 1, unwrapped(type.items), item);
  writer.lengthFrom(number, end);
}

function integerOf(value: unknown): bigint {
  return typeof value === 'bigint' ? value : BigInt(Math.trunc(Number(value)));
}

function writeSpecial(writer: BackwardWriter, form: SpecialForm, value: unknown): void {
  switch (form) {
    case 'time':
    case 'microtime':
      if (typeof value === 'string') writeTime(writer, value);
      return;
    case 'quantity':
      writer.text(1, String(value));
      return;
    case 'intorstring': {
      const isText = typeof value === 'string';
      writer.text(3, isText ? value : '');
      writer.number(2, isText ? 0n : integerOf(value));
      writer.number(1, isText ? 1n : 0n);
      return;
    }
    case 'raw':
    case 'fieldsv1':
      if (value !== null) writer.text(1, toJson(value));
      return;
    default:
      writeSchema(writer, form, value);
  }
}

/** A time in the API's form, to the second or the microsecond. */
function writeTime(writer: BackwardWriter, text: string): void {
  const micros = /\.(\d{6})Z$/.exec(text)?.[1] ?? '0';
  const ms = Date.parse(text.replace(/\.\d+Z$/, 'Z'));
  writer.number(2, BigInt(micros) * 1000n);
  writer.number(1, BigInt(Math.floor(ms / 1000)));
}

function writeSchema(writer: BackwardWriter, form: SpecialForm, value: unknown): void {
  const schema = (number: number, item: unknown): void => writeValue(writer, number, schemaType(), item);
  switch (form) {
    case 'schema':
      writeStruct(writer, schemaType(), objectOf(value));
      return;
    case 'schemaorarray':
      if (Array.isArray(value)) for (const item of value.toReversed()) schema(2, item);
      else if (value !== null) schema(1, value);
      return;
    case 'schemaorbool':
      if (isJsonObject(value)) schema(2, value);
      writer.number(1, value === false ? 0n : 1n);
      return;
    case 'schemaorstrings':
      if (Array.isArray(value)) for (const item of value.toReversed()) writer.text(2, String(item));
      else if (value !== null) schema(1, value);
      return;
    default:
      throw new Error(`the encoder has no form ${form}`);
  }
}

function objectOf(value: unknown): JsonObject {
  if (isJsonObject(value)) return value;
  throw new Error('the encoder got no object where its table has a message');
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error('the encoder got no list where its table has one');
}
