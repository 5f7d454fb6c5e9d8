import { expect, test } from 'vitest';
import { printable, printableLines } from '../../kube-informers/src/util/shown.js';
import { oneLine } from './printable.js';

test.each([
  ['web-1', 'web-1'],
  ['größe → 3', 'größe → 3'],
  ['a\nb\tc', 'a\\nb\\tc'],
  ['\u001b[2J', '\\u001b[2J'],
  ['\u009b2J', '\\u009b2J'],
  ['\u007f', '\\u007f'],
  ['\u2028\u202e\u2066', '\\u2028\\u202e\\u2066'],
])('%j is printed as %j, without control characters', (text, shown) => {
  expect(printable(text)).toBe(shown);
});

test('joins the lines of a message', () => {
  expect(oneLine('  first \r\n  second\n')).toBe('first second');
});

test('keeps line ends and tabs of a multi-line string', () => {
  expect(printableLines('a\n\tb\r\u001b')).toBe('a\n\tb\\r\\u001b');
});
