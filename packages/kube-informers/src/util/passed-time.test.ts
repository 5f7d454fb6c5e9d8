import { expect, test } from 'vitest';
import type { Clock } from './clock.js';
import { PassedTime } from './passed-time.js';

/** Both clocks, moved by the test. */
function newClocks() {
  const shown = { wallMs: Date.UTC(2026, 0, 1), monotonicMs: 1000 };
  const clock = { now: () => shown.wallMs, monotonic: () => shown.monotonicMs } as Clock;
  const passed = new PassedTime(clock);
  const startMs = passed.read().passedMs;
  return {
    shown,
    /** Time passes; returns how much of it was measured in all. */
    pass: (ms: { readonly wall: number; readonly monotonic: number }): number => {
      shown.wallMs += ms.wall;
      shown.monotonicMs += ms.monotonic;
      return passed.read().passedMs - startMs;
    },
  };
}

test('counts a sleep, although the clock was set back before', () => {
  const { pass } = newClocks();
  expect(pass({ wall: 1000, monotonic: 1000 })).toBe(1000);
  expect(pass({ wall: -9000, monotonic: 1000 })).toBe(2000);
  expect(pass({ wall: 11_000, monotonic: 0 })).toBe(13_000);
});

test('counts a sleep once, also when the clock is set back after it', () => {
  const { pass } = newClocks();
  expect(pass({ wall: 8000, monotonic: 0 })).toBe(8000);
  expect(pass({ wall: 1000, monotonic: 1000 })).toBe(9000);
  expect(pass({ wall: -5000, monotonic: 1000 })).toBe(10_000);
});

test('a wall clock of whole milliseconds does not add up', () => {
  const { shown, pass } = newClocks();
  const start = shown.wallMs;
  for (let step = 1; step <= 100_000; step++) {
    // Two readings in a millisecond.
    shown.wallMs = start + Math.floor(step / 2);
    pass({ wall: 0, monotonic: 0.5 });
  }
  expect(pass({ wall: 0, monotonic: 0 })).toBeLessThanOrEqual(50_001);
});

test('a wall clock that runs slowly does not add up', () => {
  const { pass } = newClocks();
  let measured = 0;
  // Noise of a millisecond around a clock that loses 500 ppm.
  for (let step = 1; step <= 3600; step++)
    measured = pass({ wall: 999.5 + (step % 2 === 0 ? 1 : -1), monotonic: 1000 });
  expect(measured).toBeLessThan(3_600_000 * 1.001);
  expect(measured).toBeGreaterThanOrEqual(3_600_000);
});
