import { describe, expect, test } from 'vitest';
import { listAll } from '../../../packages/kube-informers/src/cache/stores/lister.js';
import { MemoryIndexer } from '../../../packages/kube-informers/src/cache/stores/indexer.js';
import {
  everything,
  nothing,
  parseSelector,
} from '../../../packages/kube-informers/src/meta/label-selector.js';
import type { KubernetesObject } from '../../../packages/kube-informers/src/meta/types.js';

/** `count` objects, every tenth with match=true. */
function storeOf(count: number): MemoryIndexer<KubernetesObject> {
  const store = new MemoryIndexer({ keyFunc: (object: KubernetesObject) => object.metadata?.name ?? '' });
  const objects = Array.from({ length: count }, (_, index) => ({
    metadata: { name: `obj-${index}`, labels: index % 10 === 0 ? { match: 'true' } : {} },
  }));
  store.replace(objects, '1');
  return store;
}

/** Its labels cannot be read: only code that reads labels notices. */
const unreadable: KubernetesObject = {
  get metadata(): never {
    throw new Error('labels were looked at');
  },
};

describe('TestListAll', () => {
  test('subset match', () => {
    const store = storeOf(100_000);
    const matching = listAll(store, parseSelector('match=true'));
    expect(matching).toHaveLength(10_000);
    expect(new Set(matching.map((object) => object.metadata?.labels?.['match']))).toEqual(new Set(['true']));
    expect(matching[1]).toBe(store.getByKey('obj-10'));
    expect(listAll(store, parseSelector('match!=true'))).toHaveLength(90_000);
  });

  test('all match', () => {
    expect(listAll(storeOf(100_000), everything())).toHaveLength(100_000);
  });

  test('no match', () => {
    expect(listAll(storeOf(100_000), parseSelector('match=never'))).toEqual([]);
  });

  test('everything, the default, selects all without reading labels', () => {
    const store = { list: () => [unreadable] };
    expect(listAll(store)).toEqual([unreadable]);
    expect(listAll(store, everything())).toEqual([unreadable]);
    expect(listAll(store, parseSelector(''))).toEqual([unreadable]);
    expect(() => listAll(store, parseSelector('match=true'))).toThrow('labels were looked at');
  });

  test('nothing selects no object without reading the cache', () => {
    const store = {
      list: (): KubernetesObject[] => {
        throw new Error('the cache was looked at');
      },
    };
    expect(listAll(store, nothing())).toEqual([]);
  });
});
