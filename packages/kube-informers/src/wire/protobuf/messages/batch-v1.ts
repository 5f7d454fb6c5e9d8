// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { coreV1 } from './core-v1.js';
import { metaV1 } from './meta-v1.js';
import { schedulingV1alpha3 } from './scheduling-v1alpha3.js';

export const batchV1: MessageTable = {
  name: 'batch/v1',
  uses: [coreV1, metaV1, schedulingV1alpha3],
  messages: `
CronJob=metadata 1 meta/v1.ObjectMeta o;spec 2 CronJobSpec o;status 3 CronJobStatus o
CronJobSpec=schedule 1 string;timeZone 8 *string o;startingDeadlineSeconds 2 *int64 o;concurrencyPolicy 3 string o;suspend 4 *bool o;jobTemplate 5 JobTemplateSpec;successfulJobsHistoryLimit 6 *int32 o;failedJobsHistoryLimit 7 *int32 o
CronJobStatus=active 1 []core/v1.ObjectReference o;lastScheduleTime 4 *%time o;lastSuccessfulTime 5 *%time o
Job=metadata 1 meta/v1.ObjectMeta o;spec 2 JobSpec o;status 3 JobStatus o
JobCondition=type 1 string;status 2 string;lastProbeTime 3 %time o;lastTransitionTime 4 %time o;reason 5 string o;message 6 string o
JobSchedulingConfiguration=schedulingPolicy 1 *scheduling/v1alpha3.WorkloadPodGroupSchedulingPolicy o;schedulingConstraints 2 *scheduling/v1alpha3.WorkloadPodGroupSchedulingConstraints o;disruptionMode 3 *scheduling/v1alpha3.WorkloadPodGroupDisruptionMode o;resourceClaims 4 []scheduling/v1alpha3.WorkloadPodGroupResourceClaim o
JobSpec=parallelism 1 *int32 o;completions 2 *int32 o;activeDeadlineSeconds 3 *int64 o;podFailurePolicy 11 *PodFailurePolicy o;successPolicy 16 *SuccessPolicy o;backoffLimit 7 *int32 o;backoffLimitPerIndex 12 *int32 o;maxFailedIndexes 13 *int32 o;selector 4 *meta/v1.LabelSelector o;manualSelector 5 *bool o;template 6 core/v1.PodTemplateSpec;ttlSecondsAfterFinished 8 *int32 o;completionMode 9 *string o;suspend 10 *bool o;podReplacementPolicy 14 *string o;managedBy 15 *string o;scheduling 17 *JobSchedulingConfiguration o
JobStatus=conditions 1 []JobCondition o;startTime 2 *%time o;completionTime 3 *%time o;active 4 int32 o;succeeded 5 int32 o;failed 6 int32 o;terminating 11 *int32 o;completedIndexes 7 string o;failedIndexes 10 *string o;uncountedTerminatedPods 8 *UncountedTerminatedPods o;ready 9 *int32 o
JobTemplateSpec=metadata 1 meta/v1.ObjectMeta o;spec 2 JobSpec o
PodFailurePolicy=rules 1 []PodFailurePolicyRule
PodFailurePolicyOnExitCodesRequirement=containerName 1 *string o;operator 2 string;values 3 []int32
PodFailurePolicyOnPodConditionsPattern=type 1 string;status 2 string
PodFailurePolicyRule=action 1 string;onExitCodes 2 *PodFailurePolicyOnExitCodesRequirement o;onPodConditions 3 []PodFailurePolicyOnPodConditionsPattern o
SuccessPolicy=rules 1 []SuccessPolicyRule
SuccessPolicyRule=succeededIndexes 1 *string o;succeededCount 2 *int32 o
UncountedTerminatedPods=succeeded 1 []string o;failed 2 []string o
`,
};
