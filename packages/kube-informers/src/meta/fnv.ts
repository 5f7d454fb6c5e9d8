/** A 64-bit number as two unsigned halves of 32 bits. */
export interface Hash64 {
  readonly high: number;
  readonly low: number;
}

/**
 * Returns the 64-bit FNV-1a hash of a string's UTF-8 bytes.
 *
 * Without BigInt, which would allocate for every byte.
 */
export function fnv1a64(text: string): Hash64 {
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) return hashOfBytes(Buffer.from(text, 'utf8'));
    // The prime is 2^40 + 0x1b3; the product of the lower half is below 2^41, so exact.
    const product = ((low ^ code) >>> 0) * 0x1b3;
    high = (Math.imul(high, 0x1b3) + Math.floor(product / 2 ** 32) + ((low ^ code) << 8)) >>> 0;
    low = product >>> 0;
  }
  return { high, low };
}

function hashOfBytes(bytes: Uint8Array): Hash64 {
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (const byte of bytes) {
    const product = ((low ^ byte) >>> 0) * 0x1b3;
    high = (Math.imul(high, 0x1b3) + Math.floor(product / 2 ** 32) + ((low ^ byte) << 8)) >>> 0;
    low = product >>> 0;
  }
  return { high, low };
}
