/**
 * Text to tree.
 *
 * The limits are those of the API server: 100,000 characters, and 250 levels of nesting, which also bounds the recursion
 * here and in all that walks the tree. Messages follow the server's parser for the first syntax error; it may report
 * more, because it continues behind an error.
 */
import { Copies, macroKey, MacroError, Maker } from './macros.js';
import type { Macro } from './macros.js';
import { Call, Ident, ListExpr, Literal, MapExpr, operators, Select, StructExpr } from './syntax.js';
import type { Expr, Issues } from './syntax.js';
import { maxInt, maxUint, minInt, Uint } from './values.js';

const maxCodePoints = 100_000;
const maxDepth = 250;

type TokenKind = 'end' | 'name' | 'escapedName' | 'int' | 'uint' | 'double' | 'string' | 'bytes' | 'sign';

interface Token {
  readonly kind: TokenKind;
  /** As it is written; for signs and the words `in`, `true`, `false` and `null` it says what the token is. */
  readonly text: string;
  readonly offset: number;
}

const reservedNames = new Set(
  'as break const continue else false for function if import in let loop package namespace null return true var void while'.split(
    ' ',
  ),
);

const words = new Set(['in', 'true', 'false', 'null']);
const blank = /(?:[\t \r\n\f]+|\/\/[^\n]*)+/y;
const escape = String.raw`\\(?:[abfnrtv"'\\?\x60]|[0-3][0-7][0-7]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})`;
const signPattern = /==|!=|<=|>=|&&|\|\||[<>[\]{}().,\-!?:+*/%]/y;
/** In the order of their length, where one is the beginning of another. */
const tokens: readonly (readonly [TokenKind, RegExp])[] = [
  ['double', /\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?/y],
  ['uint', /(?:0x[0-9a-fA-F]+|\d+)[uU]/y],
  ['int', /0x[0-9a-fA-F]+|\d+/y],
  [
    'string',
    new RegExp(
      [
        String.raw`[rR]"""[^]*?"""`,
        String.raw`[rR]'''[^]*?'''`,
        String.raw`[rR]"[^"\n\r]*"`,
        String.raw`[rR]'[^'\n\r]*'`,
        String.raw`"""(?:${escape}|[^\\])*?"""`,
        String.raw`'''(?:${escape}|[^\\])*?'''`,
        String.raw`"(?:${escape}|[^\\"\n\r])*"`,
        String.raw`'(?:${escape}|[^\\'\n\r])*'`,
      ].join('|'),
      'yu',
    ),
  ],
  // Where what looks like the beginning of a string or of bytes is none.
  ['name', /[A-Za-z_][A-Za-z0-9_]*/y],
  ['escapedName', /`[A-Za-z0-9_.\-/ ]+`/y],
  ['sign', signPattern],
];
const bytesPrefix = /[bB](?=[rR]?["'])/y;

function matchAt(pattern: RegExp, text: string, offset: number): string | undefined {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0];
}

/** Characters that start no token are reported and passed over. */
function tokenize(text: string, issues: Issues): Token[] {
  const found: Token[] = [];
  let at = 0;
  for (;;) {
    if (/[\t \r\n\f/]/.test(text.charAt(at))) at += matchAt(blank, text, at)?.length ?? 0;
    if (at >= text.length) break;
    const token = tokenAt(text, at);
    if (token === undefined) {
      const end = endOfMistake(text, at);
      issues.report(at, `Syntax error: token recognition error at: '${shownText(text.slice(at, end))}'`);
      at = end;
    } else {
      found.push(token);
      at += token.text.length;
    }
  }
  found.push({ kind: 'end', text: '<EOF>', offset: text.length });
  return found;
}

function tokenAt(text: string, offset: number): Token | undefined {
  const sign = matchAt(signPattern, text, offset);
  // No other token begins with one, except a number with its dot.
  if (sign !== undefined && sign !== '.') return { kind: 'sign', text: sign, offset };
  const word = matchAt(namePattern, text, offset);
  if (word !== undefined && !(stringPrefixes.has(word) && /["']/.test(text.charAt(offset + word.length))))
    return { kind: words.has(word) ? 'sign' : 'name', text: word, offset };
  if (matchAt(bytesPrefix, text, offset) !== undefined) {
    const literal = matchAt(stringPattern, text, offset + 1);
    if (literal !== undefined) return { kind: 'bytes', text: text.charAt(offset) + literal, offset };
  }
  for (const [kind, pattern] of tokens) {
    const found = matchAt(pattern, text, offset);
    if (found !== undefined) return { kind, text: found, offset };
  }
  return undefined;
}

const namePattern = /[A-Za-z_][A-Za-z0-9_]*/y;
const stringPrefixes = new Set(['r', 'R', 'b', 'B', 'br', 'bR', 'Br', 'BR']);
const stringPattern = new RegExp(tokens.find(([kind]) => kind === 'string')?.[1] ?? '', 'yu');

/** Where the server's lexer gives up on what begins at `start`. */
function endOfMistake(text: string, start: number): number {
  const first = text.charAt(start);
  let at = start + 1;
  if (first === '"' || first === "'") {
    const body = new RegExp(String.raw`(?:${escape}|[^\\${first}\n\r])*`, 'yu');
    at += matchAt(body, text, at)?.length ?? 0;
    if (text.charAt(at) === '\\')
      at +=
        /^\\(?:[xX][0-9a-fA-F]?|u[0-9a-fA-F]{0,3}|U[0-9a-fA-F]{0,7}|[0-3][0-7]?)?/.exec(
          text.slice(at, at + 10),
        )?.[0].length ?? 0;
  } else if (first === '`') {
    at += matchAt(/[A-Za-z0-9_.\-/ ]*/y, text, at)?.length ?? 0;
  } else if (!'&|='.includes(first)) {
    return start + String.fromCodePoint(text.codePointAt(start) ?? 0).length;
  }
  return Math.min(
    at + (at < text.length ? String.fromCodePoint(text.codePointAt(at) ?? 0).length : 0),
    text.length,
  );
}

function shownText(text: string): string {
  return text
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\t', String.raw`\t`)
    .replaceAll('\r', String.raw`\r`);
}

/** Ends the parsing; the issue is reported already. */
class ParseStop extends Error {}

/** What an expression can begin with, in the order of the server's messages; others may be possible too. */
const starts = ['[', '{', '(', '.', '-', '!', 'true', 'false', 'null'];
const literalNames = ['NUM_FLOAT', 'NUM_INT', 'NUM_UINT', 'STRING', 'BYTES', 'IDENTIFIER'];
const signOrder = ['[', ']', '{', '}', '(', ')', '.', ',', '-', '!', '?', 'true', 'false', 'null'];

class Parser {
  readonly #tokens: readonly Token[];
  readonly #issues: Issues;
  readonly #macros: ReadonlyMap<string, Macro>;
  readonly #copies = new Copies();
  #at = 0;
  /** How deep rules are in each other, which the server limits for each rule. */
  #nesting = 0;
  /** How many operators, selections and calls nest in the expression that was parsed last. */
  #depth = 0;
  /** What may be written at one place instead of an expression, for messages. */
  #alternatives: { offset: number; signs: readonly string[] } = { offset: -1, signs: [] };

  constructor(text: string, issues: Issues, macros: ReadonlyMap<string, Macro>) {
    this.#tokens = tokenize(text, issues);
    this.#issues = issues;
    this.#macros = macros;
  }

  parse(): Expr {
    const expr = this.#expr();
    if (this.#next.kind !== 'end') {
      const extra = this.#peek(1).kind === 'end' ? 'extraneous' : 'mismatched';
      this.#fail(`${extra} input '${this.#next.text}' expecting <EOF>`);
    }
    if (this.#depth > maxDepth) this.#stop(-1, 'max recursion depth exceeded');
    return expr;
  }

  get #next(): Token {
    return this.#peek(0);
  }

  #peek(ahead: number): Token {
    return this.#tokens[this.#at + ahead] ?? endToken;
  }

  #is(sign: string): boolean {
    const token = this.#next;
    return token.kind === 'sign' && token.text === sign;
  }

  #take(): Token {
    const token = this.#next;
    this.#at++;
    return token;
  }

  #accept(sign: string): Token | undefined {
    return this.#is(sign) ? this.#take() : undefined;
  }

  #fail(message: string): never {
    this.#stop(this.#next.offset, `Syntax error: ${message}`);
  }

  #stop(offset: number, message: string): never {
    this.#issues.report(offset, message);
    throw new ParseStop();
  }

  #mayAlsoBe(...signs: string[]): void {
    this.#alternatives = { offset: this.#next.offset, signs };
  }

  #expect(sign: string, orElse = `'${sign}'`): Token {
    const token = this.#accept(sign);
    if (token !== undefined) return token;
    if (this.#peek(1).kind === 'sign' && this.#peek(1).text === sign)
      this.#fail(`extraneous input '${this.#next.text}' expecting ${orElse}`);
    if (this.#next.kind === 'end' && orElse === "')'") this.#fail(`missing ')' at '<EOF>'`);
    this.#fail(`mismatched input '${this.#next.text}' expecting ${orElse}`);
  }

  #expr(): Expr {
    if (++this.#nesting > maxDepth) this.#stop(-1, `expression recursion limit exceeded: ${maxDepth}`);
    let expr = this.#or();
    const question = this.#accept('?');
    if (question !== undefined) {
      let depth = this.#depth;
      const yes = this.#or();
      depth = Math.max(depth, this.#depth);
      this.#expect(':');
      const no = this.#expr();
      this.#depth = Math.max(depth, this.#depth) + 1;
      expr = this.#call(question.offset, operators.conditional, [expr, yes, no]);
    }
    this.#nesting--;
    return expr;
  }

  #or(): Expr {
    return this.#logical('||', operators.or, () => this.#and());
  }

  #and(): Expr {
    return this.#logical('&&', operators.and, () => this.#binary(0));
  }

  /** A chain becomes a balanced tree, so that its length is not bounded by the depth. */
  #logical(sign: string, name: string, term: () => Expr): Expr {
    const first = term();
    if (!this.#is(sign)) return first;
    const terms = [first];
    const offsets: number[] = [];
    let depth = this.#depth;
    for (let token = this.#accept(sign); token !== undefined; token = this.#accept(sign)) {
      offsets.push(token.offset);
      terms.push(term());
      depth = Math.max(depth, this.#depth);
    }
    this.#depth = depth;
    const balanced = (low: number, high: number): Expr => {
      const middle = Math.floor((low + high + 1) / 2);
      const left = middle === low ? terms[middle] : balanced(low, middle - 1);
      const right = middle === high ? terms[middle + 1] : balanced(middle + 1, high);
      return new Call(
        offsets[middle] ?? 0,
        name,
        undefined,
        [left, right].filter((part) => part !== undefined),
      );
    };
    return balanced(0, offsets.length - 1);
  }

  /** Operators of this level or tighter ones, from left to right. */
  #binary(least: number): Expr {
    let left = this.#unary();
    for (;;) {
      const token = this.#next;
      const operator = token.kind === 'sign' ? binaryOperators.get(token.text) : undefined;
      if (operator === undefined) return left;
      const [name, level] = operator;
      if (level < least) return left;
      this.#take();
      const depth = this.#depth;
      const right = this.#binary(level + 1);
      this.#depth = Math.max(depth, this.#depth) + 1;
      left = this.#call(token.offset, name, [left, right]);
    }
  }

  #unary(): Expr {
    const first = this.#next;
    if (this.#is('!') || (this.#is('-') && !this.#startsNegativeNumber())) {
      let count = 0;
      while (this.#accept(first.text) !== undefined) count++;
      const operand = this.#member();
      if (count % 2 === 0) return operand;
      return this.#call(first.offset, first.text === '!' ? operators.not : operators.negate, [operand]);
    }
    return this.#member();
  }

  #startsNegativeNumber(): boolean {
    return this.#isNumber(1);
  }

  #isNumber(ahead = 0): boolean {
    const { kind } = this.#peek(ahead);
    return kind === 'int' || kind === 'double';
  }

  #member(): Expr {
    let operand = this.#primary();
    for (;;) {
      const token = this.#next;
      if (this.#accept('.') !== undefined) {
        const optional = this.#accept('?');
        const name = this.#next;
        if (name.kind !== 'name' && name.kind !== 'escapedName') {
          const end = name.kind === 'end' ? '' : name.text;
          if (words.has(name.text) && name.text !== 'in' && optional === undefined)
            this.#fail(`mismatched input '${name.text}' expecting IDENTIFIER`);
          this.#fail(
            optional === undefined
              ? `no viable alternative at input '.${end}'`
              : `mismatched input '${name.text}' expecting {IDENTIFIER, ESC_IDENTIFIER}`,
          );
        }
        this.#take();
        const open = optional === undefined && name.kind === 'name' ? this.#accept('(') : undefined;
        const field = name.kind === 'name' ? name.text : name.text.slice(1, -1);
        if (open !== undefined) {
          const depth = this.#depth;
          const args = this.#args(')');
          this.#depth = Math.max(depth, this.#depth) + 1;
          operand = this.#call(open.offset, name.text, args, operand);
        } else {
          this.#depth++;
          operand =
            optional === undefined
              ? new Select(token.offset, operand, field, false)
              : new Call(token.offset, operators.optionalSelect, undefined, [
                  operand,
                  new Literal(name.offset, field),
                ]);
        }
      } else if (this.#accept('[') !== undefined) {
        const depth = this.#depth;
        this.#mayAlsoBe('?');
        const name = this.#accept('?') === undefined ? operators.index : operators.optionalIndex;
        const index = this.#expr();
        this.#expect(']');
        this.#depth = Math.max(depth, this.#depth) + 1;
        operand = this.#call(token.offset, name, [operand, index]);
      } else {
        return operand;
      }
    }
  }

  #primary(): Expr {
    this.#depth = 0;
    const token = this.#next;
    switch (token.kind) {
      case 'int':
      case 'uint':
      case 'double':
      case 'string':
      case 'bytes':
        this.#take();
        return this.#literal(token, '');
      case 'name':
        return this.#nameOrStruct();
      case 'sign':
        break;
      default:
        return this.#noPrimary();
    }
    switch (token.text) {
      case '.':
        if (this.#peek(1).kind === 'name') return this.#nameOrStruct();
        this.#take();
        if (words.has(this.#next.text) && this.#next.text !== 'in')
          this.#fail(`mismatched input '${this.#next.text}' expecting IDENTIFIER`);
        return this.#fail(
          `no viable alternative at input '.${this.#next.kind === 'end' ? '' : this.#next.text}'`,
        );
      case '-':
        this.#take();
        if (!this.#isNumber()) this.#fail(`no viable alternative at input '-${this.#next.text}'`);
        return this.#literal(this.#take(), '-', token.offset);
      case 'true':
      case 'false':
        this.#take();
        return new Literal(token.offset, token.text === 'true');
      case 'null':
        this.#take();
        return new Literal(token.offset, null);
      case '(': {
        this.#take();
        const inner = this.#expr();
        this.#expect(')');
        return inner;
      }
      case '[':
        this.#take();
        return this.#list(token);
      case '{':
        this.#take();
        return this.#map(token);
      default:
        return this.#noPrimary();
    }
  }

  #noPrimary(): never {
    const { text, offset } = this.#next;
    const here = offset === this.#alternatives.offset ? this.#alternatives.signs : [];
    const possible = signOrder.filter((sign) => starts.includes(sign) || here.includes(sign));
    const after = this.#peek(1);
    const follows =
      after.kind === 'sign'
        ? possible.includes(after.text)
        : after.kind !== 'end' && after.kind !== 'escapedName';
    const expected = [...possible.map((sign) => `'${sign}'`), ...literalNames].join(', ');
    this.#fail(`${follows ? 'extraneous' : 'mismatched'} input '${text}' expecting {${expected}}`);
  }

  #literal({ kind, text, offset }: Token, sign: string, start = offset): Expr {
    switch (kind) {
      case 'int': {
        // A hexadecimal number needs its sign apart.
        const value = BigInt(text) * (sign === '-' ? -1n : 1n);
        if (value < minInt || value > maxInt) return this.#invalid(start, 'invalid int literal');
        return new Literal(start, value);
      }
      case 'uint': {
        const value = BigInt(text.slice(0, -1));
        if (value > maxUint) return this.#invalid(start, 'invalid uint literal');
        return new Literal(start, new Uint(value));
      }
      case 'double': {
        const value = Number(sign + text);
        if (!Number.isFinite(value)) return this.#invalid(start, 'invalid double literal');
        return new Literal(start, value);
      }
      default: {
        const bytes = kind === 'bytes';
        const value = unquote(bytes ? text.slice(1) : text, bytes);
        if (typeof value === 'object' && 'problem' in value) return this.#invalid(start, value.problem);
        return new Literal(start, value);
      }
    }
  }

  /** Reports what is wrong and continues. */
  #invalid(offset: number, message: string): Expr {
    this.#issues.report(offset, message);
    return new Literal(offset, null);
  }

  #nameOrStruct(): Expr {
    const start = this.#next;
    const dot = this.#accept('.') === undefined ? '' : '.';
    const structEnd = this.#structNameEnd();
    if (structEnd !== undefined) {
      const names: string[] = [];
      while (this.#at < structEnd) {
        const part = this.#take();
        if (part.kind === 'name') names.push(part.text);
      }
      return this.#struct(this.#take(), dot + names.join('.'));
    }
    const name = this.#take();
    if (reservedNames.has(name.text)) {
      if (this.#accept('(') !== undefined) this.#args(')');
      return this.#invalid(start.offset, `reserved identifier: ${name.text}`);
    }
    const open = this.#accept('(');
    if (open === undefined) return new Ident(name.offset, dot + name.text);
    return this.#call(open.offset, dot + name.text, this.#args(')'));
  }

  /** The index of the `{` of `a.b.C{…}`, if this begins one. */
  #structNameEnd(): number | undefined {
    let ahead = 1;
    const isSign = (text: string) => this.#peek(ahead).kind === 'sign' && this.#peek(ahead).text === text;
    while (isSign('.') && this.#peek(ahead + 1).kind === 'name') ahead += 2;
    return isSign('{') ? this.#at + ahead : undefined;
  }

  #args(close: string): Expr[] {
    const args: Expr[] = [];
    if (this.#accept(close) !== undefined) {
      this.#depth = 0;
      return args;
    }
    let depth = 0;
    this.#mayAlsoBe(close);
    do {
      args.push(this.#expr());
      depth = Math.max(depth, this.#depth);
    } while (this.#accept(',') !== undefined);
    this.#expect(close);
    this.#depth = depth;
    return args;
  }

  #list(open: Token): Expr {
    const elements: { value: Expr; optional: boolean }[] = [];
    this.#sequence(']', () => {
      const optional = this.#accept('?') !== undefined;
      elements.push({ value: this.#expr(), optional });
    });
    return new ListExpr(open.offset, elements);
  }

  #map(open: Token): Expr {
    const entries: { key: Expr; value: Expr; optional: boolean }[] = [];
    this.#sequence('}', () => {
      const optional = this.#accept('?') !== undefined;
      const key = this.#expr();
      const depth = this.#depth;
      this.#expect(':');
      const value = this.#expr();
      this.#depth = Math.max(depth, this.#depth);
      entries.push({ key, value, optional });
    });
    return new MapExpr(open.offset, entries);
  }

  #struct(open: Token, typeName: string): Expr {
    const fields: { offset: number; name: string; value: Expr; optional: boolean }[] = [];
    this.#sequence('}', () => {
      const optional = this.#accept('?') !== undefined;
      const name = this.#next;
      if (name.kind !== 'name' && name.kind !== 'escapedName')
        this.#fail(`mismatched input '${name.text}' expecting {IDENTIFIER, ESC_IDENTIFIER}`);
      this.#take();
      const { offset } = this.#expect(':');
      fields.push({
        offset,
        name: name.kind === 'name' ? name.text : name.text.slice(1, -1),
        value: this.#expr(),
        optional,
      });
    });
    return new StructExpr(open.offset, typeName, fields);
  }

  /** Elements with commas between them, and perhaps one behind the last, up to `close`. */
  #sequence(close: string, element: () => void): void {
    let depth = 0;
    let first = true;
    while (this.#accept(close) === undefined) {
      if (!first) {
        this.#expect(',', `{'${close}', ','}`);
        if (this.#accept(close) !== undefined) break;
        if (this.#next.kind === 'end') this.#fail(`missing '${close}' at '<EOF>'`);
      } else if (this.#accept(',') !== undefined) {
        this.#expect(close);
        break;
      }
      if (first) this.#mayAlsoBe(close, ',', '?');
      first = false;
      element();
      depth = Math.max(depth, this.#depth);
    }
    this.#depth = depth;
  }

  #call(offset: number, name: string, args: readonly Expr[], target?: Expr): Expr {
    // Macros walk their arguments.
    if (this.#depth > maxDepth) this.#stop(-1, 'max recursion depth exceeded');
    const macro = this.#macros.get(macroKey(name, args.length, target !== undefined));
    if (macro !== undefined) {
      const expanded = macro.expand(
        new Maker(offset, this.#copies),
        target ?? new Literal(offset, null),
        args,
      );
      if (expanded instanceof MacroError) return this.#invalid(expanded.offset, expanded.message);
      if (expanded !== undefined) return expanded;
    }
    return new Call(offset, name, target, args);
  }
}

const endToken: Token = { kind: 'end', text: '<EOF>', offset: 0 };

/** Operators with a left and a right side: their functions, and how tightly they bind. */
const binaryOperators: ReadonlyMap<string, readonly [name: string, level: number]> = new Map([
  ['<', [operators.less, 0]],
  ['<=', [operators.lessEquals, 0]],
  ['>=', [operators.greaterEquals, 0]],
  ['>', [operators.greater, 0]],
  ['==', [operators.equals, 0]],
  ['!=', [operators.notEquals, 0]],
  ['in', [operators.in, 0]],
  ['+', [operators.add, 1]],
  ['-', [operators.subtract, 1]],
  ['*', [operators.multiply, 2]],
  ['/', [operators.divide, 2]],
  ['%', [operators.modulo, 2]],
]);

/** Returns `undefined` if there are issues. */
export function parse(text: string, issues: Issues, macros: ReadonlyMap<string, Macro>): Expr | undefined {
  const size = text.length > maxCodePoints ? Array.from(text).length : text.length;
  if (size > maxCodePoints) {
    issues.report(-1, `expression code point size exceeds limit: size: ${size}, limit ${maxCodePoints}`);
    return undefined;
  }
  try {
    const expr = new Parser(text, issues, macros).parse();
    return issues.count === 0 ? expr : undefined;
  } catch (error) {
    if (error instanceof ParseStop) return undefined;
    throw error;
  }
}

const simpleEscapes: ReadonlyMap<string, string> = new Map([
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);

/** The value of a literal of a string or of bytes; the lexer has checked the escapes. */
function unquote(literal: string, bytes: boolean): string | Uint8Array | { problem: string } {
  const raw = /^[rR]/.test(literal);
  let body = literal.slice(raw ? 1 : 0).replaceAll(/\r\n?/g, '\n');
  const quotes = /^(?:"""|''')/.test(body) && body.length >= 6 ? 3 : 1;
  body = body.slice(quotes, -quotes);
  if (raw || !body.includes('\\')) return bytes ? new TextEncoder().encode(body) : body;
  const chunks: Buffer[] = [];
  let text = '';
  let problem: string | undefined;
  const escapes = /\\([xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2}|[^])|[^\\]+/g;
  for (const [part, escaped] of body.matchAll(escapes)) {
    if (escaped === undefined) {
      text += part;
      continue;
    }
    const kind = escaped.charAt(0);
    const code =
      escaped.length === 1
        ? undefined
        : Number.parseInt(/^[0-3]/.test(kind) ? escaped : escaped.slice(1), /^[0-3]/.test(kind) ? 8 : 16);
    if (code === undefined) {
      text += simpleEscapes.get(kind) ?? kind;
    } else if (bytes && !/^[xX0-3]/.test(kind)) {
      problem ??= 'unable to unescape string';
    } else if (bytes) {
      chunks.push(Buffer.from(text), Buffer.of(code));
      text = '';
    } else if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
      problem ??= 'invalid unicode code point';
    } else {
      text += String.fromCodePoint(code);
    }
  }
  if (problem !== undefined) return { problem };
  return bytes ? new Uint8Array(Buffer.concat([...chunks, Buffer.from(text)])) : text;
}
