// Decompresses a blob; compress.as describes the format. Every position in a blob is checked, so that invalid bytes cause no access
// outside of blob, dictionary and output: the result is then `broken`.
import { sizeOf, textOf } from './dictionary';

export const broken: usize = 0xffffffff;

let varintEnd: usize = 0;

/** Reads a number of up to five bytes; sets `varintEnd`. */
function varint(from: usize): u32 {
  let p = from;
  let number: u32 = 0;
  for (let shift: u32 = 0; shift < 35; shift += 7) {
    const c: u32 = load<u8>(p++);
    number |= (c & 127) << shift;
    if (c < 128) break;
  }
  varintEnd = p;
  return number;
}

/** Length of the text of the blob at `from`. */
export function textLength(from: usize): u32 { return varint(from) >> 1; }

/** Writes up to 15 bytes more than `length`. If the ranges overlap, `from` must be at least 16 bytes before `to`. */
// @ts-ignore: decorator
@inline function copy(to: usize, from: usize, length: usize): void {
  let i: usize = 0;
  do {
    v128.store(to + i, v128.load(from + i));
    i += 16;
  } while (i < length);
}

/** Writes `length` nibbles as hex digits, and up to 31 bytes more. */
function putHex(to: usize, from: usize, length: usize): void {
  const letters = i8x16(0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66);
  for (let i: usize = 0; i < length; i += 16) {
    const pairs = v128.load64_zero(from + (i >> 1));
    const high = i8x16.shr_u(pairs, 4);
    const low = v128.and(pairs, i8x16.splat(15));
    const both = i8x16.shuffle(high, low, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    v128.store(to + i, i8x16.swizzle(letters, both));
  }
}

/**
 * Writes the blob's text to `to`, which must have room for it and 64 bytes more. Reads up to 64 bytes past the blob's end.
 * Returns the number of bytes written, or `broken`.
 */
export function decode(dictionary: usize, blob: usize, blobEnd: usize, to: usize): usize {
  const text = textOf(dictionary);
  const size = sizeOf(dictionary);
  const head = varint(blob);
  const wanted: usize = head >> 1;
  let p = varintEnd;
  if (head & 1) {
    if (p > blobEnd || wanted > blobEnd - p) return broken;
    memory.copy(to, p, wanted);
    return wanted;
  }
  const end = to + wanted;
  let o = to;
  let same = text - to;
  let before = same;
  while (o < end) {
    if (p >= blobEnd) return broken;
    const token: u32 = load<u8>(p++);
    let count: usize = (token >> 4) & 3;
    if (count == 3) {
      const more: u32 = load<u8>(p++);
      let n: usize = more & 127;
      if (n == 127) {
        n += varint(p);
        p = varintEnd;
        if (n > (blobEnd - blob) << 1) return broken;
      }
      count = min<usize>(n + 3, end - o);
      if (more & 128) {
        if (p > blobEnd || (count + 1) >> 1 > blobEnd - p) return broken;
        putHex(o, p, count);
        p += (n + 4) >> 1;
      } else {
        if (p > blobEnd || count > blobEnd - p) return broken;
        copy(o, p, count);
        p += n + 3;
      }
      o += count;
    } else {
      store<u16>(o, load<u16>(p));
      p += count;
      o += count;
    }
    if (o >= end) break;
    const kind = token >> 6;
    let length: usize = token & 15;
    let from: usize;
    if (kind == 3) {
      const back: usize = load<u16>(p);
      p += 2;
      if (back == 0 || back > o - to) return broken;
      if (length == 15) { length += varint(p); p = varintEnd; }
      length = min<usize>(length + 4, end - o);
      from = o - back;
      if (back < 16) {
        for (let i: usize = 0; i < length; i++) store<u8>(o + i, load<u8>(from + i));
      } else {
        copy(o, from, length);
      }
      o += length;
      continue;
    }
    if (kind == 0) {
      from = o + same;
      if (length == 15) { length += varint(p); p = varintEnd; }
      length += 2;
    } else {
      let distance: usize;
      if (kind == 1) {
        const shift: i32 = load<u8>(p++);
        distance = shift == 0 ? before : same + <usize>(shift - 128);
        if (length == 15) { length += varint(p); p = varintEnd; }
        length += 3;
      } else {
        distance = text + <usize>load<u16>(p) - o;
        p += 2;
        if (length == 15) { length += varint(p); p = varintEnd; }
        length += 4;
      }
      before = same;
      same = distance;
      from = o + distance;
    }
    length = min<usize>(length, end - o);
    if (from < text || from - text > size || length > size - (from - text)) return broken;
    copy(o, from, length);
    o += length;
  }
  return p > blobEnd ? broken : wanted;
}
