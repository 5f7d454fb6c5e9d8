import { expect, test } from 'vitest';
import { decodeText } from './text-file.js';

const text = 'name: Zoë 🚀\n';

test.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
  ['UTF-16 LE', Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16 BE', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
])('%s is decoded without its byte order mark', (_encoding, bytes) => {
  const before = Buffer.from(bytes);
  expect(decodeText(bytes)).toBe(text);
  expect(decodeText(new Uint8Array(bytes))).toBe(text);
  expect(bytes).toEqual(before);
});

test('half a character at the end is left out, and a mark alone is an empty text', () => {
  const be = Buffer.from('\uFEFFab', 'utf16le').swap16();
  expect(decodeText(be.subarray(0, 5))).toBe('a');
  expect(decodeText(be.subarray(0, 2))).toBe('');
  expect(decodeText(Buffer.alloc(0))).toBe('');
});
