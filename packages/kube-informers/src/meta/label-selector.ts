import { goQuote } from './go-quote.js';
import { parseRequirements } from './label-parser.js';
import { Requirement, newRequirement } from './label-requirement.js';
import type { Labels, SelectorOperator } from './label-requirement.js';
import { SelectorError, requireText } from './selector-error.js';
import type { LabelSelector } from './types.js';
import { isPlainObject } from '../util/type-checks.js';
import { shownValue } from '../util/shown.js';

export { Requirement, SelectorOperator, newRequirement } from './label-requirement.js';
export type { Labels } from './label-requirement.js';
export { SelectorError } from './selector-error.js';

/** labels.Selector: selects objects by labels. Immutable. */
export interface Selector {
  /** Returns true if an object with these labels is selected. */
  matches(labels: Labels): boolean;
  /** True if it selects everything, so that labels need not be read. */
  readonly isEmpty: boolean;
  /** Returns the conditions, all of which must hold, sorted by key. `selectable` is false for `nothing()`. */
  requirements(): {
    /** Requirements that all must be met. */
    readonly requirements: readonly Requirement[];
    /** False if the selector matches nothing. */
    readonly selectable: boolean;
  };
  /** Returns the only value that the selector accepts for this label; undefined if there are others. */
  requiresExactMatch(key: string): string | undefined;
  /** Returns a selector with additional requirements. */
  add(...requirements: readonly Requirement[]): Selector;
  /** Returns the canonical text, which `parseSelector` accepts; "" for both `everything()` and `nothing()`. */
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
    for (const requirement of this.#requirements) if (!requirement.matches(labels)) return false;
    return true;
  }

  requirements(): { requirements: readonly Requirement[]; selectable: boolean } {
    return { requirements: this.#requirements, selectable: true };
  }

  requiresExactMatch(key: string): string | undefined {
    // As in client-go: the first requirement on the key decides.
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

/** labels.Everything: selects every object. */
export function everything(): Selector {
  return everythingSelector;
}

/** labels.Nothing: selects no object. Its text is "", which parses as `everything()`: never send it to a server. */
export function nothing(): Selector {
  return nothingSelector;
}

/** labels.MatchesNothing: true for `nothing()`. A contradictory selector (`a,!a`) is not recognised. */
export function matchesNothing(selector: Selector): boolean {
  return selector === nothingSelector;
}

/**
 * Returns the entries of a label map; none for undefined and null. Rejects other values, which would select
 * everything.
 */
function labelsOf(what: string, set: unknown): [string, string][] {
  if (set === undefined || set === null) return [];
  const entries = Object.entries(plainObject(what, set));
  for (const [key, value] of entries)
    if (typeof value !== 'string') throw refused(what, 'an object of strings', { [key]: value });
  // The loop above checked that the values are strings.
  return entries as [string, string][];
}

function plainObject(what: string, value: unknown): Readonly<Record<string, unknown>> {
  if (!isPlainObject(value)) throw refused(what, 'a plain object', value);
  return value as Readonly<Record<string, unknown>>;
}

function refused(what: string, expected: string, value: unknown): SelectorError {
  const detail = `${what} must be ${expected}, got ${shown(value)}`;
  return new SelectorError(detail, { detail });
}

function shown(value: unknown): string {
  if (typeof value !== 'object' || value === null) return shownValue(value);
  if (!isPlainObject(value)) return `a ${Object.prototype.toString.call(value).slice('[object '.length, -1)}`;
  const members = Object.entries(value).slice(0, 3);
  return `{${members.map(([key, member]) => `${shownValue(key)}:${shownValue(member)}`).join(',')}}`;
}

/** labels.SelectorFromSet: exactly these labels; undefined or empty is `everything()`. Does not validate. */
export function selectorFromSet(set: Labels): Selector {
  return new RequirementsSelector(
    labelsOf('set', set).map(([key, value]) => new Requirement(key, '=', [value])),
  );
}

/**
 * Converts a LabelSelector, such as a Deployment's `spec.selector` (client-go's metav1.LabelSelectorAsSelector).
 *
 * Absent means `nothing()`, empty means `everything()`. Throws SelectorError for an invalid operator, key or value.
 */
export function labelSelectorAsSelector(labelSelector: LabelSelector | undefined): Selector {
  if (labelSelector === undefined) return nothingSelector;
  const { matchLabels, matchExpressions = [], ...others } = plainObject('a label selector', labelSelector);
  const other = Object.keys(others)[0];
  if (other !== undefined)
    throw refused('a label selector', '{ matchLabels, matchExpressions }', { [other]: others[other] });
  const requirements = labelsOf('matchLabels of a label selector', matchLabels).map(([key, value]) =>
    newRequirement(key, '=', [value]),
  );
  if (matchExpressions !== null && !Array.isArray(matchExpressions))
    throw refused('matchExpressions of a label selector', 'an array', matchExpressions);
  // The API's type; an invalid expression is rejected with its requirement.
  for (const { key, operator, values } of (matchExpressions ?? []) as NonNullable<
    LabelSelector['matchExpressions']
  >) {
    requirements.push(newRequirement(key, expressionOperator(key, operator), values ?? []));
  }
  return new RequirementsSelector(requirements);
}

/** A label selector in any form: parsed, as a string (`app=web`), or as in a Deployment's `spec.selector`. */
export type SelectorLike = Selector | string | LabelSelector;

/** Returns the parsed selector. Throws SelectorError for an invalid string or another type. */
export function toSelector(selector: SelectorLike): Selector {
  if (typeof selector === 'string') return parseSelector(selector);
  // JavaScript callers are not type-checked.
  const given = selector as SelectorLike | null;
  if (typeof given === 'object' && given !== null) {
    // A field selector has `matches`, too.
    if ('matches' in given && typeof given.matches === 'function' && !('transform' in given)) return given;
    const other = Object.keys(given).find((key) => key !== 'matchLabels' && key !== 'matchExpressions');
    if (other === undefined && !('matches' in given)) return labelSelectorAsSelector(given);
  }
  throw refused(
    'a label selector',
    'a Selector, a string such as app=web, or { matchLabels, matchExpressions }',
    given,
  );
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

/** labels.FormatLabels: `a=1,b=2`, sorted; `<none>` without labels. */
export function formatLabels(labels: Labels): string {
  const pairs = labelsOf('labels', labels).map(([key, value]) => `${key}=${value}`);
  return pairs.length === 0 ? '<none>' : pairs.toSorted().join(',');
}

/**
 * Parses a label selector (client-go's labels.Parse): `app in (web, api), tier!=cache, !canary, cores>4`.
 *
 * Terms are joined by commas and all must hold. `x` requires the label to exist, `!x` to be absent; `x=` and `x in
 * ()` mean the empty value; `x!=y` and `x notin (y)` also select objects without x. `in` and `notin` are valid keys
 * and values.
 *
 * Throws SelectorError with the position and what was expected.
 */
export function parseSelector(text: string): Selector {
  requireText('a label selector', text);
  return new RequirementsSelector(parseRequirements(text));
}
