import { Histogram } from '../util/histogram.js';
import type { HistogramStats } from '../util/histogram.js';
import type { WorkQueueStats } from '../workqueue/statistics.js';

/**
 * A snapshot of a controller's counters. The first members have the names of controller-runtime's metrics, without the
 * prefix `controller_runtime_`.
 */
export interface ControllerStats {
  /** Name of the controller. */
  readonly name: string;
  /** Runs by result. */
  readonly reconcileTotal: {
    /** Runs that returned nothing. */
    readonly success: number;
    /** Runs that failed. */
    readonly error: number;
    /** Runs that returned `{ backoff: true }`. */
    readonly requeue: number;
    /** Runs that returned `{ afterMs }`. */
    readonly requeueAfter: number;
  };
  /** Runs that failed. */
  readonly reconcileErrorsTotal: number;
  /** Failures that are not retried. */
  readonly terminalReconcileErrorsTotal: number;
  /** Errors of the program: TypeError, RangeError, ReferenceError, SyntaxError, and thrown values that are not errors. */
  readonly reconcilePanicsTotal: number;
  /** Runs that took longer than `reconcileTimeoutMs`. */
  readonly reconcileTimeoutsTotal: number;
  /** Duration of the runs. */
  readonly reconcileTimeSeconds: HistogramStats;
  /** The option `concurrency`. */
  readonly concurrency: number;
  /** Runs that have not settled and have not timed out. */
  readonly activeWorkers: number;
  /** Runs that timed out and have not settled. They hold their key, but no worker. */
  readonly timedOutRuns: number;
  /** Keys that were given up: see `Controller.givenUp`. */
  readonly givenUp: number;
  /** Keys that wait for their own writes to appear in the caches. */
  readonly waitingForOwnWrites: number;
  /** Own writes that a cache does not show yet, as far as it was checked. */
  readonly unseenOwnWrites: number;
  /** Waits for own writes that ended with a read from the server. */
  readonly ownWriteTimeoutsTotal: number;
  /** Events that were dropped because of `ignoreEchoes`. */
  readonly ignoredEchoesTotal: number;
  /** Writes that were not sent because leadership or the slot of the key was lost, or in doubt. */
  readonly refusedWritesTotal: number;
  /** Loops that were found. */
  readonly loopsTotal: number;
  /** Events that were lost because a predicate or map failed. */
  readonly eventErrorsTotal: number;
  /** The statistics of its work queue. */
  readonly queue: WorkQueueStats;
}

// controller-runtime's buckets for reconcile_time_seconds.
const reconcileBounds = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5,
  1.75, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];

/** The counters of a controller. */
export class ControllerCounters {
  readonly results = { success: 0, error: 0, requeue: 0, requeueAfter: 0 };
  terminalErrors = 0;
  panics = 0;
  timeouts = 0;
  ownWriteTimeouts = 0;
  ignoredEchoes = 0;
  refusedWrites = 0;
  loops = 0;
  eventErrors = 0;
  readonly timeSeconds = new Histogram(reconcileBounds);
}
