import { getEventListeners } from 'node:events';
import { abortCallbacks } from '../../packages/kube-informers/src/util/signal.js';

/** What a process holds at a moment. */
export interface Measure {
  readonly minute: number;
  /** After a garbage collection, MiB. */
  readonly heapMiB: number;
  /** Array buffers and other memory outside the heap, MiB. */
  readonly externalMiB: number;
  readonly rssMiB: number;
  readonly sockets: number;
  readonly timers: number;
  /** Abort listeners on the signal that every informer of the run was started with. */
  readonly listeners: number;
}

const mebibyte = 1_048_576;

/** Needs `node --expose-gc`: without a collection a heap's size says nothing. */
export function measure(minute: number, signal: AbortSignal): Measure {
  if (globalThis.gc === undefined) throw new Error('run with node --expose-gc');
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo();
  const count = (name: string): number => resources.filter((resource) => resource === name).length;
  return {
    minute,
    heapMiB: heapUsed / mebibyte,
    externalMiB: external / mebibyte,
    rssMiB: rss / mebibyte,
    sockets: count('TCPSocketWrap') + count('TLSWrap'),
    timers: count('Timeout'),
    listeners: getEventListeners(signal, 'abort').length + abortCallbacks(signal),
  };
}

/** Growth that is noise: caches of V8 and connections that are being opened or closed. */
const allowance = {
  heapMiB: 8,
  externalMiB: 8,
  rssMiB: 60,
  sockets: 8,
  timers: 24,
  listeners: 2,
} as const satisfies Record<Exclude<keyof Measure, 'minute'>, number>;

/** Until then every cache, dictionary and connection pool has met its first faults: runs of half an hour grow no more afterwards. */
const settledAfterMinutes = 5;

/**
 * What has grown since a run has settled: the median of the last quarter against the median of the first quarter, a
 * tenth and the allowance above being free. Needs eight measures; with fewer nothing is said of it.
 */
export function growth(measures: readonly Measure[]): string[] | undefined {
  const settled = measures.filter(({ minute }) => minute >= settledAfterMinutes);
  if (settled.length < 8) return undefined;
  const quarter = Math.floor(settled.length / 4);
  const keys = Object.keys(allowance) as (keyof typeof allowance)[];
  return keys.flatMap((key) => {
    const first = median(settled.slice(0, quarter).map((each) => each[key]));
    const last = median(settled.slice(-quarter).map((each) => each[key]));
    if (last <= first * 1.1 + allowance[key]) return [];
    return [`${key} grew from ${first.toFixed(1)} to ${last.toFixed(1)}`];
  });
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
