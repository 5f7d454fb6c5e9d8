import { describe, expect, test } from 'vitest';
import { DeletedFinalStateUnknown } from '../meta/tombstone.js';
import { RealFIFO } from './real-fifo.js';
import type { RealFIFOOptions } from './real-fifo.js';
import { newStore } from './store.js';
import type { Delta, ObjectDelta } from './types.js';

interface Item {
  readonly name: string;
  readonly value: number;
}

const keyFunc = (object: Item): string => object.name;

function item(name: string, value: number): Item {
  return { name, value };
}

function gone(name: string, value: number): ObjectDelta<Item> {
  return { type: 'Deleted', object: new DeletedFinalStateUnknown(name, item(name, value)) };
}

function delta(type: ObjectDelta<Item>['type'], name: string, value: number): ObjectDelta<Item> {
  return { type, object: item(name, value) };
}

/** A queue that takes lists apart, and whose consumer knows these objects. */
function fifo(known: readonly Item[] = [], options: RealFIFOOptions<Item> = {}): RealFIFO<Item> {
  const knownObjects = newStore(keyFunc);
  knownObjects.replace(known, '1');
  return new RealFIFO({ keyFunc, knownObjects, atomicEvents: false, ...options });
}

function atomic(options: RealFIFOOptions<Item> = {}): RealFIFO<Item> {
  return new RealFIFO({ keyFunc, ...options });
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

describe('options', () => {
  test('atomic events and known objects do not go together', () => {
    expect(() => new RealFIFO({ keyFunc, knownObjects: newStore(keyFunc) })).toThrow(
      expect.objectContaining({
        code: 'ERR_OPTION',
        message: 'knownObjects must be absent when atomicEvents is true',
      }),
    );
    expect(() => new RealFIFO({ keyFunc, atomicEvents: false })).toThrow(
      'knownObjects is required when atomicEvents is false',
    );
    expect([atomic().atomicEvents, fifo().atomicEvents]).toEqual([true, false]);
  });

  test.each([0, -1, 1.5, Number.NaN])('a batch of %d is refused', (batchSize) => {
    expect(() => atomic({ batchSize })).toThrow(`batchSize must be a whole number above 0, got ${batchSize}`);
  });
});

test('TestRealFIFO_replaceWithDeleteDeltaIn: the Deleted stays, then comes the Replaced', () => {
  const queue = fifo([item('foo', 1)]);
  queue.delete(item('foo', 1));
  queue.replace([item('foo', 2)], '');
  expect(popAll(queue)).toEqual([delta('Deleted', 'foo', 1), delta('Replaced', 'foo', 2)]);
});

describe('TestRealFIFOW_ReplaceMakesDeletionsForObjectsOnlyInQueue', () => {
  const obj = item('foo', 2);
  test.each<{ name: string; act: (queue: RealFIFO<Item>) => void; expected: Delta<Item>[] }>([
    {
      name: 'an added object is deleted by a replace',
      act: (queue) => {
        queue.add(obj);
        queue.replace([], '0');
      },
      expected: [delta('Added', 'foo', 2), gone('foo', 2)],
    },
    {
      name: 'a deleted object has a single delete',
      act: (queue) => {
        queue.add(obj);
        queue.delete(obj);
        queue.replace([], '0');
      },
      expected: [delta('Added', 'foo', 2), delta('Deleted', 'foo', 2)],
    },
    {
      name: 'replaced objects have a single delete',
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
      name: 'an added object has a single delete after two replaces',
      act: (queue) => {
        queue.add(obj);
        queue.replace([], '0');
        queue.replace([], '1');
      },
      expected: [delta('Added', 'foo', 2), gone('foo', 2)],
    },
    {
      name: 'added, deleted, added again: deleted with the last state',
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

test('TestRealFIFO_transformer: nothing is merged, so repeated replaces give repeated tombstones', () => {
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
  queue.add(item('qux', 17));
  queue.delete(item('qux', 18));
  queue.delete(item('baz', 20));
  expect(popAll(queue)).toEqual([
    delta('Added', 'qux', 17),
    delta('Deleted', 'qux', 18),
    delta('Deleted', 'baz', 20),
  ]);
});

test('TestRealFIFO_enqueueingWithLister: so is that of a known one', () => {
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

describe('TestRealFIFO_ReplaceMakesDeletions: tombstones come before the list', () => {
  const known = [item('foo', 5), item('bar', 6), item('baz', 7)];

  test('a delete that is queued needs no tombstone', () => {
    const queue = fifo(known);
    queue.delete(item('baz', 10));
    queue.replace([item('foo', 6)], '0');
    expect(popAll(queue)).toEqual([delta('Deleted', 'baz', 10), gone('bar', 6), delta('Replaced', 'foo', 6)]);
  });

  test("an add that is queued gives the tombstone's object", () => {
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
});

test('TestRealFIFO_detectLineJumpers: everything in the order in which it came', () => {
  const queue = fifo();
  queue.add(item('foo', 10));
  queue.add(item('bar', 1));
  queue.add(item('foo', 11));
  queue.tryPop(([first]) => expect(first).toEqual(delta('Added', 'foo', 10)));
  queue.add(item('foo', 14));
  expect(popAll(queue)).toEqual([
    delta('Added', 'bar', 1),
    delta('Added', 'foo', 11),
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

test('TestRealFIFO_HasSynced: an empty list that is taken apart makes it synced at once', () => {
  const queue = fifo();
  queue.replace([], '0');
  expect([queue.length, queue.hasSynced]).toEqual([0, true]);
});

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

  test('TestRealFIFO_ReplaceAtomicPop: one pop and it has synced', () => {
    const queue = atomic();
    queue.replace([item('foo', 15), item('bar', 1)], '20');
    expect([queue.length, queue.hasSynced]).toEqual([1, false]);
    queue.tryPop(([first], isInInitialList) => {
      expect(first).toEqual(all('20', item('foo', 15), item('bar', 1)));
      expect([isInInitialList, queue.hasSynced]).toEqual([true, false]);
    });
    expect(queue.hasSynced).toBe(true);
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
