import { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import { objectsPerStep, stepsOverEach } from '../../util/steps.js';
import type { Steps } from '../../util/steps.js';
import { keyOf } from '../key-of.js';
import type { ChangeSink } from '../queues/process-deltas.js';
import type { KnownObjects } from '../queues/queue-options.js';
import type { MemoryIndexer } from '../stores/indexer.js';
import type { KeyFunc } from '../types.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** What differs between the controllers of one informer with several namespaces. */
export interface NamespaceOptions<T> {
  readonly namespace: string;
  /** Limits replaces and resyncs to this namespace. */
  readonly objects: NamespaceObjects<T>;
  /** Called when the queue is empty: the store has reached this resourceVersion for this namespace. */
  readonly onDrained: (resourceVersion: string) => void;
}

/**
 * The objects of one namespace in an indexer that several namespaces share.
 *
 * As `knownObjects` of a queue, it limits replaces and resyncs to this namespace. It collects the keys from the changes that
 * it receives as a sink, not from the objects' metadata, which a transform may have removed.
 */
export class NamespaceObjects<T> implements KnownObjects<T>, ChangeSink<T> {
  readonly #indexer: MemoryIndexer<T>;
  readonly #keyFunc: KeyFunc<T>;
  readonly #sink: ChangeSink<T>;
  readonly #keys = new Set<string>();

  constructor(indexer: MemoryIndexer<T>, keyFunc: KeyFunc<T>, sink: ChangeSink<T>) {
    this.#indexer = indexer;
    this.#keyFunc = keyFunc;
    this.#sink = sink;
  }

  listKeys(): string[] {
    return Array.from(this.#keys);
  }

  getByKey(key: string): DeepReadonly<T> | undefined {
    return this.#keys.has(key) ? this.#indexer.getByKey(key) : undefined;
  }

  onAdd(object: DeepReadonly<T>, isInInitialList: boolean): void {
    this.#keys.add(keyOf(this.#keyFunc, object));
    this.#sink.onAdd(object, isInInitialList);
  }

  onUpdate(oldObject: DeepReadonly<T>, newObject: DeepReadonly<T>): void {
    this.#sink.onUpdate(oldObject, newObject);
  }

  onDelete(object: DeepReadonly<T> | DeletedFinalStateUnknown<T>): void {
    this.#keys.delete(keyOf(this.#keyFunc, object));
    this.#sink.onDelete(object);
  }

  /** Deletes the objects from the indexer and reports each with `leftScope`. Nothing else may write them meanwhile. */
  leaveScope(): Steps {
    return stepsOverEach(this.listKeys(), objectsPerStep, (key) => {
      const object = this.#indexer.getByKey(key);
      if (object === undefined) return;
      const left = new DeletedFinalStateUnknown<T>(key, object, true);
      this.#indexer.delete(left);
      this.onDelete(left);
    });
  }
}
