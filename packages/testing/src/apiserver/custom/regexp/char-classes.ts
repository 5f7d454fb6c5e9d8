import type { CharTest } from './nodes.js';

/** Returns the first code point of a string; 0 if empty. */
export function codeOf(text: string | undefined): number {
  return text?.codePointAt(0) ?? 0;
}

/** Also matches a character in its other case. */
export function folding(test: CharTest): CharTest {
  return (code) => {
    if (test(code)) return true;
    const text = String.fromCodePoint(code);
    return test(codeOf(text.toLowerCase())) || test(codeOf(text.toUpperCase()));
  };
}

const between = (code: number, from: string, to: string): boolean =>
  code >= codeOf(from) && code <= codeOf(to);

/** `\d`, `\s`, `\w`; negated classes use upper case. */
export const perlClasses: Readonly<Record<string, CharTest>> = {
  d: (code) => between(code, '0', '9'),
  s: (code) => code === 9 || code === 10 || code === 12 || code === 13 || code === 32,
  w: (code) =>
    between(code, '0', '9') || between(code, 'A', 'Z') || between(code, 'a', 'z') || code === codeOf('_'),
};

/** `[[:alpha:]]` and the like, ASCII only. */
export const posixClasses: Readonly<Record<string, RegExp>> = {
  alnum: /[0-9A-Za-z]/,
  alpha: /[A-Za-z]/,
  ascii: /\p{ASCII}/u,
  blank: /[\t ]/,
  cntrl: /\p{Cc}/u,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[\t\n\v\f\r ]/,
  upper: /[A-Z]/,
  word: /\w/,
  xdigit: /[0-9A-Fa-f]/,
};

/** Returns a general category (`L`, `Lu`) or script (`Greek`); undefined if Unicode has neither. */
export function unicodeClass(name: string): CharTest | undefined {
  if (name === 'Any') return () => true;
  if (!/^[A-Za-z_]+$/.test(name)) return undefined;
  for (const property of name.length <= 2 ? [name] : [`Script=${name}`, name]) {
    try {
      const pattern = new RegExp(`^\\p{${property}}$`, 'u');
      return (code) => pattern.test(String.fromCodePoint(code));
    } catch {
      // Not a name of this type: try the next one.
    }
  }
  return undefined;
}
