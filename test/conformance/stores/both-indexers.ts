import { MemoryIndexer } from '../../../packages/kube-informers/src/cache/stores/indexer.js';
import type { Indexers, KeyFunc } from '../../../packages/kube-informers/src/cache/types.js';
import { newCache } from '../../../packages/kube-informers/src/compact/compact.test-support.js';

/** An indexer with a compact cache of its own, as an informer with the option `compact` has. */
export function newCompactIndexer<T>(keyFunc: KeyFunc<T>, indexers: Indexers<T>): MemoryIndexer<T> {
  const cache = newCache();
  return new MemoryIndexer<T>({
    keyFunc,
    indexers,
    transform: cache.transformer<T>(undefined),
    onChange: cache.onChange,
  });
}

/** An indexer of plain objects. */
export function newPlainIndexer<T>(keyFunc: KeyFunc<T>, indexers: Indexers<T>): MemoryIndexer<T> {
  return new MemoryIndexer({ keyFunc, indexers });
}
