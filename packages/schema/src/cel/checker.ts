/**
 * Gives every node its type, and every name and call its meaning.
 *
 * Follows cel-go's checker step by step, because its messages are what users of the API server see: which overloads fit,
 * how type parameters are bound, when `dyn` is silent. Lists and maps in the text must have elements of one type, and
 * numbers compare across their types, as the API server has it.
 */
import type { TypeProvider } from './environment.js';
import type { Overload } from './functions.js';
import type { FunctionTable } from './function-table.js';
import { checkLiterals } from './literals.js';
import { operators } from './syntax.js';
import type {
  Call,
  Expr,
  Fold,
  Ident,
  Issues,
  ListExpr,
  MapExpr,
  Reference,
  Select,
  StructExpr,
} from './syntax.js';
import {
  BOOL,
  DYN,
  ERROR,
  INT,
  listOf,
  mapOf,
  optionalOf,
  sameType,
  typeOf,
  typeOfType,
  typeParam,
  CelType,
} from './values.js';

/** Far above any useful type. `{a: a}` in a chain of macros doubles the type at each step. */
const maxTypeSize = 10_000;

export interface Names {
  readonly variables: Readonly<Record<string, CelType>>;
  readonly types: TypeProvider | undefined;
  readonly functions: FunctionTable;
}

export function check(expr: Expr, names: Names, issues: Issues): void {
  new Checker(names, issues).run(expr);
}

class Checker {
  readonly #names: Names;
  readonly #issues: Issues;
  readonly #bound = new Substitutions();
  /** Names that loops declare, the innermost last. */
  readonly #scopes: Map<string, CelType>[] = [];
  /** All nodes, whose types are completed at the end. */
  readonly #nodes: Expr[] = [];
  /** Those outside of calls of `format`, in whose arguments elements may differ in type. */
  readonly #plain: Expr[] = [];
  #formats = 0;
  #freeTypes = 0;

  constructor(names: Names, issues: Issues) {
    this.#names = names;
    this.#issues = issues;
  }

  run(expr: Expr): void {
    this.#check(expr);
    for (const node of this.#nodes) node.type = this.#bound.apply(node.type, true);
    if (this.#issues.count > 0) return;
    for (const node of this.#plain) this.#checkAggregate(node);
    checkLiterals(expr, this.#issues);
  }

  #check(expr: Expr): CelType {
    const formats = expr.kind === 'call' && expr.name === 'format' ? 1 : 0;
    this.#formats += formats;
    expr.type = this.#bounded(expr, this.#typeOf(expr));
    this.#formats -= formats;
    this.#nodes.push(expr);
    if (this.#formats === 0) this.#plain.push(expr);
    return expr.type;
  }

  #bounded(expr: Expr, type: CelType): CelType {
    if (type.size <= maxTypeSize) return type;
    this.#issues.report(expr.offset, `type has more than ${maxTypeSize} parts`);
    return ERROR;
  }

  #typeOf(expr: Expr): CelType {
    switch (expr.kind) {
      case 'literal':
        return typeOf(expr.value);
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
        return this.#struct(expr);
      case 'fold':
        return this.#fold(expr);
    }
  }

  #undeclared(offset: number, name: string): CelType {
    this.#issues.report(offset, `undeclared reference to '${name}' (in container '')`);
    return ERROR;
  }

  #ident(expr: Ident): CelType {
    const local = expr.name.startsWith('.') ? undefined : this.#local(expr.name);
    if (local !== undefined) {
      expr.reference = { name: expr.name, constant: undefined };
      return local;
    }
    const found = this.#global(expr.name);
    if (found === undefined) return this.#undeclared(expr.offset, expr.name);
    expr.reference = found.reference;
    return found.type;
  }

  #local(name: string): CelType | undefined {
    for (let i = this.#scopes.length - 1; i >= 0; i--) {
      const type = this.#scopes[i]?.get(name);
      if (type !== undefined) return type;
    }
    return undefined;
  }

  /** A variable, a constant of a library, or a type. The reference's name begins with a dot: no loop can hide it. */
  #global(written: string): { type: CelType; reference: Reference } | undefined {
    const name = written.replace(/^\./, '');
    const { variables, types, functions } = this.#names;
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (variable !== undefined)
      return { type: variable, reference: { name: `.${name}`, constant: undefined } };
    const constant = functions.constants.get(name);
    if (constant !== undefined) return { type: constant.type, reference: { name, constant: constant.value } };
    const objectType = types?.hasType(name) === true ? new CelType('object', name) : undefined;
    return objectType && { type: typeOfType(objectType), reference: { name, constant: objectType } };
  }

  #select(expr: Select): CelType {
    const qualified = expr.testOnly ? undefined : qualifiedName(expr);
    if (qualified !== undefined) {
      const [first = ''] = qualified.split('.');
      const hidden = !qualified.startsWith('.') && this.#local(first) !== undefined;
      const found = hidden ? undefined : this.#global(qualified);
      if (found !== undefined) {
        expr.reference = found.reference;
        return found.type;
      }
    }
    const type = this.#field(expr.offset, expr.operand, expr.field, false);
    return expr.testOnly ? BOOL : this.#bound.apply(type, false);
  }

  #field(offset: number, operand: Expr, field: string, optional: boolean): CelType {
    const operandType = this.#bound.apply(this.#check(operand), false);
    const target = unwrapped(operandType) ?? operandType;
    let type: CelType;
    if (target.kind === 'map') {
      type = parameter(target, 1);
    } else if (target.kind === 'object') {
      type = this.#fieldOf(offset, target.name, field) ?? ERROR;
    } else if (target.kind === 'type_param') {
      // From here on it is dyn, so that nothing more special is bound to it.
      this.#isAssignable(DYN, target);
      type = DYN;
    } else {
      if (!isDynOrError(target))
        this.#issues.report(offset, `type '${target.toString()}' does not support field selection`);
      type = DYN;
    }
    return optional || target !== operandType ? optionalOf(type) : type;
  }

  #fieldOf(offset: number, typeName: string, field: string): CelType | undefined {
    const { types } = this.#names;
    if (types?.hasType(typeName) !== true) {
      this.#issues.report(offset, `unexpected failed resolution of '${typeName}'`);
      return undefined;
    }
    const type = types.fieldType(typeName, field);
    if (type === undefined) this.#issues.report(offset, `undefined field '${field}'`);
    return type;
  }

  #call(expr: Call): CelType {
    const { functions } = this.#names;
    if (expr.name === operators.optionalSelect) return this.#optionalSelect(expr);
    const args = expr.args.map((arg) => this.#check(arg));
    if (expr.target === undefined) {
      const name = expr.name.replace(/^\./, '');
      const overloads = functions.overloads(name);
      if (overloads === undefined) return this.#undeclared(expr.offset, expr.name);
      expr.name = name;
      return this.#resolve(expr, overloads, args);
    }
    // In a.b.f(x), either a.b.f is a function, or f is one with the target a.b.
    const prefix = qualifiedName(expr.target);
    const qualified = prefix === undefined ? '' : `${prefix}.${expr.name}`.replace(/^\./, '');
    const namespaced = functions.overloads(qualified);
    if (namespaced !== undefined) {
      expr.name = qualified;
      expr.target = undefined;
      return this.#resolve(expr, namespaced, args);
    }
    args.unshift(this.#check(expr.target));
    const overloads = functions.overloads(expr.name);
    if (overloads === undefined) return this.#undeclared(expr.offset, expr.name);
    return this.#resolve(expr, overloads, args);
  }

  #optionalSelect(expr: Call): CelType {
    const [operand, field] = expr.args;
    if (operand === undefined || field?.kind !== 'literal' || typeof field.value !== 'string') return ERROR;
    expr.overloads = this.#names.functions.overloads(operators.optionalSelect) ?? [];
    field.type = typeOf(field.value);
    return this.#bound.apply(this.#field(expr.offset, operand, field.value, true), false);
  }

  #resolve(expr: Call, overloads: readonly Overload[], args: CelType[]): CelType {
    const member = expr.target !== undefined;
    if (expr.name === operators.and || expr.name === operators.or)
      return this.#logical(expr, overloads, args);
    const fitting: Overload[] = [];
    let result: CelType | undefined;
    for (const overload of overloads) {
      if (overload.member !== member || overload.params.length !== args.length) continue;
      // Messages number the types that are made for type parameters.
      const isPlain = this.#names.functions.typeParams(overload).length === 0;
      if (isPlain && overload.params.some((param, index) => areApart(param, args[index] ?? ERROR))) continue;
      const fresh = this.#instantiated(overload);
      if (!this.#areAssignable(args, fresh.params)) continue;
      fitting.push(overload);
      const type = this.#bound.apply(fresh.result, false);
      if (result === undefined) result = type;
      else if (!isDyn(result) && !sameType(type, result)) result = DYN;
    }
    if (result === undefined) {
      const shown = args.map((arg) => this.#bound.apply(arg, true));
      const target = member ? `${shown.shift()?.toString()}.` : '';
      this.#issues.report(
        expr.offset,
        `found no matching overload for '${expr.name}' applied to '${target}(${shown.join(', ')})'`,
      );
      return ERROR;
    }
    expr.overloads = fitting;
    return result;
  }

  #logical(expr: Call, overloads: readonly Overload[], args: readonly CelType[]): CelType {
    let type = BOOL;
    for (const [index, arg] of args.entries()) {
      if (this.#isAssignable(arg, BOOL)) continue;
      this.#mismatch(expr.args[index]?.offset ?? expr.offset, BOOL, arg);
      type = ERROR;
    }
    expr.overloads = overloads;
    return type;
  }

  /** With new type parameters, so that two calls bind theirs apart. */
  #instantiated(overload: Overload): { params: readonly CelType[]; result: CelType } {
    const names = this.#names.functions.typeParams(overload);
    if (names.length === 0) return overload;
    const fresh = new Substitutions();
    for (const name of names) fresh.bind(typeParam(name), this.#freeType());
    return {
      params: overload.params.map((type) => fresh.apply(type, false)),
      result: fresh.apply(overload.result, false),
    };
  }

  #list(expr: ListExpr): CelType {
    let joined: CelType | undefined;
    for (const { value, optional } of expr.elements) {
      this.#check(value);
      joined = this.#join(joined, this.#maybeOptional(value, optional));
    }
    return listOf(joined ?? this.#freeType());
  }

  #map(expr: MapExpr): CelType {
    let keys: CelType | undefined;
    let values: CelType | undefined;
    for (const { key, value, optional } of expr.entries) {
      keys = this.#join(keys, this.#check(key));
      this.#check(value);
      values = this.#join(values, this.#maybeOptional(value, optional));
    }
    return mapOf(keys ?? this.#freeType(), values ?? this.#freeType());
  }

  /** The type of the value that `?` in front of an element or entry takes from an optional. */
  #maybeOptional(value: Expr, optional: boolean): CelType {
    if (!optional) return value.type;
    const type = unwrapped(value.type);
    if (type === undefined && !isDyn(value.type))
      this.#mismatch(value.offset, optionalOf(value.type), value.type);
    return type ?? value.type;
  }

  /** Elements of different types make a list of dyn; that this is refused is found when all types are known. */
  #join(previous: CelType | undefined, current: CelType): CelType {
    if (previous === undefined) return current;
    return this.#isAssignable(previous, current) ? mostGeneral(previous, current) : DYN;
  }

  #struct(expr: StructExpr): CelType {
    const name = expr.name.replace(/^\./, '');
    const { types, functions } = this.#names;
    const known = functions.constants.get(name)?.value;
    const type =
      types?.hasType(name) === true
        ? new CelType('object', name)
        : known instanceof CelType
          ? known
          : undefined;
    if (type === undefined) return this.#undeclared(expr.offset, expr.name);
    if (type.kind !== 'object') {
      this.#issues.report(expr.offset, `'${type.name}' is not a message type`);
      return ERROR;
    }
    for (const field of expr.fields) {
      this.#check(field.value);
      const fieldType = this.#fieldOf(field.offset, type.name, field.name) ?? ERROR;
      const valueType = this.#maybeOptional(field.value, field.optional);
      if (!this.#isAssignable(fieldType, valueType))
        this.#issues.report(
          field.offset,
          `expected type of field '${field.name}' is '${fieldType.toString()}' but provided type is '${valueType.toString()}'`,
        );
    }
    return type;
  }

  #fold(expr: Fold): CelType {
    this.#check(expr.range);
    const accumulator = this.#check(expr.init);
    const [first, second] = this.#elementTypes(expr, this.#bound.apply(expr.range.type, false));
    this.#scopes.push(new Map([[expr.accumulator, accumulator]]));
    const names = new Map([[expr.iterator, first]]);
    if (expr.iterator2 !== undefined) names.set(expr.iterator2, second);
    this.#scopes.push(names);
    this.#check(expr.condition);
    this.#assert(expr.condition, BOOL);
    this.#check(expr.step);
    this.#assert(expr.step, accumulator);
    this.#scopes.pop();
    this.#check(expr.result);
    this.#scopes.pop();
    return this.#bound.apply(expr.result.type, false);
  }

  #elementTypes(expr: Fold, range: CelType): [CelType, CelType] {
    const two = expr.iterator2 !== undefined;
    switch (range.kind) {
      case 'list':
        return two ? [INT, parameter(range, 0)] : [parameter(range, 0), ERROR];
      case 'map':
        return [parameter(range, 0), parameter(range, 1)];
      case 'dyn':
      case 'error':
      case 'type_param':
        this.#isAssignable(DYN, range);
        return [DYN, DYN];
      default:
        this.#issues.report(
          expr.range.offset,
          `expression of type '${range.toString()}' cannot be range of a comprehension (must be list, map, or dynamic)`,
        );
        return [ERROR, ERROR];
    }
  }

  #assert(expr: Expr, type: CelType): void {
    if (!this.#isAssignable(type, expr.type)) this.#mismatch(expr.offset, type, expr.type);
  }

  #mismatch(offset: number, expected: CelType, found: CelType): void {
    this.#issues.report(offset, `expected type '${expected.toString()}' but found '${found.toString()}'`);
  }

  #freeType(): CelType {
    return typeParam(`_var${this.#freeTypes++}`);
  }

  #isAssignable(a: CelType, b: CelType): boolean {
    return this.#bound.attempt(() => assignable(this.#bound, a, b));
  }

  #areAssignable(a: readonly CelType[], b: readonly CelType[]): boolean {
    return this.#bound.attempt(() =>
      a.every((type, index) => assignable(this.#bound, type, b[index] ?? ERROR)),
    );
  }

  /** After all types are known: `dyn` may not hide that elements differ. */
  #checkAggregate(expr: Expr): void {
    if (expr.kind === 'list') {
      let expected: CelType | undefined;
      for (const { value, optional } of expr.elements) {
        const type = (optional ? unwrapped(value.type) : undefined) ?? value.type;
        expected ??= type;
        if (!equivalent(expected, type)) {
          this.#mismatch(value.offset, expected, type);
          return;
        }
      }
    } else if (expr.kind === 'map') {
      let expected: { key: CelType; value: CelType } | undefined;
      for (const { key, value, optional } of expr.entries) {
        const type = (optional ? unwrapped(value.type) : undefined) ?? value.type;
        expected ??= { key: key.type, value: type };
        if (!equivalent(expected.key, key.type)) this.#mismatch(key.offset, expected.key, key.type);
        if (!equivalent(expected.value, type)) this.#mismatch(value.offset, expected.value, type);
      }
    }
  }
}

/** What type parameters stand for. Changes can be taken back. */
class Substitutions {
  readonly #types = new Map<string, CelType>();
  readonly #log: (readonly [string, CelType | undefined])[] = [];

  find(type: CelType): CelType | undefined {
    return type.kind === 'type_param' ? this.#types.get(type.name) : undefined;
  }

  bind(param: CelType, type: CelType): void {
    this.#log.push([param.name, this.#types.get(param.name)]);
    this.#types.set(param.name, type);
  }

  /** Takes back all bindings that `step` makes if it returns false. */
  attempt(step: () => boolean): boolean {
    const start = this.#log.length;
    if (step()) return true;
    for (let last = this.#log.length; last > start; last--) {
      const [name, before] = this.#log.pop() ?? ['', undefined];
      if (before === undefined) this.#types.delete(name);
      else this.#types.set(name, before);
    }
    return false;
  }

  /** Replaces bound parameters; the others become dyn if `toDyn`. */
  apply(type: CelType, toDyn: boolean): CelType {
    if (!type.hasParams) return type;
    const bound = this.find(type);
    if (bound !== undefined) return this.apply(bound, toDyn);
    if (type.kind === 'type_param') return toDyn ? DYN : type;
    return new CelType(
      type.kind,
      type.name,
      type.parameters.map((part) => this.apply(part, toDyn)),
    );
  }
}

function parameter(type: CelType, index: number): CelType {
  return type.parameters[index] ?? DYN;
}

function isDyn(type: CelType): boolean {
  return type.kind === 'dyn';
}

function isDynOrError(type: CelType): boolean {
  return isDyn(type) || type.kind === 'error';
}

/** The T of an optional_type(T). */
function unwrapped(type: CelType): CelType | undefined {
  return type.kind === 'opaque' && type.name === 'optional_type' ? parameter(type, 0) : undefined;
}

/** The name that a chain of selections may be. */
function qualifiedName(expr: Expr): string | undefined {
  if (expr.kind === 'ident') return expr.name;
  if (expr.kind !== 'select' || expr.testOnly) return undefined;
  const prefix = qualifiedName(expr.operand);
  return prefix === undefined ? undefined : `${prefix}.${expr.field}`;
}

function assignable(bound: Substitutions, a: CelType, b: CelType): boolean {
  if (b.kind === 'type_param') {
    const found = substitutes(bound, a, b);
    if (found !== 'no') return found === 'yes';
  }
  if (a.kind === 'type_param') return substitutes(bound, b, a) === 'yes';
  if (isDynOrError(a) || isDynOrError(b)) return true;
  if (a.kind === 'null_type') return isNullable(b);
  if (b.kind === 'null_type') return isNullable(a);
  switch (a.kind) {
    case 'type':
      return b.kind === 'type';
    case 'opaque':
    case 'list':
    case 'map':
      return (
        a.kind === b.kind &&
        a.name === b.name &&
        a.parameters.length === b.parameters.length &&
        a.parameters.every((part, index) => assignable(bound, part, parameter(b, index)))
      );
    default:
      return a.kind === b.kind && a.name === b.name;
  }
}

const plainKinds: ReadonlySet<CelType['kind']> = new Set([
  'bool',
  'bytes',
  'double',
  'int',
  'string',
  'uint',
]);

/** True for some that are never assignable: a quick test, because operators have an overload for each pair of types. */
function areApart(a: CelType, b: CelType): boolean {
  return a.kind !== b.kind && plainKinds.has(a.kind) && plainKinds.has(b.kind);
}

function isNullable(type: CelType): boolean {
  return ['null_type', 'object', 'opaque', 'timestamp', 'duration'].includes(type.kind);
}

/** Whether `type` can be what `param` stands for; "never" if it stands for something else already. */
function substitutes(bound: Substitutions, type: CelType, param: CelType): 'yes' | 'no' | 'never' {
  if (sameType(type, param)) return 'yes';
  const current = bound.find(param);
  if (current !== undefined) {
    if (sameType(type, current)) return 'yes';
    if (!assignable(bound, type, current)) return 'never';
    const general = mostGeneral(type, current);
    if (isAbsentFrom(bound, param, general)) bound.bind(param, general);
    return 'yes';
  }
  if (!isAbsentFrom(bound, param, type)) return 'no';
  bound.bind(param, type);
  return 'yes';
}

function isAbsentFrom(bound: Substitutions, param: CelType, type: CelType): boolean {
  if (!type.hasParams) return true;
  if (sameType(param, type)) return false;
  if (type.kind === 'type_param') {
    const current = bound.find(type);
    return current === undefined || isAbsentFrom(bound, param, current);
  }
  return type.parameters.every((part) => isAbsentFrom(bound, param, part));
}

function mostGeneral(a: CelType, b: CelType): CelType {
  return isAtMostAsSpecific(a, b) ? a : b;
}

function isAtMostAsSpecific(a: CelType, b: CelType): boolean {
  if (isDyn(a) || a.kind === 'type_param') return true;
  if (isDyn(b) || b.kind === 'type_param' || a.kind !== b.kind) return false;
  if (a.kind === 'type') return true;
  return (
    a.name === b.name &&
    a.parameters.length === b.parameters.length &&
    a.parameters.every((part, index) => isAtMostAsSpecific(part, parameter(b, index)))
  );
}

/** Equal, but for the names of type parameters. */
function equivalent(a: CelType, b: CelType): boolean {
  if (a.kind !== b.kind || a.parameters.length !== b.parameters.length) return false;
  return (
    (a.kind === 'type_param' || a.name === b.name) &&
    a.parameters.every((part, index) => equivalent(part, parameter(b, index)))
  );
}
