import { shownValue } from './shown.js';
import { ConfigError } from './errors.js';
import type { Check } from './require.js';
import { requireAbortSignal, requireOptions, requireRecord } from './require.js';

/** All keys of a type; for a union, those of all its members. */
type KeysOf<O> = O extends unknown ? Extract<keyof O, string> : never;

/**
 * All options of a type, each with the check of its value, or `true` if there is none or it needs more than the value. The
 * compiler rejects a missing and an extra name.
 */
export type OptionNames<O> = Readonly<Record<KeysOf<O>, Check | true>>;

/** The same, of any type. */
export type Checks = Readonly<Record<string, Check | true>>;

/**
 * Throws ConfigError `ERR_OPTION` for options that are not an object, for an unknown option, and for one that fails its check.
 *
 * An unknown option would be silently ignored otherwise. The message suggests the nearest known name; `aliases` maps
 * names that are not similar. Only own enumerable keys are checked; an undefined option counts as absent, and symbols
 * are ignored.
 */
export function requireKnownOptions(
  what: string,
  options: unknown,
  known: Checks,
  aliases: Readonly<Record<string, string>> = {},
): void {
  requireOptions(what, options);
  for (const [name, value] of Object.entries(options as object)) {
    if (value === undefined) continue;
    const check = Object.hasOwn(known, name) ? known[name] : undefined;
    if (check !== undefined) {
      if (check !== true) check(`${name} of ${what}`, value);
      continue;
    }
    const names = Object.keys(known);
    const meant = Object.hasOwn(aliases, name) ? aliases[name] : nearestName(name, names);
    const help = meant === undefined ? `known are ${names.join(', ')}` : `did you mean ${meant}?`;
    throw new ConfigError('ERR_OPTION', `unknown option ${shownValue(name)} of ${what}: ${help}`);
  }
}

/** Checks that a value is an object with no other options than these, and each as it must be. */
export function optionsOf<O>(known: OptionNames<O>, aliases?: Readonly<Record<string, string>>): Check {
  return (what, value) => {
    requireRecord(what, value);
    requireKnownOptions(what, value, known, aliases);
  };
}

const callOptionNames = { signal: requireAbortSignal } as const;

/** Checks the options of a call whose only option is a signal. */
export function requireCall(what: string, call: unknown): void {
  requireKnownOptions(what, call, callOptionNames);
}

/** Returns only the options with these names, to pass on a part of the caller's options. */
export function pickOptions<O extends object, K extends string>(
  options: O,
  known: Readonly<Record<K, Check | true>>,
): Pick<O, K & keyof O> {
  const picked = Object.entries(options).filter(([name]) => Object.hasOwn(known, name));
  // Contains only options of O with known names.
  return Object.fromEntries(picked) as Pick<O, K & keyof O>;
}

/** Returns the name that was probably meant; undefined if none is similar. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const text = given.toLowerCase();
  let nearest: string | undefined;
  let least = Math.max(2, Math.floor(text.length / 4)) + 1;
  for (const name of names) {
    const other = name.toLowerCase();
    const contains = text.length > 2 && other !== text && other.includes(text);
    const distance = contains ? 1 : editDistance(text, other, least);
    if (distance >= least) continue;
    nearest = name;
    least = distance;
  }
  return nearest;
}

/** Returns the number of insertions, deletions, replacements and swaps of neighbours, at most `most`. */
export function editDistance(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) >= most) return most;
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : most;
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return Math.min(row[to.length] ?? most, most);
}
