import { expect, test } from 'vitest';
import { RealFIFO } from '../../../packages/kube-informers/src/cache/queues/real-fifo.js';
import type { RealFIFOOptions } from '../../../packages/kube-informers/src/cache/queues/real-fifo.js';
import type { Delta } from '../../../packages/kube-informers/src/cache/types.js';
import { delta, gone, item, keyFunc, knowing } from './queue.test-support.js';
import type { Item } from './queue.test-support.js';

/** A queue that splits lists, and whose consumer has these objects. */
function fifo(known: readonly Item[] = [], options: RealFIFOOptions<Item> = {}): RealFIFO<Item> {
  return new RealFIFO({ keyFunc, knownObjects: knowing(known), atomicEvents: false, ...options });
}

function popAll(queue: RealFIFO<Item>): Delta<Item>[] {
  const popped: Delta<Item>[] = [];
  while (
    queue.tryPop((deltas) => {
      expect(deltas).toHaveLength(1);
      popped.push(...deltas);
    })
  );
  return popped;
}

test('TestRealFIFO_transformer: merges nothing, so repeated replaces produce repeated tombstones', () => {
  const seen: number[] = [];
  const queue = fifo([], {
    transformer: (object) => {
      seen.push(object.value);
      return object;
    },
  });
  queue.add(item('foo', 10));
  queue.add(item('bar', 11));
  queue.update(item('foo', 12));
  queue.delete(item('foo', 15));
  queue.replace([], '');
  queue.add(item('bar', 16));
  queue.replace([], '');
  expect(popAll(queue)).toEqual([
    delta('Added', 'foo', 10),
    delta('Added', 'bar', 11),
    delta('Updated', 'foo', 12),
    delta('Deleted', 'foo', 15),
    gone('bar', 11),
    delta('Added', 'bar', 16),
    gone('bar', 16),
  ]);
  expect(seen).toEqual([10, 11, 12, 15, 16]);
});

test('TestRealFIFO_HasSynced: a key that a list has twice is popped twice', () => {
  const queue = fifo();
  queue.replace([item('a', 1), item('a', 2)], '0');
  queue.tryPop(() => undefined);
  expect(queue.hasSynced).toBe(false);
  queue.tryPop(() => undefined);
  expect(queue.hasSynced).toBe(true);
});

test('TestRealFIFO_HasSynced: an empty list without atomic events makes it synced at once', () => {
  const queue = fifo();
  queue.replace([], '0');
  expect([queue.length, queue.hasSynced]).toEqual([0, true]);
});

test('TestRealFIFO_HasSyncedCorrectOnDeletion: tombstones come before the list, belong to the initial list, and it has synced after the last', () => {
  const queue = fifo([item('foo', 5), item('bar', 6), item('baz', 7)]);
  queue.replace([item('foo', 5)], '0');
  const popped: unknown[] = [];
  while (queue.tryPop(([first], initial) => popped.push([first, initial, queue.hasSynced])));
  expect(popped).toEqual([
    [gone('bar', 6), true, false],
    [gone('baz', 7), true, false],
    [delta('Replaced', 'foo', 5), true, false],
  ]);
  expect(queue.hasSynced).toBe(true);
});

test('TestRealFIFO_ReplaceAtomicPop: has synced after one pop', () => {
  const queue = new RealFIFO({ keyFunc });
  queue.replace([item('foo', 15), item('bar', 1)], '20');
  expect([queue.length, queue.hasSynced]).toEqual([1, false]);
  queue.tryPop(([first], isInInitialList) => {
    expect(first).toEqual({
      type: 'ReplacedAll',
      objects: [item('foo', 15), item('bar', 1)],
      resourceVersion: '20',
    });
    expect([isInInitialList, queue.hasSynced]).toEqual([true, false]);
  });
  expect(queue.hasSynced).toBe(true);
});
