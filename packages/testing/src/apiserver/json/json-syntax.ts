import type { WrittenFloats } from '@kube-informers/schema/internal';

/** Describes the syntax error of invalid JSON with the message of Go's encoding/json. */
export function jsonSyntaxProblem(text: string): string {
  return new Scanner(text).problem();
}

/** The scanner's position in a value, in the words of the message. */
type Context =
  | 'looking for beginning of value'
  | 'looking for beginning of object key string'
  | 'after object key'
  | 'after object key:value pair'
  | 'after array element'
  | 'after top-level value';

const whitespace = /[ \t\r\n]/;

class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  problem(): string {
    const found = this.#value() ?? this.#end();
    return found ?? 'invalid syntax';
  }

  #peek(): string | undefined {
    while (this.#at < this.#text.length && whitespace.test(this.#text[this.#at] ?? '')) this.#at++;
    return this.#text[this.#at];
  }

  #unexpected(context: string): string {
    const character = this.#text[this.#at];
    if (character === undefined) return 'unexpected end of JSON input';
    const quoted = character === "'" ? "'\\''" : character === '"' ? `'"'` : `'${escape(character)}'`;
    return `invalid character ${quoted} ${context}`;
  }

  #fail(context: Context): string {
    return this.#unexpected(context);
  }

  #end(): string | undefined {
    return this.#peek() === undefined ? undefined : this.#fail('after top-level value');
  }

  // An explicit stack: the text may nest deeper than the call stack allows.
  #value(): string | undefined {
    const open: ('{' | '[')[] = [];
    for (;;) {
      const first = this.#peek();
      if (first === '{' || first === '[') {
        this.#at++;
        const closing = first === '{' ? '}' : ']';
        if (this.#peek() === closing) this.#at++;
        else {
          open.push(first);
          const problem = first === '{' ? this.#key() : undefined;
          if (problem !== undefined) return problem;
          continue;
        }
      } else {
        const problem = this.#scalar();
        if (problem !== undefined) return problem;
      }
      const problem = this.#afterValue(open);
      if (problem !== undefined) return problem === '' ? undefined : problem;
    }
  }

  /** Returns "" when the outermost value is complete; undefined if another value follows. */
  #afterValue(open: ('{' | '[')[]): string | undefined {
    for (;;) {
      const inner = open.at(-1);
      if (inner === undefined) return '';
      const next = this.#peek();
      if (next === ',') {
        this.#at++;
        return inner === '{' ? this.#key() : undefined;
      }
      if (next !== (inner === '{' ? '}' : ']')) {
        return this.#fail(inner === '{' ? 'after object key:value pair' : 'after array element');
      }
      this.#at++;
      open.pop();
    }
  }

  #key(): string | undefined {
    if (this.#peek() !== '"') return this.#fail('looking for beginning of object key string');
    const problem = this.#string();
    if (problem !== undefined) return problem;
    if (this.#peek() !== ':') return this.#fail('after object key');
    this.#at++;
    return undefined;
  }

  #scalar(): string | undefined {
    const first = this.#peek();
    if (first === '"') return this.#string();
    for (const word of ['true', 'false', 'null']) {
      if (first === word[0]) return this.#word(word);
    }
    const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/.exec(this.#text.slice(this.#at, this.#at + 400));
    if (number === null) return this.#fail('looking for beginning of value');
    this.#at += number[0].length;
    return undefined;
  }

  #word(word: string): string | undefined {
    for (const character of word.split('')) {
      if (this.#text[this.#at] !== character) {
        return this.#unexpected(`in literal ${word} (expecting '${character}')`);
      }
      this.#at++;
    }
    return undefined;
  }

  #string(): string | undefined {
    this.#at++;
    for (;;) {
      const character = this.#text[this.#at];
      if (character === undefined) return 'unexpected end of JSON input';
      if (character === '"') {
        this.#at++;
        return undefined;
      }
      if (character < ' ') return this.#unexpected('in string literal');
      if (character === '\\') {
        this.#at++;
        const escaped = this.#text[this.#at];
        if (escaped === undefined) return 'unexpected end of JSON input';
        if (!'"\\/bfnrtu'.includes(escaped)) return this.#unexpected('in string escape code');
      }
      this.#at++;
    }
  }
}

function escape(character: string): string {
  const code = character.charCodeAt(0);
  if (character === '\n') return '\\n';
  if (character === '\t') return '\\t';
  if (character === '\r') return '\\r';
  return code < 0x20 || (code >= 0x7f && code < 0xa0)
    ? `\\x${code.toString(16).padStart(2, '0')}`
    : character;
}

/** A JSON object or list that is being scanned. */
interface Frame {
  /** Path of the object or list, with a trailing dot for an object inside. */
  readonly path: string;
  /** The keys so far; undefined for a list. */
  readonly keys: Set<string> | undefined;
  key: string;
  index: number;
}

/** A repeated or requested field of a JSON text. */
interface FoundField {
  readonly path: string;
  readonly duplicate: boolean;
}

/**
 * Returns the repeated fields of a JSON text, in order: `spec.replicas`, `spec.containers[0].name`.
 *
 * JSON.parse silently takes the last one. The text must be valid JSON.
 */
export function duplicateFields(text: string): string[] {
  return fieldsInOrder(text, new Set()).map(({ path }) => path);
}

/** Returns the repeated fields of a JSON text, and the first of each of `wanted`, in text order. */
export function fieldsInOrder(text: string, wanted: ReadonlySet<string>): FoundField[] {
  const found = new Map<string, FoundField>();
  const note = (path: string, duplicate: boolean): void => {
    if (!found.has(`${duplicate} ${path}`)) found.set(`${duplicate} ${path}`, { path, duplicate });
  };
  scan(text, {
    key(path, repeated) {
      if (wanted.has(path)) note(path, false);
      if (repeated) note(path, true);
    },
  });
  return [...found.values()];
}

interface Visitor {
  /** Called with each key. */
  readonly key?: (path: string, repeated: boolean) => void;
  /** Called with the index of each character outside of strings and brackets; returns that of the last one it has read. */
  readonly other?: (at: number, path: () => string) => number;
}

/** Reads valid JSON without recursion: the text may nest deeper than the call stack allows. */
function scan(text: string, visitor: Visitor): void {
  const open: Frame[] = [];
  let keyNext = false;
  for (let at = 0; at < text.length; at++) {
    const frame = open.at(-1);
    switch (text[at]) {
      case '"': {
        const end = endOfString(text, at);
        if (keyNext && frame?.keys !== undefined) {
          // The text is valid JSON, so this is a JSON string.
          const key = JSON.parse(text.slice(at, end + 1)) as string;
          frame.key = key;
          visitor.key?.(pathOf(frame), frame.keys.has(key));
          frame.keys.add(key);
          keyNext = false;
        }
        at = end;
        break;
      }
      case '{':
        open.push({
          path: frame === undefined ? '' : `${pathOf(frame)}.`,
          keys: new Set(),
          key: '',
          index: 0,
        });
        keyNext = true;
        break;
      case '[':
        open.push({ path: frame === undefined ? '' : pathOf(frame), keys: undefined, key: '', index: 0 });
        keyNext = false;
        break;
      case '}':
      case ']':
        open.pop();
        keyNext = false;
        break;
      case ',':
        if (frame?.keys === undefined) {
          if (frame !== undefined) frame.index++;
        } else keyNext = true;
        break;
      default:
        at = visitor.other?.(at, () => (frame === undefined ? '' : pathOf(frame))) ?? at;
    }
  }
}

function pathOf({ path, keys, key, index }: Frame): string {
  return keys === undefined ? `${path}[${index}]` : path + key;
}

/** Returns the index of the quote that ends the string starting at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

/** A number of a JSON text, as it is written. */
export interface WrittenNumber {
  /** Its index in the text. */
  readonly at: number;
  readonly text: string;
  readonly path: string;
}

/**
 * Returns the numbers in JSON that are written with a point or an exponent: floats in Go, even if they are whole.
 *
 * The text must be valid JSON.
 */
export function floatsOf(text: string): WrittenNumber[] {
  const floats: WrittenNumber[] = [];
  const number = /-?\d[\d.eE+-]*/y;
  scan(text, {
    other(at, path) {
      number.lastIndex = at;
      const [found] = number.exec(text) ?? [];
      if (found === undefined) return at;
      if (/[.eE]/.test(found)) floats.push({ at, text: found, path: path() });
      return at + found.length - 1;
    },
  });
  return floats;
}

/** Returns the first number that no double holds, `1e400`, as it is written. The text must be valid JSON. */
export function tooLargeNumber(text: string): string | undefined {
  if (!/[eE]\+?\d{3}|\d{309}/.test(text)) return undefined;
  let found: string | undefined;
  const number = /-?\d[\d.eE+-]*/y;
  scan(text, {
    other(at) {
      number.lastIndex = at;
      const [written] = number.exec(text) ?? [];
      if (written === undefined) return at;
      if (!Number.isFinite(Number(written))) found ??= written;
      return at + written.length - 1;
    },
  });
  return found;
}

/** Returns the floats of a JSON text, of a repeated field the first: Go decodes, and refuses, each. */
export function floatsByPath(text: string): WrittenFloats {
  return new Map(
    floatsOf(text)
      .toReversed()
      .map((float) => [float.path, float.text]),
  );
}

/** Returns JSON whose floats are strings: `mark` and the float as it is written. The text must be valid JSON. */
export function floatsAsTexts(text: string, mark: string): string {
  let result = '';
  let end = 0;
  for (const float of floatsOf(text)) {
    result += text.slice(end, float.at) + JSON.stringify(mark + float.text);
    end = float.at + float.text.length;
  }
  return result + text.slice(end);
}
