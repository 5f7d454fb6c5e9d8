import type { Chance } from '../soak/chance.js';

/** No input becomes longer, unless it was: most defects need few bytes, and short inputs run fast. */
export const longestInput = 64 * 1024;

const commonWords = [
  '"', '\\', '{', '}', '[', ']', ',', ':', '\n', '\r\n', ' ', '\0', '%', '&', '=', '/', '@', '-', '.', '..', '0', '-0', '1e400', '-1', '9007199254740993', 'null', 'true', '""', '{}',
  '[]', '\\u0000', '\\ud800', '\\u0061', '\uFEFF', '\u2028', 'é', '😀', '__proto__', 'constructor', '<<', '&a', '*a', '\u001b[2J',
]; // prettier-ignore

/** A changed copy of an input, sometimes joined with another. */
export function mutated(
  chance: Chance,
  input: Uint8Array,
  others: readonly Uint8Array[],
  words: readonly string[] = [],
): Buffer {
  let bytes: Buffer = Buffer.from(input);
  const times = 1 + Math.floor(-Math.log2(1 - chance.next()));
  for (let time = 0; time < times; time++) bytes = change(chance, bytes, others, words);
  return bytes.subarray(0, Math.max(longestInput, input.length));
}

function change(
  chance: Chance,
  bytes: Buffer,
  others: readonly Uint8Array[],
  words: readonly string[],
): Buffer {
  const at = chance.between(0, bytes.length + 1);
  const length = chance.between(1, chance.pick([2, 8, 64, 1024]));
  switch (chance.between(0, 11)) {
    case 0:
      return splice(bytes, at, 1, Buffer.of(chance.between(0, 256)));
    case 1: {
      const flipped = (bytes[at] ?? 0) ^ (1 << chance.between(0, 8));
      return splice(bytes, at, 1, Buffer.of(flipped));
    }
    case 2:
      return splice(bytes, at, length, Buffer.alloc(0));
    case 3:
      return splice(bytes, at, 0, bytes.subarray(at, at + length));
    case 4: {
      const part = bytes.subarray(at, at + chance.between(1, 16));
      const times = Math.min(chance.between(2, 3000), Math.floor(longestInput / (part.length + 1)));
      return splice(bytes, at, 0, Buffer.concat(Array.from({ length: times }, () => part)));
    }
    case 5:
    case 6:
      return splice(bytes, at, 0, Buffer.from(chance.pick(commonWords)));
    case 7:
      return splice(bytes, at, 0, Buffer.from(words.length === 0 ? '' : chance.pick(words)));
    case 8: {
      if (others.length === 0) return bytes;
      const other = chance.pick(others);
      const from = chance.between(0, other.length + 1);
      return splice(bytes, at, length, Buffer.from(other.subarray(from, from + length)));
    }
    case 9: {
      if (others.length === 0) return bytes;
      const other = chance.pick(others);
      return Buffer.concat([bytes.subarray(0, at), other.subarray(chance.between(0, other.length + 1))]);
    }
    default: {
      const from = chance.between(0, bytes.length + 1);
      return splice(bytes, at, 0, bytes.subarray(from, from + length));
    }
  }
}

function splice(bytes: Buffer, at: number, removed: number, inserted: Uint8Array): Buffer {
  return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + removed)]);
}

/**
 * A shorter input for which `stillFails` is true: parts are left out, ever smaller ones. Tries at most `tries` inputs.
 */
export async function minimised(
  input: Uint8Array,
  stillFails: (candidate: Uint8Array) => Promise<boolean>,
  tries = 400,
): Promise<Uint8Array> {
  let best: Buffer = Buffer.from(input);
  let left = tries;
  for (
    let size = Math.ceil(best.length / 2);
    size >= 1 && left > 0;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let at = 0; at < best.length && left > 0;) {
      const candidate = splice(best, at, size, Buffer.alloc(0));
      left--;
      if (await stillFails(candidate)) best = candidate;
      else at += size;
    }
  }
  return best;
}
