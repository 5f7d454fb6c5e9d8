import { describe, expect, test } from 'vitest';
import type { KeyError } from '../../meta/names.js';
import { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import type { KubernetesObject } from '../../meta/types.js';
import { MemoryIndexer } from './indexer.js';
import { IndexError } from './object-table.js';
import type { TransactionError } from './transaction.js';
import { TransformError } from '../transform.js';

/** As in thread_safe_store_test.go, an object is its list of index values: `key: value,value`. */
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
  return new MemoryIndexer({ keyFunc, indexers: { values: byValues } });
}

describe('a named index', () => {
  test('an object that was changed is still removed from the values that it had', () => {
    const store = new MemoryIndexer({ keyFunc, indexers: { values: byValues } });
    const object = { name: 'a', values: 'before' };
    store.add(object);
    object.values = 'after';
    store.delete(object);
    expect(store.indexFuncValues('values')).toEqual([]);
  });

  test('an index function may return the same array each time and change it', () => {
    const shared = ['x', 'y'];
    const store = new MemoryIndexer({ keyFunc, indexers: { values: () => shared } });
    store.add(item('a', ''));
    shared[0] = 'changed';
    store.delete(item('a', ''));
    expect(store.indexFuncValues('values')).toEqual([]);
  });

  test('an update with the same value keeps its position', () => {
    const store = indexer();
    store.add(item('a', 'x'));
    store.add(item('b', 'x'));
    store.update(item('a', 'x'));
    expect(store.indexKeys('values', 'x')).toEqual(['a', 'b']);
  });
});

describe('indexers', () => {
  test('can be added at any time and indexes the stored objects', () => {
    const store = new MemoryIndexer<Item>({ keyFunc });
    store.add(item('a', 'x'));
    store.addIndexers({ values: byValues });
    store.add(item('b', 'x'));
    expect(store.indexKeys('values', 'x')).toEqual(['a', 'b']);
    expect(store.indexers).toEqual({ values: byValues });
  });

  test('a taken name throws IndexError, and no index of the same call is added', () => {
    const store = indexer();
    expect(() => store.addIndexers({ other: byValues, values: byValues })).toThrow(
      new IndexError('index "values" exists already; known indexes: "values"', 'values'),
    );
    expect(Object.keys(store.indexers)).toEqual(['values']);
  });

  test('one that fails on a stored object is not added, nor is any other of the same call', () => {
    const store = new MemoryIndexer<Item>({ keyFunc });
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

  test('one that is not a function is refused with its name', () => {
    // A JavaScript program can pass anything.
    const indexers = { byNode: 'spec.nodeName' } as unknown as Record<string, (object: Item) => string[]>;
    expect(() => new MemoryIndexer({ keyFunc, indexers })).toThrow(
      '"byNode" of indexers of a store must be a function, got "spec.nodeName"',
    );
  });

  test('the table of indexers cannot be changed from outside', () => {
    const store = indexer();
    expect(Object.isFrozen(store.indexers)).toBe(true);
    expect(Object.isFrozen(new MemoryIndexer<Item>({ keyFunc }).indexers)).toBe(true);
  });

  test('TestGetIndexFuncValues, TestMultiIndexKeys: an unknown index throws an IndexError that names the known ones', () => {
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
    expect(() => new MemoryIndexer<Item>({ keyFunc }).byIndex('nope', 'x')).toThrow('known indexes: none');
  });
});

describe('an index function that fails', () => {
  const picky = (object: Item): string[] => {
    if (object.values === 'bad') throw new TypeError('cannot read properties of undefined');
    return [object.values];
  };
  const create = (): MemoryIndexer<Item> =>
    new MemoryIndexer({ keyFunc, indexers: { first: byValues, picky } });
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

  test('does not prevent the object from being deleted', () => {
    let broken = false;
    const store = new MemoryIndexer({
      keyFunc,
      indexers: {
        moody: (object: Item) => {
          if (broken) throw new Error('now broken');
          return [object.values];
        },
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
  ])('refuses an index function that returns %s', (_what, returned, message) => {
    // An index function in JavaScript can return anything.
    const store = new MemoryIndexer({ keyFunc, indexers: { odd: () => returned as string[] } });
    expect(() => store.add(item('a', 'x'))).toThrow(`index function "odd" ${message} for object "a"`);
    expect(store.size).toBe(0);
  });
});

describe('transaction', () => {
  test('applies changes in order and returns the previous objects', () => {
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

  test('the message of many refusals stays short', () => {
    const store = new MemoryIndexer({
      keyFunc,
      indexers: {
        never: () => {
          throw new Error('no');
        },
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
});

describe('transform', () => {
  const transform = (object: Item): Item => {
    if (object.values === 'bad') throw new Error('cannot transform');
    return { ...object, values: `${object.values}!` };
  };

  test('changes what add, update, replace and transaction store', () => {
    const store = new MemoryIndexer({ keyFunc, indexers: { values: byValues }, transform });
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

  test('one that throws causes a TransformError with the key, and the store stays unchanged', () => {
    const store = new MemoryIndexer({ keyFunc, transform });
    store.add(item('a', '1'));
    expect(() => store.update(item('a', 'bad'))).toThrow(
      expect.objectContaining({ code: 'ERR_TRANSFORM', key: 'a' }),
    );
    expect(() => store.replace([item('b', '1'), item('a', 'bad')], '1')).toThrow(TransformError);
    expect(store.list()).toEqual([item('a', '1!')]);
  });
});

test('the default key is namespace/name, and an object without a name is refused', () => {
  const store = new MemoryIndexer<KubernetesObject>();
  store.add({ metadata: { namespace: 'ns', name: 'a' } });
  store.add({ metadata: { name: 'b' } });
  expect(store.listKeys()).toEqual(['ns/a', 'b']);
  const bare = { kind: 'Pod' };
  const error = thrownBy(() => store.add(bare)) as KeyError;
  expect(error.message).toBe('Pod has no metadata, so it has no key');
  expect(error.object).toBe(bare);
});

test('a key function that does not return a string causes a KeyError', () => {
  // A key function in JavaScript can return anything.
  const store = new MemoryIndexer({ keyFunc: (object: Item) => object.values as unknown as string });
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
