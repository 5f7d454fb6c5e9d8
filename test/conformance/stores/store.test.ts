import { describe, expect, test } from 'vitest';
import { KeyError } from '../../../packages/kube-informers/src/meta/names.js';
import { DeletedFinalStateUnknown } from '../../../packages/kube-informers/src/meta/tombstone.js';
import { MemoryIndexer } from '../../../packages/kube-informers/src/cache/stores/indexer.js';
import type { Store } from '../../../packages/kube-informers/src/cache/types.js';
import { isCompact } from '../../../packages/kube-informers/src/compact/compact-objects.js';
import { newCompactIndexer } from './both-indexers.js';

interface Item {
  readonly metadata: { readonly name: string; readonly resourceVersion?: string };
  readonly value: number;
}

const keyFunc = ({ metadata: { name } }: Item): string => {
  if (name === '') throw new Error('no name');
  return name;
};

function item(name: string, value: number, resourceVersion?: string): Item {
  return { metadata: resourceVersion === undefined ? { name } : { name, resourceVersion }, value };
}

const compact = 'MemoryIndexer of a compact cache';

const stores: readonly (readonly [string, () => Store<Item>])[] = [
  ['MemoryIndexer', () => new MemoryIndexer({ keyFunc })],
  [
    'MemoryIndexer with an index',
    () => new MemoryIndexer({ keyFunc, indexers: { value: (object: Item) => [String(object.value)] } }),
  ],
  ['MemoryIndexer with a transform', () => new MemoryIndexer({ keyFunc, transform: (object) => object })],
  [compact, () => newCompactIndexer(keyFunc, { value: (object: Item) => [String(object.value)] })],
];

describe.each(stores)('%s is a Store', (kind, create) => {
  test('TestCache: finds an added object by object and by key', () => {
    const store = create();
    const object = item('foo', 1);
    store.add(object);
    expect(store.get(item('foo', 0))).toEqual(object);
    expect(store.get(item('foo', 0))).toBe(store.getByKey('foo'));
    // All but a compact cache return the same object.
    expect([store.getByKey('foo') === object, isCompact(store.getByKey('foo'))]).toEqual(
      kind === compact ? [false, true] : [true, false],
    );
    expect(store.getByKey('bar')).toBeUndefined();
    expect(store.size).toBe(1);
  });

  test('TestCache: update replaces the stored object', () => {
    const store = create();
    store.add(item('foo', 1));
    store.update(item('foo', 2));
    expect(store.list()).toEqual([item('foo', 2)]);
    store.add(item('foo', 3));
    expect(store.list()).toEqual([item('foo', 3)]);
  });

  test('TestCache: update of an unknown object adds it', () => {
    const store = create();
    store.update(item('foo', 1));
    expect(store.listKeys()).toEqual(['foo']);
  });

  test('TestCache: deletes by object, also an unknown object', () => {
    const store = create();
    store.add(item('foo', 1));
    store.delete(item('foo', 9));
    store.delete(item('foo', 9));
    expect(store.getByKey('foo')).toBeUndefined();
    expect([store.list(), store.listKeys(), store.size]).toEqual([[], [], 0]);
  });

  test('delete accepts a tombstone with or without an object', () => {
    const store = create();
    store.replace([item('foo', 1), item('bar', 1)], '1');
    store.delete(new DeletedFinalStateUnknown<Item>('foo', item('foo', 0)));
    store.delete(new DeletedFinalStateUnknown<Item>('bar', undefined));
    expect(store.size).toBe(0);
  });

  test('TestCache: replace sets the whole content', () => {
    const store = create();
    store.add(item('foo', 1));
    store.add(item('gone', 1));
    store.replace([item('foo', 2), item('bar', 3), item('bar', 4)], '7');
    expect(store.list()).toEqual([item('foo', 2), item('bar', 4)]);
    expect(store.listKeys()).toEqual(['foo', 'bar']);
    store.replace([], '8');
    expect(store.list()).toEqual([]);
  });

  test('TestCache: list returns exactly the stored objects', () => {
    const store = create();
    const objects = [item('a', 1), item('c', 2), item('e', 3)];
    for (const object of objects) store.add(object);
    expect(store.list()).toEqual(objects);
  });

  test('a returned list does not change with the store', () => {
    const store = create();
    store.add(item('foo', 1));
    const list = store.list();
    const keys = store.listKeys();
    store.add(item('bar', 1));
    expect([list.length, keys.length]).toEqual([1, 1]);
  });

  test('TestKeyError: throws KeyError with object and cause when the key function fails, and changes nothing', () => {
    const store = create();
    store.add(item('foo', 1, '1'));
    const bad = item('', 1, '2');
    for (const write of [
      () => store.add(bad),
      () => store.update(bad),
      () => store.delete(bad),
      () => store.get(bad),
      () => store.replace([item('bar', 1), bad], '2'),
    ]) {
      const error = thrownBy(write);
      expect(error).toBeInstanceOf(KeyError);
      expect(error).toMatchObject({ code: 'ERR_KEY', message: 'the key function failed: no name' });
      expect((error as KeyError).object).toBe(bad);
      expect((error as KeyError).cause).toMatchObject({ message: 'no name' });
    }
    expect([store.list(), store.resourceVersion]).toEqual([[item('foo', 1, '1')], '1']);
  });

  test('TestThreadSafeStoreRV: the resourceVersion is "" at first and follows adds, updates and deletes', () => {
    const store = create();
    const seen = [store.resourceVersion];
    store.add(item('a', 1, '10'));
    seen.push(store.resourceVersion);
    store.update(item('b', 1, '20'));
    seen.push(store.resourceVersion);
    store.delete(item('b', 1, '30'));
    seen.push(store.resourceVersion);
    expect(seen).toEqual(['', '10', '20', '30']);
  });

  test('TestThreadSafeStoreRV: objects without a resourceVersion, and tombstones, do not change it', () => {
    const store = create();
    store.add(item('a', 1, '10'));
    store.add(item('a2', 1, '10'));
    store.add(item('b', 1));
    store.add(item('c', 1, ''));
    store.delete(new DeletedFinalStateUnknown('a', item('a', 1, '5')));
    store.delete(new DeletedFinalStateUnknown<Item>('b', undefined));
    expect([store.resourceVersion, store.listKeys()]).toEqual(['10', ['a2', 'c']]);
  });

  test('TestThreadSafeStoreRV: replace and bookmark set it', () => {
    const store = create();
    store.replace([item('a', 1, '40'), item('b', 1, '30')], '50');
    expect(store.resourceVersion).toBe('50');
    store.bookmark?.('60');
    expect([store.resourceVersion, store.size]).toEqual(['60', 2]);
  });

  test('resync changes nothing', () => {
    const store = create();
    store.add(item('a', 1));
    store.resync();
    expect(store.list()).toEqual([item('a', 1)]);
  });

  test('stores a list of 200,000 (spreading it into a call would be a RangeError)', () => {
    const store = create();
    const many = Array.from({ length: 200_000 }, (_value, index) => item(`o${index}`, 1));
    store.replace(many, '1');
    expect([store.size, store.list().length, store.listKeys().length]).toEqual([200_000, 200_000, 200_000]);
  });
});

test('TestKeyError: finds the cause of a KeyError, even inside another error', () => {
  const cause = new Error('error');
  const inner = new KeyError('no key', { object: 100, cause });
  const outer = new KeyError('no key', { object: 100, cause: inner });
  expect([inner.cause, outer.cause, (outer.cause as Error).cause]).toEqual([cause, inner, cause]);
  expect([inner.object, outer.object]).toEqual([100, 100]);
});

test('TestCacheWithTransformer: calls the transform for objects of add, update and replace', () => {
  const seen: string[] = [];
  const transform = (object: Item): Item => {
    seen.push(object.metadata.name);
    return { ...object, value: object.value + 1 };
  };
  for (const store of [
    new MemoryIndexer({ keyFunc, transform }),
    new MemoryIndexer({ keyFunc, transform }),
  ]) {
    seen.length = 0;
    store.add(item('added', 1));
    store.update(item('updated', 2));
    expect(store.list()).toEqual([item('added', 2), item('updated', 3)]);
    store.replace([item('listed', 3)], '1');
    expect(store.list()).toEqual([item('listed', 4)]);
    expect(seen).toEqual(['added', 'updated', 'listed']);
  }
});

test('a printed KeyError does not contain the object, which may be a Secret', () => {
  const error = thrownBy(() => new MemoryIndexer({ keyFunc }).add(item('', 4711)));
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('4711');
  expect(Object.keys(error as Error)).not.toContain('object');
});

function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
