/**
 * `kube-informers/sharding`: replicas divide the keys of their controllers, and the objects of their informers.
 */
export { Sharding } from './sharding.js';
export type { ShardingCheckOptions } from './sharding.js';
export type { ShardingMember, ShardingStats } from './sharding-reporter.js';
export type { ShardingOptions } from './sharding-options.js';
export { ShardingError } from './errors.js';
export { shardOf } from './informer-shard.js';
export type { ShardOptions } from './informer-shard.js';
export { HashRanges } from '../meta/hash-ranges.js';
export type { HashRange } from '../meta/hash-ranges.js';
