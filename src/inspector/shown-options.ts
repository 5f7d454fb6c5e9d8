import type { SharedIndexInformer } from '../cache/informer/shared-index-informer.js';
import type { HashRanges } from '../meta/hash-ranges.js';
import type { KubernetesObject } from '../meta/types.js';
import { humanDuration } from '../util/duration.js';
import type { FactModel } from './model.js';

/** Returns the options in force of an informer, in words. */
export function shownOptions<T extends KubernetesObject>(
  informer: SharedIndexInformer<T>,
): readonly FactModel[] {
  const { health, resyncCheckPeriodMs, shard, optionsInForce } = informer;
  const { transform, slow } = optionsInForce;
  const { queue, store } = informer.stats();
  return [
    ['Queue', queue.kind],
    ['Compact cache', store.compact === undefined ? 'no' : 'yes'],
    ['Transform', transform === undefined ? 'none' : transform || 'a function without a name'],
    ['Indexes', Object.keys(store.indexes).join(', ') || 'none'],
    ...(shard === undefined ? [] : [['Shard', `${shareText(shard.ranges)}, by ${shard.by}`] as const]),
    ['Stale after a silence of', humanDuration(health.staleAfterMs)],
    ['Resync check', resyncCheckPeriodMs === 0 ? 'never' : `every ${humanDuration(resyncCheckPeriodMs)}`],
    ['Slow list', slowText(slow.listMs)],
    ['Slow processing', slowText(slow.processMs)],
    ['Slow handler', slowText(slow.handlerMs)],
    ['Slow function', slowText(slow.functionMs)],
  ];
}

function slowText(limitMs: number): string {
  return limitMs === Infinity ? 'not reported' : `above ${limitMs} ms`;
}

/** The part of all objects that a shard has, by the hash of their uids. */
function shareText({ ranges }: HashRanges): string {
  const covered = ranges.reduce((sum, { start, end }) => sum + (end - start), 0n);
  const percent = Number((covered * 1000n) >> 64n) / 10;
  return `${percent} % in ${ranges.length === 1 ? '1 range' : `${ranges.length} ranges`}`;
}
