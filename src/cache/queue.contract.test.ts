import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KeyError } from '../meta/names.js';
import { DeletedFinalStateUnknown } from '../meta/tombstone.js';
import { settle } from '../testing/fake-clock.js';
import { apply, byName, item, popAll, queues, types } from './queue.test-support.js';
import type { Item, Options } from './queue.test-support.js';
import type { Deltas } from './types.js';

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
