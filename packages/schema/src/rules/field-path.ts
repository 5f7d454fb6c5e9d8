import type { Schema } from '../structural/schema.js';

/** A field of a schema, as errors name it. */
export interface FoundPath {
  readonly path: string;
  readonly schema: Schema;
}

const shortEscapes: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  "'": "'",
  '\\': '\\',
};

/**
 * Finds the field at a path such as `.spec.replicas` or `.labels['app.kubernetes.io/name']`, or returns why there is none.
 *
 * Undefined for an empty path.
 */
export function fieldPathOf(
  text: string,
  root: Schema,
  allowsBrackets = true,
): FoundPath | { readonly problem: string } | undefined {
  if (text === '') return undefined;
  const tokens = text.match(/'(?:[^'\\]|\\.)+'|[.[\]]|[^.[\]]+/gs) ?? [];
  let schema = root;
  let path = '';
  for (let index = 0; index < tokens.length;) {
    const delimiter = tokens[index];
    const token = tokens[index + 1];
    let name = token;
    if (delimiter === '[') {
      if (!allowsBrackets) return { problem: 'array notation is not allowed' };
      if (token === undefined) return { problem: 'unexpected end of JSON path' };
      if (!/^'.*'$/s.test(token)) return { problem: `expected single quoted string but got ${token}` };
      const wrong = /\\([^abfnrtv'\\])/.exec(token);
      if (wrong !== null) return { problem: `invalid string literal: invalid escape char ${wrong[0]}` };
      name = token.slice(1, -1).replaceAll(/\\(.)/gs, (all, letter: string) => shortEscapes[letter] ?? all);
    } else if (delimiter !== '.') return { problem: `expected [ or . but got: ${delimiter ?? ''}` };
    if (name === undefined) return { problem: 'unexpected end of JSON path' };
    const { properties, additionalProperties } = schema;
    const hasFields = properties.size > 0;
    const next = hasFields
      ? properties.get(name)
      : typeof additionalProperties === 'object'
        ? additionalProperties
        : undefined;
    if (next === undefined) return { problem: 'does not refer to a valid field' };
    path += hasFields ? `${path === '' ? '' : '.'}${name}` : `[${name}]`;
    schema = next;
    index += 2;
    if (delimiter !== '[') continue;
    if (tokens[index] === undefined) return { problem: 'unexpected end of JSON path' };
    if (tokens[index] !== ']') return { problem: `expected ] but got ${tokens[index] ?? ''}` };
    index++;
  }
  return { path, schema };
}
