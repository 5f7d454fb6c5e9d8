import { formatFieldError, formatFieldErrors } from './field-error.js';
import { lex } from './label-lexer.js';
import type { Token, TokenType } from './label-lexer.js';
import { Requirement, labelKeyErrors, requirementErrors } from './label-requirement.js';
import type { SelectorOperator } from './label-requirement.js';
import { SelectorError } from './selector-error.js';

/** labels.ParseToRequirements: parses the terms of a selector, in text order. Throws SelectorError. */
export function parseRequirements(text: string): Requirement[] {
  return new Parser(text).parse();
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
    // After `!x` only a comma or the end may follow, which the caller checks.
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

  /** Parses `(a, b)`: sorted and unique; a missing value is the empty value. */
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

  /** The server's message for some errors contains the word requirement. */
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

/** `in` and `notin` are operators only where the grammar requires one. */
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
