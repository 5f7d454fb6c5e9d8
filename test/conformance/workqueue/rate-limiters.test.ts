import { expect, test } from 'vitest';
import {
  ItemExponentialFailureRateLimiter,
  ItemFastSlowRateLimiter,
  MaxOfRateLimiter,
  WithMaxWaitRateLimiter,
} from 'kube-informers/controller';
import type { RateLimiter } from 'kube-informers/controller';
import { newQueue } from './queue.test-support.js';

function delays(limiter: RateLimiter, key: string, count: number): number[] {
  return Array.from({ length: count }, () => limiter.when(key));
}

test('TestItemExponentialFailureRateLimiter: doubles per key, and starts over when it is forgotten', () => {
  const limiter = new ItemExponentialFailureRateLimiter({ baseMs: 1, maxMs: 1000 });
  expect(delays(limiter, 'one', 5)).toEqual([1, 2, 4, 8, 16]);
  expect(limiter.numRequeues('one')).toBe(5);
  expect(delays(limiter, 'two', 2)).toEqual([1, 2]);
  expect(limiter.numRequeues('two')).toBe(2);
  limiter.forget('one');
  expect(limiter.numRequeues('one')).toBe(0);
  expect(limiter.when('one')).toBe(1);
});

test.each([
  { baseMs: 1, maxMs: 1_000_000, start: [1, 2, 4, 8, 16, 32] },
  { baseMs: 60_000, maxMs: 3_600_000_000, start: [60_000, 120_000, 240_000] },
])(
  'TestItemExponentialFailureRateLimiterOverFlow: from $baseMs ms, the delay is the maximum after 1000 more failures',
  ({ baseMs, maxMs, start }) => {
    const limiter = new ItemExponentialFailureRateLimiter({ baseMs, maxMs });
    expect(delays(limiter, 'overflow', start.length)).toEqual(start);
    delays(limiter, 'overflow', 1000);
    expect(limiter.when('overflow')).toBe(maxMs);
  },
);

test('TestItemFastSlowRateLimiter: fast for 3 failures of a key, slow from then on', () => {
  const limiter = new ItemFastSlowRateLimiter({ fastMs: 5, slowMs: 10_000, maxFastAttempts: 3 });
  expect(delays(limiter, 'one', 5)).toEqual([5, 5, 5, 10_000, 10_000]);
  expect(limiter.numRequeues('one')).toBe(5);
  expect(delays(limiter, 'two', 2)).toEqual([5, 5]);
  limiter.forget('one');
  expect(limiter.numRequeues('one')).toBe(0);
  expect(limiter.when('one')).toBe(5);
});

test('TestMaxOfRateLimiter: the longest delay, the most failures, and all are forgotten', () => {
  const slow = new ItemFastSlowRateLimiter({ fastMs: 5, slowMs: 3000, maxFastAttempts: 3 });
  const growing = new ItemExponentialFailureRateLimiter({ baseMs: 1, maxMs: 1000 });
  const limiter = new MaxOfRateLimiter(slow, growing);
  expect(delays(limiter, 'one', 5)).toEqual([5, 5, 5, 3000, 3000]);
  growing.when('one');
  expect(limiter.numRequeues('one')).toBe(6);
  expect(delays(limiter, 'two', 2)).toEqual([5, 5]);
  limiter.forget('one');
  expect([limiter, slow, growing].map((each) => each.numRequeues('one'))).toEqual([0, 0, 0]);
  expect(limiter.when('one')).toBe(5);
});

test('TestWithMaxWaitRateLimiter: cuts the delay at 500 s and changes nothing else', () => {
  const limiter = new WithMaxWaitRateLimiter(new ItemExponentialFailureRateLimiter({ baseMs: 5 }), 500_000);
  for (let failure = 0; failure < 100; failure++)
    expect(limiter.when('one')).toBe(Math.min(5 * 2 ** failure, 500_000));
  expect(limiter.numRequeues('one')).toBe(100);
  limiter.forget('one');
  expect(limiter.when('one')).toBe(5);
});

test('TestRateLimitingQueue: rate-limited adds wait as the limiter says, per key', async () => {
  const rateLimiter = new ItemExponentialFailureRateLimiter({ baseMs: 1, maxMs: 1000 });
  const { queue, clock } = newQueue({ rateLimiter });
  /** Adds a key, and returns the ms until it is handed out. */
  const waitOf = async (key: string): Promise<number> => {
    const startMs = clock.now();
    queue.add(key, { rateLimited: true });
    while (queue.length === 0) await clock.advance(1);
    queue.tryGet()?.done();
    return clock.now() - startMs;
  };
  expect([await waitOf('one'), await waitOf('one')]).toEqual([1, 2]);
  expect(queue.numRequeues('one')).toBe(2);
  expect([await waitOf('two'), await waitOf('two')]).toEqual([1, 2]);
  queue.forget('one');
  expect(queue.numRequeues('one')).toBe(0);
  expect(await waitOf('one')).toBe(1);
});
