import { describe, expect, test } from 'vitest';
import { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import type { KubernetesObject } from '../../meta/types.js';
import { pod, setUp } from './process-deltas.test-support.js';

describe('deltas of one key', () => {
  test('a stored object is updated, whatever the delta type; any other is added', () => {
    const { history, process } = setUp(pod('a', '1'));
    for (const type of ['Added', 'Updated', 'Replaced', 'Sync'] as const) {
      process([{ type, object: pod('a', '2') }]);
      process([{ type, object: pod(`new-by-${type}`, '3') }]);
    }
    expect(history).toEqual([
      'update default/a 1 to 2, stored 2',
      'add default/new-by-Added 3, stored 3',
      'update default/a 2 to 2, stored 2',
      'add default/new-by-Updated 3, stored 3',
      'update default/a 2 to 2, stored 2',
      'add default/new-by-Replaced 3, stored 3',
      'update default/a 2 to 2, stored 2',
      'add default/new-by-Sync 3, stored 3',
    ]);
  });

  test('each delta of a key calls the sink, oldest first', () => {
    const { history, process } = setUp();
    process([
      { type: 'Added', object: pod('a', '1') },
      { type: 'Updated', object: pod('a', '2') },
      { type: 'Deleted', object: pod('a', '3') },
    ]);
    expect(history).toEqual([
      'add default/a 1, stored gone',
      'update default/a 1 to 2, stored gone',
      'delete default/a, stored gone',
    ]);
  });

  test('a tombstone deletes by its key', () => {
    const { store, history, process } = setUp(pod('a', '1'));
    process([
      { type: 'Deleted', object: new DeletedFinalStateUnknown<KubernetesObject>('default/a', undefined) },
    ]);
    expect(history).toEqual(['missed delete default/a, stored gone']);
    expect(store.size).toBe(0);
  });

  test('deleting an object that is not stored calls nothing: its transform or index function had thrown', () => {
    const { store, history, process } = setUp();
    process([
      { type: 'Deleted', object: pod('never', '2') },
      { type: 'Deleted', object: new DeletedFinalStateUnknown('default/nor-this', pod('nor-this', '1')) },
    ]);
    expect([history, store.size]).toEqual([[], 0]);
  });

  test('the sink receives the initial-list flag', () => {
    const { history, process } = setUp();
    process([{ type: 'Replaced', object: pod('a', '1') }], true);
    expect(history).toEqual(['initial add default/a 1, stored 1']);
  });
});

describe('deltas of the whole store', () => {
  test('a key that occurs twice in a list is updated by its second object', () => {
    const { history, process } = setUp();
    process([{ type: 'ReplacedAll', objects: [pod('a', '1'), pod('a', '2')], resourceVersion: '2' }]);
    expect(history).toEqual(['add default/a 1, stored 2', 'update default/a 1 to 2, stored 2']);
  });

  test('an object left out of a list because its transform threw stays unchanged', () => {
    const { store, history, process } = setUp(pod('a', '1'), pod('b', '2'));
    const leftOut = new Set(['default/a', 'default/never-stored']);
    process([{ type: 'ReplacedAll', objects: [pod('b', '2')], resourceVersion: '3', leftOut }]);
    expect(history).toEqual(['update default/b 2 to 2, stored 2']);
    expect(store.listKeys().toSorted()).toEqual(['default/a', 'default/b']);
    expect(store.resourceVersion).toBe('3');
  });

  test('an object of a list that has no key is left out', () => {
    const { store, history, process } = setUp(pod('a', '1'));
    const objects = [{}, pod('a', '2')];
    expect(() => process([{ type: 'ReplacedAll', objects, resourceVersion: '2' }])).toThrow('key');
    expect(store.listKeys()).toEqual(['default/a']);
    expect(history).toEqual(['update default/a 1 to 2, stored 2']);
  });

  test('an object of a list that cannot be indexed is left out, and keeps its stored state', () => {
    const { store, history, process } = setUp(pod('gone', '1'), pod('b', '1'));
    store.addIndexers({
      picky: (object) => {
        if (object.metadata?.name === 'b' && object.metadata.resourceVersion !== '1') throw new Error('no b');
        return [];
      },
    });
    const objects = [pod('a', '2'), pod('b', '3'), pod('c', '4')];
    expect(() => process([{ type: 'ReplacedAll', objects, resourceVersion: '5' }])).toThrow('no b');
    expect(history).toEqual([
      'missed delete default/gone, stored gone',
      'add default/a 2, stored 2',
      'add default/c 4, stored 4',
    ]);
    expect(store.getByKey('default/b')).toEqual(pod('b', '1'));
    expect(store.resourceVersion).toBe('5');
  });

  test('SyncAll is an update of everything to itself', () => {
    const { history, process } = setUp(pod('a', '1'), pod('b', '2'));
    process([{ type: 'SyncAll' }]);
    expect(history).toEqual(['update default/a 1 to 1, stored 1', 'update default/b 2 to 2, stored 2']);
  });
});
