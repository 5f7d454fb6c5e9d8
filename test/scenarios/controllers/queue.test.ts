import { describe, expect, test } from 'vitest';
import {
  defaultControllerRateLimiter,
  ItemExponentialFailureRateLimiter,
  lowPriority,
  WithMaxWaitRateLimiter,
  WorkQueue,
} from 'kube-informers/controller';
import type { WorkQueueOptions } from 'kube-informers/controller';
import { FakeClock, settle } from '@kube-informers/testing';

function newQueue(options: WorkQueueOptions = {}): { queue: WorkQueue; clock: FakeClock } {
  const clock = new FakeClock();
  return { queue: new WorkQueue({ clock, ...options }), clock };
}

/** Records the keys that a worker takes until the signal aborts or the queue ends. */
async function work(queue: WorkQueue, signal?: AbortSignal): Promise<string[]> {
  const keys: string[] = [];
  try {
    for await (const item of queue.items({ signal })) {
      keys.push(item.key);
      item.done();
    }
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  }
  return keys;
}

test('failure 1: keys lost with the lease: those that wait are there for the workers of the next term', async () => {
  const { queue, clock } = newQueue();
  const first = new AbortController();
  const firstTerm = work(queue, first.signal);
  queue.add('a');
  await settle();
  queue.add('delayed', { afterMs: 5000 });
  queue.add('failing', { rateLimited: true });
  first.abort();
  expect(await firstTerm).toEqual(['a']);
  // Between the terms there is no worker.
  queue.add('b');
  await clock.advance(60_000);
  const second = new AbortController();
  const secondTerm = work(queue, second.signal);
  await settle();
  second.abort();
  expect((await secondTerm).toSorted()).toEqual(['b', 'delayed', 'failing']);
});

test('failure 19: retries seem to stop after the 15th: the delay can be limited, and the key shows as delayed', async () => {
  const rateLimiter = new WithMaxWaitRateLimiter(new ItemExponentialFailureRateLimiter(), 30_000);
  const { queue, clock } = newQueue({ rateLimiter });
  for (let failure = 0; failure < 25; failure++) {
    queue.add('a', { rateLimited: true });
    expect(queue.stats()).toMatchObject({ delayed: 1, retries: failure + 1 });
    expect(queue.numRequeues('a')).toBe(failure + 1);
    await clock.advance(30_000);
    const item = queue.tryGet();
    expect(item?.key).toBe('a');
    item?.done();
  }
});

test('failure 20: a delay beside an error is ignored: with both, the shorter one counts', async () => {
  const { queue, clock } = newQueue({ rateLimiter: new ItemExponentialFailureRateLimiter() });
  for (let failure = 0; failure < 18; failure++) {
    queue.add('a', { rateLimited: true });
    queue.add('a');
    queue.tryGet()?.done();
  }
  // The backoff is at 1000 s; the caller wants to look again after 10 s.
  queue.add('a', { rateLimited: true, afterMs: 10_000 });
  await clock.advance(9999);
  expect(queue.length).toBe(0);
  await clock.advance(1);
  expect(queue.tryGet()?.key).toBe('a');
  expect(queue.numRequeues('a')).toBe(19);
});

test('failure 22: a hung call holds its key: the others go on, the hang shows, and an add is not lost', async () => {
  const { queue, clock } = newQueue();
  queue.add('hung');
  const hung = queue.tryGet();
  const worker = work(queue);
  for (let n = 0; n < 100; n++) queue.add(`key-${n}`);
  queue.add('hung', { reason: 'annotated' });
  await clock.advance(63_848_000);
  expect(queue.stats()).toMatchObject({
    processing: 1,
    depth: 1,
    unfinishedWorkSeconds: 63_848,
    longestRunningProcessorSeconds: 63_848,
  });
  hung?.done();
  queue.shutDown();
  const keys = await worker;
  expect(keys).toHaveLength(101);
  expect(keys.at(-1)).toBe('hung');
});

describe('failure 23: a priority queue', () => {
  test('hangs on shutdown: it ends while workers take items and others wait', async () => {
    const { queue } = newQueue();
    const workers = Array.from({ length: 10 }, () => work(queue));
    await settle();
    for (let n = 0; n < 5; n++) queue.add(`key-${n}`, { priority: n });
    const drained = queue.shutDown({ drain: true });
    await drained;
    expect((await Promise.all(workers)).flat()).toHaveLength(5);
  });

  test('leaves a getter stuck: a get that races with an add or the shutdown resolves', async () => {
    for (const addFirst of [true, false]) {
      const { queue } = newQueue();
      if (addFirst) queue.add('a');
      const got = queue.get();
      if (!addFirst) queue.add('a');
      queue.shutDown();
      expect((await got)?.key).toBe('a');
      expect(await queue.get()).toBeUndefined();
    }
  });

  test('hands out in the wrong order: 1000 keys are handed out by priority, then in the order of their adds', () => {
    const { queue } = newQueue();
    const keys = Array.from({ length: 1000 }, (_, n) => ({ name: `key-${n}`, priority: (n * 7919) % 10 }));
    for (const { name, priority } of keys) queue.add(name, { priority });
    const order: (string | undefined)[] = keys.map(() => queue.tryGet()?.key);
    expect(order).toEqual(keys.toSorted((a, b) => b.priority - a.priority).map(({ name }) => name));
  });

  test('loses a priority: a priority survives delays, rate limits and processing', async () => {
    const { queue, clock } = newQueue();
    queue.add('a', { priority: 5, rateLimited: true });
    queue.add('a', { afterMs: 60_000 });
    await clock.advance(5);
    const item = queue.tryGet();
    expect(item?.priority).toBe(5);
    queue.add('a', { priority: 7, afterMs: 1000 });
    queue.add('a', { rateLimited: true });
    item?.done();
    await clock.advance(1000);
    expect(queue.tryGet()?.priority).toBe(7);
  });

  test('starves low priorities: under a steady stream of others the key comes after 100 s', async () => {
    const { queue, clock } = newQueue();
    queue.add('low', { priority: lowPriority });
    queue.add('key-0');
    for (let second = 1; second <= 1000; second++) {
      await clock.advance(1000);
      queue.add(`key-${second}`);
      const item = queue.tryGet();
      item?.done();
      if (item?.key !== 'low') continue;
      // One key is always ahead, and the key of second 100 has the same rank.
      expect(second).toBe(102);
      return;
    }
    throw new Error('never handed out');
  });

  test('loses the limit of all keys together: 10 a second after a burst of 100', async () => {
    const clock = new FakeClock();
    const queue = new WorkQueue({ clock, rateLimiter: defaultControllerRateLimiter({ clock }) });
    for (let n = 0; n < 200; n++) queue.add(`key-${n}`, { rateLimited: true, priority: n % 3 });
    await clock.advance(5);
    expect(queue.length).toBe(100);
    await clock.advance(4995);
    expect(queue.length).toBe(150);
  });
});
