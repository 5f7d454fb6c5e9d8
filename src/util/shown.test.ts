import { expect, test } from 'vitest';
import { shownUrl, shownValue, shownWord } from './shown.js';

test.each([
  ['https://example.com:6443', '"https://example.com:6443"'],
  ['HTTPS://Example.com/', '"https://example.com"'],
  ['http://[::1]:80/', '"http://[::1]"'],
  ['socks5://proxy:1080', '"socks5://proxy:1080"'],
  ['https://h/prefix', '"https://h/…"'],
  ['https://h?token=x', '"https://h/…"'],
  ['https://h/#x', '"https://h/…"'],
  ['http://me:p@ss@proxy:1', '"http://…@proxy:1"'],
  ['http://me@proxy/path', '"http://…@proxy/…"'],
])('shows scheme, host and port of %s', (text, shown) => {
  expect(shownUrl(text)).toBe(shown);
});

test.each([
  'example.com',
  'host:port',
  'me:hunter2@proxy',
  'https://h:hunter2',
  'http://a b',
  'file:///etc/hunter2',
  'http://me:1/hunter2@proxy',
  'http://me:1?hunter2@proxy',
  'http://me:a@b/hunter2@proxy',
])('shows the length of %s only', (text) => {
  expect(shownUrl(text)).toBe(`(${text.length} characters, not shown)`);
});

test.each(['', 'example.com:6443', '10.0.0.1:99999'])('shows %j unchanged', (text) => {
  expect(shownUrl(text)).toBe(JSON.stringify(text));
});

test.each([
  ['ConfigMap', '"ConfigMap"'],
  ['apps/v1beta2', '"apps/v1beta2"'],
  [undefined, '(missing)'],
  ['echoTok3n7Hq2', '(something else)'],
  [{}, '(something else)'],
])('shows %j as %s', (value, shown) => {
  expect(shownWord(value)).toBe(shown);
});

test.each([
  ['5', '"5"'],
  [5, '5'],
  [NaN, 'NaN'],
  [2n, '2'],
  [null, 'null'],
  [undefined, 'undefined'],
  [true, 'true'],
  [[1], 'an array'],
  [Object.create(null), 'object'],
  ['x'.repeat(200), `"${'x'.repeat(100)}"`],
])('shows the value %o as %s', (value, shown) => {
  expect(shownValue(value)).toBe(shown);
});
