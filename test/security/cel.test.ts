import { describe, expect, test } from 'vitest';
import {
  CelList,
  compile,
  CostLimitError,
  DYN,
  INT,
  listOf,
  STRING,
} from '../../packages/schema/src/cel/index.js';
import type { CelValue, CompileResult } from '../../packages/schema/src/cel/index.js';

const variables = { l: listOf(INT), s: STRING, x: INT, any: DYN };
const numbers = CelList.of(Array.from({ length: 1000 }, (_, index) => BigInt(index)));
// What the API server allows for one evaluation.
const costLimit = 1_000_000;

function compiled(expression: string): CompileResult {
  return compile(expression, { variables });
}

function evaluated(expression: string, bindings: Record<string, CelValue> = {}): unknown {
  const result = compiled(expression);
  if (result.issues !== undefined) throw new Error(result.text);
  return result.program.evaluate({ l: numbers, s: 'a'.repeat(10_000), x: 1n, ...bindings }, { costLimit })
    .value;
}

describe('an expression that nests deeply or is long is refused, not followed', () => {
  const count = 20_000;
  test.each([
    ['parentheses', `${'('.repeat(count)}x${')'.repeat(count)}`],
    ['unclosed parentheses', '('.repeat(count)],
    ['lists', '['.repeat(count)],
    ['maps', '{1: '.repeat(count)],
    ['calls', 'size('.repeat(count)],
    ['selections', `any${'.a'.repeat(count)}`],
    ['selections before a macro that copies them', `any${'.a'.repeat(count)}.optMap(v, v)`],
    ['indexes', `any${'[0]'.repeat(count)}`],
    ['sums', `x${' + x'.repeat(count)}`],
    ['comparisons', `x${' < x'.repeat(count)}`],
    ['conditionals', `${'true ? x : '.repeat(count / 2)}x`],
    ['loops', `${'l.all(v, '.repeat(10_000)}true${')'.repeat(10_000)}`],
    ['copies', `optional.of(x)${'.optMap(v, v + 1)'.repeat(200)}`],
    ['too many characters', ' '.repeat(100_001)],
    ['an open string', `'${'a\\n'.repeat(30_000)}`],
    ['open triple quotes', `'''${"''\\'".repeat(20_000)}`],
    ['characters of no token', '#'.repeat(50_000)],
  ])('%s', (_name, expression) => {
    expect(compiled(expression).issues).toBeDefined();
  });

  test('chains of && and || may be long', () => {
    expect(evaluated(Array.from({ length: 5000 }, (_, index) => `x == ${index + 1}`).join(' || '))).toBe(
      true,
    );
  });

  test('a type that doubles at each step is refused', () => {
    const doubled = Array.from(
      { length: 60 },
      (_, index) => `.map(v${index}, {'a': v${index}, 'b': v${index}})`,
    ).join('');
    expect(() => compiled(`l${doubled}`)).not.toThrow();
    const pairs = Array.from({ length: 60 }, (_, index) => `.map(v${index}, {v${index}: v${index}})`).join(
      '',
    );
    expect(compiled(`l${pairs}`).issues?.[0].message).toBe('type has more than 10000 parts');
  });
});

describe('an evaluation that would take long is ended by its cost', () => {
  const twice = (expression: string) =>
    Array.from(
      { length: 60 },
      (_, index) => `optional.of(a${index} + a${index}).optMap(a${index + 1}, `,
    ).join('') +
    expression +
    ').orValue(false)'.repeat(60);
  /** Lists of lists of …: each has the same list twice, so that the whole has 2^40 parts. */
  const shared = (expression: string) =>
    '[[0]].map(v0, ' +
    Array.from({ length: 40 }, (_, index) => `[[v${index}, v${index}]].map(v${index + 1}, `).join('') +
    expression +
    ')'.repeat(41);
  /** Two such lists, which have no part in common. */
  const alike = (expression: string) =>
    '[[[0], [0]]].map(v0, ' +
    Array.from(
      { length: 40 },
      (_, index) => `[[[v${index}[0], v${index}[0]], [v${index}[1], v${index}[1]]]].map(v${index + 1}, `,
    ).join('') +
    expression +
    ')'.repeat(41);
  test.each([
    ['a search in lists that share their parts', shared('v40.indexOf(v40[0])')],
    ['a list of all that shared parts hold', shared('v40.flatten(40).size()')],
    ['a text of lists that share their parts', shared("'%s'.format([v40])")],
    ['lists of shared parts that are alike', alike('v40[0] == v40[1]')],
    ['a text of texts that are long together', "'%s'.format([[l.map(v, s), l.map(v, s)]]) == ''"],
    ['loops in loops', 'l.all(a, l.all(b, l.all(c, l.all(d, l.all(e, a + b + c + d + e >= 0)))))'],
    ['lists of lists', 'l.map(a, l.map(b, l.map(c, l))).size() > 0'],
    ['a text that doubles', `optional.of(s).optMap(a0, ${twice('a60 == s')}).orValue(false)`],
    ['a list that doubles', `optional.of(l).optMap(a0, ${twice('a60.all(v, v >= 0)')}).orValue(false)`],
    ['a search in a list that doubles', `optional.of(l).optMap(a0, ${twice('-1 in a60')}).orValue(false)`],
    ['two lists that double', `optional.of(l).optMap(a0, ${twice('(a60 + l) == (a60 + l)')}).orValue(false)`],
    ['patterns', "l.exists(a, l.exists(b, s.matches('(x+x+)+y')))"],
    ['patterns with many states', "l.exists(a, s.matches('(.{0,30}){0,30}y'))"],
    [
      'patterns that are made',
      `l.all(a, l.all(b, !''.matches(string(a) + string(b) + '${'x{1000}'.repeat(40)}')))`,
    ],
    ['errors that are absorbed', 'l.all(a, l.all(b, l.all(c, 1 / 0 > 1 || true)))'],
    ['time zones', "l.all(a, l.all(b, l.all(c, timestamp(c).getHours('America/New_York') >= 0)))"],
  ])('%s', (_name, expression) => {
    expect(() => evaluated(expression)).toThrow(CostLimitError);
  });

  test('a pattern that backtracks elsewhere takes linear time', () => {
    expect(evaluated("s.matches('^(a+)+$')")).toBe(true);
    expect(evaluated("(s + 'b').matches('^(a+)+$')")).toBe(false);
  });
});

test('names of JavaScript mean nothing', () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
    expect(compiled(name).issues?.[0].message).toBe(`undeclared reference to '${name}' (in container '')`);
  expect(() => evaluated("{'a': 1}.constructor == 1")).toThrow('no such key: constructor');
  expect(() => evaluated("{'a': 1}['__proto__'] == 1")).toThrow('no such key: __proto__');
  expect(evaluated("{'__proto__': 1}['__proto__']")).toBe(1n);
});
