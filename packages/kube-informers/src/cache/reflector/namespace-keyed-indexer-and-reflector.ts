import type { KubernetesObject } from '../../meta/types.js';
import { MemoryIndexer, metaNamespaceIndexFunc, namespaceIndex } from '../stores/indexer.js';
import type { Indexer, ListerWatcher } from '../types.js';
import type { ReflectorOptions } from './reflector-options.js';
import { Reflector } from './reflector.js';

/**
 * cache.NewNamespaceKeyedIndexerAndReflector: an Indexer keyed by `namespace/name`, and a Reflector that fills it.
 *
 * The indexer has an index by namespace, so a lister can read from it. There are no event handlers.
 */
export function namespaceKeyedIndexerAndReflector<T extends KubernetesObject>(
  listerWatcher: ListerWatcher<T>,
  options: ReflectorOptions = {},
): {
  /** The store of the objects. */
  readonly indexer: Indexer<T>;
  /** What fills the store, once it runs. */
  readonly reflector: Reflector<T>;
} {
  const indexer = new MemoryIndexer<T>({
    indexers: { [namespaceIndex]: metaNamespaceIndexFunc },
  });
  return { indexer, reflector: new Reflector<T>(listerWatcher, indexer, options) };
}
