import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseQuery } from './query.js';

// A fixed seed, so that every run has the same cases.

test.each([
  ['a=1&b=2', { a: '1', b: '2' }],
  ['a', { a: '' }],
  ['=x', { '': 'x' }],
  ['a=b=c', { a: 'b=c' }],
  ['a+b=c+d', { 'a b': 'c d' }],
  ['a=%2B%20%c3%bc', { a: '+ ü' }],
  ['a=1;b=2&c=3', { c: '3' }],
  ['a=%zz&b=%4&%=x&c=3', { c: '3' }],
  ['a=%ff', { a: '\ufffd' }],
  ['a=ü%ff%c3%bc', { a: 'ü\ufffdü' }],
  ['&&', {}],
  ['', {}],
])('%s', (text, expected) => {
  expect(Object.fromEntries(parseQuery(text))).toEqual(expected);
});

test('the first of repeated parameters counts', () => {
  expect(parseQuery('a=1&a=2').get('a')).toBe('1');
});

test('valid encodings are parsed as by other parsers', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }))),
      (pairs) => {
        const text = new URLSearchParams(pairs).toString();
        expect([...parseQuery(text)]).toEqual([...new URLSearchParams(text)]);
      },
    ),
  );
});
