import { compileRule, type CompiledRule } from '../rules/rules.js';
import { maxRequestBytes, RuleTypes } from '../rules/rule-types.js';
import type { Schema } from '../structural/schema.js';
import { type FieldError, FieldErrorType, forbiddenField, invalidField } from '../values/field-error.js';
import type { JsonObject } from '../values/json-fields.js';
import { internalRule } from './internal-form.js';

/**
 * Checks the rules of a definition when it is stored: they compile, old values can be found, and they cannot cost too much with the
 * sizes that the schema allows (apiextensions' validation.go and cel_validation.go).
 */

/** The most that one rule may cost for an object, and all rules of a schema. */
const ruleCostLimit = 10_000_000;
const schemaCostLimit = 100_000_000;
/** Costs count up to here. */
const mostCost = 2 ** 64;

interface RuleCost {
  readonly field: string;
  readonly cost: number;
}

/** The expressions of a stored definition, which an update may keep. */
export interface StoredExpressions {
  readonly rules: ReadonlySet<string>;
  readonly messages: ReadonlySet<string>;
  /** True if the schema is the stored one: then no single expression costs too much. */
  readonly isUnchanged: boolean;
}

export const noExpressions: StoredExpressions = { rules: new Set(), messages: new Set(), isUnchanged: false };

/** Collects the errors of a schema's rules, and their cost. */
export class RuleChecker {
  readonly errors: FieldError[] = [];
  readonly types = new RuleTypes();
  readonly stored: StoredExpressions;
  readonly #schema: Schema | undefined;
  #total = 0;
  #expensive: RuleCost[] = [];

  /** Without a schema, which is invalid then, nothing is checked. */
  constructor(schema: Schema | undefined, stored: StoredExpressions) {
    this.#schema = schema;
    this.stored = stored;
  }

  root(): RulePosition | undefined {
    return this.#schema === undefined ? undefined : new RulePosition(this, this.#schema, true, 1);
  }

  count(field: string, cost: number): void {
    this.#total = Math.min(this.#total + cost, mostCost);
    if (cost < schemaCostLimit / 100) return;
    this.#expensive = [...this.#expensive, { field, cost }].toSorted((a, b) => b.cost - a.cost).slice(0, 4);
  }

  /** Returns the errors of rules that cost too much together. */
  totalErrors(field: string): FieldError[] {
    if (this.#total <= schemaCostLimit) return [];
    const why = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
    const what = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema';
    return [
      ...this.#expensive.map((rule) => forbiddenField(rule.field, why)),
      forbiddenField(field, costProblem(what, this.#total, schemaCostLimit)),
    ];
  }
}

/** A schema in a definition, and how many values of it an object can have. */
export class RulePosition {
  readonly #checker: RuleChecker;
  readonly #schema: Schema;
  readonly #isResource: boolean;
  /** Undefined if a list or map around it has no limit. */
  readonly #most: number | undefined;

  constructor(checker: RuleChecker, schema: Schema, isResource: boolean, most: number | undefined) {
    this.#checker = checker;
    this.#schema = schema;
    this.#isResource = isResource;
    this.#most = most;
  }

  property(name: string): RulePosition | undefined {
    return this.#below(this.#schema.properties.get(name));
  }

  items(): RulePosition | undefined {
    return this.#below(this.#schema.items);
  }

  values(): RulePosition | undefined {
    const { additionalProperties } = this.#schema;
    return this.#below(typeof additionalProperties === 'object' ? additionalProperties : undefined);
  }

  #below(schema: Schema | undefined): RulePosition | undefined {
    if (schema === undefined) return undefined;
    const most = this.#most;
    const factor = mostElements(this.#schema);
    const below = most === undefined || factor === undefined ? undefined : Math.min(most * factor, mostCost);
    return new RulePosition(this.#checker, schema, schema.embeddedResource, below);
  }

  /** Checks the schema's own rules; `noOldSelf`: the list around it in which old values cannot be found. */
  check(rules: readonly JsonObject[], path: string, noOldSelf: string | undefined): void {
    const { validations } = this.#schema;
    if (validations.length === 0) return;
    const { errors, types, stored } = this.#checker;
    const field = `${path}.x-kubernetes-validations`;
    const type = types.of(this.#schema, this.#isResource);
    if (type === undefined) {
      const detail =
        'internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations';
      errors.push({ type: FieldErrorType.Internal, field, detail });
      return;
    }
    const unbounded = Math.floor(maxRequestBytes / (type.minBytes + 1));
    for (const [index, validation] of validations.entries()) {
      const compiled = compileRule(validation, type, {
        rule: stored.rules.has(validation.rule),
        message: stored.messages.has(validation.messageExpression),
      });
      const own = `${field}[${index}]`;
      this.#checkCosts(compiled, own, unbounded, rules[index] ?? {});
      if (compiled.usesOldSelf) {
        if (noOldSelf !== undefined) {
          const why = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${noOldSelf}`;
          errors.push(invalidField(`${own}.rule`, validation.rule, why));
        }
      } else if (rules[index]?.['optionalOldSelf'] !== undefined) {
        const why = 'may not be set if oldSelf is not used in rule';
        errors.push(invalidField(`${own}.optionalOldSelf`, rules[index]['optionalOldSelf'], why));
      }
    }
  }

  #checkCosts(compiled: CompiledRule, own: string, unbounded: number, rule: JsonObject): void {
    const { errors, stored } = this.#checker;
    const cost = Math.min(compiled.maxCost * (this.#most ?? unbounded), mostCost);
    if (cost > ruleCostLimit && !stored.isUnchanged) {
      errors.push(forbiddenField(`${own}.rule`, costProblem('estimated rule cost', cost, ruleCostLimit)));
    }
    this.#checker.count(`${own}.rule`, cost);
    if (compiled.problem !== undefined)
      errors.push(invalidField(`${own}.rule`, internalRule(rule), compiled.problem));
    const expression = `${own}.messageExpression`;
    if (compiled.messageProblem !== undefined) {
      errors.push(invalidField(expression, internalRule(rule), compiled.messageProblem));
    } else if (compiled.message !== undefined) {
      const { messageMaxCost } = compiled;
      if (messageMaxCost > ruleCostLimit && !stored.isUnchanged) {
        const why = costProblem('estimated messageExpression cost', messageMaxCost, ruleCostLimit);
        errors.push(forbiddenField(expression, why));
      }
      this.#checker.count(expression, messageMaxCost);
    }
  }
}

/** How many values of the schema below one value of this schema has at most; undefined without a limit. */
function mostElements({ type, additionalProperties, maxProperties, maxItems }: Schema): number | undefined {
  if (type === 'array') return maxItems === undefined ? undefined : Math.max(0, maxItems);
  if (type !== 'object' || additionalProperties === undefined) return 1;
  return maxProperties === undefined ? undefined : Math.max(0, maxProperties);
}

function costProblem(what: string, cost: number, limit: number): string {
  const factor = cost / limit;
  const shown =
    factor > 100 ? 'more than 100x' : factor < 1.5 ? `${factor.toFixed(6)}x` : `${factor.toFixed(1)}x`;
  return `${what} exceeds budget by factor of ${shown} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`;
}
