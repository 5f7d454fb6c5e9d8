import { describe, expect, test } from 'vitest';
import { parseSelector } from './label-selector.js';
import { SelectorError } from './selector-error.js';

describe('TestParseOperator, TestLabelSelectorParse: TestSetSelectorParser', () => {
  /** `x in a b; y exists`: key, operator and values of each requirement. */
  test.each([
    ['', ''],
    ['\rx', 'x exists'],
    ['this-is-a-dns.domain.com/key-with-dash', 'this-is-a-dns.domain.com/key-with-dash exists'],
    [
      'this-is-another-dns.domain.com/key-with-dash in (so,what)',
      'this-is-another-dns.domain.com/key-with-dash in so what',
    ],
    [
      '0.1.2.domain/99 notin (10.10.100.1, tick.tack.clock)',
      '0.1.2.domain/99 notin 10.10.100.1 tick.tack.clock',
    ],
    ['foo  in\t (abc)', 'foo in abc'],
    ['x notin\n (abc)', 'x notin abc'],
    ['x  notin\t\t(abc,def)', 'x notin abc def'],
    ['x in (abc,def)', 'x in abc def'],
    ['x in (def,abc)', 'x in abc def'],
    ['x in (abc,)', 'x in  abc'],
    ['x in (abc,abc)', 'x in abc'],
    ['x in ()', 'x in '],
    ['x in (,)', 'x in '],
    ['x in (a,,)', 'x in  a'],
    ['x in (a,,,)', 'x in  a'],
    ['x in (a,,,,,,)', 'x in  a'],
    ['x in (a,,a,,a,,a,,)', 'x in  a'],
    ['x notin (abc,,def),bar,z in (),w', 'bar exists; w exists; x notin  abc def; z in '],
    ['x,y in (a)', 'x exists; y in a'],
    ['x=a', 'x = a'],
    ['x==a', 'x == a'],
    ['x>1', 'x gt 1'],
    ['x<7', 'x lt 7'],
    ['x=a,y!=b', 'x = a; y != b'],
    ['x=a,y!=b,z in (h,i,j)', 'x = a; y != b; z in h i j'],
    ['x notin ( )', 'x notin '],
    ['x notin (, a)', 'x notin  a'],
    ['a ', 'a exists'],
    ['a in (x,y,notin, z,in)', 'a in in notin x y z'],
    ['in in (in)', 'in in in'],
    ['notin,!in', 'in !; notin exists'],
  ])('%j', (text, parts) => {
    const { requirements } = parseSelector(text).requirements();
    expect(requirements.map((r) => [r.key, r.operator, ...r.values].join(' ')).join('; ')).toBe(parts);
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

describe('TestParseOperator and all other errors: position, what was found, what was expected', () => {
  // Right column: the API server's (1.37) message.
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

  test('the error for an invalid key or value contains the rule', () => {
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
