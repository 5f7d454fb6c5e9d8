/**
 * kube-informers/controller: what a controller is built from.
 */

// Work queue
export { lowPriority, WorkQueue } from '../workqueue/work-queue.js';
export type {
  WorkQueueAddOptions,
  WorkQueueDrainOptions,
  WorkQueueOptions,
} from '../workqueue/work-queue.js';
export type { WorkItem } from '../workqueue/work-item.js';
export type { WorkQueueStatistics } from '../workqueue/statistics.js';
export type { HistogramStatistics } from '../util/histogram.js';

// Rate limiters
export {
  BucketRateLimiter,
  defaultControllerRateLimiter,
  defaultItemBasedRateLimiter,
  ItemExponentialFailureRateLimiter,
  ItemFastSlowRateLimiter,
  MaxOfRateLimiter,
  WithMaxWaitRateLimiter,
} from '../workqueue/rate-limiters.js';
export type {
  BucketRateLimiterOptions,
  DefaultControllerRateLimiterOptions,
  ItemExponentialFailureRateLimiterOptions,
  ItemFastSlowRateLimiterOptions,
  RateLimiter,
} from '../workqueue/rate-limiters.js';

// Controller
export { Controller } from './controller.js';
export type { ActiveRun, ControllerRunOptions, WatchRegistration } from './controller.js';
export { ControllerError, RetryAfterError, TerminalError } from './errors.js';
export type { GiveUpOptions, ParkedKey } from './failures.js';
export type { MapFunc } from './maps.js';
export type { ObjectEvent } from './object-event.js';
export type {
  ControllerClientset,
  ControllerErrorInfo,
  ControllerOptions,
  ForOptions,
  LoopOptions,
  OwnsOptions,
  OwnWritesOptions,
  WatchOptions,
} from './options.js';
export {
  and,
  annotationsChanged,
  generationChanged,
  labelSelector,
  labelsChanged,
  not,
  or,
  resourceVersionChanged,
} from './predicates.js';
export type { Predicate, PredicateFuncs } from './predicates.js';
export type { AnyObject, ReconcileClient, RunApplyOptions } from './reconcile-client.js';
export type { EventSource, ObjectEvents, ReconcileContext } from './reconcile-context.js';
export type { ReconcileResult } from './result.js';
export type { ControllerStatistics } from './statistics.js';
export type { Fence } from '../leaderelection/fence.js';
