/** Thrown if the bytes are not a protobuf message of the expected type. */
export class ProtobufError extends Error {
  override readonly name = 'ProtobufError';
}

/** Reads the bytes of one message sequentially. */
export class ProtobufReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get done(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** Returns number and wire type of the next field; undefined at the end. */
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
