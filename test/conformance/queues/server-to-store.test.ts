import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Deltas } from '../../../packages/kube-informers/src/cache/types.js';
import { DeletedFinalStateUnknown } from '../../../packages/kube-informers/src/meta/tombstone.js';
import { apply, byName, item, popAll, queues, types } from './queue.test-support.js';
import type { Item, Options } from './queue.test-support.js';

// The same cases in every run.

type Step = {
  /** `missed` is a change on the server for which the watch delivered no event. */
  readonly op: 'put' | 'delete' | 'missed put' | 'missed delete' | 'relist' | 'resync' | 'pop';
  readonly name: string;
};

describe.each(queues)('%s: from server to store', (_name, create) => {
  const step: fc.Arbitrary<Step> = fc.record({
    op: fc.constantFrom('put', 'delete', 'missed put', 'missed delete', 'relist', 'resync', 'pop', 'pop'),
    name: fc.constantFrom('a', 'b', 'c', 'd'),
  });

  test('after a relist the store equals the server, and the delivered history is legal', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (script) => {
        const setup = create();
        const server = new Map<string, Item>();
        const newest = new Map<string, number>();
        let version = 0;
        const process = (deltas: Deltas<Item>): void => {
          for (const delta of deltas) {
            for (const delivered of apply(setup.store, delta)) {
              if (delivered instanceof DeletedFinalStateUnknown) continue;
              // An object's state never goes back in time.
              expect(delivered.value).toBeGreaterThanOrEqual(newest.get(delivered.name) ?? 0);
              newest.set(delivered.name, delivered.value);
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

describe('the queues that split lists', () => {
  const apart = queues.filter(([name]) => !name.includes('atomic'));

  test.each(apart)('%s: delivers a known object that is gone with its last state', (_name, create) => {
    const setup = create();
    setup.store.add(item('foo', 5));
    setup.queue.replace([], '1');
    expect(popAll(setup).flatMap(({ deltas }) => deltas)).toEqual([
      { type: 'Deleted', object: new DeletedFinalStateUnknown('foo', item('foo', 5)) },
    ]);
  });

  test.each(apart)(
    '%s: reports a lookup that throws, and delivers the tombstone without an object',
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

  test.each(apart)(
    'TestDeltaFIFO_ResyncNonExisting, TestRealFIFO_ResyncNonExisting, TestRealFIFO_UpdateResyncRace: %s: keys with anything queued get no Sync',
    (_name, create) => {
      const setup = create();
      setup.store.replace([item('a'), item('b')], '1');
      setup.queue.update(item('a', 1));
      setup.queue.resync();
      expect(types(popAll(setup))).toEqual(['Updated', 'Sync']);
    },
  );
});
