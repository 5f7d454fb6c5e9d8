import { apiReports, textOf } from '../sources.test-support.js';

/** A value of every kind; none is a word, a name or a path that an option takes. */
const values = ['\u0000', 5, Number.NaN, true, null, [], [5], {}, () => 1, Symbol('x')];

const reports = apiReports.map((file) => `${textOf(file)}\nend`).join('\n');
const aliases = new Map<string, string>();
/** Those of a type without a name are here. */
const optionTypes = new Map([['keepOpen', new Set(['boolean'])]]);
/** Passed by this library alone. */
const internal: ReadonlySet<string> = new Set(['format', 'isStored', 'mask', 'runner', 'status']);
/** They become query parameters as they are. */
const queryParameters = new Set<string>();
for (const [, keyword, name = '', body = ''] of reports.matchAll(
  /^(interface|class|type) (\w+)(.*?)(?=^\w)/gms,
)) {
  if (keyword === 'class') continue;
  if (keyword === 'type')
    aliases.set(
      name,
      body
        .replace(/^(<.*?>)? = /s, '')
        .trim()
        .replace(/;$/, ''),
    );
  for (const [, option = '', type = '() => unknown'] of body.matchAll(
    /(?:^ {4}|readonly |[{;] )(\w+)\??(?:: ((?:[^;{}]|\{[^{}]*\})+)|\()/gm,
  )) {
    optionTypes.set(option, (optionTypes.get(option) ?? new Set()).add(type.trim()));
    if (name === 'ListOptions' && option !== 'watch') queryParameters.add(option);
  }
}

/** The members of a union. */
function membersOf(type: string): string[] {
  const members = [''];
  let depth = 0;
  for (const sign of type.replaceAll('=>', '⇒')) {
    if ('([{<'.includes(sign)) depth++;
    if (')]}>'.includes(sign)) depth--;
    if (sign === '|' && depth === 0) members.push('');
    else members[members.length - 1] += sign;
  }
  return members.map((member) => member.trim()).filter((member) => member !== '');
}

/** Whether a value may be of a type, as far as its kind tells. */
function mayBe(type: string, value: unknown): boolean {
  const members = membersOf(type);
  if (members.length > 1) return members.some((member) => mayBe(member, value));
  const [own = ''] = members;
  if (own === 'undefined' || own.startsWith("'")) return false;
  if (own === 'true' || own === 'false') return typeof value === 'boolean';
  if (own === 'string' || own === 'number' || own === 'boolean')
    return typeof value === own && !Number.isNaN(value);
  if (/^(\(.*⇒|\{ \w+\()/s.test(own)) return typeof value === 'function';
  if (/^\(.*\)$/s.test(own)) return mayBe(own.slice(1, -1).replaceAll('⇒', '=>'), value);
  if (/^readonly .*\[\]$/.test(own)) return Array.isArray(value);
  const alias = aliases.get(own.replace(/<.*/s, ''));
  if (alias !== undefined) return mayBe(alias, value);
  return typeof value === 'object' && value !== null;
}

/** The values that no option of this name takes, by the declared types. */
export function wrongValues(name: string): readonly unknown[] {
  if (internal.has(name)) return [];
  const types = optionTypes.get(name);
  if (types === undefined) throw new Error(`no public type declares the option ${name}`);
  if (queryParameters.has(name))
    return values.filter((value) => value === null || /^(function|symbol)$/.test(typeof value));
  return values.filter((value) => ![...types].some((type) => mayBe(type, value)));
}

/** Numbers that the message about NaN excludes. */
export function excludedBy(message: string): readonly number[] {
  const [, whole, least] = /must be a (whole )?number (?:of|from) (-?[\d.]+)/.exec(message) ?? [];
  if (least !== undefined) return [Number(least) - 1, ...(whole === undefined ? [] : [Number(least) + 0.5])];
  return /number above 0/.test(message) ? [0, -1] : [];
}
