// Strings that many objects have in common (labels, owners), each stored once with a number, from 1 on. Lookups compare bytes, so
// finding a known one creates no JavaScript string.
//
// Layout: number of texts, their bytes, maximum number of texts, 1 if one did not fit (u32 each; the rest of 64 bytes is unused); the
// offset of each text by its number; the hash slots, twice as many; the texts, each after its hash, length and number. Offsets are
// relative to the table.
import { common } from './compress';

const COUNT: usize = 0;
const USED: usize = 4;
const MOST: usize = 8;
const REFUSED: usize = 12;
const header: usize = 64;
// Offsets in an entry.
const LENGTH: usize = 4;
const NUMBER: usize = 8;
const textHeader: usize = 16;
const bytesPerText: usize = 160;

/** Longer strings are not kept, so that one object does not fill the table. */
const longest: usize = 4096;
/** Maximum number of slots searched. An author who creates hash collisions only prevents that these strings are found. */
const mostLooks: u32 = 32;

// @ts-ignore: decorator
@inline function textsStart(most: usize): usize { return header + most * 12; }

/** Size of a table for this many texts, a power of two. */
export function bytesOf(most: usize): usize { return textsStart(most) + most * bytesPerText + 64; }

export function clear(table: usize, most: usize): void {
  memory.fill(table, 0, textsStart(most));
  store<u32>(table, most, MOST);
}

export function refused(table: usize): bool { return load<u32>(table, REFUSED) != 0; }
export function count(table: usize): u32 { return load<u32>(table, COUNT); }

export function startOf(table: usize, number: u32): usize {
  return table + <usize>load<u32>(table + header + (<usize>(number - 1) << 2)) + textHeader;
}

export function lengthOf(table: usize, number: u32): u32 {
  return load<u32>(startOf(table, number) - textHeader, LENGTH);
}

function hashOf(s: usize, e: usize): u32 {
  let h: u64 = (e - s) * 0x9e3779b1;
  let p = s;
  for (; p + 8 <= e; p += 8) h = rotl<u64>((h ^ load<u64>(p)) * 0x9e3779b185ebca87, 29);
  for (; p < e; p++) h = rotl<u64>((h ^ load<u8>(p)) * 0x9e3779b185ebca87, 29);
  return <u32>(h ^ (h >> 32));
}

/** Returns the number of the text and adds it if it is new; 0 if it is not kept. */
export function numberOf(table: usize, s: usize, e: usize): u32 {
  const length = e - s;
  if (length > longest) return 0;
  const most: usize = load<u32>(table, MOST);
  const h = hashOf(s, e);
  const mask: u32 = (<u32>most << 1) - 1;
  const slots = table + header + (most << 2);
  for (let look: u32 = 0; look < mostLooks; look++) {
    const at = slots + (<usize>((h + look) & mask) << 2);
    const place: usize = load<u32>(at);
    if (place == 0) return add(table, at, s, length, h);
    const t = table + place;
    if (load<u32>(t) == h && <usize>load<u32>(t, LENGTH) == length && common(s, t + textHeader, e) == length) {
      return load<u32>(t, NUMBER);
    }
  }
  return 0;
}

function add(table: usize, slot: usize, s: usize, length: usize, h: u32): u32 {
  const most: usize = load<u32>(table, MOST);
  const known: usize = load<u32>(table, COUNT);
  const used: usize = load<u32>(table, USED);
  const end = used + textHeader + ((length + 15) & ~15);
  if (known == most || end > most * bytesPerText) {
    store<u32>(table, 1, REFUSED);
    return 0;
  }
  const place = textsStart(most) + used;
  const t = table + place;
  store<u32>(t, h);
  store<u32>(t, length, LENGTH);
  store<u32>(t, known + 1, NUMBER);
  memory.copy(t + textHeader, s, length);
  store<u32>(slot, place);
  store<u32>(table + header + (known << 2), place);
  store<u32>(table, known + 1, COUNT);
  store<u32>(table, end, USED);
  return known + 1;
}
