import { expect, test } from 'vitest';
import { generateName, timestamp } from './object-meta.js';

test('a generated name fits into a DNS label', () => {
  expect(generateName('web-', () => 0)).toBe('web-bbbbb');
  expect(generateName('x'.repeat(100), () => 0.999)).toBe(`${'x'.repeat(58)}99999`);
});

test('times are whole seconds', () => {
  expect(timestamp(Date.UTC(2026, 0, 2, 3, 4, 5, 678))).toBe('2026-01-02T03:04:05Z');
});
