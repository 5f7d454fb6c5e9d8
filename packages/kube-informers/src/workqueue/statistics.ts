import { Histogram } from '../util/histogram.js';
import type { HistogramStats } from '../util/histogram.js';

/**
 * A snapshot of a queue's counters. The names are those of client-go's metrics, without the prefix `workqueue_`.
 *
 * Counters start with the queue.
 */
export interface WorkQueueStats {
  /** Name of the queue. */
  readonly name: string;
  /** Number of keys that wait and are due, including those that were added again while they are in processing. */
  readonly depth: number;
  /** `depth` by priority, the highest priority first. */
  readonly depthByPriority: ReadonlyMap<number, number>;
  /** Number of keys that wait for their due time. */
  readonly delayed: number;
  /** Number of keys in processing. */
  readonly processing: number;
  /** Number of adds that were not merged into a waiting key; a delayed key counts when it is due. */
  readonly adds: number;
  /** Number of adds with a delay above 0, by `afterMs` or the rate limiter. */
  readonly retries: number;
  /** Number of keys that were waiting for their due time when the queue was shut down, and were dropped. */
  readonly droppedAtShutDown: number;
  /** Seconds from the first add (or the due time) of a key until it was handed out. */
  readonly queueDurationSeconds: HistogramStats;
  /** Seconds from the handing out of a key until `done`. */
  readonly workDurationSeconds: HistogramStats;
  /** Seconds that the keys in processing have taken so far, in total. */
  readonly unfinishedWorkSeconds: number;
  /** Seconds that the key in processing for longest has taken so far. */
  readonly longestRunningProcessorSeconds: number;
}

// controller-runtime's buckets: 12, from 10 ns to 1000 s.
const durationBounds = [1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1, 10, 100, 1000];

/** The counters of a queue. */
export class WorkQueueCounters {
  adds = 0;
  retries = 0;
  droppedAtShutDown = 0;
  readonly queueDurationSeconds = new Histogram(durationBounds);
  readonly workDurationSeconds = new Histogram(durationBounds);
}
