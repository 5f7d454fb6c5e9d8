import { expect, test } from 'vitest';
import { age, humanDuration } from './duration.js';

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
