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
