import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { FakeClock } from '../../../testing/src/fake-clock.js';
import { systemClock } from './clock.js';

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
