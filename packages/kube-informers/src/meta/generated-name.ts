import type { Random } from '../util/clock.js';

/** Number of names that are tried for a generateName before a create fails, as on the API server (KEP-4420). */
export const maxGenerateAttempts = 8;

/** The alphabet of generated names: without vowels, so that they contain no words (apimachinery's util/rand). */
const nameAlphabet = 'bcdfghjklmnpqrstvwxz2456789';
const suffixLength = 5;
// names.SimpleNameGenerator: a generated name fits into a DNS label.
const maxNameLength = 63;

/** Returns a name of `base` and five random characters. */
export function generateName(base: string, random: Random): string {
  let suffix = '';
  for (let index = 0; index < suffixLength; index++) {
    suffix += nameAlphabet[Math.floor(random() * nameAlphabet.length)] ?? 'b';
  }
  return base.slice(0, maxNameLength - suffixLength) + suffix;
}
