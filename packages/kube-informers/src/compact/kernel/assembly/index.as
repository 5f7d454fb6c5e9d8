// The kernel of the compact cache: reads watch lines and list items without decoding them, and compresses their objects.
// kernel.ts owns the memory and places dictionaries, input and output in it. All offsets are addresses.
import { encode, slack, storeRaw } from './compress';
import { decode, textLength as lengthOfText } from './decompress';
import { dictionaryBytes as bytesOfDictionary, learn, leavesOut, sizeOf, textsOf } from './dictionary';
import * as fields from './fields';
import { use } from './marks';
import { balanced, clearFailure, fail, failedAt, newline, spaces, tooDeep, value } from './json';
import { clear, bytesOf, count, lengthOf, numberOf, refused, startOf } from './texts';

/** Start of the memory that kernel.ts manages. */
export function heapStart(): usize { return (__heap_base + 63) & ~63; }

export function dictionaryBytes(): usize { return bytesOfDictionary; }

export function dictionarySize(dictionary: usize): usize { return sizeOf(dictionary); }

/** Leaves managedFields out of objects that are compressed with this dictionary from now on. */
export function leaveOutManagedFields(dictionary: usize): void { store<u32>(dictionary, 1, 8); }

/** Size of a table of texts, in bytes. */
export function textsBytes(most: usize): usize { return bytesOf(most); }

/** Gives the dictionary an empty table of texts. */
export function useTexts(dictionary: usize, table: usize, most: usize): void {
  clear(table, most);
  store<u32>(dictionary, table, 4);
}

export function textsCount(table: usize): u32 { return count(table); }
/** True if a string did not fit. */
export function textsRefused(table: usize): bool { return refused(table); }
export function textStart(table: usize, number: u32): usize { return startOf(table, number); }
export function sharedTextLength(table: usize, number: u32): u32 { return lengthOf(table, number); }
export function textNumber(table: usize, start: usize, end: usize): u32 { return numberOf(table, start, end); }

/** The address after the last byte that was consumed. */
export let position: usize = 0;
/** True once the list's closing bracket was read. */
export let itemsEnded: i32 = 0;
/** The address after the last byte that was written. */
export let written: usize = 0;
// Start of the keys. They are written from the output's end downwards, so that blobs are adjacent and can be copied at once.
let keys: usize = 0;

// While the dictionary has space, it learns each text whose blob is longer than the text divided by this.
const goodEnough: usize = 11;

/** Writes the text's blob. Learns the text first if the blob would be long and the dictionary has space. */
function pack(dictionary: usize, s: usize, e: usize, to: usize, mayLearn: bool): usize {
  const length = e - s;
  let end = encode(dictionary, s, e, to);
  if (mayLearn && (end - to) * goodEnough > length && learn(dictionary, s, e)) {
    use(dictionary);
    end = encode(dictionary, s, e, to);
  }
  return end - to > length + 5 ? storeRaw(s, e, to) : end;
}

/** Most space that key and blob of an object of this length need. */
// @ts-ignore: decorator
@inline function room(length: usize): usize { return length + 2 * fields.maxName + 2 + 16 + 16 + fields.membersBytes + slack; }

/** The number of the text whose range is in `field`. */
function number(dictionary: usize, f: usize, field: usize, to: usize): void {
  const start: usize = load<u32>(f + field);
  if (start != 0) store<u32>(f + to, numberOf(textsOf(dictionary), start, load<u32>(f + field, 4)));
}

/** Writes key, blob and texts of the object that was read last. */
function keep(dictionary: usize, f: usize, s: usize, e: usize, odd: bool): void {
  store<u32>(f + fields.OBJECT_START, s);
  store<u32>(f + fields.OBJECT_END, e);
  store<u32>(f + fields.STATUS, odd ? fields.ODD : fields.WHOLE);
  if (!odd) {
    keys = fields.writeKey(f, keys);
    fields.compareType(f);
    number(dictionary, f, fields.LABELS_START, fields.LABELS_NUMBER);
    number(dictionary, f, fields.OWNERS_START, fields.OWNERS_NUMBER);
    written = fields.writeUid(f, written);
  }
  store<u32>(f + fields.BLOB_START, written);
  const from = odd || !leavesOut(dictionary) ? s : fields.leaveOut(f, s);
  if (odd) store<u8>(written++, 0);
  else written = fields.writeMembers(written, from, from - s);
  written = pack(dictionary, from, e, written, !odd);
  store<u32>(f + fields.BLOB_END, written);
}

function invalid(f: usize, s: usize, e: usize): void {
  const at = failedAt;
  fields.clearFields(f);
  store<u32>(f + fields.STATUS, fields.INVALID);
  store<u32>(f + fields.OBJECT_START, s);
  store<u32>(f + fields.OBJECT_END, e);
  store<u32>(f + fields.BLOB_START, at);
  store<u32>(f + fields.BLOB_END, at);
}

/** Reports a line that JavaScript has to read. */
function oddLine(f: usize, s: usize, e: usize): void {
  fields.clearFields(f);
  store<u32>(f + fields.STATUS, fields.ODD);
  store<u32>(f + fields.EVENT_TYPE, fields.OTHER);
  store<u32>(f + fields.OBJECT_START, s);
  store<u32>(f + fields.OBJECT_END, e);
}

export function nextLines(dictionary: usize, found: usize, most: i32, out: usize, outEnd: usize, from: usize, end: usize): i32 {
  let p = from;
  let count: i32 = 0;
  written = out;
  keys = outEnd;
  fields.forgetType();
  use(dictionary);
  while (count < most && p < end) {
    const lineEnd = newline(p, end);
    if (lineEnd == end) break;
    if (room(lineEnd - p) > keys - written) break;
    store<u8>(lineEnd, 0);
    const s = spaces(p);
    if (s < lineEnd) {
      const f = found + <usize>count * fields.fieldBytes;
      fields.clearFields(f);
      if (fields.event(f, s, lineEnd) == 0) {
        if (tooDeep) oddLine(f, p, lineEnd);
        else invalid(f, p, lineEnd);
      } else {
        const type = load<u32>(f + fields.EVENT_TYPE);
        if (type == fields.OTHER) oddLine(f, p, lineEnd);
        else if (type == fields.BOOKMARK || type == fields.ERROR) {
          const objectStart = load<u32>(f + fields.OBJECT_START);
          const objectEnd = load<u32>(f + fields.OBJECT_END);
          fields.clearFields(f);
          store<u32>(f + fields.EVENT_TYPE, type);
          store<u32>(f + fields.OBJECT_START, objectStart);
          store<u32>(f + fields.OBJECT_END, objectEnd);
        } else keep(dictionary, f, load<u32>(f + fields.OBJECT_START), load<u32>(f + fields.OBJECT_END), fields.isOdd());
      }
      count++;
    }
    store<u8>(lineEnd, 0x0a);
    p = lineEnd + 1;
  }
  position = p;
  return count;
}

export function nextItems(dictionary: usize, found: usize, most: i32, out: usize, outEnd: usize, from: usize, end: usize, first: bool): i32 {
  let p = from;
  let count: i32 = 0;
  let open = first;
  written = out;
  keys = outEnd;
  fields.forgetType();
  use(dictionary);
  itemsEnded = 0;
  while (count < most) {
    const f = found + <usize>count * fields.fieldBytes;
    let s = spaces(p);
    clearFailure();
    if (s >= end) break;
    if (load<u8>(s) == 0x5d) {
      itemsEnded = 1;
      p = s + 1;
      break;
    }
    if (!open) {
      if (load<u8>(s) != 0x2c) {
        invalidAt(f, s);
        count++;
        break;
      }
      s = spaces(s + 1);
      if (s >= end) break;
    }
    if (load<u8>(s) != 0x7b) {
      invalidAt(f, s);
      count++;
      break;
    }
    fields.clearFields(f);
    let e = fields.object(f, s);
    let odd = fields.isOdd();
    if (e == 0) {
      if (tooDeep) {
        e = balanced(s, end);
        if (e == 0) break;
        fields.clearFields(f);
        odd = true;
      } else {
        if (failedAt >= end) break;
        invalid(f, s, failedAt);
        count++;
        break;
      }
    }
    if (room(e - s) > keys - written) break;
    keep(dictionary, f, s, e, odd);
    open = false;
    p = e;
    count++;
  }
  position = p;
  return count;
}

function invalidAt(f: usize, at: usize): void {
  fields.clearFields(f);
  store<u32>(f + fields.STATUS, fields.INVALID);
  store<u32>(f + fields.OBJECT_START, at);
  store<u32>(f + fields.OBJECT_END, at);
  store<u32>(f + fields.BLOB_START, at);
  store<u32>(f + fields.BLOB_END, at);
}

/** True if the text from `from` to `end` is one value. */
export function nextObject(dictionary: usize, found: usize, out: usize, outEnd: usize, from: usize, end: usize): void {
  written = out;
  keys = outEnd;
  fields.forgetType();
  use(dictionary);
  position = end;
  fields.clearFields(found);
  const s = spaces(from);
  clearFailure();
  const isObject = load<u8>(s) == 0x7b;
  let e = isObject ? fields.object(found, s) : value(s, 1);
  const odd = !isObject || fields.isOdd();
  if (e != 0) {
    const rest = spaces(e);
    if (rest == end) { keep(dictionary, found, s, e, odd); return; }
    fail(rest);
  } else if (tooDeep) {
    fields.clearFields(found);
    keep(dictionary, found, s, end, true);
    return;
  }
  invalid(found, s, end);
}

export function textLength(blob: usize): u32 { return lengthOfText(blob); }

export function decompress(dictionary: usize, blob: usize, blobEnd: usize, to: usize): usize {
  return decode(dictionary, blob, blobEnd, to);
}
