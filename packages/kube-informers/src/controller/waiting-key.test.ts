import { expect, test } from 'vitest';
import { merged } from './object-event.js';
import type { WaitingKey } from './object-event.js';

test('the adds of a key that waits keep the highest priority, the first eight distinct reasons and all kinds', () => {
  let waiting: WaitingKey | undefined;
  for (let add = 0; add < 20_000; add++)
    waiting = merged(waiting, {
      priority: add % 3,
      reasons: [`reason ${add >> 1}`],
      kinds: [`kind ${add % 12}`],
    });
  expect(waiting).toEqual({
    priority: 2,
    reasons: Array.from({ length: 8 }, (_, index) => `reason ${index}`),
    kinds: Array.from({ length: 12 }, (_, index) => `kind ${index}`),
  });
});
