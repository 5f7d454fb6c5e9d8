import { fewestDigits, isInexact, keepExactNumbers } from './exact-numbers.js';

/** Parses JSON in UTF-8, and keeps its exact numbers (see exact-numbers.ts). Throws SyntaxError as JSON.parse does. */
export function parseJsonBytes(bytes: Uint8Array, start = 0, end = bytes.length): unknown {
  const text = viewOf(bytes, start, end).toString('utf8');
  const value: unknown = JSON.parse(text);
  if (mayHaveExactNumbers(bytes, start, end)) keepExactNumbers(value, text);
  return value;
}

/** The upper halves of four digits. */
const digitBits = 0xf0f0f0f0 | 0;
const fourDigits = 0x30303030;

/**
 * True if a number of the JSON may be one that a double does not hold; sometimes because of the content of a string.
 *
 * Reads four bytes in twelve: wherever sixteen digits begin, four of these bytes are among them.
 */
export function mayHaveExactNumbers(bytes: Uint8Array, start: number, end: number): boolean {
  const { buffer, byteOffset } = bytes;
  const firstWord = Math.ceil((byteOffset + start) / 4);
  const words = Math.floor((byteOffset + end) / 4) - firstWord;
  if (words <= 0) return false;
  const view = new Int32Array(buffer, 4 * firstWord, words);
  let read = start;
  for (let word = 0; word < words; word += 3) {
    if (((view[word] as number) & digitBits) !== fourDigits) continue;
    const at = 4 * (firstWord + word) - byteOffset;
    if (at < read) continue;
    let first = at;
    while (first > read && isDigit(bytes[first - 1])) first--;
    let last = at;
    while (last < end && isDigit(bytes[last])) last++;
    if (last - first < fewestDigits) continue;
    // The whole number, but no byte twice: a string may hold any number of such digits.
    while (first > read && isOfNumber(bytes[first - 1])) first--;
    while (last < end && isOfNumber(bytes[last])) last++;
    if (
      isOutsideOfString(bytes, first - 1, start) &&
      isInexact(viewOf(bytes, first, last).toString('latin1'))
    )
      return true;
    read = last;
  }
  return false;
}

function viewOf(bytes: Uint8Array, start: number, end: number): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** A digit, or one of `+ - . E e`. */
function isOfNumber(byte: number | undefined): boolean {
  return isDigit(byte) || byte === 0x2b || byte === 0x2d || byte === 0x2e || byte === 0x45 || byte === 0x65;
}

/** False if the bytes before a number show that it is within a string: a letter, a quote, or those of `\"id\":1`. */
function isOutsideOfString(bytes: Uint8Array, before: number, start: number): boolean {
  const byte = before < start ? undefined : bytes[before];
  // Comma, bracket and white space; at the start of the text it is not known.
  if (byte === undefined || byte === 0x2c || byte === 0x5b || byte <= 0x20) return true;
  if (byte !== 0x3a) return false;
  const quote = before <= start ? undefined : bytes[before - 1];
  if (quote === undefined || quote <= 0x20) return true;
  if (quote !== 0x22) return false;
  let backslash = before - 2;
  while (backslash >= start && bytes[backslash] === 0x5c) backslash--;
  return (before - 2 - backslash) % 2 === 0;
}
