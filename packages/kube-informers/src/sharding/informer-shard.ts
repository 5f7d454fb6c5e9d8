import { ShardedListerWatcher, shardUid } from './sharded-source.js';
import { InformerError } from '../cache/informer-error.js';
import type {
  InformerShard,
  Shard,
  ShardBy,
  ShardControl,
  ShardedSource,
} from '../cache/informer/informer-shard.js';
import { Latch } from '../cache/latch.js';
import type { KnownObjects } from '../cache/queues/queue-options.js';
import type { KeyFunc, ListerWatcher } from '../cache/types.js';
import { HashRanges } from '../meta/hash-ranges.js';
import type { KubernetesObject } from '../meta/types.js';
import { inspectCustom } from '../util/builtin.js';
import type { OptionNames } from '../util/known-options.js';
import { requireKnownOptions } from '../util/known-options.js';
import { oneOf, refuse } from '../util/require.js';

/** Options of a shard. */
export interface ShardOptions {
  /**
   * `uid`: the object's own uid. `controllerRef`: the uid of its controller owner, so that a shard holds the children of its
   * objects; an object without controller is in no shard. The server can select only by `uid`; by `controllerRef`, every
   * replica receives all objects and keeps its own. Default: `uid`.
   */
  readonly by?: ShardBy | undefined;
}

const optionNames: OptionNames<ShardOptions> = { by: oneOf('uid', 'controllerRef') };

/**
 * Returns the shard of an informer: the objects whose uid has a hash in these ranges. `setShard` of the informer changes it.
 *
 * Throws ConfigError `ERR_OPTION` for anything except HashRanges, and for an invalid option.
 */
export function shardOf(ranges: HashRanges, options: ShardOptions = {}): Shard {
  requireRanges('ranges of shardOf', ranges);
  requireKnownOptions('shardOf', options, optionNames);
  const { by = 'uid' } = options;
  return {
    id: `${by} ${ranges.toString()}`,
    by,
    forInformer: (informer, keyFunc) => new InformerShards(informer, keyFunc, { ranges, by }),
  };
}

function requireRanges(what: string, ranges: unknown): void {
  if (!(ranges instanceof HashRanges)) refuse(what, 'HashRanges', ranges);
}

interface ShardSettings {
  readonly ranges: HashRanges;
  readonly by: ShardBy;
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

  includes(object: KubernetesObject): boolean {
    const uid = shardUid(this.by, object);
    return uid !== undefined && this.ranges.has(uid);
  }

  /** For console.log of `informer.shard`. */
  [inspectCustom](): object {
    const { ranges, by, hasSynced } = this;
    return { ranges, by, hasSynced };
  }
}

class InformerShards<T extends KubernetesObject> implements ShardControl<T> {
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

  divide(listerWatcher: ListerWatcher<T>, known: KnownObjects<T>): ShardedSource<T> {
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

  close(why: InformerError): void {
    this.#current.latch.fail(why);
  }

  #checkSynced(): void {
    if (this.#sources.size === 0) return;
    for (const { isComplete } of this.#sources) if (!isComplete) return;
    this.#current.latch.release();
  }
}
