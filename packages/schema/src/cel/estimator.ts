/**
 * What an expression may cost, from the sizes that a schema allows: cel-go's estimate with Kubernetes' additions.
 *
 * The API server refuses a definition whose rules may cost too much, so the estimate must be the same to the unit.
 */
import type { SizeOf } from './environment.js';
import {
  add,
  fixed,
  listCreateCost,
  mapCreateCost,
  multiply,
  scale,
  stringTraversalFactor,
  structCreateCost,
  union,
  unknownSize,
  unlimited,
} from './functions.js';
import type { ArgumentEstimate, CallEstimate, Overload, Range } from './functions.js';
import { accumulatorName } from './syntax.js';
import type { Call, Expr, Fold, Ident, ListExpr, MapExpr, Select } from './syntax.js';
import { sameType, stringSize, isBytes } from './values.js';
import type { CelType, CelValue } from './values.js';

export function estimate(expr: Expr, sizeOf: SizeOf): Range {
  return new Estimator(sizeOf).cost(expr);
}

/**
 * The path of an expression in the data. Appending writes into a shared array, as appending to a Go slice does.
 *
 * The server has a mistake that this repeats: of two paths made from one, the later one may replace the last part of the
 * earlier, whose size is then looked up again.
 */
class Path {
  static readonly none = new Path([], 0, 0);
  readonly #parts: string[];
  readonly #length: number;
  readonly #capacity: number;

  private constructor(parts: string[], length: number, capacity: number) {
    this.#parts = parts;
    this.#length = length;
    this.#capacity = capacity;
  }

  static of(name: string): Path {
    return new Path([name], 1, 1);
  }

  append(part: string): Path {
    const length = this.#length + 1;
    if (length <= this.#capacity) {
      this.#parts[this.#length] = part;
      return new Path(this.#parts, length, this.#capacity);
    }
    return new Path([...this.names, part], length, Math.max(1, this.#capacity * 2));
  }

  get names(): readonly string[] {
    return this.#parts.slice(0, this.#length);
  }

  /** The name of the variable; undefined for no path. */
  get root(): string | undefined {
    return this.#length === 0 ? undefined : this.#parts[0];
  }
}

/** The sizes of what is in a list or map. */
interface EntrySize {
  readonly container: 'list' | 'map';
  readonly key: Range;
  readonly value: Range;
}

interface Variable {
  readonly path: Path;
  readonly size: Range | undefined;
  readonly entries: EntrySize | undefined;
}

class Estimator {
  readonly #sizeOf: SizeOf;
  readonly #paths = new Map<Expr, Path>();
  readonly #sizes = new Map<Expr, Range>();
  readonly #entries = new Map<Expr, EntrySize>();
  /** What loops declare, the innermost last. */
  readonly #variables = new Map<string, Variable[]>();

  constructor(sizeOf: SizeOf) {
    this.#sizeOf = sizeOf;
  }

  cost(expr: Expr): Range {
    switch (expr.kind) {
      case 'literal':
        return fixed(0);
      case 'ident':
        return this.#ident(expr);
      case 'select':
        return this.#select(expr);
      case 'call':
        return this.#call(expr);
      case 'list':
        return this.#list(expr);
      case 'map':
        return this.#map(expr);
      case 'struct':
        return expr.fields.reduce((sum, { value }) => add(sum, this.cost(value)), fixed(structCreateCost));
      case 'fold':
        return isBind(expr) ? this.#bind(expr) : this.#fold(expr);
    }
  }

  #variable(name: string): Variable | undefined {
    return this.#variables.get(name)?.at(-1);
  }

  #declare(name: string, variable: Variable): void {
    const declared = this.#variables.get(name);
    if (declared === undefined) this.#variables.set(name, [variable]);
    else declared.push(variable);
  }

  #leave(name: string): void {
    this.#variables.get(name)?.pop();
  }

  #ident(expr: Ident): Range {
    const name = nameOf(expr);
    this.#paths.set(expr, this.#variable(name)?.path ?? Path.of(name));
    return fixed(1);
  }

  #select(expr: Select): Range {
    if (expr.reference !== undefined) {
      this.#paths.set(expr, Path.of(nameOf(expr)));
      return fixed(1);
    }
    const cost = this.cost(expr.operand);
    // The server does not charge `has` itself.
    if (expr.testOnly) return cost;
    const { kind } = expr.operand.type;
    const selects = kind === 'map' || kind === 'object' || kind === 'type_param';
    this.#paths.set(expr, this.#path(expr.operand).append(expr.field));
    return selects ? add(cost, fixed(1)) : cost;
  }

  #path(expr: Expr): Path {
    const variable = expr.kind === 'ident' ? this.#variable(nameOf(expr)) : undefined;
    return variable?.path ?? this.#paths.get(expr) ?? Path.none;
  }

  #call(expr: Call): Range {
    const [first] = expr.args;
    if (expr.name === 'dyn' && first !== undefined) {
      const cost = add(fixed(1), this.cost(first));
      this.#copySizes(expr, first);
      return cost;
    }
    const costs: Range[] = [];
    const args: ArgumentEstimate[] = [];
    for (const arg of expr.args) {
      costs.push(this.cost(arg));
      args.push(this.#argument(arg));
    }
    if (expr.overloads.length === 0) return fixed(0);
    let sum = fixed(0);
    if (expr.target !== undefined) {
      sum = this.cost(expr.target);
      args.unshift(this.#argument(expr.target));
    }
    let cost: Range = { min: unlimited, max: 0 };
    let size: Range | undefined;
    for (const overload of expr.overloads) {
      const estimated = this.#overload(expr, overload, args, costs);
      cost = union(cost, estimated.cost);
      if (estimated.size !== undefined)
        size = size === undefined ? estimated.size : union(size, estimated.size);
      if (first !== undefined && (overload.id === 'index_list' || overload.id === 'index_map')) {
        size = this.#entriesOf(first)?.value;
        this.#paths.set(expr, this.#path(first).append(overload.id === 'index_list' ? '@items' : '@values'));
      }
      size ??= this.#size(expr);
    }
    if (size !== undefined) this.#sizes.set(expr, size);
    return add(sum, cost);
  }

  #overload(
    expr: Call,
    overload: Overload,
    args: readonly ArgumentEstimate[],
    costs: readonly Range[],
  ): CallEstimate {
    const [left = fixed(0), right = fixed(0), third = fixed(0)] = costs;
    switch (overload.id) {
      case 'logical_and':
      case 'logical_or':
        // At least the left side is evaluated.
        return { cost: { min: left.min, max: add(left, right).max } };
      case 'conditional': {
        const [, yes, no] = expr.args;
        const size = union(args[1]?.size ?? unknownSize, args[2]?.size ?? unknownSize);
        this.#setEntries(expr, unionOfEntries(this.#entriesOf(yes), this.#entriesOf(no)));
        return { cost: add(left, union(right, third)), size };
      }
      case 'equals': {
        const special = equalityOfObjects(args);
        if (special !== undefined) return { cost: costs.reduce(add, special) };
        break;
      }
      case 'add_string':
      case 'add_bytes':
      case 'add_list':
        this.#setEntries(expr, unionOfEntries(this.#entriesOf(expr.args[0]), this.#entriesOf(expr.args[1])));
        break;
      default:
    }
    const estimated = overload.estimate?.(args) ?? { cost: fixed(1) };
    return { ...estimated, cost: costs.reduce(add, estimated.cost) };
  }

  #argument(expr: Expr): ArgumentEstimate {
    const path = this.#path(expr);
    const size = this.#size(expr);
    return new Argument(
      expr.type,
      // Accumulators have no place in the data.
      path.root === accumulatorName ? Path.none : path,
      size,
      expr.kind === 'literal' ? expr.value : undefined,
      this.#sizeOf,
    );
  }

  #list(expr: ListExpr): Range {
    let cost = fixed(listCreateCost);
    let size: Range = { min: expr.elements.length === 0 ? 0 : unlimited, max: 0 };
    for (const { value } of expr.elements) {
      cost = add(cost, this.cost(value));
      size = union(size, this.#sizeOrUnknown(value));
    }
    this.#entries.set(expr, { container: 'list', key: fixed(1), value: size });
    return cost;
  }

  #map(expr: MapExpr): Range {
    let cost = fixed(mapCreateCost);
    const none = { min: expr.entries.length === 0 ? 0 : unlimited, max: 0 };
    let [keys, values]: [Range, Range] = [none, none];
    for (const { key, value } of expr.entries) {
      cost = add(add(cost, this.cost(key)), this.cost(value));
      keys = union(keys, this.#sizeOrUnknown(key));
      values = union(values, this.#sizeOrUnknown(value));
    }
    this.#entries.set(expr, { container: 'map', key: keys, value: values });
    return cost;
  }

  #fold(expr: Fold): Range {
    let cost = add(this.cost(expr.range), this.cost(expr.init));
    this.#declareValue(expr.accumulator, expr.init);
    const entries = this.#entriesOf(expr.range);
    const isList = (entries?.container ?? expr.range.type.kind) === 'list';
    const declare = (name: string, part: string, size: Range | undefined) =>
      this.#declare(name, { path: this.#path(expr.range).append(part), size, entries: undefined });
    if (expr.iterator2 !== undefined) {
      declare(expr.iterator, isList ? '@indices' : '@keys', entries?.key);
      declare(expr.iterator2, isList ? '@items' : '@values', entries?.value);
    } else {
      declare(expr.iterator, isList ? '@items' : '@keys', isList ? entries?.value : entries?.key);
    }
    const condition = this.cost(expr.condition);
    const step = this.cost(expr.step);
    this.#leave(expr.iterator);
    if (expr.iterator2 !== undefined) this.#leave(expr.iterator2);
    cost = add(cost, this.cost(expr.result));
    this.#leave(expr.accumulator);
    const count = this.#sizeOrUnknown(expr.range);
    cost = add(cost, multiply(count, add(step, condition)));
    if (expr.init.kind === 'literal') {
      this.#setSize(expr, this.#size(expr.init));
    } else if (expr.init.kind === 'list' || expr.init.kind === 'map') {
      this.#setSize(expr, count);
      this.#setEntries(expr, this.#entriesOf(expr.step));
    }
    return cost;
  }

  #bind(expr: Fold): Range {
    const cost = add(this.cost(expr.range), this.cost(expr.init));
    this.#declareValue(expr.accumulator, expr.init);
    const result = this.cost(expr.result);
    this.#leave(expr.accumulator);
    this.#copySizes(expr, expr.result);
    return add(cost, result);
  }

  #declareValue(name: string, value: Expr): void {
    const path = this.#path(value);
    const entries = this.#entriesOf(value);
    this.#declare(name, { path, size: this.#size(value), entries });
  }

  #setSize(expr: Expr, size: Range | undefined): void {
    if (size !== undefined) this.#sizes.set(expr, size);
  }

  #setEntries(expr: Expr, entries: EntrySize | undefined): void {
    if (entries !== undefined) this.#entries.set(expr, entries);
  }

  #copySizes(to: Expr, from: Expr): void {
    this.#setSize(to, this.#size(from));
    this.#setEntries(to, this.#entriesOf(from));
  }

  #sizeOrUnknown(expr: Expr): Range {
    return this.#size(expr) ?? unknownSize;
  }

  #size(expr: Expr): Range | undefined {
    const known = this.#sizes.get(expr) ?? ownSize(expr);
    if (known !== undefined) return known;
    const path = this.#path(expr);
    const ofSchema = path.root === undefined ? undefined : this.#sizeOf(path.names, expr.type);
    if (ofSchema !== undefined) {
      this.#sizes.set(expr, ofSchema);
      return ofSchema;
    }
    if (isScalar(expr.type)) return fixed(1);
    return expr.kind === 'ident' ? this.#variable(nameOf(expr))?.size : undefined;
  }

  #entriesOf(expr: Expr | undefined): EntrySize | undefined {
    if (expr === undefined) return undefined;
    const known = this.#entries.get(expr);
    if (known !== undefined || expr.kind !== 'ident') return known;
    return this.#variable(nameOf(expr))?.entries;
  }
}

class Argument implements ArgumentEstimate {
  readonly type: CelType;
  readonly size: Range;
  readonly sized: boolean;
  readonly literal: CelValue | undefined;
  readonly #path: Path;
  readonly #sizeOf: SizeOf;

  constructor(
    type: CelType,
    path: Path,
    size: Range | undefined,
    literal: CelValue | undefined,
    sizeOf: SizeOf,
  ) {
    this.type = type;
    this.size = size ?? unknownSize;
    this.sized = size !== undefined;
    this.literal = literal;
    this.#path = path;
    this.#sizeOf = sizeOf;
  }

  get element(): ArgumentEstimate | undefined {
    const [type] = this.type.parameters;
    if (type === undefined) return undefined;
    const inData = this.#path.root !== undefined;
    const path = inData ? this.#path.append('@items') : Path.none;
    const size = inData ? this.#sizeOf(path.names, type) : undefined;
    return new Argument(type, path, size, undefined, this.#sizeOf);
  }
}

/** Without the dot that says that no loop hides the name. */
function nameOf(expr: Ident | Select): string {
  return (expr.reference?.name ?? (expr.kind === 'ident' ? expr.name : expr.field)).replace(/^\./, '');
}

function isBind(expr: Fold): boolean {
  return (
    expr.range.kind === 'list' &&
    expr.range.elements.length === 0 &&
    expr.condition.kind === 'literal' &&
    expr.condition.value === false
  );
}

function unionOfEntries(a: EntrySize | undefined, b: EntrySize | undefined): EntrySize | undefined {
  if (a === undefined || b === undefined) return undefined;
  return { container: a.container, key: union(a.key, b.key), value: union(a.value, b.value) };
}

/** The size of what is written in the expression itself. */
function ownSize(expr: Expr): Range | undefined {
  if (expr.kind === 'list') return fixed(expr.elements.length);
  if (expr.kind === 'map') return fixed(expr.entries.length);
  if (expr.kind !== 'literal') return undefined;
  const { value } = expr;
  if (typeof value === 'string') return fixed(stringSize(value));
  return fixed(isBytes(value) ? value.length : 1);
}

const scalarKinds = new Set(['bool', 'double', 'duration', 'int', 'timestamp', 'uint']);

function isScalar(type: CelType): boolean {
  const [parameter] = type.parameters;
  if (type.name === 'optional_type' && parameter !== undefined) return isScalar(parameter);
  return scalarKinds.has(type.kind);
}

const constantEquality = new Set([
  'net.IP',
  'net.CIDR',
  'kubernetes.Quantity',
  'kubernetes.Semver',
  'kubernetes.authorization.Authorizer',
  'kubernetes.authorization.PathCheck',
  'kubernetes.authorization.GroupCheck',
  'kubernetes.authorization.ResourceCheck',
  'kubernetes.authorization.Decision',
]);

const maxFormatSize = 64;

/** Values of some types are compared at a known cost. */
function equalityOfObjects(args: readonly ArgumentEstimate[]): Range | undefined {
  const [left, right] = args;
  if (left === undefined || right === undefined || !sameType(left.type, right.type)) return undefined;
  const { name } = left.type;
  if (constantEquality.has(name)) return fixed(1);
  if (name === 'kubernetes.NamedFormat') return scale({ min: 1, max: maxFormatSize }, stringTraversalFactor);
  if (name === 'kubernetes.URL')
    return scale({ min: 1, max: right.sized ? right.size.max : 1 }, stringTraversalFactor);
  return undefined;
}
