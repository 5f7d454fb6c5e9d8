import fc from 'fast-check';
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

/** The batches that come out, and for each whether it was of the initial list. */
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

describe('TestRealFIFO_PopMultipleDeltaInBatch', () => {
  const unlimited = 999_999;
  test.each<{
    name: string;
    list: string[];
    updates: string[];
    batchSize: number;
    expected: [string, boolean][];
  }>([
    {
      name: 'unique items go together',
      list: ['1', '2', '3'],
      updates: [],
      batchSize: unlimited,
      expected: [['R1 R2 R3', true]],
    },
    {
      name: 'split at the end of the initial list',
      list: ['1', '2'],
      updates: ['3', '4'],
      batchSize: unlimited,
      expected: [
        ['R1 R2', true],
        ['U3 U4', false],
      ],
    },
    {
      name: 'split at a repeated key: all of one key',
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
      name: 'split at a repeated key: at the end',
      list: [],
      updates: ['1', '2', '3', '3'],
      batchSize: unlimited,
      expected: [
        ['U1 U2 U3', false],
        ['U3', false],
      ],
    },
    {
      name: 'split at a repeated key: in the middle',
      list: [],
      updates: ['1', '2', '1', '3'],
      batchSize: unlimited,
      expected: [
        ['U1 U2', false],
        ['U1 U3', false],
      ],
    },
    {
      name: 'split at the batch size, in the initial list',
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
      name: 'split at the batch size, after it',
      list: [],
      updates: ['1', '2', '3'],
      batchSize: 2,
      expected: [
        ['U1 U2', false],
        ['U3', false],
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
    const queue = fifo([], { batchSize });
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
    // A batch of one goes to the function for one.
    expect(batches.map(({ single }) => single)).toEqual(batches.map(({ deltas }) => deltas.length === 1));
    expect(queue.hasSynced).toBe(true);
  });

  test('the default is 1000 (client-go, the_real_fifo.go)', () => {
    const queue = atomic();
    for (let i = 0; i < 2500; i++) queue.add(item(`o${i}`, 1));
    expect(popBatches(queue).map(({ deltas }) => deltas.length)).toEqual([1000, 1000, 500]);
  });

  test('what is about the whole store goes alone, and closes the batch before it', () => {
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

  test('nothing queued: false, and nobody is called', () => {
    expect(popBatches(atomic())).toEqual([]);
  });

  test('what the batch function throws comes out, with the batch removed and counted', () => {
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

  // client-go's TestRealFIFO_PopBrokenItemsInBatch has no counterpart: keys are computed when a change is queued, so
  // what has no key never gets in (see the queues' contract), and a key function that fails later is not asked again.
  test('TestRealFIFO_PopBrokenItemsInBatch: a key function that fails later does no harm', () => {
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

type Step =
  | { readonly op: 'add' | 'update' | 'delete'; readonly object: Item }
  | { readonly op: 'replace'; readonly list: readonly Item[] }
  | { readonly op: 'resync' | 'pop' | 'popBatch' };

const object = fc.record({ name: fc.constantFrom('a', 'b', 'c'), value: fc.nat(99) });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ op: fc.constantFrom('add', 'update', 'delete'), object }) },
  {
    weight: 2,
    arbitrary: fc.record({ op: fc.constant('replace' as const), list: fc.array(object, { maxLength: 4 }) }),
  },
  { weight: 5, arbitrary: fc.record({ op: fc.constantFrom('resync', 'pop', 'popBatch') }) },
);

/** The rules of client-go's the_real_fifo.go without atomic events, told as simply as can be. */
class Model {
  readonly known = new Map<string, Item>();
  queue: [string, ObjectDelta<Item>][] = [];
  populated = false;
  initial = 0;

  get hasSynced(): boolean {
    return this.populated && this.initial === 0;
  }

  replace(list: readonly Item[]): void {
    const added: [string, ObjectDelta<Item>][] = [];
    const keys = [...new Set(this.queue.map(([key]) => key))];
    for (const key of keys) {
      const last = this.queue.findLast(([name]) => name === key)?.[1];
      if (last === undefined || last.type === 'Deleted' || list.some(({ name }) => name === key)) continue;
      added.push([key, gone(key, (last.object as Item).value)]);
    }
    for (const [key, state] of this.known) {
      if (!keys.includes(key) && !list.some(({ name }) => name === key))
        added.push([key, gone(key, state.value)]);
    }
    for (const listed of list) added.push([listed.name, { type: 'Replaced', object: listed }]);
    this.queue.push(...added);
    if (!this.populated) this.initial = this.queue.length;
    this.populated = true;
  }

  resync(): void {
    const queued = this.queue.map(([key]) => key);
    for (const [key, state] of this.known) {
      if (!queued.includes(key)) this.queue.push([key, { type: 'Sync', object: state }]);
    }
  }

  pop(count: number): ObjectDelta<Item>[] {
    const popped = this.queue.splice(0, count);
    this.initial = Math.max(0, this.initial - count);
    for (const [key, change] of popped) {
      if (change.type === 'Deleted') this.known.delete(key);
      else this.known.set(key, change.object as Item);
    }
    return popped.map(([, change]) => change);
  }
}

test('whatever is queued and popped, one by one or in batches, it does what the rules say', () => {
  const batchSize = 3;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (script) => {
      const store = newStore(keyFunc);
      const queue = new RealFIFO({ keyFunc, knownObjects: store, atomicEvents: false, batchSize });
      const model = new Model();
      const check = (deltas: readonly Delta<Item>[], isInInitialList: boolean): void => {
        // Without atomic events there are object deltas only.
        const changes = deltas as readonly ObjectDelta<Item>[];
        const keys = changes.map((change) => queue.keyOf([change]));
        expect(changes.length).toBeLessThanOrEqual(batchSize);
        expect(new Set(keys).size).toBe(keys.length);
        expect(isInInitialList).toBe(!model.hasSynced);
        if (model.initial > 0) expect(changes.length).toBeLessThanOrEqual(model.initial);
        expect(changes).toEqual(model.pop(changes.length));
        store.transaction(changes);
      };
      for (const entry of script) {
        switch (entry.op) {
          case 'pop':
            queue.tryPop(check);
            break;
          case 'popBatch':
            queue.tryPopBatch(check, check);
            break;
          case 'resync':
            queue.resync();
            model.resync();
            break;
          case 'replace':
            queue.replace(entry.list, '1');
            model.replace(entry.list);
            break;
          default: {
            const type = { add: 'Added', update: 'Updated', delete: 'Deleted' } as const;
            queue[entry.op](entry.object);
            model.queue.push([entry.object.name, { type: type[entry.op], object: entry.object }]);
            model.populated = true;
          }
        }
        expect([queue.length, queue.hasSynced]).toEqual([model.queue.length, model.hasSynced]);
      }
      while (queue.tryPopBatch(check, check));
      expect(store.list().toSorted(byName)).toEqual([...model.known.values()].toSorted(byName));
    }),
  );
});

function byName(a: Item, b: Item): number {
  return a.name.localeCompare(b.name);
}
