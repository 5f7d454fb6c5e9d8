import type { HashRanges } from '../../meta/hash-ranges.js';
import type { KubernetesObject } from '../../meta/types.js';
import { refuse } from '../../util/require.js';
import type { InformerError } from '../informer-error.js';
import type { KnownObjects } from '../queues/queue-options.js';
import type { DividedSource } from '../reflector/divided-source.js';
import type { IntakeFunc, KeyFunc, ListerWatcher, Queue } from '../types.js';
import type { Syncable } from './cache-sync.js';

/** Which uid decides to which shard an object belongs: its own, or that of its controller owner. */
export type ShardBy = 'uid' | 'controllerRef';

/** The part of a resource's objects that an informer holds: see `shardOf` of `kube-informers/sharding`. */
export interface Shard {
  /** Equal for equal shards, whose scopes share an informer. */
  readonly id: string;
  /** Which uid decides: the object's own, or that of its controller owner. */
  readonly by: ShardBy;
  /**
   * Creates the shard of one informer.
   * @internal
   */
  forInformer<T extends KubernetesObject>(informer: string, keyFunc: KeyFunc<T>): ShardControl<T>;
}

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
  /** Returns true for an object of the shard. */
  includes(object: KubernetesObject): boolean;
}

/** Keeps the shard of one informer, and passes its changes to every list and watch of it. */
export interface ShardControl<T extends KubernetesObject> {
  readonly current: InformerShard;
  /** Changes the shard; returns the current one if the ranges are the same. Throws ConfigError `ERR_OPTION`. */
  set(ranges: HashRanges): InformerShard;
  /** Divides one list and watch of the informer, which `known` has stored. */
  divide(listerWatcher: ListerWatcher<T>, known: KnownObjects<T>): ShardedSource<T>;
  /** Rejects `synced` if the shard has not synced. */
  close(why: InformerError): void;
}

/** One list and watch of an informer with a shard. */
export interface ShardedSource<T extends KubernetesObject> extends DividedSource<T> {
  /** Returns a transform that throws if it changes what decides the shard. */
  transformer(transformer: IntakeFunc<T> | undefined): IntakeFunc<T> | undefined;
  /** Sets the queue that the Reflector fills. */
  attach(queue: Queue<T>): void;
  /** Called when the queue is empty. */
  drained(): void;
}

/** Throws ConfigError `ERR_OPTION` for anything but a Shard. */
export function requireShard(what: string, given: unknown): void {
  if (typeof (given as Partial<Shard> | null)?.forInformer !== 'function')
    refuse(what, 'a shard: shardOf(ranges) of kube-informers/sharding', given);
}
