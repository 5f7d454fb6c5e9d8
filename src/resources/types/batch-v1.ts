// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as corev1 from './core-v1.js';
import type * as metav1 from '../../meta/meta-v1.js';

/** CompletionMode specifies how Pod completions of a Job are tracked. */
export type CompletionMode = 'NonIndexed' | 'Indexed' | (string & {});

/**
 * ConcurrencyPolicy describes how the job will be handled. Only one of the following concurrent policies may
 * be specified.
 */
export type ConcurrencyPolicy = 'Allow' | 'Forbid' | 'Replace' | (string & {});

/** CronJob represents the configuration of a single cron job. Since Kubernetes 1.21. */
export interface CronJob {
  apiVersion?: 'batch/v1';
  kind?: 'CronJob';
  metadata?: metav1.ObjectMeta;
  /** Specification of the desired behavior of a cron job, including the schedule. */
  spec: CronJobSpec;
  /** Current status of a cron job. */
  status?: CronJobStatus;
}

export interface CronJobList {
  apiVersion?: 'batch/v1';
  kind?: 'CronJobList';
  metadata?: metav1.ListMeta;
  items: CronJob[];
}

/** CronJobSpec describes how the job execution will look like and when it will actually run. */
export interface CronJobSpec {
  /** The schedule in Cron format, see https://en.wikipedia.org/wiki/Cron. */
  schedule: string;
  /**
   * The time zone name for the given schedule, see
   * https://en.wikipedia.org/wiki/List_of_tz_database_time_zones.
   */
  timeZone?: string;
  /** Optional deadline in seconds for starting the job if it misses scheduled time for any reason. */
  startingDeadlineSeconds?: number;
  /** Specifies how to treat concurrent executions of a Job. */
  concurrencyPolicy?: ConcurrencyPolicy;
  /**
   * This flag tells the controller to suspend subsequent executions, it does not apply to already started
   * executions.
   */
  suspend?: boolean;
  /** Specifies the job that will be created when executing a CronJob. */
  jobTemplate: JobTemplateSpec;
  /** The number of successful finished jobs to retain. Value must be non-negative integer. Defaults to 3. */
  successfulJobsHistoryLimit?: number;
  /** The number of failed finished jobs to retain. Value must be non-negative integer. Defaults to 1. */
  failedJobsHistoryLimit?: number;
}

/** CronJobStatus represents the current state of a cron job. */
export interface CronJobStatus {
  /** A list of pointers to currently running jobs. */
  active?: corev1.ObjectReference[];
  /** Information when was the last time the job was successfully scheduled. */
  lastScheduleTime?: metav1.Time;
  /** Information when was the last time the job successfully completed. */
  lastSuccessfulTime?: metav1.Time;
}

/** Job represents the configuration of a single job. Since Kubernetes 1.2. */
export interface Job {
  apiVersion?: 'batch/v1';
  kind?: 'Job';
  metadata?: metav1.ObjectMeta;
  /** Specification of the desired behavior of a job. */
  spec?: JobSpec;
  /** Current status of a job. */
  status?: JobStatus;
}

/** JobCondition describes current state of a job. */
export interface JobCondition {
  /** Type of job condition, Complete or Failed. */
  type: JobConditionType;
  /** Status of the condition, one of True, False, Unknown. */
  status: corev1.ConditionStatus;
  /** Last time the condition was checked. */
  lastProbeTime?: metav1.Time;
  /** Last time the condition transit from one status to another. */
  lastTransitionTime?: metav1.Time;
  /** (brief) reason for the condition's last transition. */
  reason?: string;
  /** Human readable message indicating details about last transition. */
  message?: string;
}

export type JobConditionType = 'Suspended' | 'Complete' | 'Failed' | 'FailureTarget' | 'SuccessCriteriaMet' | (string & {});

export interface JobList {
  apiVersion?: 'batch/v1';
  kind?: 'JobList';
  metadata?: metav1.ListMeta;
  items: Job[];
}

/** JobSpec describes how the job execution will look like. */
export interface JobSpec {
  /** Specifies the maximum desired number of pods the job should run at any given time. */
  parallelism?: number;
  /** Specifies the desired number of successfully finished pods the job should be run with. */
  completions?: number;
  /**
   * Specifies the duration in seconds relative to the startTime that the job may be continuously active
   * before the system tries to terminate it; value must be positive integer.
   */
  activeDeadlineSeconds?: number;
  /** Specifies the policy of handling failed pods. */
  podFailurePolicy?: PodFailurePolicy;
  /** successPolicy specifies the policy when the Job can be declared as succeeded. */
  successPolicy?: SuccessPolicy;
  /** Specifies the number of retries before marking this job failed. */
  backoffLimit?: number;
  /** Specifies the limit for the number of retries within an index before marking this index as failed. */
  backoffLimitPerIndex?: number;
  /**
   * Specifies the maximal number of failed indexes before marking the Job as failed, when
   * backoffLimitPerIndex is set.
   */
  maxFailedIndexes?: number;
  /**
   * A label query over pods that should match the pod count. Normally, the system sets this field for you.
   */
  selector?: metav1.LabelSelector;
  /** manualSelector controls generation of pod labels and pod selectors. */
  manualSelector?: boolean;
  /** Describes the pod that will be created when executing a job. */
  template: corev1.PodTemplateSpec;
  /**
   * ttlSecondsAfterFinished limits the lifetime of a Job that has finished execution (either Complete or
   * Failed).
   */
  ttlSecondsAfterFinished?: number;
  /**
   * completionMode specifies how Pod completions are tracked. It can be `NonIndexed` (default) or `Indexed`.
   */
  completionMode?: CompletionMode;
  /** suspend specifies whether the Job controller should create Pods or not. */
  suspend?: boolean;
  /** podReplacementPolicy specifies when to create replacement Pods. */
  podReplacementPolicy?: PodReplacementPolicy;
  /** ManagedBy field indicates the controller that manages a Job. */
  managedBy?: string;
}

/** JobStatus represents the current state of a Job. */
export interface JobStatus {
  /** The latest available observations of an object's current state. */
  conditions?: JobCondition[];
  /** Represents time when the job controller started processing a job. */
  startTime?: metav1.Time;
  /** Represents time when the job was completed. */
  completionTime?: metav1.Time;
  /** The number of pending and running pods which are not terminating (without a deletionTimestamp). */
  active?: number;
  /** The number of pods which reached phase Succeeded. The value increases monotonically for a given spec. */
  succeeded?: number;
  /** The number of pods which reached phase Failed. The value increases monotonically. */
  failed?: number;
  /** The number of pods which are terminating (in phase Pending or Running and have a deletionTimestamp). */
  terminating?: number;
  /** completedIndexes holds the completed indexes when .spec.completionMode = "Indexed" in a text format. */
  completedIndexes?: string;
  /** FailedIndexes holds the failed indexes when spec.backoffLimitPerIndex is set. */
  failedIndexes?: string;
  /**
   * uncountedTerminatedPods holds the UIDs of Pods that have terminated but the job controller hasn't yet
   * accounted for in the status counters.
   */
  uncountedTerminatedPods?: UncountedTerminatedPods;
  /**
   * The number of active pods which have a Ready condition and are not terminating (without a
   * deletionTimestamp).
   */
  ready?: number;
}

/** JobTemplateSpec describes the data a Job should have when created from a template */
export interface JobTemplateSpec {
  metadata?: metav1.ObjectMeta;
  /** Specification of the desired behavior of the job. */
  spec?: JobSpec;
}

/** PodFailurePolicy describes how failed pods influence the backoffLimit. */
export interface PodFailurePolicy {
  /** A list of pod failure policy rules. The rules are evaluated in order. */
  rules: PodFailurePolicyRule[];
}

/** PodFailurePolicyAction specifies how a Pod failure is handled. */
export type PodFailurePolicyAction = 'FailJob' | 'FailIndex' | 'Ignore' | 'Count' | (string & {});

export type PodFailurePolicyOnExitCodesOperator = 'In' | 'NotIn' | (string & {});

/**
 * PodFailurePolicyOnExitCodesRequirement describes the requirement for handling a failed pod based on its
 * container exit codes.
 */
export interface PodFailurePolicyOnExitCodesRequirement {
  /** Restricts the check for exit codes to the container with the specified name. */
  containerName?: string;
  /** Represents the relationship between the container exit code(s) and the specified values. */
  operator: PodFailurePolicyOnExitCodesOperator;
  /** Specifies the set of values. */
  values: number[];
}

/** PodFailurePolicyOnPodConditionsPattern describes a pattern for matching an actual pod condition type. */
export interface PodFailurePolicyOnPodConditionsPattern {
  /** Specifies the required Pod condition type. */
  type: corev1.PodConditionType;
  /** Specifies the required Pod condition status. */
  status?: corev1.ConditionStatus;
}

/** PodFailurePolicyRule describes how a pod failure is handled when the requirements are met. */
export interface PodFailurePolicyRule {
  /** Specifies the action taken on a pod failure when the requirements are satisfied. */
  action: PodFailurePolicyAction;
  /** Represents the requirement on the container exit codes. */
  onExitCodes?: PodFailurePolicyOnExitCodesRequirement;
  /**
   * Represents the requirement on the pod conditions. The requirement is represented as a list of pod
   * condition patterns.
   */
  onPodConditions?: PodFailurePolicyOnPodConditionsPattern[];
}

/** PodReplacementPolicy specifies the policy for creating pod replacements. */
export type PodReplacementPolicy = 'TerminatingOrFailed' | 'Failed' | (string & {});

/** SuccessPolicy describes when a Job can be declared as succeeded based on the success of some indexes. */
export interface SuccessPolicy {
  /**
   * rules represents the list of alternative rules for the declaring the Jobs as successful before
   * `.status.succeeded >= .spec.completions`.
   */
  rules: SuccessPolicyRule[];
}

/** SuccessPolicyRule describes rule for declaring a Job as succeeded. */
export interface SuccessPolicyRule {
  /**
   * succeededIndexes specifies the set of indexes which need to be contained in the actual set of the
   * succeeded indexes for the Job.
   */
  succeededIndexes?: string;
  /**
   * succeededCount specifies the minimal required size of the actual set of the succeeded indexes for the
   * Job.
   */
  succeededCount?: number;
}

/**
 * UncountedTerminatedPods holds UIDs of Pods that have terminated but haven't been accounted in Job status
 * counters.
 */
export interface UncountedTerminatedPods {
  /** succeeded holds UIDs of succeeded Pods. */
  succeeded?: string[];
  /** failed holds UIDs of failed Pods. */
  failed?: string[];
}
