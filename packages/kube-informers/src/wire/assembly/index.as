// Finds `metadata.managedFields` in JSON text, and in it the field sets (`fieldsV1`) that were seen before. Writes the text again
// with a number in place of each known set: its entry in a pool. After JSON.parse the reader replaces the numbers by objects.
//
// A field set is JSON of one shape only, objects within objects: `{"f:spec":{"f:replicas":{}}}`. Sets are equal if their bytes are.
//
// A set with a member that names items of a list (`k:{"ip":"10.0.0.7"}`) is rarely repeated, but the rest of the set is: its frame.
// If the frame is known, the number and the member are written as an array of two.
//
// Objects are untrusted: their authors choose the content of managedFields. The reader must never take an author's number for one
// that was written here. So JSON is rewritten only if no managedFields array in it holds a number or an array of its own:
// - every key that decodes to "managedFields" is written with exactly these bytes. Input that escapes letters as \u0061 is refused.
// - every array after such a key holds objects whose members are strings and field sets. Input with any other array is refused.
// Refused input is left to JSON.parse as a whole, and its objects do not share sets.
//
// The bytes `"managedFields":[` can only be the end of a key and the start of its value: inside a string the quotes would be escaped.
// They are copied like everything around the sets, so JSON.parse fails wherever it would have failed on the original text.

/** Maximum number of sets in the pool, and of bytes of their text. A full pool is emptied. */
const mostEntries: u32 = 4096;
const poolBytes: u32 = 512 * 1024;

/** Shorter sets are not replaced: replacing a number by an object costs as much as parsing them. */
const leastBytes: usize = 72;

/** Deeper sets are refused: reading and freezing them must not depend on how deep an author nests. Real ones have 5 to 30 levels. */
const mostDepth: i32 = 100;

/** Nested sets are searched down to this level: `fieldsV1`, `f:spec`, `f:template`, `f:spec`. */
const mostLevels: i32 = 3;

/** The number of entry 0, and the one that stands for omitted managedFields. */
export const firstNumber: u32 = 1000;
export const leftOut: u32 = 9999;
const numberDigits: usize = 4;

/** A set is added to the pool when it was seen this often; one that contains known sets saves less, so it is added later. */
const timesMet: u32 = 2;
const timesMetWithKnown: u32 = 8;

/** Longer sets are not searched for a frame. */
const longestFramed: usize = 16 * 1024;

/** Adding a set costs a copy here, and a JSON.parse in JavaScript. The budget for that is an eighth of the bytes saved so far. */
const mostCredit: i32 = 128 * 1024;

/** Maximum number of sets that wait, until the end of their array, to be added. */
const mostWaiting: u32 = 256;

/** Maximum number of numbers that one call writes. */
const mostNumbers: u32 = 8192;

const tableSlots: u32 = 8192;
const metSlots: u32 = 8192;

/** Offsets of the tables, from `base`. */
const entriesAt: usize = 0; // start, length, hash: 4 + 4 + 8 bytes
const tableAt: usize = entriesAt + mostEntries * 16; // entry + 1, or 0
const metAt: usize = tableAt + tableSlots * 4; // 24 bits of a hash, 8 of a count
// The path of a set, as names from `fieldsV1` on: their number, then start and end of each with its quotes, `mostLevels` of them.
const pathBytes: usize = 4 + mostLevels * 8;
const pathAt: usize = metAt + metSlots * 4;
const waitingBytes: usize = 48;
const waitingAt: usize = pathAt + 32; // hash, start, end, path
const numbersAt: usize = waitingAt + mostWaiting * waitingBytes;
const frameAt: usize = numbersAt + mostNumbers * 4; // the text of the current frame
const poolAt: usize = frameAt + longestFramed;
const afterPool: usize = poolAt + poolBytes;

const base: usize = (__heap_base + 63) & ~63;

/** Number of sets in the pool. */
export let entries: u32 = 0;
let pooled: u32 = 0;
/** True if nothing more can be added before `empty` is called. */
export let full: bool = false;
let credit: i32 = mostCredit;

/** State of the current text. */
let end: usize = 0;
let out: usize = 0;
let copied: usize = 0;
let waiting: u32 = 0;
/** True if the last set read names items of a list, as `k:{"ip":"10.0.0.7"}` does. */
let keyed: bool = false;

/** How many numbers the last call wrote. */
export let numbers: u32 = 0;

/** Addresses for JavaScript: of the numbers, and of the memory that it may use. */
export function numbersStart(): usize { return base + numbersAt; }
export function heapStart(): usize { return base + afterPool; }

/** Address of an entry's record: a JSON array of the names from `fieldsV1` to the set, then the set. The next record follows it. */
export function recordStart(entry: u32): usize { return entry == 0 ? base + poolAt : recordEnd(entry - 1); }
export function recordEnd(entry: u32): usize {
  const at = base + entriesAt + (entry << 4);
  return load<u32>(at) + load<u32>(at, 4) + 1;
}

/** Removes all sets: the next one that is added is entry 0. */
export function empty(): void {
  memory.fill(base, 0, pathAt);
  entries = 0;
  pooled = 0;
  full = false;
  credit = mostCredit;
}

/** From after a string's opening quote to after its closing one; 0 if it is not closed, or not valid for JSON.parse. */
// @ts-ignore: decorator
@inline function stringEnd(from: usize): usize {
  const v = v128.load(from);
  const m = i8x16.bitmask(v128.or(v128.or(i8x16.eq(v, i8x16.splat(0x22)), i8x16.eq(v, i8x16.splat(0x5c))), i8x16.le_u(v, i8x16.splat(0x1f))));
  if (m != 0) {
    const p = from + <usize>ctz(m);
    if (load<u8>(p) == 0x22) return p + 1;
    return longStringEnd(p);
  }
  return longStringEnd(from + 16);
}

function isHex(c: u32): bool {
  const letter = c | 0x20;
  return (c >= 0x30 && c <= 0x39) || (letter >= 0x61 && letter <= 0x66);
}

function longStringEnd(from: usize): usize {
  let p = from;
  while (p < end) {
    const v = v128.load(p);
    const m = i8x16.bitmask(v128.or(v128.or(i8x16.eq(v, i8x16.splat(0x22)), i8x16.eq(v, i8x16.splat(0x5c))), i8x16.le_u(v, i8x16.splat(0x1f))));
    if (m == 0) { p += 16; continue; }
    p += <usize>ctz(m);
    const c: u32 = load<u8>(p);
    if (c == 0x22) return p + 1;
    if (c != 0x5c) return 0;
    const e: u32 = load<u8>(p, 1);
    if (e == 0x75 && isHex(load<u8>(p, 2)) && isHex(load<u8>(p, 3)) && isHex(load<u8>(p, 4)) && isHex(load<u8>(p, 5))) {
      p += 6;
      continue;
    }
    if (e != 0x22 && e != 0x5c && e != 0x2f && e != 0x62 && e != 0x66 && e != 0x6e && e != 0x72 && e != 0x74) return 0;
    p += 2;
  }
  return 0;
}

/** Skips a set, from after its opening brace to after its closing one; 0 if it is not a set. */
function plainSet(from: usize): usize {
  let p = from;
  let depth: i32 = 1;
  while (true) {
    if (load<u8>(p) != 0x22) return 0;
    p = stringEnd(p + 1);
    if (p == 0 || p >= end || load<u16>(p) != 0x7b3a) return 0;
    p += 2;
    if (load<u8>(p) != 0x7d) {
      if (++depth > mostDepth) return 0;
      continue;
    }
    p++;
    while (load<u8>(p) == 0x7d) {
      p++;
      if (--depth == 0) return p;
    }
    if (load<u8>(p) != 0x2c) return 0;
    p++;
  }
}

// @ts-ignore: decorator
@inline function mix(h: u64, word: u64): u64 { return rotl((h ^ word) * 0x9e3779b97f4a7c15, 29); }

/** Hashes at least `leastBytes`. Collisions are possible: code that finds an entry by its hash compares the bytes. */
function hashOf(from: usize, to: usize): u64 {
  let a: u64 = to - from;
  let b: u64 = 0x2545f4914f6cdd1d;
  let p = from;
  for (; p + 16 <= to; p += 16) {
    a = mix(a, load<u64>(p));
    b = mix(b, load<u64>(p, 8));
  }
  a = mix(a, load<u64>(to - 16));
  b = mix(b, load<u64>(to - 8));
  a = mix(a ^ b, b >> 31);
  return a ^ (a >> 32);
}

/** Compares at least 16 bytes. */
function same(a: usize, b: usize, length: usize): bool {
  const last = length - 16;
  for (let i: usize = 0; i < last; i += 16) {
    if (v128.any_true(v128.xor(v128.load(a + i), v128.load(b + i)))) return false;
  }
  return !v128.any_true(v128.xor(v128.load(a + last), v128.load(b + last)));
}

/** Finds the entry with these bytes; returns entry + 1, or 0. */
function find(from: usize, to: usize, hash: u64): u32 {
  let slot = <u32>hash & (tableSlots - 1);
  while (true) {
    const found = load<u32>(base + tableAt + (slot << 2));
    if (found == 0) return 0;
    const entry = base + entriesAt + ((found - 1) << 4);
    if (load<u64>(entry, 8) == hash && load<u32>(entry, 4) == to - from && same(load<u32>(entry), from, to - from)) return found;
    slot = (slot + 1) & (tableSlots - 1);
  }
}

/** How often this hash was seen, including now; approximate, since hashes share slots. */
function met(hash: u64): u32 {
  const at = base + metAt + ((<u32>(hash >> 13) & (metSlots - 1)) << 2);
  const tag = <u32>(hash >> 40) << 8;
  const was = load<u32>(at);
  const times: u32 = (was & 0xffffff00) == tag ? min((was & 0xff) + 1, 255) : 1;
  store<u32>(at, tag | times);
  return times;
}

function learn(from: usize, to: usize, hash: u64, path: usize): void {
  const length = <u32>(to - from);
  if (<i32>length > credit || find(from, to, hash) != 0) return;
  const names = load<u32>(path);
  let recordBytes = length + 2;
  for (let i: u32 = 0; i < names; i++) recordBytes += load<u32>(path + (i << 3), 8) - load<u32>(path + (i << 3), 4) + 1;
  if (entries == mostEntries || pooled + recordBytes > poolBytes) {
    full = true;
    return;
  }
  credit -= <i32>length;
  let at = base + poolAt + pooled;
  pooled += recordBytes;
  store<u8>(at++, 0x5b);
  for (let i: u32 = 0; i < names; i++) {
    const name = load<u32>(path + (i << 3), 4);
    const nameBytes = load<u32>(path + (i << 3), 8) - name;
    memory.copy(at, name, nameBytes);
    at += nameBytes;
    store<u8>(at++, 0x2c);
  }
  memory.copy(at, from, length);
  store<u8>(at + length, 0x5d);
  const entry = base + entriesAt + (entries << 4);
  store<u32>(entry, <u32>at);
  store<u32>(entry, length, 4);
  store<u64>(entry, hash, 8);
  let slot = <u32>hash & (tableSlots - 1);
  while (load<u32>(base + tableAt + (slot << 2)) != 0) slot = (slot + 1) & (tableSlots - 1);
  entries++;
  store<u32>(base + tableAt + (slot << 2), entries);
}

/** Writes the text before `from`, and continues after `to`. */
function writeBefore(from: usize, to: usize): void {
  memory.copy(out, copied, from - copied);
  out += from - copied;
  copied = to;
  credit = min(mostCredit, credit + (<i32>(to - from) >> 3));
}

function writeNumber(entry: u32): void {
  let n = firstNumber + entry;
  store<u32>(base + numbersAt + (numbers << 2), n);
  for (let i: usize = numberDigits; i > 0; i--) {
    store<u8>(out + i - 1, <u8>(0x30 + n % 10));
    n /= 10;
  }
  out += numberDigits;
  numbers++;
}

/** Writes the text before `from`, and the entry's number in place of `[from, to)`. */
function write(from: usize, to: usize, entry: u32): void {
  writeBefore(from, to);
  writeNumber(entry);
}

/**
  * Writes the frame of the set `[from, to)`: its text with a 0, which no set contains, in place of the member `[hole, holeEnd)`. For
  * a pod's status, that is everything but the addresses. Returns where the frame ends.
 */
function frame(from: usize, hole: usize, holeEnd: usize, to: usize): usize {
  const at = base + frameAt;
  memory.copy(at, from, hole - from);
  const zero = at + (hole - from);
  store<u8>(zero, 0x30);
  memory.copy(zero + 1, holeEnd, to - holeEnd);
  return zero + 1 + (to - holeEnd);
}

/** Hashes the path of the sets inside the member whose name is at `[from, to)`. */
function inside(path: u64, from: usize, to: usize): u64 {
  let h = path + 1;
  for (let p = from; p < to; p++) h = (h ^ load<u8>(p)) * 0x100000001b3;
  return h;
}

/**
  * Reads the set at `from`, which starts with a brace and a key. Returns where it ends, 0 if it is not a set. `path` is a hash of the
  * names around it; the same set at another path is another entry, so that an entry determines where its set belongs.
 */
function fieldSet(from: usize, level: i32, path: u64): usize {
  const outBefore = out;
  const copiedBefore = copied;
  const numbersBefore = numbers;
  const waitingBefore = waiting;
  let items = false;
  let hole: usize = 0;
  let holeEnd: usize = 0;
  let p = from + 1;
  if (level == mostLevels) {
    p = plainSet(p);
    if (p == 0) return 0;
  } else {
    while (true) {
      if (load<u8>(p) != 0x22) return 0;
      // Members with other names, `k:` and `v:` of lists and `.`, are not searched.
      const field = load<u16>(p, 1) == 0x3a66;
      items = items || load<u16>(p, 1) == 0x3a6b;
      const key = p;
      p = stringEnd(p + 1);
      if (p == 0 || p >= end || load<u16>(p) != 0x7b3a) return 0;
      if (load<u8>(p, 2) == 0x7d) p += 3;
      else if (!field) p = plainSet(p + 2);
      else {
        const name = base + pathAt + 4 + (<usize>level << 3);
        store<u32>(name, <u32>key);
        store<u32>(name, <u32>p, 4);
        const child = p + 1;
        const numbersOutside = numbers;
        p = fieldSet(child, level + 1, inside(path, key, p));
        if (keyed && numbers == numbersOutside) {
          hole = child;
          holeEnd = p;
        }
      }
      if (p == 0) return 0;
      const c: u32 = load<u8>(p);
      p++;
      if (c == 0x7d) break;
      if (c != 0x2c) return 0;
    }
  }
  keyed = items;
  if (p > end || p - from < leastBytes || numbers + 1 >= mostNumbers) return p;
  const hash = hashOf(from, p) ^ path;
  const found = find(from, p, hash);
  if (found != 0) {
    // Replaces the numbers that were written for sets inside.
    out = outBefore;
    copied = copiedBefore;
    numbers = numbersBefore;
    waiting = waitingBefore;
    write(from, p, found - 1);
    return p;
  }
  if (met(hash) >= (numbers == numbersBefore ? timesMet : timesMetWithKnown)) {
    waiting = waitingBefore;
    if (waiting < mostWaiting) {
      const at = base + waitingAt + waiting * waitingBytes;
      store<u64>(at, hash);
      store<u32>(at, <u32>from, 8);
      store<u32>(at, <u32>p, 12);
      store<u32>(base + pathAt, level);
      memory.copy(at + 16, base + pathAt, pathBytes);
      waiting++;
    }
  }
  if (hole == 0 || p - from > longestFramed || (p - from) - (holeEnd - hole) < leastBytes) return p;
  const text = base + frameAt;
  const textEnd = frame(from, hole, holeEnd, p);
  const frameHash = hashOf(text, textEnd) ^ path;
  const framed = find(text, textEnd, frameHash);
  if (framed != 0) {
    out = outBefore;
    copied = copiedBefore;
    numbers = numbersBefore;
    writeBefore(from, p);
    store<u8>(out++, 0x5b);
    writeNumber(framed - 1);
    store<u8>(out++, 0x2c);
    memory.copy(out, hole, holeEnd - hole);
    out += holeEnd - hole;
    store<u8>(out++, 0x5d);
  } else if (met(frameHash) >= timesMetWithKnown) {
    store<u32>(base + pathAt, level);
    learn(text, textEnd, frameHash, base + pathAt);
  }
  return p;
}

/**
  * Reads an array of managedFields, from after its bracket. Returns the address after its closing one; 0 if anything is unusual.
  * If `plain`, its sets are skipped.
 */
function managedFields(from: usize, plain: bool): usize {
  let p = from;
  if (load<u8>(p) == 0x5d) return p < end ? p + 1 : 0;
  while (true) {
    if (load<u8>(p) != 0x7b) return 0;
    p++;
    while (true) {
      if (load<u8>(p) != 0x22) return 0;
      // "fieldsV1":{
      if (load<u64>(p, 1) == 0x315673646c656966 && load<u16>(p, 9) == 0x3a22 && load<u8>(p, 11) == 0x7b) {
        if (load<u8>(p, 12) == 0x7d) p += 13;
        else p = plain ? plainSet(p + 12) : fieldSet(p + 11, 0, 0);
      } else {
        p = stringEnd(p + 1);
        if (p == 0 || p >= end || load<u16>(p) != 0x223a) return 0;
        p = stringEnd(p + 2);
      }
      if (p == 0 || p >= end) return 0;
      const c: u32 = load<u8>(p);
      p++;
      if (c == 0x7d) break;
      if (c != 0x2c) return 0;
    }
    const c: u32 = load<u8>(p);
    p++;
    if (c == 0x5d) return p <= end ? p : 0;
    if (c != 0x2c) return 0;
  }
}

/** Not an address: the text is left to JSON.parse. */
const refused: usize = 1;

/** The address after the next `"managedFields":[` from `from` on; 0 if there is no such array; `refused` if it is spelled differently. */
function next(from: usize): usize {
  const quote = i8x16.splat(0x22);
  const capitalF = i8x16.splat(0x46);
  const backslash = i8x16.splat(0x5c);
  const u = i8x16.splat(0x75);
  let p = from;
  while (p < end) {
    const v = v128.load(p);
    const key = v128.and(i8x16.eq(v, quote), i8x16.eq(v128.load(p, 8), capitalF));
    const escape = v128.and(i8x16.eq(v, backslash), i8x16.eq(v128.load(p, 1), u));
    let m: u32 = i8x16.bitmask(v128.or(key, escape));
    while (m != 0) {
      const q = p + <usize>ctz(m);
      m &= m - 1;
      if (q >= end) return 0;
      if (load<u8>(q) == 0x5c) {
        // \u004x to \u007x: letters. API servers do not escape them.
        const digit: u32 = load<u8>(q, 4);
        if (load<u16>(q, 2) == 0x3030 && digit >= 0x34 && digit <= 0x37) return refused;
      } else if (load<u64>(q) == 0x646567616e616d22 && (load<u64>(q, 8) & 0x00ffffffffffffff) == 0x2273646c656946) {
        const c: u32 = load<u8>(q, 15);
        if (c == 0x3a) {
          const value: u32 = load<u8>(q, 16);
          if (value == 0x5b) return q + 17;
          // An object, a string, null, true or false is harmless. What remains are numbers, and spaces before any value.
          if (value != 0x7b && value != 0x22 && value != 0x6e && value != 0x74 && value != 0x66) return refused;
        } else if (c == 0x20 || c == 0x09 || c == 0x0a || c == 0x0d) return refused;
      }
    }
    p += 16;
  }
  return 0;
}

/**
  * Writes the text at `[from, to)`, with numbers for known sets, to `target`; returns where it ends, 0 if the text is refused. With
  * `leaveOut`, writes one number for each whole array of managedFields. The target has as much space as the text. 64 bytes after
  * the text are readable, the first of them a NUL.
 */
export function replace(from: usize, to: usize, target: usize, leaveOut: bool): usize {
  end = to;
  out = target;
  copied = from;
  numbers = 0;
  let p = next(from);
  while (p != 0) {
    waiting = 0;
    const q = p == refused ? 0 : managedFields(p, leaveOut);
    if (q == 0) {
      numbers = 0;
      return 0;
    }
    if (leaveOut) {
      // The shortest array except `[]` is longer than the number.
      if (q - p > 1 && numbers + 1 < mostNumbers) write(p - 1, q, leftOut - firstNumber);
    }
    for (let i: u32 = 0; i < waiting; i++) {
      const at = base + waitingAt + i * waitingBytes;
      learn(load<u32>(at, 8), load<u32>(at, 12), load<u64>(at), at + 16);
    }
    p = next(q);
  }
  memory.copy(out, copied, to - copied);
  return out + (to - copied);
}
