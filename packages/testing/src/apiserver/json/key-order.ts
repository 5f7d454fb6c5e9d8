/** The order of keys in the JSON that a Kubernetes API server writes. */

/** Code units from here on are surrogates, or sort after them although their code points do not. */
const fromSurrogates = /[\ud800-\uffff]/;

/** Returns the object's own keys sorted by their UTF-8 bytes, as Go sorts the keys of a map. */
export function sortedKeys(object: object): string[] {
  const keys = Object.keys(object);
  if (keys.length < 2) return keys;
  // UTF-16 and UTF-8 agree on the order of everything below the surrogates.
  return keys.some((key) => fromSurrogates.test(key)) ? keys.sort(compareText) : keys.sort();
}

/** Compares two strings by their UTF-8 bytes. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Sorts surrogates, which stand for code points above U+FFFF, after all other code units. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
