/**
 * Makes a program of a checked expression: one closure per node, made once.
 *
 * Costs are counted as cel-go's interpreter counts them with the options of the API server. The unit of its accounting is
 * the attribute: a name or another operand, with all selections and indexes behind it. Each of these costs 1, and so does
 * the attribute, unless it is the direct branch of a conditional or an index itself.
 */
import { type GoRegexp, regexpProblem } from '../regexp/go-regexp.js';
import { RegexpSyntaxError } from '../regexp/go-regexp-syntax.js';
import { regexpOf } from '../regexp/kept-regexps.js';
import type { Work } from '../values/work.js';
import { evaluationWork } from './effort.js';
import { CostLimitError } from './environment.js';
import type { Bindings } from './environment.js';
import type { FunctionTable } from './function-table.js';
import type { Overload } from './functions.js';
import { operators } from './syntax.js';
import type { Call, Expr, Fold, ListExpr, MapExpr, Reference, Select } from './syntax.js';
import {
  CelError,
  CelList,
  CelMap,
  CelObject,
  Duration,
  GrowingList,
  GrowingMap,
  keyText,
  mapKey,
  Optional,
  Timestamp,
  typeOf,
  Uint,
  isBytes,
} from './values.js';
import type { CelType, CelValue } from './values.js';

type Result = CelValue | CelError;
type Exec = (frame: Frame) => Result;

/** An expression cannot become a program, e.g. because of the conversion of a literal. */
export class ProgramError extends Error {}

/** The work of compiling a pattern; one with a mistake may have been compiled for the most part. */
const stepsPerInstruction = 20;
const mistakeSize = 10_000;

/** The state of one evaluation. */
export class Frame {
  cost = 0;
  readonly limit: number;
  readonly locals: (Result | undefined)[] = [];
  readonly globals: (Result | undefined)[] = [];
  readonly #names: readonly string[];
  readonly #bindings: Bindings;
  readonly #work: Work;

  constructor(names: readonly string[], bindings: Bindings, limit: number, work = evaluationWork()) {
    this.#names = names;
    this.#bindings = bindings;
    this.limit = limit;
    this.#work = work;
  }

  spend(cost: number): void {
    this.cost += cost;
    if (this.cost > this.limit)
      throw new CostLimitError('operation cancelled: actual cost limit exceeded', this.cost);
  }

  /** The value of a variable. */
  global(index: number): Result {
    const known = this.globals[index];
    if (known !== undefined) return known;
    const name = this.#names[index] ?? '';
    const bound = Object.hasOwn(this.#bindings, name) ? this.#bindings[name] : undefined;
    const value =
      bound === undefined
        ? new CelError(`no such attribute(s): ${name}`)
        : typeof bound === 'function'
          ? bound()
          : bound;
    this.globals[index] = value;
    return value;
  }

  /** Throws TooMuchWorkError. */
  pattern(source: string): GoRegexp | CelError {
    try {
      return regexpOf(source, this.#work, stepsPerInstruction);
    } catch (error) {
      if (!(error instanceof RegexpSyntaxError)) throw error;
      this.#work.spend(stepsPerInstruction * mistakeSize);
      return new CelError(error.message);
    }
  }

  /** `matches`, `find` or `findAll`; a limit below 0 is none. Throws TooMuchWorkError. */
  search(name: string, pattern: GoRegexp | CelError, text: string, limit: bigint): Result {
    if (pattern instanceof CelError) {
      return name === 'matches' ? pattern : new CelError(`Illegal regex: ${pattern.message}`);
    }
    if (name === 'matches') return pattern.matches(text, this.#work);
    if (name === 'find') return pattern.findAll(text, 1, this.#work)[0] ?? '';
    return CelList.of(pattern.findAll(text, limit < 0n ? Infinity : Number(limit), this.#work));
  }
}

/** How a node is evaluated; what else is known of it lets the nodes above do better. */
interface Plan {
  readonly exec: Exec;
  readonly attribute?: Attribute;
  readonly constant?: { readonly value: CelValue };
}

const noSuchOverload = new CelError('no such overload');

/** One selection or index. Returns `undefined` if what it selects is absent, and only absence is asked for. */
interface Qualifier {
  readonly optional: boolean;
  qualify(frame: Frame, operand: Result): Result;
  /** `undefined` if it is absent. */
  qualifyIfPresent(frame: Frame, operand: Result): Result | undefined;
}

/** A name or another operand, with the selections behind it. */
abstract class Attribute {
  abstract add(qualifier: Qualifier): void;
  abstract resolve(frame: Frame): Result;
  /** True if evaluating the attribute costs 1 beside its parts. */
  abstract readonly hasCost: boolean;
}

class OperandAttribute extends Attribute {
  readonly hasCost = true;
  readonly #operand: Exec;
  readonly #qualifiers: Qualifier[] = [];
  constructor(operand: Exec) {
    super();
    this.#operand = operand;
  }
  add(qualifier: Qualifier): void {
    this.#qualifiers.push(qualifier);
  }
  resolve(frame: Frame): Result {
    let value = this.#operand(frame);
    let optional = false;
    if (value instanceof Optional) {
      if (value.value === undefined) return value;
      optional = true;
      value = value.value;
    }
    if (value instanceof CelError) return value;
    for (const qualifier of this.#qualifiers) {
      optional ||= qualifier.optional;
      if (optional) {
        const present = qualifier.qualifyIfPresent(frame, value);
        if (present === undefined) return Optional.none;
        value = present;
      } else {
        value = qualifier.qualify(frame, value);
      }
      if (value instanceof CelError) return value;
    }
    return optional ? new Optional(value) : value;
  }
}

class ConditionalAttribute extends Attribute {
  readonly hasCost = false;
  readonly #condition: Exec;
  readonly #yes: Attribute;
  readonly #no: Attribute;
  constructor(condition: Exec, yes: Attribute, no: Attribute) {
    super();
    this.#condition = condition;
    this.#yes = yes;
    this.#no = no;
  }
  add(qualifier: Qualifier): void {
    this.#yes.add(qualifier);
    this.#no.add(qualifier);
  }
  resolve(frame: Frame): Result {
    const condition = this.#condition(frame);
    if (condition === true) return this.#yes.resolve(frame);
    if (condition === false) return this.#no.resolve(frame);
    return condition instanceof CelError ? condition : noSuchOverload;
  }
}

class KeyQualifier implements Qualifier {
  readonly optional: boolean;
  readonly #key: CelValue;
  constructor(key: CelValue, optional: boolean) {
    this.#key = key;
    this.optional = optional;
  }
  qualify(frame: Frame, operand: Result): Result {
    frame.spend(1);
    const value = select(operand, this.#key);
    return value === undefined ? missing(operand, this.#key) : value;
  }
  qualifyIfPresent(frame: Frame, operand: Result): Result | undefined {
    const value = select(operand, this.#key);
    if (value !== undefined) frame.spend(value instanceof CelError ? 0 : 1);
    return value;
  }
}

/** The last selection of `has(…)`. */
class PresenceQualifier implements Qualifier {
  readonly optional = false;
  readonly #key: CelValue;
  constructor(key: CelValue) {
    this.#key = key;
  }
  qualify(frame: Frame, operand: Result): Result {
    frame.spend(1);
    const value = select(operand, this.#key);
    return value instanceof CelError ? value : value !== undefined;
  }
  qualifyIfPresent(frame: Frame, operand: Result): Result | undefined {
    const value = select(operand, this.#key);
    if (value !== undefined) frame.spend(value instanceof CelError ? 0 : 1);
    return value;
  }
}

class ComputedQualifier implements Qualifier {
  readonly optional: boolean;
  readonly #key: Exec;
  constructor(key: Exec, optional: boolean) {
    this.#key = key;
    this.optional = optional;
  }
  qualify(frame: Frame, operand: Result): Result {
    const key = this.#keyOf(frame);
    frame.spend(1);
    if (key instanceof CelError) return key;
    const value = select(operand, key);
    return value === undefined ? missing(operand, key) : value;
  }
  qualifyIfPresent(frame: Frame, operand: Result): Result | undefined {
    const key = this.#keyOf(frame);
    const value = key instanceof CelError ? key : select(operand, key);
    if (value !== undefined) frame.spend(value instanceof CelError ? 0 : 1);
    return value;
  }
  #keyOf(frame: Frame): Result {
    const key = this.#key(frame);
    const valid =
      key instanceof CelError ||
      key instanceof Uint ||
      (typeof key !== 'object' && typeof key !== 'undefined');
    return valid ? key : new CelError(`invalid qualifier type: ${goTypeName(key)}`);
  }
}

/** `undefined` if the operand has no such key or index, or nothing can be selected of it. */
function select(operand: Result, key: CelValue): Result | undefined {
  if (operand instanceof CelMap) return operand.find(key);
  if (operand instanceof CelList) {
    const index = indexOf(key);
    if (index instanceof CelError) return index;
    return index >= 0 && index < operand.size ? operand.at(index) : undefined;
  }
  return operand instanceof CelError ? operand : undefined;
}

function missing(operand: Result, key: CelValue): CelError {
  return new CelError(
    `${operand instanceof CelList ? 'index out of bounds' : 'no such key'}: ${keyText(key)}`,
  );
}

function indexOf(key: CelValue): number | CelError {
  if (typeof key === 'bigint') return Number(key);
  const whole = typeof key === 'number' && Number.isInteger(key) && Math.abs(key) < 2 ** 63;
  if (whole) return key;
  if (key instanceof Uint && key.value < 2n ** 63n) return Number(key.value);
  if (typeof key === 'number' || key instanceof Uint)
    return new CelError(`unsupported index value ${keyText(key)} in list`);
  return new CelError(`unsupported index type '${typeOf(key).name}' in list`);
}

/** As the server's messages name the type of a value. */
function goTypeName(value: CelValue): string {
  switch (typeof value) {
    case 'bigint':
      return 'types.Int';
    case 'number':
      return 'types.Double';
    case 'boolean':
      return 'types.Bool';
    case 'string':
      return 'types.String';
    default:
      if (value === null) return 'types.Null';
      if (value instanceof Uint) return 'types.Uint';
      if (isBytes(value)) return 'types.Bytes';
      if (value instanceof Timestamp) return 'types.Timestamp';
      if (value instanceof Duration) return 'types.Duration';
      if (value instanceof Optional) return '*types.Optional';
      if (value instanceof CelList) return '*types.baseList';
      if (value instanceof CelMap) return '*types.baseMap';
      return value instanceof CelObject ? value.type.name : '*types.Type';
  }
}

/** The names that a loop declares, by the places of their values. */
interface Scope {
  readonly accumulator: string;
  readonly iterator: string;
  readonly iterator2: string | undefined;
  /** Of the accumulator; those of the others follow. */
  readonly slot: number;
  readonly init: Exec;
  /** False for the result of the loop, which only the accumulator can be used in. */
  readonly iterating: boolean;
}

export interface CompiledProgram {
  readonly exec: Exec;
  readonly names: readonly string[];
}

/** Throws ProgramError. */
export function plan(expr: Expr, functions: FunctionTable): CompiledProgram {
  const planner = new Planner(functions);
  const { exec } = planner.plan(expr);
  return { exec, names: planner.names };
}

class Planner {
  /** The variables that the expression uses. */
  readonly names: string[] = [];
  readonly #functions: FunctionTable;
  readonly #scopes: Scope[] = [];
  #slots = 0;

  constructor(functions: FunctionTable) {
    this.#functions = functions;
  }

  plan(expr: Expr): Plan {
    switch (expr.kind) {
      case 'literal':
        return constantPlan(expr.value);
      case 'ident':
        return this.#reference(expr.reference ?? { name: expr.name, constant: undefined });
      case 'select':
        return expr.reference === undefined ? this.#select(expr) : this.#reference(expr.reference);
      case 'call':
        return this.#call(expr);
      case 'list':
        return this.#list(expr);
      case 'map':
        return this.#map(expr);
      case 'struct':
        throw new ProgramError(`unknown type: ${expr.name}`);
      case 'fold':
        return this.#fold(expr);
    }
  }

  #reference({ name, constant }: Reference): Plan {
    return constant === undefined
      ? attributePlan(new OperandAttribute(this.#variable(name)))
      : constantPlan(constant);
  }

  #variable(name: string): Exec {
    for (let i = this.#scopes.length - 1; i >= 0 && !name.startsWith('.'); i--) {
      const scope = this.#scopes[i];
      if (scope === undefined) continue;
      const { slot, init } = scope;
      if (name === scope.accumulator)
        return (frame) => {
          const value = frame.locals[slot];
          return value === undefined ? initialized(frame, slot, init) : value;
        };
      if (!scope.iterating) continue;
      if (name === scope.iterator) return (frame) => frame.locals[slot + 1] ?? null;
      if (name === scope.iterator2) return (frame) => frame.locals[slot + 2] ?? null;
    }
    const global = name.replace(/^\./, '');
    let index = this.names.indexOf(global);
    if (index < 0) index = this.names.push(global) - 1;
    return (frame) => frame.global(index);
  }

  #select(expr: Select): Plan {
    const attribute = attributeOf(this.plan(expr.operand));
    if (!expr.testOnly) {
      attribute.add(new KeyQualifier(expr.field, false));
      return attributePlan(attribute);
    }
    attribute.add(new PresenceQualifier(expr.field));
    return {
      attribute,
      exec: (frame) => {
        const present = attribute.resolve(frame);
        return present instanceof Optional ? present.value !== undefined : present;
      },
    };
  }

  #call(expr: Call): Plan {
    const args = [...(expr.target === undefined ? [] : [expr.target]), ...expr.args].map((arg) =>
      this.plan(arg),
    );
    const [first = nullPlan, second = nullPlan, third = nullPlan] = args;
    switch (expr.name) {
      case operators.and:
        return { exec: logical(first.exec, second.exec, false) };
      case operators.or:
        return { exec: logical(first.exec, second.exec, true) };
      case operators.conditional:
        return attributePlan(new ConditionalAttribute(first.exec, attributeOf(second), attributeOf(third)));
      case operators.index:
        return indexed(first, second, false);
      case operators.optionalIndex:
      case operators.optionalSelect:
        return indexed(first, second, true);
      case 'or':
      case 'orValue':
        if (expr.overloads.every(({ id }) => id.startsWith('optional_or')))
          return optionalOr(first, second, expr.name);
        break;
      case operators.in: {
        const membership =
          expr.overloads[0]?.id === 'in_list' ? setMembership(first, second, expr.overloads) : undefined;
        if (membership !== undefined) return membership;
        break;
      }
      case operators.notStrictlyFalse:
        return { exec: notStrictlyFalse(first.exec) };
      case 'matches':
      case 'find':
      case 'findAll':
        return { exec: this.#search(expr, first, second, args[2]) };
      default:
    }
    const exec = this.#invocation(expr, args);
    if (conversions.has(expr.name) && first.constant !== undefined && args.length === 1) {
      const value = exec(new Frame([], {}, Infinity));
      if (value instanceof CelError) throw new ProgramError(value.message);
      return constantPlan(value);
    }
    return { exec };
  }

  /** `matches`, `find` and `findAll`: a literal pattern is checked now, and all together may do a limited work. */
  #search(expr: Call, text: Plan, pattern: Plan, limit: Plan | undefined): Exec {
    const { name, overloads } = expr;
    const cost = overloads.length === 1 ? overloads[0]?.cost : undefined;
    const unsupported = this.#functions.standard('matches')?.dispatch ?? (() => noSuchOverload);
    const source = pattern.constant?.value;
    const isFixed = typeof source === 'string';
    const problem = isFixed ? regexpProblem(source) : undefined;
    if (problem !== undefined) throw new ProgramError(problem);
    return (frame) => {
      const subject = text.exec(frame);
      if (isFixed && subject instanceof CelError) return subject;
      const expression = pattern.exec(frame);
      const most = limit === undefined ? -1n : limit.exec(frame);
      let result: Result;
      if (subject instanceof CelError) {
        result = subject;
      } else if (expression instanceof CelError) {
        result = expression;
      } else if (most instanceof CelError) {
        result = most;
      } else if (typeof subject !== 'string' || typeof expression !== 'string' || typeof most !== 'bigint') {
        result =
          name !== 'matches'
            ? isFixed
              ? noSuchOverload
              : noOverload(name, limit === undefined ? [subject, expression] : [subject, expression, most])
            : isFixed
              ? noSuchOverload
              : unsupported(subject);
      } else {
        result = frame.search(name, frame.pattern(expression), subject, most);
      }
      frame.spend(cost === undefined ? 1 : cost([subject, expression], result));
      return result;
    };
  }

  #invocation(expr: Call, plans: readonly Plan[]): Exec {
    const known = expr.overloads.length === 1 ? expr.overloads[0] : undefined;
    const standard = this.#functions.standard(expr.name);
    const dispatch = standard?.dispatch;
    if (dispatch !== undefined) return invoke(plans, dispatch, known?.cost);
    if (known !== undefined) {
      const { call, params, cost } = known;
      if (known.unguarded === true) return invoke(plans, call, cost);
      // The checker may be wrong: it takes `['a'] + dyn([1])` for a list of strings.
      return invoke(
        plans,
        (...args) =>
          args.every((arg, i) => isOfType(arg, params[i])) ? call(...args) : noOverload(expr.name, args),
        cost,
      );
    }
    // The types are known only now. What the language's own functions cost does not depend on them then.
    const overloads = this.#functions.overloads(expr.name) ?? [];
    return (frame) => {
      const args: CelValue[] = [];
      for (const [index, { exec }] of plans.entries()) {
        const arg = exec(frame);
        if (arg instanceof CelError) {
          if (index === plans.length - 1) frame.spend(1);
          return arg;
        }
        args.push(arg);
      }
      const overload = overloads.find((candidate) => takes(candidate, args));
      assertAffordable(frame, args, overload?.cost);
      const result = overload === undefined ? noOverload(expr.name, args) : overload.call(...args);
      // A call that fits none costs what its name costs.
      const cost = standard === undefined ? (overload ?? overloads[0])?.cost : undefined;
      frame.spend(cost === undefined ? 1 : cost(args, result));
      return result;
    };
  }

  #list({ elements }: ListExpr): Plan {
    const plans = elements.map(({ value, optional }) => ({ ...this.plan(value), optional }));
    const make: Exec = (frame) => {
      const values: CelValue[] = [];
      for (const { exec, optional } of plans) {
        const value = exec(frame);
        if (value instanceof CelError) return value;
        if (!optional) {
          values.push(value);
        } else if (!(value instanceof Optional)) {
          return new CelError(
            `cannot initialize optional list element from non-optional value ${keyText(value)}`,
          );
        } else if (value.value !== undefined) {
          values.push(value.value);
        }
      }
      return CelList.of(values);
    };
    return construct(make, plans, 10);
  }

  #map({ entries }: MapExpr): Plan {
    const plans = entries.map(({ key, value, optional }) => ({
      key: this.plan(key),
      value: this.plan(value),
      optional,
    }));
    const make: Exec = (frame) => {
      const made: [CelValue, CelValue][] = [];
      for (const { key: keyPlan, value: valuePlan, optional } of plans) {
        const key = keyPlan.exec(frame);
        if (key instanceof CelError) return key;
        const value = valuePlan.exec(frame);
        if (value instanceof CelError) return value;
        if (!optional) {
          made.push([key, value]);
        } else if (!(value instanceof Optional)) {
          return new CelError(
            `cannot initialize optional entry '${keyText(key)}' from non-optional value ${keyText(value)}`,
          );
        } else if (value.value !== undefined) {
          made.push([key, value.value]);
        }
      }
      return CelMap.of(made);
    };
    return construct(
      make,
      plans.flatMap(({ key, value }) => [key, value]),
      30,
    );
  }

  #fold(expr: Fold): Plan {
    const init = this.plan(expr.init).exec;
    const range = this.plan(expr.range).exec;
    const slot = this.#slots;
    this.#slots += 3;
    const scope: Scope = {
      accumulator: expr.accumulator,
      iterator: expr.iterator,
      iterator2: expr.iterator2,
      slot,
      init,
      iterating: true,
    };
    this.#scopes.push(scope);
    const condition = this.plan(expr.condition).exec;
    const step = this.plan(expr.step).exec;
    this.#scopes.pop();
    this.#scopes.push({ ...scope, iterating: false });
    const result = this.plan(expr.result).exec;
    this.#scopes.pop();
    this.#slots -= 3;
    const two = expr.iterator2 !== undefined;
    return {
      exec: (frame) => {
        const over = range(frame);
        if (over instanceof CelError) return over;
        const { locals } = frame;
        locals[slot] = undefined;
        if (over instanceof CelList) {
          for (let i = 0; i < over.size; i++) {
            if (two) {
              locals[slot + 1] = BigInt(i);
              locals[slot + 2] = over.at(i);
            } else {
              locals[slot + 1] = over.at(i);
            }
            if (condition(frame) === false) break;
            locals[slot] = step(frame);
          }
        } else if (over instanceof CelMap) {
          for (const key of over.keys()) {
            locals[slot + 1] = key;
            if (two) locals[slot + 2] = over.get(key);
            if (condition(frame) === false) break;
            locals[slot] = step(frame);
          }
        } else {
          return new CelError(
            two
              ? `unsupported comprehension range type: ${goTypeName(over)}`
              : `got '${goTypeName(over)}', expected iterable type`,
          );
        }
        return finished(result(frame));
      },
    };
  }
}

const conversions = new Set([
  'bool',
  'bytes',
  'double',
  'duration',
  'dyn',
  'int',
  'string',
  'timestamp',
  'type',
  'uint',
]);

function constantPlan(value: CelValue): Plan {
  return { exec: () => value, constant: { value } };
}

const nullPlan = constantPlan(null);

function attributePlan(attribute: Attribute): Plan {
  if (!attribute.hasCost) return { attribute, exec: (frame) => attribute.resolve(frame) };
  return {
    attribute,
    exec: (frame) => {
      const value = attribute.resolve(frame);
      frame.spend(1);
      return value;
    },
  };
}

function attributeOf(planned: Plan): Attribute {
  return planned.attribute ?? new OperandAttribute(planned.exec);
}

function indexed(operand: Plan, index: Plan, optional: boolean): Plan {
  const attribute = attributeOf(operand);
  const { constant, attribute: key, exec } = index;
  if (constant === undefined)
    attribute.add(new ComputedQualifier(key === undefined ? exec : (frame) => key.resolve(frame), optional));
  else if (isKey(constant.value)) attribute.add(new KeyQualifier(constant.value, optional));
  else throw new ProgramError(`invalid qualifier type: ${goTypeName(constant.value)}`);
  return attributePlan(attribute);
}

function isKey(value: CelValue): boolean {
  return typeof value !== 'object' || value instanceof Uint;
}

/** The accumulator is made when it is first used: a name that `bind` gives may never be. */
function initialized(frame: Frame, slot: number, init: Exec): Result {
  let value = init(frame);
  if (value instanceof CelList && value.size === 0) value = new GrowingList();
  else if (value instanceof CelMap && value.size === 0) value = new GrowingMap();
  frame.locals[slot] = value;
  return value;
}

/** What a loop has built does not grow any more. */
function finished(value: Result): Result {
  return value instanceof GrowingList || value instanceof GrowingMap ? value.frozen() : value;
}

/** `&&` and `||`: the value `decides` wins over an error on the other side. */
function logical(left: Exec, right: Exec, decides: boolean): Exec {
  return (frame) => {
    const a = left(frame);
    if (a === decides) return decides;
    const b = right(frame);
    if (b === decides) return decides;
    if (typeof a !== 'boolean') return a instanceof CelError ? a : noSuchOverload;
    if (typeof b !== 'boolean') return b instanceof CelError ? b : noSuchOverload;
    return !decides;
  };
}

function notStrictlyFalse(operand: Exec): Exec {
  return (frame) => {
    const value = operand(frame);
    frame.spend(1);
    return typeof value === 'boolean' ? value : true;
  };
}

function optionalOr(optional: Plan, other: Plan, name: 'or' | 'orValue'): Plan {
  return {
    exec: (frame) => {
      const value = optional.exec(frame);
      if (value instanceof CelError) return value;
      if (!(value instanceof Optional)) return noSuchOverload;
      if (value.value === undefined) return other.exec(frame);
      return name === 'or' ? value : value.value;
    },
  };
}

/** `x in [1, 2, 3]` with constants looks into a set, at no cost. */
function setMembership(value: Plan, list: Plan, overloads: readonly Overload[]): Plan | undefined {
  const constant = list.constant?.value;
  if (overloads.length !== 1 || !(constant instanceof CelList)) return undefined;
  if (constant.size === 0) return constantPlan(false);
  const members = new Set<unknown>();
  for (const element of constant) {
    if (element instanceof CelError || element === null || !isKey(element)) return undefined;
    members.add(mapKey(element));
  }
  return {
    exec: (frame) => {
      const found = value.exec(frame);
      if (found instanceof CelError) return found;
      const key = mapKey(found);
      return key !== undefined && key !== null && members.has(key);
    },
  };
}

/** A list or map of constants is one itself, and free. */
function construct(make: Exec, parts: readonly Plan[], cost: number): Plan {
  if (parts.every(({ constant }) => constant !== undefined)) {
    const value = make(new Frame([], {}, Infinity));
    if (!(value instanceof CelError)) return constantPlan(value);
  }
  return {
    exec: (frame) => {
      const value = make(frame);
      frame.spend(cost);
      return value;
    },
  };
}

/** Above this size of an argument, what a call will cost is asked before it is made. */
const largeSize = 10_000;

/** Throws if the call would cost too much, as far as its arguments tell. */
function assertAffordable(frame: Frame, args: readonly Result[], cost: Overload['cost']): void {
  if (cost === undefined || !args.some((arg) => arg instanceof CelList && arg.size > largeSize)) return;
  const before = frame.cost;
  frame.spend(cost(args, null));
  frame.cost = before;
}

function invoke(plans: readonly Plan[], call: (...args: CelValue[]) => Result, cost: Overload['cost']): Exec {
  const finish = (frame: Frame, args: readonly Result[], run: () => Result): Result => {
    assertAffordable(frame, args, cost);
    const result = run();
    frame.spend(cost === undefined ? 1 : cost(args, result));
    return result;
  };
  const [first, second] = plans;
  if (plans.length === 1 && first !== undefined) {
    const { exec } = first;
    return (frame) => {
      const arg = exec(frame);
      return finish(frame, [arg], () => (arg instanceof CelError ? arg : call(arg)));
    };
  }
  if (plans.length === 2 && first !== undefined && second !== undefined) {
    const left = first.exec;
    const right = second.exec;
    return (frame) => {
      const a = left(frame);
      const b = right(frame);
      if (!(a instanceof CelList) && !(b instanceof CelList)) {
        const result = a instanceof CelError ? a : b instanceof CelError ? b : call(a, b);
        frame.spend(cost === undefined ? 1 : cost([a, b], result));
        return result;
      }
      return finish(frame, [a, b], () =>
        a instanceof CelError ? a : b instanceof CelError ? b : call(a, b),
      );
    };
  }
  return (frame) => {
    const args: CelValue[] = [];
    for (const [index, { exec }] of plans.entries()) {
      const arg = exec(frame);
      if (arg instanceof CelError)
        return index === plans.length - 1 ? finish(frame, [...args, arg], () => arg) : arg;
      args.push(arg);
    }
    return finish(frame, args, () => call(...args));
  };
}

function noOverload(name: string, args: readonly CelValue[]): CelError {
  return new CelError(`no such overload: ${name}(${args.map((arg) => typeOf(arg).name).join(', ')})`);
}

function takes(overload: Overload, args: readonly CelValue[]): boolean {
  return (
    overload.params.length === args.length &&
    args.every((arg, index) => isOfType(arg, overload.params[index]))
  );
}

/** Of a list or map, the first element stands for all. */
function isOfType(value: Result, type: CelType | undefined): boolean {
  if (type === undefined || type.kind === 'dyn' || type.kind === 'type_param') return true;
  if (value instanceof CelError || typeOf(value).name !== type.name) return false;
  if (value instanceof CelList) return value.size === 0 || isOfType(value.at(0), type.parameters[0]);
  if (value instanceof CelMap && type.kind === 'map') {
    for (const key of value.keys())
      return isOfType(key, type.parameters[0]) && isOfType(value.get(key), type.parameters[1]);
  }
  return true;
}
