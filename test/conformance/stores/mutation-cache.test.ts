import { describe, expect, test } from 'vitest';
import { MemoryIndexer } from '../../../packages/kube-informers/src/cache/stores/indexer.js';
import { MutationCache } from '../../../packages/kube-informers/src/cache/stores/mutation-cache.js';
import type { MutationCacheOptions } from '../../../packages/kube-informers/src/cache/stores/mutation-cache.js';
import { metaNamespaceKey } from '../../../packages/kube-informers/src/meta/names.js';
import type { KubernetesObject } from '../../../packages/kube-informers/src/meta/types.js';
import { FakeClock } from '../../../packages/testing/src/fake-clock.js';
import type { DeepReadonly } from '../../../packages/kube-informers/src/util/deep-readonly.js';

type Pod = KubernetesObject;

function pod(name: string, uid: string, resourceVersion: string): Pod {
  return { metadata: { name, uid, resourceVersion, labels: { app: 'web' } } };
}

function create(options: MutationCacheOptions<Pod> = {}): {
  store: MemoryIndexer<Pod>;
  cache: MutationCache<Pod>;
} {
  const store = new MemoryIndexer<Pod>({
    keyFunc: metaNamespaceKey,
    indexers: {
      app: (object) => [object.metadata?.labels?.['app'] ?? ''],
    },
  });
  return { store, cache: new MutationCache(store, { indexer: store, clock: new FakeClock(), ...options }) };
}

function versionOf(object: DeepReadonly<Pod> | undefined): string | undefined {
  return object?.metadata?.resourceVersion;
}

describe('TestMutationCacheOnAddOrUpdate', () => {
  test.each([
    ['equal-rv-clears', '2', true],
    ['newer-store-clears', '3', true],
    ['older-store-keeps', '1', false],
  ])('%s', (_name, storeVersion, cleared) => {
    for (const method of ['onAdd', 'onUpdate'] as const) {
      const { store, cache } = create();
      cache.mutation(pod('pod', 'uid-1', '2'));
      const seen = pod('pod', 'uid-1', storeVersion);
      if (method === 'onAdd') cache.onAdd(seen);
      else cache.onUpdate(seen, seen);
      // Older than the mutation, so that the test can distinguish the two.
      store.add(pod('pod', 'uid-1', '1'));
      expect(versionOf(cache.getByKey('pod'))).toBe(cleared ? '1' : '2');
    }
  });
});

describe('TestMutationCacheOnDelete', () => {
  test.each([
    ['old-rv-same-UID', 'uid-1', '1', false],
    ['new-rv-different-UID', 'uid-2', '3', false],
    ['old-rv-different-uid', 'uid-other', '1', true],
  ])('%s', (_name, uid, resourceVersion, exists) => {
    const { store, cache } = create({ includeAdds: true });
    store.add(pod('pod', 'uid-1', '2'));
    cache.mutation(pod('pod', 'uid-1', '3'));
    const deleted = pod('pod', uid, resourceVersion);
    store.delete(deleted);
    cache.onDelete({ object: deleted });
    expect(cache.getByKey('pod') !== undefined).toBe(exists);
  });
});

describe('a late mutation does not restore a deleted object', () => {
  test('TestMutationCacheUpdateConcurrentDelete: deleted at this very version', () => {
    const { store, cache } = create({ includeAdds: true });
    store.add(pod('pod', 'uid-1', '1'));
    const updated = pod('pod', 'uid-1', '2');
    store.update(updated);
    store.delete(updated);
    // The events come late, and the response to the write last.
    cache.onAdd(updated);
    cache.onDelete({ object: updated });
    cache.mutation(updated);
    expect(cache.getByKey('pod')).toBeUndefined();
    expect(cache.byIndex('app', 'web')).toEqual([]);
  });

  test('TestMutationCacheUpdateConcurrentRecreate: another object of the name is in the store', () => {
    const { store, cache } = create({ includeAdds: true });
    store.add(pod('pod', 'uid-1', '1'));
    const updated = pod('pod', 'uid-1', '2');
    const replacement = pod('pod', 'uid-2', '3');
    store.update(updated);
    store.delete(updated);
    store.add(replacement);
    cache.onUpdate(pod('pod', 'uid-1', '1'), updated);
    cache.onDelete({ object: updated });
    cache.onAdd(replacement);
    cache.mutation(updated);
    expect(cache.getByKey('pod')).toBe(replacement);
    expect(cache.byIndex('app', 'web')).toEqual([replacement]);
  });

  test('TestMutationCacheOnDeleteClearsStaleMutation: byIndex drops it too', () => {
    const { cache } = create({ includeAdds: true });
    cache.mutation(pod('pod', 'uid-1', '2'));
    expect(cache.byIndex('app', 'web')).toHaveLength(1);
    cache.onDelete({ object: pod('pod', 'uid-1', '1') });
    expect(cache.byIndex('app', 'web')).toEqual([]);
  });
});
