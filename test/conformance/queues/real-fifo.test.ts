import { expect, test } from 'vitest';
import { RealFIFO } from '../../../src/cache/queues/real-fifo.js';
import type { RealFIFOOptions } from '../../../src/cache/queues/real-fifo.js';
import type { Delta } from '../../../src/cache/types.js';
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

test('TestRealFIFO_addUpdate: three changes of one key are three pops', () => {
  const queue = fifo();
  queue.add(item('foo', 10));
  queue.update(item('foo', 12));
  queue.delete(item('foo', 15));
  expect(queue.length).toBe(3);
  expect(popAll(queue)).toEqual([
    delta('Added', 'foo', 10),
    delta('Updated', 'foo', 12),
    delta('Deleted', 'foo', 15),
  ]);
});

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

test('TestRealFIFO_enqueueingNoLister: the delete of an unknown key is queued', () => {
  const queue = fifo();
  queue.add(item('foo', 10));
  queue.update(item('bar', 15));
  queue.add(item('qux', 17));
  queue.delete(item('qux', 18));
  queue.delete(item('baz', 20));
  expect(popAll(queue)).toEqual([
    delta('Added', 'foo', 10),
    delta('Updated', 'bar', 15),
    delta('Added', 'qux', 17),
    delta('Deleted', 'qux', 18),
    delta('Deleted', 'baz', 20),
  ]);
});

test('TestRealFIFO_enqueueingWithLister: the delete of a known key is queued', () => {
  const queue = fifo([item('foo', 5), item('bar', 6), item('baz', 7)]);
  queue.add(item('foo', 10));
  queue.update(item('bar', 15));
  queue.delete(item('baz', 20));
  expect(popAll(queue)).toEqual([
    delta('Added', 'foo', 10),
    delta('Updated', 'bar', 15),
    delta('Deleted', 'baz', 20),
  ]);
});

test('TestRealFIFO_addReplace: add and replace of one key are two pops', () => {
  const queue = fifo();
  queue.add(item('foo', 10));
  queue.replace([item('foo', 15)], '0');
  expect(popAll(queue)).toEqual([delta('Added', 'foo', 10), delta('Replaced', 'foo', 15)]);
});

test('TestRealFIFO_ResyncNonExisting, _Resync, _UpdateResyncRace: only idle known keys get a Sync', () => {
  const queue = fifo([item('foo', 5), item('bar', 6), item('baz', 7)]);
  queue.delete(item('foo', 10));
  queue.update(item('bar', 8));
  queue.resync();
  queue.resync();
  expect(popAll(queue)).toEqual([
    delta('Deleted', 'foo', 10),
    delta('Updated', 'bar', 8),
    delta('Sync', 'baz', 7),
  ]);
});

test('TestRealFIFO_DeleteExistingNonPropagated: delivers the delete of an object that the store does not have yet', () => {
  const queue = fifo();
  queue.add(item('foo', 5));
  queue.delete(item('foo', 6));
  expect(popAll(queue)).toEqual([delta('Added', 'foo', 5), delta('Deleted', 'foo', 6)]);
});

test('TestRealFIFO_detectLineJumpers: delivers everything in order of arrival', () => {
  const queue = fifo();
  queue.add(item('foo', 10));
  queue.add(item('bar', 1));
  queue.add(item('foo', 11));
  queue.add(item('foo', 13));
  queue.add(item('zab', 30));
  queue.tryPop(([first]) => expect(first).toEqual(delta('Added', 'foo', 10)));
  queue.add(item('foo', 14));
  expect(popAll(queue)).toEqual([
    delta('Added', 'bar', 1),
    delta('Added', 'foo', 11),
    delta('Added', 'foo', 13),
    delta('Added', 'zab', 30),
    delta('Added', 'foo', 14),
  ]);
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
