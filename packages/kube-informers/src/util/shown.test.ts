import { describe, expect, test } from 'vitest';
import { shownKey, shownList, shownUrl, shownValue, shownWord, age, humanDuration } from './shown.js';

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
  [2n, '2n'],
  [null, 'null'],
  [undefined, 'undefined'],
  [true, 'true'],
  [[1], 'an array'],
  [Object.create(null), 'object'],
  ['x'.repeat(200), `"${'x'.repeat(100)}"`],
])('shows the value %o as %s', (value, shown) => {
  expect(shownValue(value)).toBe(shown);
});

describe('a hostile value', () => {
  const thrower = {
    toString: () => {
      throw new Error('toString was called');
    },
    toJSON: () => {
      throw new Error('toJSON was called');
    },
  };
  const { proxy: revoked, revoke } = Proxy.revocable({}, {});
  revoke();

  test.each([
    ['a long string', '\u001b'.repeat(1_000_000)],
    ['a symbol', Symbol('\u009b'.repeat(10_000))],
    ['a long bigint', 10n ** 5000n],
    ['an object whose methods throw', thrower],
    [
      'a list of them',
      ['\u009b'.repeat(100_000), thrower, 1n, Symbol('x'), [[]], ...Array<string>(1000).fill('x')],
    ],
    ['a revoked Proxy', revoked],
  ])('%s is shown in part, without control characters', (_what, value) => {
    for (const show of [shownValue, shownList, shownKey]) {
      const shown = show(value);
      expect(shown.length).toBeLessThan(2000);
      // oxlint-disable-next-line no-control-regex
      expect(/[\u0000-\u001f\u007f-\u009f]/.test(shown)).toBe(false);
    }
  });

  test('the first members of a list are shown', () => {
    expect(shownList(['a', 1, {}])).toBe('["a",1,object]');
    expect(shownList(['a', 'b', 'c', 'd', 'e', 'f'])).toBe('["a","b","c","d","e",…]');
    expect(shownList('a')).toBe('"a"');
  });

  test('the longest key of an object is shown whole', () => {
    const key = `${'n'.repeat(63)}/${'o'.repeat(253)}`;
    expect(shownKey(key)).toBe(JSON.stringify(key));
  });
});

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
  [-5 * second, '<invalid>'],
  [-1 * second, '0s'],
  [0, '0s'],
  [119 * second, '119s'],
  [2 * minute, '2m'],
  [3 * minute + 4 * second, '3m4s'],
  [200 * second, '3m20s'],
  [10 * minute, '10m'],
  [10 * minute + 4 * second, '10m'],
  [179 * minute, '179m'],
  [3 * hour, '3h'],
  [3 * hour + minute, '3h1m'],
  [7 * hour + 5 * minute, '7h5m'],
  [9 * hour, '9h'],
  [47 * hour, '47h'],
  [2 * day, '2d'],
  [3 * day + hour, '3d1h'],
  [7 * day + 3 * hour, '7d3h'],
  [8 * day + 3 * hour, '8d'],
  [30 * day, '30d'],
  [729 * day, '729d'],
  [2 * 365 * day, '2y'],
  [800 * day, '2y70d'],
  [3 * 365 * day + 2 * day, '3y2d'],
  [9 * 365 * day + 2 * day, '9y'],
  [4000 * day, '10y'],
])('%d ms is printed as kubectl does: %s', (ms, text) => {
  expect(humanDuration(ms)).toBe(text);
});

test('the age without a timestamp is unknown, and with a future one invalid', () => {
  expect(age(undefined, 0)).toBe('<unknown>');
  expect(age('yesterday', 0)).toBe('<unknown>');
  expect(age('2030-01-01T00:00:00Z', 0)).toBe('<invalid>');
  expect(age('2026-01-01T00:00:00Z', Date.UTC(2026, 0, 1, 0, 1))).toBe('60s');
});
