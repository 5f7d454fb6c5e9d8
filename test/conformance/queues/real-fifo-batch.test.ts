import { describe, expect, test } from 'vitest';
import { RealFIFO } from '../../../src/cache/queues/real-fifo.js';
import type { RealFIFOOptions } from '../../../src/cache/queues/real-fifo.js';
import type { Delta, ObjectDelta } from '../../../src/cache/types.js';
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
  test.each<{
    name: string;
    list: string[];
    updates: string[];
    batchSize: number;
    /** Incoming deltas: R for Replaced, U for Updated; and whether they belong to the initial list. */
    expected: [string, boolean][];
  }>([
    {
      name: 'non-split: pop unique items should work',
      list: ['1', '2', '3'],
      updates: [],
      batchSize: unlimited,
      expected: [['R1 R2 R3', true]],
    },
    {
      name: 'split due to initial list: initial 2 items with 2 updates should have 2 batches',
      list: ['1', '2'],
      updates: ['3', '4'],
      batchSize: 2,
      expected: [
        ['R1 R2', true],
        ['U3 U4', false],
      ],
    },
    {
      name: 'split due to non-unique#1: update single item for multiple items should have separate batch',
      list: ['1'],
      updates: ['1', '1'],
      batchSize: unlimited,
      expected: [
        ['R1', true],
        ['U1', false],
        ['U1', false],
      ],
    },
    {
      name: 'split due to non-unique#2: update 3 item for with non-unique item at the end should have separate batch',
      list: ['1', '2'],
      updates: ['2', '3'],
      batchSize: unlimited,
      expected: [
        ['R1 R2', true],
        ['U2 U3', false],
      ],
    },
    {
      name: 'split due to non-unique#3: update 3 item for with non-unique item in the mid should have separate batch',
      list: ['1', '2', '3'],
      updates: ['2'],
      batchSize: unlimited,
      expected: [
        ['R1 R2 R3', true],
        ['U2', false],
      ],
    },
    {
      name: 'split due to batch size#1: batching initial list should work',
      list: ['1', '2', '3'],
      updates: [],
      batchSize: 2,
      expected: [
        ['R1 R2', true],
        ['R3', true],
      ],
    },
    {
      name: 'split due to batch size#2: batching incoming non-initial deltas should work',
      list: [],
      updates: ['1', '2', '3'],
      batchSize: 2,
      expected: [
        ['U1 U2', false],
        ['U3', false],
      ],
    },
    {
      name: 'split due to batch size#3: pop 4 mixed initial & non-initial items with 2 batch size should have 3 batch',
      list: ['1', '2', '3'],
      updates: ['4'],
      batchSize: 2,
      expected: [
        ['R1 R2', true],
        ['R3', true],
        ['U4', false],
      ],
    },
    {
      name: 'the initial list ends a batch that has room',
      list: ['1', '2'],
      updates: ['3', '4'],
      batchSize: unlimited,
      expected: [
        ['R1 R2', true],
        ['U3 U4', false],
      ],
    },
    {
      name: 'a repeated key at the end of the updates',
      list: [],
      updates: ['1', '2', '3', '3'],
      batchSize: unlimited,
      expected: [
        ['U1 U2 U3', false],
        ['U3', false],
      ],
    },
    {
      name: 'a repeated key in the middle of the updates',
      list: [],
      updates: ['1', '2', '1', '3'],
      batchSize: unlimited,
      expected: [
        ['U1 U2', false],
        ['U1 U3', false],
      ],
    },
    {
      name: 'a batch size of one',
      list: ['1'],
      updates: ['2'],
      batchSize: 1,
      expected: [
        ['R1', true],
        ['U2', false],
      ],
    },
  ])('$name', ({ list, updates, batchSize, expected }) => {
    const queue = fifo(
      list.map((name) => item(name, 5)),
      { batchSize },
    );
    queue.replace(
      list.map((name) => item(name, 5)),
      '123',
    );
    for (const name of updates) queue.update(item(name, 6));
    const batches = popBatches(queue);
    const text = ({ type, object }: ObjectDelta<Item>): string => type.charAt(0) + (object as Item).name;
    expect(
      batches.map(({ deltas, initial }) => [
        deltas.map((entry) => text(entry as ObjectDelta<Item>)).join(' '),
        initial,
      ]),
    ).toEqual(expected);
    // A batch of one item is passed to the function for single items.
    expect(batches.map(({ single }) => single)).toEqual(batches.map(({ deltas }) => deltas.length === 1));
    expect(queue.hasSynced).toBe(true);
  });

  test('the default is 1000 (client-go, the_real_fifo.go)', () => {
    const queue = atomic();
    for (let i = 0; i < 2500; i++) queue.add(item(`o${i}`, 1));
    expect(popBatches(queue).map(({ deltas }) => deltas.length)).toEqual([1000, 1000, 500]);
  });

  test('a delta about the whole store is a batch of its own and ends the batch before it', () => {
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
