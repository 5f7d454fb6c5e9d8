import type { ControllerStats } from '../controller/statistics.js';
import type { Row } from './family.js';
import type { QueueSnapshot } from './sources.js';

/** Priorities with their own series. A program may use any number. */
const maxPriorities = 25;

/** The metrics of work queues. */
export const queueMetrics: readonly Row<QueueSnapshot>[] = [
  [
    'gauge',
    'workqueue_depth',
    'Keys that wait and are due, by priority; the priorities after the 25 highest as `other`.',
    ({ stats }) => [
      ['0', 0] as const,
      ...Array.from(
        stats.depthByPriority,
        ([priority, depth], index) => [index < maxPriorities ? String(priority) : 'other', depth] as const,
      ),
    ],
    'priority',
  ],
  [
    'counter',
    'workqueue_adds_total',
    'Adds that were not merged into a waiting key.',
    ({ stats }) => stats.adds,
  ],
  [
    'histogram',
    'workqueue_queue_duration_seconds',
    'Time that keys waited until they were handed out.',
    ({ stats }) => stats.queueDurationSeconds,
  ],
  [
    'histogram',
    'workqueue_work_duration_seconds',
    'Time that the processing of keys took.',
    ({ stats }) => stats.workDurationSeconds,
  ],
  [
    'gauge',
    'workqueue_unfinished_work_seconds',
    'Time that the keys in processing have taken so far, in total.',
    ({ stats }) => stats.unfinishedWorkSeconds,
  ],
  [
    'gauge',
    'workqueue_longest_running_processor_seconds',
    'Time that the key in processing for longest has taken so far.',
    ({ stats }) => stats.longestRunningProcessorSeconds,
  ],
  ['counter', 'workqueue_retries_total', 'Adds with a delay.', ({ stats }) => stats.retries],
  [
    'gauge',
    'kube_informers_workqueue_delayed',
    'Keys that wait for their due time.',
    ({ stats }) => stats.delayed,
  ],
];

/** The metrics of controllers. */
export const controllerMetrics: readonly Row<ControllerStats>[] = [
  [
    'counter',
    'controller_runtime_reconcile_total',
    'Runs by result.',
    ({ reconcileTotal: { success, error, requeue, requeueAfter } }) => [
      ['success', success],
      ['error', error],
      ['requeue', requeue],
      ['requeue_after', requeueAfter],
    ],
    'result',
  ],
  [
    'counter',
    'controller_runtime_reconcile_errors_total',
    'Runs that failed.',
    ({ reconcileErrorsTotal }) => reconcileErrorsTotal,
  ],
  [
    'counter',
    'controller_runtime_terminal_reconcile_errors_total',
    'Runs that failed with a TerminalError.',
    ({ terminalReconcileErrorsTotal }) => terminalReconcileErrorsTotal,
  ],
  [
    'counter',
    'controller_runtime_reconcile_panics_total',
    'Runs that failed with an error of the program, such as a TypeError.',
    ({ reconcilePanicsTotal }) => reconcilePanicsTotal,
  ],
  [
    'counter',
    'controller_runtime_reconcile_timeouts_total',
    'Runs that timed out.',
    ({ reconcileTimeoutsTotal }) => reconcileTimeoutsTotal,
  ],
  [
    'histogram',
    'controller_runtime_reconcile_time_seconds',
    'Duration of runs.',
    ({ reconcileTimeSeconds }) => reconcileTimeSeconds,
  ],
  [
    'gauge',
    'controller_runtime_max_concurrent_reconciles',
    'Runs that may be active at the same time.',
    ({ maxConcurrentReconciles }) => maxConcurrentReconciles,
  ],
  [
    'gauge',
    'controller_runtime_active_workers',
    'Workers that run a reconcile.',
    ({ activeWorkers }) => activeWorkers,
  ],
  ['gauge', 'kube_informers_parked_keys', 'Keys that were given up.', ({ parked }) => parked],
  [
    'gauge',
    'kube_informers_timed_out_runs',
    'Runs that timed out and have not settled.',
    ({ timedOutRuns }) => timedOutRuns,
  ],
  [
    'gauge',
    'kube_informers_waiting_for_own_writes',
    'Keys that wait for their own writes to appear in the caches.',
    ({ waitingForOwnWrites }) => waitingForOwnWrites,
  ],
  [
    'counter',
    'kube_informers_own_write_timeouts_total',
    'Waits for own writes that ended with a read from the server.',
    ({ ownWriteTimeoutsTotal }) => ownWriteTimeoutsTotal,
  ],
  [
    'counter',
    'kube_informers_refused_writes_total',
    'Writes that were not sent because leadership or the slot of the key was lost.',
    ({ refusedWritesTotal }) => refusedWritesTotal,
  ],
  ['counter', 'kube_informers_loops_total', 'Loops that were found.', ({ loopsTotal }) => loopsTotal],
  [
    'counter',
    'kube_informers_event_errors_total',
    'Events that were lost because a predicate or map failed.',
    ({ eventErrorsTotal }) => eventErrorsTotal,
  ],
];
