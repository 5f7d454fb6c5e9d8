// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as corev1 from './core-v1.js';
import type * as metav1 from '../../meta/meta-v1.js';
import type * as schedulingv1alpha3 from './scheduling-v1alpha3.js';

/** Specifies how Pod completions of a Job are tracked. */
export type CompletionMode = 'NonIndexed' | 'Indexed' | (string & {});

/** Describes how the job will be handled. */
export type ConcurrencyPolicy = 'Allow' | 'Forbid' | 'Replace' | (string & {});

/** Represents the configuration of a single cron job. Since Kubernetes 1.21. */
export interface CronJob {
  /** API group and version. */
  apiVersion?: 'batch/v1' | undefined;
  /** Kind of the object. */
  kind?: 'CronJob' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Specification of the desired behavior of a cron job, including the schedule. */
  spec: CronJobSpec;
  /** Current status of a cron job. */
  status?: CronJobStatus | undefined;
}

/** List of CronJob objects. */
export interface CronJobList {
  /** API group and version. */
  apiVersion?: 'batch/v1' | undefined;
  /** Kind of the object. */
  kind?: 'CronJobList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: CronJob[];
}

/** Spec of a CronJob. */
export interface CronJobSpec {
  /** The schedule in Cron format, see https://en.wikipedia.org/wiki/Cron. */
  schedule: string;
  /** The time zone name for the given schedule, see https://en.wikipedia.org/wiki/List_of_tz_database_time_zones. */
  timeZone?: string | undefined;
  /** Optional deadline in seconds for starting the job if it misses scheduled time for any reason. */
  startingDeadlineSeconds?: number | undefined;
  /** Specifies how to treat concurrent executions of a Job. */
  concurrencyPolicy?: ConcurrencyPolicy | undefined;
  /** This flag tells the controller to suspend subsequent executions, it does not apply to already started executions. */
  suspend?: boolean | undefined;
  /** Specifies the job that will be created when executing a CronJob. */
  jobTemplate: JobTemplateSpec;
  /** The number of successful finished jobs to retain. */
  successfulJobsHistoryLimit?: number | undefined;
  /** The number of failed finished jobs to retain. */
  failedJobsHistoryLimit?: number | undefined;
}

/** Status of a CronJob. */
export interface CronJobStatus {
  /** A list of pointers to currently running jobs. */
  active?: corev1.ObjectReference[] | undefined;
  /** Information when was the last time the job was successfully scheduled. */
  lastScheduleTime?: metav1.Time | undefined;
  /** Information when was the last time the job successfully completed. */
  lastSuccessfulTime?: metav1.Time | undefined;
}

/** Represents the configuration of a single job. Since Kubernetes 1.2. */
export interface Job {
  /** API group and version. */
  apiVersion?: 'batch/v1' | undefined;
  /** Kind of the object. */
  kind?: 'Job' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Specification of the desired behavior of a job. */
  spec?: JobSpec | undefined;
  /** Current status of a job. */
  status?: JobStatus | undefined;
}

/** Describes current state of a job. */
export interface JobCondition {
  /** Type of job condition, Complete or Failed. */
  type: JobConditionType;
  /** Status of the condition, one of True, False, Unknown. */
  status: corev1.ConditionStatus;
  /** Last time the condition was checked. */
  lastProbeTime?: metav1.Time | undefined;
  /** Last time the condition transit from one status to another. */
  lastTransitionTime?: metav1.Time | undefined;
  /** (brief) reason for the condition's last transition. */
  reason?: string | undefined;
  /** Human readable message indicating details about last transition. */
  message?: string | undefined;
}

/** Job condition type. */
export type JobConditionType = 'Suspended' | 'Complete' | 'Failed' | 'FailureTarget' | 'SuccessCriteriaMet' | (string & {});

/** List of Job objects. */
export interface JobList {
  /** API group and version. */
  apiVersion?: 'batch/v1' | undefined;
  /** Kind of the object. */
  kind?: 'JobList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: Job[];
}

/** Job scheduling configuration. */
export interface JobSchedulingConfiguration {
  /** Defines the scheduling policy for this Job. */
  schedulingPolicy?: schedulingv1alpha3.WorkloadPodGroupSchedulingPolicy | undefined;
  /** Defines scheduling constraints (e.g. topology) for the Job's pods. */
  schedulingConstraints?: schedulingv1alpha3.WorkloadPodGroupSchedulingConstraints | undefined;
  /** Defines the mode in which the Job's pods can be disrupted. */
  disruptionMode?: schedulingv1alpha3.WorkloadPodGroupDisruptionMode | undefined;
  /** Defines which ResourceClaims may be shared among Pods in the Job. */
  resourceClaims?: schedulingv1alpha3.WorkloadPodGroupResourceClaim[] | undefined;
}

/** Spec of a Job. */
export interface JobSpec {
  /** Specifies the maximum desired number of pods the job should run at any given time. */
  parallelism?: number | undefined;
  /** Specifies the desired number of successfully finished pods the job should be run with. */
  completions?: number | undefined;
  /**
   * Specifies the duration in seconds relative to the startTime that the job may be continuously active before the system tries
   * to terminate it; value must be positive integer.
   */
  activeDeadlineSeconds?: number | undefined;
  /** Specifies the policy of handling failed pods. */
  podFailurePolicy?: PodFailurePolicy | undefined;
  /** Specifies the policy when the Job can be declared as succeeded. */
  successPolicy?: SuccessPolicy | undefined;
  /** Specifies the number of retries before marking this job failed. */
  backoffLimit?: number | undefined;
  /** Specifies the limit for the number of retries within an index before marking this index as failed. */
  backoffLimitPerIndex?: number | undefined;
  /** Specifies the maximal number of failed indexes before marking the Job as failed, when backoffLimitPerIndex is set. */
  maxFailedIndexes?: number | undefined;
  /** A label query over pods that should match the pod count. */
  selector?: metav1.LabelSelector | undefined;
  /** Controls generation of pod labels and pod selectors. */
  manualSelector?: boolean | undefined;
  /** Describes the pod that will be created when executing a job. */
  template: corev1.PodTemplateSpec;
  /** Limits the lifetime of a Job that has finished execution (either Complete or Failed). */
  ttlSecondsAfterFinished?: number | undefined;
  /** Specifies how Pod completions are tracked. */
  completionMode?: CompletionMode | undefined;
  /** Specifies whether the Job controller should create Pods or not. */
  suspend?: boolean | undefined;
  /** Specifies when to create replacement Pods. */
  podReplacementPolicy?: PodReplacementPolicy | undefined;
  /** ManagedBy field indicates the controller that manages a Job. */
  managedBy?: string | undefined;
  /** Defines the Workload-aware Scheduling configuration for this Job. Feature gate: WorkloadWithJob. */
  scheduling?: JobSchedulingConfiguration | undefined;
}

/** Status of a Job. */
export interface JobStatus {
  /** The latest available observations of an object's current state. */
  conditions?: JobCondition[] | undefined;
  /** Represents time when the job controller started processing a job. */
  startTime?: metav1.Time | undefined;
  /** Represents time when the job was completed. */
  completionTime?: metav1.Time | undefined;
  /** The number of pending and running pods which are not terminating (without a deletionTimestamp). */
  active?: number | undefined;
  /** The number of pods which reached phase Succeeded. */
  succeeded?: number | undefined;
  /** The number of pods which reached phase Failed. */
  failed?: number | undefined;
  /** The number of pods which are terminating (in phase Pending or Running and have a deletionTimestamp). */
  terminating?: number | undefined;
  /** Holds the completed indexes when .spec.completionMode = "Indexed" in a text format. */
  completedIndexes?: string | undefined;
  /** Holds the failed indexes when spec.backoffLimitPerIndex is set. */
  failedIndexes?: string | undefined;
  /** Holds the UIDs of Pods that have terminated but the job controller hasn't yet accounted for in the status counters. */
  uncountedTerminatedPods?: UncountedTerminatedPods | undefined;
  /** The number of active pods which have a Ready condition and are not terminating (without a deletionTimestamp). */
  ready?: number | undefined;
}

/** Spec of a JobTemplate. */
export interface JobTemplateSpec {
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Specification of the desired behavior of the job. */
  spec?: JobSpec | undefined;
}

/** Describes how failed pods influence the backoffLimit. */
export interface PodFailurePolicy {
  /** A list of pod failure policy rules. */
  rules: PodFailurePolicyRule[];
}

/** Specifies how a Pod failure is handled. */
export type PodFailurePolicyAction = 'FailJob' | 'FailIndex' | 'Ignore' | 'Count' | (string & {});

/** Pod failure policy on exit codes operator. */
export type PodFailurePolicyOnExitCodesOperator = 'In' | 'NotIn' | (string & {});

/** Pod failure policy on exit codes requirement. */
export interface PodFailurePolicyOnExitCodesRequirement {
  /** Restricts the check for exit codes to the container with the specified name. */
  containerName?: string | undefined;
  /** Represents the relationship between the container exit code(s) and the specified values. */
  operator: PodFailurePolicyOnExitCodesOperator;
  /** Specifies the set of values. */
  values: number[];
}

/** Pod failure policy on pod conditions pattern. */
export interface PodFailurePolicyOnPodConditionsPattern {
  /** Specifies the required Pod condition type. */
  type: corev1.PodConditionType;
  /** Specifies the required Pod condition status. */
  status?: corev1.ConditionStatus | undefined;
}

/** Pod failure policy rule. */
export interface PodFailurePolicyRule {
  /** Specifies the action taken on a pod failure when the requirements are satisfied. */
  action: PodFailurePolicyAction;
  /** Represents the requirement on the container exit codes. */
  onExitCodes?: PodFailurePolicyOnExitCodesRequirement | undefined;
  /** Represents the requirement on the pod conditions. */
  onPodConditions?: PodFailurePolicyOnPodConditionsPattern[] | undefined;
}

/** Specifies the policy for creating pod replacements. */
export type PodReplacementPolicy = 'TerminatingOrFailed' | 'Failed' | (string & {});

/** Success policy. */
export interface SuccessPolicy {
  /**
   * Represents the list of alternative rules for the declaring the Jobs as successful before `.status.succeeded >=
   * .spec.completions`.
   */
  rules: SuccessPolicyRule[];
}

/** Describes rule for declaring a Job as succeeded. */
export interface SuccessPolicyRule {
  /** Specifies the set of indexes which need to be contained in the actual set of the succeeded indexes for the Job. */
  succeededIndexes?: string | undefined;
  /** Specifies the minimal required size of the actual set of the succeeded indexes for the Job. */
  succeededCount?: number | undefined;
}

/** Uncounted terminated pods. */
export interface UncountedTerminatedPods {
  /** Holds UIDs of succeeded Pods. */
  succeeded?: string[] | undefined;
  /** Holds UIDs of failed Pods. */
  failed?: string[] | undefined;
}
