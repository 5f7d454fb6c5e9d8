import { expect, test } from 'vitest';
import { pod } from '../informer/informer.test-support.js';
import { MemoryIndexer, metaNamespaceIndexFunc, namespaceIndex } from './indexer.js';
import { MultiNamespaceIndexer } from './multi-namespace-indexer.js';
import { IndexError } from './object-table.js';
import type { KubernetesObject } from '../../meta/types.js';

const inNamespace = (namespace: string, name: string): KubernetesObject => ({
  metadata: { ...pod(name).metadata, namespace },
});

function setUp() {
  const indexer = new MultiNamespaceIndexer<KubernetesObject>(
    (indexers) => new MemoryIndexer<KubernetesObject>({ indexers }),
    { [namespaceIndex]: metaNamespaceIndexFunc },
  );
  const [a, b] = [indexer.addNamespace('a'), indexer.addNamespace('b')];
  a.replace([inNamespace('a', 'one'), inNamespace('a', 'two')], '5');
  b.replace([inNamespace('b', 'one')], '3');
  return { indexer, a, b };
}

test('reads the objects of all namespaces', () => {
  const { indexer } = setUp();
  expect(indexer.size).toBe(3);
  expect(indexer.listKeys()).toEqual(['a/one', 'a/two', 'b/one']);
  expect(indexer.list().map(({ metadata }) => metadata?.name)).toEqual(['one', 'two', 'one']);
  expect(indexer.getByKey('b/one')).toEqual(inNamespace('b', 'one'));
  expect(indexer.get(inNamespace('a', 'two'))).toEqual(inNamespace('a', 'two'));
  expect([indexer.getByKey('c/one'), indexer.get(inNamespace('c', 'one'))]).toEqual([undefined, undefined]);
});

test('reads the indexes of all namespaces as one', () => {
  const { indexer } = setUp();
  indexer.addIndexers({ name: ({ metadata }) => [metadata?.name ?? ''] });
  expect(indexer.indexKeys('name', 'one')).toEqual(['a/one', 'b/one']);
  expect(indexer.byIndex('name', 'two')).toHaveLength(1);
  expect(indexer.index('name', inNamespace('c', 'one'))).toHaveLength(2);
  expect(indexer.indexFuncValues('name')).toEqual(['one', 'two']);
  expect(indexer.indexSizes()).toEqual({ namespace: 2, name: 2 });
  expect(Object.keys(indexer.indexers)).toEqual(['namespace', 'name']);
});

test('a namespace that is added later has all indexes', () => {
  const { indexer } = setUp();
  indexer.addIndexers({ name: ({ metadata }) => [metadata?.name ?? ''] });
  indexer.addNamespace('c').add(inNamespace('c', 'one'));
  expect(indexer.indexKeys('name', 'one')).toEqual(['a/one', 'b/one', 'c/one']);
});

test('an index that fails on an object of one namespace is added to none', () => {
  const { indexer, a } = setUp();
  const picky = ({ metadata }: KubernetesObject): string[] => {
    if (metadata?.namespace === 'b') throw new Error('no b');
    return [];
  };
  expect(() => indexer.addIndexers({ picky: picky as never })).toThrow(IndexError);
  expect([Object.keys(indexer.indexers), Object.keys(a.indexers)]).toEqual([['namespace'], ['namespace']]);
});

test('an unknown index is refused, also without a namespace', () => {
  const { indexer } = setUp();
  indexer.removeNamespace('a');
  indexer.removeNamespace('b');
  expect(() => indexer.byIndex('nam', 'a')).toThrow('no index is named "nam"; known indexes: "namespace"');
  expect(() => indexer.addIndexers({ namespace: metaNamespaceIndexFunc })).toThrow('exists already');
});

test('its resourceVersion is the oldest', () => {
  const { indexer, b } = setUp();
  expect(indexer.resourceVersion).toBe('3');
  b.bookmark('9');
  expect(indexer.resourceVersion).toBe('5');
  indexer.addNamespace('c');
  expect(indexer.resourceVersion).toBe('');
  for (const namespace of ['a', 'b', 'c']) indexer.removeNamespace(namespace);
  expect([indexer.resourceVersion, indexer.size]).toEqual(['', 0]);
});
