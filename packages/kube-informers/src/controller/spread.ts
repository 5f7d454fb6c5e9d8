// FNV-1a, 32 bits.
const offsetBasis = 0x811c_9dc5;
const prime = 0x0100_0193;

/** Returns when in a time span a key runs, in whole ms: always the same for a key, and evenly spread over many keys. */
export function spreadMs(key: string, spanMs: number): number {
  let hash = offsetBasis;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), prime);
  // The last character alone would change only the low bits.
  hash ^= hash >>> 16;
  hash = Math.imul(hash, prime);
  hash ^= hash >>> 15;
  return Math.floor(((hash >>> 0) / 2 ** 32) * spanMs);
}
