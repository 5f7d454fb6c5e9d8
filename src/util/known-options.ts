import { ConfigError } from './errors.js';
import { requireOptions, requireSignal } from './require.js';

/** All keys of a type; of a union, those of all its members. */
type KeysOf<O> = O extends unknown ? Extract<keyof O, string> : never;

/** The names of all options of a type: the compiler refuses a list that lacks one, and one with another. */
export type OptionNames<O> = Readonly<Record<KeysOf<O>, true>>;

/**
 * Throws ConfigError `ERR_OPTION` for options that are not an object, and for an option that is not known: it would be
 * ignored in silence. The message names the nearest known one; `aliases` gives it where the spelling does not.
 *
 * Looks at the object's own enumerable keys. An option that is undefined counts as absent; symbols are ignored.
 */
export function requireKnownOptions(
  what: string,
  options: unknown,
  known: Readonly<Record<string, true>>,
  aliases: Readonly<Record<string, string>> = {},
): void {
  requireOptions(what, options);
  for (const [name, value] of Object.entries(options as object)) {
    if (value === undefined || Object.hasOwn(known, name)) continue;
    const names = Object.keys(known);
    const meant = Object.hasOwn(aliases, name) ? aliases[name] : nearestName(name, names);
    const help = meant === undefined ? `known are ${names.join(', ')}` : `did you mean ${meant}?`;
    throw new ConfigError(
      'ERR_OPTION',
      `unknown option ${JSON.stringify(name.slice(0, 100))} of ${what}: ${help}`,
    );
  }
}

const callOptionNames = { signal: true } as const;

/** `requireKnownOptions` for calls whose only option is a signal, which must be one. */
export function requireCall(what: string, call: unknown): void {
  requireKnownOptions(what, call, callOptionNames);
  requireSignal(what, (call as { readonly signal?: unknown }).signal);
}

/** The options of these names, without any others: for what is made with a part of its caller's options. */
export function pickOptions<O extends object, K extends string>(
  options: O,
  known: Readonly<Record<K, true>>,
): Pick<O, K & keyof O> {
  const picked = Object.entries(options).filter(([name]) => Object.hasOwn(known, name));
  // Holds the options of O whose names are known, and nothing else.
  return Object.fromEntries(picked) as Pick<O, K & keyof O>;
}

/** The name that was probably meant; undefined when none is near. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const text = given.toLowerCase();
  let nearest: string | undefined;
  let least = Math.max(2, Math.floor(text.length / 4)) + 1;
  for (const name of names) {
    const other = name.toLowerCase();
    const distance = text.length > 2 && other.includes(text) ? 1 : editDistance(text, other, least);
    if (distance >= least) continue;
    nearest = name;
    least = distance;
  }
  return nearest;
}

/** Characters to insert, delete or replace (Levenshtein); `most` when they are as many or more. */
function editDistance(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) >= most) return most;
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return Math.min(row[to.length] ?? most, most);
}
