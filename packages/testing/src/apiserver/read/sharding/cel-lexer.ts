/** Invalid CEL, with the message of cel-go's parser. */
export class CelError extends Error {
  override readonly name = 'CelError';
}

/** A token; `type` is the text itself for tokens with only one form. */
export interface Token {
  readonly type: 'string' | 'bytes' | 'int' | 'uint' | 'float' | 'name' | 'end' | 'mark';
  readonly text: string;
  /** The value of a string. */
  readonly value?: string;
}

const end: Token = { type: 'end', text: '<EOF>' };
const blank = /(?:[ \t\r\n\f]+|\/\/[^\n]*)/y;
const number =
  /(?:(\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?)|(0x[0-9a-fA-F]+|\d+)([uU]?))/y;
const name = /[A-Za-z_]\w*/y;
const mark = /==|!=|<=|>=|&&|\|\||[<>[\](){}.,\-!?:+*/%]/y;
const text = /([rR]?[bB]?|[bB][rR])("""|'''|"|')/y;
const escaped = /^(?:[abfnrtv"'`?\\]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2})/;
const plainEscapes: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** Tokenises a CEL expression, followed by one `end`. Throws CelError. */
export function tokens(source: string): Token[] {
  const found: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const result = pattern.exec(source);
    if (result !== null) at = pattern.lastIndex;
    return result;
  };
  while (at < source.length) {
    if (match(blank) !== null) continue;
    const start = at;
    const quote = match(text);
    if (quote !== null) {
      const literal = readText(source, start, at, quote[1] ?? '', quote[2] ?? '');
      at = literal.end;
      found.push(literal.token);
      continue;
    }
    const digits = match(number);
    if (digits !== null) {
      const type = digits[1] !== undefined ? 'float' : digits[3] === '' ? 'int' : 'uint';
      found.push({ type, text: digits[0] });
      continue;
    }
    const word = match(name);
    if (word !== null) {
      found.push({ type: 'name', text: word[0] });
      continue;
    }
    const sign = match(mark);
    if (sign === null) throw unrecognized(String.fromCodePoint(source.codePointAt(at) ?? 0));
    found.push({ type: 'mark', text: sign[0] });
  }
  found.push(end);
  return found;
}

function readText(
  source: string,
  start: number,
  open: number,
  prefix: string,
  quote: string,
): { readonly token: Token; readonly end: number } {
  const raw = /r/i.test(prefix);
  let value = '';
  let at = open;
  while (!source.startsWith(quote, at)) {
    const character = source[at];
    if (character === undefined) throw unrecognized(source.slice(start));
    if (quote.length === 1 && (character === '\n' || character === '\r')) {
      throw unrecognized(source.slice(start, at + 1));
    }
    if (character !== '\\' || raw) {
      value += character;
      at++;
      continue;
    }
    const escape = escaped.exec(source.slice(at + 1, at + 10))?.[0];
    if (escape === undefined) throw unrecognized(source.slice(start, at + 2));
    value += unescape(escape);
    at += 1 + escape.length;
  }
  const close = at + quote.length;
  const type = /b/i.test(prefix) ? 'bytes' : 'string';
  return { token: { type, text: source.slice(start, close), value }, end: close };
}

function unescape(escape: string): string {
  const [first = ''] = escape;
  const plain = escape.length === 1 ? (plainEscapes[first] ?? first) : undefined;
  if (plain !== undefined) return plain;
  const code = /^[0-7]/.test(first) ? Number.parseInt(escape, 8) : Number.parseInt(escape.slice(1), 16);
  return code > 0x10_ff_ff ? '\ufffd' : String.fromCodePoint(code);
}

function unrecognized(what: string): CelError {
  return new CelError(`Syntax error: token recognition error at: '${what}'`);
}
