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
