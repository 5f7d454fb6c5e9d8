import { describe, expect, test } from 'vitest';
import { RealFIFO } from '../../../src/cache/queues/real-fifo.js';
import type { Delta } from '../../../src/cache/types.js';
import { delta, item, keyFunc } from './queue.test-support.js';
import type { Item } from './queue.test-support.js';

function atomic(): RealFIFO<Item> {
  return new RealFIFO({ keyFunc });
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

describe('TestRealFIFO_ReplaceAtomic', () => {
  const all = (resourceVersion: string, ...objects: Item[]): Delta<Item> => ({
    type: 'ReplacedAll',
    objects,
    resourceVersion,
  });

  test.each<{ name: string; act: (queue: RealFIFO<Item>) => void; expected: Delta<Item>[] }>([
    {
      name: 'Base replace',
      act: (queue) => queue.replace([], '123'),
      expected: [all('123')],
    },
    {
      name: 'Added object exists in deltas on Atomic Replace',
      act: (queue) => {
        queue.add(item('foo', 2));
        queue.replace([], '123');
      },
      expected: [delta('Added', 'foo', 2), all('123')],
    },
    {
      name: 'Multiple replaces run in order',
      act: (queue) => {
        queue.add(item('foo', 2));
        queue.replace([item('foo', 2)], '10');
        queue.replace([item('foo', 2)], '20');
        queue.replace([], '56');
      },
      expected: [delta('Added', 'foo', 2), all('10', item('foo', 2)), all('20', item('foo', 2)), all('56')],
    },
    {
      name: 'Bookmark object should not be included in Replace',
      act: (queue) => {
        queue.bookmark('123');
        queue.replace([], '1234');
      },
      expected: [{ type: 'Bookmark', resourceVersion: '123' }, all('1234')],
    },
  ])('$name', ({ act, expected }) => {
    const queue = atomic();
    act(queue);
    expect(popAll(queue)).toEqual(expected);
  });

  test('TestRealFIFO_ReplaceAtomicPop: has synced after one pop', () => {
    const queue = atomic();
    queue.replace([item('foo', 15), item('bar', 1)], '20');
    expect([queue.length, queue.hasSynced]).toEqual([1, false]);
    queue.tryPop(([first], isInInitialList) => {
      expect(first).toEqual(all('20', item('foo', 15), item('bar', 1)));
      expect([isInInitialList, queue.hasSynced]).toEqual([true, false]);
    });
    expect(queue.hasSynced).toBe(true);
  });

  test('TestRealFIFO_ReplaceAtomicPop: two pops after an add, in order, and nothing is left', () => {
    const queue = atomic();
    queue.add(item('foo', 10));
    queue.replace([item('foo', 15)], '20');
    expect(popAll(queue)).toEqual([delta('Added', 'foo', 10), all('20', item('foo', 15))]);
    expect(queue.length).toBe(0);
  });

  test.each([
    ['Base resync', [], [{ type: 'SyncAll' }]],
    [
      'Added object exists in deltas on Atomic Resync',
      ['foo'],
      [delta('Added', 'foo', 2), { type: 'SyncAll' }],
    ],
  ])('TestRealFIFO_ResyncAtomic: %s', (_name, names, expected) => {
    const queue = atomic();
    for (const name of names) queue.add(item(name, 2));
    queue.resync();
    expect(popAll(queue)).toEqual(expected);
  });
});
