import { describe, expect, test } from 'vitest';
import { settle } from '../../../packages/testing/src/fake-clock.js';
import { apply, item, popAll, queues } from './queue.test-support.js';

describe.each(queues)('%s: synced', (_name, create) => {
  test('TestDeltaFIFO_HasSynced, TestRealFIFO_HasSynced: nothing done: false', () => {
    expect(create().queue.hasSynced).toBe(false);
  });

  test.each(['add', 'update', 'delete'] as const)(
    'TestDeltaFIFO_HasSynced, TestRealFIFO_HasSynced: %s first: true',
    (write) => {
      const { queue } = create();
      queue[write](item('a'));
      expect(queue.hasSynced).toBe(true);
    },
  );

  test('_HasSynced: an empty first list: true after its items are popped', () => {
    const setup = create();
    setup.queue.replace([], '0');
    popAll(setup);
    expect(setup.queue.hasSynced).toBe(true);
  });

  test('TestDeltaFIFO_HasSynced, TestRealFIFO_HasSynced: a first list: true only after all its items are popped', () => {
    const { queue } = create();
    queue.replace([item('a'), item('b'), item('b')], '0');
    while (queue.length > 0) {
      expect(queue.hasSynced).toBe(false);
      queue.tryPop(() => undefined);
    }
    expect(queue.hasSynced).toBe(true);
  });

  test('a resync before the first list does not make it synced', () => {
    const setup = create();
    setup.store.add(item('a'));
    setup.queue.resync();
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

  test('TestDeltaFIFO_HasSyncedCorrectOnDeletion, TestRealFIFO_HasSyncedCorrectOnDeletion: the deletions that the first list implies belong to it', () => {
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
    // Synced only after the last of them was processed; later items do not belong to the initial list.
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

  test('throws the error of process, with the item removed and counted as processed', () => {
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
