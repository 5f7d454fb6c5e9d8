import type { KubernetesObject } from '../meta/types.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { ConfigError } from '../util/errors.js';
import { isThenable } from '../util/type-checks.js';
import { typeOf } from '../util/require.js';
import type { ShardingOptions } from './sharding-options.js';
import { slotOfText, slotOfUid } from './slots.js';

/**
 * Returns the slot of an object; undefined for one without a uid, unless `shardBy` divides.
 *
 * Throws ConfigError `ERR_OPTION` for another value than an object, and if `shardBy` does not return a string.
 */
export function slotOfObject(
  object: DeepReadonly<KubernetesObject>,
  shardBy: ShardingOptions['shardBy'],
  slotCount: number,
): number | undefined {
  // A caller without types may pass anything.
  const given: unknown = object;
  if (typeof given !== 'object' || given === null)
    throw new ConfigError('ERR_OPTION', `a Sharding divides Kubernetes objects, got ${typeOf(given)}`);
  if (shardBy === undefined) {
    const uid: unknown = object.metadata?.uid;
    return typeof uid === 'string' && uid !== '' ? slotOfUid(uid, slotCount) : undefined;
  }
  const text: unknown = shardBy(object);
  if (typeof text === 'string') return slotOfText(text, slotCount);
  if (isThenable(text)) {
    // What it rejects with is of no use: a replica cannot wait for it. Unhandled, it would end the process.
    Promise.resolve(text).then(undefined, () => undefined);
    throw new ConfigError('ERR_OPTION', 'shardBy of a Sharding must return a string, got a Promise');
  }
  throw new ConfigError('ERR_OPTION', `shardBy of a Sharding must return a string, got ${typeOf(text)}`);
}
