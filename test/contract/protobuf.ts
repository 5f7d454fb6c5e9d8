/** Just enough protobuf to write a request by hand. */

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return Buffer.from([...bytes, rest]);
}

function bytes(field: number, content: Buffer): Buffer {
  return Buffer.concat([varint(field * 8 + 2), varint(content.length), content]);
}

/** A field with a text. */
export function text(field: number, value: string): Buffer {
  return bytes(field, Buffer.from(value, 'utf8'));
}

/** A field with a number. */
export function number(field: number, value: number): Buffer {
  return Buffer.concat([varint(field * 8), varint(value)]);
}

/** Fields one after the other; `message.at` makes them a field of another message. */
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
