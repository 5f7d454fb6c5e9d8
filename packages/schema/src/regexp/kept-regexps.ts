import type { Work } from '../values/work.js';
import { GoRegexp } from './go-regexp.js';

/**
 * Compiled patterns by their text: at most this many instructions and characters, about 100 MB.
 *
 * A pattern of 700 characters can have 100,000 instructions, and a definition thousands of patterns.
 */
const maxSize = 2_000_000;

const kept = new Map<string, GoRegexp>();
let size = 0;

/**
 * Returns a pattern, compiled now or before. Compiling it costs `stepsPerInstruction`.
 *
 * Throws RegexpSyntaxError for an invalid pattern, TooMuchWorkError.
 */
export function regexpOf(pattern: string, work: Work, stepsPerInstruction = 1): GoRegexp {
  const known = kept.get(pattern);
  if (known !== undefined) return known;
  const made = new GoRegexp(pattern);
  work.spend(made.size * stepsPerInstruction);
  const own = made.size + pattern.length;
  if (size + own > maxSize) {
    kept.clear();
    size = 0;
  }
  kept.set(pattern, made);
  size += own;
  return made;
}
