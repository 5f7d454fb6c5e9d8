import { describe, expect, test } from 'vitest';
import { KeyError } from '../../../packages/kube-informers/src/meta/names.js';
import { DeletedFinalStateUnknown } from '../../../packages/kube-informers/src/meta/tombstone.js';
import { apply, byName, item, popAll, queues } from './queue.test-support.js';
import type { Item } from './queue.test-support.js';

describe.each(queues)('%s is a Queue', (_name, create) => {
  test('TestDeltaFIFO_basic, TestRealFIFO_basic: delivers the changes of 1000 keys from two sources, each source in order', () => {
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

  test('tryPop on an empty queue returns false without a call', () => {
    const { queue } = create();
    let called = false;
    expect(queue.tryPop(() => (called = true))).toBe(false);
    expect(called).toBe(false);
  });

  test('TestDeltaFIFO_addUpdate: delivers the changes of one object in order', () => {
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

  test('after a replace, the consumer holds the list', () => {
    const setup = create();
    setup.store.replace([item('known'), item('gone')], '1');
    setup.queue.add(item('queued'));
    setup.queue.update(item('known', 1));
    setup.queue.replace([item('known', 2), item('new', 2)], '2');
    setup.queue.add(item('later', 3));
    popAll(setup);
    expect(setup.store.list().toSorted(byName)).toEqual([item('known', 2), item('later', 3), item('new', 2)]);
  });

  test('TestDeltaFIFO_replaceWithDeleteDeltaIn: delivers an object of the list although its delete is queued', () => {
    const setup = create();
    setup.store.add(item('foo', 1));
    setup.queue.delete(item('foo', 1));
    setup.queue.replace([item('foo', 2)], '2');
    popAll(setup);
    expect(setup.store.list()).toEqual([item('foo', 2)]);
  });

  test('a delete of an unknown object is harmless, and one of a known object is delivered', () => {
    const setup = create();
    setup.store.add(item('known', 1));
    setup.queue.delete(item('unknown', 1));
    setup.queue.delete(new DeletedFinalStateUnknown<Item>('known', undefined));
    popAll(setup);
    expect(setup.store.size).toBe(0);
  });

  test('accepts a list of 200,000 (spreading it into a call would be a RangeError)', () => {
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

  test('TestDeltaFIFO_KeyOf, TestRealFIFO_KeyOf: keys of an object, a tombstone, and Deltas of either; empty Deltas have no key', () => {
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

  test('throws KeyError for an object without a key, and queues and syncs nothing', () => {
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

describe.each(queues)('%s: resync', (_name, create) => {
  test('TestDeltaFIFO_Resync, TestRealFIFO_Resync: delivers every object of the consumer again', () => {
    const setup = create();
    setup.store.replace([item('a', 1), item('b', 2)], '1');
    setup.queue.resync();
    const delivered = popAll(setup).flatMap(({ deltas }) =>
      deltas.flatMap((delta) => apply(setup.store, delta)),
    );
    expect(delivered).toEqual([item('a', 1), item('b', 2)]);
  });

  test('TestDeltaFIFO_UpdateResyncRace: an older state never follows a newer one', () => {
    const setup = create();
    setup.store.add(item('foo', 5));
    setup.queue.update(item('foo', 6));
    setup.queue.resync();
    popAll(setup);
    expect(setup.store.list()).toEqual([item('foo', 6)]);
  });

  test('TestDeltaFIFO_ResyncNonExisting: does not deliver an object whose delete is queued', () => {
    const setup = create();
    setup.store.add(item('foo', 5));
    setup.queue.delete(item('foo', 10));
    setup.queue.resync();
    popAll(setup);
    expect(setup.store.size).toBe(0);
  });
});
