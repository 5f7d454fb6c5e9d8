import { describe, expect, test } from 'vitest';
import { RealFIFO } from '../../../packages/kube-informers/src/cache/queues/real-fifo.js';
import type { RealFIFOOptions } from '../../../packages/kube-informers/src/cache/queues/real-fifo.js';
import type { Delta, ObjectDelta } from '../../../packages/kube-informers/src/cache/types.js';
import { item, keyFunc, knowing } from './queue.test-support.js';
import type { Item } from './queue.test-support.js';

/** A queue that splits lists, and whose consumer has these objects. */
function fifo(known: readonly Item[] = [], options: RealFIFOOptions<Item> = {}): RealFIFO<Item> {
  return new RealFIFO({ keyFunc, knownObjects: knowing(known), atomicEvents: false, ...options });
}

function atomic(options: RealFIFOOptions<Item> = {}): RealFIFO<Item> {
  return new RealFIFO({ keyFunc, ...options });
}

/** The popped batches, and for each whether it belongs to the initial list. */
function popBatches(queue: RealFIFO<Item>): { deltas: Delta<Item>[]; initial: boolean; single: boolean }[] {
  const batches: { deltas: Delta<Item>[]; initial: boolean; single: boolean }[] = [];
  while (
    queue.tryPopBatch(
      (deltas, initial) => batches.push({ deltas, initial, single: false }),
      (deltas, initial) => batches.push({ deltas: [...deltas], initial, single: true }),
    )
  );
  return batches;
}

describe('TestRealFIFO_PopMultipleDeltaInBatch', () => {
  const unlimited = 999_999;
  /** Title, keys of the list, keys of the updates, batch size, batches: R for Replaced, U for Updated, `!` after an initial one. */
  test.each<[string, string, string, number, string]>([
    ['non-split: pop unique items should work', '1 2 3', '', unlimited, 'R1 R2 R3 !'],
    ['split due to initial list: initial 2 items with 2 updates should have 2 batches', '1 2', '3 4', 2, 'R1 R2 ! | U3 U4'],
    ['split due to non-unique#1: update single item for multiple items should have separate batch', '1', '1 1', unlimited, 'R1 ! | U1 | U1'],
    ['split due to non-unique#2: update 3 item for with non-unique item at the end should have separate batch', '1 2', '2 3', unlimited, 'R1 R2 ! | U2 U3'],
    ['split due to non-unique#3: update 3 item for with non-unique item in the mid should have separate batch', '1 2 3', '2', unlimited, 'R1 R2 R3 ! | U2'],
    ['split due to batch size#1: batching initial list should work', '1 2 3', '', 2, 'R1 R2 ! | R3 !'],
    ['split due to batch size#2: batching incoming non-initial deltas should work', '', '1 2 3', 2, 'U1 U2 | U3'],
    ['split due to batch size#3: pop 4 mixed initial & non-initial items with 2 batch size should have 3 batch', '1 2 3', '4', 2, 'R1 R2 ! | R3 ! | U4'],
    ['the initial list ends a batch that has room', '1 2', '3 4', unlimited, 'R1 R2 ! | U3 U4'],
    ['a repeated key at the end of the updates', '', '1 2 3 3', unlimited, 'U1 U2 U3 | U3'],
    ['a repeated key in the middle of the updates', '', '1 2 1 3', unlimited, 'U1 U2 | U1 U3'],
    ['a batch size of one', '1', '2', 1, 'R1 ! | U2'],
  ])('%s', (_title, listed, updates, batchSize, expected) => {
    const list = listed.split(' ').filter(Boolean).map((name) => item(name, 5));
    const queue = fifo(list, { batchSize });
    queue.replace(list, '123');
    for (const name of updates.split(' ').filter(Boolean)) queue.update(item(name, 6));
    const batches = popBatches(queue);
    const text = ({ type, object }: ObjectDelta<Item>): string => type.charAt(0) + (object as Item).name;
    const shown = batches.map(
      ({ deltas, initial }) => deltas.map((entry) => text(entry as ObjectDelta<Item>)).join(' ') + (initial ? ' !' : ''),
    );
    expect(shown.join(' | ')).toBe(expected);
    // A batch of one item is passed to the function for single items.
    expect(batches.map(({ single }) => single)).toEqual(batches.map(({ deltas }) => deltas.length === 1));
    expect(queue.hasSynced).toBe(true);
  }); // prettier-ignore

  test('the default is 1000 (client-go, the_real_fifo.go)', () => {
    const queue = atomic();
    for (let i = 0; i < 2500; i++) queue.add(item(`o${i}`, 1));
    expect(popBatches(queue).map(({ deltas }) => deltas.length)).toEqual([1000, 1000, 500]);
  });

  test('a delta of the whole store is a separate batch and ends the batch before it', () => {
    const queue = atomic();
    queue.add(item('a', 1));
    queue.add(item('b', 1));
    queue.resync();
    queue.bookmark('7');
    queue.add(item('c', 1));
    queue.add(item('d', 1));
    expect(popBatches(queue).map(({ deltas }) => deltas.map(({ type }) => type))).toEqual([
      ['Added', 'Added'],
      ['SyncAll'],
      ['Bookmark'],
      ['Added', 'Added'],
    ]);
  });

  test('popBatch on an empty queue returns false without a call', () => {
    expect(popBatches(atomic())).toEqual([]);
  });

  test('throws the batch function’s error, with the batch removed and counted', () => {
    const queue = fifo();
    queue.replace([item('a', 1), item('b', 1)], '1');
    queue.add(item('c', 1));
    const boom = new Error('boom');
    expect(() =>
      queue.tryPopBatch(
        () => {
          throw boom;
        },
        () => undefined,
      ),
    ).toThrow(boom);
    expect([queue.length, queue.hasSynced]).toEqual([1, true]);
  });
});

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
    const queue = new RealFIFO<Item>({
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
    expect(popBatches(queue).map(({ deltas }) => deltas.map(nameOf))).toEqual(expected);
  });

  test('a key function that fails later does no harm', () => {
    let broken = false;
    const queue = new RealFIFO<Item>({
      keyFunc: (object) => {
        if (broken) throw new Error('broken');
        return object.name;
      },
    });
    queue.add(item('a', 1));
    queue.add(item('b', 1));
    queue.add(item('a', 2));
    broken = true;
    expect(popBatches(queue).map(({ deltas }) => deltas.length)).toEqual([2, 1]);
  });
});
