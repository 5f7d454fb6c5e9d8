import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { FakeClock, settle } from '../../../testing/src/fake-clock.js';
import { ItemExponentialFailureRateLimiter } from './rate-limiters.js';
import { lowPriority, WorkQueue } from './work-queue.js';
import type { WorkQueueOptions } from './work-queue.js';

function newQueue(options: WorkQueueOptions = {}): { queue: WorkQueue; clock: FakeClock } {
  const clock = new FakeClock();
  return { queue: new WorkQueue({ clock, ...options }), clock };
}

/** Takes and finishes all keys that are ready. */
function takeAll(queue: WorkQueue): string[] {
  const keys: string[] = [];
  for (let item = queue.tryGet(); item !== undefined; item = queue.tryGet()) {
    keys.push(item.key);
    item.done();
  }
  return keys;
}

/** Whether a promise has settled by now. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  let pending = true;
  promise.then(
    () => (pending = false),
    () => (pending = false),
  );
  await settle();
  return pending;
}

describe('a key', () => {
  test('that is added while it is in processing is handed out again after done', () => {
    const { queue } = newQueue();
    queue.add('a');
    const first = queue.tryGet();
    queue.add('a');
    queue.add('a');
    expect([queue.length, queue.processing, queue.stats().depth]).toEqual([0, 1, 1]);
    expect(queue.tryGet()).toBeUndefined();
    first?.done();
    expect([queue.length, queue.processing]).toEqual([1, 0]);
    expect(takeAll(queue)).toEqual(['a']);
    expect(queue.has('a')).toBe(false);
  });

  test('that is delayed while it is in processing becomes ready at its due time, not at done', async () => {
    const { queue, clock } = newQueue();
    queue.add('a');
    const first = queue.tryGet();
    queue.add('a', { afterMs: 1000 });
    first?.done();
    expect([queue.length, queue.delayed]).toEqual([0, 1]);
    await clock.advance(999);
    expect(queue.tryGet()).toBeUndefined();
    await clock.advance(1);
    expect(takeAll(queue)).toEqual(['a']);
    expect(clock.pendingTimers).toBe(0);
  });

  test('whose due time passes while it is in processing becomes ready at done', async () => {
    const { queue, clock } = newQueue();
    queue.add('a');
    const first = queue.tryGet();
    queue.add('a', { afterMs: 1000 });
    await clock.advance(1000);
    expect([queue.length, queue.delayed, queue.stats().depth]).toEqual([0, 0, 1]);
    first?.done();
    expect(takeAll(queue)).toEqual(['a']);
  });

  test('is ready when it is due although the timer is late', () => {
    let nowMs = 0;
    const stuck = { now: () => nowMs, monotonic: () => nowMs, setTimer: () => ({ cancel() {} }) };
    const queue = new WorkQueue({ clock: { ...stuck, sleep: () => Promise.resolve() } });
    queue.add('due', { afterMs: 5 });
    nowMs = 10;
    queue.add('later');
    expect(takeAll(queue)).toEqual(['due', 'later']);
    queue.add('a', { afterMs: 5 });
    nowMs = 15;
    expect(queue.tryGet()?.key).toBe('a');
  });

  // Upstream: kube-rs scheduler.rs.
  test('has its distinct reasons, and counts those beyond maxReasons', () => {
    const { queue } = newQueue({ maxReasons: 2 });
    queue.add('none');
    expect(queue.tryGet()).toMatchObject({ reasons: [], droppedReasons: 0 });
    for (const reason of ['one', 'one', 'two', 'two', 'three', 'four']) queue.add('a', { reason });
    const item = queue.tryGet();
    expect(item).toMatchObject({ reasons: ['one', 'two'], droppedReasons: 2 });
    queue.add('a', { reason: 'five' });
    item?.done();
    expect(queue.tryGet()).toMatchObject({ reasons: ['five'], droppedReasons: 0 });
    // What was handed out does not change.
    expect(item?.reasons).toEqual(['one', 'two']);
  });

  test('has 8 distinct reasons by default, of 100', () => {
    const { queue } = newQueue();
    for (let n = 0; n < 100; n++) queue.add('a', { reason: `reason ${n}` });
    const item = queue.tryGet();
    expect(item?.reasons).toEqual(Array.from({ length: 8 }, (_, n) => `reason ${n}`));
    expect(item?.droppedReasons).toBe(92);
  });

  test('is released once: a second done, or one of an earlier item, does nothing', () => {
    const { queue } = newQueue();
    queue.add('a');
    const first = queue.tryGet();
    first?.done();
    first?.done();
    queue.add('a');
    const second = queue.tryGet();
    first?.done();
    expect([queue.processing, queue.has('a')]).toEqual([1, true]);
    second?.[Symbol.dispose]();
    expect([queue.processing, queue.has('a')]).toEqual([0, false]);
  });
});

describe('priorities', () => {
  test('with aging, a low key waits for keys that became ready up to 100 s later, and no longer', async () => {
    const { queue, clock } = newQueue();
    queue.add('low', { priority: lowPriority });
    for (let second = 1; second <= 102; second++) {
      await clock.advance(1000);
      queue.add(`high-${second}`);
    }
    const order = takeAll(queue);
    // Equal ranks: the higher priority is first.
    expect(order.indexOf('low')).toBe(100);
    expect(order.slice(99, 103)).toEqual(['high-100', 'low', 'high-101', 'high-102']);
  });

  test('that are strict let a low key wait for all others', async () => {
    const { queue, clock } = newQueue({ agingMs: Infinity });
    queue.add('low', { priority: -1 });
    await clock.advance(1e9);
    queue.add('high', { priority: 1 });
    queue.add('middle');
    expect(takeAll(queue)).toEqual(['high', 'middle', 'low']);
  });

  test('a raised key counts as ready now at the new priority', async () => {
    const { queue, clock } = newQueue({ agingMs: 1000 });
    queue.add('a');
    queue.add('b', { priority: 10 });
    await clock.advance(5000);
    queue.add('c', { priority: 10 });
    queue.add('a', { priority: 10 });
    // Ranks: b -10 s, c and a -5 s.
    expect(takeAll(queue)).toEqual(['b', 'c', 'a']);
  });

  test('of eight keys with equal ranks: the higher is first', async () => {
    const { queue, clock } = newQueue({ agingMs: 1000 });
    for (let priority = 0; priority < 8; priority++) {
      queue.add(`p${priority}`, { priority });
      await clock.advance(1000);
    }
    // All have the rank 0.
    expect(takeAll(queue)).toEqual(['p7', 'p6', 'p5', 'p4', 'p3', 'p2', 'p1', 'p0']);
  });

  test('a key that is raised to an equal rank is handed out before later keys', async () => {
    const { queue, clock } = newQueue({ agingMs: 1000 });
    queue.add('raised');
    await clock.advance(10_000);
    queue.add('before', { priority: 10 });
    queue.add('raised', { priority: 10 });
    queue.add('after', { priority: 10 });
    expect(takeAll(queue)).toEqual(['before', 'raised', 'after']);
  });

  test('a raised key keeps its place if that is better', async () => {
    const { queue, clock } = newQueue({ agingMs: 1000 });
    queue.add('a');
    await clock.advance(60_000);
    queue.add('b', { priority: 10 });
    queue.add('a', { priority: 10 });
    expect([...queue.stats().depthByPriority]).toEqual([[10, 2]]);
    const first = queue.tryGet();
    expect(first).toMatchObject({ key: 'a', priority: 10 });
    expect([...queue.stats().depthByPriority]).toEqual([[10, 1]]);
    expect(takeAll(queue)).toEqual(['b']);
    expect([...queue.stats().depthByPriority]).toEqual([]);
  });

  test('a key in the middle of its lane can be raised', () => {
    const { queue } = newQueue();
    for (const key of ['a', 'b', 'c', 'd']) queue.add(key);
    queue.add('b', { priority: 1 });
    queue.add('d', { priority: 1 });
    queue.add('a', { priority: 2 });
    expect([...queue.stats().depthByPriority]).toEqual([
      [2, 1],
      [1, 2],
      [0, 1],
    ]);
    queue.add('e');
    expect(takeAll(queue)).toEqual(['a', 'b', 'd', 'c', 'e']);
  });

  test('of a remembered and of a delayed key are raised too', async () => {
    const { queue, clock } = newQueue();
    queue.add('a');
    const first = queue.tryGet();
    queue.add('a');
    queue.add('a', { priority: 5 });
    queue.add('b', { afterMs: 10 });
    queue.add('b', { afterMs: 20, priority: 7 });
    expect([...queue.stats().depthByPriority]).toEqual([[5, 1]]);
    first?.done();
    await clock.advance(10);
    expect([queue.tryGet(), queue.tryGet()]).toMatchObject([
      { key: 'b', priority: 7 },
      { key: 'a', priority: 5 },
    ]);
  });
});

describe('get', () => {
  // Upstream: kube-rs controller/runner.rs.
  test('serves waiting callers in order', async () => {
    const { queue } = newQueue();
    const got = [queue.get(), queue.get(), queue.get()].map(async (each) => (await each)?.key);
    queue.add('a');
    queue.add('b');
    queue.add('c');
    expect(await Promise.all(got)).toEqual(['a', 'b', 'c']);
  });

  test('rejects with the reason of its signal, keeps the keys and leaves no listener', async () => {
    const { queue } = newQueue();
    const controller = new AbortController();
    const { signal } = controller;
    const waiting = queue.get({ signal });
    const served = queue.get({ signal });
    expect(await isPending(waiting)).toBe(true);
    queue.add('a');
    expect((await waiting)?.key).toBe('a');
    controller.abort(new Error('stop'));
    await expect(served).rejects.toThrow('stop');
    await expect(queue.get({ signal })).rejects.toThrow('stop');
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    queue.add('b');
    expect(takeAll(queue)).toEqual(['b']);
  });

  test('yields to timers during endless work', async () => {
    const queue = new WorkQueue();
    let stopped = false;
    const timer = setTimeout(() => {
      stopped = true;
    }, 1);
    queue.add('a');
    for await (const item of queue.items()) {
      queue.add('a');
      item.done();
      if (stopped) break;
    }
    clearTimeout(timer);
    expect(stopped).toBe(true);
  });
});

describe('items', () => {
  test('ends when the queue is shut down and its keys are handed out', async () => {
    const { queue } = newQueue();
    queue.add('a');
    queue.add('b');
    const keys: string[] = [];
    for await (const item of queue.items()) {
      keys.push(item.key);
      queue.shutDown();
      item.done();
    }
    expect(keys).toEqual(['a', 'b']);
  });

  test('waits for a key that is added again while it is in processing elsewhere', async () => {
    const { queue } = newQueue();
    queue.add('a');
    const elsewhere = queue.tryGet();
    queue.add('a');
    queue.shutDown();
    const items = queue.items();
    const next = items.next();
    expect(await isPending(next)).toBe(true);
    elsewhere?.done();
    const again = await next;
    expect(again.value?.key).toBe('a');
    again.value?.done();
    expect(await items.next()).toEqual({ done: true, value: undefined });
  });

  test('rejects with the reason of its signal', async () => {
    const { queue } = newQueue();
    const controller = new AbortController();
    const next = queue.items({ signal: controller.signal }).next();
    controller.abort(new Error('stop'));
    await expect(next).rejects.toThrow('stop');
  });

  test('return() ends a pending next(), which takes no item', async () => {
    const { queue } = newQueue();
    const { signal } = new AbortController();
    const items = queue.items({ signal });
    const next = items.next();
    await settle();
    expect(await items.return()).toEqual({ done: true, value: undefined });
    expect(await next).toEqual({ done: true, value: undefined });
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    queue.add('a');
    expect(takeAll(queue)).toEqual(['a']);
  });
});

describe('shutDown', () => {
  test('ignores adds, hands out what is ready, and drops what is delayed', async () => {
    const { queue, clock } = newQueue();
    queue.add('ready');
    queue.add('delayed', { afterMs: 10 });
    queue.add('busy', { priority: 1 });
    const busy = queue.tryGet();
    queue.add('busy', { afterMs: 10 });
    queue.shutDown();
    queue.add('late');
    expect([queue.isShuttingDown, queue.delayed, clock.pendingTimers]).toEqual([true, 0, 0]);
    expect(queue.stats().droppedAtShutDown).toBe(2);
    expect(takeAll(queue)).toEqual(['ready']);
    busy?.done();
    expect(await queue.get()).toBeUndefined();
    expect([queue.has('busy'), queue.has('delayed'), queue.has('late')]).toEqual([false, false, false]);
  });

  test('with drain waits for ready keys and for those in processing', async () => {
    const { queue, clock } = newQueue();
    queue.add('a');
    queue.add('delayed', { afterMs: 10 });
    const drained = queue.shutDown({ drain: true });
    expect([queue.delayed, clock.pendingTimers]).toEqual([0, 0]);
    expect(await isPending(drained)).toBe(true);
    const item = queue.tryGet();
    expect(await isPending(drained)).toBe(true);
    item?.done();
    await drained;
    await queue.shutDown({ drain: true });
  });

  test('with drain rejects with the reason of its signal, and stays shut down', async () => {
    const { queue } = newQueue();
    queue.add('a');
    const drained = queue.shutDown({ drain: true, signal: AbortSignal.abort(new Error('stop')) });
    await expect(drained).rejects.toThrow('stop');
    expect(queue.isShuttingDown).toBe(true);
    const controller = new AbortController();
    const again = queue.shutDown({ drain: true, signal: controller.signal });
    controller.abort(new Error('too slow'));
    await expect(again).rejects.toThrow('too slow');
  });

  test('is what the end of a `using` block does', () => {
    const { queue } = newQueue();
    {
      using closing = queue;
      expect(closing.isShuttingDown).toBe(false);
    }
    expect(queue.isShuttingDown).toBe(true);
  });
});

describe('many keys', () => {
  // Upstream: kube-rs controller/mod.rs.
  test('50,000 that are due at once become ready in order, in turns of the event loop', async () => {
    const { queue, clock } = newQueue();
    const keys = Array.from({ length: 50_000 }, (_, n) => `key-${n}`);
    for (const key of keys) queue.add(key, { afterMs: 1000 });
    expect(clock.pendingTimers).toBe(1);
    await clock.advance(1000);
    expect([queue.length, queue.delayed, clock.pendingTimers]).toEqual([50_000, 0, 0]);
    expect(takeAll(queue)).toEqual(keys);
  });

  test('a due time resets the timer only if it is the earliest', async () => {
    const { queue, clock } = newQueue();
    for (const afterMs of [500, 1000, 200, 300]) queue.add(`after ${afterMs}`, { afterMs });
    expect([clock.pendingTimers, clock.nextTimerMs]).toEqual([1, 200]);
    await clock.advance(200);
    expect([clock.pendingTimers, clock.nextTimerMs]).toEqual([1, 100]);
    queue.add('after 300');
    queue.add('after 500');
    queue.add('after 1000');
    expect(clock.pendingTimers).toBe(0);
    expect(takeAll(queue)).toEqual(['after 200', 'after 300', 'after 500', 'after 1000']);
  });
});

describe('release', () => {
  test('gives a key back in its old place, with its priority, reasons and kinds, and counts nothing', async () => {
    const { queue, clock } = newQueue();
    queue.add('first', { reason: 'created', kind: 'event', priority: 3 });
    queue.add('second', { priority: 3 });
    await clock.advance(1000);
    const item = queue.tryGet();
    queue.add('first', { reason: ['changed', 'created'], kind: 'other', priority: 1 });
    await clock.advance(1000);
    item?.release();
    item?.done();
    const { adds, retries, processing, workDurationSeconds } = queue.stats();
    expect([adds, retries, processing, workDurationSeconds.count]).toEqual([3, 0, 0, 0]);
    expect(queue.tryGet()).toMatchObject({
      key: 'first',
      priority: 3,
      reasons: ['created', 'changed'],
      kinds: ['event', 'other'],
      queuedMs: 2000,
    });
    expect(queue.tryGet()?.key).toBe('second');
    expect([queue.length, queue.stats().depth]).toEqual([0, 0]);
  });

  test('for later waits its time, unless an add asks for less', async () => {
    const { queue, clock } = newQueue();
    for (const key of ['waits', 'asked later', 'asked now']) queue.add(key, { reason: 'first' });
    const items = [queue.tryGet(), queue.tryGet(), queue.tryGet()];
    queue.add('asked later', { afterMs: 200 });
    queue.add('asked now');
    for (const item of items) item?.release(500);
    expect(takeAll(queue)).toEqual(['asked now']);
    await clock.advance(200);
    expect(takeAll(queue)).toEqual(['asked later']);
    await clock.advance(299);
    expect(queue.length).toBe(0);
    await clock.advance(1);
    expect(queue.tryGet()).toMatchObject({ key: 'waits', reasons: ['first'] });
    expect(clock.pendingTimers).toBe(0);
  });

  test('reaches a getter that waits, and ends a drain', async () => {
    const { queue } = newQueue();
    queue.add('a');
    const item = queue.tryGet();
    const next = queue.get();
    item?.release();
    const again = await next;
    expect(again?.key).toBe('a');
    const drained = queue.shutDown({ drain: true });
    again?.release(5);
    await drained;
    expect([queue.has('a'), queue.stats().droppedAtShutDown]).toEqual([false, 1]);
  });

  test('refuses a time that is not finite', () => {
    const { queue } = newQueue();
    queue.add('a');
    expect(() => queue.tryGet()?.release(Number.NaN)).toThrow(
      'afterMs of release of a WorkItem must be a finite number, got NaN',
    );
  });
});

describe('statistics', () => {
  test('count retries, and time what waits and what runs', async () => {
    const { queue, clock } = newQueue({ name: 'website' });
    queue.add('a', { afterMs: 500 });
    queue.add('b', { afterMs: 0 });
    await clock.advance(1000);
    queue.tryGet()?.done();
    const slow = queue.tryGet();
    await clock.advance(3000);
    const { queueDurationSeconds, workDurationSeconds, ...rest } = queue.stats();
    expect(rest).toEqual({
      name: 'website',
      depth: 0,
      depthByPriority: new Map(),
      delayed: 0,
      processing: 1,
      adds: 2,
      retries: 1,
      droppedAtShutDown: 0,
      unfinishedWorkSeconds: 3,
      longestRunningProcessorSeconds: 3,
    });
    // b waited 1 s, a 0.5 s.
    expect([queueDurationSeconds.count, queueDurationSeconds.sum]).toEqual([2, 1.5]);
    expect(queueDurationSeconds.buckets).toHaveLength(12);
    expect(queueDurationSeconds.buckets.slice(7, 10)).toEqual([
      { le: 0.1, count: 0 },
      { le: 1, count: 2 },
      { le: 10, count: 2 },
    ]);
    expect([workDurationSeconds.count, workDurationSeconds.sum]).toEqual([1, 0]);
    slow?.done();
    expect(queue.stats().workDurationSeconds).toMatchObject({ count: 2, sum: 3 });
  });
});

describe('bad input', () => {
  const wrong = (value: unknown): never => value as never;
  const refused = (message: string): unknown => expect.objectContaining({ code: 'ERR_OPTION', message });

  test.each([
    ['', "a key must be a non-empty string, got ''"],
    [undefined, 'a key must be a non-empty string, got undefined'],
    [{ name: 'a' }, 'a key must be a non-empty string, got object'],
  ])('the key %j is refused', (key, message) => {
    expect(() => newQueue().queue.add(wrong(key))).toThrow(refused(message));
  });

  test.each([Number.NaN, -1, Infinity, undefined])('a delay of %s from a rate limiter is refused', (ms) => {
    const rateLimiter = { when: () => wrong(ms), forget() {}, numRequeues: () => 0 };
    const { queue } = newQueue({ rateLimiter });
    expect(() => queue.add('a', { rateLimited: true })).toThrow(
      refused(`when of the rateLimiter must return a finite number of 0 or more, got ${ms}`),
    );
    expect(queue.has('a')).toBe(false);
  });

  test('an invalid signal and invalid options of shutDown, get and items are refused', async () => {
    const { queue } = newQueue();
    const signal = wrong(new AbortController());
    await expect(queue.get({ signal })).rejects.toMatchObject({ code: 'ERR_OPTION' });
    await expect(queue.items({ signal }).next()).rejects.toMatchObject({ code: 'ERR_OPTION' });
    expect(() => queue.shutDown({ drain: true, signal })).toThrow('an AbortController');
    expect(() => queue.shutDown(wrong({ drain: 'yes' }))).toThrow('must be true or false');
    expect(() => queue.shutDown(wrong({ signal: AbortSignal.abort() }))).toThrow(
      'signal of shutDown of a WorkQueue needs drain: true, got drain: undefined',
    );
    expect(queue.isShuttingDown).toBe(false);
  });
});

test.each([0, -1, -5000])('a delay of %i ms makes the key ready at once', (afterMs) => {
  const { queue, clock } = newQueue();
  queue.add('a', { afterMs });
  expect([queue.length, queue.delayed, clock.pendingTimers]).toEqual([1, 0, 0]);
});

test('afterMs and rateLimited together: the shorter delay counts, and the limiter counts the failure', () => {
  const { queue, clock } = newQueue({
    rateLimiter: new ItemExponentialFailureRateLimiter({ baseMs: 100, maxMs: 1000 }),
  });
  queue.add('a', { rateLimited: true, afterMs: 5000 });
  expect(clock.nextTimerMs).toBe(100);
  queue.add('b', { rateLimited: true, afterMs: 50 });
  expect(clock.nextTimerMs).toBe(50);
  expect([queue.numRequeues('a'), queue.numRequeues('b')]).toEqual([1, 1]);
  queue.forget('a');
  expect(queue.numRequeues('a')).toBe(0);
});

test('a delay of a fraction of a millisecond ends, whatever its rounding', async () => {
  const { queue, clock } = newQueue();
  await clock.advance(1_234_567);
  for (let index = 0; index < 1000; index++) queue.add(`key-${index}`, { afterMs: 0.1 + index * 0.7071 });
  await clock.advance(1000);
  expect(queue.length).toBe(1000);
});
