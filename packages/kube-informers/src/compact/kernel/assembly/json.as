// Validates JSON (RFC 8259) in bytes, accepting what JSON.parse accepts. The caller writes a NUL, which is not valid in JSON, after
// every text, so no scan runs past its end. Loads may read up to 64 bytes further.
//
// A scan returns the position after what it read, or 0. For 0, `failedAt` is the invalid byte (at or after the text's end if the
// text is truncated), or `tooDeep` is set.

import { follow, landed } from './marks';

// Open brackets, 29 to a word. JavaScript reads JSON that nests deeper than about 500 levels.
const mostStacked: i32 = 17;
const stack: usize = memory.data(4 * 17);

export let failedAt: usize = 0;
export let tooDeep: i32 = 0;
/** Set by strings that contain a backslash; the caller clears it. */
export let sawEscape: i32 = 0;

export function clearFailure(): void { failedAt = 0; tooDeep = 0; }
export function clearEscape(): void { sawEscape = 0; }

export function fail(p: usize): usize { failedAt = p; return 0; }

// @ts-ignore: decorator
@inline function isSpace(c: u32): bool { return c == 0x20 || c == 0x0a || c == 0x0d || c == 0x09; }

// @ts-ignore: decorator
@inline export function spaces(from: usize): usize {
  let p = from;
  while (load<u8>(p) <= 0x20) {
    if (!isSpace(load<u8>(p))) break;
    p++;
  }
  return p;
}

// @ts-ignore: decorator
@inline function isHex(c: u32): bool { return c - 0x30 < 10 || (c | 0x20) - 0x61 < 6; }

/** From after a string's opening quote to after its closing one. */
// @ts-ignore: decorator
@inline export function string(from: usize): usize {
  const v = v128.load(from);
  const m = i8x16.bitmask(v128.or(v128.or(i8x16.eq(v, i8x16.splat(0x22)), i8x16.eq(v, i8x16.splat(0x5c))), i8x16.le_u(v, i8x16.splat(0x1f))));
  if (m != 0) {
    const p = from + <usize>ctz(m);
    if (load<u8>(p) == 0x22) return p + 1;
    return longString(p);
  }
  return longString(from + 16);
}

function longString(from: usize): usize {
  let p = from;
  while (true) {
    const v = v128.load(p);
    const m = i8x16.bitmask(v128.or(v128.or(i8x16.eq(v, i8x16.splat(0x22)), i8x16.eq(v, i8x16.splat(0x5c))), i8x16.le_u(v, i8x16.splat(0x1f))));
    if (m == 0) { p += 16; continue; }
    p += <usize>ctz(m);
    const c: u32 = load<u8>(p);
    if (c == 0x22) return p + 1;
    if (c != 0x5c) return fail(p);
    sawEscape = 1;
    const e: u32 = load<u8>(p, 1);
    if (e == 0x75) {
      for (let i: usize = 2; i < 6; i++) if (!isHex(load<u8>(p + i))) return fail(p + i);
      p += 6;
    } else if (e == 0x22 || e == 0x5c || e == 0x2f || e == 0x62 || e == 0x66 || e == 0x6e || e == 0x72 || e == 0x74) {
      p += 2;
    } else {
      return fail(p + 1);
    }
  }
}

function word(p: usize, text: u64, length: usize): usize {
  let rest = text;
  for (let i: usize = 0; i < length; i++) {
    if (load<u8>(p + i) != <u8>rest) return fail(p + i);
    rest >>= 8;
  }
  return p + length;
}

// @ts-ignore: decorator
@inline function digits(from: usize): usize {
  let p = from;
  while (<u32>load<u8>(p) - 0x30 < 10) p++;
  return p;
}

/** A number, true, false or null. */
function scalar(from: usize): usize {
  let p = from;
  let c: u32 = load<u8>(p);
  if (c == 0x74) return word(p, 0x65757274, 4);
  if (c == 0x66) return word(p, 0x65736c6166, 5);
  if (c == 0x6e) return word(p, 0x6c6c756e, 4);
  if (c == 0x2d) c = load<u8>(++p);
  if (c == 0x30) p++;
  else if (c - 0x31 < 9) p = digits(p + 1);
  else return fail(p);
  if (load<u8>(p) == 0x2e) {
    const q = digits(p + 1);
    if (q == p + 1) return fail(q);
    p = q;
  }
  if ((load<u8>(p) | 0x20) == 0x65) {
    p++;
    c = load<u8>(p);
    if (c == 0x2b || c == 0x2d) p++;
    const q = digits(p);
    if (q == p) return fail(q);
    p = q;
  }
  return p;
}

/** A whole value, from its first byte to after its last. `base`: the open brackets around it as in marks.as; 1 for none. */
export function value(from: usize, base: u32): usize {
  const inside: u32 = base == 7 ? 0xffffffff : 0xffff0000;
  let p = from;
  // A leading 1, then a bit for each open bracket. A full word is pushed onto the stack.
  let open = base;
  let stacked: i32 = 0;
  while (true) {
    // A value begins here.
    const c: u32 = load<u8>(p);
    let key = false;
    if (c == 0x22) {
      if (stacked != 0) {
        p = string(p + 1);
        if (p == 0) return 0;
      } else {
        p = follow(p + 1, open << 1, inside);
        if (p == 0) return 0;
        open = landed >> 1;
        key = (landed & 1) != 0;
      }
    } else if (c == 0x7b || c == 0x5b) {
      const object: u32 = c == 0x7b ? 1 : 0;
      p = spaces(p + 1);
      if (load<u8>(p) == <u8>(c + 2)) {
        p++;
      } else {
        if (open >= 0x20000000) {
          if (stacked == mostStacked) {
            tooDeep = 1;
            return 0;
          }
          store<u32>(stack + (stacked << 2), open);
          stacked++;
          open = 1;
        }
        open = (open << 1) | object;
        if (!object) continue;
        if (load<u8>(p) != 0x22) return fail(p);
        key = true;
        if (stacked != 0) {
          p = string(p + 1);
          if (p == 0) return 0;
        } else {
          p = follow(p + 1, (open << 1) | 1, inside);
          if (p == 0) return 0;
          open = landed >> 1;
          key = (landed & 1) != 0;
        }
      }
    } else {
      p = scalar(p);
      if (p == 0) return 0;
    }
    // After a key or a value.
    while (true) {
      if (key) {
        p = spaces(p);
        if (load<u8>(p) != 0x3a) return fail(p);
        p = spaces(p + 1);
        break;
      }
      if (open == base && stacked == 0) return p;
      p = spaces(p);
      const d: u32 = load<u8>(p);
      if (d == 0x2c) {
        p = spaces(p + 1);
        if (!(open & 1)) break;
        if (load<u8>(p) != 0x22) return fail(p);
        key = true;
        if (stacked != 0) {
          p = string(p + 1);
          if (p == 0) return 0;
        } else {
          p = follow(p + 1, (open << 1) | 1, inside);
          if (p == 0) return 0;
          open = landed >> 1;
          key = (landed & 1) != 0;
        }
        continue;
      }
      if (d != (open & 1 ? 0x7d : 0x5d)) return fail(p);
      p++;
      open >>= 1;
      if (open == 1 && stacked != 0) open = load<u32>(stack + (--stacked << 2));
    }
  }
}

/** The position after the bracket that closes the one at `from`, without validation; 0 if it is not before `end`. */
export function balanced(from: usize, end: usize): usize {
  let depth: i32 = 0;
  let quoted = false;
  for (let p = from; p < end; p++) {
    const c: u32 = load<u8>(p);
    if (quoted) {
      if (c == 0x5c) p++;
      else if (c == 0x22) quoted = false;
    } else if (c == 0x22) {
      quoted = true;
    } else if (c == 0x7b || c == 0x5b) {
      depth++;
    } else if (c == 0x7d || c == 0x5d) {
      if (--depth == 0) return p + 1;
    }
  }
  return fail(end);
}

/** The first newline from `from` on; `end` if there are only other bytes before it. */
export function newline(from: usize, end: usize): usize {
  let p = from;
  while (p < end) {
    const m = i8x16.bitmask(i8x16.eq(v128.load(p), i8x16.splat(0x0a)));
    if (m != 0) return min(end, p + <usize>ctz(m));
    p += 16;
  }
  return end;
}
