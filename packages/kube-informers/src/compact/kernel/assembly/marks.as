// Lets the scanner skip those parts of its input that equal the dictionary's text. For each byte inside a string, a dictionary has a
// mark: the number of the byte's context in the grammar of JSON. Equal bytes after equal contexts lead to equal contexts.
//
// A context is a state and a position. State: a leading 1, a bit for each open bracket (1 for an object), and a last bit that is 1 in
// a key. Position: the index of the member of the root, and of the member inside that. A skip must not leave the member that the
// scanner is in: fields.as has to see the keys after it.
import { string } from './json';
import { contextsOf, hash, marksOf, sizeOf, slot, textOf } from './dictionary';

const mostContexts: u32 = 255;
const deepest: i32 = 24;

// The dictionary in use, and the distance from the text to the equal bytes in it.
let dictionary: usize = 0;
let text: usize = 0;
let marks: usize = 0;
let safe: usize = 0;
let aligned: usize = 0;

/** The state where `follow` stopped. */
export let landed: u32 = 0;

export function use(which: usize): void {
  dictionary = which;
  text = textOf(which);
  marks = marksOf(which) - text;
  const size = sizeOf(which);
  safe = size > 16 ? size - 16 : 0;
  aligned = 0;
}

// @ts-ignore: decorator
@inline function stateOf(mark: u32): u32 { return load<u32>(contextsOf(dictionary) + (<usize>mark << 3)); }

// @ts-ignore: decorator
@inline function membersOf(mark: u32): u32 { return load<u32>(contextsOf(dictionary) + (<usize>mark << 3), 4); }

/** Returns the number of a context, from 1 on, and adds it if it is new; 0 if the table is full. */
function contextOf(which: usize, state: u32, members: u32): u32 {
  const contexts = contextsOf(which);
  const known = load<u32>(contexts);
  for (let id: u32 = 1; id <= known; id++) {
    const at = contexts + (<usize>id << 3);
    if (load<u32>(at) == state && load<u32>(at, 4) == members) return id;
  }
  if (known == mostContexts) return 0;
  const at = contexts + (<usize>(known + 1) << 3);
  store<u32>(at, state);
  store<u32>(at, members, 4);
  store<u32>(contexts, known + 1);
  return known + 1;
}

/** Marks the bytes the dictionary has just learnt: a valid object, or its beginning. */
export function mark(which: usize, from: usize, end: usize): void {
  const toMark = marksOf(which) - textOf(which);
  let open: u32 = 1;
  let depth: i32 = 0;
  let keyNext = false;
  let root: u32 = 0;
  let second: u32 = 0;
  let p = from;
  while (p < end) {
    const c: u32 = load<u8>(p++);
    if (c == 0x22) {
      const id = contextOf(which, (open << 1) | (keyNext ? 1 : 0), (root << 16) | second);
      keyNext = false;
      while (p < end) {
        const d: u32 = load<u8>(p);
        store<u8>(p + toMark, id);
        if (d == 0x22) break;
        // Scanning cannot resume within an escape.
        p += d != 0x5c ? 1 : load<u8>(p, 1) == 0x75 ? 6 : 2;
      }
      p++;
    } else if (c == 0x7b || c == 0x5b) {
      if (++depth > deepest) return;
      keyNext = c == 0x7b;
      open = (open << 1) | (keyNext ? 1 : 0);
    } else if (c == 0x7d || c == 0x5d) {
      depth--;
      open >>= 1;
    } else if (c == 0x2c) {
      keyNext = (open & 1) != 0;
      if (depth == 1) {
        root++;
        second = 0;
      } else if (depth == 2) {
        second++;
      }
    }
  }
}

/** Counts equal bytes up to the dictionary's next NUL; stops at 15 bytes more than `most` at the latest. */
// @ts-ignore: decorator
@inline function run(p: usize, r: usize, most: usize): usize {
  let n: usize = 0;
  while (n < most) {
    const v = v128.load(r + n);
    const m: i32 = i8x16.bitmask(v128.andnot(i8x16.eq(v128.load(p + n), v), i8x16.eq(v, i8x16.splat(0))));
    if (m != 0xffff) return n + <usize>ctz(~m);
    n += 16;
  }
  return n;
}

/** Finds the last marked byte in `[from, to]` of the dictionary that is in these members; 0 if not found. */
function lastWithin(from: usize, to: usize, members: u32, inside: u32): usize {
  let low = from;
  let high = to;
  // Members are in order: nothing after a byte of a later member can be in these.
  while (true) {
    let at = high;
    while (at >= low && load<u8>(at + marks) == 0) at--;
    if (at < low) return 0;
    if ((membersOf(load<u8>(at + marks)) & inside) == members) return at;
    if (at - low < 16) {
      high = at - 1;
      continue;
    }
    // Halves the range as long as its middle is in a later member too.
    let middle = low + ((at - low) >> 1);
    while (middle > low && load<u8>(middle + marks) == 0) middle--;
    const id: u32 = load<u8>(middle + marks);
    if (id != 0 && (membersOf(id) & inside) == members) {
      low = middle;
      high = at - 1;
      if (at - middle < 32) continue;
      // The byte at `high` is in a later member, so each iteration makes the range smaller.
      high = upTo(middle, at, members, inside) - 1;
    } else {
      high = middle > low ? middle - 1 : low;
    }
  }
}

/** Between a byte in these members and a later one in others: finds a byte at most 32 bytes after the last one in these. */
function upTo(from: usize, to: usize, members: u32, inside: u32): usize {
  let low = from;
  let high = to;
  while (high - low > 32) {
    const half = low + ((high - low) >> 1);
    let at = half;
    while (at > low && load<u8>(at + marks) == 0) at--;
    if (at == low) {
      // There are no marks from `low` to the middle.
      at = half;
      while (at < high && load<u8>(at + marks) == 0) at++;
      if (at == high) return high;
      if ((membersOf(load<u8>(at + marks)) & inside) == members) low = at;
      else return at;
    } else if ((membersOf(load<u8>(at + marks)) & inside) == members) low = at;
    else high = at;
  }
  return high;
}

/**
 * Skips from inside a string, in `state`, to after the closing quote of that string or a later one, and sets `landed` to that string's
 * state. `inside` masks the members that a skip must not leave.
 */
export function follow(from: usize, state: u32, inside: u32): usize {
  let p = from;
  let r = p + aligned;
  landed = state;
  let id: u32 = 0;
  if (r - text < safe) {
    id = load<u8>(r + marks);
    if (id != 0 && stateOf(id) != state) id = 0;
  }
  if (id == 0) {
    if (safe == 0) return string(p);
    r = text + <usize>load<u16>(slot(dictionary, hash(p)));
    if (load<u64>(r) != load<u64>(p)) return string(p);
    id = load<u8>(r + marks);
    if (id == 0 || stateOf(id) != state) return string(p);
  }
  const members = membersOf(id) & inside;
  let least = p;
  while (true) {
    const back = r - p;
    // The last byte that is equal and inside a string.
    let good: usize = least == from ? from : 0;
    let q = p;
    let most: usize = 64;
    while (true) {
      const n = run(q, q + back, most);
      const end = q + n;
      let at = end;
      while (at > q && load<u8>(at + back + marks) == 0) at--;
      if (at > q || (at >= least && load<u8>(at + back + marks) != 0)) {
        if ((membersOf(load<u8>(at + back + marks)) & inside) != members) {
          const place = lastWithin(max(q, least) + back, at + back, members, inside);
          if (place != 0) good = place - back;
          break;
        }
        good = at;
      }
      if (n < most) break;
      q = end;
      most = min<usize>(most << 2, 1024);
    }
    if (good == 0) return p;
    landed = stateOf(load<u8>(good + back + marks));
    p = string(good);
    if (p == 0) return 0;
    r = string(good + back);
    if (r == 0) return p;
    aligned = r - p;
    least = p + 1;
  }
}
