/** A minimal protobuf encoder and decoder for requests written by hand. */

/** Negative numbers take ten bytes, as in Go. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  return Buffer.from([...bytes, Number(rest)]);
}

function bytes(field: number, content: Buffer): Buffer {
  return Buffer.concat([varint(field * 8 + 2), varint(content.length), content]);
}

/** A field with a string. */
export function text(field: number, value: string): Buffer {
  return bytes(field, Buffer.from(value, 'utf8'));
}

/** A field with a number. */
export function number(field: number, value: number): Buffer {
  return Buffer.concat([varint(field * 8), varint(value)]);
}

/** A field with a floating-point number. */
export function double(field: number, value: number): Buffer {
  const content = Buffer.alloc(8);
  content.writeDoubleLE(value);
  return Buffer.concat([varint(field * 8 + 1), content]);
}

/** Concatenates fields; `message.at` makes them a field of another message. */
export function message(...fields: readonly Buffer[]): Buffer {
  return Buffer.concat(fields);
}
message.at = (field: number, ...fields: readonly Buffer[]): Buffer => bytes(field, Buffer.concat(fields));

/** The body of a request: magic, then runtime.Unknown around the object. */
export function envelope(apiVersion: string, kind: string, object: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from('k8s\0'),
    message.at(1, text(1, apiVersion), text(2, kind)),
    bytes(2, object),
  ]);
}

/** A field of a message: its number, and its content as bytes or, for a number, as text. */
export interface ReadField {
  readonly number: number;
  readonly content: Buffer | string;
}

/** The fields of a message in order. Throws if the bytes are not a message. */
export function fieldsOf(message: Buffer): ReadField[] {
  const fields: ReadField[] = [];
  let at = 0;
  const readVarint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++];
      if (byte === undefined) throw new Error('the message is cut off');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const tag = Number(readVarint());
    const wire = tag % 8;
    if (wire === 0) fields.push({ number: tag >> 3, content: String(readVarint()) });
    else if (wire === 1 || wire === 2) {
      const length = wire === 1 ? 8 : Number(readVarint());
      if (at + length > message.length) throw new Error('the message is cut off');
      fields.push({ number: tag >> 3, content: message.subarray(at, at + length) });
      at += length;
    } else throw new Error(`wire type ${wire}`);
  }
  return fields;
}

/** The contents of all fields with this number that are bytes. */
export function contents(message: Buffer, number: number): Buffer[] {
  return fieldsOf(message).flatMap((field) =>
    field.number === number && typeof field.content !== 'string' ? [field.content] : [],
  );
}
