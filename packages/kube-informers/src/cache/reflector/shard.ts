import { HashRanges } from '../../meta/hash-ranges.js';
import type { KubernetesObject } from '../../meta/types.js';
import { ConfigError } from '../../util/errors.js';
import type { TransformFunc } from '../types.js';
import type { OptionNames } from '../../util/known-options.js';
import { requireKnownOptions } from '../../util/known-options.js';
import { refuse, refuseValue } from '../../util/require.js';

/** Which uid decides to which shard an object belongs: its own, or that of its controller owner. */
export type ShardBy = 'uid' | 'controllerRef';

/** The part of a resource's objects that an informer holds. */
export interface ShardOptions {
  /** The hashes of the uids whose objects the informer holds. */
  readonly ranges: HashRanges;
  /**
   * `uid`: the object's own uid. `controllerRef`: the uid of its controller owner, so that a shard holds the children of its
   * objects; an object without controller is in no shard. The server can select only by `uid`; by `controllerRef`, every
   * replica receives all objects and keeps its own. Default: `uid`.
   */
  readonly by?: ShardBy | undefined;
}

/** A shard with its defaults filled in. */
export interface ShardSettings {
  readonly ranges: HashRanges;
  readonly by: ShardBy;
}

const shardNames: OptionNames<ShardOptions> = { ranges: true, by: true };

/** Returns the shard of an option: ranges, or ranges with `by`. Throws ConfigError `ERR_OPTION`. */
export function requireShard(what: string, given: HashRanges | ShardOptions): ShardSettings {
  if (given instanceof HashRanges) return { ranges: given, by: 'uid' };
  requireKnownOptions(`shard of ${what}`, given, shardNames);
  const { ranges, by = 'uid' } = given;
  requireRanges(`ranges of shard of ${what}`, ranges);
  if (by === 'uid' || by === 'controllerRef') return { ranges, by };
  refuseValue(`by of shard of ${what}`, 'uid or controllerRef', by);
}

/** Throws ConfigError `ERR_OPTION` for anything except HashRanges. */
export function requireRanges(what: string, ranges: unknown): void {
  if (!(ranges instanceof HashRanges)) refuse(what, 'HashRanges', ranges);
}

/**
 * Returns the uid that decides the object's shard: "" without a uid, as on the server; undefined if the object belongs to no
 * shard.
 */
export function shardUid(by: ShardBy, object: KubernetesObject): string | undefined {
  // Objects of the wire are not checked before.
  const metadata = object.metadata as
    { readonly uid?: unknown; readonly ownerReferences?: unknown } | undefined;
  if (by === 'uid') return typeof metadata?.uid === 'string' ? metadata.uid : '';
  const owners: unknown = metadata?.ownerReferences;
  if (!Array.isArray(owners)) return undefined;
  for (const owner of owners as readonly unknown[]) {
    if (typeof owner !== 'object' || owner === null || !('controller' in owner) || owner.controller !== true)
      continue;
    return 'uid' in owner && typeof owner.uid === 'string' ? owner.uid : '';
  }
  return undefined;
}

/**
 * Returns a transform that throws if it changes the uid that decides the shard: an object of a lost range could not be
 * recognized by what is stored of it.
 */
export function keepingShard<T extends KubernetesObject>(
  by: ShardBy,
  transformer: TransformFunc<T> | undefined,
): TransformFunc<T> | undefined {
  if (transformer === undefined) return undefined;
  return (object) => {
    const uid = shardUid(by, object);
    const transformed = transformer(object);
    if (shardUid(by, transformed) === uid) return transformed;
    throw new ConfigError(
      'ERR_OPTION',
      `the transform of an informer with a shard must keep ${by === 'uid' ? 'metadata.uid' : 'metadata.ownerReferences'}, by which objects are divided`,
    );
  };
}
