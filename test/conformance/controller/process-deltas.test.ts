import { describe, expect, test } from 'vitest';
import { IndexError } from '../../../packages/kube-informers/src/cache/stores/object-table.js';
import {
  keyOf,
  pod,
  setUp,
} from '../../../packages/kube-informers/src/cache/queues/process-deltas.test-support.js';
import { DeltaFIFO } from '../../../packages/kube-informers/src/cache/queues/delta-fifo.js';
import { TransactionError } from '../../../packages/kube-informers/src/cache/stores/transaction.js';
import type { ObjectDelta } from '../../../packages/kube-informers/src/cache/types.js';
import type { KubernetesObject } from '../../../packages/kube-informers/src/meta/types.js';

describe('TestProcessDeltasInBatch', () => {
  const added = (...names: string[]): ObjectDelta<KubernetesObject>[] =>
    names.map((name) => ({ type: 'Added', object: pod(name, '1') }));
  /** The store's index function fails on objects with these names, so it refuses them. */
  const refusing = (...names: string[]): ReturnType<typeof setUp> => {
    const all = setUp();
    all.store.addIndexers({
      picky: (object) => {
        if (names.includes(object.metadata?.name ?? '')) throw new Error(`no ${object.metadata?.name}`);
        return [];
      },
    });
    return all;
  };

  test('all transaction succeeding should works', () => {
    const { history, process } = refusing();
    process(added('a', 'b'));
    expect(history).toHaveLength(2);
  });

  test('all transaction failing should not trigger listener', () => {
    const { history, process, store } = refusing('a');
    expect(() => process(added('a'))).toThrow(IndexError);
    expect(history).toEqual([]);
    expect(store.size).toBe(0);
  });

  test.each([
    {
      name: 'partial transaction failing should only trigger successful events to listener #1',
      of: ['a', 'b'],
      failing: ['b'],
      delivered: ['a'],
    },
    {
      name: 'partial transaction failing should only trigger successful events to listener #2',
      of: ['a', 'b', 'c'],
      failing: ['b'],
      delivered: ['a', 'c'],
    },
    { name: 'all but the last failing', of: ['a', 'b', 'c'], failing: ['a', 'b'], delivered: ['c'] },
  ])('$name', ({ of, failing, delivered }) => {
    const { history, process } = refusing(...failing);
    let thrown: unknown;
    try {
      process(added(...of));
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(TransactionError);
    expect((thrown as TransactionError).message).toContain(`${failing.length} of ${of.length} changes`);
    expect(history).toEqual(delivered.map((name) => `add default/${name} 1, stored 1`));
  });
});

describe.each([{ atomic: true }, { atomic: false }])('TestReplaceEvents, atomic: $atomic', ({ atomic }) => {
  test.each([
    {
      name: 'Create with no initial objects',
      initial: [],
      list: [pod('pod-1', '1')],
      resourceVersion: '1',
      expected: ['add default/pod-1 1, stored 1'],
    },
    {
      name: 'Delete all objects',
      initial: [pod('pod-1', '1'), pod('pod-3', '2')],
      list: [],
      resourceVersion: '2',
      expected: ['missed delete default/pod-1, stored gone', 'missed delete default/pod-3, stored gone'],
    },
    {
      // Deletes come first, then the rest in the order of the list.
      name: 'Create, update, delete',
      initial: [pod('pod-1', '1'), pod('pod-2', '2'), pod('pod-3', '3')],
      list: [pod('pod-1', '4'), pod('pod-2', '5'), pod('pod-4', '6')],
      resourceVersion: '6',
      expected: [
        'missed delete default/pod-3, stored gone',
        'update default/pod-1 1 to 4, stored 4',
        'update default/pod-2 2 to 5, stored 5',
        'add default/pod-4 6, stored 6',
      ],
    },
  ])('$name', ({ initial, list, resourceVersion, expected }) => {
    const { store, history, process } = setUp();
    const queue = new DeltaFIFO<KubernetesObject>({
      atomicEvents: atomic,
      knownObjects: atomic ? undefined : store,
    });
    const drain = (): void => {
      while (queue.tryPopBatch(process, process));
    };
    queue.replace(initial, '1');
    drain();
    history.length = 0;
    queue.replace(list, resourceVersion);
    drain();
    // Without atomic events the deletes come last, as in client-go's DeltaFIFO.
    if (atomic) expect(history).toEqual(expected);
    else expect(history.toSorted()).toEqual(expected.toSorted());
    expect(store.list().toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))).toEqual(list);
  });
});
