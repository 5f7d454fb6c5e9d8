import { expect, test } from 'vitest';
import { timestamp } from './object-meta.js';

test('times are whole seconds', () => {
  expect(timestamp(Date.UTC(2026, 0, 2, 3, 4, 5, 678))).toBe('2026-01-02T03:04:05Z');
});
