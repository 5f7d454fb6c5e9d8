import {
  type ApiType,
  type Field,
  type JsonObject,
  type SpecialForm,
  type StructType,
  durationText,
  parseJson,
  setField,
  timeOfUnix,
} from '@kube-informers/schema/internal';
import { ProtobufError, ProtobufReader } from './protobuf-reader.js';
import { schemaType } from './type-table.js';

/** The first bytes of a Kubernetes protobuf body. */
const magic = [0x6b, 0x38, 0x73, 0x00];
// Nesting limit of messages. gogo/protobuf has none; only schemas of custom resources nest deeply, and their decoder
// rejects more than 200 levels.
const maxDepth = 250;

/** runtime.Unknown: the envelope around an object. */
export interface Envelope {
  readonly apiVersion: string;
  readonly kind: string;
  readonly raw: Buffer;
}

/** Opens the envelope of a protobuf body. Throws ProtobufError if it is invalid. */
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
  const reader = new ProtobufReader(body.subarray(magic.length));
  for (let tag = reader.tag(); tag !== undefined; tag = reader.tag()) {
    if (tag.number === 1 && tag.wire === 2) {
      const inner = new ProtobufReader(reader.bytes());
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

/** Decodes a message of a kind to JSON. Throws ProtobufError if the bytes are not such a message. */
export function decodeProtobuf(type: StructType, bytes: Buffer): JsonObject {
  return readStruct(type, bytes, 0);
}

function readStruct(type: StructType, bytes: Buffer, depth: number): JsonObject {
  if (depth > maxDepth) throw new ProtobufError('proto: exceeded maximum recursion depth');
  const result: JsonObject = {};
  const reader = new ProtobufReader(bytes);
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
  reader: ProtobufReader,
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
    const map = (into[json] ??= {}) as JsonObject; // set only here
    readEntry(map, type.values, reader.bytes(), depth);
    return;
  }
  if (type.is === 'list' && !type.named) {
    const list = (into[json] ??= []) as unknown[]; // set only here
    let { items } = type;
    while (items.is === 'pointer') items = items.to;
    // Numbers may be packed.
    if (wire === 2 && items.is === 'scalar' && items.base !== 'string') {
      const packed = new ProtobufReader(reader.bytes());
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
  else if (field.omitEmpty && field.type.is === 'scalar' && isZero(value)) delete into[json];
  else into[json] = value;
}

/** What Go leaves out; of a field that occurs twice, the last one counts. */
function isZero(value: unknown): boolean {
  return value === '' || value === 0 || value === false;
}

function wireOf(type: ApiType): number {
  if (type.is !== 'scalar') return 2;
  return type.base === 'string' ? 2 : type.base === 'float64' ? 1 : 0;
}

function readEntry(map: JsonObject, values: ApiType, bytes: Buffer, depth: number): void {
  const reader = new ProtobufReader(bytes);
  let key = '';
  let value: unknown = null;
  for (let tag = reader.tag(); tag !== undefined; tag = reader.tag()) {
    if (tag.number === 1 && tag.wire === 2) key = reader.bytes().toString('utf8');
    else if (tag.number === 2) value = readValue(values, reader, tag.wire, depth);
    else reader.skip(tag.wire);
  }
  setField(map, key, value);
}

function readValue(type: ApiType, reader: ProtobufReader, wire: number, depth: number): unknown {
  switch (type.is) {
    case 'scalar':
      return readScalar(type.base, reader, wire);
    case 'special':
      return readSpecial(type.form, reader.bytes(), depth);
    case 'struct':
      return readStruct(type, reader.bytes(), depth + 1);
    case 'pointer':
      return readValue(type.to, reader, wire, depth);
    case 'list':
      return readWrappedList(type.items, reader.bytes(), depth);
    case 'map':
      throw new ProtobufError('proto: a map cannot be a standalone value');
  }
}

/** Reads a list with its own type (ExtraValue), which is a message with its items. */
function readWrappedList(items: ApiType, bytes: Buffer, depth: number): unknown[] {
  const list: unknown[] = [];
  const reader = new ProtobufReader(bytes);
  for (let tag = reader.tag(); tag !== undefined; tag = reader.tag()) {
    if (tag.number === 1) list.push(readValue(items, reader, tag.wire, depth));
    else reader.skip(tag.wire);
  }
  return list;
}

function readScalar(base: string, reader: ProtobufReader, wire: number): unknown {
  if (base === 'string') return reader.bytes().toString('utf8');
  if (wire === 1) return reader.double();
  const value = reader.varint();
  if (base === 'bool') return value !== 0n;
  return integer(base.startsWith('u') ? value : BigInt.asIntN(base === 'int32' ? 32 : 64, value));
}

/** A number if it holds the integer. */
function integer(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function readSpecial(form: SpecialForm, bytes: Buffer, depth: number): unknown {
  if (form === 'bytes') return bytes.toString('base64');
  if (form === 'schema') return readStruct(schemaType(), bytes, depth + 1);
  if (form === 'schemaorarray' || form === 'schemaorbool' || form === 'schemaorstrings')
    return readSchemaOr(form, bytes, depth);
  const numbers = new Map<number, bigint>();
  const texts = new Map<number, Buffer>();
  const reader = new ProtobufReader(bytes);
  for (let tag = reader.tag(); tag !== undefined; tag = reader.tag()) {
    if (tag.wire === 0) numbers.set(tag.number, reader.varint());
    else if (tag.wire === 2) texts.set(tag.number, reader.bytes());
    else reader.skip(tag.wire);
  }
  const number = (index: number): bigint => BigInt.asIntN(64, numbers.get(index) ?? 0n);
  const text = (index: number): string => texts.get(index)?.toString('utf8') ?? '';
  switch (form) {
    case 'time':
    case 'microtime': {
      // An unset time is an empty message.
      if (bytes.length === 0) return null;
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
  }
}

function parseRaw(text: string): unknown {
  if (text === '') return null;
  try {
    return parseJson(text);
  } catch (error) {
    throw new ProtobufError('proto: raw JSON is malformed', { cause: error });
  }
}

/** Reads a schema or a list of schemas, a schema or a boolean, a schema or a list of strings. */
function readSchemaOr(
  form: 'schemaorarray' | 'schemaorbool' | 'schemaorstrings',
  bytes: Buffer,
  depth: number,
): unknown {
  const schema = (message: Buffer): JsonObject => readStruct(schemaType(), message, depth + 1);
  // Only JSONSchemaPropsOrBool has its schema as the second field.
  const [schemaField, otherField] = form === 'schemaorbool' ? [2, 1] : [1, 2];
  let found: JsonObject | undefined;
  let allows = false;
  const list: unknown[] = [];
  const reader = new ProtobufReader(bytes);
  for (let tag = reader.tag(); tag !== undefined; tag = reader.tag()) {
    if (tag.number === schemaField && tag.wire === 2) found = schema(reader.bytes());
    else if (tag.number === otherField && tag.wire === 0) allows = reader.varint() !== 0n;
    else if (tag.number === otherField && tag.wire === 2)
      list.push(form === 'schemaorarray' ? schema(reader.bytes()) : reader.bytes().toString('utf8'));
    else reader.skip(tag.wire);
  }
  if (form === 'schemaorbool') return found ?? allows;
  return list.length > 0 ? list : (found ?? null);
}
