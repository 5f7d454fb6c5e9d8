/** The tree of an expression, and the places in its text. */
import type { Overload } from './functions.js';
import { ERROR } from './values.js';
import type { CelType, CelValue } from './values.js';

abstract class Node {
  /** Where messages point to, as an index into the text. */
  readonly offset: number;
  /** Set by the checker. */
  type: CelType = ERROR;
  constructor(offset: number) {
    this.offset = offset;
  }
}

export class Literal extends Node {
  readonly kind = 'literal';
  readonly value: CelValue;
  constructor(offset: number, value: CelValue) {
    super(offset);
    this.value = value;
  }
}

/** What the checker found a name, or a chain of names as `a.b`, to mean. */
export interface Reference {
  readonly name: string;
  /** A value that is the same in every evaluation, as a type. */
  readonly constant: CelValue | undefined;
}

export class Ident extends Node {
  readonly kind = 'ident';
  readonly name: string;
  reference: Reference | undefined;
  constructor(offset: number, name: string) {
    super(offset);
    this.name = name;
  }
}

export class Select extends Node {
  readonly kind = 'select';
  readonly operand: Expr;
  readonly field: string;
  /** True for `has(operand.field)`. */
  readonly testOnly: boolean;
  reference: Reference | undefined;
  constructor(offset: number, operand: Expr, field: string, testOnly: boolean) {
    super(offset);
    this.operand = operand;
    this.field = field;
    this.testOnly = testOnly;
  }
}

export class Call extends Node {
  readonly kind = 'call';
  /** The checker makes `a.b.f(x)` the function `a.b.f` if there is one. */
  name: string;
  target: Expr | undefined;
  readonly args: readonly Expr[];
  /** Those that fit the types; more than one if types are known only at run time. */
  overloads: readonly Overload[] = [];
  constructor(offset: number, name: string, target: Expr | undefined, args: readonly Expr[]) {
    super(offset);
    this.name = name;
    this.target = target;
    this.args = args;
  }
}

export class ListExpr extends Node {
  readonly kind = 'list';
  readonly elements: readonly { readonly value: Expr; readonly optional: boolean }[];
  constructor(offset: number, elements: ListExpr['elements']) {
    super(offset);
    this.elements = elements;
  }
}

export class MapExpr extends Node {
  readonly kind = 'map';
  readonly entries: readonly { readonly key: Expr; readonly value: Expr; readonly optional: boolean }[];
  constructor(offset: number, entries: MapExpr['entries']) {
    super(offset);
    this.entries = entries;
  }
}

export class StructExpr extends Node {
  readonly kind = 'struct';
  readonly name: string;
  readonly fields: readonly {
    readonly offset: number;
    readonly name: string;
    readonly value: Expr;
    readonly optional: boolean;
  }[];
  constructor(offset: number, name: string, fields: StructExpr['fields']) {
    super(offset);
    this.name = name;
    this.fields = fields;
  }
}

/** What macros become: a loop over a list or map that computes one value, the accumulator. */
export class Fold extends Node {
  readonly kind = 'fold';
  readonly range: Expr;
  /** The element of a list or the key of a map; with a second name, the index or the key. */
  readonly iterator: string;
  /** The element or the value; `undefined` if the loop has one name. */
  readonly iterator2: string | undefined;
  readonly accumulator: string;
  readonly init: Expr;
  readonly condition: Expr;
  readonly step: Expr;
  readonly result: Expr;
  constructor(
    offset: number,
    parts: Pick<
      Fold,
      'range' | 'iterator' | 'iterator2' | 'accumulator' | 'init' | 'condition' | 'step' | 'result'
    >,
  ) {
    super(offset);
    this.range = parts.range;
    this.iterator = parts.iterator;
    this.iterator2 = parts.iterator2;
    this.accumulator = parts.accumulator;
    this.init = parts.init;
    this.condition = parts.condition;
    this.step = parts.step;
    this.result = parts.result;
  }
}

export type Expr = Literal | Ident | Select | Call | ListExpr | MapExpr | StructExpr | Fold;

/** The names of the operators as functions. */
export const operators = {
  conditional: '_?_:_',
  and: '_&&_',
  or: '_||_',
  not: '!_',
  equals: '_==_',
  notEquals: '_!=_',
  less: '_<_',
  lessEquals: '_<=_',
  greater: '_>_',
  greaterEquals: '_>=_',
  add: '_+_',
  subtract: '_-_',
  multiply: '_*_',
  divide: '_/_',
  modulo: '_%_',
  negate: '-_',
  index: '_[_]',
  optionalIndex: '_[?_]',
  optionalSelect: '_?._',
  in: '@in',
  notStrictlyFalse: '@not_strictly_false',
} as const;

/** The accumulator of the standard macros; no name in the text can be equal. */
export const accumulatorName = '@result';

const shownIssues = 100;
const longestSnippet = 16_384;

/** Why an expression does not compile. */
export interface Issue {
  readonly message: string;
  /** From 1. */
  readonly line: number;
  /** In code points, from 0. */
  readonly column: number;
}

/** Collects what is wrong with an expression. */
export class Issues {
  readonly #text: string;
  readonly #issues: Issue[] = [];
  #count = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get count() {
    return this.#count;
  }

  /** `offset` is an index into the text; -1 if the text as a whole is wrong. */
  report(offset: number, message: string): void {
    this.#count++;
    if (this.#issues.length < shownIssues) this.#issues.push({ message, ...this.#position(offset) });
  }

  /** In the order of their places. */
  get list(): readonly Issue[] {
    return this.#issues.toSorted((a, b) => a.line - b.line || a.column - b.column);
  }

  /** With the lines they are in and a mark below each, as the API server shows them. */
  get display(): string {
    const lines = this.#text.split('\n');
    const shown = this.list.map((issue) => displayed(issue, lines[issue.line - 1]));
    if (this.#count > shownIssues) shown.push(`${this.#count - shownIssues} more errors were truncated`);
    return shown.join('\n');
  }

  #position(offset: number): { line: number; column: number } {
    if (offset < 0) return { line: -1, column: -1 };
    const before = this.#text.slice(0, offset).split('\n');
    return { line: before.length, column: Array.from(before.at(-1) ?? '').length };
  }
}

function displayed(issue: Issue, line: string | undefined): string {
  const head = `ERROR: <input>:${issue.line}:${issue.column + 1}: ${issue.message}`;
  if (line === undefined || Buffer.byteLength(line) > longestSnippet) return head;
  const characters = Array.from(line.replaceAll('\t', ' '));
  const wide = (character: string | undefined) => character !== undefined && character > '\u007f';
  const marks = characters.slice(0, issue.column).map((character) => (wide(character) ? '\uff0e' : '.'));
  return `${head}\n | ${characters.join('')}\n | ${marks.join('')}${wide(characters[issue.column]) ? '\uff3e' : '^'}`;
}
