// A dictionary: what the JSON of objects of one kind has in common, and a hash table of its six-byte sequences. It only grows, and blobs
// refer to its text by position, so a blob is readable as long as its dictionary exists.
//
// Layout: size, address of the table of texts.as, 1 if managedFields are left out (u32 each; the rest of 64 bytes is unused); the
// hash table, one u16 a slot; the contexts of marks.as; the text and 64 bytes; a mark for each byte of it. Each learnt text ends with
// a NUL.

import { mark } from './marks';

const tableBits: u64 = 14;
const tableStart: usize = 64;
const contextStart: usize = tableStart + (2 << <usize>tableBits);
const textStart: usize = contextStart + 8 * 256;
const capacity: usize = 65536 - 64;
const markStart: usize = textStart + capacity + 64;

// @ts-ignore: decorator
@inline export function textsOf(dictionary: usize): usize { return load<u32>(dictionary, 4); }

/** Whether objects are kept without their managedFields. */
// @ts-ignore: decorator
@inline export function leavesOut(dictionary: usize): bool { return load<u32>(dictionary, 8) != 0; }

export const dictionaryBytes: usize = markStart + capacity + 64;

// @ts-ignore: decorator
@inline export function textOf(dictionary: usize): usize { return dictionary + textStart; }

// @ts-ignore: decorator
@inline export function marksOf(dictionary: usize): usize { return dictionary + markStart; }

// @ts-ignore: decorator
@inline export function contextsOf(dictionary: usize): usize { return dictionary + contextStart; }

// @ts-ignore: decorator
@inline export function sizeOf(dictionary: usize): usize { return load<u32>(dictionary); }

/** Hash of the six bytes at `p`. The upper bits are mixed best. */
// @ts-ignore: decorator
@inline export function hash(p: usize): u64 { return (load<u64>(p) << 16) * 0x9e3779b185ebca87; }

// @ts-ignore: decorator
@inline export function slot(dictionary: usize, h: u64): usize {
  return dictionary + tableStart + ((<usize>(h >> (64 - tableBits))) << 1);
}

/** Most bytes learnt from one text, so that a few large ones do not fill the dictionary; fewer than the least are not learnt. */
const mostLearnt: usize = 8192;
const leastLearnt: usize = 512;

/** Appends the text, or its first 8 KiB, or as much as there is space for. Returns false if there is too little space. */
export function learn(dictionary: usize, start: usize, textEnd: usize): bool {
  const size = sizeOf(dictionary);
  if (capacity - size <= leastLearnt) return false;
  const length = min(min(mostLearnt, capacity - size - 1), textEnd - start);
  const text = textOf(dictionary);
  memory.copy(text + size, start, length);
  store<u8>(text + size + length, 0);
  store<u32>(dictionary, size + length + 1);
  mark(dictionary, text + size, text + size + length);
  if (length >= 8) {
    for (let p = size; p <= size + length - 8; p++) store<u16>(slot(dictionary, hash(text + p)), p);
  }
  return true;
}
