import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitted, padded, textWidth, wrapped } from './text-width.js';

test('wide characters take two columns, combining marks none', () => {
  expect(['abc', '日本', 'e\u0301', '🚀', 'é'].map(textWidth)).toEqual([3, 4, 1, 2, 1]);
});

test('a string that is too long ends with an ellipsis, also between wide characters', () => {
  expect(fitted('web-00001', 5)).toBe('web-…');
  expect(fitted('日本語', 4)).toBe('日…');
  expect(fitted('日本語', 6)).toBe('日本語');
  expect(padded('日本', 6)).toBe('日本  ');
});

test('control characters and escape sequences are shown, not sent', () => {
  expect(fitted('a\u001b[2Jb\nc\u009b', 40)).toBe('a\\u001b[2Jb\\nc\\u009b');
});

test('no string is wider than its limit or holds a control character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, width) => {
      const shown = fitted(text, width);
      expect(textWidth(shown)).toBeLessThanOrEqual(width);
      expect(shown).not.toMatch(/\p{Cc}|\p{Surrogate}/u);
      expect(textWidth(padded(text, width))).toBe(width);
    }),
  );
});

test('a long line is split where the screen ends, and all of it is there', () => {
  expect(wrapped('abcdef', 4)).toEqual(['abcd', 'ef']);
  expect(wrapped('日本語', 5)).toEqual(['日本', '語']);
  expect(wrapped('', 5)).toEqual(['']);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 2, max: 20 }), (text, width) => {
      const lines = wrapped(text, width);
      expect(lines.map(textWidth).every((each) => each <= width)).toBe(true);
      expect(lines.join('')).toBe(fitted(text, 100_000));
      expect(lines.join('')).not.toMatch(/\p{Cc}|\p{Surrogate}/u);
    }),
  );
});
