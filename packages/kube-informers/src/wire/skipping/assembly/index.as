// Skips a value of JSON text that is not kept.

/** Address for JavaScript: of the memory that it may use. */
export function heapStart(): usize { return (__heap_base + 63) & ~63; }

/**
 * Returns the address after the object or list that starts at `from`; 0 if it does not end before `end`.
 *
 * It is checked only that strings end and that there are as many closing brackets as opening ones. Reads up to 16 bytes behind.
 */
export function skip(from: usize, end: usize): usize {
  let p = from;
  let depth: i32 = 0;
  while (p < end) {
    const c: u32 = load<u8>(p++);
    if (c == 0x22) {
      while (true) {
        if (p >= end) return 0;
        const v = v128.load(p);
        const m = i8x16.bitmask(v128.or(i8x16.eq(v, i8x16.splat(0x22)), i8x16.eq(v, i8x16.splat(0x5c))));
        if (m == 0) {
          p += 16;
          continue;
        }
        p += <usize>ctz(m);
        if (load<u8>(p) == 0x22) break;
        p += 2;
      }
      if (p >= end) return 0;
      p++;
    } else if ((c | 0x20) == 0x7b) {
      depth++;
    } else if ((c | 0x20) == 0x7d) {
      if (--depth <= 0) return depth == 0 ? p : 0;
    }
  }
  return 0;
}
