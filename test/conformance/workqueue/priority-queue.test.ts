import { describe, expect, test } from 'vitest';
import { ItemExponentialFailureRateLimiter } from 'kube-informers/controller';
import type { WorkQueue, WorkQueueOptions } from 'kube-informers/controller';
import type { FakeClock } from '@kube-informers/testing';
import { isPending, newQueue as newAgingQueue, takeAll } from './queue.test-support.js';

/** controller-runtime's priorities are strict. */
function newQueue(options: WorkQueueOptions = {}): { queue: WorkQueue; clock: FakeClock } {
  return newAgingQueue({ agingMs: Infinity, ...options });
}

/** Number of adds, and the depth by priority. */
function metrics(queue: WorkQueue): [adds: number, depths: object] {
  const { adds, depthByPriority } = queue.stats();
  return [adds, Object.fromEntries(depthByPriority)];
}

describe('the ginkgo tests', () => {
  test('returns an item', () => {
    const { queue } = newQueue();
    queue.add('foo');
    expect(takeAll(queue)).toEqual(['foo']);
    expect(metrics(queue)).toEqual([1, {}]);
  });

  test('returns items in order', () => {
    const { queue } = newQueue();
    queue.add('foo');
    queue.add('bar');
    expect(metrics(queue)).toEqual([2, { 0: 2 }]);
    expect(takeAll(queue)).toEqual(['foo', 'bar']);
    expect(metrics(queue)).toEqual([2, {}]);
  });

  // Upstream: kube-rs scheduler.rs.
  test("doesn't return an item that is currently locked", () => {
    const { queue } = newQueue();
    queue.add('foo');
    queue.tryGet();
    queue.add('foo');
    queue.add('bar');
    queue.add('baz');
    expect(takeAll(queue)).toEqual(['bar', 'baz']);
    expect(metrics(queue)).toEqual([4, { 0: 1 }]);
  });

  // Upstream: kube-rs scheduler.rs.
  test('returns an item as soon as its unlocked', async () => {
    const { queue } = newQueue();
    queue.add('foo');
    const first = queue.tryGet();
    queue.add('foo');
    const second = queue.get();
    expect(await isPending(second)).toBe(true);
    first?.done();
    expect((await second)?.key).toBe('foo');
  });

  test('de-duplicates items', () => {
    const { queue } = newQueue();
    queue.add('foo');
    queue.add('foo');
    expect(takeAll(queue)).toEqual(['foo']);
    expect(metrics(queue)).toEqual([1, {}]);
  });

  // Upstream: kube-rs scheduler.rs.
  test('enqueues a locked item', () => {
    const { queue } = newQueue();
    queue.add('foo');
    const first = queue.tryGet();
    queue.add('foo');
    expect(metrics(queue)).toEqual([2, { 0: 1 }]);
    expect(queue.tryGet()).toBeUndefined();
    first?.done();
    expect(takeAll(queue)).toEqual(['foo']);
    expect(metrics(queue)).toEqual([2, {}]);
  });

  test('retains the highest priority', () => {
    const { queue } = newQueue();
    queue.add('foo', { priority: 1 });
    queue.add('foo', { priority: 2 });
    expect(metrics(queue)).toEqual([1, { 2: 1 }]);
    expect(queue.tryGet()).toMatchObject({ key: 'foo', priority: 2 });
    expect(metrics(queue)).toEqual([1, {}]);
  });

  test('will not decrease the priority', () => {
    const { queue } = newQueue();
    queue.add('foo', { priority: 2 });
    queue.add('foo', { priority: 1 });
    expect(metrics(queue)).toEqual([1, { 2: 1 }]);
    expect(queue.tryGet()).toMatchObject({ key: 'foo', priority: 2 });
  });

  test('gets pushed to the front if the priority increases', () => {
    const { queue } = newQueue();
    for (const key of ['foo', 'bar', 'baz']) queue.add(key);
    queue.add('baz', { priority: 1 });
    expect(metrics(queue)).toEqual([3, { 0: 2, 1: 1 }]);
    expect(takeAll(queue)).toEqual(['baz', 'foo', 'bar']);
  });

  test.each([
    ['the longer first', [60_000, 1000]],
    ['the shorter first', [1000, 60_000]],
  ])('retains the lowest after duration: %s', async (_order, delays) => {
    const { queue, clock } = newQueue();
    for (const afterMs of delays) queue.add('foo', { afterMs });
    await clock.advance(999);
    expect(queue.length).toBe(0);
    await clock.advance(1);
    expect(takeAll(queue)).toEqual(['foo']);
    expect(metrics(queue)).toEqual([1, {}]);
  });

  test("doesn't include non-ready items in Len()", () => {
    const { queue } = newQueue();
    queue.add('foo', { afterMs: 60_000 });
    queue.add('bar', { afterMs: 60_000, priority: 1 });
    queue.add('baz');
    expect([queue.length, queue.delayed]).toEqual([1, 2]);
  });

  test('Get from priority queue might get stuck when the priority queue is shut down', async () => {
    const { queue } = newQueue();
    const waiting = [queue.get(), queue.get()];
    queue.add('foo');
    queue.shutDown();
    queue.add('bar');
    const items = await Promise.all(waiting);
    expect(items.map((item) => item?.key)).toEqual(['foo', undefined]);
    expect(await queue.get()).toBeUndefined();
  });

  test('returns many items', async () => {
    const { queue } = newQueue();
    const keys = Array.from({ length: 1000 }, (_, n) => `key-${n}`);
    const seen: string[] = [];
    const consumers = Array.from({ length: 10 }, async () => {
      for await (const item of queue.items()) {
        seen.push(item.key);
        item.done();
      }
    });
    for (const key of keys) queue.add(key);
    queue.shutDown();
    await Promise.all(consumers);
    expect(seen.toSorted()).toEqual(keys.toSorted());
  });

  test('updates metrics correctly for an item that gets initially added with after and then without', () => {
    const { queue } = newQueue();
    queue.add('foo', { afterMs: 3_600_000 });
    expect(metrics(queue)).toEqual([0, {}]);
    queue.add('foo');
    expect([queue.length, ...metrics(queue)]).toEqual([1, 1, { 0: 1 }]);
  });

  test('updates metrics correctly when an item with after is re-added with higher priority and no after', () => {
    const { queue } = newQueue();
    queue.add('foo', { afterMs: 3_600_000 });
    queue.add('foo', { priority: 1 });
    expect([queue.length, ...metrics(queue)]).toEqual([1, 1, { 1: 1 }]);
  });

  test('follows FIFO order in the new priority queue when item priority changes', () => {
    const { queue } = newQueue();
    queue.add('foo', { priority: 1 });
    queue.add('bar');
    queue.add('baz', { priority: 1 });
    queue.add('bar', { priority: 1 });
    expect(takeAll(queue)).toEqual(['foo', 'baz', 'bar']);
  });
});

test('TestHighPriorityItemsAreReturnedBeforeLowPriorityItemMultipleTimes: strictly by priority, when all are due', async () => {
  const { queue, clock } = newQueue();
  for (const afterMs of [-1000, 0, 1000])
    for (let n = 0; n < 5000; n++) queue.add(`key-${afterMs}-${n}`, { afterMs, priority: (n * 7) % 5 });
  await clock.advance(1000);
  const priorities: number[] = [];
  for (let item = queue.tryGet(); item !== undefined; item = queue.tryGet()) priorities.push(item.priority);
  expect(priorities).toHaveLength(15_000);
  expect(priorities).toEqual(priorities.toSorted((a, b) => b - a));
});

test('TestItemIsOnlyReturnedAfterAfterHasPassed: never early', async () => {
  const { queue, clock } = newQueue();
  queue.add('foo', { afterMs: 1000 });
  const item = queue.get();
  await clock.advance(999.5);
  expect(await isPending(item)).toBe(true);
  await clock.advance(0.5);
  expect((await item)?.key).toBe('foo');
});

test('TestHighPriorityItemThatBecameReadyIsReturnedBeforeLowPriorityItem: it passes one that was ready earlier', async () => {
  const { queue, clock } = newQueue();
  queue.add('low', { priority: -1 });
  queue.add('high', { afterMs: 1000 });
  await clock.advance(1000);
  expect(takeAll(queue)).toEqual(['high', 'low']);
});

test('TestItemIsReturnedAsSoonAsPossible: by one timer, for its due time', async () => {
  const { queue, clock } = newQueue();
  queue.add('foo', { afterMs: 1234 });
  expect([clock.pendingTimers, clock.nextTimerMs]).toEqual([1, 1234]);
  const item = queue.get();
  await clock.advance(1234);
  expect((await item)?.key).toBe('foo');
});

test('TestWaitingItemIsReturnedRightAfterReadWithoutAfter: a later add without a delay makes it ready', async () => {
  const { queue } = newQueue();
  const item = queue.get();
  queue.add('foo', { afterMs: 60_000 });
  expect(await isPending(item)).toBe(true);
  queue.add('foo');
  expect((await item)?.key).toBe('foo');
  expect(queue.delayed).toBe(0);
});

test('TestMultipleItemsWithAfterAreReturnedInCorrectOrder: by due time', async () => {
  const { queue, clock } = newQueue();
  const delays = [500, 300, 900, 100, 700, 100];
  for (const [n, afterMs] of delays.entries()) queue.add(`${afterMs}-${n}`, { afterMs });
  await clock.advance(1000);
  expect(takeAll(queue)).toEqual(['100-3', '100-5', '300-1', '500-0', '700-4', '900-2']);
});

test('TestGetFromPriorityQueueIsUnblockedOnShutdown: every getter that waits gets undefined', async () => {
  const { queue } = newQueue();
  const waiting = [queue.get(), queue.get(), queue.get()];
  queue.shutDown();
  expect(await Promise.all(waiting)).toEqual([undefined, undefined, undefined]);
});

test('TestItemsAreInludedInLenAndMetricsOnceTheyAreReady: not at their add', async () => {
  const { queue, clock } = newQueue();
  queue.add('foo', { afterMs: 500 });
  queue.add('bar', { afterMs: 1000, priority: 1 });
  expect([queue.length, ...metrics(queue)]).toEqual([0, 0, {}]);
  await clock.advance(500);
  expect([queue.length, ...metrics(queue)]).toEqual([1, 1, { 0: 1 }]);
  await clock.advance(500);
  expect([queue.length, ...metrics(queue)]).toEqual([2, 2, { 0: 1, 1: 1 }]);
});

test('TestMetricsAreUpdatedForItemWhoseRequeueAfterExpiredThatGetsAddedAgainWithoutRequeueAfter: depth 1', async () => {
  const { queue, clock } = newQueue();
  queue.add('foo', { afterMs: 10 });
  await clock.advance(10);
  queue.add('foo');
  expect([queue.length, ...metrics(queue)]).toEqual([1, 1, { 0: 1 }]);
  queue.tryGet();
  expect(metrics(queue)).toEqual([1, {}]);
});

test('TestWhenAddingMultipleItemsWithRatelimitTrueTheyDontAffectEachOther: 5 ms and 640 ms', async () => {
  const { queue, clock } = newQueue({ rateLimiter: new ItemExponentialFailureRateLimiter() });
  for (let failure = 0; failure < 7; failure++) {
    queue.add('failing', { rateLimited: true });
    await clock.advance(1000);
    queue.tryGet()?.done();
  }
  queue.add('fresh', { rateLimited: true });
  queue.add('failing', { rateLimited: true });
  await clock.advance(5);
  expect(takeAll(queue)).toEqual(['fresh']);
  await clock.advance(634);
  expect(queue.length).toBe(0);
  await clock.advance(1);
  expect(takeAll(queue)).toEqual(['failing']);
});

test('TestPriorityQueueDoesNotDeadlockOnShutdownWhileHandingOutItems: shutdown within the work of an item', async () => {
  const { queue } = newQueue();
  for (let n = 0; n < 100; n++) queue.add(`key-${n}`);
  let taken = 0;
  const consumers = Array.from({ length: 5 }, async () => {
    for await (const item of queue.items()) {
      taken++;
      if (taken === 50) queue.shutDown();
      item.done();
    }
  });
  await Promise.all(consumers);
  expect([taken, queue.length, queue.processing]).toEqual([100, 0, 0]);
});
