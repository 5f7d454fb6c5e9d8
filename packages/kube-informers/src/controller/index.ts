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
export type { WorkQueueStats } from '../workqueue/statistics.js';
export type { HistogramStats } from '../util/histogram.js';

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
export type { GiveUpOptions, GivenUpKey } from './failures.js';
export type { KeyExplanation, KeyWait } from './key-state.js';
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
export type {
  AnyObject,
  ReconcileClient,
  ObjectEvents,
  ReconcileContext,
  ReconcileResult,
} from './reconcile-client.js';
export type { ReconcileTrace } from './run.js';
export type { ControllerHistory, EndedRun, FailedRun, RunResult } from './run-history.js';
export { ControllerError, RetryAfterError, TerminalError } from './errors.js';
export type { ControllerStats } from './statistics.js';

// Leader election
export { LeaderElector } from '../leaderelection/leader-elector.js';
export type { LeaderElectionCheckOptions } from '../leaderelection/leader-elector.js';
export type {
  ElectionActivity,
  LeaderElectionStats,
  ElectionFailure,
} from '../leaderelection/election-reporter.js';
export type { LeaderElectorOptions } from '../leaderelection/election-options.js';
export type { CoordinationOptions } from '../leaderelection/lease-candidate.js';
export { LeaderElectionError } from '../leaderelection/errors.js';
export { fenced } from '../leaderelection/fence.js';
export type { Fence, Term } from '../leaderelection/fence.js';

// Helpers for objects
export { defaultBackoff, defaultRetry, retryOnConflict } from './objects/retry.js';
export type { RetryOnConflictOptions } from './objects/retry.js';
export {
  AlreadyOwnedError,
  controllerOf,
  hasController,
  isControlledBy,
  isOwnedBy,
  removeOwnerReference,
  setControllerReference,
  setOwnerReference,
} from './objects/owner-references.js';
export type { OwnerReferenceOptions } from './objects/owner-references.js';
export { ensureFinalizer, removeFinalizer, runFinalizers } from './objects/finalizers.js';
export type {
  EnsureFinalizerResult,
  FinalizerFunc,
  RemoveFinalizerResult,
  RunFinalizersResult,
} from './objects/finalizers.js';
export { findCondition, isConditionTrue, setCondition } from './objects/conditions.js';
export type { ConditionToSet } from './objects/conditions.js';
export { createOrUpdate } from './objects/create-or-update.js';
export type { CreateOrUpdateOptions, CreateOrUpdateResult, MutateFunc } from './objects/create-or-update.js';
export { extractApply } from './objects/extract-apply.js';
export type { ExtractApplyOptions } from './objects/extract-apply.js';
export { deleteUnwanted } from './objects/delete-unwanted.js';
export type { DeleteUnwantedClient, DeleteUnwantedOptions } from './objects/delete-unwanted.js';
export type { ClientFinder, ObjectClient } from './objects/object-client.js';

// Events
export { EventRecorder } from '../events/event-recorder.js';
export type {
  EventRecorderStats,
  ObjectEventOptions,
  ObjectEventRecorder,
  EventClient,
  EventRecorderOptions,
  EventSpamOptions,
  DroppedEvents,
} from '../events/event-recorder.js';
export type { EventApi } from '../events/event-objects.js';
export type { EventToRecord, EventType } from '../events/occurrence.js';
// Manager
export { Manager, ManagerError } from './manager/manager.js';
export type { ManagerStats, ManagerOptions, UnelectedController } from './manager/manager.js';
export type { HealthCheck } from '../util/health-checks.js';
export type { ListenAddress } from '../util/listen.js';
export type { RunContext, Runnable } from './manager/part-group.js';
export { onSignals } from './manager/signals.js';
export type { OnSignalsOptions, SignalWatch } from './manager/signals.js';
