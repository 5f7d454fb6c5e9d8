import { describe, expect, test } from 'vitest';
import { DeltaFIFO } from '../../../packages/kube-informers/src/cache/queues/delta-fifo.js';
import type { DeltaFIFOOptions } from '../../../packages/kube-informers/src/cache/queues/queue-options.js';
import type { Delta, Deltas, ObjectDelta } from '../../../packages/kube-informers/src/cache/types.js';
import { DeletedFinalStateUnknown } from '../../../packages/kube-informers/src/meta/tombstone.js';
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

test('TestDeltaFIFO_transformer: transforms each object once, also when a replace makes a tombstone of it', () => {
  const transformer = (object: Item): Item => ({ ...object, transformed: (object.transformed ?? 0) + 1 });
  const queue = fifo(undefined, { transformer });
  queue.add(item('foo', 10));
  queue.add(item('bar', 11));
  queue.update(item('foo', 12));
  queue.delete(item('foo', 15));
  queue.replace([], '');
  queue.add(item('bar', 16));
  queue.replace([], '');
  const once = (name: string, value: number): Item => ({ name, value, transformed: 1 });
  expect(popAll(queue).map((deltas) => deltas.at(-1))).toEqual([
    { type: 'Deleted', object: once('foo', 15) },
    { type: 'Deleted', object: new DeletedFinalStateUnknown('bar', once('bar', 16)) },
  ]);
});

test('TestDeltaFIFO_transformer: transforms a Replaced that is delivered as Sync, but not a resync', () => {
  const seen: number[] = [];
  const transformer = (object: Item): Item => {
    seen.push(object.value);
    return object;
  };
  const queue = fifo([item('known', 1)], { transformer });
  queue.replace([item('known', 2)], '1');
  queue.tryPop((deltas) => expect(deltas).toEqual([delta('Sync', 'known', 2)]));
  queue.resync();
  queue.replace([], '2');
  expect(popAll(queue)).toEqual([[delta('Sync', 'known', 1), gone('known', 1)]]);
  expect(seen).toEqual([2]);
});

test('queues a delete when there are no known objects', () => {
  const knownObjects = {
    listKeys: () => [],
    getByKey: () => {
      throw new Error('disk on fire');
    },
  };
  const queue = new DeltaFIFO({ keyFunc, knownObjects });
  queue.delete(item('foo', 1));
  expect(popAll(queue)).toEqual([[delta('Deleted', 'foo', 1)]]);
});

test('TestDeltaFIFO_HasSynced: a key that a list has twice counts once', () => {
  const queue = fifo();
  queue.replace([item('a', 1), item('a', 2)], '0');
  expect(queue.hasSynced).toBe(false);
  queue.tryPop(() => undefined);
  expect(queue.hasSynced).toBe(true);
});

test('TestDeltaFIFO_HasSynced: an empty first list makes it synced at once', () => {
  const queue = fifo();
  queue.replace([], '0');
  expect(queue.hasSynced).toBe(true);
});

test('TestDeltaFIFO_HasSyncedCorrectOnDeletion: deletes come after the list, belong to the initial list, and it has synced after the last', () => {
  const queue = fifo([item('foo', 5), item('bar', 6), item('baz', 7)]);
  queue.replace([item('foo', 5)], '0');
  const popped: unknown[] = [];
  while (queue.tryPop((deltas, initial) => popped.push([deltas, initial, queue.hasSynced])));
  expect(popped).toEqual([
    [[delta('Sync', 'foo', 5)], true, false],
    [[gone('bar', 6)], true, false],
    [[gone('baz', 7)], true, false],
  ]);
  expect(queue.hasSynced).toBe(true);
});

test('TestRealFIFO_ReplaceAtomicPop: has synced after one pop', () => {
  const queue = new DeltaFIFO({ keyFunc, atomicEvents: true });
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

function popBatches(queue: DeltaFIFO<Item>): Deltas<Item>[] {
  const batches: Deltas<Item>[] = [];
  const note = (deltas: Deltas<Item>): void => void batches.push([...deltas]);
  while (queue.tryPopBatch(note, note));
  return batches;
}

describe('TestRealFIFO_PopBrokenItemsInBatch: refuses objects without a key when they are queued', () => {
  const nameOf = (delta: Delta<Item>): string => ((delta as ObjectDelta<Item>).object as Item).name;
  test.each([
    { name: '1st item is broken', incoming: 'bad3', expected: [] },
    { name: 'nth item is broken', incoming: 'good1 good2 bad3', expected: [['good1', 'good2']] },
    {
      name: 'multiple nth items are broken',
      incoming: 'good1 good2 bad3 bad4',
      expected: [['good1', 'good2']],
    },
    { name: 'mixed 1st and nth items are broken', incoming: 'bad3 good1 bad4', expected: [['good1']] },
  ])('$name', ({ incoming, expected }) => {
    const refused: string[] = [];
    const queue = new DeltaFIFO<Item>({
      keyFunc: ({ name }) => {
        if (name.startsWith('bad')) throw new Error('test key func error');
        return name;
      },
    });
    for (const name of incoming.split(' ')) {
      try {
        queue.add(item(name, 5));
      } catch (error) {
        expect(error).toMatchObject({ code: 'ERR_KEY', cause: { message: 'test key func error' } });
        refused.push(name);
      }
    }
    expect(refused).toEqual(incoming.split(' ').filter((name) => name.startsWith('bad')));
    expect(popBatches(queue).map((deltas) => deltas.map(nameOf))).toEqual(expected);
  });

  test('a key function that fails later does no harm', () => {
    let broken = false;
    const queue = new DeltaFIFO<Item>({
      keyFunc: (object) => {
        if (broken) throw new Error('broken');
        return object.name;
      },
    });
    queue.add(item('a', 1));
    queue.add(item('b', 1));
    queue.add(item('c', 1));
    queue.update(item('c', 2));
    broken = true;
    expect(popBatches(queue).map((deltas) => deltas.length)).toEqual([2, 2]);
  });
});
