import { describe, expect, test } from 'vitest';
import { FakeClock } from '../../../testing/src/fake-clock.js';
import {
  BucketRateLimiter,
  defaultControllerRateLimiter,
  defaultItemBasedRateLimiter,
  ItemExponentialFailureRateLimiter,
  MaxOfRateLimiter,
  WithMaxWaitRateLimiter,
} from './rate-limiters.js';
import type { RateLimiter } from './rate-limiters.js';

function delays(limiter: RateLimiter, count: number, key = 'a'): number[] {
  return Array.from({ length: count }, () => limiter.when(key));
}

test('an exponential limiter spreads its delays by jitter', () => {
  const chances = [0, 0.5, 0.75];
  const random = (): number => chances.shift() ?? 0;
  const limiter = new ItemExponentialFailureRateLimiter({ baseMs: 100, maxMs: 200, jitter: 0.5, random });
  expect(delays(limiter, 3)).toEqual([100, 250, 275]);
});

test('an exponential limiter stays at its maximum for thousands of failures', () => {
  for (const baseMs of [0, 5]) {
    const limiter = new ItemExponentialFailureRateLimiter({ baseMs, maxMs: 1000 });
    expect(delays(limiter, 3000).at(-1)).toBe(baseMs === 0 ? 0 : 1000);
    expect(limiter.numRequeues('a')).toBe(3000);
  }
});

test('a bucket limiter passes a burst at once, then its rate, and forgets nothing', async () => {
  const clock = new FakeClock();
  const limiter = new BucketRateLimiter({ perSecond: 2, burst: 2, clock });
  expect(delays(limiter, 4)).toEqual([0, 0, 500, 1000]);
  limiter.forget();
  expect(limiter.numRequeues()).toBe(0);
  await clock.advance(1500);
  expect(delays(limiter, 2)).toEqual([0, 500]);
});

test('the default of controllers is the longer of 5 ms doubling to 1000 s and 10 a second after 100', () => {
  const limiter = defaultControllerRateLimiter({ clock: new FakeClock() });
  expect(delays(limiter, 5)).toEqual([5, 10, 20, 40, 80]);
  for (let n = 0; n < 95; n++) limiter.when(`key-${n}`);
  expect(limiter.when('b')).toBe(100);
  expect(delays(limiter, 30).at(-1)).toBe(1_000_000);
});

test('the item-based default is 1 ms doubling to 1000 s', () => {
  const limiter = defaultItemBasedRateLimiter();
  expect(delays(limiter, 4)).toEqual([1, 2, 4, 8]);
  expect(delays(limiter, 30).at(-1)).toBe(1_000_000);
});

describe('bad input', () => {
  const wrong = (value: unknown): never => value as never;
  const bucket = (): RateLimiter => new BucketRateLimiter();

  test.each<[() => unknown, string]>([
    [
      () => new ItemExponentialFailureRateLimiter({ baseMs: 10, maxMs: 5 }),
      'maxMs of an ItemExponentialFailureRateLimiter must be at least baseMs (10), got 5',
    ],
    [() => new MaxOfRateLimiter(), 'a MaxOfRateLimiter must have at least one rate limiter, got none'],
    [
      () => new MaxOfRateLimiter(bucket(), wrong({})),
      'rate limiter 1 of a MaxOfRateLimiter must have the methods when, forget, numRequeues, got object without when, forget, numRequeues',
    ],
    [
      () => new WithMaxWaitRateLimiter(wrong(undefined), 5),
      'the rate limiter of a WithMaxWaitRateLimiter must have the methods when, forget, numRequeues, got undefined without when, forget, numRequeues',
    ],
    [
      () => new WithMaxWaitRateLimiter(bucket(), wrong(undefined)),
      'maxWaitMs of a WithMaxWaitRateLimiter must be a number of 0 or more, got undefined',
    ],
    [
      () => new WithMaxWaitRateLimiter(bucket(), -1),
      'maxWaitMs of a WithMaxWaitRateLimiter must be a number of 0 or more, got -1',
    ],
  ])('%s', (create, message) => {
    expect(create).toThrow(expect.objectContaining({ code: 'ERR_OPTION', message }));
  });
});
