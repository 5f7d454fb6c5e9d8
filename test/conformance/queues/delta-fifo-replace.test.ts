import { describe, expect, test } from 'vitest';
import { DeltaFIFO } from '../../../src/cache/queues/delta-fifo.js';
import type { DeltaFIFOOptions } from '../../../src/cache/queues/delta-fifo.js';
import type { Deltas } from '../../../src/cache/types.js';
import { delta, gone, item, keyFunc, knowing } from './queue.test-support.js';
import type { Item } from './queue.test-support.js';

/** A queue whose consumer has these objects. */
function fifo(known?: readonly Item[], options: DeltaFIFOOptions<Item> = {}): DeltaFIFO<Item> {
  if (known === undefined) return new DeltaFIFO({ keyFunc, ...options });
  return new DeltaFIFO({ keyFunc, knownObjects: knowing(known), ...options });
}

function popAll(queue: DeltaFIFO<Item>): Deltas<Item>[] {
  const popped: Deltas<Item>[] = [];
  while (queue.tryPop((deltas) => popped.push(deltas)));
  return popped;
}

test('TestDeltaFIFO_replaceWithDeleteDeltaIn: adds a Sync after the queued Deleted', () => {
  const queue = fifo([item('foo', 1)]);
  queue.delete(item('foo', 1));
  queue.replace([item('foo', 2)], '');
  expect(popAll(queue)).toEqual([[delta('Deleted', 'foo', 1), delta('Sync', 'foo', 2)]]);
});

describe('TestDeltaFIFOW_ReplaceMakesDeletionsForObjectsOnlyInQueue', () => {
  const obj = item('foo', 2);
  const rows: readonly {
    readonly name: string;
    readonly replaced?: boolean;
    readonly act: (queue: DeltaFIFO<Item>) => void;
    readonly expected: Deltas<Item>;
  }[] = [
    {
      name: 'Added object should be deleted on Replace',
      act: (queue) => {
        queue.add(obj);
        queue.replace([], '0');
      },
      expected: [delta('Added', 'foo', 2), gone('foo', 2)],
    },
    {
      name: 'Replaced object should have only a single Delete',
      replaced: true,
      act: (queue) => {
        queue.add(obj);
        queue.replace([obj], '0');
        queue.replace([], '0');
      },
      expected: [delta('Added', 'foo', 2), delta('Replaced', 'foo', 2), gone('foo', 2)],
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
      expected: [delta('Added', 'foo', 2), delta('Sync', 'foo', 2), delta('Sync', 'foo', 2), gone('foo', 2)],
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
  ];

  describe.each([
    ['with known objects', []],
    ['without known objects', undefined],
  ])('%s', (_name, known) => {
    test.each(rows)('$name', ({ replaced, act, expected }) => {
      const queue = fifo(known, { emitDeltaTypeReplaced: replaced });
      act(queue);
      expect(popAll(queue)).toEqual([expected]);
    });
  });
});

describe('two Deleted in a row', () => {
  test('a real delete replaces a tombstone', () => {
    const queue = fifo([item('foo', 1)]);
    queue.replace([], '1');
    queue.delete(item('foo', 2));
    expect(popAll(queue)).toEqual([[delta('Deleted', 'foo', 2)]]);
  });

  test('neither a tombstone nor a later delete replaces a real delete', () => {
    const queue = fifo([item('foo', 1)]);
    queue.delete(item('foo', 2));
    queue.replace([], '1');
    queue.delete(item('foo', 3));
    expect(popAll(queue)).toEqual([[delta('Deleted', 'foo', 2)]]);
  });

  test('compares only with the last delta, so an event between keeps both', () => {
    const queue = fifo([item('foo', 1)]);
    queue.delete(item('foo', 1));
    queue.add(item('foo', 2));
    queue.delete(item('foo', 2));
    expect(popAll(queue)).toEqual([
      [delta('Deleted', 'foo', 1), delta('Added', 'foo', 2), delta('Deleted', 'foo', 2)],
    ]);
  });
});

describe('TestDeltaFIFO_ReplaceMakesDeletions', () => {
  const known = [item('foo', 5), item('bar', 6), item('baz', 7)];

  test('a queued delete takes precedence over a tombstone', () => {
    const queue = fifo(known);
    queue.delete(item('baz', 10));
    queue.replace([item('foo', 5)], '0');
    expect(popAll(queue)).toEqual([
      [delta('Deleted', 'baz', 10)],
      [delta('Sync', 'foo', 5)],
      [gone('bar', 6)],
    ]);
  });

  test('a queued add provides the tombstone’s object', () => {
    const queue = fifo(known);
    queue.add(item('baz', 10));
    queue.replace([item('foo', 5)], '0');
    expect(popAll(queue)).toEqual([
      [delta('Added', 'baz', 10), gone('baz', 10)],
      [delta('Sync', 'foo', 5)],
      [gone('bar', 6)],
    ]);
  });

  test('deleted and created again in the queue: the tombstone has the newer object', () => {
    const queue = fifo(known);
    queue.delete(item('bar', 6));
    queue.add(item('bar', 100));
    queue.replace([item('foo', 5)], '0');
    expect(popAll(queue)).toEqual([
      [delta('Deleted', 'bar', 6), delta('Added', 'bar', 100), gone('bar', 100)],
      [delta('Sync', 'foo', 5)],
      [gone('baz', 7)],
    ]);
  });

  test('listed first, then gone: the tombstone has the listed object', () => {
    const queue = fifo(known);
    queue.replace([item('bar', 100), item('foo', 5)], '0');
    queue.replace([item('foo', 5)], '0');
    expect(popAll(queue)).toEqual([
      [delta('Sync', 'bar', 100), gone('bar', 100)],
      [delta('Sync', 'foo', 5), delta('Sync', 'foo', 5)],
      [gone('baz', 7)],
    ]);
  });

  test('without known objects, only the queue counts', () => {
    const queue = fifo();
    queue.add(item('baz', 10));
    queue.replace([item('foo', 5)], '0');
    expect(popAll(queue)).toEqual([[delta('Added', 'baz', 10), gone('baz', 10)], [delta('Sync', 'foo', 5)]]);
  });

  test('TestDeltaFIFO_ReplaceMakesDeletionsReplaced, _ReplaceDeltaType: Replaced with the option', () => {
    const queue = fifo(known, { emitDeltaTypeReplaced: true });
    queue.delete(item('baz', 10));
    queue.replace([item('foo', 6)], '0');
    expect(popAll(queue)).toEqual([
      [delta('Deleted', 'baz', 10)],
      [delta('Replaced', 'foo', 6)],
      [gone('bar', 6)],
    ]);
  });

  test('a tombstone of a tombstone holds the object', () => {
    const queue = fifo([]);
    queue.add(item('foo', 1));
    queue.replace([], '0');
    queue.replace([], '1');
    queue.tryPop((deltas) => expect(deltas.at(-1)).toEqual(gone('foo', 1)));
  });
});
