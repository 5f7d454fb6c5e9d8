// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { coreV1 } from './core-v1.js';
import { metaV1 } from './meta-v1.js';

export const appsV1: MessageTable = {
  name: 'apps/v1',
  uses: [coreV1, metaV1],
  messages: `
ControllerRevision=metadata 1 meta/v1.ObjectMeta o;data 2 %raw;revision 3 int64
DaemonSet=metadata 1 meta/v1.ObjectMeta o;spec 2 DaemonSetSpec o;status 3 DaemonSetStatus o
DaemonSetCondition=type 1 string;status 2 string;lastTransitionTime 3 %time o;reason 4 string o;message 5 string o
DaemonSetSpec=selector 1 *meta/v1.LabelSelector;template 2 core/v1.PodTemplateSpec;updateStrategy 3 DaemonSetUpdateStrategy o;minReadySeconds 4 int32 o;revisionHistoryLimit 6 *int32 o
DaemonSetStatus=currentNumberScheduled 1 int32;numberMisscheduled 2 int32;desiredNumberScheduled 3 int32;numberReady 4 int32;observedGeneration 5 int64 o;updatedNumberScheduled 6 int32 o;numberAvailable 7 int32 o;numberUnavailable 8 int32 o;collisionCount 9 *int32 o;conditions 10 []DaemonSetCondition o
DaemonSetUpdateStrategy=type 1 string o;rollingUpdate 2 *RollingUpdateDaemonSet o
Deployment=metadata 1 meta/v1.ObjectMeta o;spec 2 DeploymentSpec o;status 3 DeploymentStatus o
DeploymentCondition=type 1 string;status 2 string;lastUpdateTime 6 %time o;lastTransitionTime 7 %time o;reason 4 string o;message 5 string o
DeploymentSpec=replicas 1 *int32 o;selector 2 *meta/v1.LabelSelector;template 3 core/v1.PodTemplateSpec;strategy 4 DeploymentStrategy o;minReadySeconds 5 int32 o;revisionHistoryLimit 6 *int32 o;paused 7 bool o;progressDeadlineSeconds 9 *int32 o
DeploymentStatus=observedGeneration 1 int64 o;replicas 2 int32 o;updatedReplicas 3 int32 o;readyReplicas 7 int32 o;availableReplicas 4 int32 o;unavailableReplicas 5 int32 o;terminatingReplicas 9 *int32 o;conditions 6 []DeploymentCondition o;collisionCount 8 *int32 o
DeploymentStrategy=type 1 string o;rollingUpdate 2 *RollingUpdateDeployment o
ReplicaSet=metadata 1 meta/v1.ObjectMeta o;spec 2 ReplicaSetSpec o;status 3 ReplicaSetStatus o
ReplicaSetCondition=type 1 string;status 2 string;lastTransitionTime 3 %time o;reason 4 string o;message 5 string o
ReplicaSetSpec=replicas 1 *int32 o;minReadySeconds 4 int32 o;selector 2 *meta/v1.LabelSelector;template 3 core/v1.PodTemplateSpec o
ReplicaSetStatus=replicas 1 int32;fullyLabeledReplicas 2 int32 o;readyReplicas 4 int32 o;availableReplicas 5 int32 o;terminatingReplicas 7 *int32 o;observedGeneration 3 int64 o;conditions 6 []ReplicaSetCondition o
RollingUpdateDaemonSet=maxUnavailable 1 *%intorstring o;maxSurge 2 *%intorstring o
RollingUpdateDeployment=maxUnavailable 1 *%intorstring o;maxSurge 2 *%intorstring o
RollingUpdateStatefulSetStrategy=partition 1 *int32 o;maxUnavailable 2 *%intorstring o
StatefulSet=metadata 1 meta/v1.ObjectMeta o;spec 2 StatefulSetSpec o;status 3 StatefulSetStatus o
StatefulSetCondition=type 1 string;status 2 string;lastTransitionTime 3 %time o;reason 4 string o;message 5 string o
StatefulSetOrdinals=start 1 int32
StatefulSetPersistentVolumeClaimRetentionPolicy=whenDeleted 1 string o;whenScaled 2 string o
StatefulSetSpec=replicas 1 *int32 o;selector 2 *meta/v1.LabelSelector;template 3 core/v1.PodTemplateSpec;volumeClaimTemplates 4 []core/v1.PersistentVolumeClaim o;serviceName 5 string;podManagementPolicy 6 string o;updateStrategy 7 StatefulSetUpdateStrategy o;revisionHistoryLimit 8 *int32 o;minReadySeconds 9 int32 o;persistentVolumeClaimRetentionPolicy 10 *StatefulSetPersistentVolumeClaimRetentionPolicy o;ordinals 11 *StatefulSetOrdinals o
StatefulSetStatus=observedGeneration 1 int64 o;replicas 2 int32;readyReplicas 3 int32 o;currentReplicas 4 int32 o;updatedReplicas 5 int32 o;currentRevision 6 string o;updateRevision 7 string o;collisionCount 9 *int32 o;conditions 10 []StatefulSetCondition o;availableReplicas 11 int32
StatefulSetUpdateStrategy=type 1 string o;rollingUpdate 2 *RollingUpdateStatefulSetStrategy o
`,
};
