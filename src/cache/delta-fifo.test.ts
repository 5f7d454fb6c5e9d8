import { describe, expect, test } from 'vitest';
import { DeletedFinalStateUnknown } from '../meta/tombstone.js';
import { DeltaFIFO } from './delta-fifo.js';
import type { DeltaFIFOOptions } from './delta-fifo.js';
import { newStore } from './store.js';
import type { Deltas, ObjectDelta } from './types.js';

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

/** A queue whose consumer knows these objects. */
function fifo(known?: readonly Item[], options: DeltaFIFOOptions<Item> = {}): DeltaFIFO<Item> {
  if (known === undefined) return new DeltaFIFO({ keyFunc, ...options });
  const knownObjects = newStore(keyFunc);
  knownObjects.replace(known, '1');
  return new DeltaFIFO({ keyFunc, knownObjects, ...options });
}

function popAll(queue: DeltaFIFO<Item>): Deltas<Item>[] {
  const popped: Deltas<Item>[] = [];
  while (queue.tryPop((deltas) => popped.push(deltas)));
  return popped;
}

test('TestDeltaFIFO_replaceWithDeleteDeltaIn: a Sync is added after the Deleted that is queued', () => {
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
      name: 'an added object is deleted by a replace',
      act: (queue) => {
        queue.add(obj);
        queue.replace([], '0');
      },
      expected: [delta('Added', 'foo', 2), gone('foo', 2)],
    },
    {
      name: 'a replaced object has a single delete',
      replaced: true,
      act: (queue) => {
        queue.add(obj);
        queue.replace([obj], '0');
        queue.replace([], '0');
      },
      expected: [delta('Added', 'foo', 2), delta('Replaced', 'foo', 2), gone('foo', 2)],
    },
    {
      name: 'a deleted object has a single delete, the real one',
      act: (queue) => {
        queue.add(obj);
        queue.delete(obj);
        queue.replace([], '0');
      },
      expected: [delta('Added', 'foo', 2), delta('Deleted', 'foo', 2)],
    },
    {
      name: 'synced objects have a single delete',
      act: (queue) => {
        queue.add(obj);
        queue.replace([obj], '0');
        queue.replace([obj], '0');
        queue.replace([], '0');
      },
      expected: [delta('Added', 'foo', 2), delta('Sync', 'foo', 2), delta('Sync', 'foo', 2), gone('foo', 2)],
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
  test('a real delete takes the place of a tombstone', () => {
    const queue = fifo([item('foo', 1)]);
    queue.replace([], '1');
    queue.delete(item('foo', 2));
    expect(popAll(queue)).toEqual([[delta('Deleted', 'foo', 2)]]);
  });

  test('a tombstone does not take the place of a real delete, nor does a later delete', () => {
    const queue = fifo([item('foo', 1)]);
    queue.delete(item('foo', 2));
    queue.replace([], '1');
    queue.delete(item('foo', 3));
    expect(popAll(queue)).toEqual([[delta('Deleted', 'foo', 2)]]);
  });

  test('only the last one is looked at: what came between keeps both', () => {
    const queue = fifo([item('foo', 1)]);
    queue.delete(item('foo', 1));
    queue.add(item('foo', 2));
    queue.delete(item('foo', 2));
    expect(popAll(queue)).toEqual([
      [delta('Deleted', 'foo', 1), delta('Added', 'foo', 2), delta('Deleted', 'foo', 2)],
    ]);
  });
});

test('TestDeltaFIFO_addUpdate: one pop gives all that happened to the key, and takes it out', () => {
  const queue = fifo();
  queue.add(item('foo', 10));
  queue.update(item('foo', 12));
  queue.delete(item('foo', 15));
  expect(queue.length).toBe(1);
  expect(popAll(queue)).toEqual([
    [delta('Added', 'foo', 10), delta('Updated', 'foo', 12), delta('Deleted', 'foo', 15)],
  ]);
  expect(queue.length).toBe(0);
});

test('TestDeltaFIFO_transformer: a Replaced is transformed also when it is told as Sync; a resync is not', () => {
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

test('TestDeltaFIFO_enqueueingNoLister: the delete of an unknown key is dropped', () => {
  const queue = fifo();
  queue.add(item('foo', 10));
  queue.update(item('bar', 15));
  queue.add(item('qux', 17));
  queue.delete(item('qux', 18));
  queue.delete(item('baz', 20));
  expect(popAll(queue).map((deltas) => deltas.at(-1))).toEqual([
    delta('Added', 'foo', 10),
    delta('Updated', 'bar', 15),
    delta('Deleted', 'qux', 18),
  ]);
});

test('TestDeltaFIFO_enqueueingWithLister: the delete of a key that only the store knows is queued', () => {
  const queue = fifo([item('foo', 5), item('bar', 6), item('baz', 7)]);
  queue.add(item('foo', 10));
  queue.update(item('bar', 15));
  queue.delete(item('baz', 20));
  queue.delete(item('never', 1));
  expect(popAll(queue)).toEqual([
    [delta('Added', 'foo', 10)],
    [delta('Updated', 'bar', 15)],
    [delta('Deleted', 'baz', 20)],
  ]);
});

test('a delete is told when nobody can say whether its key is known', () => {
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

test('TestDeltaFIFO_addReplace: add and replace of one key are one pop', () => {
  const queue = fifo();
  queue.add(item('foo', 10));
  queue.replace([item('foo', 15)], '0');
  expect(popAll(queue)).toEqual([[delta('Added', 'foo', 10), delta('Sync', 'foo', 15)]]);
});

test('TestDeltaFIFO_Resync: an idle known key gets a Sync; one with a queued delta does not', () => {
  const queue = fifo([item('foo', 5), item('bar', 6)]);
  queue.delete(item('bar', 10));
  queue.resync();
  queue.resync();
  expect(popAll(queue)).toEqual([[delta('Deleted', 'bar', 10)], [delta('Sync', 'foo', 5)]]);
});

test('resync without known objects does nothing', () => {
  const queue = fifo();
  queue.resync();
  expect(queue.length).toBe(0);
});

test('TestDeltaFIFO_DeleteExistingNonPropagated: the delete of what the store has not seen yet is told', () => {
  const queue = fifo([]);
  queue.add(item('foo', 5));
  queue.delete(item('foo', 6));
  expect(popAll(queue)).toEqual([[delta('Added', 'foo', 5), delta('Deleted', 'foo', 6)]]);
});

describe('TestDeltaFIFO_ReplaceMakesDeletions', () => {
  const known = [item('foo', 5), item('bar', 6), item('baz', 7)];

  test('a delete that is queued wins over a tombstone', () => {
    const queue = fifo(known);
    queue.delete(item('baz', 10));
    queue.replace([item('foo', 5)], '0');
    expect(popAll(queue)).toEqual([
      [delta('Deleted', 'baz', 10)],
      [delta('Sync', 'foo', 5)],
      [gone('bar', 6)],
    ]);
  });

  test("an add that is queued gives the tombstone's object", () => {
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

  test('TestDeltaFIFO_ReplaceMakesDeletionsReplaced, _ReplaceDeltaType: Replaced when asked for', () => {
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

test('TestDeltaFIFO_HasSyncedCorrectOnDeletion: the deletes come after the list', () => {
  const queue = fifo([item('foo', 5), item('bar', 6), item('baz', 7)]);
  queue.replace([item('foo', 5)], '0');
  expect(popAll(queue)).toEqual([[delta('Sync', 'foo', 5)], [gone('bar', 6)], [gone('baz', 7)]]);
});

test('TestDeltaFIFO_detectLineJumpers: a key that is queued again goes to the end', () => {
  const queue = fifo();
  const newest = (): unknown => {
    let last: unknown;
    queue.tryPop((deltas) => (last = deltas.at(-1)));
    return last;
  };
  queue.add(item('foo', 10));
  queue.add(item('bar', 1));
  queue.add(item('foo', 11));
  queue.add(item('foo', 13));
  queue.add(item('zab', 30));
  expect(newest()).toEqual(delta('Added', 'foo', 13));
  queue.add(item('foo', 14));
  expect([newest(), newest(), newest()]).toEqual([
    delta('Added', 'bar', 1),
    delta('Added', 'zab', 30),
    delta('Added', 'foo', 14),
  ]);
});
