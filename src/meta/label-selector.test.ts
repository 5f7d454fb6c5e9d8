import { describe, expect, test } from 'vitest';
import { ConfigError } from '../util/errors.js';
import { lex } from './label-lexer.js';
import type { TokenType } from './label-lexer.js';
import {
  Requirement,
  SelectorError,
  everything,
  formatLabels,
  labelSelectorAsSelector,
  matchesNothing,
  newRequirement,
  nothing,
  parseSelector,
  selectorFromSet,
  validatedSelectorFromSet,
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
    '%j is printed without blanks',
    (text) => {
      expect(parseSelector(text).toString()).toBe(text.replaceAll(' ', ''));
    },
  );

  test.each(['x=a||y=b', 'x==a==b', '!x=a', 'x<a'])('%j is refused', (text) => {
    expect(() => parseSelector(text)).toThrow(ConfigError);
    expect(() => parseSelector(text)).toThrow(expect.objectContaining({ code: 'ERR_SELECTOR' }));
  });
});

test('TestDeterministicParse: the order of terms makes no difference', () => {
  expect(parseSelector('x=a,a=x').toString()).toBe(parseSelector('a=x,x=a').toString());
  expect(parseSelector('x=a,a=x').toString()).toBe('a=x,x=a');
});

describe('TestSelectorMatches', () => {
  const both = { foo: 'bar', baz: 'blah' };
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
  ])('%j matches %j', (text, labels) => {
    expect(parseSelector(text).matches(labels)).toBe(true);
  });

  test.each<[string, Labels]>([
    ['x=z', {}],
    ['x=z', undefined],
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
    // One beyond 64 bits is no integer to Go.
    ['x>1', { x: '9223372036854775808' }],
    ['foo=blah', both],
    ['baz=bar', both],
    ['foo=bar,foobar=bar,baz=blah', both],
    ['constructor', {}],
  ])('%j does not match %j', (text, labels) => {
    expect(parseSelector(text).matches(labels)).toBe(false);
  });
});

test('TestEverything, TestMatchesNothing: one chooses all, the other none, both print as ""', () => {
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

describe('TestLexer, TestLexerSequence, TestParserLookahead', () => {
  test.each<[string, TokenType[]]>([
    ['', []],
    [' \t\r\n', []],
    [',', [',']],
    ['notin', ['notin']],
    ['in', ['in']],
    ['=', ['=']],
    ['==', ['==']],
    ['===', ['==', '=']],
    ['=!=', ['=', '!=']],
    ['>', ['>']],
    ['<', ['<']],
    ['!', ['!']],
    ['!=', ['!=']],
    ['(', ['(']],
    [')', [')']],
    ['~', ['word']],
    ['||', ['word']],
    ['key in ( value )', ['word', 'in', '(', 'word', ')']],
    ['key notin ( value )', ['word', 'notin', '(', 'word', ')']],
    ['key in ( value1, value2 )', ['word', 'in', '(', 'word', ',', 'word', ')']],
    ['key', ['word']],
    ['!key', ['!', 'word']],
    ['()', ['(', ')']],
    ['x in (),y', ['word', 'in', '(', ')', ',', 'word']],
    ['== != (), = notin', ['==', '!=', '(', ')', ',', '=', 'notin']],
    ['key>2', ['word', '>', 'word']],
    ['key<1', ['word', '<', 'word']],
    ['inn notinn', ['word', 'word']],
  ])('%j', (text, types) => {
    const tokens = lex(text);
    expect(tokens.map((token) => token.type)).toEqual([...types, 'end']);
    for (const { text: word, position } of tokens) expect(text.startsWith(word, position)).toBe(true);
  });
});

describe('TestSetSelectorParser', () => {
  test.each<[string, Parts[]]>([
    ['\rx', [['x', 'exists']]],
    ['this-is-a-dns.domain.com/key-with-dash', [['this-is-a-dns.domain.com/key-with-dash', 'exists']]],
    [
      'this-is-another-dns.domain.com/key-with-dash in (so,what)',
      [['this-is-another-dns.domain.com/key-with-dash', 'in', 'so', 'what']],
    ],
    [
      '0.1.2.domain/99 notin (10.10.100.1, tick.tack.clock)',
      [['0.1.2.domain/99', 'notin', '10.10.100.1', 'tick.tack.clock']],
    ],
    ['foo  in\t (abc)', [['foo', 'in', 'abc']]],
    ['x notin\n (abc)', [['x', 'notin', 'abc']]],
    ['x  notin\t\t(abc,def)', [['x', 'notin', 'abc', 'def']]],
    ['x in (def,abc)', [['x', 'in', 'abc', 'def']]],
    ['x in (abc,)', [['x', 'in', '', 'abc']]],
    ['x in (abc,abc)', [['x', 'in', 'abc']]],
    ['x in ()', [['x', 'in', '']]],
    ['x in (,)', [['x', 'in', '']]],
    ['x in (a,,)', [['x', 'in', '', 'a']]],
    ['x in (a,,,,,,)', [['x', 'in', '', 'a']]],
    ['x in (a,,a,,a,,a,,)', [['x', 'in', '', 'a']]],
    [
      'x notin (abc,,def),bar,z in (),w',
      [
        ['bar', 'exists'],
        ['w', 'exists'],
        ['x', 'notin', '', 'abc', 'def'],
        ['z', 'in', ''],
      ],
    ],
    [
      'x,y in (a)',
      [
        ['x', 'exists'],
        ['y', 'in', 'a'],
      ],
    ],
    ['x=a', [['x', '=', 'a']]],
    ['x==a', [['x', '==', 'a']]],
    ['x>1', [['x', 'gt', '1']]],
    ['x<7', [['x', 'lt', '7']]],
    [
      'x=a,y!=b,z in (h,i,j)',
      [
        ['x', '=', 'a'],
        ['y', '!=', 'b'],
        ['z', 'in', 'h', 'i', 'j'],
      ],
    ],
    ['x notin ( )', [['x', 'notin', '']]],
    ['x notin (, a)', [['x', 'notin', '', 'a']]],
    ['a ', [['a', 'exists']]],
    ['a in (x,y,notin, z,in)', [['a', 'in', 'in', 'notin', 'x', 'y', 'z']]],
    ['in in (in)', [['in', 'in', 'in']]],
    [
      'notin,!in',
      [
        ['in', '!'],
        ['notin', 'exists'],
      ],
    ],
  ])('%j', (text, parts) => {
    expect(partsOf(parseSelector(text))).toEqual(parts);
  });

  test.each([
    'x=a||y=b',
    'x,,y',
    ',x,y',
    'x nott in (y)',
    'a in (xyz),',
    'a in (xyz)b notin ()',
    'a in (xyz abc)',
    'a notin(',
    'a (',
    '(',
  ])('%j is refused', (text) => {
    expect(() => parseSelector(text)).toThrow(SelectorError);
  });
});

describe('TestParseOperator and all other mistakes: position, what was found, what was expected', () => {
  // Right column: what the API server (1.36) answers with.
  test.each<[string, number, string]>([
    ['x==a==b', 4, "found '==', expected: ',' or 'end of string'"],
    ['!x=a', 2, "found '=', expected: ',' or 'end of string'"],
    ['x in', 4, "unable to parse requirement: found '' expected: '('"],
    ['x in a', 5, "unable to parse requirement: found 'a' expected: '('"],
    ['x in (', 6, "unable to parse requirement: found '', expected: ',', ')' or identifier"],
    ['x in (=)', 6, "unable to parse requirement: found '=', expected: ',', ')' or identifier"],
    ['x in (a', 7, "unable to parse requirement: found '', expected: ',' or ')'"],
    ['x in (a b)', 8, "unable to parse requirement: found 'b', expected: ',' or ')'"],
    ['x in (a,', 8, "unable to parse requirement: found '', expected: ',', or identifier"],
    [',', 0, "found ',', expected: !, identifier, or 'end of string'"],
    ['=a', 0, "found '=', expected: !, identifier, or 'end of string'"],
    ['(', 0, "found '(', expected: !, identifier, or 'end of string'"],
    ['x,', 2, "found '', expected: identifier after ','"],
    ['x in (a),,y', 9, "found ',', expected: identifier after ','"],
    ['a b', 2, "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
    ['x!y', 1, "unable to parse requirement: found '!', expected: in, notin, =, ==, !=, gt, lt"],
    ['x !in (a)', 2, "unable to parse requirement: found '!', expected: in, notin, =, ==, !=, gt, lt"],
    ['a exists', 2, "unable to parse requirement: found 'exists', expected: in, notin, =, ==, !=, gt, lt"],
    ['a (', 2, "unable to parse requirement: found '(', expected: in, notin, =, ==, !=, gt, lt"],
    ['x=a b', 4, "found 'b', expected: ',' or 'end of string'"],
    ['!', 1, "unable to parse requirement: found '', expected: identifier"],
    ['!,x', 1, "unable to parse requirement: found ',', expected: identifier"],
    ['x=(a)', 2, "unable to parse requirement: found '(', expected: identifier"],
    ['/a', 0, 'unable to parse requirement: <nil>: Invalid value: "/a": prefix part must be non-empty'],
    [
      'x>',
      2,
      "unable to parse requirement: values[0]: Invalid value: \"\": for 'Gt', 'Lt' operators, the value must be an integer",
    ],
    [
      'x>1,y<z',
      6,
      "unable to parse requirement: values[0]: Invalid value: \"z\": for 'Gt', 'Lt' operators, the value must be an integer",
    ],
    [
      `a,${'k'.repeat(64)}`,
      2,
      `unable to parse requirement: <nil>: Invalid value: "${'k'.repeat(64)}": name part must be no more than 63 bytes`,
    ],
    [
      `x=${'v'.repeat(64)}`,
      2,
      `unable to parse requirement: values[0][x]: Invalid value: "${'v'.repeat(64)}": must be no more than 63 bytes`,
    ],
  ])('%j', (text, position, detail) => {
    const parse = () => parseSelector(text);
    expect(parse).toThrow(expect.objectContaining({ position, detail, code: 'ERR_SELECTOR' }));
    expect(parse).toThrow(`label selector ${JSON.stringify(text)}, position ${String(position)}: `);
  });

  test('a key and a value that break the rules are named with the rule', () => {
    expect(() => parseSelector('app=web,-a')).toThrow(
      'label selector "app=web,-a", position 8: key "-a": name part must consist of alphanumeric characters',
    );
    expect(() => parseSelector('x in (é,-b)')).toThrow(
      expect.objectContaining({
        detail: expect.stringMatching(
          /^unable to parse requirement: \[values\[0\]\[x\]: Invalid value: "-b": a valid label .*, values\[1\]\[x\]: Invalid value: "é": a valid label .*\]$/,
        ),
      }),
    );
  });
});

describe('TestRequirementConstructor', () => {
  test.each<Parts>([
    ['x3', 'in', 'foo'],
    ['x4', 'notin', 'foo'],
    ['x6', 'exists'],
    ['x7', '!'],
    ['x9', 'in', ''],
    ['x11', 'gt', '1'],
    ['x12', 'lt', '6'],
  ])('%s %s %s', (...parts) => {
    expect(requirement(parts)).toMatchObject({ key: parts[0], operator: parts[1], values: parts.slice(2) });
  });

  const long = 'a'.repeat(254);
  test.each<[Parts, string]>([
    [['x1', 'in'], "values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty"],
    [['x2', 'notin'], "values: Invalid value: []: for 'in', 'notin' operators"],
    [
      ['x5', '=', 'bar', 'foo'],
      'values: Invalid value: ["bar","foo"]: exact-match compatibility requires one',
    ],
    [['x5', '!='], 'values: Invalid value: []: exact-match'],
    [['x8', 'exists', 'foo'], 'values: Invalid value: ["foo"]: values set must be empty for exists'],
    [['x8', '!', 'foo'], 'values: Invalid value: ["foo"]: values set must be empty for exists'],
    [['x13', 'gt'], "values: Invalid value: []: for 'Gt', 'Lt' operators, exactly one value is required"],
    [
      ['x14', 'gt', 'bar'],
      "values[0]: Invalid value: \"bar\": for 'Gt', 'Lt' operators, the value must be an",
    ],
    [['x15', 'lt', 'bar'], 'values[0]: Invalid value: "bar"'],
    [['x15', 'lt', '9223372036854775808'], 'values[0]: Invalid value: "9223372036854775808"'],
    [[long, 'exists'], `key: Invalid value: "${long}": name part must be no more than 63 bytes`],
    [['x16', '=', long], `values[0][x16]: Invalid value: "${long}": must be no more than 63 bytes`],
    [['x17', '=', 'a b'], 'values[0][x17]: Invalid value: "a b": a valid label must be'],
    [
      // Only a caller without types gets here.
      ['x18', 'unsupportedOp' as SelectorOperator],
      'operator: Unsupported value: "unsupportedOp": supported values: "in", "notin", "=", "==", "!=", "gt", "lt", "exists", "!"',
    ],
  ])('%j is refused', (parts, detail) => {
    expect(() => requirement(parts)).toThrow(
      expect.objectContaining({
        code: 'ERR_SELECTOR',
        position: undefined,
        detail: expect.stringContaining(detail),
      }),
    );
    expect(() => requirement(parts)).toThrow(`label selector requirement on "${parts[0]}" is wrong: `);
  });
});

describe('TestToString, TestSafeSort', () => {
  test.each<[Parts[], string]>([
    [
      [
        ['x', 'in', 'def', 'abc'],
        ['y', 'notin', 'jkl'],
        ['z', 'exists'],
      ],
      'x in (abc,def),y notin (jkl),z',
    ],
    [
      [
        ['x', 'notin', 'abc', 'def'],
        ['y', '!=', 'jkl'],
        ['z', '!'],
      ],
      'x notin (abc,def),y!=jkl,!z',
    ],
    [
      [
        ['x', 'notin', 'abc'],
        ['y', 'in', 'jkl', 'mno'],
        ['z', 'notin', ''],
      ],
      'x notin (abc),y in (jkl,mno),z notin ()',
    ],
    [
      [
        ['x', '=', 'abc'],
        ['y', '==', 'jkl'],
        ['z', '!=', 'a'],
        ['z', 'exists'],
      ],
      'x=abc,y==jkl,z!=a,z',
    ],
    [
      [
        ['x', 'gt', '2'],
        ['y', 'lt', '8'],
        ['z', 'exists'],
      ],
      'x>2,y<8,z',
    ],
  ])('%j', (parts, text) => {
    expect(selectorOf(...parts).toString()).toBe(text);
  });

  test('printing does not reorder the values themselves', () => {
    const values = ['foo', 'bar', 'foo'];
    const both = newRequirement('x', 'in', values);
    expect(both.toString()).toBe('x in (bar,foo,foo)');
    expect(both.values).toEqual(['foo', 'bar', 'foo']);
    values.push('later');
    expect(both.values).toHaveLength(3);
  });
});

describe('TestRequirementSelectorMatching', () => {
  test.each<[Labels, Parts[], boolean]>([
    [
      { x: 'foo', y: 'baz' },
      [
        ['x', 'in', 'foo'],
        ['y', 'notin', 'alpha'],
      ],
      true,
    ],
    [
      { x: 'foo', y: 'baz' },
      [
        ['x', 'in', 'foo'],
        ['y', 'in', 'alpha'],
      ],
      false,
    ],
    [
      { y: '' },
      [
        ['x', 'notin', ''],
        ['y', 'exists'],
      ],
      true,
    ],
    [
      { y: '' },
      [
        ['x', '!'],
        ['y', 'exists'],
      ],
      true,
    ],
    [
      { y: '' },
      [
        ['x', 'notin', ''],
        ['y', '!'],
      ],
      false,
    ],
    [{ y: 'baz' }, [['x', 'in', '']], false],
    [{ z: '2' }, [['z', 'gt', '1']], true],
    [{ z: 'v2' }, [['z', 'gt', '1']], false],
  ])('%j against %j: %s', (labels, parts, expected) => {
    expect(selectorOf(...parts).matches(labels)).toBe(expected);
  });
});

test('TestAdd: gives a new selector, sorted by key', () => {
  const one = selectorOf(['key', 'in', 'value']);
  const two = one.add(requirement(['a', '=', 'b']));
  expect(partsOf(two)).toEqual([
    ['a', '=', 'b'],
    ['key', 'in', 'value'],
  ]);
  expect(partsOf(one)).toEqual([['key', 'in', 'value']]);
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

test('TestRequirementEqual: key, operator and values in order', () => {
  const base = new Requirement('key', '=', ['foo', 'bar']);
  expect(base.equals(new Requirement('key', '=', ['foo', 'bar']))).toBe(true);
  expect(base.equals(new Requirement('key2', '=', ['foo', 'bar']))).toBe(false);
  expect(base.equals(new Requirement('key', 'in', ['foo', 'bar']))).toBe(false);
  expect(base.equals(new Requirement('key', '=', ['foo', 'foobar']))).toBe(false);
  expect(base.equals(new Requirement('key', '=', ['bar', 'foo']))).toBe(false);
  expect(base.equals(new Requirement('key', '=', ['foo']))).toBe(false);
});

describe('a set of labels', () => {
  test('TestSetMatches, TestNilMapIsValid, TestSetIsEmpty', () => {
    const labels = { foo: 'bar', baz: 'blah' };
    for (const set of [{}, { foo: 'bar' }, { baz: 'blah' }, labels]) {
      expect(selectorFromSet(set).matches(labels)).toBe(true);
      expect(validatedSelectorFromSet(set).matches(labels)).toBe(true);
    }
    expect(selectorFromSet({ foo: 'blah' }).matches(labels)).toBe(false);
    expect(selectorFromSet(undefined).isEmpty).toBe(true);
    expect(selectorFromSet({}).isEmpty).toBe(true);
    expect(validatedSelectorFromSet(undefined).isEmpty).toBe(true);
  });

  test('TestSetSelectorString: sorted', () => {
    expect(selectorFromSet({ app: 'foo', a: 'b' }).toString()).toBe('a=b,app=foo');
  });

  test('TestValidatedSelectorFromSet: only the validated one looks at the rules', () => {
    const long = 'a'.repeat(64);
    expect(partsOf(validatedSelectorFromSet({ key: 'val' }))).toEqual([['key', '=', 'val']]);
    expect(() => validatedSelectorFromSet({ Key: long })).toThrow(`values[0][Key]: Invalid value: "${long}"`);
    expect(selectorFromSet({ Key: long }).toString()).toBe(`Key=${long}`);
  });

  test('formatLabels: sorted pairs, <none> for none', () => {
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

  test('absent chooses nothing, empty chooses everything', () => {
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
