import { describe, expect, test } from 'vitest';
import {
  metaNamespaceIndexFunc,
  namespaceIndex,
} from '../../../packages/kube-informers/src/cache/stores/indexer.js';
import type { MemoryIndexer } from '../../../packages/kube-informers/src/cache/stores/indexer.js';
import type { KubernetesObject } from '../../../packages/kube-informers/src/meta/types.js';
import { newCompactIndexer, newPlainIndexer } from './both-indexers.js';

/** `key: value,value` as in thread_safe_store_test.go: the object is its list of index values. */
interface Item {
  readonly metadata: { readonly name: string };
  readonly values: string;
}

const keyFunc = (object: Item): string => object.metadata.name;
const byValues = (object: Item): string[] => (object.values === '' ? [] : object.values.split(','));

function item(name: string, values: string): Item {
  return { metadata: { name }, values };
}

const indexers: readonly (readonly [string, typeof newCompactIndexer])[] = [
  ['ordinary cache', newPlainIndexer],
  ['compact cache', newCompactIndexer],
];

describe.each(indexers)('a named index, %s', (_kind, create) => {
  const indexer = (): MemoryIndexer<Item> => create(keyFunc, { values: byValues });

  test('TestThreadSafeStoreDeleteRemovesEmptySetsFromIndex: keeps no empty bucket', () => {
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

  test('TestThreadSafeStoreIndexingFunctionsWithMultipleValues: does not index an object without values, and ignores duplicates', () => {
    const store = indexer();
    store.add(item('a', 'x,x'));
    expect([store.indexKeys('values', 'x'), store.byIndex('values', 'x').length]).toEqual([['a'], 1]);
    store.update(item('a', ''));
    expect([store.indexFuncValues('values'), store.size]).toEqual([[], 1]);
    store.update(item('a', 'x'));
    store.delete(item('a', ''));
    expect(store.indexFuncValues('values')).toEqual([]);
  });

  test('the empty string is a value like any other', () => {
    const store = create(keyFunc, { all: () => [''] });
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
    const store = create<Item>(keyFunc, { byUser: byValues });
    const names = (value: string): string[] =>
      store
        .byIndex('byUser', value)
        .map(({ metadata: { name } }) => name)
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

  test('the namespace index: "" for cluster-scoped objects', () => {
    const store = create((object: KubernetesObject) => object.metadata?.name ?? '', {
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
