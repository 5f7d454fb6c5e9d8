import type { HashRanges } from '../../meta/hash-ranges.js';
import type { KubernetesObject } from '../../meta/types.js';
import { inspectCustom } from '../../util/builtin.js';
import { InformerError } from '../informer-error.js';
import { Latch } from '../latch.js';
import type { KnownObjects } from '../queues/queue-options.js';
import { requireRanges, ShardedListerWatcher } from '../reflector/shard.js';
import type { ShardBy, ShardSettings } from '../reflector/shard.js';
import type { KeyFunc, ListerWatcher } from '../types.js';
import type { Syncable } from './cache-sync.js';

/** The shard that an informer holds; each change of it is another one. */
export interface InformerShard extends Syncable {
  /** The hashes of the uids whose objects the informer holds. */
  readonly ranges: HashRanges;
  /** Which uid decides: the object's own, or that of its controller owner. */
  readonly by: ShardBy;
  /** True once the cache holds all objects of the ranges, and no others. */
  readonly hasSynced: boolean;
  /**
   * Resolves when `hasSynced` becomes true. Rejects with InformerError `ERR_SHARD_CHANGED` if the shard is changed before, and
   * `ERR_INFORMER_STOPPED` if the informer stops before.
   */
  readonly synced: Promise<void>;
}

class ShardState implements InformerShard {
  readonly name: string;
  readonly ranges: HashRanges;
  readonly by: ShardBy;
  readonly latch = new Latch();

  constructor(informer: string, { ranges, by }: ShardSettings) {
    this.name = `the shard of ${informer}`;
    this.ranges = ranges;
    this.by = by;
  }

  get hasSynced(): boolean {
    return this.latch.done;
  }

  get synced(): Promise<void> {
    return this.latch.promise;
  }

  /** For console.log of `informer.shard`. */
  [inspectCustom](): object {
    const { ranges, by, hasSynced } = this;
    return { ranges, by, hasSynced };
  }
}

/** Keeps the shard of one informer, and passes its changes to every list and watch of it. */
export class ShardControl<T extends KubernetesObject> {
  readonly #informer: string;
  readonly #keyFunc: KeyFunc<T>;
  readonly #sources = new Set<ShardedListerWatcher<T>>();
  #current: ShardState;

  constructor(informer: string, keyFunc: KeyFunc<T>, shard: ShardSettings) {
    this.#informer = informer;
    this.#keyFunc = keyFunc;
    this.#current = new ShardState(informer, shard);
  }

  get current(): InformerShard {
    return this.#current;
  }

  /** Changes the shard; returns the current one if the ranges are the same. Throws ConfigError `ERR_OPTION`. */
  set(ranges: HashRanges): InformerShard {
    requireRanges('the shard of an informer', ranges);
    const previous = this.#current;
    if (previous.ranges.equals(ranges)) return previous;
    this.#current = new ShardState(this.#informer, { ranges, by: previous.by });
    previous.latch.fail(
      new InformerError(
        'ERR_SHARD_CHANGED',
        `informer ${this.#informer}: the shard was changed before it had synced`,
      ),
    );
    for (const source of this.#sources) source.set(ranges);
    return this.#current;
  }

  /** Returns the lister-watcher of the shard for one list and watch of the informer. */
  shardOf(listerWatcher: ListerWatcher<T>, known: KnownObjects<T>): ShardedListerWatcher<T> {
    const source: ShardedListerWatcher<T> = new ShardedListerWatcher<T>(listerWatcher, this.#current, {
      keyFunc: this.#keyFunc,
      known,
      onProgress: () => {
        if (source.isClosed) this.#sources.delete(source);
        this.#checkSynced();
      },
    });
    this.#sources.add(source);
    return source;
  }

  /** Rejects `synced` if the shard has not synced. */
  close(why: InformerError): void {
    this.#current.latch.fail(why);
  }

  #checkSynced(): void {
    if (this.#sources.size === 0) return;
    for (const { isComplete } of this.#sources) if (!isComplete) return;
    this.#current.latch.release();
  }
}
