import { expect, test } from 'vitest';
import { TooMuchWorkError, Work } from '../values/work.js';
import { RegexpSyntaxError } from './go-regexp-syntax.js';
import { regexpOf } from './kept-regexps.js';

test('a pattern is kept, and compiling it is work', () => {
  const first = regexpOf('a{1000}', new Work());
  expect(regexpOf('a{1000}', new Work(0))).toBe(first);
  expect(() => regexpOf('b{1000}', new Work(10))).toThrow(TooMuchWorkError);
  expect(() => regexpOf('(', new Work())).toThrow(RegexpSyntaxError);
});

test('not more are kept than fit into the memory', () => {
  const first = regexpOf('c{1000}', new Work());
  for (let index = 0; index < 25; index++) regexpOf(`${index}${'x{1000}'.repeat(90)}`, new Work());
  const again = regexpOf('c{1000}', new Work());
  expect(again).not.toBe(first);
  expect(again.matches('c'.repeat(1000), new Work())).toBe(true);
});
