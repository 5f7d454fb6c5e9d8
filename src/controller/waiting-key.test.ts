import { expect, test } from 'vitest';
import { merged } from './waiting-key.js';
import type { WaitingKey } from './waiting-key.js';

test('the adds of a key that waits keep the highest priority and the first eight distinct reasons', () => {
  let waiting: WaitingKey | undefined;
  for (let add = 0; add < 20_000; add++)
    waiting = merged(waiting, { priority: add % 3, reasons: [`reason ${add >> 1}`] });
  expect(waiting).toEqual({
    priority: 2,
    reasons: Array.from({ length: 8 }, (_, index) => `reason ${index}`),
  });
});
