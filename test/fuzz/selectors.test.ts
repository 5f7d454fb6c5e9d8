import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFieldSelector, parseSelector } from 'kube-informers';
import { ConfigError } from 'kube-informers';
import { mutate, mutations } from './mutate.test-support.js';
import { runs } from '../nightly.test-support.js';

const labels = [
  'a=b,c!=d',
  'x in (a, b,c),y notin (d)',
  '!a, b , example.com/c',
  'a>1,b<2',
  ' in in (in),notin notin (notin)',
  'a==b',
];
const fields = ['metadata.name=x', 'spec.a!=b\\,c', 'status.phase==Running,spec.nodeName=', 'a=\\\\,b=\\='];
const parsers = [
  ['label', labels, (text: string) => parseSelector(text).toString()],
  ['field', fields, (text: string) => parseFieldSelector(text).toString()],
] as const;

describe.each(parsers)('a %s selector', (_kind, good, parse) => {
  /** What was parsed prints as what parses to the same; else a ConfigError that is short and names a position. */
  function check(text: string): void {
    let printed: string;
    try {
      printed = parse(text);
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      const { code, position, message } = error as ConfigError & { position: number };
      expect(code).toBe('ERR_SELECTOR');
      expect(position).toBeGreaterThanOrEqual(0);
      expect(position).toBeLessThanOrEqual(text.length);
      expect(message.length).toBeLessThan(2000);
      return;
    }
    expect(parse(printed)).toBe(printed);
  }

  test('the good ones are good', () => {
    for (const text of good) expect(parse(parse(text))).toBe(parse(text));
  });

  test('a valid one with changed bytes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...good), mutations, (text, changes) =>
        check(mutate(text, changes).toString()),
      ),
      { numRuns: runs(5000), seed: 1 },
    );
  });

  test('signs and words in any order', () => {
    const word = fc.constantFrom(
      'a',
      'in',
      'notin',
      '!',
      '=',
      '==',
      '!=',
      '>',
      '<',
      '(',
      ')',
      ',',
      ' ',
      '/',
      '.',
      '-',
      '\\',
      '\n',
      'é',
      '1',
      '\0',
      '"',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (words) => check(words.join(''))),
      { numRuns: runs(5000), seed: 2 },
    );
  });

  test('long ones do not take long', () => {
    for (const part of ['a=b,', '!', '(', 'a in (', ',', '\\', 'a', 'a in (b),', '=', ' ', '!a,', 'a!=']) {
      const start = performance.now();
      check(part.repeat(20_000));
      expect(performance.now() - start).toBeLessThan(5000);
    }
  });
});
