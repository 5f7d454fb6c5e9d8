import { formatFieldError, formatFieldErrors } from './field-error.js';
import { goQuote } from './go-quote.js';
import { lex } from './label-lexer.js';
import type { Token, TokenType } from './label-lexer.js';
import { Requirement, labelKeyErrors, newRequirement, requirementErrors } from './label-requirement.js';
import type { Labels, SelectorOperator } from './label-requirement.js';
import { SelectorError } from './selector-error.js';
import type { LabelSelector } from './types.js';

export { Requirement, SelectorOperator, newRequirement } from './label-requirement.js';
export type { Labels } from './label-requirement.js';
export { SelectorError } from './selector-error.js';

/** labels.Selector: which labels to choose. Immutable. */
export interface Selector {
  /** Whether an object with these labels is chosen. */
  matches(labels: Labels): boolean;
  /** True when it chooses everything, so that nobody need look at labels. */
  readonly isEmpty: boolean;
  /**
   * The conditions, all of which hold for what is chosen, sorted by key. `selectable` is false for `nothing()`: no object
   * will do.
   */
  requirements(): { readonly requirements: readonly Requirement[]; readonly selectable: boolean };
  /** The one value that the selector asks of this label; undefined when others would do. */
  requiresExactMatch(key: string): string | undefined;
  /** A selector that asks for this as well. */
  add(...requirements: readonly Requirement[]): Selector;
  /** The canonical text, which `parseSelector` reads again; "" for both `everything()` and `nothing()`. */
  toString(): string;
}

class RequirementsSelector implements Selector {
  readonly #requirements: readonly Requirement[];

  constructor(requirements: readonly Requirement[]) {
    this.#requirements = requirements.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  }

  get isEmpty(): boolean {
    return this.#requirements.length === 0;
  }

  matches(labels: Labels): boolean {
    for (const requirement of this.#requirements) {
      if (!requirement.matches(labels)) return false;
    }
    return true;
  }

  requirements(): { requirements: readonly Requirement[]; selectable: boolean } {
    return { requirements: this.#requirements, selectable: true };
  }

  requiresExactMatch(key: string): string | undefined {
    // As client-go: the first requirement on the key decides.
    const requirement = this.#requirements.find((candidate) => candidate.key === key);
    switch (requirement?.operator) {
      case '=':
      case '==':
      case 'in':
        return requirement.values.length === 1 ? requirement.values[0] : undefined;
      default:
        return undefined;
    }
  }

  add(...requirements: readonly Requirement[]): Selector {
    return new RequirementsSelector([...this.#requirements, ...requirements]);
  }

  toString(): string {
    return this.#requirements.join(',');
  }
}

const everythingSelector: Selector = new RequirementsSelector([]);

const nothingSelector: Selector = {
  isEmpty: false,
  matches: () => false,
  requirements: () => ({ requirements: [], selectable: false }),
  requiresExactMatch: () => undefined,
  add: () => nothingSelector,
  toString: () => '',
};

/** labels.Everything: chooses every object. */
export function everything(): Selector {
  return everythingSelector;
}

/** labels.Nothing: chooses no object. Its text is "", which read again is `everything()`: never send it to a server. */
export function nothing(): Selector {
  return nothingSelector;
}

/** labels.MatchesNothing: true for `nothing()`. A selector that contradicts itself (`a,!a`) is not recognised. */
export function matchesNothing(selector: Selector): boolean {
  return selector === nothingSelector;
}

/** labels.SelectorFromSet: exactly these labels; no set or an empty one is `everything()`. Checks nothing. */
export function selectorFromSet(set: Labels): Selector {
  return new RequirementsSelector(
    Object.entries(set ?? {}).map(([key, value]) => new Requirement(key, '=', [value])),
  );
}

/** labels.ValidatedSelectorFromSet: `selectorFromSet` that throws SelectorError for what is no label. */
export function validatedSelectorFromSet(set: Labels): Selector {
  return new RequirementsSelector(
    Object.entries(set ?? {}).map(([key, value]) => newRequirement(key, '=', [value])),
  );
}

/**
 * metav1.LabelSelectorAsSelector: the selector that an object such as a Deployment carries in `spec.selector`. Absent
 * means `nothing()`, empty means `everything()`. Throws SelectorError for an unknown operator, key or value.
 */
export function labelSelectorAsSelector(labelSelector: LabelSelector | undefined): Selector {
  if (labelSelector === undefined) return nothingSelector;
  const requirements = Object.entries(labelSelector.matchLabels ?? {}).map(([key, value]) =>
    newRequirement(key, '=', [value]),
  );
  for (const { key, operator, values } of labelSelector.matchExpressions ?? []) {
    requirements.push(newRequirement(key, expressionOperator(key, operator), values ?? []));
  }
  return new RequirementsSelector(requirements);
}

function expressionOperator(key: string, operator: string): SelectorOperator {
  switch (operator) {
    case 'In':
      return 'in';
    case 'NotIn':
      return 'notin';
    case 'Exists':
      return 'exists';
    case 'DoesNotExist':
      return '!';
    default: {
      const detail = `${goQuote(operator)} is not a valid label selector operator`;
      throw new SelectorError(
        `matchExpressions on ${JSON.stringify(key)}: ${detail}, expected In, NotIn, Exists or DoesNotExist`,
        { detail },
      );
    }
  }
}

/** labels.FormatLabels: `a=1,b=2`, sorted; `<none>` when there are none. */
export function formatLabels(labels: Labels): string {
  const pairs = Object.entries(labels ?? {}).map(([key, value]) => `${key}=${value}`);
  return pairs.length === 0 ? '<none>' : pairs.toSorted().join(',');
}

/**
 * labels.Parse: `app in (web, api), tier!=cache, !canary, cores>4`.
 *
 * Terms are joined by commas and all must hold. `x` asks that the label be there, `!x` that it be not; `x=`, `x in ()`
 * mean the empty value; `x!=y` and `x notin (y)` choose objects without x too. `in` and `notin` are good keys and values.
 *
 * Throws SelectorError that names the position and what was expected.
 */
export function parseSelector(text: string): Selector {
  return new RequirementsSelector(new Parser(text).parse());
}

class Parser {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #end: Token;
  #next = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = lex(text);
    this.#end = { type: 'end', text: '', position: text.length };
  }

  parse(): Requirement[] {
    const requirements: Requirement[] = [];
    if (this.#peek().type === 'end') return requirements;
    if (!this.#startsTerm()) throw this.#unexpected("!, identifier, or 'end of string'");
    for (;;) {
      requirements.push(this.#term());
      if (this.#peek().type === 'end') return requirements;
      if (this.#peek().type !== ',') throw this.#unexpected("',' or 'end of string'");
      this.#take();
      if (!this.#startsTerm()) throw this.#unexpected("identifier after ','");
    }
  }

  #term(): Requirement {
    const negated = this.#peek().type === '!';
    if (negated) this.#take();
    if (!isWord(this.#peek())) throw this.#unexpectedInTerm('identifier');
    const key = this.#take();
    const keyErrors = labelKeyErrors('<nil>', key.text);
    if (keyErrors.length > 0) {
      const detail = keyErrors.map(formatFieldError).join();
      const problem = keyErrors.map((error) => `key ${JSON.stringify(key.text)}: ${error.detail}`).join();
      throw this.#error(key.position, problem, `unable to parse requirement: ${detail}`);
    }
    // After `!x` only a comma or the end can follow, which the caller asks for.
    if (negated) return new Requirement(key.text, '!', []);
    if (this.#peek().type === ',' || this.#peek().type === 'end') {
      return new Requirement(key.text, 'exists', []);
    }
    const operator = this.#operator();
    const valuesAt = this.#peek().position;
    const values = operator === 'in' || operator === 'notin' ? this.#valueSet() : [this.#exactValue()];
    const errors = requirementErrors(key.text, operator, values);
    if (errors.length > 0) {
      const detail = formatFieldErrors(errors);
      throw this.#error(valuesAt, detail, `unable to parse requirement: ${detail}`);
    }
    return new Requirement(key.text, operator, values);
  }

  #operator(): SelectorOperator {
    const { type } = this.#peek();
    const operator = operatorOf(type);
    if (operator === undefined) throw this.#unexpectedInTerm('in, notin, =, ==, !=, gt, lt');
    this.#take();
    return operator;
  }

  /** `(a, b)`: sorted, each once; a place without a value is the empty value. */
  #valueSet(): string[] {
    if (this.#peek().type !== '(') throw this.#unexpectedInTerm("'('", '');
    this.#take();
    const values = new Set<string>();
    if (!isWord(this.#peek()) && this.#peek().type !== ',' && this.#peek().type !== ')') {
      throw this.#unexpectedInTerm("',', ')' or identifier");
    }
    for (;;) {
      values.add(isWord(this.#peek()) ? this.#take().text : '');
      if (this.#peek().type === ')') break;
      if (this.#peek().type !== ',') throw this.#unexpectedInTerm("',' or ')'");
      this.#take();
      const { type } = this.#peek();
      if (!isWord(this.#peek()) && type !== ',' && type !== ')') {
        throw this.#unexpectedInTerm("',', or identifier");
      }
    }
    this.#take();
    return [...values].toSorted();
  }

  #exactValue(): string {
    const token = this.#peek();
    if (token.type === 'end' || token.type === ',') return '';
    if (!isWord(token)) throw this.#unexpectedInTerm('identifier');
    return this.#take().text;
  }

  #startsTerm(): boolean {
    return isWord(this.#peek()) || this.#peek().type === '!';
  }

  #peek(): Token {
    return this.#tokens[this.#next] ?? this.#end;
  }

  #take(): Token {
    const token = this.#peek();
    this.#next++;
    return token;
  }

  #unexpected(expected: string, comma = ','): SelectorError {
    const { text, position } = this.#peek();
    const problem = `found '${text}'${comma} expected: ${expected}`;
    return this.#error(position, problem, problem);
  }

  /** The server names requirements as the place of some mistakes. */
  #unexpectedInTerm(expected: string, comma = ','): SelectorError {
    const { text, position } = this.#peek();
    const problem = `found '${text}'${comma} expected: ${expected}`;
    return this.#error(position, problem, `unable to parse requirement: ${problem}`);
  }

  #error(position: number, problem: string, detail: string): SelectorError {
    const message = `label selector ${JSON.stringify(this.#text)}, position ${String(position)}: ${problem}`;
    return new SelectorError(message, { detail, position });
  }
}

/** `in` and `notin` are operators only where the grammar asks for one. */
function isWord(token: Token): boolean {
  return token.type === 'word' || token.type === 'in' || token.type === 'notin';
}

function operatorOf(type: TokenType): SelectorOperator | undefined {
  switch (type) {
    case 'in':
    case 'notin':
    case '=':
    case '==':
    case '!=':
      return type;
    case '>':
      return 'gt';
    case '<':
      return 'lt';
    default:
      return undefined;
  }
}
