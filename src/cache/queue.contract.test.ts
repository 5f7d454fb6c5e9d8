import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KeyError } from '../meta/names.js';
import { DeletedFinalStateUnknown } from '../meta/tombstone.js';
import { settle } from '../testing/fake-clock.js';
import type { LogFields } from '../util/logger.js';
import { noopLogger } from '../util/logger.js';
import { DeltaFIFO } from './delta-fifo.js';
import { newStore } from './store.js';
import { QueueClosedError } from './queue-gate.js';
import type { QueueOptions } from './queue-options.js';
import { RealFIFO } from './real-fifo.js';
import { TransformError } from './transform.js';
import type { Delta, Deltas, Queue, Store } from './types.js';

interface Item {
  readonly name: string;
  readonly value: number;
  readonly transformed?: number;
}

type Options = Omit<QueueOptions<Item>, 'knownObjects'>;

function item(name: string, value = 0): Item {
  return { name, value };
}

function keyFunc(object: Item): string {
  if (object.name === '') throw new Error('no name');
  return object.name;
}

/** A queue, and the store of its consumer. */
interface Setup {
  readonly queue: Queue<Item> & {
    keyOf(object: Item | DeletedFinalStateUnknown<Item> | Deltas<Item>): string;
  };
  readonly store: Store<Item>;
}

const queues: readonly (readonly [string, (options?: Options) => Setup])[] = [
  [
    'DeltaFIFO',
    (options) => {
      const store = newStore(keyFunc);
      return { store, queue: new DeltaFIFO({ keyFunc, knownObjects: store, ...options }) };
    },
  ],
  [
    'RealFIFO, taking lists apart',
    (options) => {
      const store = newStore(keyFunc);
      return {
        store,
        queue: new RealFIFO({ keyFunc, knownObjects: store, atomicEvents: false, ...options }),
      };
    },
  ],
  [
    'RealFIFO, with atomic events',
    (options) => ({ store: newStore(keyFunc), queue: new RealFIFO({ keyFunc, ...options }) }),
  ],
];

/** What a consumer does with a delta; returns the objects that it is about. */
function apply(store: Store<Item>, delta: Delta<Item>): (Item | DeletedFinalStateUnknown<Item>)[] {
  switch (delta.type) {
    case 'ReplacedAll': {
      const kept = [...(delta.leftOut ?? [])].flatMap((key) => store.getByKey(key) ?? []);
      store.replace([...delta.objects, ...kept], delta.resourceVersion);
      return [...delta.objects];
    }
    case 'SyncAll':
      return store.list();
    case 'Bookmark':
      return [];
    case 'Deleted':
      store.delete(delta.object);
      return [delta.object];
    default:
      // Only Deleted carries a tombstone.
      store.update(delta.object as Item);
      return [delta.object];
  }
}

interface Popped {
  readonly deltas: Deltas<Item>;
  readonly isInInitialList: boolean;
}

function popAll({ queue, store }: Setup): Popped[] {
  const popped: Popped[] = [];
  while (
    queue.tryPop((deltas, isInInitialList) => {
      popped.push({ deltas, isInInitialList });
      for (const delta of deltas) apply(store, delta);
    })
  );
  return popped;
}

function types(popped: readonly Popped[]): string[] {
  return popped.flatMap(({ deltas }) => deltas.map(({ type }) => type));
}

describe.each(queues)('%s is a Queue', (_name, create) => {
  test('_basic: the changes of 1000 keys from two sources come out, each source in order', () => {
    const { queue } = create();
    for (let i = 0; i < 500; i++) {
      queue.add(item(`a${i}`, i));
      queue.add(item(`b${i}`, i));
    }
    expect(queue.length).toBe(1000);
    const seen: Record<string, number[]> = { a: [], b: [] };
    while (
      queue.tryPop(([delta]) => {
        if (delta === undefined || !('object' in delta)) throw new Error('one delta is expected');
        const { name, value } = delta.object as Item;
        seen[name.charAt(0)]?.push(value);
      })
    );
    const ascending = Array.from({ length: 500 }, (_value, index) => index);
    expect(seen).toEqual({ a: ascending, b: ascending });
    expect(queue.length).toBe(0);
  });

  test('nothing queued: tryPop is false and calls nobody', () => {
    const { queue } = create();
    let called = false;
    expect(queue.tryPop(() => (called = true))).toBe(false);
    expect(called).toBe(false);
  });

  test('_addUpdate: the changes of one object come out in the order in which they came', () => {
    const setup = create();
    setup.queue.add(item('foo', 10));
    setup.queue.update(item('foo', 12));
    setup.queue.delete(item('foo', 15));
    expect(popAll(setup).flatMap(({ deltas }) => deltas)).toEqual([
      { type: 'Added', object: item('foo', 10) },
      { type: 'Updated', object: item('foo', 12) },
      { type: 'Deleted', object: item('foo', 15) },
    ]);
  });

  test('after a replace, the consumer holds what the list holds', () => {
    const setup = create();
    setup.store.replace([item('known'), item('gone')], '1');
    setup.queue.add(item('queued'));
    setup.queue.update(item('known', 1));
    setup.queue.replace([item('known', 2), item('new', 2)], '2');
    setup.queue.add(item('later', 3));
    popAll(setup);
    expect(setup.store.list().toSorted(byName)).toEqual([item('known', 2), item('later', 3), item('new', 2)]);
  });

  test('_replaceWithDeleteDeltaIn: an object in the list is told although its delete is queued', () => {
    const setup = create();
    setup.store.add(item('foo', 1));
    setup.queue.delete(item('foo', 1));
    setup.queue.replace([item('foo', 2)], '2');
    popAll(setup);
    expect(setup.store.list()).toEqual([item('foo', 2)]);
  });

  test('a delete of what is not there is harmless, and one of what is there is told', () => {
    const setup = create();
    setup.store.add(item('known', 1));
    setup.queue.delete(item('unknown', 1));
    setup.queue.delete(new DeletedFinalStateUnknown<Item>('known', undefined));
    popAll(setup);
    expect(setup.store.size).toBe(0);
  });

  test('a list of 200,000 goes through (spreading it into a call would be a RangeError)', () => {
    const setup = create();
    setup.queue.replace(
      Array.from({ length: 200_000 }, (_value, index) => item(`o${index}`)),
      '1',
    );
    popAll(setup);
    expect([setup.store.size, setup.queue.hasSynced]).toEqual([200_000, true]);
    setup.queue.replace([], '2');
    popAll(setup);
    expect(setup.store.size).toBe(0);
  });

  test('_KeyOf: of an object, a tombstone, Deltas of either; empty Deltas have none', () => {
    const { queue } = create();
    expect(queue.keyOf(item('A'))).toBe('A');
    expect(queue.keyOf(new DeletedFinalStateUnknown<Item>('B', undefined))).toBe('B');
    expect(queue.keyOf([{ type: 'Added', object: item('C') }])).toBe('C');
    const tombstone = new DeletedFinalStateUnknown<Item>('D', undefined);
    expect(
      queue.keyOf([
        { type: 'Added', object: item('X') },
        { type: 'Deleted', object: tombstone },
      ]),
    ).toBe('D');
    expect(() => queue.keyOf([])).toThrow(KeyError);
    expect(() => queue.keyOf([{ type: 'SyncAll' }])).toThrow('a SyncAll delta is about the whole store');
  });

  test('an object without a key is a KeyError, and nothing is queued or synced', () => {
    const { queue } = create();
    for (const write of [
      () => queue.add(item('')),
      () => queue.update(item('')),
      () => queue.delete(item('')),
      () => queue.replace([item('a'), item('')], '1'),
    ]) {
      expect(write).toThrow(expect.objectContaining({ code: 'ERR_KEY', object: item('') }));
    }
    expect([queue.length, queue.hasSynced]).toEqual([0, false]);
    queue.replace([item('a')], '1');
    expect(queue.hasSynced).toBe(false);
  });
});

describe.each(queues)('%s: synced', (_name, create) => {
  test('_HasSynced: nothing done: false', () => {
    expect(create().queue.hasSynced).toBe(false);
  });

  test.each(['add', 'update', 'delete'] as const)('_HasSynced: %s first: true', (write) => {
    const { queue } = create();
    queue[write](item('a'));
    expect(queue.hasSynced).toBe(true);
  });

  test('_HasSynced: an empty first list: true when what it queued is popped', () => {
    const setup = create();
    setup.queue.replace([], '0');
    popAll(setup);
    expect(setup.queue.hasSynced).toBe(true);
  });

  test('_HasSynced: a first list: true only when all of it is popped', () => {
    const { queue } = create();
    queue.replace([item('a'), item('b'), item('b')], '0');
    while (queue.length > 0) {
      expect(queue.hasSynced).toBe(false);
      queue.tryPop(() => undefined);
    }
    expect(queue.hasSynced).toBe(true);
  });

  test('a resync or bookmark before the first list does not make it synced', () => {
    const setup = create();
    setup.store.add(item('a'));
    setup.queue.resync();
    setup.queue.bookmark?.('1');
    popAll(setup);
    expect(setup.queue.hasSynced).toBe(false);
    setup.queue.resync();
    setup.queue.replace([item('a'), item('b')], '2');
    while (setup.queue.length > 0) {
      expect(setup.queue.hasSynced).toBe(false);
      setup.queue.tryPop(() => undefined);
    }
    expect(setup.queue.hasSynced).toBe(true);
  });

  test('_HasSyncedCorrectOnDeletion: the deletions that the first list implies belong to it', () => {
    const setup = create();
    setup.store.replace([item('foo', 5), item('bar', 6), item('baz', 7)], '1');
    setup.queue.replace([item('foo', 5)], '2');
    setup.queue.add(item('later'));
    const seen: [boolean, boolean][] = [];
    while (
      setup.queue.tryPop((deltas, isInInitialList) => {
        for (const delta of deltas) apply(setup.store, delta);
        seen.push([isInInitialList, setup.queue.hasSynced]);
      })
    );
    // Synced only after the last of them was processed; what came later is not in the initial list.
    expect(seen.at(-1)).toEqual([false, true]);
    expect(new Set(seen.slice(0, -1).map(String))).toEqual(new Set(['true,false']));
    expect(setup.store.listKeys()).toEqual(['foo', 'later']);
  });

  test('a relist is not the initial list', () => {
    const setup = create();
    setup.queue.replace([item('a')], '1');
    popAll(setup);
    setup.queue.replace([item('a'), item('b')], '2');
    expect(popAll(setup).map(({ isInInitialList }) => isInInitialList)).not.toContain(true);
  });

  test('the promise resolves with the flag', async () => {
    const setup = create();
    let resolved = false;
    const synced = setup.queue.synced.then(() => (resolved = true));
    setup.queue.replace([item('a')], '1');
    await settle();
    expect(resolved).toBe(false);
    popAll(setup);
    await synced;
    expect(setup.queue.hasSynced).toBe(true);
  });

  test('what process throws comes out, the item is gone, and it counts as processed', () => {
    const { queue } = create();
    queue.replace([item('a')], '1');
    const boom = new Error('boom');
    expect(() =>
      queue.tryPop(() => {
        throw boom;
      }),
    ).toThrow(boom);
    expect([queue.length, queue.hasSynced]).toEqual([0, true]);
    queue.add(item('b'));
    expect(queue.tryPop(() => undefined)).toBe(true);
  });
});

describe.each(queues)('%s: resync', (_name, create) => {
  test('_Resync: every object that the consumer has is told again', () => {
    const setup = create();
    setup.store.replace([item('a', 1), item('b', 2)], '1');
    setup.queue.resync();
    const told = popAll(setup).flatMap(({ deltas }) => deltas.flatMap((delta) => apply(setup.store, delta)));
    expect(told).toEqual([item('a', 1), item('b', 2)]);
  });

  test('_UpdateResyncRace: an older state never follows a newer one', () => {
    const setup = create();
    setup.store.add(item('foo', 5));
    setup.queue.update(item('foo', 6));
    setup.queue.resync();
    popAll(setup);
    expect(setup.store.list()).toEqual([item('foo', 6)]);
  });

  test('_ResyncNonExisting: what is about to be deleted does not come back', () => {
    const setup = create();
    setup.store.add(item('foo', 5));
    setup.queue.delete(item('foo', 10));
    setup.queue.resync();
    popAll(setup);
    expect(setup.store.size).toBe(0);
  });
});

describe.each(queues)('%s: pop', (_name, create) => {
  test('waits for an item', async () => {
    const { queue } = create();
    const names: unknown[] = [];
    const popping = queue.pop(([delta]) => names.push(delta));
    await settle();
    expect(names).toEqual([]);
    queue.add(item('a'));
    await popping;
    expect(names).toEqual([{ type: 'Added', object: item('a') }]);
  });

  test('takes what is there at once', async () => {
    const { queue } = create();
    queue.add(item('a'));
    let popped = 0;
    await queue.pop(() => popped++);
    expect(popped).toBe(1);
  });

  test('rejects with what process throws', async () => {
    const { queue } = create();
    queue.add(item('a'));
    await expect(
      queue.pop(() => {
        throw new Error('boom');
      }),
    ).rejects.toThrow('boom');
    expect(queue.length).toBe(0);
  });

  test('several waiting pops get one item each', async () => {
    const { queue } = create();
    const counts = [0, 0];
    const popping = counts.map((_count, index) => queue.pop(() => (counts[index] = 1)));
    await settle();
    queue.add(item('a'));
    await settle();
    expect(counts).toEqual([1, 0]);
    queue.add(item('b'));
    await Promise.all(popping);
    expect(counts).toEqual([1, 1]);
  });

  test('_PopShouldUnblockWhenClosed: ten waiting pops reject with QueueClosedError', async () => {
    const { queue } = create();
    const popping = Array.from({ length: 10 }, () => queue.pop(() => undefined));
    const settled = Promise.allSettled(popping);
    queue.close();
    for (const result of await settled) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'ERR_QUEUE_CLOSED' } });
    }
  });

  test('a signal that aborts ends the wait with its reason, and no listener stays on it', async () => {
    const { queue } = create();
    const controller = new AbortController();
    const reason = new Error('enough');
    const popping = queue.pop(() => undefined, { signal: controller.signal });
    const rejected = expect(popping).rejects.toBe(reason);
    await settle();
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
    controller.abort(reason);
    await rejected;
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
    queue.add(item('a'));
    expect(queue.length).toBe(1);
  });

  test('a signal that has aborted takes nothing out', async () => {
    const { queue } = create();
    queue.add(item('a'));
    await expect(queue.pop(() => undefined, { signal: AbortSignal.abort('stop') })).rejects.toBe('stop');
    expect(queue.length).toBe(1);
  });

  test('a served wait leaves no listener on its signal', async () => {
    const { queue } = create();
    const { signal } = new AbortController();
    const popping = queue.pop(() => undefined, { signal });
    await settle();
    queue.add(item('a'));
    await popping;
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});

describe.each(queues)('%s: close and listener', (_name, create) => {
  test('after close, what is queued can be popped, and nothing is accepted', async () => {
    const { queue, store } = create();
    store.add(item('known'));
    queue.add(item('a'));
    queue.close();
    queue.close();
    expect(queue.closed).toBe(true);
    queue.add(item('b'));
    queue.update(item('b'));
    queue.delete(item('known'));
    queue.replace([item('c')], '1');
    queue.resync();
    queue.bookmark?.('2');
    expect(queue.length).toBe(1);
    await queue.pop(([delta]) => expect(delta).toEqual({ type: 'Added', object: item('a') }));
    await expect(queue.pop(() => undefined)).rejects.toBeInstanceOf(QueueClosedError);
  });

  test('the listener hears the first item on an empty queue, not the next, and hears the close once', () => {
    const { queue } = create();
    const heard: number[] = [];
    queue.setListener(() => heard.push(queue.length));
    queue.add(item('a'));
    queue.add(item('b'));
    expect(heard).toEqual([1]);
    while (queue.tryPop(() => undefined));
    queue.update(item('c'));
    expect(heard).toEqual([1, 1]);
    queue.close();
    queue.close();
    expect(heard).toEqual([1, 1, 1]);
  });

  test('the listener may pop at once, and finds a replace or a resync complete', () => {
    const setup = create();
    const initial: boolean[] = [];
    setup.queue.setListener(() => initial.push(...popAll(setup).map((popped) => popped.isInInitialList)));
    setup.queue.replace([item('a'), item('b')], '1');
    expect(new Set(initial)).toEqual(new Set([true]));
    expect([setup.store.listKeys(), setup.queue.hasSynced]).toEqual([['a', 'b'], true]);
    setup.queue.resync();
    expect(setup.queue.length).toBe(0);
  });

  test('the listener can be taken off', () => {
    const { queue } = create();
    let heard = 0;
    queue.setListener(() => heard++);
    queue.setListener(undefined);
    queue.add(item('a'));
    queue.close();
    expect(heard).toBe(0);
  });
});

describe.each(queues)('%s: transform', (_name, create) => {
  const transformer = (object: Item): Item => {
    if (object.value < 0) throw new Error('cannot transform');
    return { ...object, transformed: (object.transformed ?? 0) + 1 };
  };

  test('_transformer: each object once, whichever way it comes; tombstones and resyncs not again', () => {
    const setup = create({ transformer });
    setup.queue.add(item('foo', 10));
    setup.queue.add(item('bar', 11));
    setup.queue.update(item('foo', 12));
    setup.queue.delete(item('foo', 15));
    setup.queue.replace([item('baz', 16)], '1');
    const seen: number[] = [];
    const process = (deltas: Deltas<Item>): void => {
      for (const delta of deltas) {
        for (const object of apply(setup.store, delta)) {
          const last = object instanceof DeletedFinalStateUnknown ? object.object : object;
          seen.push(last?.transformed ?? 0);
        }
      }
    };
    while (setup.queue.tryPop(process));
    setup.queue.resync();
    setup.queue.replace([], '2');
    while (setup.queue.tryPop(process));
    expect(new Set(seen)).toEqual(new Set([1]));
    expect(setup.queue.transformer).toBe(transformer);
  });

  test('one that throws on add or update is a TransformError, and the object is left out', () => {
    const { queue } = create({ transformer });
    for (const write of [() => queue.add(item('a', -1)), () => queue.update(item('a', -1))]) {
      expect(write).toThrow(expect.objectContaining({ code: 'ERR_TRANSFORM', key: 'a' }));
    }
    expect([queue.length, queue.hasSynced]).toEqual([0, false]);
  });

  test('one that throws on a delete is reported, and the delete is told all the same', () => {
    const errors: Error[] = [];
    const setup = create({ transformer, onError: (error) => errors.push(error) });
    setup.store.add(item('a', 1));
    setup.queue.delete(item('a', -1));
    popAll(setup);
    expect([setup.store.size, errors]).toEqual([0, [expect.any(TransformError)]]);
  });

  test('one that throws on an object of a list: it is left out, reported, and no deletion is made up', () => {
    const errors: Error[] = [];
    const setup = create({ transformer, onError: (error) => errors.push(error) });
    setup.store.replace([item('kept', 1), item('gone', 1)], '1');
    setup.queue.replace([item('kept', -1), item('never', -1), item('good', 2)], '2');
    const deleted = popAll(setup)
      .flatMap(({ deltas }) => deltas)
      .filter(({ type }) => type === 'Deleted')
      .map((delta) => setup.queue.keyOf([delta]));
    expect(deleted).not.toContain('kept');
    expect(setup.store.listKeys().toSorted()).toEqual(['good', 'kept']);
    expect(errors.map((error) => (error as TransformError).key)).toEqual(['kept', 'never']);
    expect(setup.queue.hasSynced).toBe(true);
  });

  test('without onError the report goes to the logger', () => {
    const lines: LogFields[] = [];
    const logger = { ...noopLogger, error: (fields: LogFields) => void lines.push(fields) };
    const { queue } = create({ transformer, logger });
    queue.replace([item('a', -1)], '1');
    expect(lines).toEqual([expect.objectContaining({ err: expect.any(TransformError) as unknown })]);
  });
});

type Step = {
  /** `missed` is a change on the server that the watch did not tell. */
  readonly op: 'put' | 'delete' | 'missed put' | 'missed delete' | 'relist' | 'resync' | 'pop';
  readonly name: string;
};

describe.each(queues)('%s: from server to store', (_name, create) => {
  const step: fc.Arbitrary<Step> = fc.record({
    op: fc.constantFrom('put', 'delete', 'missed put', 'missed delete', 'relist', 'resync', 'pop', 'pop'),
    name: fc.constantFrom('a', 'b', 'c', 'd'),
  });

  test('whatever was missed, after a relist the store is what the server is, and the told history is possible', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (script) => {
        const setup = create();
        const server = new Map<string, Item>();
        const newest = new Map<string, number>();
        let version = 0;
        const process = (deltas: Deltas<Item>): void => {
          for (const delta of deltas) {
            for (const told of apply(setup.store, delta)) {
              if (told instanceof DeletedFinalStateUnknown) continue;
              // A state never goes back in time.
              expect(told.value).toBeGreaterThanOrEqual(newest.get(told.name) ?? 0);
              newest.set(told.name, told.value);
            }
          }
        };
        setup.queue.replace([], '0');
        for (const { op, name } of script) {
          const old = server.get(name);
          if (op === 'put' || op === 'missed put') {
            const object = item(name, ++version);
            server.set(name, object);
            if (op === 'put') setup.queue[old === undefined ? 'add' : 'update'](object);
          } else if (op === 'delete' || op === 'missed delete') {
            server.delete(name);
            if (op === 'delete' && old !== undefined) setup.queue.delete(item(name, ++version));
          } else if (op === 'relist') setup.queue.replace([...server.values()], '1');
          else if (op === 'resync') setup.queue.resync();
          else setup.queue.tryPop(process);
        }
        setup.queue.replace([...server.values()], '2');
        while (setup.queue.tryPop(process));
        expect(setup.store.list().toSorted(byName)).toEqual([...server.values()].toSorted(byName));
      }),
    );
  });
});

function byName(a: Item, b: Item): number {
  return a.name.localeCompare(b.name);
}

describe.each(queues)('%s: memory', (_name, create) => {
  test('TestGarbageCollection: a popped object is not kept alive', async () => {
    const { queue } = create();
    const first = added(queue, 'a');
    added(queue, 'b');
    queue.tryPop(() => undefined);
    // A WeakRef holds its target until the job that made it is over.
    await settle();
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
    expect(first.deref()).toBeUndefined();
    expect(queue.length).toBe(1);
  });
});

function added(queue: Queue<Item>, name: string): WeakRef<Item> {
  const object = item(name);
  queue.add(object);
  return new WeakRef(object);
}

describe('the queues that take lists apart', () => {
  const apart = queues.filter(([name]) => !name.includes('atomic'));

  test.each(apart)('%s: a known object that is gone comes with its last state', (_name, create) => {
    const setup = create();
    setup.store.add(item('foo', 5));
    setup.queue.replace([], '1');
    expect(popAll(setup).flatMap(({ deltas }) => deltas)).toEqual([
      { type: 'Deleted', object: new DeletedFinalStateUnknown('foo', item('foo', 5)) },
    ]);
  });

  test.each(apart)(
    '%s: a lookup that throws is reported, and the tombstone comes without an object',
    (_name, create) => {
      const errors: Error[] = [];
      const knownObjects = {
        listKeys: () => ['foo'],
        getByKey: () => {
          throw new Error('disk on fire');
        },
      };
      const options = { knownObjects, onError: (error: Error) => errors.push(error) };
      const { queue } = create(options as Options);
      queue.resync();
      expect(queue.length).toBe(0);
      queue.replace([], '1');
      queue.tryPop((deltas) =>
        expect(deltas).toEqual([{ type: 'Deleted', object: new DeletedFinalStateUnknown('foo', undefined) }]),
      );
      expect(errors.map(({ message }) => message)).toEqual(['disk on fire', 'disk on fire']);
    },
  );

  test.each(apart)(
    '%s: a key that vanished from the store meanwhile gets a bare tombstone and no Sync',
    (_name, create) => {
      const knownObjects = { listKeys: () => ['foo'], getByKey: () => undefined };
      const { queue } = create({ knownObjects } as Options);
      queue.resync();
      expect(queue.length).toBe(0);
      queue.replace([], '1');
      queue.tryPop((deltas) =>
        expect(deltas).toEqual([{ type: 'Deleted', object: new DeletedFinalStateUnknown('foo', undefined) }]),
      );
    },
  );

  test.each(apart)('%s: keys with anything queued get no Sync', (_name, create) => {
    const setup = create();
    setup.store.replace([item('a'), item('b')], '1');
    setup.queue.update(item('a', 1));
    setup.queue.resync();
    expect(types(popAll(setup))).toEqual(['Updated', 'Sync']);
  });
});
