import { describe, expect, test } from 'vitest';
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

test('TestRealFIFO_replaceWithDeleteDeltaIn: keeps the Deleted, followed by the Replaced', () => {
  const queue = fifo([item('foo', 1)]);
  queue.delete(item('foo', 1));
  queue.replace([item('foo', 2)], '');
  expect(popAll(queue)).toEqual([delta('Deleted', 'foo', 1), delta('Replaced', 'foo', 2)]);
});

describe('TestRealFIFOW_ReplaceMakesDeletionsForObjectsOnlyInQueue', () => {
  const obj = item('foo', 2);
  test.each<{ name: string; act: (queue: RealFIFO<Item>) => void; expected: Delta<Item>[] }>([
    {
      name: 'Added object should be deleted on Replace',
      act: (queue) => {
        queue.add(obj);
        queue.replace([], '0');
      },
      expected: [delta('Added', 'foo', 2), gone('foo', 2)],
    },
    {
      name: 'Deleted object should have only a single Delete',
      act: (queue) => {
        queue.add(obj);
        queue.delete(obj);
        queue.replace([], '0');
      },
      expected: [delta('Added', 'foo', 2), delta('Deleted', 'foo', 2)],
    },
    {
      name: 'Synced objects should have a single delete',
      act: (queue) => {
        queue.add(obj);
        queue.replace([obj], '0');
        queue.replace([obj], '0');
        queue.replace([], '0');
      },
      expected: [
        delta('Added', 'foo', 2),
        delta('Replaced', 'foo', 2),
        delta('Replaced', 'foo', 2),
        gone('foo', 2),
      ],
    },
    {
      name: 'Added objects should have a single delete on multiple Replaces',
      act: (queue) => {
        queue.add(obj);
        queue.replace([], '0');
        queue.replace([], '1');
      },
      expected: [delta('Added', 'foo', 2), gone('foo', 2)],
    },
    {
      name: 'Added and deleted and added object should be deleted',
      act: (queue) => {
        queue.add(obj);
        queue.delete(obj);
        queue.add(item('foo', 3));
        queue.replace([], '0');
      },
      expected: [
        delta('Added', 'foo', 2),
        delta('Deleted', 'foo', 2),
        delta('Added', 'foo', 3),
        gone('foo', 3),
      ],
    },
    {
      name: 'Bookmark object should not be added without atomic',
      act: (queue) => {
        queue.bookmark('123');
        queue.replace([], '0');
        queue.replace([], '1');
      },
      expected: [],
    },
  ])('$name', ({ act, expected }) => {
    const queue = fifo();
    act(queue);
    expect(popAll(queue)).toEqual(expected);
  });
});

describe('TestRealFIFO_ReplaceMakesDeletions: tombstones come before the list', () => {
  const known = [item('foo', 5), item('bar', 6), item('baz', 7)];

  test('a delete that is queued needs no tombstone', () => {
    const queue = fifo(known);
    queue.delete(item('baz', 10));
    queue.replace([item('foo', 6)], '0');
    expect(popAll(queue)).toEqual([delta('Deleted', 'baz', 10), gone('bar', 6), delta('Replaced', 'foo', 6)]);
  });

  test('a queued add provides the tombstone’s object', () => {
    const queue = fifo(known);
    queue.add(item('baz', 10));
    queue.replace([item('foo', 5)], '0');
    expect(popAll(queue)).toEqual([
      delta('Added', 'baz', 10),
      gone('baz', 10),
      gone('bar', 6),
      delta('Replaced', 'foo', 5),
    ]);
  });

  test('deleted and created again in the queue: the tombstone has the newer object', () => {
    const queue = fifo(known);
    queue.delete(item('bar', 6));
    queue.add(item('bar', 100));
    queue.replace([item('foo', 5)], '0');
    expect(popAll(queue)).toEqual([
      delta('Deleted', 'bar', 6),
      delta('Added', 'bar', 100),
      gone('bar', 100),
      gone('baz', 7),
      delta('Replaced', 'foo', 5),
    ]);
  });

  test('listed first, then gone', () => {
    const queue = fifo(known);
    queue.replace([item('bar', 100), item('foo', 5)], '0');
    queue.replace([item('foo', 5)], '0');
    expect(popAll(queue)).toEqual([
      gone('baz', 7),
      delta('Replaced', 'bar', 100),
      delta('Replaced', 'foo', 5),
      gone('bar', 100),
      delta('Replaced', 'foo', 5),
    ]);
  });

  test('without known objects, only the queue counts', () => {
    const queue = fifo();
    queue.add(item('baz', 10));
    queue.replace([item('foo', 5)], '0');
    expect(popAll(queue)).toEqual([delta('Added', 'baz', 10), gone('baz', 10), delta('Replaced', 'foo', 5)]);
  });

  test('TestRealFIFO_HasSyncedCorrectOnDeletion: tombstones belong to the initial list, and it has synced after the last', () => {
    const queue = fifo(known);
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
});
