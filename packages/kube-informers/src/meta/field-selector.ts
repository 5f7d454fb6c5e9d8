import { SelectorError, requireText } from './selector-error.js';
import { valueAt } from '../util/json-values.js';
import { requireOptions } from '../util/require.js';

/** The fields to match: a map, or a function that returns them by name. An absent field is "". */
export type Fields = Readonly<Record<string, string>> | ((field: string) => string | undefined);

/** fields.Requirement: a field that must equal, or not equal, a value. */
export interface FieldRequirement {
  /** Path of the field: `metadata.name`. */
  readonly field: string;
  /** `=` or `!=`. */
  readonly operator: '=' | '!=';
  /** Value to compare with. */
  readonly value: string;
}

/** fields.TransformFunc: rewrites a term. If both are "", the term is dropped; an error rejects the selector. */
export type FieldTransform = (
  field: string,
  value: string,
) => {
  /** New path of the field. */
  readonly field: string;
  /** New value. */
  readonly value: string;
};

/** fields.Selector: selects objects by fields. Immutable. */
export interface FieldSelector {
  /** Returns true if the fields match. `spec.nodeName!=` requires a non-empty field. */
  matches(fields: Fields): boolean;
  /** True if it selects everything. */
  readonly isEmpty: boolean;
  /** Returns the terms, all of which must hold. Empty for `nothingFields()` too. */
  requirements(): readonly FieldRequirement[];
  /** Returns the value that the selector requires of this field; undefined without such a requirement. */
  requiresExactMatch(field: string): string | undefined;
  /** Returns a copy with each term transformed. */
  transform(transform: FieldTransform): FieldSelector;
  /** Returns the text, which `parseFieldSelector` accepts. */
  toString(): string;
}

class TermsSelector implements FieldSelector {
  readonly #terms: readonly FieldRequirement[];

  constructor(terms: readonly FieldRequirement[]) {
    // V8 compares a name cut out of a string character by character; property names, like those in code, are
    // interned.
    this.#terms = terms.map((term) => ({ ...term, field: Object.keys({ [term.field]: true })[0] ?? '' }));
  }

  get isEmpty(): boolean {
    return this.#terms.length === 0;
  }

  matches(fields: Fields): boolean {
    const terms = this.#terms;
    // By index: on Node 20 an iterator costs half as much again.
    for (let index = 0; index < terms.length; index++) {
      // The index is inside the array.
      const { field, operator, value } = terms[index] as FieldRequirement;
      if ((readField(fields, field) === value) !== (operator === '=')) return false;
    }
    return true;
  }

  requirements(): readonly FieldRequirement[] {
    return this.#terms;
  }

  requiresExactMatch(field: string): string | undefined {
    return this.#terms.find((term) => term.operator === '=' && term.field === field)?.value;
  }

  transform(transform: FieldTransform): FieldSelector {
    const terms: FieldRequirement[] = [];
    for (const { field, operator, value } of this.#terms) {
      const changed = transform(field, value);
      if (changed.field === '' && changed.value === '') continue;
      terms.push({ field: changed.field, operator, value: changed.value });
    }
    return new TermsSelector(terms);
  }

  toString(): string {
    return this.#terms
      .map(({ field, operator, value }) => field + operator + escapeFieldValue(value))
      .join(',');
  }
}

function readField(fields: Fields, field: string): string {
  if (typeof fields === 'function') return fields(field) ?? '';
  return Object.hasOwn(fields, field) ? (fields[field] ?? '') : '';
}

const nothingSelector: FieldSelector = {
  isEmpty: false,
  matches: () => false,
  requirements: () => [],
  requiresExactMatch: () => undefined,
  transform: () => nothingSelector,
  toString: () => '',
};

/** fields.Nothing: selects no object. Its text is "", which parses as a selector of everything. */
export function nothingFields(): FieldSelector {
  return nothingSelector;
}

/** fields.SelectorFromSet: exactly these fields; undefined or empty selects everything. */
export function fieldSelectorFromSet(set: Readonly<Record<string, string>> | undefined): FieldSelector {
  if (set !== undefined) requireOptions('fieldSelectorFromSet', set);
  const terms = Object.entries(set ?? {}).map(([field, value]) => {
    requireText(`${field} of a field selector`, value);
    return { field, operator: '=' as const, value };
  });
  return new TermsSelector(terms.toSorted((a, b) => (a.field < b.field ? -1 : 1)));
}

/** fields.EscapeValue: escapes a string as the value of a field selector. */
export function escapeFieldValue(value: string): string {
  requireText('the value of a field', value);
  return value.replace(/[\\,=]/g, (character) => `\\${character}`);
}

/**
 * Parses a field selector (client-go's fields.ParseSelector): `metadata.name=web,spec.nodeName!=`.
 *
 * Terms are joined by commas and all must hold; the operators are `=`, `==` and `!=`. In a value a backslash precedes
 * each backslash, comma and equals sign. Which fields exist is known only to the server.
 *
 * Throws SelectorError with the position and what was expected.
 */
export function parseFieldSelector(text: string): FieldSelector {
  requireText('a field selector', text);
  const terms = splitTerms(text)
    .filter(({ term }) => term !== '')
    // As in apimachinery: sorted, so that a selector has only one text.
    .toSorted((a, b) => (a.term < b.term ? -1 : a.term > b.term ? 1 : 0));
  const requirements = terms.map(({ term, position }) => parseTerm(text, term, position));
  // As in apimachinery: a term with both sides empty (`=`) is dropped.
  return new TermsSelector(requirements.filter(({ field, value }) => field !== '' || value !== ''));
}

/** Splits at the commas that no backslash precedes. */
function splitTerms(text: string): { term: string; position: number }[] {
  const terms: { term: string; position: number }[] = [];
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === '\\') i++;
    else if (character === ',') {
      terms.push({ term: text.slice(start, i), position: start });
      start = i + 1;
    }
  }
  terms.push({ term: text.slice(start), position: start });
  return terms;
}

function parseTerm(text: string, term: string, position: number): FieldRequirement {
  // A field's name has no escapes: the first operator counts.
  const match = /!=|==|=/.exec(term);
  if (match === null) {
    throw fieldSelectorError(
      text,
      position,
      `found ${JSON.stringify(term)}, expected FIELD=VALUE or FIELD!=VALUE`,
      {
        detail: `invalid selector: '${text}'; can't understand '${term}'`,
      },
    );
  }
  const [operator] = match;
  const valueStart = match.index + operator.length;
  return {
    field: term.slice(0, match.index),
    operator: operator === '!=' ? '!=' : '=',
    value: unescapeFieldValue(text, term.slice(valueStart), position + valueStart),
  };
}

function unescapeFieldValue(text: string, value: string, position: number): string {
  if (!/[\\,=]/.test(value)) return value;
  let plain = '';
  for (let i = 0; i < value.length; i++) {
    const character = value.charAt(i);
    if (character === ',' || character === '=') {
      throw fieldSelectorError(
        text,
        position + i,
        `"${character}" in a value must be written "\\${character}"`,
        {
          // Go prints the character's number.
          detail: `invalid field selector: unescaped character in value: ${String(character.charCodeAt(0))}`,
        },
      );
    }
    if (character !== '\\') {
      plain += character;
      continue;
    }
    const code = value.codePointAt(i + 1);
    const escaped = code === undefined ? '' : String.fromCodePoint(code);
    if (escaped !== '\\' && escaped !== ',' && escaped !== '=') {
      throw fieldSelectorError(text, position + i, 'after "\\" expected "\\", "," or "="', {
        detail: `invalid field selector: invalid escape sequence: \\${escaped}`,
      });
    }
    plain += escaped;
    i++;
  }
  return plain;
}

function fieldSelectorError(
  text: string,
  position: number,
  problem: string,
  { detail }: { readonly detail: string },
): SelectorError {
  const message = `field selector ${JSON.stringify(text)}, position ${String(position)}: ${problem}`;
  return new SelectorError(message, { detail, position });
}

/**
 * Returns the value at a field path (`metadata.name`, `spec.nodeName`, `status.phase`) for a field selector.
 *
 * Numbers and booleans are converted to strings; absent, inherited and non-primitive values are undefined.
 */
export function fieldValue(object: unknown, path: string): string | undefined {
  if (typeof object === 'object' && object !== null) {
    const common = commonField(object, path);
    if (typeof common === 'string') return common;
  }
  const value = valueAt(object, path.split('.'));
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      return undefined;
  }
}

interface CommonFields {
  readonly metadata?: { readonly name?: unknown; readonly namespace?: unknown } | null;
  readonly spec?: { readonly nodeName?: unknown } | null;
  readonly status?: { readonly phase?: unknown } | null;
}

/** Reads the most common paths directly, which is many times faster. Returns undefined for other paths. */
function commonField(object: CommonFields, path: string): unknown {
  switch (path) {
    case 'metadata.name': {
      const { metadata } = object;
      if (metadata === undefined || metadata === null) return undefined;
      const { name } = metadata;
      return isPlain(object) && isPlain(metadata) ? name : undefined;
    }
    case 'metadata.namespace': {
      const { metadata } = object;
      if (metadata === undefined || metadata === null) return undefined;
      const { namespace } = metadata;
      return isPlain(object) && isPlain(metadata) ? namespace : undefined;
    }
    case 'spec.nodeName': {
      const { spec } = object;
      if (spec === undefined || spec === null) return undefined;
      const { nodeName } = spec;
      return isPlain(object) && isPlain(spec) ? nodeName : undefined;
    }
    case 'status.phase': {
      const { status } = object;
      if (status === undefined || status === null) return undefined;
      const { phase } = status;
      return isPlain(object) && isPlain(status) ? phase : undefined;
    }
    default:
      return undefined;
  }
}

/**
 * True if the value just read is the object's own, provided Object.prototype is unmodified.
 *
 * Checked after the read, without `?.` in between, this is free, since V8 knows the prototype by then.
 * `Object.hasOwn` costs 15 ns per member, and would decode an object of a compact cache.
 */
function isPlain(object: object): boolean {
  return Object.getPrototypeOf(object) === Object.prototype;
}
