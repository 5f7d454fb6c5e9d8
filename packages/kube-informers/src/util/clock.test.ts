import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { FakeClock } from '../../../testing/src/fake-clock.js';
import { systemClock, Moment, PassedTime } from './clock.js';
import type { Clock } from './clock.js';

test('the system clock returns the time and calls back once', async () => {
  expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1000);
  const before = systemClock.monotonic();
  await new Promise<void>((resolve) => {
    systemClock.setTimer(resolve, 1);
  });
  expect(systemClock.monotonic()).toBeGreaterThan(before);
});

test("a delay above Node's maximum is limited to it, not turned into 1 ms", async () => {
  const { signal } = new AbortController();
  let fired = false;
  const timer = systemClock.setTimer(() => (fired = true), 2 ** 40);
  await systemClock.sleep(5, { signal });
  expect(fired).toBe(false);
  timer.cancel();
});

test('the fake clock limits a delay as the system clock does', async () => {
  const clock = new FakeClock();
  const asleep = clock.sleep(2 ** 40);
  expect(clock.nextTimerMs).toBe(2 ** 31 - 1);
  await clock.advance(2 ** 31 - 1);
  await asleep;
  clock.setTimer(() => undefined, Infinity);
  expect(clock.nextTimerMs).toBe(2 ** 31 - 1);
});

test('a sleep rejects with the reason of its signal and leaves neither timer nor listener', async () => {
  const clock = new FakeClock();
  const controller = new AbortController();
  const asleep = clock.sleep(1000, { signal: controller.signal });
  controller.abort('woken');
  await expect(asleep).rejects.toBe('woken');
  expect(clock.pendingTimers).toBe(0);
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
  await expect(clock.sleep(1000, { signal: controller.signal })).rejects.toBe('woken');
});

test('a sleep that ends removes its listener', async () => {
  const clock = new FakeClock();
  const { signal } = new AbortController();
  const asleep = clock.sleep(1000, { signal });
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  await clock.advance(1000);
  await asleep;
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

test('the fake clock fires due timers in order, including new ones', async () => {
  const clock = new FakeClock();
  const fired: string[] = [];
  clock.setTimer(() => fired.push('late'), 20);
  clock.setTimer(() => {
    fired.push('early');
    clock.setTimer(() => fired.push('between'), 5);
  }, 10);
  const cancelled = clock.setTimer(() => fired.push('never'), 15);
  cancelled.cancel();
  await clock.advance(19);
  expect(fired).toEqual(['early', 'between']);
  expect(clock.nextTimerMs).toBe(1);
  await clock.advance(1);
  expect(fired).toEqual(['early', 'between', 'late']);
});

/** A clock whose wall clock can be set, or goes on while the machine sleeps and the monotonic clock stands still. */
class WallClock extends FakeClock {
  setMs = 0;

  override now(): number {
    return super.now() + this.setMs;
  }
}

test.each([
  ['while both clocks run', 0, 1000],
  ['after the machine slept for ten minutes', 600_000, 601_000],
  ['after the wall clock was set back by an hour', -3_600_000, 1000],
])('the age is right %s', async (_when, setMs, ageMs) => {
  const clock = new WallClock();
  const moment = new Moment();
  expect([moment.isSet, moment.ageMs(clock), moment.epochMs]).toEqual([false, undefined, undefined]);
  moment.mark(clock);
  const epochMs = clock.now();
  await clock.advance(1000);
  clock.setMs = setMs;
  expect([moment.ageMs(clock), moment.epochMs]).toEqual([ageMs, epochMs]);
});

test('the order of moments does not depend on the wall clock', async () => {
  const clock = new WallClock();
  const [first, second, unset] = [new Moment(), new Moment(), new Moment()];
  first.mark(clock);
  await clock.advance(1);
  clock.setMs = -3_600_000;
  second.mark(clock);
  expect([second.isAfter(first), first.isAfter(second)]).toEqual([true, false]);
  expect([first.isAfter(unset), unset.isAfter(first)]).toEqual([true, false]);
  first.copy(second);
  expect(second.isAfter(first)).toBe(false);
});

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
