import { invalidField, formatFieldErrors, notSupportedField } from './field-error.js';
import type { FieldError } from './field-error.js';
import { SelectorError, requireText } from './selector-error.js';
import { requireList } from '../util/require.js';
import { labelKeyProblems, labelValueProblems } from './validation.js';

/** The labels to match; undefined for an object without labels. */
export type Labels = Readonly<Record<string, string>> | undefined;

/** selection.Operator: apimachinery's operators. */
export const SelectorOperator = {
  /** The value is one of the list. */
  In: 'in',
  /** The value is not in the list, or the label is absent. */
  NotIn: 'notin',
  /** The value is equal. */
  Equals: '=',
  /** The same as `=`. */
  DoubleEquals: '==',
  /** The value is not equal, or the label is absent. */
  NotEquals: '!=',
  /** The value is an integer above this one. */
  GreaterThan: 'gt',
  /** The value is an integer below this one. */
  LessThan: 'lt',
  /** The label is present. */
  Exists: 'exists',
  /** The label is absent. */
  DoesNotExist: '!',
} as const;
export type SelectorOperator = (typeof SelectorOperator)[keyof typeof SelectorOperator];

const operators: readonly string[] = Object.values(SelectorOperator);

/** Returns true if the labels match. */
type Matcher = (labels: Labels) => boolean;

/**
 * Compiles a requirement to a function.
 *
 * Operator and values are evaluated once here, since the function is called for each object of a list.
 */
function matcher({ key, operator, values }: Requirement): Matcher {
  // NaN equals nothing.
  const first: unknown = values[0] ?? NaN;
  const second: unknown = values[1] ?? NaN;
  // Comparing with two values is faster than a Set lookup.
  const several: ReadonlySet<unknown> | undefined = values.length > 2 ? new Set(values) : undefined;
  // `constructor` is a valid label key: the prototype's member is not a string, so it is not a label and equals no
  // value.
  switch (operator) {
    case 'in':
    case '=':
    case '==':
      if (several === undefined) {
        return (labels) => {
          const found = labels?.[key];
          return found === first || found === second;
        };
      }
      return (labels) => {
        const found = labels?.[key];
        return found === first || several.has(found);
      };
    case 'notin':
    case '!=':
      if (several === undefined) {
        return (labels) => {
          const found = labels?.[key];
          return found !== first && found !== second;
        };
      }
      return (labels) => !several.has(labels?.[key]);
    case 'exists':
      return (labels) => typeof labels?.[key] === 'string';
    case '!':
      return (labels) => typeof labels?.[key] !== 'string';
    case 'gt':
    case 'lt': {
      const bound = parseInt64(values[0] ?? '');
      return (labels) => {
        const found: unknown = labels?.[key];
        const number = typeof found === 'string' ? parseInt64(found) : undefined;
        if (number === undefined || bound === undefined) return false;
        return operator === 'gt' ? number > bound : number < bound;
      };
    }
  }
}

/** labels.Requirement: a condition on a label. Create it with `newRequirement`; the constructor does not validate. */
export class Requirement {
  /** Label key. */
  readonly key: string;
  /** How the label is compared with the values. */
  readonly operator: SelectorOperator;
  /** The values as given, neither sorted nor unique. */
  readonly values: readonly string[];
  readonly #matcher: Matcher;

  /** One requirement of a label selector: key, operator and values. */
  constructor(key: string, operator: SelectorOperator, values: readonly string[]) {
    this.key = key;
    this.operator = operator;
    this.values = values;
    this.#matcher = matcher(this);
  }

  /**
   * Returns true if the labels match.
   *
   * `x!=y` and `x notin (y)` also hold for an object without x. `x>1` and `x<1` require a label that is a 64-bit
   * integer.
   */
  matches(labels: Labels): boolean {
    return this.#matcher(labels);
  }

  /** Returns apimachinery's canonical form: spaces only around `in` and `notin`, values sorted. */
  toString(): string {
    const values = this.values.length > 1 ? this.values.toSorted().join(',') : (this.values[0] ?? '');
    switch (this.operator) {
      case 'exists':
        return this.key;
      case '!':
        return `!${this.key}`;
      case 'in':
      case 'notin':
        return `${this.key} ${this.operator} (${values})`;
      case 'gt':
        return `${this.key}>${values}`;
      case 'lt':
        return `${this.key}<${values}`;
      case '=':
      case '==':
      case '!=':
        return this.key + this.operator + values;
    }
  }

  /** labels.Requirement.Equal: same key, operator and values in the same order. */
  equals(other: Requirement): boolean {
    return (
      other instanceof Requirement &&
      this.key === other.key &&
      this.operator === other.operator &&
      this.values.length === other.values.length &&
      this.values.every((value, i) => value === other.values[i])
    );
  }
}

/**
 * Creates a validated requirement (client-go's labels.NewRequirement).
 *
 * Throws SelectorError if the key or a value is not valid for a label, or if the number of values does not fit the
 * operator: one or more for `in` and `notin`, none for `exists` and `!`, exactly one for the others, a 64-bit integer
 * for `gt` and `lt`.
 */
export function newRequirement(
  key: string,
  operator: SelectorOperator,
  values: readonly string[] = [],
): Requirement {
  const errors = requirementErrors(key, operator, values);
  if (errors.length > 0) {
    const detail = formatFieldErrors(errors);
    throw new SelectorError(`label selector requirement on ${JSON.stringify(key)} is wrong: ${detail}`, {
      detail,
    });
  }
  return new Requirement(key, operator, [...values]);
}

/** Returns the errors of `newRequirement`, as field errors below `key`, `operator` and `values`. */
export function requirementErrors(
  key: string,
  operator: SelectorOperator,
  values: readonly string[],
): FieldError[] {
  requireText('key of a requirement', key);
  requireText('operator of a requirement', operator);
  requireList('values of a requirement', values);
  for (const value of values) requireText('a value of a requirement', value);
  return [
    ...labelKeyErrors('key', key),
    ...operatorErrors(operator, values),
    ...values.flatMap((value, i) =>
      joinProblems(`values[${String(i)}][${key}]`, value, labelValueProblems(value)),
    ),
  ];
}

/** Validates a label key; returns at most one field error. */
export function labelKeyErrors(field: string, key: string): FieldError[] {
  return joinProblems(field, key, labelKeyProblems(key));
}

function operatorErrors(operator: SelectorOperator, values: readonly string[]): FieldError[] {
  switch (operator) {
    case 'in':
    case 'notin':
      if (values.length > 0) return [];
      return [invalidField('values', values, "for 'in', 'notin' operators, values set can't be empty")];
    case '=':
    case '==':
    case '!=':
      if (values.length === 1) return [];
      return [invalidField('values', values, 'exact-match compatibility requires one single value')];
    case 'exists':
    case '!':
      if (values.length === 0) return [];
      return [invalidField('values', values, 'values set must be empty for exists and does not exist')];
    case 'gt':
    case 'lt':
      return [
        ...(values.length === 1
          ? []
          : [invalidField('values', values, "for 'Gt', 'Lt' operators, exactly one value is required")]),
        ...values.flatMap((value, i) =>
          parseInt64(value) === undefined
            ? [
                invalidField(
                  `values[${String(i)}]`,
                  value,
                  "for 'Gt', 'Lt' operators, the value must be an integer",
                ),
              ]
            : [],
        ),
      ];
    default:
      // Only an untyped caller can pass this.
      return [notSupportedField('operator', operator, operators)];
  }
}

function joinProblems(field: string, value: string, problems: readonly string[]): FieldError[] {
  return problems.length === 0 ? [] : [invalidField(field, value, problems.join('; '))];
}

/** Go's strconv.ParseInt(text, 10, 64); undefined for an error. */
function parseInt64(text: string): bigint | undefined {
  // A 64-bit integer has at most 19 digits, apart from leading zeros.
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}
