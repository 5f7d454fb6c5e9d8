import { jsonText } from '../util/json.js';
import { requireObject } from '../util/require.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { recordOf } from './compact-objects.js';

/**
 * Returns the JSON of an object from a cache, to forward or store it.
 *
 * A compact cache keeps the server's text, so this decompresses it and parses nothing: members and numbers are as the server wrote
 * them. Any other cache keeps no text; it is written anew, with the same values. `apiVersion` and `kind`, which the items of a
 * list lack, are included where they are known.
 *
 * Throws TypeError for a cyclic object.
 */
export function rawJson(object: DeepReadonly<object>): string {
  const record = recordOf(object);
  if (record === undefined) {
    // Only now: it reads a member, for which a compact object would be decoded.
    requireObject('rawJson', object);
    return jsonText(object);
  }
  const { objects, type } = record.slab;
  const text = objects.textOf(record);
  if (type.apiVersion === undefined || type.kind === undefined || beginsWithType.test(text)) return text;
  const isWithout = hasNoType(text);
  // A part of the type, or white space: rare enough to be parsed.
  if (!isWithout) return jsonText(objects.decodeCopy(record));
  const { apiVersion, kind } = type;
  const typed = JSON.stringify({ apiVersion, kind });
  return `${typed.slice(0, -1)},${text.slice(1)}`;
}

/** As API servers write an object that is not an item of a list. */
const beginsWithType = /^\{"(?:kind":"[^"\\]*","apiVersion|apiVersion":"[^"\\]*","kind)":"/;

/** True if no member is called apiVersion or kind. False also if that is not certain. The text must be valid JSON. */
function hasNoType(text: string): boolean {
  for (let from = 1; ;) {
    // An escape could spell any name.
    const keyEnd = endOfString(text, from);
    const key = text.slice(from, keyEnd);
    if (text[from] !== '"' || text[keyEnd] !== ':' || /\\|^"(?:apiVersion|kind)"$/.test(key)) return false;
    const valueEnd = endOfValue(text, keyEnd + 1);
    if (text[valueEnd] === '}') return valueEnd === text.length - 1;
    if (text[valueEnd] !== ',') return false;
    from = valueEnd + 1;
  }
}

/** Index after the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
}

/** Index after the value that begins at `start`; wrong if there is white space before it. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let index = start; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x22) {
      index = endOfString(text, index) - 1;
      if (depth === 0) return index + 1;
    } else if (code === 0x7b || code === 0x5b) {
      depth++;
    } else if (code === 0x7d || code === 0x5d) {
      depth--;
      if (depth === 0) return index + 1;
      if (depth < 0) return index;
    } else if (code === 0x2c && depth === 0) {
      return index;
    }
  }
  return text.length;
}
