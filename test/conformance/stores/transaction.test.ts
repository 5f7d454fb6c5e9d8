import { describe, expect, test } from 'vitest';
import { IndexError } from '../../../packages/kube-informers/src/cache/stores/object-table.js';
import { TransactionError } from '../../../packages/kube-informers/src/cache/stores/transaction.js';
import { KeyError } from '../../../packages/kube-informers/src/meta/names.js';
import { newCompactIndexer, newPlainIndexer } from './both-indexers.js';

/** `key: value,value` as in thread_safe_store_test.go: the object is its list of index values. */
interface Item {
  readonly metadata: { readonly name: string; readonly resourceVersion?: string };
  readonly values: string;
}

const keyFunc = (object: Item): string => object.metadata.name;
const byValues = (object: Item): string[] => (object.values === '' ? [] : object.values.split(','));

function item(name: string, values: string): Item {
  return { metadata: { name }, values };
}

function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

const stores: readonly (readonly [string, typeof newCompactIndexer])[] = [
  ['ordinary cache', newPlainIndexer],
  ['compact cache', newCompactIndexer],
];

describe.each(stores)('a transaction, %s', (_kind, create) => {
  test('TestThreadSafeStoreRV: the resourceVersion is that of the last object', () => {
    const store = create(keyFunc, {});
    const at = (name: string, resourceVersion: string): Item => ({
      metadata: { name, resourceVersion },
      values: '',
    });
    store.transaction([
      { type: 'Updated', object: at('a', '40') },
      { type: 'Updated', object: at('b', '30') },
      { type: 'Updated', object: at('c', '50') },
    ]);
    expect(store.resourceVersion).toBe('50');
    expect(store.transaction([])).toEqual([]);
    expect(store.resourceVersion).toBe('50');
  });

  describe('TestCacheTransactionShouldIndexErrors', () => {
    test.each([
      { name: 'txn all success objects should work', objects: ['good1', 'good2'], successful: undefined },
      { name: 'txn all fail objects should work', objects: ['bad1', 'bad2'], successful: [] },
      {
        name: 'txn mix success and fail objects should work',
        objects: ['good1', 'bad1', 'good2', 'bad2'],
        successful: [0, 2],
      },
    ])('$name', ({ objects, successful }) => {
      const store = create(({ metadata: { name } }: Item) => {
        if (name.startsWith('bad')) throw new Error('test error');
        return name;
      }, {});
      const changes = objects.map((name) => ({ type: 'Added' as const, object: item(name, '') }));
      const transaction = (): unknown => store.transaction(changes);
      if (successful === undefined) expect(transaction()).toEqual([undefined, undefined]);
      else
        expect(thrownBy(transaction)).toMatchObject({ successfulIndices: successful, total: objects.length });
      expect(store.listKeys()).toEqual(objects.filter((name) => name.startsWith('good')));
    });
  });

  test('TestCacheTransactionShouldIndexErrors: the error lists the changes that succeeded, and these are in the store', () => {
    const failing = (object: Item): string => {
      if (object.metadata.name.startsWith('nokey')) throw new Error('no key');
      return object.metadata.name;
    };
    const store = create(failing, {
      picky: (object: Item) => {
        if (object.values === 'bad') throw new Error('no index');
        return byValues(object);
      },
    });
    store.add(item('a', 'old'));
    const error = thrownBy(() =>
      store.transaction([
        { type: 'Added', object: item('nokey', '') },
        { type: 'Updated', object: item('a', 'new') },
        { type: 'Updated', object: item('a', 'bad') },
        { type: 'Added', object: item('b', 'x') },
      ]),
    );
    expect(error).toBeInstanceOf(TransactionError);
    const failure = error as TransactionError<Item>;
    expect(failure.successfulIndices).toEqual([1, 3]);
    expect(failure.total).toBe(4);
    expect(failure.errors).toEqual([expect.any(KeyError), expect.any(IndexError)]);
    expect(failure.previous).toEqual([undefined, item('a', 'old'), item('a', 'new'), undefined]);
    expect(failure.message).toBe(
      '2 of 4 changes were refused: the key function failed: no key; ' +
        'index function "picky" failed: no index for object "a"',
    );
    expect(store.list()).toEqual([item('a', 'new'), item('b', 'x')]);
  });
});
