import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GoRegexp, regexpProblem } from './go-regexp.js';
import { TooMuchWorkError, Work } from '../values/work.js';

// A fixed seed, so that every run has the same cases.

function matches(pattern: string, text: string): boolean {
  return new GoRegexp(pattern).matches(text, new Work());
}

// The results of Go's regexp.MatchString.
test.each([
  ['a', 'bab', true],
  ['^a$', 'ba', false],
  ['^(a|b)*c{2,3}$', 'abbacc', true],
  ['^(a|b)*c{2,3}$', 'abbacccc', false],
  ['^[^a-c]+$', 'xyz', true],
  ['^[^a-c]+$', 'xbz', false],
  ['^[]a]$', ']', true],
  ['^[a-]$', '-', true],
  // Go takes Perl's syntax, where a dash after a range is literal.
  ['^[0-9a-c-.]+$', 'c-9.', true],
  ['^[0-9a-c-.]+$', '/', false],
  ['^\\d{3}-\\D\\s\\w$', '123-x _', true],
  ['^[[:alpha:][:digit:]]+$', 'aZ9', true],
  ['^[[:^alpha:]]+$', 'a', false],
  ['^\\pL\\p{Greek}\\P{L}$', 'äα1', true],
  ['(?i)^HeLLo$', 'hEllO', true],
  ['^(?i:a)b$', 'Ab', true],
  ['^(?i:a)b$', 'AB', false],
  ['^a.b$', 'a\nb', false],
  ['(?s)^a.b$', 'a\nb', true],
  ['(?m)^b$', 'a\nb\nc', true],
  ['^b$', 'a\nb\nc', false],
  ['\\bfoo\\b', 'a foo b', true],
  ['\\bfoo\\b', 'afoob', false],
  ['\\Bo', 'foo', true],
  ['^\\x41\\x{1F600}\\101\\t$', 'A😀A\t', true],
  ['^\\Qa.b\\E+$', 'a.bbb', true],
  ['^(?P<year>\\d{4})(?<month>\\d\\d)$', '202601', true],
  ['^a{2}{$', 'aa{', true],
  ['^(a*)*$', 'aaaa', true],
  ['^(|a)+$', 'aaa', true],
  ['^a+?$', 'aaa', true],
  ['', 'anything', true],
  ['$', '', true],
  ['^.$', '😀', true],
] as const)('%s on %j: %s', (pattern, text, expected) => {
  expect(matches(pattern, text)).toBe(expected);
});

// The results of Go's regexp.FindAllString.
test.each([
  ['a', 'banana', ['a', 'a', 'a']],
  ['[0-9]*', '123 abc 456', ['123', '', '', '', '', '456']],
  ['(a|ab)(c|bcd)', 'abcd', ['abcd']],
  ['a+?', 'aaa', ['a', 'a', 'a']],
  ['a*?b', 'aab', ['aab']],
  ['(?U)a+', 'aaa', ['a', 'a', 'a']],
  ['(?U)a+?', 'aaa', ['aaa']],
  ['a{2,3}', 'aaaaa', ['aaa', 'aa']],
  ['a{2,3}?', 'aaaaa', ['aa', 'aa']],
  ['(|a)*', 'aa', ['', '', '']],
  ['(|a)+', 'aa', ['', '', '']],
  ['\\bfoo\\b', 'foo foobar foo', ['foo', 'foo']],
  ['^|$', 'ab', ['', '']],
  ['.', '😀é', ['😀', 'é']],
  ['x', 'ab', []],
] as const)('%s finds in %j: %j', (pattern, text, expected) => {
  const regexp = new GoRegexp(pattern);
  expect(regexp.findAll(text, Number.POSITIVE_INFINITY, new Work())).toEqual(expected);
  expect(regexp.findAll(text, 1, new Work())).toEqual(expected.slice(0, 1));
});

test('finding is limited too', () => {
  const regexp = new GoRegexp('(x+x+)+y|x');
  expect(() => regexp.findAll('x'.repeat(10_000), Number.POSITIVE_INFINITY, new Work())).toThrow(
    TooMuchWorkError,
  );
});

test.each([
  ['[', 'missing closing ]: `[`'],
  ['(a', 'missing closing ): `(a`'],
  ['a)', 'unexpected ): `a)`'],
  ['*', 'missing argument to repetition operator: `*`'],
  ['a**', 'invalid nested repetition operator: `**`'],
  ['a{1001}', 'invalid repeat count: `{1001}`'],
  ['(a{500}){500}', 'invalid repeat count: `{500}`'],
  ['[b-a]', 'invalid character class range: `b-a`'],
  ['\\8', 'invalid escape sequence: `\\8`'],
  ['\\', 'trailing backslash at end of expression: ``'],
  ['(?=a)', 'invalid or unsupported Perl syntax: `(?=`'],
  ['\\pX', 'invalid character class range: `\\pX`'],
  ['[[:foo:]]', 'invalid character class range: `[:foo:]`'],
])("%s does not compile, with Go's message", (pattern, message) => {
  expect(regexpProblem(pattern)).toBe(`error parsing regexp: ${message}`);
});

test('a pattern for catastrophic backtracking takes time linear in the text', () => {
  const text = `${'a'.repeat(5_000)}!`;
  for (const pattern of ['^(a+)+$', '^(a|aa)+$', '^(a|a?)+$', '(.*)(.*)(.*)(.*)[^a!]']) {
    expect(matches(pattern, text)).toBe(false);
  }
});

test('a match that exceeds the work limit is aborted', () => {
  const pattern = new GoRegexp('(a?){900}b');
  expect(() => pattern.matches('a'.repeat(100_000), new Work())).toThrow(TooMuchWorkError);
});

test("agrees with JavaScript's engine on the common syntax", () => {
  const part = fc.constantFrom(
    'a',
    'b',
    '.',
    '[ab]',
    '[^a]',
    '\\d',
    '(a|b)',
    'a*',
    'b+',
    'a?',
    'b{1,2}',
    '(ab)*',
    '^',
    '$',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), fc.stringMatching(/^[ab1]{0,8}$/), (parts, text) => {
      const pattern = parts.join('');
      expect(matches(pattern, text)).toBe(new RegExp(pattern).test(text));
    }),
    { numRuns: 3000 },
  );
});

test('any text compiles or is rejected without a crash', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'ab()[]{}|*+?^$\\.,-:=<>!Pp1dQE'.split('')), maxLength: 12 }),
      (pattern) => {
        const problem = regexpProblem(pattern);
        if (problem === undefined) matches(pattern, 'ab1');
        else expect(problem).toMatch(/^error parsing regexp: /);
      },
    ),
    { numRuns: 5000 },
  );
});
