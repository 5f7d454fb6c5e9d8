import {
  compile,
  type CelType,
  type CelValue,
  type CelError,
  CostLimitError,
  EvaluationError,
  BOOL,
  optionalOf,
  Optional,
  type Program,
  STRING,
} from '../cel/index.js';
import { evaluationWork } from '../cel/effort.js';
import { newExpressionLibraries, storedExpressionLibraries } from '../cel/libraries/index.js';
import { KeyedItems, Pair } from '../structural/old-values.js';
import type { Schema, ValidationRule } from '../structural/schema.js';
import { type FieldError, FieldErrorType, formatFieldError, invalidField } from '../values/field-error.js';
import { goQuote } from '../values/go-quote.js';
import { isJsonObject, type JsonObject } from '../values/json-fields.js';
import { fieldPathOf } from './field-path.js';
import { type RuleType, RuleTypes, SelfType } from './rule-types.js';
import { SchemaValues } from './schema-values.js';

/** The rules of a schema (`x-kubernetes-validations`), compiled, and what they say of an object (apiextensions' schema/cel). */

/** What one evaluation may cost, and all of an object's together (apiserver's apis/cel/config.go). */
const callCostLimit = 1_000_000;
export const objectCostLimit = 10_000_000;
const maxMessageBytes = 5 * 1024;

/** A rule, compiled. */
export interface CompiledRule {
  /** Undefined for an empty rule, and with `problem`. */
  readonly program: Program | undefined;
  readonly problem: string | undefined;
  readonly usesOldSelf: boolean;
  /** The most that one evaluation can cost. */
  readonly maxCost: number;
  /** Undefined without messageExpression, and with `messageProblem`. */
  readonly message: Program | undefined;
  readonly messageProblem: string | undefined;
  readonly messageMaxCost: number;
}

/** Compiles a rule. `stored`: which of its expressions are stored already, and may use what new ones may not. */
export function compileRule(
  rule: ValidationRule,
  root: RuleType,
  stored: { readonly rule: boolean; readonly message: boolean },
): CompiledRule {
  const none = { message: undefined, messageProblem: undefined, messageMaxCost: 0 };
  const refused = (problem: string | undefined): CompiledRule => ({
    program: undefined,
    problem,
    usesOldSelf: false,
    maxCost: 0,
    ...none,
  });
  if (rule.rule.trim() === '') return refused(undefined);
  const types = new SelfType(root);
  const variables: Readonly<Record<string, CelType>> = {
    self: types.type,
    oldSelf: rule.optionalOldSelf ? optionalOf(types.type) : types.type,
  };
  const compiled = compile(rule.rule, { variables, types, libraries: librariesOf(stored.rule) });
  if (compiled.issues !== undefined) return refused(compiled.text);
  if (compiled.type.kind !== BOOL.kind) return refused('cel expression must evaluate to a bool');
  const { program } = compiled;
  const usesOldSelf = program.variables.includes('oldSelf');
  const own = { program, problem: undefined, usesOldSelf, maxCost: program.estimate(types.sizeOf).max };
  if (rule.messageExpression === '') return { ...own, ...none };
  const libraries = librariesOf(stored.message);
  const message = compile(rule.messageExpression, { variables, types, libraries });
  if (message.issues !== undefined)
    return { ...own, ...none, messageProblem: `messageExpression ${message.text}` };
  if (message.type.kind !== STRING.kind)
    return { ...own, ...none, messageProblem: 'messageExpression must evaluate to a string' };
  return {
    ...own,
    message: message.program,
    messageProblem: undefined,
    messageMaxCost: message.program.estimate(types.sizeOf).max,
  };
}

function librariesOf(isStored: boolean): typeof newExpressionLibraries {
  return isStored ? storedExpressionLibraries : newExpressionLibraries;
}

const allStored = { rule: true, message: true };

/** What rules say of an object. */
export interface RuleResult {
  readonly errors: FieldError[];
  /** Errors that are tolerated because the value has not changed. */
  readonly warnings: string[];
}

/** The rules of a schema and of all below it; each is compiled when it is first needed. */
export class Rules {
  readonly #root: Node | undefined;
  readonly #values = new SchemaValues();

  /** `isResource`: its root has a kind, an apiVersion and names. */
  constructor(schema: Schema, isResource: boolean) {
    const types = new RuleTypes();
    this.#root = nodeOf(schema, types.of(schema, isResource), isResource, types);
  }

  /** True if no schema has a rule. */
  get isEmpty(): boolean {
    return this.#root === undefined;
  }

  /**
   * Evaluates all rules. With `old`, rules with `oldSelf` are evaluated too; with `ratchets`, errors of what has not changed are
   * warnings.
   */
  validate(
    value: unknown,
    old: { readonly value: unknown } | undefined,
    { path = '', ratchets = false }: { readonly path?: string; readonly ratchets?: boolean } = {},
  ): RuleResult {
    const run = new Run(this.#values);
    const root = this.#root;
    if (root === undefined) return run;
    const pair = ratchets && old !== undefined ? new Pair(value, old.value, root.schema) : undefined;
    run.visit(root, path, value, old?.value, { own: pair, parent: undefined });
    return run;
  }
}

/** The rules of one schema, and of those below it that have some. */
interface Node {
  readonly schema: Schema;
  readonly type: RuleType;
  readonly isResource: boolean;
  /** Compiled with the first value. */
  compiled: readonly CompiledRule[] | undefined;
  readonly items: Node | undefined;
  readonly values: Node | undefined;
  readonly properties: ReadonlyMap<string, Node>;
}

function nodeOf(
  schema: Schema,
  type: RuleType | undefined,
  isResource: boolean,
  types: RuleTypes,
): Node | undefined {
  // What has no type in rules is not seen by them.
  if (type === undefined) return undefined;
  const below = (part: Schema): Node | undefined =>
    nodeOf(part, types.of(part, part.embeddedResource), part.embeddedResource, types);
  const { additionalProperties } = schema;
  const properties = new Map<string, Node>();
  for (const [name, property] of schema.properties) {
    const node = below(property);
    if (node !== undefined) properties.set(name, node);
  }
  const items = schema.items === undefined ? undefined : below(schema.items);
  const values = typeof additionalProperties === 'object' ? below(additionalProperties) : undefined;
  const isEmpty =
    schema.validations.length === 0 && items === undefined && values === undefined && properties.size === 0;
  return isEmpty ? undefined : { schema, type, isResource, compiled: undefined, items, values, properties };
}

/** The old value of what is visited, and the nearest one around it that has an old value. */
interface Tolerance {
  readonly own: Pair | undefined;
  readonly parent: Pair | undefined;
}

/** One validation: stops when its cost is used up. */
class Run implements RuleResult {
  readonly errors: FieldError[] = [];
  readonly warnings: string[] = [];
  readonly #values: SchemaValues;
  #budget = objectCostLimit;
  readonly #work = evaluationWork();

  constructor(values: SchemaValues) {
    this.#values = values;
  }

  visit(node: Node, path: string, value: unknown, old: unknown, tolerance: Tolerance): void {
    if (value === null || value === undefined || this.#budget < 0) return;
    this.#evaluate(node, path, value, old ?? undefined, tolerance);
    if (Array.isArray(value)) this.#list(node, path, value, old, tolerance);
    else if (isJsonObject(value)) this.#object(node, path, value, old, tolerance);
  }

  #list(node: Node, path: string, value: readonly unknown[], old: unknown, tolerance: Tolerance): void {
    const { items } = node;
    if (items === undefined) return;
    const before = new KeyedItems(node.schema, old);
    value.forEach((item, index) => {
      this.visit(
        items,
        `${path}[${index}]`,
        item,
        before.like(item),
        inside(tolerance, (pair) => pair.item(index)),
      );
    });
  }

  #object(node: Node, path: string, value: JsonObject, old: unknown, tolerance: Tolerance): void {
    const before = isJsonObject(old) ? old : {};
    const visit = (part: Node, own: string, name: string): void => {
      const isNamed =
        path === '' && tolerance.parent === undefined && (name === 'apiVersion' || name === 'kind');
      const next = isNamed ? nothing : inside(tolerance, (pair) => pair.field(name));
      this.visit(part, own, value[name], Object.hasOwn(before, name) ? before[name] : undefined, next);
    };
    const names = Object.keys(value).toSorted();
    if (node.values !== undefined) for (const name of names) visit(node.values, `${path}[${name}]`, name);
    for (const name of names) {
      const property = node.properties.get(name);
      if (property !== undefined) visit(property, path === '' ? name : `${path}.${name}`, name);
    }
  }

  #evaluate(node: Node, path: string, value: unknown, old: unknown, tolerance: Tolerance): void {
    const { schema } = node;
    const { validations } = schema;
    if (validations.length === 0) return;
    const field = path === '' ? '<nil>' : path;
    const say = (text: string): void => void this.errors.push(invalidField(field, schema.type, text));
    if (this.#budget <= 0) {
      say(outOfBudget);
      this.#budget = -1;
      return;
    }
    node.compiled ??= validations.map((rule) => compileRule(rule, node.type, allStored));
    const shown = node.isResource ? this.#values.resource(schema) : schema;
    const once = lazy(() => this.#values.of(value, shown));
    const before = old === undefined ? undefined : lazy(() => this.#values.of(old, shown));
    const anyOld = node.compiled.some(({ usesOldSelf }) => usesOldSelf);
    const plain = anyOld && before !== undefined ? { self: once, oldSelf: before } : { self: once };
    const optional = {
      self: once,
      oldSelf: before === undefined ? Optional.none : () => new Optional(valueOf(before)),
    };
    for (const [index, compiled] of node.compiled.entries()) {
      const rule = validations[index];
      if (rule === undefined) continue;
      if (compiled.problem !== undefined) {
        say(`rule compile error: ${compiled.problem}`);
        continue;
      }
      if (compiled.program === undefined) continue;
      if (compiled.usesOldSelf && old === undefined && !rule.optionalOldSelf) continue;
      const result = this.#run(compiled.program, rule.optionalOldSelf ? optional : plain);
      if (result === over) {
        say(outOfBudget);
        return;
      }
      if (result instanceof EvaluationError) {
        const { message } = result;
        const text = rule.message === '' ? rule.rule.trim() : rule.message.trim();
        if (result instanceof CostLimitError) {
          const why = 'no further validation rules will be run due to call cost exceeds limit for rule';
          say(`'${message}': ${why}: ${text}`);
          this.#budget = -1;
          return;
        }
        const why = 'call arguments did not match a supported operator, function or macro signature for rule';
        say(
          message.startsWith('no such overload')
            ? `'${message}': ${why}: ${text}`
            : `${message} evaluating rule: ${text}`,
        );
        continue;
      }
      if (result === true) continue;
      const own = fieldPathOf(rule.fieldPath, schema);
      const target =
        own === undefined || 'problem' in own ? field : path === '' ? own.path : `${path}.${own.path}`;
      const add = (error: FieldError): void => {
        if (!compiled.usesOldSelf && (tolerance.own ?? tolerance.parent)?.isEqual === true)
          this.warnings.push(formatFieldError(error));
        else this.errors.push(error);
      };
      const detail =
        compiled.message === undefined ? undefined : this.#message(compiled.message, rule, plain);
      if (typeof detail === 'object') {
        add(invalidField(target, schema.type, detail.problem));
        this.#budget = -1;
        return;
      }
      const text = rule.message === '' ? `failed rule: ${rule.rule.trim()}` : rule.message.trim();
      add(ruleError(target, value, schema.type, detail ?? text, rule.reason));
    }
  }

  /** Evaluates a program within what is left; what it returns, why it failed, or `over` if it cost more. */
  #run(
    program: Program,
    bindings: Parameters<Program['evaluate']>[0],
  ): CelValue | EvaluationError | typeof over {
    let outcome: CelValue | EvaluationError;
    let cost: number;
    try {
      const { value, cost: spent } = program.evaluate(bindings, {
        costLimit: callCostLimit,
        work: this.#work,
      });
      outcome = value;
      cost = spent;
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      outcome = error;
      ({ cost } = error);
    }
    if (cost > this.#budget) {
      this.#budget = -1;
      return over;
    }
    this.#budget -= cost;
    return outcome;
  }

  /** The message of a rule that failed; undefined if the rule's own message is to be shown. */
  #message(
    program: Program,
    rule: ValidationRule,
    bindings: Parameters<Program['evaluate']>[0],
  ): string | { readonly problem: string } | undefined {
    const result = this.#run(program, bindings);
    if (result === over) {
      return {
        problem:
          'messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run',
      };
    }
    if (result instanceof CostLimitError) {
      const why =
        'no further validation rules will be run due to call cost exceeds limit for messageExpression';
      return { problem: `${why}: ${goQuote(rule.messageExpression)}` };
    }
    if (typeof result !== 'string') return undefined;
    const text = result.trim();
    const isUsable = text !== '' && Buffer.byteLength(text) <= maxMessageBytes && !text.includes('\n');
    return isUsable ? text : undefined;
  }
}

const over = Symbol('over the budget');

const outOfBudget =
  'validation failed due to running out of cost budget, no further validation rules will be run';

const nothing: Tolerance = { own: undefined, parent: undefined };

function inside(tolerance: Tolerance, next: (pair: Pair) => Pair | undefined): Tolerance {
  const { own } = tolerance;
  return own === undefined ? tolerance : { own: next(own), parent: own };
}

/** An error becomes one of the expression that reads it. */
function valueOf(make: () => CelValue | CelError): CelValue {
  // The evaluator takes an error where it takes a value: see `Bindings`.
  return make() as CelValue;
}

function lazy(make: () => CelValue | CelError): () => CelValue {
  let made: CelValue | CelError | undefined;
  return () => {
    made ??= make();
    return made as CelValue; // As above.
  };
}

function ruleError(field: string, value: unknown, type: string, detail: string, reason: string): FieldError {
  const shown = type === 'object' || type === 'array' ? { omitsValue: true as const } : { badValue: value };
  switch (reason) {
    case FieldErrorType.Forbidden:
    case FieldErrorType.Required:
      return { type: reason, field, detail };
    case FieldErrorType.Duplicate:
      return { type: reason, field, ...shown, detail: '' };
    default:
      return { type: FieldErrorType.Invalid, field, ...shown, detail };
  }
}
