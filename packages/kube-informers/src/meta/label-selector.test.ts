import { describe, expect, test } from 'vitest';
import { ConfigError } from '../util/errors.js';
import {
  SelectorError,
  everything,
  formatLabels,
  labelSelectorAsSelector,
  matchesNothing,
  newRequirement,
  nothing,
  parseSelector,
  selectorFromSet,
} from './label-selector.js';
import type { Labels, Selector, SelectorOperator } from './label-selector.js';
import type { LabelSelector } from './types.js';

type Parts = [key: string, operator: SelectorOperator, ...values: string[]];

const requirement = ([key, operator, ...values]: Parts) => newRequirement(key, operator, values);
const selectorOf = (...parts: Parts[]): Selector => everything().add(...parts.map(requirement));
const partsOf = (selector: Selector): Parts[] =>
  selector.requirements().requirements.map(({ key, operator, values }) => [key, operator, ...values]);

describe('TestSelectorParse', () => {
  test.each(['x=a,y=b,z=c', '', 'x!=a,y=b', 'x=', 'x= ', 'x=,z= ', 'x= ,z= ', '!x', 'x>1', 'x>1,z<5'])(
    '%j is printed without spaces',
    (text) => {
      expect(parseSelector(text).toString()).toBe(text.replaceAll(' ', ''));
    },
  );

  test.each(['x=a||y=b', 'x==a==b', '!x=a', 'x<a'])('%j is refused', (text) => {
    expect(() => parseSelector(text)).toThrow(ConfigError);
    expect(() => parseSelector(text)).toThrow(expect.objectContaining({ code: 'ERR_SELECTOR' }));
  });
});

test('TestDeterministicParse: the order of terms does not matter', () => {
  expect(parseSelector('x=a,a=x').toString()).toBe(parseSelector('a=x,x=a').toString());
  expect(parseSelector('x=a,a=x').toString()).toBe('a=x,x=a');
});

describe('TestSelectorMatches', () => {
  const both = { foo: 'bar', baz: 'blah' };
  const valueLists = ['v1', 'v1,v2', 'v1,v2,v3'];
  test.each<[string, Labels]>([
    ['', { x: 'y' }],
    ['', undefined],
    ['x=y', { x: 'y' }],
    ['x=y,z=w', { x: 'y', z: 'w' }],
    ['x!=y,z!=w', { x: 'z', z: 'a' }],
    ['x!=y', {}],
    ['x!=y', undefined],
    ['x notin (y)', undefined],
    ['notin=in', { notin: 'in' }],
    ['x', { x: 'z' }],
    ['x', { x: '' }],
    ['x=', { x: '' }],
    ['!x', { y: 'z' }],
    ['!x', undefined],
    ['x>1', { x: '2' }],
    ['x<1', { x: '0' }],
    ['x>1', { x: '9223372036854775807' }],
    ['x<1', { x: '-9223372036854775808' }],
    ['x>9007199254740992', { x: '9007199254740993' }],
    ['x>1', { x: '+2' }],
    ['x>1', { x: '0002' }],
    ['foo=bar', both],
    ['baz=blah', both],
    ['foo=bar,baz=blah', both],
    ['constructor notin (x),!toString', {}],
    // One, two and more values.
    ...['v1', 'v2', 'v3'].flatMap((x, at): [string, Labels][] =>
      valueLists.slice(at).map((list) => [`x in (${list})`, { x }]),
    ),
    ...valueLists.flatMap((list): [string, Labels][] => [
      [`x notin (${list})`, { x: 'v9' }],
      [`x notin (${list})`, {}],
    ]),
  ])('%j matches %j', (text, labels) => {
    expect(parseSelector(text).matches(labels)).toBe(true);
  });

  test.each<[string, Labels]>([
    ['x=z', {}],
    ['x=z', undefined],
    ...['v1', 'v2', 'v3'].flatMap((x, at): [string, Labels][] =>
      valueLists.slice(at).map((list) => [`x notin (${list})`, { x }]),
    ),
    ...valueLists.flatMap((list): [string, Labels][] => [
      [`x in (${list})`, { x: 'v9' }],
      [`x in (${list})`, {}],
    ]),
    ['x=', {}],
    ['x=y', { x: 'z' }],
    ['x=y,z=w', { x: 'w', z: 'w' }],
    ['x!=y,z!=w', { x: 'z', z: 'w' }],
    ['x', { y: 'z' }],
    ['x', undefined],
    ['!x', { x: 'z' }],
    ['x>1', { x: '0' }],
    ['x>1', { x: '1' }],
    ['x<1', { x: '2' }],
    ['x<1', {}],
    ['x>1', { x: 'v2' }],
    ['x>1', { x: '2.5' }],
    ['x>1', { x: '' }],
    // Beyond 64 bits it is not an integer in Go.
    ['x>1', { x: '9223372036854775808' }],
    ['foo=blah', both],
    ['baz=bar', both],
    ['foo=bar,foobar=bar,baz=blah', both],
    ['constructor', {}],
  ])('%j does not match %j', (text, labels) => {
    expect(parseSelector(text).matches(labels)).toBe(false);
  });
});

test('TestEverything, TestMatchesNothing: one selects everything, the other nothing; both print as ""', () => {
  expect(everything().matches({ x: 'y' })).toBe(true);
  expect(everything().matches(undefined)).toBe(true);
  expect(everything().isEmpty).toBe(true);
  expect(everything().requirements()).toEqual({ requirements: [], selectable: true });
  expect(nothing().matches({ x: 'y' })).toBe(false);
  expect(nothing().matches(undefined)).toBe(false);
  expect(nothing().isEmpty).toBe(false);
  expect(nothing().requirements()).toEqual({ requirements: [], selectable: false });
  expect(nothing().add(newRequirement('x', 'exists')).matches({ x: 'y' })).toBe(false);
  expect(nothing().requiresExactMatch('x')).toBeUndefined();
  expect([everything().toString(), nothing().toString()]).toEqual(['', '']);
  expect([everything(), nothing(), parseSelector('a,!a')].map(matchesNothing)).toEqual([false, true, false]);
});

test.each([
  '',
  'a',
  '!a',
  'a=b',
  'a!=b',
  'a in (b)',
  'a notin (b)',
  'a,!a',
  'a=b,a!=b',
  'a in (b),a notin (b)',
])('TestMatchesNothing: %j is not nothing(), even if no object can match it', (text) => {
  expect(matchesNothing(parseSelector(text))).toBe(false);
});

test('TestAdd: returns a new selector, sorted by key', () => {
  const one = selectorOf(['key', 'in', 'value']);
  const two = one.add(requirement(['a', '=', 'b']));
  expect(partsOf(two)).toEqual([
    ['a', '=', 'b'],
    ['key', 'in', 'value'],
  ]);
  expect(partsOf(one)).toEqual([['key', 'in', 'value']]);
});

test('a selector of 50,000 requirements matches without a stack overflow', () => {
  const text = Array.from({ length: 50_000 }, (_, index) => (index % 2 === 0 ? 'app' : 'app!=db')).join(',');
  const selector = parseSelector(text);
  expect(selector.matches({ app: 'web' })).toBe(true);
  expect(selector.matches({ app: 'db' })).toBe(false);
});

describe('TestRequiresExactMatch', () => {
  test.each<[Parts[], string, string | undefined]>([
    [[['key', 'in', 'value']], 'key', 'value'],
    [[['key', 'in', 'value', 'value2']], 'key', undefined],
    [
      [
        ['key', 'in', 'value', 'value1'],
        ['key2', 'in', 'value2'],
      ],
      'key2',
      'value2',
    ],
    [
      [
        ['key', 'in', 'value'],
        ['key2', 'in', 'value2'],
      ],
      'key',
      'value',
    ],
    [[['key', '=', 'value']], 'key', 'value'],
    [[['key', '==', 'value']], 'key', 'value'],
    [[['key', '!=', 'value']], 'key', undefined],
    [[['key', 'exists']], 'key', undefined],
    [[['key', '=', 'value']], 'other', undefined],
    // The first requirement on the key decides, as in client-go.
    [
      [
        ['key', 'exists'],
        ['key', '=', 'value'],
      ],
      'key',
      undefined,
    ],
  ])('%j of %s: %s', (parts, key, expected) => {
    expect(selectorOf(...parts).requiresExactMatch(key)).toBe(expected);
  });
});

describe('a set of labels', () => {
  test('TestSetMatches, TestNilMapIsValid, TestSetIsEmpty', () => {
    const labels = { foo: 'bar', baz: 'blah' };
    for (const set of [{}, { foo: 'bar' }, { baz: 'blah' }, labels]) {
      expect(selectorFromSet(set).matches(labels)).toBe(true);
    }
    expect(selectorFromSet({ foo: 'blah' }).matches(labels)).toBe(false);
    expect(selectorFromSet(undefined).isEmpty).toBe(true);
    expect(selectorFromSet({}).isEmpty).toBe(true);
  });

  test('TestSetSelectorString: sorted', () => {
    expect(selectorFromSet({ app: 'foo', a: 'b' }).toString()).toBe('a=b,app=foo');
  });

  test('the values of selectorFromSet are not checked', () => {
    const long = 'a'.repeat(64);
    expect(selectorFromSet({ Key: long }).toString()).toBe(`Key=${long}`);
  });

  test('TestSetString: formatLabels: sorted pairs, <none> for none', () => {
    expect(formatLabels({ b: '2', a: '1' })).toBe('a=1,b=2');
    expect(formatLabels({})).toBe('<none>');
    expect(formatLabels(undefined)).toBe('<none>');
  });
});

describe('TestLabelSelectorAsSelector', () => {
  const matchLabels = { foo: 'bar' };
  const matchExpressions = [{ key: 'baz', operator: 'In', values: ['qux', 'norf'] }];
  test.each<[LabelSelector, string]>([
    [{}, ''],
    [{ matchLabels: {}, matchExpressions: [] }, ''],
    [{ matchLabels }, 'foo=bar'],
    [{ matchExpressions }, 'baz in (norf,qux)'],
    [{ matchLabels, matchExpressions }, 'baz in (norf,qux),foo=bar'],
    [
      {
        matchExpressions: [
          { key: 'c', operator: 'NotIn', values: ['x'] },
          { key: 'b', operator: 'DoesNotExist' },
          { key: 'a', operator: 'Exists', values: [] },
        ],
      },
      'a,!b,c notin (x)',
    ],
  ])('%j', (labelSelector, text) => {
    const before = structuredClone(labelSelector);
    expect(labelSelectorAsSelector(labelSelector).toString()).toBe(text);
    expect(labelSelector).toEqual(before);
  });

  test('absent selects nothing, empty selects everything', () => {
    expect(matchesNothing(labelSelectorAsSelector(undefined))).toBe(true);
    expect(labelSelectorAsSelector({}).isEmpty).toBe(true);
  });

  test.each<[LabelSelector, string]>([
    [{ matchExpressions: [{ key: 'baz', operator: 'Exists', values: ['qux'] }] }, 'values set must be empty'],
    [{ matchExpressions: [{ key: 'baz', operator: 'In' }] }, "values set can't be empty"],
    [{ matchLabels: { 'a b': 'c' } }, 'key: Invalid value: "a b"'],
    [
      { matchExpressions: [{ key: 'baz', operator: 'in', values: ['x'] }] },
      'matchExpressions on "baz": "in" is not a valid label selector operator, expected In, NotIn, Exists or DoesNotExist',
    ],
    [
      { matchExpressions: [{ key: 'baz', operator: 'Gt', values: ['1'] }] },
      '"Gt" is not a valid label selector',
    ],
  ])('%j is refused', (labelSelector, message) => {
    expect(() => labelSelectorAsSelector(labelSelector)).toThrow(message);
    expect(() => labelSelectorAsSelector(labelSelector)).toThrow(SelectorError);
  });
});

describe('anything except a set or a LabelSelector is rejected instead of selecting everything', () => {
  const wrong = (value: unknown): never => value as never;
  test.each([
    ['a string', 'app=web'],
    ['a Map', new Map([['app', 'web']])],
    ['a value that is not a string', { app: 5 }],
    ['a value that JSON does not have', { app: 5n }],
  ])('%s as a set', (_what, set) => {
    expect(() => selectorFromSet(wrong(set))).toThrow(SelectorError);
    expect(() => labelSelectorAsSelector({ matchLabels: wrong(set) })).toThrow(SelectorError);
  });

  test.each([
    ['a string', 'app=web'],
    ['null', null],
    ['a set of labels', { app: 'web' }],
    ['a misspelt member', { matchLabel: { app: 'web' } }],
    ['expressions that are not an array', { matchExpressions: { key: 'app' } }],
  ])('%s as a LabelSelector', (_what, selector) => {
    expect(() => labelSelectorAsSelector(wrong(selector))).toThrow(SelectorError);
  });
});
