import { MemoryIndexer } from './indexer.js';
import type { MemoryIndexerOptions } from './indexer.js';
import type { TransactionStore } from './transaction.js';
import type { KubernetesObject } from '../../meta/types.js';
import type { KeyFunc } from '../types.js';

/** cache.NewStore: objects in memory by key. A MemoryIndexer without indexes. */
export function newStore<T = KubernetesObject>(
  keyFunc: KeyFunc<T>,
  options: Pick<MemoryIndexerOptions<T>, 'transform'> = {},
): TransactionStore<T> {
  return new MemoryIndexer({ ...options, keyFunc });
}
