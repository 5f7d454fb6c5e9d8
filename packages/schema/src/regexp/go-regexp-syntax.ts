/** True for a code point in the class. */
export type CharTest = (codePoint: number) => boolean;

/** A condition between two characters. */
export type Assertion = 'beginText' | 'endText' | 'beginLine' | 'endLine' | 'wordBoundary' | 'noWordBoundary';

/** A parsed expression. */
export type Node =
  | { readonly kind: 'empty' }
  | { readonly kind: 'char'; readonly test: CharTest }
  | { readonly kind: 'assert'; readonly what: Assertion }
  | { readonly kind: 'concat'; readonly parts: readonly Node[] }
  | { readonly kind: 'alternate'; readonly parts: readonly Node[] }
  | {
      readonly kind: 'repeat';
      readonly part: Node;
      readonly min: number;
      /** Infinity: unlimited. */
      readonly max: number;
      /** True if fewer are preferred. */
      readonly lazy: boolean;
      /** The largest product of nested repetition counts. */
      readonly weight: number;
    };

/** A pattern that Go does not compile; the message is Go's. */
export class RegexpSyntaxError extends Error {
  constructor(code: string, expression: string) {
    super(`error parsing regexp: ${code}: \`${expression}\``);
    this.name = 'RegexpSyntaxError';
  }
}

// regexp/syntax: the limit of a repetition count, and of the product of nested ones.
const maxRepeat = 1000;

/** Matches the empty text. */
export const empty: Node = { kind: 'empty' };

/** Concatenates nodes. */
export function concat(parts: readonly Node[]): Node {
  if (parts.length === 0) return empty;
  return parts.length === 1 ? (parts[0] ?? empty) : { kind: 'concat', parts };
}

/** Matches one character of a class. */
export function char(test: CharTest): Node {
  return { kind: 'char', test };
}

interface Repetition {
  readonly min: number;
  readonly max: number;
  readonly lazy: boolean;
}

/** Creates a repetition. Throws RegexpSyntaxError if nested counts exceed the limit. */
export function repeat(part: Node, { min, max, lazy }: Repetition, text: string): Node {
  const inner = weightOf(part);
  const own = Math.max(1, max === Number.POSITIVE_INFINITY ? min : max);
  if (text.startsWith('{') && inner * own > maxRepeat) {
    throw new RegexpSyntaxError('invalid repeat count', text);
  }
  return { kind: 'repeat', part, min, max, lazy, weight: text.startsWith('{') ? inner * own : inner };
}

function weightOf(node: Node): number {
  if (node.kind === 'repeat') return node.weight;
  if (node.kind !== 'concat' && node.kind !== 'alternate') return 1;
  return node.parts.reduce((most, part) => Math.max(most, weightOf(part)), 1);
}

/** Returns the first code point of a string; 0 if empty. */
function codeOf(text: string | undefined): number {
  return text?.codePointAt(0) ?? 0;
}

/** Also matches a character in its other case. */
function folding(test: CharTest): CharTest {
  return (code) => {
    if (test(code)) return true;
    const text = String.fromCodePoint(code);
    return test(codeOf(text.toLowerCase())) || test(codeOf(text.toUpperCase()));
  };
}

const between = (code: number, from: string, to: string): boolean =>
  code >= codeOf(from) && code <= codeOf(to);

/** `\d`, `\s`, `\w`; negated classes use upper case. */
const perlClasses: Readonly<Record<string, CharTest>> = {
  d: (code) => between(code, '0', '9'),
  s: (code) => code === 9 || code === 10 || code === 12 || code === 13 || code === 32,
  w: (code) =>
    between(code, '0', '9') || between(code, 'A', 'Z') || between(code, 'a', 'z') || code === codeOf('_'),
};

/** `[[:alpha:]]` and the like, ASCII only. */
const posixClasses: Readonly<Record<string, RegExp>> = {
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
function unicodeClass(name: string): CharTest | undefined {
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

/**
 * Parser of Go's regular expressions (RE2 syntax).
 *
 * They differ from JavaScript's in classes and flags, and have no look-around and no back references, so no pattern
 * takes exponential time.
 */

// regexp/syntax: the nesting limit.
const maxDepth = 1000;

interface Flags {
  readonly foldCase: boolean;
  readonly multiLine: boolean;
  readonly dotNewline: boolean;
  /** Whether `x*` prefers fewer and `x*?` more. */
  readonly lazy: boolean;
}

/** Parses a pattern as Go's regexp.Compile does. Throws RegexpSyntaxError. */
export function parseRegexp(pattern: string): Node {
  return new Parser(pattern).parse();
}

class Parser {
  readonly #pattern: string;
  readonly #chars: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
    this.#chars = Array.from(pattern);
  }

  parse(): Node {
    const node = this.#alternation({ foldCase: false, multiLine: false, dotNewline: false, lazy: false });
    if (this.#at < this.#chars.length) throw new RegexpSyntaxError('unexpected )', this.#pattern);
    return node;
  }

  #peek(ahead = 0): string | undefined {
    return this.#chars[this.#at + ahead];
  }

  #starts(text: string): boolean {
    return this.#text(this.#at, this.#at + text.length) === text;
  }

  #text(from: number, to = this.#chars.length): string {
    return this.#chars.slice(from, to).join('');
  }

  #alternation(start: Flags): Node {
    if (++this.#depth > maxDepth) throw new RegexpSyntaxError('expression nests too deeply', this.#pattern);
    let flags = start;
    const branches: Node[] = [];
    let parts: Node[] = [];
    /** Start and end of the last repetition, for `a**`. */
    let repeated: { readonly from: number; readonly to: number } | undefined;
    for (;;) {
      const next = this.#peek();
      if (next === undefined || next === ')') break;
      const from = this.#at;
      if (next === '|') {
        this.#at++;
        branches.push(concat(parts));
        parts = [];
        continue;
      }
      const repetition = this.#repetition(flags);
      if (repetition !== undefined) {
        const text = this.#text(from, this.#at);
        const last = parts.pop();
        if (last === undefined) throw new RegexpSyntaxError('missing argument to repetition operator', text);
        if (repeated?.to === from) {
          throw new RegexpSyntaxError(
            'invalid nested repetition operator',
            this.#text(repeated.from, this.#at),
          );
        }
        parts.push(repeat(last, repetition, text));
        repeated = { from, to: this.#at };
        continue;
      }
      if (this.#starts('(?') || next === '(') {
        const group = this.#group(flags);
        if ('flags' in group) flags = group.flags;
        else parts.push(group.node);
        continue;
      }
      if (this.#starts('\\Q')) {
        parts.push(...this.#quoted(flags));
        continue;
      }
      parts.push(this.#single(flags));
    }
    branches.push(concat(parts));
    this.#depth--;
    return branches.length === 1 ? (branches[0] ?? empty) : { kind: 'alternate', parts: branches };
  }

  /** Parses `*`, `+`, `?` or `{2,3}`, with the `?` for lazy matching; undefined if none starts here. */
  #repetition(flags: Flags): Repetition | undefined {
    const next = this.#peek();
    let counts: { readonly min: number; readonly max: number };
    if (next === '*') counts = { min: 0, max: Number.POSITIVE_INFINITY };
    else if (next === '+') counts = { min: 1, max: Number.POSITIVE_INFINITY };
    else if (next === '?') counts = { min: 0, max: 1 };
    else if (next === '{') {
      const match = /^\{(\d+)(,(\d*))?\}/.exec(this.#text(this.#at, this.#at + 40));
      // Anything else with a brace is a literal brace.
      if (match === null) return undefined;
      const min = Number(match[1]);
      const max =
        match[2] === undefined ? min : match[3] === '' ? Number.POSITIVE_INFINITY : Number(match[3]);
      if (min > maxRepeat || (max !== Number.POSITIVE_INFINITY && max > maxRepeat) || max < min) {
        throw new RegexpSyntaxError('invalid repeat count', match[0]);
      }
      this.#at += match[0].length - 1;
      counts = { min, max };
    } else return undefined;
    this.#at++;
    const other = this.#peek() === '?';
    if (other) this.#at++;
    return { ...counts, lazy: other !== flags.lazy };
  }

  #group(flags: Flags): { readonly node: Node } | { readonly flags: Flags } {
    const from = this.#at;
    if (!this.#starts('(?')) {
      this.#at++;
      return { node: this.#inside(flags) };
    }
    const named = this.#starts('(?P<') ? 4 : this.#starts('(?<') ? 3 : 0;
    if (named > 0) {
      const end = this.#chars.indexOf('>', this.#at);
      if (this.#starts('(?<=') || this.#starts('(?<!')) {
        throw new RegexpSyntaxError('invalid or unsupported Perl syntax', this.#text(from, from + 4));
      }
      const whole = this.#text(from, end === -1 ? undefined : end + 1);
      const name = end === -1 ? '' : this.#text(from + named, end);
      if (!/^\w+$/.test(name)) throw new RegexpSyntaxError('invalid named capture', whole);
      this.#at = end + 1;
      return { node: this.#inside(flags) };
    }
    this.#at += 2;
    let { foldCase, multiLine, dotNewline, lazy } = flags;
    let negative = false;
    let some = false;
    for (;;) {
      const next = this.#peek();
      this.#at++;
      if (next === 'i') foldCase = !negative;
      else if (next === 'm') multiLine = !negative;
      else if (next === 's') dotNewline = !negative;
      else if (next === 'U') lazy = !negative;
      else if (next === '-' && !negative) {
        negative = true;
        some = false;
        continue;
      } else if ((next === ':' || next === ')') && (!negative || some)) {
        const changed = { foldCase, multiLine, dotNewline, lazy };
        return next === ')' ? { flags: changed } : { node: this.#inside(changed) };
      } else {
        if (next === undefined) throw new RegexpSyntaxError('missing closing )', this.#pattern);
        throw new RegexpSyntaxError('invalid or unsupported Perl syntax', this.#text(from, this.#at));
      }
      some = true;
    }
  }

  #inside(flags: Flags): Node {
    const node = this.#alternation(flags);
    if (this.#peek() !== ')') throw new RegexpSyntaxError('missing closing )', this.#pattern);
    this.#at++;
    return node;
  }

  #quoted(flags: Flags): Node[] {
    this.#at += 2;
    const nodes: Node[] = [];
    while (this.#at < this.#chars.length && !this.#starts('\\E')) {
      nodes.push(char(literal(codeOf(this.#peek()), flags)));
      this.#at++;
    }
    if (this.#starts('\\E')) this.#at += 2;
    return nodes;
  }

  /** Parses a character, class or assertion. */
  #single(flags: Flags): Node {
    const next = this.#peek();
    switch (next) {
      case '^':
        this.#at++;
        return { kind: 'assert', what: flags.multiLine ? 'beginLine' : 'beginText' };
      case '$':
        this.#at++;
        return { kind: 'assert', what: flags.multiLine ? 'endLine' : 'endText' };
      case '.':
        this.#at++;
        return char(flags.dotNewline ? () => true : (code) => code !== 0x0a);
      case '[':
        return char(this.#bracket(flags));
      case '\\': {
        const what = assertions[this.#peek(1) ?? ''];
        if (what !== undefined) {
          this.#at += 2;
          return { kind: 'assert', what };
        }
        if (this.#peek(1) === 'C') {
          this.#at += 2;
          return char(() => true);
        }
        return char(this.#class(flags) ?? literal(this.#escape(), flags));
      }
      default:
        this.#at++;
        return char(literal(codeOf(next), flags));
    }
  }

  /** Parses `\d`, `\pL` or `\P{Greek}`; undefined if none starts here. */
  #class(flags: Flags): CharTest | undefined {
    const letter = this.#peek(1) ?? '';
    const perl = perlClasses[letter.toLowerCase()];
    if (perl !== undefined) {
      this.#at += 2;
      return letter === letter.toLowerCase() ? perl : (code) => !perl(code);
    }
    if (letter !== 'p' && letter !== 'P') return undefined;
    const from = this.#at;
    this.#at += 2;
    let name = this.#peek() ?? '';
    this.#at++;
    if (name === '{') {
      const end = this.#chars.indexOf('}', this.#at);
      if (end === -1) throw new RegexpSyntaxError('invalid character class range', this.#text(from));
      name = this.#text(this.#at, end);
      this.#at = end + 1;
    }
    const negative = (letter === 'P') !== name.startsWith('^');
    const test = unicodeClass(name.replace(/^\^/, ''));
    if (test === undefined) {
      throw new RegexpSyntaxError('invalid character class range', this.#text(from, this.#at));
    }
    const folded = flags.foldCase ? folding(test) : test;
    return negative ? (code) => !folded(code) : folded;
  }

  /** Parses a character escaped with a backslash. */
  #escape(): number {
    const from = this.#at;
    this.#at++;
    const next = this.#peek();
    if (next === undefined) throw new RegexpSyntaxError('trailing backslash at end of expression', '');
    this.#at++;
    const control = controls[next];
    if (control !== undefined) return control;
    if (next >= '0' && next <= '7' && (next === '0' || /[0-7]/.test(this.#peek() ?? ''))) {
      let digits = next;
      while (digits.length < 3 && /[0-7]/.test(this.#peek() ?? '')) {
        digits += this.#peek() ?? '';
        this.#at++;
      }
      return Number.parseInt(digits, 8);
    }
    if (next === 'x') {
      const match =
        /^\{([0-9a-fA-F]+)\}/.exec(this.#text(this.#at, this.#at + 40)) ??
        /^([0-9a-fA-F]{2})/.exec(this.#text(this.#at, this.#at + 2));
      const code = Number.parseInt(match?.[1] ?? '', 16);
      if (match === null || code > 0x10ffff) {
        throw new RegexpSyntaxError('invalid escape sequence', this.#text(from, this.#at + 1));
      }
      this.#at += match[0].length;
      return code;
    }
    const code = codeOf(next);
    if (code < 0x80 && !/[A-Za-z0-9]/.test(next)) return code;
    throw new RegexpSyntaxError('invalid escape sequence', this.#text(from, this.#at));
  }

  #bracket(flags: Flags): CharTest {
    const from = this.#at;
    this.#at++;
    const negative = this.#peek() === '^';
    if (negative) this.#at++;
    const tests: CharTest[] = [];
    for (let first = true; ; first = false) {
      const next = this.#peek();
      if (next === undefined) throw new RegexpSyntaxError('missing closing ]', this.#text(from));
      if (next === ']' && !first) break;
      const posix = this.#posixClass();
      const test = posix ?? (next === '\\' ? this.#class(flags) : undefined);
      if (test !== undefined) {
        tests.push(test);
        continue;
      }
      const start = this.#at;
      const low = this.#classChar(from);
      let high = low;
      if (this.#peek() === '-' && this.#peek(1) !== ']' && this.#peek(1) !== undefined) {
        this.#at++;
        high = this.#classChar(from);
        if (high < low) {
          throw new RegexpSyntaxError('invalid character class range', this.#text(start, this.#at));
        }
      }
      const range: CharTest = (code) => code >= low && code <= high;
      tests.push(flags.foldCase ? folding(range) : range);
    }
    this.#at++;
    const any: CharTest = (code) => tests.some((test) => test(code));
    return negative ? (code) => !any(code) : any;
  }

  #classChar(from: number): number {
    const next = this.#peek();
    if (next === undefined) throw new RegexpSyntaxError('missing closing ]', this.#text(from));
    if (next === '\\') return this.#escape();
    this.#at++;
    return codeOf(next);
  }

  #posixClass(): CharTest | undefined {
    if (!this.#starts('[:')) return undefined;
    const match = /^\[:(\^?)([^:\]]*):\]/.exec(this.#text(this.#at, this.#at + 20));
    if (match === null) return undefined;
    const pattern = Object.hasOwn(posixClasses, match[2] ?? '') ? posixClasses[match[2] ?? ''] : undefined;
    if (pattern === undefined) throw new RegexpSyntaxError('invalid character class range', match[0]);
    this.#at += match[0].length;
    const negative = match[1] === '^';
    return (code) => (code < 0x80 && pattern.test(String.fromCodePoint(code))) !== negative;
  }
}

function literal(wanted: number, flags: Flags): CharTest {
  const same: CharTest = (code) => code === wanted;
  return flags.foldCase ? folding(same) : same;
}

const assertions: Readonly<Record<string, Assertion>> = {
  A: 'beginText',
  z: 'endText',
  b: 'wordBoundary',
  B: 'noWordBoundary',
};

const controls: Readonly<Record<string, number>> = { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 };
