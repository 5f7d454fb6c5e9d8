/**
 * Returns the 64-bit FNV-1a hash of a string's UTF-8 bytes, as 16 lower-case hex digits (apimachinery's
 * sharding.HashField).
 */
export function fnv1a64(text: string): string {
  // The number as two halves of 32 bits. The prime is 2^40 + 0x1b3.
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (const byte of Buffer.from(text, 'utf8')) {
    low = (low ^ byte) >>> 0;
    const product = low * 0x1b3;
    high = (Math.imul(high, 0x1b3) + Math.floor(product / 2 ** 32) + (low << 8)) >>> 0;
    low = product >>> 0;
  }
  return hex(high) + hex(low);
}

function hex(number: number): string {
  return number.toString(16).padStart(8, '0');
}
