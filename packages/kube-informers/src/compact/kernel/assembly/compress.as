// Compresses text. In a blob, this follows the table that writeMembers of fields.as writes. It starts with a varint: twice the text's
// length, plus one if the text follows uncompressed.
// Otherwise sequences follow, each of literals and a match, up to the end of the text:
//
//   token   kkllmmmm   k: kind of the match, l: number of literals (3: see below), m: length of the match minus the kind's minimum
//   if l = 3   hnnnnnnn   n + 3 literals (n = 127: plus a varint that follows); h: the literals are hex digits, packed two to a byte
//   the literals; the position of the match (depends on the kind); if m = 15, a varint to add to m. The last sequence can end after its literals.
//
// Objects of a kind differ by a few bytes here and there, so most matches continue at the distance between text and dictionary that
// the previous match had: kind 0, which needs no position. Kind 1 has one byte: 0 for the distance before the previous one, otherwise
// 128 plus the difference from the previous one. Kind 2 has a position in the dictionary, kind 3 a distance back in the text, both u16.
import { hash, sizeOf, slot, textOf } from './dictionary';

const SAME: u32 = 0;
const NEAR: u32 = 1;
const PLACE: u32 = 2;
const SELF: u32 = 3;

// Hash table of earlier positions in texts. Stale addresses are harmless: the bytes found there are compared.
const selfBits: u64 = 10;
const self: usize = memory.data(4 << 10);

/** Space a blob may need beyond its text's length: for headers, and for wide stores that write past its end. */
export const slack: usize = 128;

export function putVarint(to: usize, number: usize): usize {
  let p = to;
  let rest = number;
  while (rest > 127) {
    store<u8>(p++, rest | 128);
    rest >>= 7;
  }
  store<u8>(p, rest);
  return p + 1;
}

/** Number of equal bytes at `p` and `q`; `p` is read up to `end`. */
// @ts-ignore: decorator
@inline export function common(p: usize, q: usize, end: usize): usize {
  let a = p;
  let b = q;
  while (a < end) {
    const m = i8x16.bitmask(i8x16.ne(v128.load(a), v128.load(b)));
    if (m != 0) return min(end, a + <usize>ctz(m)) - p;
    a += 16;
    b += 16;
  }
  return end - p;
}

/** Converts hex digits to their values; each byte must be one of 0-9a-f. */
// @ts-ignore: decorator
@inline function nibbles(v: v128): v128 {
  return v128.and(i8x16.add(v, v128.and(i8x16.gt_u(v, i8x16.splat(0x39)), i8x16.splat(9))), i8x16.splat(15));
}

// @ts-ignore: decorator
@inline function notHex(v: v128): i32 {
  return i8x16.bitmask(v128.not(v128.or(
    i8x16.lt_u(i8x16.sub(v, i8x16.splat(0x30)), i8x16.splat(10)),
    i8x16.lt_u(i8x16.sub(v, i8x16.splat(0x61)), i8x16.splat(6)))));
}

function isHexRun(from: usize, length: usize): bool {
  let p = from;
  let rest = length;
  while (rest >= 16) {
    if (notHex(v128.load(p)) != 0) return false;
    p += 16;
    rest -= 16;
  }
  return (notHex(v128.load(p)) & ((1 << <i32>rest) - 1)) == 0;
}

/** Writes at least three literals. */
function putLiterals(to: usize, from: usize, length: usize): usize {
  let o = to;
  const hex = length > 3 && isHexRun(from, length);
  const n = length - 3;
  store<u8>(o++, <u32>min<usize>(n, 127) | (hex ? 128 : 0));
  if (n >= 127) o = putVarint(o, n - 127);
  if (hex) {
    for (let i: usize = 0; i < length; i += 16) {
      const v = nibbles(v128.load(from + i));
      // Packs each pair of digits into one byte: aa bb → (aa << 4 | bb).
      const pairs = v128.or(i16x8.shl(v, 4), i16x8.shr_u(v, 8));
      v128.store(o + (i >> 1), i8x16.narrow_i16x8_u(v128.and(pairs, i16x8.splat(0xff)), i16x8.splat(0)));
    }
    return o + ((length + 1) >> 1);
  }
  for (let i: usize = 0; i < length; i += 16) v128.store(o + i, v128.load(from + i));
  return o + length;
}

// @ts-ignore: decorator
@inline function putToken(to: usize, kind: u32, literals: usize, count: usize, m: usize): usize {
  store<u8>(to, (kind << 6) | (<u32>min<usize>(count, 3) << 4) | <u32>min<usize>(m, 15));
  if (count >= 3) return putLiterals(to + 1, literals, count);
  store<u16>(to + 1, load<u16>(literals));
  return to + 1 + count;
}

/** Compresses the text `[s, e)` with the dictionary; returns where the blob ends. */
export function encode(dictionary: usize, s: usize, e: usize, to: usize): usize {
  const text = textOf(dictionary);
  const size = sizeOf(dictionary);
  const textEnd = text + size;
  // A match must begin before this offset, so that 16 bytes can be loaded.
  const safe: usize = size > 16 ? size - 16 : 0;
  let o = putVarint(to, (e - s) << 1);
  let p = s;
  let literals = s;
  let same = text - s;
  let before = same;
  const last = e - s > 16 ? e - 16 : s;
  while (p < last) {
    const r = p + same;
    let next: usize = 16;
    if (r - text < safe) {
      const m: i32 = i8x16.bitmask(i8x16.eq(v128.load(p), v128.load(r)));
      if ((m & 7) == 7) {
        let length: usize = <usize>ctz(~m);
        if (length == 16) length += common(p + 16, r + 16, min(e, p + (textEnd - r)));
        o = putToken(o, SAME, literals, p - literals, length - 2);
        if (length >= 17) o = putVarint(o, length - 17);
        p += length;
        literals = p;
        continue;
      }
      const runs = m & (m >> 1) & (m >> 2) & (m >> 3);
      if (runs != 0) {
        next = <usize>ctz(runs);
        // The distance matches again within four bytes: a search elsewhere would take longer.
        if (next <= 4) {
          p += next;
          continue;
        }
      }
    }
    const h = hash(p);
    const w = load<u32>(p);
    let length: usize = 0;
    let from: usize = 0;
    let kind: u32 = PLACE;
    if (safe != 0) {
      const c = text + <usize>load<u16>(slot(dictionary, h));
      if (load<u32>(c) == w) {
        length = common(p, c, min(e, p + (textEnd - c)));
        from = c;
      }
      const b = p + before;
      if (b - text < safe && load<u32>(b) == w) {
        const n = common(p, b, min(e, p + (textEnd - b)));
        if (n >= length) {
          length = n;
          from = b;
        }
      }
    }
    const own = self + ((<usize>(h >> (64 - selfBits))) << 2);
    const c = <usize>load<u32>(own);
    store<u32>(own, p);
    if (c >= s && c < p && p - c < 65536 && load<u32>(c) == w) {
      const n = common(p, c, e);
      if (n > length) {
        length = n;
        from = c;
        kind = SELF;
      }
    }
    if (length < 6) {
      // Skips more the longer nothing matches; a later match is extended backwards over the skipped bytes.
      p += next < 16 ? next : 1 + min<usize>((p - literals) >> 1, 31);
      continue;
    }
    // Extends the match backwards over literals that are not written yet.
    const least = kind == SELF ? s : text;
    while (p > literals && from > least && load<u8>(p - 1) == load<u8>(from - 1)) {
      p--;
      from--;
      length++;
    }
    const count = p - literals;
    if (kind == SELF) {
      o = putToken(o, SELF, literals, count, length - 4);
      store<u16>(o, p - from);
      o += 2;
      if (length >= 19) o = putVarint(o, length - 19);
    } else {
      const distance = from - p;
      const shift = <i32>(distance - same);
      if (distance == before || (shift >= -127 && shift <= 127)) {
        o = putToken(o, NEAR, literals, count, length - 3);
        store<u8>(o++, distance == before ? 0 : shift + 128);
        if (length >= 18) o = putVarint(o, length - 18);
      } else {
        o = putToken(o, PLACE, literals, count, length - 4);
        store<u16>(o, from - text);
        o += 2;
        if (length >= 19) o = putVarint(o, length - 19);
      }
      before = same;
      same = distance;
    }
    p += length;
    literals = p;
  }
  if (literals < e) o = putToken(o, SAME, literals, e - literals, 0);
  return o;
}

/** Writes a blob that contains the text uncompressed. */
export function storeRaw(s: usize, e: usize, to: usize): usize {
  const o = putVarint(to, ((e - s) << 1) | 1);
  memory.copy(o, s, e - s);
  return o + (e - s);
}
