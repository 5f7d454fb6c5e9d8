import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import type { WorkQueue } from 'kube-informers/controller';
import { settle } from '@kube-informers/testing';
import { isPending, newQueue, takeAll } from './queue.test-support.js';

const shutdowns = [
  ['ShutDown', (queue: WorkQueue) => Promise.resolve(queue.shutDown())],
  ['ShutDownWithDrain', (queue: WorkQueue) => queue.shutDown({ drain: true })],
] as const;

describe.each(shutdowns)('%s', (_name, shutDown) => {
  test('TestBasic: 50 producers and 10 consumers, no key twice at once, nothing after the shutdown', async () => {
    const { queue } = newQueue();
    const running = new Set<string>();
    const done: string[] = [];
    const consume = async (): Promise<void> => {
      for await (const item of queue.items()) {
        expect(running.has(item.key)).toBe(false);
        expect(item.key).not.toBe('added after shutdown!');
        running.add(item.key);
        await settle(1);
        running.delete(item.key);
        done.push(item.key);
        item.done();
      }
    };
    const consumers = Array.from({ length: 10 }, consume);
    const produce = async (producer: number): Promise<void> => {
      for (let n = 0; n < 50; n++) {
        queue.add(`key-${producer}`);
        if (n % 10 === 0) await settle(1);
      }
    };
    await Promise.all(Array.from({ length: 50 }, (_, producer) => produce(producer)));
    const ended = shutDown(queue);
    queue.add('added after shutdown!');
    await Promise.all(consumers);
    await ended;
    expect(new Set(done).size).toBe(50);
    expect([queue.length, queue.processing]).toEqual([0, 0]);
  });

  test('TestAddWhileProcessing: a key added by its consumer is handed out again, and the queue ends empty', async () => {
    const { queue } = newQueue();
    const runs = new Map<string, number>();
    const consume = async (): Promise<void> => {
      for await (const item of queue.items()) {
        const count = (runs.get(item.key) ?? 0) + 1;
        runs.set(item.key, count);
        if (count < 2) queue.add(item.key);
        await settle(1);
        item.done();
      }
    };
    const consumers = Array.from({ length: 10 }, consume);
    for (let n = 0; n < 50; n++) queue.add(`key-${n}`);
    await settle();
    while (queue.length > 0 || queue.processing > 0) await settle(1);
    await shutDown(queue);
    await Promise.all(consumers);
    expect([...new Set(runs.values())]).toEqual([2]);
    expect(queue.length).toBe(0);
  });
});

test('TestLen: only another key changes the length', () => {
  const { queue } = newQueue();
  queue.add('foo');
  expect(queue.length).toBe(1);
  queue.add('bar');
  expect(queue.length).toBe(2);
  queue.add('foo');
  expect(queue.length).toBe(2);
});

// Upstream: kube-rs scheduler.rs.
test('TestReinsert: a key added during processing is handed out once more after done', () => {
  const { queue } = newQueue();
  queue.add('foo');
  const first = queue.tryGet();
  queue.add(first?.key ?? '');
  expect(queue.length).toBe(0);
  first?.done();
  expect(queue.length).toBe(1);
  const second = queue.tryGet();
  expect(second?.key).toBe('foo');
  second?.done();
  expect([queue.length, queue.has('foo')]).toEqual([0, false]);
});

// Upstream: kube-rs controller/runner.rs.
test('TestCollapse: two adds before a get are one item', () => {
  const { queue } = newQueue();
  queue.add('foo', { reason: 'one' });
  queue.add('foo', { reason: 'two' });
  const item = queue.tryGet();
  expect(item?.reasons).toEqual(['one', 'two']);
  item?.done();
  expect(queue.tryGet()).toBeUndefined();
});

// Upstream: kube-rs scheduler.rs.
test('TestCollapseWhileProcessing: two adds while processing are one more run, after done', async () => {
  const { queue } = newQueue();
  queue.add('foo');
  const first = queue.tryGet();
  queue.add('foo');
  queue.add('foo');
  const second = queue.get();
  expect(await isPending(second)).toBe(true);
  first?.done();
  const item = await second;
  expect(item?.key).toBe('foo');
  item?.done();
  expect([queue.length, queue.tryGet()]).toEqual([0, undefined]);
});

test('TestQueueDrainageUsingShutDownWithDrain: waits until every item in processing is done', async () => {
  const { queue } = newQueue();
  queue.add('foo');
  queue.add('bar');
  const [first, second] = [queue.tryGet(), queue.tryGet()];
  const drained = queue.shutDown({ drain: true });
  expect(await isPending(drained)).toBe(true);
  first?.done();
  expect(await isPending(drained)).toBe(true);
  second?.done();
  await drained;
  expect(await queue.get()).toBeUndefined();
});

test('TestNoQueueDrainageUsingShutDown: returns although items are in processing', () => {
  const { queue } = newQueue();
  queue.add('foo');
  queue.add('bar');
  queue.tryGet();
  expect(queue.shutDown()).toBeUndefined();
  expect([queue.isShuttingDown, queue.processing, queue.length]).toEqual([true, 1, 1]);
});

test('TestForceQueueShutdownUsingShutDown: ends a pending drain', async () => {
  const { queue } = newQueue();
  queue.add('foo');
  queue.tryGet();
  const drained = queue.shutDown({ drain: true });
  expect(await isPending(drained)).toBe(true);
  queue.shutDown();
  await drained;
  expect(queue.processing).toBe(1);
});

test('TestQueueDrainageUsingShutDownWithDrainWithDirtyItem: waits for a key that was added while processing', async () => {
  const { queue } = newQueue();
  queue.add('foo');
  const first = queue.tryGet();
  queue.add('foo');
  const drained = queue.shutDown({ drain: true });
  first?.done();
  expect(await isPending(drained)).toBe(true);
  const again = queue.tryGet();
  expect(again?.key).toBe('foo');
  expect(await isPending(drained)).toBe(true);
  again?.done();
  await drained;
  expect(await queue.get()).toBeUndefined();
});

// Upstream: JOSDK EventProcessorTest.
test('TestGarbageCollection: keeps nothing of an item that was handed out and finished', async () => {
  setFlagsFromString('--expose-gc');
  // The function that `node --expose-gc` adds to the globals.
  const gc = runInNewContext('gc') as () => void;
  const { queue } = newQueue();
  const use = (key: string): WeakRef<object>[] => {
    queue.add(key, { reason: 'one' });
    queue.add(key, { reason: 'two', priority: 1 });
    queue.add(key, { reason: 'three', priority: 2 });
    const item = queue.tryGet();
    if (item === undefined) throw new Error('no item');
    item.done();
    return [new WeakRef(item), new WeakRef(item.reasons)];
  };
  queue.add('stays');
  const references = [...use('one'), ...use('two')];
  await settle();
  gc();
  expect(references.map((each) => each.deref())).toEqual([undefined, undefined, undefined, undefined]);
  expect(takeAll(queue)).toEqual(['stays']);
});
