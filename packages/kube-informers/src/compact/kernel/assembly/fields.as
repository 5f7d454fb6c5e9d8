// Reads an event or an object: finds the fields that the cache needs without decoding, and validates the rest.
import { common, putVarint } from './compress';
import { clearEscape, clearFailure, fail, sawEscape, spaces, string, value } from './json';

// One object's fields, as in FoundField of kernel.ts.
export const fieldBytes: usize = 96;
export const STATUS: usize = 0;
export const EVENT_TYPE: usize = 4;
export const OBJECT_START: usize = 8;
export const OBJECT_END: usize = 12;
export const BLOB_START: usize = 16;
export const BLOB_END: usize = 20;
export const KEY_START: usize = 24;
export const KEY_END: usize = 28;
// Metadata's other members: the bits below, and from GENERATION_SHIFT on the generation, 0 if unknown.
export const FACTS: usize = 32;
export const VERSION_START: usize = 36;
export const VERSION_END: usize = 40;
export const LABELS_START: usize = 44;
export const LABELS_END: usize = 48;
export const OWNERS_START: usize = 52;
export const OWNERS_END: usize = 56;
// Numbers of labels and owners in the table of texts; 0 if they are not in it.
export const LABELS_NUMBER: usize = 60;
export const KIND_START: usize = 64;
export const KIND_END: usize = 68;
export const API_VERSION_START: usize = 72;
export const API_VERSION_END: usize = 76;
// The version as a number: this times 10^9 and the other; NO_NUMBER: a number cannot represent its digits, or it has other characters.
export const VERSION_HIGH: usize = 80;
export const VERSION_LOW: usize = 84;
export const OWNERS_NUMBER: usize = 88;
// 1 if kind and apiVersion equal those of the previous complete object.
export const SAME_TYPE: usize = 92;

const NO_NUMBER: u32 = 0xffffffff;

// Facts: metadata has the member; uid is kept as 16 bytes before the blob.
const HAS_UID: u32 = 1;
const HAS_GENERATION: u32 = 2;
const HAS_DELETION_TIMESTAMP: u32 = 4;
const HAS_FINALIZERS: u32 = 8;
const HAS_ANNOTATIONS: u32 = 16;
const HAS_GENERATE_NAME: u32 = 32;
const UID_KEPT: u32 = 128;
const GENERATION_SHIFT: u32 = 8;
/** JavaScript reads greater ones, so that all facts fit into a small integer. */
const mostGeneration: u32 = (1 << 22) - 1;

export const WHOLE: u32 = 0;
export const ODD: u32 = 1;
export const INVALID: u32 = 2;

/** JavaScript reads objects with a longer name, so that the space for a key is bounded. */
export const maxName: usize = 1024;

// Ranges of name and namespace; the key is written from them once the object is complete.
let nameStart: usize = 0;
let nameEnd: usize = 0;
let namespaceStart: usize = 0;
let namespaceEnd: usize = 0;
// Range of the text of a uid without its quotes; 0, 0 if it is missing, or not a string.
let uidStart: usize = 0;
let uidEnd: usize = 0;
let odd: i32 = 0;
let metadataSeen = false;
// The member managedFields of metadata with the comma on one side of it, so that the rest is JSON; 0, 0 if it is missing.
let managedStart: usize = 0;
let managedEnd: usize = 0;
// Ranges of the values of its members but kind and apiVersion, in their order; their number, or NO_TABLE: more than there is space for,
// or white space after a name.
const mostMembers: i32 = 8;
const NO_TABLE: i32 = -1;
const members: usize = memory.data(8 * 8);
let memberCount: i32 = 0;
// The fields of the last complete object, for its type; 0 before the first one, or if it has no type.
let typed: usize = 0;

export function clearFields(f: usize): void {
  for (let at: usize = 0; at < fieldBytes; at += 16) v128.store(f + at, i32x4.splat(0));
}

// @ts-ignore: decorator
@inline function range(f: usize, field: usize, start: usize, end: usize): void {
  store<u32>(f + field, start);
  store<u32>(f + field + 4, end);
}

/** Printable ASCII, and not too long. */
function plain(start: usize, end: usize): bool {
  for (let p = start; p < end; p += 16) {
    const bad = i8x16.bitmask(i8x16.gt_u(i8x16.sub(v128.load(p), i8x16.splat(0x20)), i8x16.splat(0x5e)));
    if (bad != 0 && (end - p >= 16 || (bad & ((1 << <i32>(end - p)) - 1)) != 0)) return false;
  }
  return end - start <= maxName;
}

/** True if the bytes contain no slash: a name with one would make an ambiguous key. */
function slashless(start: usize, end: usize): bool {
  for (let p = start; p < end; p += 16) {
    const slashes = i8x16.bitmask(i8x16.eq(v128.load(p), i8x16.splat(0x2f)));
    if (slashes != 0 && (end - p >= 16 || (slashes & ((1 << <i32>(end - p)) - 1)) != 0)) return false;
  }
  return true;
}

/** A part of a key. */
function namePart(p: usize): usize {
  const q = plainString(p, 7);
  if (q != 0 && !slashless(p + 1, q - 1)) odd = 1;
  return q;
}

/** Stores a version as a number if its digits are the canonical form of one below 10^15, which JavaScript represents exactly. */
function version(f: usize, start: usize, end: usize): void {
  const length = end - start;
  let value: u64 = 0;
  let good = length > 0 && length <= 15 && (load<u8>(start) != 0x30 || length == 1);
  for (let p = start; p < end && good; p++) {
    const digit: u32 = load<u8>(p) - 0x30;
    good = digit <= 9;
    value = value * 10 + digit;
  }
  store<u32>(f, good ? <u32>(value / 1000000000) : NO_NUMBER, VERSION_HIGH);
  store<u32>(f, <u32>(value % 1000000000), VERSION_LOW);
}

/** Forgets the last complete object, before the objects of an input. */
export function forgetType(): void { typed = 0; }

// @ts-ignore: decorator
@inline function sameText(f: usize, g: usize, field: usize): bool {
  const start: usize = load<u32>(f + field);
  const end: usize = load<u32>(f + field, 4);
  const other: usize = load<u32>(g + field);
  return end - start == <usize>load<u32>(g + field, 4) - other && common(start, other, end) == end - start;
}

/** Records whether a complete object has the type of the previous one. */
export function compareType(f: usize): void {
  if (load<u32>(f, KIND_START) == 0 || load<u32>(f, API_VERSION_START) == 0) { typed = 0; return; }
  if (typed != 0 && sameText(f, typed, KIND_START) && sameText(f, typed, API_VERSION_START)) store<u32>(f, 1, SAME_TYPE);
  typed = f;
}

/** Writes up to 15 bytes more than `length`. */
function copy(to: usize, from: usize, length: usize): void {
  for (let at: usize = 0; at < length; at += 16) v128.store(to + at, v128.load(from + at));
}

/** A string value that is needed literally; 0 for any other value, which makes the object odd. */
function plainString(p: usize, base: u32): usize {
  if (load<u8>(p) != 0x22) { odd = 1; return value(p, base); }
  clearEscape();
  const q = string(p + 1);
  if (q != 0 && (sawEscape || !plain(p + 1, q - 1))) odd = 1;
  return q;
}

/** Validates the value at `p` and marks the object odd when it does not begin with `first`. */
function valueOf(p: usize, first: u32): usize {
  if (load<u8>(p) != <u8>first) odd = 1;
  return value(p, 7);
}

/** The number that a valid JSON value represents if it is a generation that is kept; otherwise 0. */
function generation(start: usize, end: usize): u32 {
  if (end - start > 7 || load<u8>(start) == 0x30) return 0;
  let value: u32 = 0;
  for (let p = start; p < end; p++) {
    const digit: u32 = load<u8>(p) - 0x30;
    if (digit > 9) return 0;
    value = value * 10 + digit;
  }
  return value <= mostGeneration ? value : 0;
}

// Members of metadata that were seen, to detect duplicates; below 256 as in Facts.
const NAME: u32 = 256;
const NAMESPACE: u32 = 512;
const VERSION: u32 = 1024;
const LABELS: u32 = 2048;
const OWNERS: u32 = 4096;
const MANAGED: u32 = 8192;
const FACT_BITS: u32 = 255;

/** From metadata's `{` to after its `}`. */
function metadata(f: usize, from: usize): usize {
  let p = spaces(from + 1);
  if (load<u8>(p) == 0x7d) return p + 1;
  let seen: u32 = 0;
  let numbered: u32 = 0;
  // After the value of the previous member.
  let before: usize = 0;
  while (true) {
    if (load<u8>(p) != 0x22) return fail(p);
    const k = p + 1;
    clearEscape();
    p = string(k);
    if (p == 0) return 0;
    if (sawEscape) odd = 1;
    const length = p - 1 - k;
    p = spaces(p);
    if (load<u8>(p) != 0x3a) return fail(p);
    const v = spaces(p + 1);
    let bit: u32 = 0;
    if (length == 4 && load<u32>(k) == 0x656d616e) {
      bit = NAME;
      p = namePart(v);
      nameStart = v + 1; nameEnd = p - 1;
    } else if (length == 9 && load<u32>(k) == 0x656d616e && load<u32>(k, 4) == 0x63617073 && load<u8>(k, 8) == 0x65) {
      bit = NAMESPACE;
      p = namePart(v);
      // "": the key cannot distinguish it from a missing one.
      if (p == v + 2) odd = 1;
      namespaceStart = v + 1; namespaceEnd = p - 1;
    } else if (length == 15 && load<u64>(k) == 0x656372756f736572 && load<u64>(k, 7) == 0x6e6f697372655665) {
      bit = VERSION;
      p = plainString(v, 7);
      range(f, VERSION_START, v + 1, p - 1);
      if (p != 0) version(f, v + 1, p - 1);
    } else if (length == 6 && load<u32>(k) == 0x6562616c && load<u16>(k, 4) == 0x736c) {
      bit = LABELS;
      p = valueOf(v, 0x7b);
      range(f, LABELS_START, v, p);
    } else if (length == 15 && load<u32>(k) == 0x656e776f && load<u32>(k, 4) == 0x66655272 && load<u64>(k, 7) == 0x7365636e65726566) {
      bit = OWNERS;
      p = valueOf(v, 0x5b);
      range(f, OWNERS_START, v, p);
    } else if (length == 13 && load<u64>(k) == 0x46646567616e616d && load<u64>(k, 5) == 0x73646c6569466465) {
      bit = MANAGED;
      p = value(v, 7);
      managedStart = k - 1; managedEnd = p;
    } else {
      p = value(v, 7);
      if (length == 3 && load<u16>(k) == 0x6975 && load<u8>(k, 2) == 0x64) {
        bit = HAS_UID;
        if (load<u8>(v) == 0x22) { uidStart = v + 1; uidEnd = p - 1; }
      } else if (length == 10 && load<u64>(k) == 0x69746172656e6567 && load<u16>(k, 8) == 0x6e6f) {
        bit = HAS_GENERATION;
        if (p != 0) numbered = generation(v, p);
      } else if (length == 17 && load<u64>(k) == 0x6e6f6974656c6564 && load<u64>(k, 9) == 0x706d617473656d69 && load<u8>(k, 8) == 0x54) {
        bit = HAS_DELETION_TIMESTAMP;
      } else if (length == 10 && load<u64>(k) == 0x657a696c616e6966 && load<u16>(k, 8) == 0x7372) {
        bit = HAS_FINALIZERS;
      } else if (length == 11 && load<u64>(k) == 0x697461746f6e6e61 && load<u32>(k, 7) == 0x736e6f69) {
        bit = HAS_ANNOTATIONS;
      } else if (length == 12 && load<u64>(k) == 0x65746172656e6567 && load<u32>(k, 8) == 0x656d614e) {
        bit = HAS_GENERATE_NAME;
      }
    }
    if (p == 0) return 0;
    if (seen & bit) odd = 1;
    seen |= bit;
    const end = p;
    p = spaces(p);
    const c: u32 = load<u8>(p);
    if (c == 0x7d) {
      if (bit == MANAGED && before != 0) managedStart = before;
      store<u32>(f, (seen & FACT_BITS) | (numbered << GENERATION_SHIFT), FACTS);
      return p + 1;
    }
    if (c != 0x2c) return fail(p);
    p = spaces(p + 1);
    if (bit == MANAGED) managedEnd = p;
    before = end;
  }
}

/** Remembers the range of a member's value; what `end` is for one that is invalid does not matter. */
function member(start: usize, end: usize): void {
  if (memberCount == mostMembers || load<u16>(start - 2) != 0x3a22) memberCount = NO_TABLE;
  if (memberCount == NO_TABLE) return;
  range(members, <usize>memberCount << 3, start, end);
  memberCount++;
}

/** An object's text, from its `{` to after its `}`: sets all fields except blob, key and flags. */
export function object(f: usize, from: usize): usize {
  clearFailure();
  odd = 0;
  metadataSeen = false;
  nameStart = 0; nameEnd = 0; namespaceStart = 0; namespaceEnd = 0;
  uidStart = 0; uidEnd = 0;
  managedStart = 0; managedEnd = 0;
  memberCount = 0;
  let p = spaces(from + 1);
  if (load<u8>(p) == 0x7d) { odd = 1; return p + 1; }
  while (true) {
    if (load<u8>(p) != 0x22) return fail(p);
    const k = p + 1;
    clearEscape();
    p = string(k);
    if (p == 0) return 0;
    if (sawEscape) odd = 1;
    const length = p - 1 - k;
    p = spaces(p);
    if (load<u8>(p) != 0x3a) return fail(p);
    const v = spaces(p + 1);
    if (length == 8 && load<u64>(k) == 0x617461646174656d) {
      if (metadataSeen || load<u8>(v) != 0x7b) { odd = 1; p = value(v, 3); }
      else p = metadata(f, v);
      metadataSeen = true;
      member(v, p);
    } else if (length == 4 && load<u32>(k) == 0x646e696b) {
      if (load<u32>(f, KIND_START) != 0) odd = 1;
      p = plainString(v, 3);
      range(f, KIND_START, v + 1, p - 1);
    } else if (length == 10 && load<u64>(k) == 0x6973726556697061 && load<u16>(k, 8) == 0x6e6f) {
      if (load<u32>(f, API_VERSION_START) != 0) odd = 1;
      p = plainString(v, 3);
      range(f, API_VERSION_START, v + 1, p - 1);
    } else {
      p = value(v, 3);
      member(v, p);
    }
    if (p == 0) return 0;
    p = spaces(p);
    const c: u32 = load<u8>(p);
    if (c == 0x7d) {
      if (nameEnd == nameStart) odd = 1;
      return p + 1;
    }
    if (c != 0x2c) return fail(p);
    p = spaces(p + 1);
  }
}

/** After `object`: true if JavaScript has to read its metadata. */
export function isOdd(): bool { return odd != 0; }

/** Writes the key of the object that was read last, and the slack of `copy`, so that both end at `end`; returns where they start. */
export function writeKey(f: usize, end: usize): usize {
  const length = namespaceEnd - namespaceStart;
  const to = end - 16 - (nameEnd - nameStart) - (length == 0 ? 0 : length + 1);
  let p = to;
  if (length != 0) {
    copy(p, namespaceStart, length);
    p += length;
    store<u8>(p++, 0x2f);
  }
  copy(p, nameStart, nameEnd - nameStart);
  p += nameEnd - nameStart;
  range(f, KEY_START, to, p);
  return to;
}

/** Value of a lower-case hex digit, the form in which JavaScript writes it back; above 15 for any other character. */
// @ts-ignore: decorator
@inline function hexadecimal(code: u32): u32 {
  const digit = code - 0x30;
  if (digit <= 9) return digit;
  const letter = code - 0x61;
  return letter <= 5 ? letter + 10 : 16;
}

/** Writes the uid of the object that was read last as 16 bytes if it is a UUID as API servers write it; returns where they end. */
export function writeUid(f: usize, to: usize): usize {
  if (uidEnd - uidStart != 36) return to;
  let p = uidStart;
  let q = to;
  for (let at = 0; at < 16; at++) {
    if (at == 4 || at == 6 || at == 8 || at == 10) {
      if (load<u8>(p++) != 0x2d) return to;
    }
    const high = hexadecimal(load<u8>(p));
    const low = hexadecimal(load<u8>(p + 1));
    if ((high | low) > 15) return to;
    store<u8>(q++, <u8>((high << 4) | low));
    p += 2;
  }
  store<u32>(f, load<u32>(f, FACTS) | UID_KEPT, FACTS);
  return q;
}

/** Most bytes that writeMembers writes. */
export const membersBytes: usize = 1 + (2 * 5) * (1 + mostMembers);

/**
 * Writes where the members of the object that was read last are, as numbers from its start on: a byte with the length of the rest, then
 * varints. The first two are the start and the length of managedFields, or 0 and 0; two for each other member are the distance from the
 * end of the previous one and its length. The length is 0 for an object that has to be read whole.
 *
 * `s` is the object's start; what was before managedFields has been moved `by` bytes towards its end, over them. Returns where it ends.
 */
export function writeMembers(to: usize, s: usize, by: usize): usize {
  let p = to + 1;
  if (memberCount != NO_TABLE) {
    const isLeftIn = managedEnd != 0 && by == 0;
    p = putVarint(p, isLeftIn ? managedStart - s : 0);
    p = putVarint(p, isLeftIn ? managedEnd - managedStart : 0);
    let before = s;
    for (let at: usize = members; at < members + (<usize>memberCount << 3); at += 8) {
      const start = moved(load<u32>(at), by);
      const end = moved(load<u32>(at, 4), by);
      p = putVarint(putVarint(p, start - before), end - start);
      before = end;
    }
  }
  store<u8>(to, p - to - 1);
  return p;
}

function moved(at: usize, by: usize): usize { return at < managedStart ? at + by : at; }

/**
 * Removes managedFields from the object that was read last, which starts at `s`: moves the text before them up to the text after them
 * and fills the gap at `s` with spaces, so that the text from `s` on stays JSON. Returns where the object starts now.
 */
export function leaveOut(f: usize, s: usize): usize {
  const by = managedEnd - managedStart;
  if (by == 0) return s;
  memory.copy(s + by, s, managedStart - s);
  memory.fill(s, 0x20, by);
  // All ranges: of version, labels and owners; of kind and apiVersion.
  for (let field = VERSION_START; field <= API_VERSION_START; field += field == OWNERS_START ? KIND_START - OWNERS_START : 8) {
    const start: usize = load<u32>(f + field);
    if (start != 0 && start < managedStart) range(f, field, start + by, <usize>load<u32>(f + field, 4) + by);
  }
  return s + by;
}

// EventCode of kernel.ts.
export const ADDED: u32 = 1;
export const MODIFIED: u32 = 2;
export const DELETED: u32 = 3;
export const BOOKMARK: u32 = 4;
export const ERROR: u32 = 5;
export const OTHER: u32 = 6;

function eventCode(k: usize, length: usize): u32 {
  if (length == 5) {
    if (load<u32>(k) == 0x45444441 && load<u8>(k, 4) == 0x44) return ADDED;
    if (load<u32>(k) == 0x4f525245 && load<u8>(k, 4) == 0x52) return ERROR;
  } else if (length == 7) {
    if (load<u32>(k) == 0x454c4544 && load<u32>(k, 3) == 0x44455445) return DELETED;
  } else if (length == 8) {
    if (load<u64>(k) == 0x4445494649444f4d) return MODIFIED;
    if (load<u64>(k) == 0x4b52414d4b4f4f42) return BOOKMARK;
  }
  return OTHER;
}

/** Reads a watch's line between `from`, not a space, and `end`: sets its type (OTHER if it is not an event) and object. */
export function event(f: usize, from: usize, end: usize): usize {
  clearFailure();
  let p = from;
  let type: u32 = 0;
  let objects: i32 = 0;
  let bad = false;
  let oddObject: i32 = 0;
  if (load<u8>(p) != 0x7b) {
    bad = true;
    p = value(p, 1);
    if (p == 0) return 0;
  } else {
    p = spaces(p + 1);
    if (load<u8>(p) == 0x7d) {
      p++;
    } else {
      while (true) {
        if (load<u8>(p) != 0x22) return fail(p);
        const k = p + 1;
        clearEscape();
        p = string(k);
        if (p == 0) return 0;
        if (sawEscape) bad = true;
        const length = p - 1 - k;
        p = spaces(p);
        if (load<u8>(p) != 0x3a) return fail(p);
        const v = spaces(p + 1);
        if (length == 4 && load<u32>(k) == 0x65707974) {
          if (type != 0) bad = true;
          if (load<u8>(v) == 0x22) {
            p = string(v + 1);
            type = eventCode(v + 1, p - 2 - v);
          } else {
            type = OTHER;
            p = value(v, 1);
          }
        } else if (length == 6 && load<u32>(k) == 0x656a626f && load<u16>(k, 4) == 0x7463) {
          if (objects != 0 || load<u8>(v) != 0x7b) {
            bad = true;
            p = value(v, 1);
          } else {
            p = object(f, v);
            oddObject = odd;
            range(f, OBJECT_START, v, p);
          }
          objects++;
        } else {
          p = value(v, 1);
        }
        if (p == 0) return 0;
        p = spaces(p);
        const c: u32 = load<u8>(p);
        if (c == 0x7d) { p++; break; }
        if (c != 0x2c) return fail(p);
        p = spaces(p + 1);
      }
    }
  }
  p = spaces(p);
  if (p != end) return fail(p);
  odd = oddObject;
  if (bad || objects != 1 || type == 0) type = OTHER;
  store<u32>(f, type, EVENT_TYPE);
  return p;
}
