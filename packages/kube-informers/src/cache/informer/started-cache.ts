import type { DeepReadonly } from '../../util/deep-readonly.js';
import { InformerError } from '../informer-error.js';
import type { ListerSource } from '../stores/lister.js';
import type { Indexers } from '../types.js';

/**
 * The cache of an informer for its listers. A read throws InformerError `ERR_INFORMER_NOT_STARTED` if the informer was never
 * started, because an empty cache would look like an empty cluster.
 */
export class StartedCache<T> implements ListerSource<T> {
  readonly #indexer: ListerSource<T>;
  readonly #informer: { readonly name: string; readonly isStarted: boolean };

  constructor(indexer: ListerSource<T>, informer: { readonly name: string; readonly isStarted: boolean }) {
    this.#indexer = indexer;
    this.#informer = informer;
  }

  list(): DeepReadonly<T>[] {
    return this.#started().list();
  }

  getByKey(key: string): DeepReadonly<T> | undefined {
    return this.#started().getByKey(key);
  }

  byIndex(indexName: string, value: string): DeepReadonly<T>[] {
    return this.#started().byIndex(indexName, value);
  }

  get indexers(): Indexers<T> {
    return this.#indexer.indexers;
  }

  #started(): ListerSource<T> {
    if (this.#informer.isStarted) return this.#indexer;
    throw new InformerError(
      'ERR_INFORMER_NOT_STARTED',
      `informer ${this.#informer.name} was never started, so its lister has nothing to read: call start() of its factory first, or set readBeforeStart`,
    );
  }
}
