import { expect, test } from 'vitest';
import { spreadOf } from './spread.js';

test('spreads keys evenly, each always to the same share', () => {
  const tenths = Array.from({ length: 10 }, () => 0);
  for (let i = 0; i < 10_000; i++) {
    const share = spreadOf(`default/site-${i}`);
    expect(share).toBeGreaterThanOrEqual(0);
    expect(share).toBeLessThan(1);
    const tenth = Math.floor(share * 10);
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
  }
  for (const count of tenths) expect(count).toBeGreaterThan(850);
  expect(spreadOf('default/a')).toBe(spreadOf('default/a'));
});
