// Finds `metadata.managedFields` in JSON texts, and in them the field sets (`fieldsV1`) that were seen before, and writes the text
// again with a number in place of each: its entry in a pool, whose JavaScript object the reader puts there after JSON.parse.
//
// A field set is JSON of one shape only, objects within objects: `{"f:spec":{"f:replicas":{}}}`. What has another shape, spaces
// among it, is left as it stands. So is an array of managedFields with anything unusual about it, as a whole. Nothing is taken for
// equal but what is the same bytes.
//
// A set of which one member names items of a list (`k:{"ip":"10.0.0.7"}`) is seldom met again, what is around that member is: its
// frame. Where the frame is known, the number and the member stand in the text as an array of two.
//
// The raw bytes `"managedFields":[` can only be a key and the beginning of its value: inside a string the first quote would have a
// backslash, and then they are the end of a key. All of them stay in the text, so JSON.parse fails where it would have failed.

/** Sets in the pool, and bytes of all their texts. Full, it is emptied and begins anew. */
const mostEntries: u32 = 4096;
const poolBytes: u32 = 512 * 1024;

/** Shorter sets are parsed as they are: to put an object in place of a number costs as much. */
const leastBytes: usize = 72;

/** Nested sets are looked at down to here: `fieldsV1`, `f:spec`, `f:template`, `f:spec`. */
const mostLevels: i32 = 3;

/** Digits of a number: five that `begin` got, then the entry. */
const numberDigits: usize = 9;

/** A set is learnt when it was met this often; one that has known ones inside, of which little would be saved, later. */
const timesMet: u32 = 2;
const timesMetWithKnown: u32 = 8;

/** A frame is not looked for in a set that is longer. */
const longestFramed: usize = 16 * 1024;

/** Learning costs JavaScript a JSON.parse of the text. It is paid with what known sets have saved, an eighth of their bytes. */
const mostCredit: i32 = 128 * 1024;

/** Sets that wait, at the end of their array, to be learnt. */
const mostWaiting: u32 = 256;

/** Sets that one call learns at most. */
const mostLearnt: u32 = 512;

/** Numbers written by one call at most. */
const mostNumbers: u32 = 8192;

const tableSlots: u32 = 8192;
const metSlots: u32 = 8192;

/** Where things stand, from `base` on. */
const entriesAt: usize = 0; // start, length, hash: 4 + 4 + 8 bytes
const tableAt: usize = entriesAt + mostEntries * 16; // entry + 1, or 0
const metAt: usize = tableAt + tableSlots * 4; // 24 bits of a hash, 8 of a count
// Where a set is, as names from `fieldsV1` on: how many, then start and end of each with its quotes, `mostLevels` of them.
const pathBytes: usize = 4 + mostLevels * 8;
const pathAt: usize = metAt + metSlots * 4;
const waitingBytes: usize = 48;
const waitingAt: usize = pathAt + 32; // hash, start, end, path
const numbersAt: usize = waitingAt + mostWaiting * waitingBytes;
const learntBytes: usize = 8 + pathBytes;
const learntAt: usize = numbersAt + mostNumbers * 4; // of this call's new entries: start and end of the text in the pool, path
const frameAt: usize = learntAt + ((mostLearnt * learntBytes + 15) & ~15); // the text of the frame at hand
const poolAt: usize = frameAt + longestFramed;
const afterPool: usize = poolAt + poolBytes;

const base: usize = (__heap_base + 63) & ~63;

/** The number of entry 0. */
let firstNumber: u32 = 0;
let entries: u32 = 0;
let pooled: u32 = 0;
let full: bool = false;
let credit: i32 = mostCredit;

/** What is written for managedFields that are left out: no entry's. */
const leftOut: u32 = 9999;

/** Of the text at hand. */
let end: usize = 0;
let out: usize = 0;
let copied: usize = 0;
let waiting: u32 = 0;
/** The set that was read last names items of a list, as `k:{"ip":"10.0.0.7"}` does. */
let keyed: bool = false;

/** Numbers written, sets learnt by the last call. */
export let numbers: u32 = 0;
export let learnt: u32 = 0;
/** The pool was emptied before the last call. */
export let emptied: u32 = 0;

/** Addresses for JavaScript: of the numbers, of the learnt texts' starts and ends, of the memory that is its own. */
export function numbersStart(): usize { return base + numbersAt; }
export function learntStart(): usize { return base + learntAt; }
export function heapStart(): usize { return base + afterPool; }

/**
 * Numbers begin with these five digits from now on, 10000 to 99999. Nobody who writes objects must be able to guess them: a number
 * that stands in a text where a set could be would be taken for that set.
 */
export function begin(digits: u32): void { firstNumber = digits * 10000; }

function empty(): void {
  memory.fill(base, 0, numbersAt);
  entries = 0;
  pooled = 0;
  full = false;
  credit = mostCredit;
}

/** From behind a string's opening quote to behind its closing one; 0: there is none, or JSON.parse would not take it. */
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
    // Escapes by number are rare here, and left to JSON.parse.
    if (e != 0x22 && e != 0x5c && e != 0x2f && e != 0x62 && e != 0x66 && e != 0x6e && e != 0x72 && e != 0x74) return 0;
    p += 2;
  }
  return 0;
}

/** A set that is not looked into, from behind its opening brace to behind its closing one; 0: it is none. */
function plainSet(from: usize): usize {
  let p = from;
  let depth: i32 = 1;
  while (true) {
    if (load<u8>(p) != 0x22) return 0;
    p = stringEnd(p + 1);
    if (p == 0 || p >= end || load<u16>(p) != 0x7b3a) return 0;
    p += 2;
    if (load<u8>(p) != 0x7d) {
      depth++;
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

/** At least `leastBytes` long. Not to be relied on: whoever finds an entry by it compares the bytes. */
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

/** At least 16 bytes. */
function same(a: usize, b: usize, length: usize): bool {
  const last = length - 16;
  for (let i: usize = 0; i < last; i += 16) {
    if (v128.any_true(v128.xor(v128.load(a + i), v128.load(b + i)))) return false;
  }
  return !v128.any_true(v128.xor(v128.load(a + last), v128.load(b + last)));
}

/** Entry + 1 of these bytes, or 0. */
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

/** How often this hash was met, this time included; about, since others share its place. */
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
  if (<i32>length > credit || learnt == mostLearnt || find(from, to, hash) != 0) return;
  if (entries == mostEntries || pooled + length > poolBytes) {
    full = true;
    return;
  }
  credit -= <i32>length;
  const at = base + poolAt + pooled;
  memory.copy(at, from, length);
  pooled += length;
  const entry = base + entriesAt + (entries << 4);
  store<u32>(entry, <u32>at);
  store<u32>(entry, length, 4);
  store<u64>(entry, hash, 8);
  let slot = <u32>hash & (tableSlots - 1);
  while (load<u32>(base + tableAt + (slot << 2)) != 0) slot = (slot + 1) & (tableSlots - 1);
  entries++;
  store<u32>(base + tableAt + (slot << 2), entries);
  const record = base + learntAt + learnt * learntBytes;
  store<u32>(record, <u32>at);
  store<u32>(record, <u32>at + length, 4);
  memory.copy(record + 8, path, pathBytes);
  learnt++;
}

/** Writes what stands before `from`, and goes on behind `to`. */
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

/** Writes what stands before `from`, and the entry's number in place of `[from, to)`. */
function write(from: usize, to: usize, entry: u32): void {
  writeBefore(from, to);
  writeNumber(entry);
}

/**
 * The text of the set `[from, to)` with a 0 in place of the member `[hole, holeEnd)`, which no set has: all that a pod's status has
 * in common with others' but the addresses. Answers where it ends.
 */
function frame(from: usize, hole: usize, holeEnd: usize, to: usize): usize {
  const at = base + frameAt;
  memory.copy(at, from, hole - from);
  const zero = at + (hole - from);
  store<u8>(zero, 0x30);
  memory.copy(zero + 1, holeEnd, to - holeEnd);
  return zero + 1 + (to - holeEnd);
}

/** Another hash for what is inside the member whose name stands at `[from, to)`. */
function inside(path: u64, from: usize, to: usize): u64 {
  let h = path + 1;
  for (let p = from; p < to; p++) h = (h ^ load<u8>(p)) * 0x100000001b3;
  return h;
}

/**
 * The set at `from`, where a brace stands and behind it a key. Answers behind its end, 0: it is none. `path`: of the names around
 * it, a hash; the same set elsewhere is another entry, so that an entry tells where it is to be put.
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
      // Members with other names, `k:` and `v:` of lists and `.`, are not looked into.
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
    // Instead of what was found inside.
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
 * An array of managedFields, from behind its bracket. Answers behind its closing one, 0: there is something unusual about it.
 * `plain`: its sets are passed over.
 */
function managedFields(from: usize, plain: bool): usize {
  let p = from;
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

/** Behind the next `"managedFields":[` at or behind `from`, or 0. */
function next(from: usize): usize {
  let p = from;
  while (p < end) {
    let m: u32 = i8x16.bitmask(v128.and(i8x16.eq(v128.load(p), i8x16.splat(0x22)), i8x16.eq(v128.load(p, 8), i8x16.splat(0x46))));
    while (m != 0) {
      const q = p + <usize>ctz(m);
      if (load<u64>(q) == 0x646567616e616d22 && load<u64>(q, 8) == 0x3a2273646c656946 && load<u8>(q, 16) == 0x5b) {
        return q + 17 <= end ? q + 17 : 0;
      }
      m &= m - 1;
    }
    p += 16;
  }
  return 0;
}

/**
 * Writes the text at `[from, to)`, with numbers for known sets, from `target` on; answers where it ends. With `leaveOut`: with one
 * number for each whole array of managedFields. The target has as much room as the text. Behind the text 64 bytes can be read, the
 * first of them a NUL.
 */
export function replace(from: usize, to: usize, target: usize, leaveOut: bool): usize {
  emptied = full ? 1 : 0;
  if (full) empty();
  end = to;
  out = target;
  copied = from;
  numbers = 0;
  learnt = 0;
  let p = next(from);
  while (p != 0) {
    const outBefore = out;
    const copiedBefore = copied;
    const numbersBefore = numbers;
    waiting = 0;
    const q = managedFields(p, leaveOut);
    if (leaveOut) {
      // The shortest of arrays is longer than the number.
      if (q != 0 && numbers + 1 < mostNumbers) write(p - 1, q, leftOut);
    } else if (q == 0) {
      out = outBefore;
      copied = copiedBefore;
      numbers = numbersBefore;
    } else {
      for (let i: u32 = 0; i < waiting; i++) {
        const at = base + waitingAt + i * waitingBytes;
        learn(load<u32>(at, 8), load<u32>(at, 12), load<u64>(at), at + 16);
      }
    }
    p = next(q == 0 ? p : q);
  }
  memory.copy(out, copied, to - copied);
  return out + (to - copied);
}
