import { expect, test } from 'vitest';
import { spreadMs } from './object-event.js';

test('spreads keys evenly, each always to the same time', () => {
  const tenths = Array.from({ length: 10 }, () => 0);
  for (let i = 0; i < 10_000; i++) {
    const share = spreadMs(`default/site-${i}`, 1000);
    expect(share).toBeGreaterThanOrEqual(0);
    expect(share).toBeLessThan(1000);
    const tenth = Math.floor(share / 100);
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
  }
  for (const count of tenths) expect(count).toBeGreaterThan(850);
  expect(spreadMs('default/a', 1000)).toBe(spreadMs('default/a', 1000));
});
