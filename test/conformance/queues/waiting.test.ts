import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { settle } from '../../../packages/testing/src/fake-clock.js';
import { QueueClosedError } from '../../../packages/kube-informers/src/cache/queues/queue-state.js';
import { item, popAll, queues } from './queue.test-support.js';
import type { Item } from './queue.test-support.js';
import type { Queue } from '../../../packages/kube-informers/src/cache/types.js';

describe.each(queues)('%s: pop', (_name, create) => {
  test('waits for an item', async () => {
    const { queue } = create();
    const names: unknown[] = [];
    const popping = queue.pop(([delta]) => names.push(delta));
    await settle();
    expect(names).toEqual([]);
    queue.add(item('a'));
    await popping;
    expect(names).toEqual([{ type: 'Added', object: item('a') }]);
  });

  test('returns a present item at once', async () => {
    const { queue } = create();
    queue.add(item('a'));
    let popped = 0;
    await queue.pop(() => popped++);
    expect(popped).toBe(1);
  });

  test('rejects with the error of process', async () => {
    const { queue } = create();
    queue.add(item('a'));
    await expect(
      queue.pop(() => {
        throw new Error('boom');
      }),
    ).rejects.toThrow('boom');
    expect(queue.length).toBe(0);
  });

  test('several waiting pops get one item each', async () => {
    const { queue } = create();
    const counts = [0, 0];
    const popping = counts.map((_count, index) => queue.pop(() => (counts[index] = 1)));
    await settle();
    queue.add(item('a'));
    await settle();
    expect(counts).toEqual([1, 0]);
    queue.add(item('b'));
    await Promise.all(popping);
    expect(counts).toEqual([1, 1]);
  });

  test('TestDeltaFIFO_PopShouldUnblockWhenClosed, TestRealFIFO_PopShouldUnblockWhenClosed: ten waiting pops reject with QueueClosedError', async () => {
    const { queue } = create();
    const popping = Array.from({ length: 10 }, () => queue.pop(() => undefined));
    const settled = Promise.allSettled(popping);
    queue.close();
    for (const result of await settled) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'ERR_QUEUE_CLOSED' } });
    }
  });

  test('an aborted signal ends the wait with its reason and keeps no listener', async () => {
    const { queue } = create();
    const controller = new AbortController();
    const reason = new Error('enough');
    const popping = queue.pop(() => undefined, { signal: controller.signal });
    const rejected = expect(popping).rejects.toBe(reason);
    await settle();
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
    controller.abort(reason);
    await rejected;
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
    queue.add(item('a'));
    expect(queue.length).toBe(1);
  });

  test('an already aborted signal pops nothing', async () => {
    const { queue } = create();
    queue.add(item('a'));
    await expect(queue.pop(() => undefined, { signal: AbortSignal.abort('stop') })).rejects.toBe('stop');
    expect(queue.length).toBe(1);
  });

  test('a resolved wait leaves no listener on its signal', async () => {
    const { queue } = create();
    const { signal } = new AbortController();
    const popping = queue.pop(() => undefined, { signal });
    await settle();
    queue.add(item('a'));
    await popping;
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});

describe.each(queues)('%s: close and listener', (_name, create) => {
  test('after close, queued items can be popped, and nothing is accepted', async () => {
    const { queue, store } = create();
    store.add(item('known'));
    queue.add(item('a'));
    queue.close();
    queue.close();
    expect(queue.closed).toBe(true);
    queue.add(item('b'));
    queue.update(item('b'));
    queue.delete(item('known'));
    queue.replace([item('c')], '1');
    queue.resync();
    expect(queue.length).toBe(1);
    await queue.pop(([delta]) => expect(delta).toEqual({ type: 'Added', object: item('a') }));
    await expect(queue.pop(() => undefined)).rejects.toBeInstanceOf(QueueClosedError);
  });

  test('the listener is called for the first item on an empty queue, not the next, and once for the close', () => {
    const { queue } = create();
    const lengths: number[] = [];
    queue.setListener(() => lengths.push(queue.length));
    queue.add(item('a'));
    queue.add(item('b'));
    expect(lengths).toEqual([1]);
    while (queue.tryPop(() => undefined));
    queue.update(item('c'));
    expect(lengths).toEqual([1, 1]);
    queue.close();
    queue.close();
    expect(lengths).toEqual([1, 1, 1]);
  });

  test('the listener may pop at once and gets a complete replace or resync', () => {
    const setup = create();
    const initial: boolean[] = [];
    setup.queue.setListener(() => initial.push(...popAll(setup).map((popped) => popped.isInInitialList)));
    setup.queue.replace([item('a'), item('b')], '1');
    expect(new Set(initial)).toEqual(new Set([true]));
    expect([setup.store.listKeys(), setup.queue.hasSynced]).toEqual([['a', 'b'], true]);
    setup.queue.resync();
    expect(setup.queue.length).toBe(0);
  });

  test('the listener can be removed', () => {
    const { queue } = create();
    let calls = 0;
    queue.setListener(() => calls++);
    queue.setListener(undefined);
    queue.add(item('a'));
    queue.close();
    expect(calls).toBe(0);
  });
});

describe.each(queues)('%s: memory', (_name, create) => {
  test('TestGarbageCollection: a popped object is not kept alive', async () => {
    const { queue } = create();
    const first = added(queue, 'a');
    added(queue, 'b');
    queue.tryPop(() => undefined);
    // A WeakRef keeps its target alive until the end of the job that created it.
    await settle();
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
    expect(first.deref()).toBeUndefined();
    expect(queue.length).toBe(1);
  });
});

function added(queue: Queue<Item>, name: string): WeakRef<Item> {
  const object = item(name);
  queue.add(object);
  return new WeakRef(object);
}
