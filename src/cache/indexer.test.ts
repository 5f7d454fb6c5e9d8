import { describe, expect, test } from 'vitest';
import { KeyError } from '../meta/names.js';
import { DeletedFinalStateUnknown } from '../meta/tombstone.js';
import type { KubernetesObject } from '../meta/types.js';
import { MemoryIndexer, metaNamespaceIndexFunc, namespaceIndex, newIndexer } from './indexer.js';
import { IndexError } from './named-index.js';
import { newStore } from './store.js';
import { TransactionError, isTransactionStore } from './transaction.js';
import { TransformError } from './transform.js';

/** `key: value,value` as in thread_safe_store_test.go: the object is its list of index values. */
interface Item {
  readonly name: string;
  readonly values: string;
  readonly metadata?: { readonly resourceVersion?: string };
}

const keyFunc = (object: Item): string => object.name;
const byValues = (object: Item): string[] => (object.values === '' ? [] : object.values.split(','));

function item(name: string, values: string): Item {
  return { name, values };
}

function indexer(): MemoryIndexer<Item> {
  return newIndexer(keyFunc, { values: byValues });
}

describe('a named index', () => {
  test('TestThreadSafeStoreDeleteRemovesEmptySetsFromIndex: no empty bucket stays', () => {
    const store = indexer();
    store.add(item('key', 'testKey'));
    expect(store.indexFuncValues('values')).toEqual(['testKey']);
    store.delete(item('key', ''));
    expect(store.indexFuncValues('values')).toEqual([]);
  });

  test('TestThreadSafeStoreAddKeepsNonEmptySetPostDeleteFromIndex: the other members stay', () => {
    const store = indexer();
    store.add(item('retain', 'v'));
    store.add(item('delete', 'v'));
    store.delete(item('delete', ''));
    expect(store.indexKeys('values', 'v')).toEqual(['retain']);
  });

  test('TestThreadSafeStoreIndexingFunctionsWithMultipleValues: an update moves the object exactly', () => {
    const store = indexer();
    const index = (): Record<string, string[]> =>
      Object.fromEntries(
        ['foo', 'bar', 'baz'].map((value) => [value, store.indexKeys('values', value).toSorted()]),
      );
    store.add(item('key1', 'foo'));
    store.add(item('key2', 'bar'));
    expect(index()).toEqual({ foo: ['key1'], bar: ['key2'], baz: [] });
    store.update(item('key2', 'foo,bar'));
    expect(index()).toEqual({ foo: ['key1', 'key2'], bar: ['key2'], baz: [] });
    store.update(item('key1', 'foo,bar'));
    expect(index()).toEqual({ foo: ['key1', 'key2'], bar: ['key1', 'key2'], baz: [] });
    store.add(item('key3', 'foo,bar,baz'));
    expect(index()).toEqual({ foo: ['key1', 'key2', 'key3'], bar: ['key1', 'key2', 'key3'], baz: ['key3'] });
    store.update(item('key1', 'foo'));
    expect(index()).toEqual({ foo: ['key1', 'key2', 'key3'], bar: ['key2', 'key3'], baz: ['key3'] });
    store.update(item('key2', 'bar'));
    expect(index()).toEqual({ foo: ['key1', 'key3'], bar: ['key2', 'key3'], baz: ['key3'] });
    store.delete(item('key1', ''));
    expect(index()).toEqual({ foo: ['key3'], bar: ['key2', 'key3'], baz: ['key3'] });
    store.delete(item('key3', ''));
    expect(index()).toEqual({ foo: [], bar: ['key2'], baz: [] });
    expect(store.indexFuncValues('values')).toEqual(['bar']);
  });

  test('TestThreadSafeStoreIndexingFunctionsWithMultipleValues: no values leave it out, duplicates are harmless', () => {
    const store = indexer();
    store.add(item('a', 'x,x'));
    expect([store.indexKeys('values', 'x'), store.byIndex('values', 'x').length]).toEqual([['a'], 1]);
    store.update(item('a', ''));
    expect([store.indexFuncValues('values'), store.size]).toEqual([[], 1]);
    store.update(item('a', 'x'));
    store.delete(item('a', ''));
    expect(store.indexFuncValues('values')).toEqual([]);
  });

  test('an update that keeps its value keeps its place', () => {
    const store = indexer();
    store.add(item('a', 'x'));
    store.add(item('b', 'x'));
    store.update(item('a', 'x'));
    expect(store.indexKeys('values', 'x')).toEqual(['a', 'b']);
  });

  test('the empty string is a value like any other', () => {
    const store = newIndexer(keyFunc, { all: () => [''] });
    store.add(item('a', ''));
    expect(store.indexKeys('all', '')).toEqual(['a']);
    store.delete(item('a', ''));
    expect(store.indexFuncValues('all')).toEqual([]);
  });

  test('TestGetIndexFuncValues: every value in use, once', () => {
    const store = indexer();
    store.replace([item('a', 'x,y'), item('b', 'y,z'), item('c', '')], '1');
    expect(store.indexFuncValues('values').toSorted()).toEqual(['x', 'y', 'z']);
  });

  test('TestMultiIndexKeys: byIndex follows add, update and delete', () => {
    const store = newIndexer<Item>(keyFunc, { byUser: byValues });
    const names = (value: string): string[] =>
      store
        .byIndex('byUser', value)
        .map(({ name }) => name)
        .toSorted();
    store.add(item('one', 'ernie,bert'));
    store.add(item('two', 'bert,oscar'));
    store.add(item('tre', 'ernie,elmo'));
    expect([names('ernie'), names('bert'), names('elmo'), names('oscar'), names('elmo1')]).toEqual([
      ['one', 'tre'],
      ['one', 'two'],
      ['tre'],
      ['two'],
      [],
    ]);
    store.delete(item('tre', ''));
    expect([names('ernie'), names('elmo')]).toEqual([['one'], []]);
    store.update(item('two', 'elmo'));
    expect([names('bert'), names('oscar'), names('elmo')]).toEqual([['one'], [], ['two']]);
  });

  test('TestIndex: by object returns each match once', () => {
    const store = indexer();
    const one = item('one', 'x,y');
    const two = item('two', 'y,x');
    store.replace([one, two, item('other', 'z')], '1');
    expect(store.index('values', item('asked', 'x,y'))).toEqual([one, two]);
    expect(store.index('values', item('asked', 'x'))).toEqual([one, two]);
    expect(store.index('values', item('asked', 'q'))).toEqual([]);
    expect(store.index('values', item('asked', ''))).toEqual([]);
  });

  test('an object that someone changed still leaves the buckets that it entered', () => {
    const store = newIndexer(keyFunc, { values: byValues });
    const object = { name: 'a', values: 'before' };
    store.add(object);
    object.values = 'after';
    store.delete(object);
    expect(store.indexFuncValues('values')).toEqual([]);
  });

  test('an index function that hands out the same array again and again is not trusted with it', () => {
    const shared = ['x', 'y'];
    const store = newIndexer(keyFunc, { values: () => shared });
    store.add(item('a', ''));
    shared[0] = 'changed';
    store.delete(item('a', ''));
    expect(store.indexFuncValues('values')).toEqual([]);
  });

  test('the namespace index: "" for what is cluster-scoped', () => {
    const store = newIndexer((object: KubernetesObject) => object.metadata?.name ?? '', {
      [namespaceIndex]: metaNamespaceIndexFunc,
    });
    store.add({ metadata: { name: 'a', namespace: 'ns' } });
    store.add({ metadata: { name: 'b' } });
    expect([store.indexKeys(namespaceIndex, 'ns'), store.indexKeys(namespaceIndex, '')]).toEqual([
      ['a'],
      ['b'],
    ]);
  });
});

describe('indexers', () => {
  test('can be added at any time: what is stored gets indexed', () => {
    const store = newIndexer<Item>(keyFunc, {});
    store.add(item('a', 'x'));
    store.addIndexers({ values: byValues });
    store.add(item('b', 'x'));
    expect(store.indexKeys('values', 'x')).toEqual(['a', 'b']);
    expect(store.indexers).toEqual({ values: byValues });
  });

  test('a name that is taken is an IndexError, and no other of the same call is added', () => {
    const store = indexer();
    expect(() => store.addIndexers({ other: byValues, values: byValues })).toThrow(
      new IndexError('index "values" is there already; known indexes: "values"', 'values'),
    );
    expect(Object.keys(store.indexers)).toEqual(['values']);
  });

  test('one that fails on what is stored is not added, nor is any other of the same call', () => {
    const store = newIndexer<Item>(keyFunc, {});
    store.add(item('a', 'x'));
    const add = (): void =>
      store.addIndexers({
        good: byValues,
        bad: () => {
          throw new Error('boom');
        },
      });
    expect(add).toThrow('index function "bad" failed: boom for object "a"');
    expect(store.indexers).toEqual({});
    store.add(item('b', 'x'));
    expect(store.size).toBe(2);
  });

  test('one that is no function is refused with its name', () => {
    // A program in JavaScript can hand over anything.
    const indexers = { byNode: 'spec.nodeName' } as unknown as Record<string, (object: Item) => string[]>;
    expect(() => newIndexer(keyFunc, indexers)).toThrow('indexers.byNode must be a function, got string');
  });

  test('the table of indexers cannot be changed from outside', () => {
    const store = indexer();
    expect(Object.isFrozen(store.indexers)).toBe(true);
    expect(Object.isFrozen(newIndexer<Item>(keyFunc, {}).indexers)).toBe(true);
  });

  test('an unknown index is an IndexError that names the known ones', () => {
    const store = indexer();
    for (const read of [
      () => store.byIndex('nope', 'x'),
      () => store.indexKeys('nope', 'x'),
      () => store.indexFuncValues('nope'),
      () => store.index('nope', item('a', 'x')),
    ]) {
      expect(read).toThrow(expect.objectContaining({ code: 'ERR_INDEX', indexName: 'nope' }));
      expect(read).toThrow('no index is named "nope"; known indexes: "values"');
    }
    expect(() => newIndexer<Item>(keyFunc, {}).byIndex('nope', 'x')).toThrow('known indexes: none');
  });
});

describe('an index function that fails', () => {
  const picky = (object: Item): string[] => {
    if (object.values === 'bad') throw new TypeError('cannot read properties of undefined');
    return [object.values];
  };
  const create = (): MemoryIndexer<Item> => newIndexer(keyFunc, { first: byValues, picky });
  const bad: Item = { name: 'a', values: 'bad', metadata: { resourceVersion: '9' } };

  test('refuses the write with an IndexError that names index, key and cause', () => {
    expect(() => create().add(bad)).toThrow(
      expect.objectContaining({
        name: 'IndexError',
        code: 'ERR_INDEX',
        indexName: 'picky',
        key: 'a',
        message: 'index function "picky" failed: cannot read properties of undefined for object "a"',
        cause: expect.any(TypeError) as unknown,
      }),
    );
  });

  test('leaves the old object, every index and the resourceVersion as they were', () => {
    const store = create();
    store.add(item('a', 'x'));
    expect(() => store.update(bad)).toThrow(IndexError);
    expect(() => store.replace([item('b', 'y'), bad], '9')).toThrow(IndexError);
    expect(store.list()).toEqual([item('a', 'x')]);
    expect([
      store.indexKeys('first', 'x'),
      store.indexFuncValues('first'),
      store.indexFuncValues('picky'),
    ]).toEqual([['a'], ['x'], ['x']]);
    expect(store.resourceVersion).toBe('');
  });

  test('does not keep the object from being deleted', () => {
    let broken = false;
    const store = newIndexer(keyFunc, {
      moody: (object: Item) => {
        if (broken) throw new Error('now broken');
        return [object.values];
      },
    });
    store.add(item('a', 'x'));
    broken = true;
    store.delete(item('a', 'x'));
    expect([store.size, store.indexFuncValues('moody')]).toEqual([0, []]);
  });

  test.each([
    ['undefined', undefined, 'must return an array of strings, got undefined'],
    ['a string', 'node-1', 'must return an array of strings, got string'],
    ['an array with undefined', [undefined], 'must return an array of strings, one value is undefined'],
    ['an array with null', ['a', null], 'must return an array of strings, one value is null'],
  ])('is one that returns %s', (_what, returned, message) => {
    // An index function in JavaScript can return anything.
    const store = newIndexer(keyFunc, { odd: () => returned as string[] });
    expect(() => store.add(item('a', 'x'))).toThrow(`index function "odd" ${message} for object "a"`);
    expect(store.size).toBe(0);
  });
});

describe('transaction', () => {
  test('applies changes in order and returns what was there before each', () => {
    const store = indexer();
    store.add(item('a', 'x'));
    const previous = store.transaction([
      { type: 'Updated', object: item('a', 'y') },
      { type: 'Added', object: item('b', 'y') },
      { type: 'Deleted', object: item('a', '') },
      { type: 'Replaced', object: item('c', 'z') },
      { type: 'Deleted', object: new DeletedFinalStateUnknown<Item>('nothing', undefined) },
    ]);
    expect(previous).toEqual([item('a', 'x'), undefined, item('a', 'y'), undefined, undefined]);
    expect(store.listKeys()).toEqual(['b', 'c']);
    expect(store.indexFuncValues('values')).toEqual(['y', 'z']);
  });

  test('TestThreadSafeStoreRV: the resourceVersion is that of the last object', () => {
    const store = newStore(keyFunc);
    const at = (name: string, resourceVersion: string): Item => ({
      name,
      values: '',
      metadata: { resourceVersion },
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

  test('TestCacheTransactionShouldIndexErrors: the error tells which went through, and these are in the store', () => {
    const failing = (object: Item): string => {
      if (object.name.startsWith('nokey')) throw new Error('no key');
      return object.name;
    };
    const store = newIndexer(failing, {
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

  test('the message of many refusals stays short', () => {
    const store = newIndexer(keyFunc, {
      never: () => {
        throw new Error('no');
      },
    });
    const changes = Array.from({ length: 1000 }, (_value, index) => ({
      type: 'Added' as const,
      object: item(`o${index}`, ''),
    }));
    const error = thrownBy(() => store.transaction(changes)) as TransactionError;
    expect(error.errors).toHaveLength(1000);
    expect(error.message.length).toBeLessThan(300);
  });

  test('isTransactionStore tells a store that has it', () => {
    const store = newStore(keyFunc);
    expect(isTransactionStore(store)).toBe(true);
    expect(isTransactionStore({ ...store } as typeof store)).toBe(false);
  });
});

describe('transform', () => {
  const transform = (object: Item): Item => {
    if (object.values === 'bad') throw new Error('cannot transform');
    return { ...object, values: `${object.values}!` };
  };

  test('TestCacheWithTransformer: changes what add, update, replace and transaction store', () => {
    const store = newIndexer(keyFunc, { values: byValues }, { transform });
    store.add(item('a', '1'));
    expect(store.getByKey('a')).toEqual(item('a', '1!'));
    store.update(item('a', '2'));
    expect(store.getByKey('a')).toEqual(item('a', '2!'));
    store.transaction([{ type: 'Added', object: item('b', '3') }]);
    expect(store.byIndex('values', '3!')).toEqual([item('b', '3!')]);
    store.replace([item('c', '4')], '1');
    expect(store.list()).toEqual([item('c', '4!')]);
    expect(store.transformer).toBe(transform);
  });

  test('one that throws is a TransformError with the key, and the store stays as it was', () => {
    const store = newStore(keyFunc, { transform });
    store.add(item('a', '1'));
    expect(() => store.update(item('a', 'bad'))).toThrow(
      expect.objectContaining({ code: 'ERR_TRANSFORM', key: 'a' }),
    );
    expect(() => store.replace([item('b', '1'), item('a', 'bad')], '1')).toThrow(TransformError);
    expect(store.list()).toEqual([item('a', '1!')]);
  });
});

test('the default key is namespace/name, and what has no name is refused', () => {
  const store = new MemoryIndexer<KubernetesObject>();
  store.add({ metadata: { namespace: 'ns', name: 'a' } });
  store.add({ metadata: { name: 'b' } });
  expect(store.listKeys()).toEqual(['ns/a', 'b']);
  const bare = { kind: 'Pod' };
  const error = thrownBy(() => store.add(bare)) as KeyError;
  expect(error.message).toBe('Pod has no metadata, so it has no key');
  expect(error.object).toBe(bare);
});

test('a key function that returns no string is a KeyError', () => {
  // A key function in JavaScript can return anything.
  const store = newStore((object: Item) => object.values as unknown as string);
  expect(() => store.add({ name: 'a' } as Item)).toThrow(
    'the key function must return a string, got undefined',
  );
});

function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
