import type { BackoffOptions, InformerShard, KubernetesObject, SharedIndexInformer } from 'kube-informers';
import { humanDuration, shownValue } from 'kube-informers/internal';
import type { FactModel } from './model.js';

/** Returns the options in force of an informer, in words. */
export function shownOptions<T extends KubernetesObject>(
  informer: SharedIndexInformer<T>,
  readBeforeStart: boolean,
): readonly FactModel[] {
  const { health, resyncCheckPeriodMs, shard, optionsInForce } = informer;
  const {
    transform,
    where,
    fields,
    skipUnchanged,
    slowHandlerMs,
    keyFunc,
    backoff,
    expectedType,
    useWatchList,
    staleAfterMs: _shownAsHealth,
    ...others
  } = optionsInForce;
  const { store } = informer.stats();
  return [
    ['Compact cache', store.cacheFormat === undefined ? 'no' : 'yes'],
    ['Fields', fields ?? 'all'],
    ['Transform', transform === undefined ? 'none' : transform || 'a function without a name'],
    ['Where', where === undefined ? 'all objects' : where || 'a function without a name'],
    ['Updates that change nothing', skipUnchanged ? 'skipped' : 'delivered'],
    ['Indexes', Object.keys(store.indexes).join(', ') || 'none'],
    ...(shard === undefined ? [] : [['Shard', `${shareText(shard)}, by ${shard.by}`] as const]),
    ['Stale after a silence of', humanDuration(health.staleAfterMs)],
    ['Resync check', resyncCheckPeriodMs === 0 ? 'never' : `every ${humanDuration(resyncCheckPeriodMs)}`],
    ['Watch-list', useWatchList ? 'requested first' : 'no'],
    ['Lister before the start', readBeforeStart ? 'reads the empty cache' : 'throws'],
    ['Keys', keyFunc === undefined ? 'namespace/name' : keyFunc || 'a function without a name'],
    ['Expected type', expectedType === undefined ? 'any' : `${expectedType.kind}.${expectedType.apiVersion}`],
    ...Object.entries(others).map(([name, value]) => [wordsOf(name), valueText(name, value)] as const),
    ['Backoff', backoffText(backoff)],
    ['Slow handler', slowHandlerMs === Infinity ? 'not reported' : `above ${shortDuration(slowHandlerMs)}`],
  ];
}

/** `listTimeoutMs` is "List timeout". */
function wordsOf(name: string): string {
  const words = name.replace(/Ms$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

function valueText(name: string, value: unknown): string {
  if (value === undefined) return 'default';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return name.endsWith('Ms') ? humanDuration(Number(value)) : shownValue(value);
}

function backoffText({ baseMs, factor, capMs, jitter, steps }: BackoffOptions): string {
  const cap = capMs === undefined ? '' : `, up to ${shortDuration(capMs)}`;
  const most = steps === undefined ? '' : `, ${steps} steps`;
  return `${shortDuration(baseMs)}, ×${factor ?? 2}${cap}${most}, jitter ${jitter ?? 0}`;
}

/** Like `humanDuration`, with milliseconds where seconds would be rounded. */
function shortDuration(ms: number): string {
  return ms % 1000 === 0 ? humanDuration(ms) : `${ms}ms`;
}

/** The part of all objects that a shard has, by the hash of their uids. */
function shareText({ ranges: { ranges } }: InformerShard): string {
  const covered = ranges.reduce((sum, { start, end }) => sum + (end - start), 0n);
  const percent = Number((covered * 1000n) >> 64n) / 10;
  return `${percent} % in ${ranges.length === 1 ? '1 range' : `${ranges.length} ranges`}`;
}
