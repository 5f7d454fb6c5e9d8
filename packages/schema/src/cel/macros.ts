/** The macros: calls that the parser replaces by loops, before types are known. */
import {
  accumulatorName,
  Call,
  Fold,
  Ident,
  ListExpr,
  Literal,
  MapExpr,
  operators,
  Select,
  StructExpr,
} from './syntax.js';
import type { Expr } from './syntax.js';
import type { CelValue } from './values.js';

/** A macro was called with arguments that it cannot take. */
export class MacroError {
  readonly offset: number;
  readonly message: string;
  constructor(offset: number, message: string) {
    this.offset = offset;
    this.message = message;
  }
}

export interface Macro {
  readonly name: string;
  /** True if it is called as `target.name(…)`. */
  readonly member: boolean;
  /** Without the target. */
  readonly arity: number;
  /** Returns `undefined` if the call shall stay a call. */
  expand(make: Maker, target: Expr, args: readonly Expr[]): Expr | MacroError | undefined;
}

/** Far above any useful expression. `x.optMap(…).optMap(…)…` copies its target at each step. */
const maxCopiedNodes = 100_000;

/** Counts the nodes that macros copy in one expression. */
export class Copies {
  #left = maxCopiedNodes;
  /** False if there are too many. */
  take(): boolean {
    return --this.#left >= 0;
  }
}

/** Under which key a macro is found. */
export function macroKey(name: string, arity: number, member: boolean): string {
  return `${member ? '.' : ''}${name}/${arity}`;
}

/** Makes the nodes of an expansion; messages about them point to the call of the macro. */
export class Maker {
  readonly #offset: number;
  readonly #copies: Copies;
  constructor(offset: number, copies: Copies) {
    this.#offset = offset;
    this.#copies = copies;
  }
  /** Copies, because the checker writes into nodes: each must be in the tree once. `undefined` if it is too large. */
  copy(expr: Expr): Expr | undefined {
    let complete = true;
    const copy = (original: Expr): Expr => {
      complete &&= this.#copies.take();
      return complete ? copyOf(original, copy) : original;
    };
    const copied = copy(expr);
    return complete ? copied : undefined;
  }
  literal(value: CelValue): Expr {
    return new Literal(this.#offset, value);
  }
  ident(name: string): Expr {
    return new Ident(this.#offset, name);
  }
  accumulator(): Expr {
    return this.ident(accumulatorName);
  }
  call(name: string, ...args: Expr[]): Expr {
    return new Call(this.#offset, name, undefined, args);
  }
  member(name: string, target: Expr, ...args: Expr[]): Expr {
    return new Call(this.#offset, name, target, args);
  }
  list(...elements: Expr[]): Expr {
    return new ListExpr(
      this.#offset,
      elements.map((value) => ({ value, optional: false })),
    );
  }
  map(): Expr {
    return new MapExpr(this.#offset, []);
  }
  has(operand: Expr, field: string): Expr {
    return new Select(this.#offset, operand, field, true);
  }
  fold(parts: ConstructorParameters<typeof Fold>[1]): Expr {
    return new Fold(this.#offset, parts);
  }
  /** `name` stands for the value of `init` in `result`. */
  bind(name: string, init: Expr, result: Expr): Expr {
    return this.fold({
      range: this.list(),
      iterator: '#unused',
      iterator2: undefined,
      accumulator: name,
      init,
      condition: this.literal(false),
      step: this.ident(name),
      result,
    });
  }
}

/** The names that a loop gives its elements. */
interface Names {
  readonly iterator: string;
  readonly iterator2: string | undefined;
}

/** Takes the names from the first one or two arguments. */
function namesOf(args: readonly Expr[], two: boolean, notAName: string): Names | MacroError {
  const names: string[] = [];
  const nodes = args.slice(0, two ? 2 : 1);
  for (const node of nodes) {
    if (node.kind !== 'ident') return new MacroError(node.offset, notAName);
    names.push(node.name);
  }
  const [iterator = '', iterator2] = names;
  if (iterator === iterator2)
    return new MacroError(nodes[1]?.offset ?? 0, `duplicate variable name: ${iterator}`);
  for (const [index, name] of names.entries()) {
    if (name === accumulatorName || name === '__result__')
      return new MacroError(nodes[index]?.offset ?? 0, 'iteration variable overwrites accumulator variable');
  }
  return { iterator, iterator2 };
}

type LoopParts = Omit<
  ConstructorParameters<typeof Fold>[1],
  'range' | 'iterator' | 'iterator2' | 'accumulator'
>;

/** A macro of one or two names, followed by `rest` arguments. */
function loop(
  name: string,
  names: 1 | 2,
  rest: number,
  notAName: string,
  parts: (make: Maker, rest: readonly Expr[], names: Names, first: Expr) => LoopParts,
): Macro {
  return {
    name,
    member: true,
    arity: names + rest,
    expand(make, target, args) {
      const found = namesOf(args, names === 2, notAName);
      if (found instanceof MacroError) return found;
      const first = args[0] ?? target;
      return make.fold({
        range: target,
        accumulator: accumulatorName,
        ...found,
        ...parts(make, args.slice(names), found, first),
      });
    },
  };
}

function quantifiers(names: 1 | 2): Macro[] {
  const notAName = 'argument must be a simple name';
  const exactlyOne = (name: string) =>
    loop(name, names, 1, notAName, (make, [predicate = make.list()]) => ({
      init: make.literal(0n),
      condition: make.literal(true),
      step: make.call(
        operators.conditional,
        predicate,
        make.call(operators.add, make.accumulator(), make.literal(1n)),
        make.accumulator(),
      ),
      result: make.call(operators.equals, make.accumulator(), make.literal(1n)),
    }));
  return [
    loop('all', names, 1, notAName, (make, [predicate = make.list()]) => ({
      init: make.literal(true),
      condition: make.call(operators.notStrictlyFalse, make.accumulator()),
      step: make.call(operators.and, make.accumulator(), predicate),
      result: make.accumulator(),
    })),
    loop('exists', names, 1, notAName, (make, [predicate = make.list()]) => ({
      init: make.literal(false),
      condition: make.call(operators.notStrictlyFalse, make.call(operators.not, make.accumulator())),
      step: make.call(operators.or, make.accumulator(), predicate),
      result: make.accumulator(),
    })),
    exactlyOne('exists_one'),
    // The server has this one with two names only.
    ...(names === 2 ? [exactlyOne('existsOne')] : []),
  ];
}

/** A loop that adds to a list or map what `added` makes, of all elements or of those that a filter keeps. */
function collector(
  name: string,
  names: 1 | 2,
  filtered: boolean,
  init: 'list' | 'map',
  notAName: string,
  added: (make: Maker, value: Expr, names: Names) => Expr,
): Macro {
  return loop(name, names, filtered ? 2 : 1, notAName, (make, rest, found) => {
    const value = rest.at(-1) ?? make.list();
    const filter = filtered ? rest[0] : undefined;
    const step = added(make, value, found);
    return {
      init: init === 'list' ? make.list() : make.map(),
      condition: make.literal(true),
      step: filter === undefined ? step : make.call(operators.conditional, filter, step, make.accumulator()),
      result: make.accumulator(),
    };
  });
}

const appended = (make: Maker, value: Expr) => make.call(operators.add, make.accumulator(), make.list(value));
const notAnIdentifier = 'argument is not an identifier';
const notASimpleName = 'argument must be a simple name';

export const standardMacros: readonly Macro[] = [
  {
    name: 'has',
    member: false,
    arity: 1,
    expand(make, _target, [argument]) {
      if (argument?.kind === 'select') return make.has(argument.operand, argument.field);
      return new MacroError(argument?.offset ?? 0, 'invalid argument to has() macro');
    },
  },
  ...quantifiers(1),
  collector('map', 1, false, 'list', notAnIdentifier, appended),
  collector('map', 1, true, 'list', notAnIdentifier, appended),
  loop('filter', 1, 1, notAnIdentifier, (make, [filter = make.list()], _names, first) => ({
    init: make.list(),
    condition: make.literal(true),
    step: make.call(operators.conditional, filter, appended(make, first), make.accumulator()),
    result: make.accumulator(),
  })),
];

const insertedEntry = (make: Maker, value: Expr, names: Names) =>
  make.call('cel.@mapInsert', make.accumulator(), make.ident(names.iterator), value);
const insertedMap = (make: Maker, value: Expr) => make.call('cel.@mapInsert', make.accumulator(), value);

export const twoVariableMacros: readonly Macro[] = [
  ...quantifiers(2),
  ...[false, true].flatMap((filtered) => [
    collector('transformList', 2, filtered, 'list', notASimpleName, appended),
    collector('transformMap', 2, filtered, 'map', notASimpleName, insertedEntry),
    collector('transformMapEntry', 2, filtered, 'map', notASimpleName, insertedMap),
  ]),
];

/** `optMap` and `optFlatMap`. */
function optionalMacro(name: string, wrap: (make: Maker, value: Expr) => Expr): Macro {
  return {
    name,
    member: true,
    arity: 2,
    expand(make, target, [variable, value]) {
      if (variable?.kind !== 'ident' || value === undefined)
        return new MacroError(variable?.offset ?? 0, `${name}() variable name must be a simple identifier`);
      const copied = make.copy(target);
      if (copied === undefined)
        return new MacroError(
          target.offset,
          `${name}() makes more than ${maxCopiedNodes} copies of its target`,
        );
      return make.call(
        operators.conditional,
        make.member('hasValue', target),
        wrap(make, make.bind(variable.name, make.member('value', copied), value)),
        make.call('optional.none'),
      );
    },
  };
}

export const optionalMacros: readonly Macro[] = [
  optionalMacro('optMap', (make, value) => make.call('optional.of', value)),
  optionalMacro('optFlatMap', (_make, value) => value),
];

const sortInput = '@__sortBy_input__';

/** `list.sortBy(element, key)`. */
export const sortByMacro: Macro = {
  name: 'sortBy',
  member: true,
  arity: 2,
  expand(make, target, args) {
    if (!['list', 'select', 'ident', 'fold', 'call'].includes(target.kind))
      return new MacroError(
        target.offset,
        'sortBy can only be applied to a list, identifier, comprehension, call or select expression',
      );
    const keys = mapMacro.expand(make, make.ident(sortInput), args);
    if (keys === undefined || keys instanceof MacroError) return keys;
    return make.bind(sortInput, target, make.member('@sortByAssociatedKeys', make.ident(sortInput), keys));
  },
};

const mapMacro = collector('map', 1, false, 'list', notAnIdentifier, appended);

function copyOf(expr: Expr, copy: (part: Expr) => Expr): Expr {
  switch (expr.kind) {
    case 'literal':
      return new Literal(expr.offset, expr.value);
    case 'ident':
      return new Ident(expr.offset, expr.name);
    case 'select':
      return new Select(expr.offset, copy(expr.operand), expr.field, expr.testOnly);
    case 'call':
      return new Call(
        expr.offset,
        expr.name,
        expr.target === undefined ? undefined : copy(expr.target),
        expr.args.map((arg) => copy(arg)),
      );
    case 'list':
      return new ListExpr(
        expr.offset,
        expr.elements.map(({ value, optional }) => ({ value: copy(value), optional })),
      );
    case 'map':
      return new MapExpr(
        expr.offset,
        expr.entries.map(({ key, value, optional }) => ({
          key: copy(key),
          value: copy(value),
          optional,
        })),
      );
    case 'struct':
      return new StructExpr(
        expr.offset,
        expr.name,
        expr.fields.map((field) => ({ ...field, value: copy(field.value) })),
      );
    case 'fold':
      return new Fold(expr.offset, {
        range: copy(expr.range),
        iterator: expr.iterator,
        iterator2: expr.iterator2,
        accumulator: expr.accumulator,
        init: copy(expr.init),
        condition: copy(expr.condition),
        step: copy(expr.step),
        result: copy(expr.result),
      });
  }
}
