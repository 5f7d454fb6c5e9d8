import { CelError, tokens } from './cel-lexer.js';
import type { Token } from './cel-lexer.js';

/** cel-go's ast.ExprKind, for expressions without macros. */
export const ExprKind = { Call: 1, Ident: 3, List: 4, Literal: 5, Map: 6, Select: 7 } as const;

/** A CEL expression, as far as a shard selector needs it. */
export type Expr =
  | { readonly kind: typeof ExprKind.Call; readonly name: string; readonly args: readonly Expr[] }
  | { readonly kind: typeof ExprKind.Ident; readonly name: string }
  | { readonly kind: typeof ExprKind.List }
  | { readonly kind: typeof ExprKind.Literal; readonly goType: string; readonly text: string | undefined }
  | { readonly kind: typeof ExprKind.Map }
  | { readonly kind: typeof ExprKind.Select; readonly operand: Expr; readonly field: string };

const operandExpected =
  "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";
// The binary operators, from the lowest precedence to the highest.
const levels: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['<', '<=', '>', '>=', '==', '!=', 'in'],
  ['+', '-'],
  ['*', '/', '%'],
];
const goTypes = { string: 'string', bytes: '[]uint8', int: 'int64', uint: 'uint64', float: 'float64' };
// cel-go's default.
const deepest = 250;

/**
 * Parses a CEL expression without evaluating it.
 *
 * Macros are plain calls, and message literals are unsupported. Throws CelError, worded as in cel-go for common
 * mistakes.
 */
export function parseCel(source: string): Expr {
  return new Parser(tokens(source)).whole();
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(all: readonly Token[]) {
    this.#tokens = all;
  }

  whole(): Expr {
    const expr = this.#expr();
    const { type, text } = this.#next;
    if (type === 'end') return expr;
    // ANTLR calls a single surplus token extraneous.
    const only = this.#tokens[this.#at + 1]?.type === 'end';
    throw only
      ? new CelError(`Syntax error: extraneous input '${text}' expecting <EOF>`)
      : mismatched(this.#next, '<EOF>');
  }

  get #next(): Token {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new CelError('Syntax error: no more tokens');
    return token;
  }

  #takes(text: string): boolean {
    const { type, text: found } = this.#next;
    if (found !== text || (type !== 'mark' && type !== 'name')) return false;
    this.#at++;
    return true;
  }

  #expect(text: string): void {
    if (this.#takes(text)) return;
    if (this.#next.type === 'end') throw new CelError(`Syntax error: missing '${text}' at '<EOF>'`);
    throw mismatched(this.#next, `'${text}'`);
  }

  #expr(): Expr {
    if (++this.#depth > deepest) throw new CelError(`expression recursion limit exceeded: ${deepest}`);
    const condition = this.#level(0);
    if (!this.#takes('?')) {
      this.#depth--;
      return condition;
    }
    const then = this.#level(0);
    this.#expect(':');
    const otherwise = this.#expr();
    this.#depth--;
    return call('_?_:_', condition, then, otherwise);
  }

  #level(level: number): Expr {
    const operators = levels[level];
    if (operators === undefined) return this.#unary();
    let left = this.#level(level + 1);
    const [logical = ''] = operators;
    if (operators.length === 1) {
      // One call for a whole chain, which may be long.
      const terms = [left];
      while (this.#takes(logical)) terms.push(this.#level(level + 1));
      return terms.length === 1 ? left : call(`_${logical}_`, ...terms);
    }
    for (;;) {
      const operator = operators.find((text) => this.#takes(text));
      if (operator === undefined) return left;
      left = call(operator === 'in' ? '@in' : `_${operator}_`, left, this.#level(level + 1));
    }
  }

  #unary(): Expr {
    let signs = 0;
    const sign = this.#next.text;
    if (this.#next.type === 'mark' && (sign === '!' || sign === '-')) while (this.#takes(sign)) signs++;
    const member = this.#member();
    // An even number of signs cancels out.
    if (signs % 2 === 0) return member;
    const isNumber = member.kind === ExprKind.Literal && ['int64', 'float64'].includes(member.goType);
    return sign === '-' && isNumber ? member : call(`${sign}_`, member);
  }

  #member(): Expr {
    let expr = this.#primary();
    for (;;) {
      if (this.#takes('.')) {
        const field = this.#name();
        expr = this.#takes('(')
          ? { kind: ExprKind.Call, name: field, args: this.#arguments() }
          : { kind: ExprKind.Select, operand: expr, field };
      } else if (this.#takes('[')) {
        const index = this.#expr();
        this.#expect(']');
        expr = call('_[_]', expr, index);
      } else return expr;
    }
  }

  #name(): string {
    const token = this.#next;
    if (token.type !== 'name' || ['in', 'true', 'false', 'null'].includes(token.text)) {
      throw mismatched(token, 'IDENTIFIER');
    }
    this.#at++;
    return token.text;
  }

  #primary(): Expr {
    const token = this.#next;
    if (token.type in goTypes) {
      this.#at++;
      // The line above checked that it is one of these.
      const goType = goTypes[token.type as keyof typeof goTypes];
      return { kind: ExprKind.Literal, goType, text: token.type === 'string' ? token.value : undefined };
    }
    if (this.#takes('true') || this.#takes('false')) return literal('bool');
    if (this.#takes('null')) return literal('structpb.NullValue');
    if (this.#takes('(')) {
      const inner = this.#expr();
      this.#expect(')');
      return inner;
    }
    if (this.#takes('[')) {
      this.#items(']', () => this.#expr());
      return { kind: ExprKind.List };
    }
    if (this.#takes('{')) {
      this.#items('}', () => this.#entry());
      return { kind: ExprKind.Map };
    }
    const root = this.#takes('.') ? '.' : '';
    if (this.#next.type !== 'name' || this.#next.text === 'in') throw mismatched(this.#next, operandExpected);
    const name = root + this.#name();
    if (this.#takes('(')) return { kind: ExprKind.Call, name, args: this.#arguments() };
    return { kind: ExprKind.Ident, name };
  }

  #entry(): void {
    this.#expr();
    this.#expect(':');
    this.#expr();
  }

  /** Parses the items of a list or map; a trailing comma is allowed. */
  #items(close: string, item: () => void): void {
    while (!this.#takes(close)) {
      item();
      if (this.#takes(',')) continue;
      this.#expect(close);
      return;
    }
  }

  #arguments(): Expr[] {
    const args: Expr[] = [];
    if (this.#takes(')')) return args;
    do args.push(this.#expr());
    while (this.#takes(','));
    this.#expect(')');
    return args;
  }
}

function call(name: string, ...args: readonly Expr[]): Expr {
  return { kind: ExprKind.Call, name, args };
}

function literal(goType: string): Expr {
  return { kind: ExprKind.Literal, goType, text: undefined };
}

function mismatched(token: Token, expected: string): CelError {
  return new CelError(`Syntax error: mismatched input '${token.text}' expecting ${expected}`);
}
