import { ConfigError } from './errors.js';
import { exactMember, parseJson } from './json.js';
import { exactMembers, sameScalar } from './json-values.js';
import { shownValue } from './shown.js';

/** Returns the values at a path of an object; a missing field has none. */
export type JsonPath = (root: unknown) => unknown[];

type Step = (values: readonly unknown[]) => unknown[];

/**
 * Reads a JSONPath as kubectl writes it: `{.status.phase}`, `.spec.ports[0].port`, `{.status.conditions[?(@.type=="Ready")].status}`.
 *
 * Has fields, with `\.` for a dot or as `['a.b']`, `[0]`, `[-1]`, `[1:3]`, `[*]`, `.*`, `..name`, and filters that compare a field
 * with a text, a number or a boolean (`==`, `!=`, `<`, `<=`, `>`, `>=`) or ask for it. Throws ConfigError `ERR_JSON_PATH`.
 */
export function parseJsonPath(text: string): JsonPath {
  const path = text.startsWith('{') && text.endsWith('}') ? text.slice(1, -1) : text;
  const steps: Step[] = [];
  let rest = path.startsWith('$') ? path.slice(1) : path;
  if (rest !== '' && !/^[.[]/.test(rest)) rest = `.${rest}`;
  while (rest !== '') {
    const read = stepOf(rest);
    if (read === undefined)
      throw new ConfigError(
        'ERR_JSON_PATH',
        `not a JSONPath that is understood, at ${shownValue(rest)} of ${shownValue(text)}: expected fields as in {.status.phase}, [0], [*] or [?(@.type=="Ready")]`,
      );
    if (read.step !== undefined) steps.push(read.step);
    rest = rest.slice(read.length);
  }
  return (root) => steps.reduce<unknown[]>((values, step) => step(values), [root]);
}

/** The step at the beginning of a path, and its length in characters; undefined if there is none. */
function stepOf(path: string): { readonly step: Step | undefined; readonly length: number } | undefined {
  const match =
    /^(?<deep>\.\.)?(?:(?<!\.)\.)?(?<field>(?:\\.|[^.[\]{}\\*\s()'"])+)/.exec(path) ??
    /^(?:\.\*|\[\*\])(?<all>)/.exec(path) ??
    /^\[(?:'(?<single>[^']*)'|"(?<double>[^"]*)")\]/.exec(path) ??
    /^\[(?<index>-?\d+)\]/.exec(path) ??
    /^\[(?<from>-?\d*):(?<to>-?\d*)\]/.exec(path) ??
    /^\[\?\(\s*@(?<asked>(?:\.(?:\\.|[\w-])+|\['[^']*'\])+)\s*(?:(?<operator>==|!=|<=|>=|<|>)\s*(?<literal>"[^"]*"|'[^']*'|true|false|-?\d+(?:\.\d+)?)\s*)?\)\]/.exec(
      path,
    );
  // The identity, `{.}`.
  if (match === null) return path === '.' ? { step: undefined, length: 1 } : undefined;
  const { field, deep, all, single, double, index, from, to, asked, operator, literal } = match.groups ?? {};
  const name = field?.replaceAll(/\\(.)/g, '$1') ?? single ?? double;
  const step = (): Step => {
    if (name !== undefined)
      return deep === undefined
        ? each((value) => member(value, name))
        : each((value) => descendants(value).flatMap((inner) => member(inner, name)));
    if (all !== undefined) return each(exactMembers);
    if (index !== undefined) return each((value) => (Array.isArray(value) ? at(value, Number(index)) : []));
    if (asked !== undefined) return filter(parseJsonPath(asked), operator, literal);
    const [start, end] = [from, to].map((number) =>
      number === undefined || number === '' ? undefined : Number(number),
    );
    return each((value) => (Array.isArray(value) ? exactMembers(value).slice(start, end) : []));
  };
  return { step: step(), length: match[0].length };
}

function each(next: (value: unknown) => readonly unknown[]): Step {
  return (values) => values.flatMap(next);
}

function member(value: unknown, name: string): unknown[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name)
    ? [exactMember(value, name)]
    : [];
}

function at(list: readonly unknown[], index: number): unknown[] {
  const position = index < 0 ? list.length + index : index;
  return position in list ? [exactMember(list, String(position))] : [];
}

/** The value and everything in it. */
function descendants(root: unknown): unknown[] {
  const found = [root];
  // The list grows while it is read.
  for (const value of found) for (const member of exactMembers(value)) found.push(member);
  return found;
}

function filter(path: JsonPath, operator: string | undefined, literal: string | undefined): Step {
  const wanted =
    literal !== undefined && /^['"]/.test(literal)
      ? literal.slice(1, -1)
      : // A list has the text of a long number.
        exactMembers(parseJson(`[${literal ?? ''}]`))[0];
  return each((value) =>
    exactMembers(value).filter((item) => {
      const [found] = path(item);
      if (found === undefined) return false;
      return operator === undefined || compares(found, operator, wanted);
    }),
  );
}

function compares(found: unknown, operator: string, wanted: unknown): boolean {
  if (operator === '==') return sameScalar(found, wanted);
  if (operator === '!=') return !sameScalar(found, wanted);
  if (!(isNumeric(found) && isNumeric(wanted)) && !(typeof found === 'string' && typeof wanted === 'string'))
    return false;
  if (operator === '<') return found < wanted;
  if (operator === '<=') return found <= wanted;
  return operator === '>' ? found > wanted : found >= wanted;
}

function isNumeric(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}
