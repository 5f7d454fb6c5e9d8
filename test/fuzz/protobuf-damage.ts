import type { Chance } from '../soak/chance.js';

/** A field of a message: its number, its wire type and the bytes of its value; content is that without its length. */
interface RawField {
  readonly number: number;
  readonly wire: number;
  readonly value: Buffer;
}

/** The body of a response or of an event, with damage somewhere inside; lengths around it are right. */
export function damaged(chance: Chance, body: Buffer): Buffer {
  const isBody = body.subarray(0, 4).equals(magic);
  const damage = chance.happens(0.2) ? untouched : damagedMessage;
  return isBody ? Buffer.concat([magic, damage(chance, body.subarray(4))]) : damage(chance, body);
}

const magic = Buffer.from('k8s\0', 'latin1');

function untouched(_chance: Chance, message: Buffer): Buffer {
  return message;
}

/** A message with damage in it or in one of the messages that it contains. */
export function damagedMessage(chance: Chance, message: Buffer): Buffer {
  const fields = fieldsOf(message);
  if (fields === undefined || fields.length === 0) return damagedBytes(chance, message);
  const at = chance.between(0, fields.length);
  const field = fields[at];
  if (field === undefined) return message;
  const inner = contentOf(field);
  const goesDeeper = inner !== undefined && inner.length > 0 && chance.happens(0.75);
  const replaced = goesDeeper
    ? withContent(field.number, damagedContent(chance, inner))
    : damagedField(chance, field, inner ?? Buffer.alloc(0), fields);
  return Buffer.concat([...fields.slice(0, at).map(written), replaced, ...fields.slice(at + 1).map(written)]);
}

function damagedContent(chance: Chance, content: Buffer): Buffer {
  // An object of an event, within its envelope.
  if (content.subarray(0, 4).equals(magic)) return damaged(chance, content);
  return fieldsOf(content) === undefined ? damagedBytes(chance, content) : damagedMessage(chance, content);
}

const integers = [0n, 1n, 127n, 128n, 2n ** 31n - 1n, 2n ** 31n, 2n ** 32n, 2n ** 53n + 1n, 2n ** 63n, 2n ** 64n - 1n]; // prettier-ignore

function damagedField(
  chance: Chance,
  field: RawField,
  content: Buffer,
  others: readonly RawField[],
): Uint8Array {
  const { number } = field;
  const tag = (wire: number, of = number): Buffer => varint(BigInt(of) * 8n + BigInt(wire));
  switch (chance.between(0, 12)) {
    case 0:
      // Unknown, or that of another field.
      return Buffer.concat([tag(field.wire, chance.pick([0, 99, 536_870_911, number + 1])), field.value]);
    case 1:
      return Buffer.concat([tag(chance.between(0, 8)), field.value]);
    case 2: {
      const lie = chance.pick([-1n, 1n, 1000n, 2n ** 31n, 2n ** 35n, 2n ** 63n]);
      return Buffer.concat([tag(2), varint(BigInt(content.length) + lie), content]);
    }
    case 3:
      return Buffer.concat([overlong(chance, BigInt(number * 8 + field.wire)), field.value]);
    case 4:
      return Buffer.concat([tag(2), overlong(chance, BigInt(content.length)), content]);
    case 5:
      return Buffer.concat([tag(0), overlong(chance, chance.pick(integers))]);
    case 6:
      return Buffer.concat([tag(0), varint(chance.pick(integers))]);
    case 7: {
      const times = chance.pick([2, 3, 1000]);
      const copy = Buffer.from(written(field));
      return Buffer.concat(Array.from({ length: copy.length > 200 ? 2 : times }, () => copy));
    }
    case 8: {
      let nested = content;
      for (let depth = chance.pick([5, 260, 2000]); depth > 0; depth--) nested = withContent(number, nested);
      return nested;
    }
    case 9:
      return Buffer.concat([tag(3), field.value, tag(4)]);
    case 10:
      return withContent(number, Buffer.from(chance.pick(brokenTexts), 'latin1'));
    default: {
      const other = chance.pick(others);
      return Buffer.concat([written(field), tag(other.wire, other.number), other.value]);
    }
  }
}

/** Not UTF-8: a byte alone, one cut short, one too long, a surrogate. */
const brokenTexts = ['\u00ff', 'a\u00e2\u0082', '\u00c0\u0080', '\u00ed\u00a0\u0080', '{"a":1', '__proto__'];

function damagedBytes(chance: Chance, bytes: Buffer): Buffer {
  const at = chance.between(0, bytes.length + 1);
  if (chance.happens(0.3)) return bytes.subarray(0, at);
  const inserted = Buffer.of(chance.between(0, 256));
  return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(chance.happens(0.5) ? at + 1 : at)]);
}

/** The fields of a message; undefined if the bytes are none. */
function fieldsOf(bytes: Buffer): RawField[] | undefined {
  const fields: RawField[] = [];
  for (let at = 0; at < bytes.length;) {
    const tag = readVarint(bytes, at);
    if (tag === undefined || tag.value < 8n || tag.value > 2n ** 32n) return undefined;
    const wire = Number(tag.value & 7n);
    const end = endOf(bytes, tag.end, wire);
    if (end === undefined || end > bytes.length) return undefined;
    fields.push({ number: Number(tag.value >> 3n), wire, value: bytes.subarray(tag.end, end) });
    at = end;
  }
  return fields;
}

function endOf(bytes: Buffer, start: number, wire: number): number | undefined {
  if (wire === 1) return start + 8;
  if (wire === 5) return start + 4;
  const found = readVarint(bytes, start);
  if (found === undefined || (wire !== 0 && wire !== 2)) return undefined;
  return wire === 0 ? found.end : found.end + Number(found.value);
}

function contentOf({ wire, value }: RawField): Buffer | undefined {
  return wire === 2 ? value.subarray(readVarint(value, 0)?.end ?? 0) : undefined;
}

function readVarint(
  bytes: Buffer,
  start: number,
): { readonly value: bigint; readonly end: number } | undefined {
  let value = 0n;
  for (let at = start; at < start + 10; at++) {
    const byte = bytes[at];
    if (byte === undefined) return undefined;
    value |= BigInt(byte & 0x7f) << BigInt(7 * (at - start));
    if (byte < 0x80) return { value, end: at + 1 };
  }
  return undefined;
}

function written({ number, wire, value }: RawField): Uint8Array {
  return Buffer.concat([varint(BigInt(number) * 8n + BigInt(wire)), value]);
}

function withContent(number: number, content: Buffer): Buffer {
  return Buffer.concat([varint(BigInt(number) * 8n + 2n), varint(BigInt(content.length)), content]);
}

function varint(value: bigint): Buffer {
  const parts: number[] = [];
  let rest = BigInt.asUintN(64, value);
  for (; rest >= 0x80n; rest >>= 7n) parts.push(Number(rest & 0x7fn) | 0x80);
  parts.push(Number(rest));
  return Buffer.from(parts);
}

/** With more bytes than it needs, up to more than any number may have. */
function overlong(chance: Chance, value: bigint): Buffer {
  const short = varint(value);
  const last = short.length - 1;
  const more = Buffer.alloc(chance.pick([1, 4, 9, 20]), 0x80);
  return Buffer.concat([short.subarray(0, last), Buffer.of((short[last] ?? 0) | 0x80), more, Buffer.of(0)]);
}
