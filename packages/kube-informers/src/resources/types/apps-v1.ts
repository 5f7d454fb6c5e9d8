// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as corev1 from './core-v1.js';
import type * as metav1 from '../../meta/meta-v1.js';

/** Implements an immutable snapshot of state data. Since Kubernetes 1.9. */
export interface ControllerRevision {
  /** API group and version. */
  apiVersion?: 'apps/v1' | undefined;
  /** Kind of the object. */
  kind?: 'ControllerRevision' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** The serialized representation of the state. */
  data: metav1.RawExtension;
  /** Indicates the revision of the state represented by Data. */
  revision?: number | undefined;
}

/** List of ControllerRevision objects. */
export interface ControllerRevisionList {
  /** API group and version. */
  apiVersion?: 'apps/v1' | undefined;
  /** Kind of the object. */
  kind?: 'ControllerRevisionList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: ControllerRevision[];
}

/** Since Kubernetes 1.9. */
export interface DaemonSet {
  /** API group and version. */
  apiVersion?: 'apps/v1' | undefined;
  /** Kind of the object. */
  kind?: 'DaemonSet' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** The desired behavior of this daemon set. */
  spec: DaemonSetSpec;
  /** The current status of this daemon set. */
  status?: DaemonSetStatus | undefined;
}

/** Describes the state of a DaemonSet at a certain point. */
export interface DaemonSetCondition {
  /** Type of DaemonSet condition. */
  type?: string | undefined;
  /** Status of the condition, one of True, False, Unknown. */
  status?: corev1.ConditionStatus | undefined;
  /** Last time the condition transitioned from one status to another. */
  lastTransitionTime?: metav1.Time | undefined;
  /** The reason for the condition's last transition. */
  reason?: string | undefined;
  /** A human readable message indicating details about the transition. */
  message?: string | undefined;
}

/** List of DaemonSet objects. */
export interface DaemonSetList {
  /** API group and version. */
  apiVersion?: 'apps/v1' | undefined;
  /** Kind of the object. */
  kind?: 'DaemonSetList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: DaemonSet[];
}

/** Spec of a DaemonSet. */
export interface DaemonSetSpec {
  /** A label query over pods that are managed by the daemon set. */
  selector: metav1.LabelSelector;
  /** An object that describes the pod that will be created. */
  template: corev1.PodTemplateSpec;
  /** An update strategy to replace existing DaemonSet pods with new pods. */
  updateStrategy?: DaemonSetUpdateStrategy | undefined;
  /**
   * The minimum number of seconds for which a newly created DaemonSet pod should be ready without any of its container
   * crashing, for it to be considered available.
   */
  minReadySeconds?: number | undefined;
  /** The number of old history to retain to allow rollback. */
  revisionHistoryLimit?: number | undefined;
}

/** Status of a DaemonSet. */
export interface DaemonSetStatus {
  /** The number of nodes that are running at least 1 daemon pod and are supposed to run the daemon pod. */
  currentNumberScheduled: number;
  /** The number of nodes that are running the daemon pod, but are not supposed to run the daemon pod. */
  numberMisscheduled: number;
  /** The total number of nodes that should be running the daemon pod (including nodes correctly running the daemon pod). */
  desiredNumberScheduled: number;
  /**
   * The number of nodes that should be running the daemon pod and have one or more of the daemon pod running with a Ready
   * Condition.
   */
  numberReady: number;
  /** The most recent generation observed by the daemon set controller. */
  observedGeneration?: number | undefined;
  /** The total number of nodes that are running updated daemon pod */
  updatedNumberScheduled?: number | undefined;
  /**
   * The number of nodes that should be running the daemon pod and have one or more of the daemon pod running and available
   * (ready for at least spec.minReadySeconds)
   */
  numberAvailable?: number | undefined;
  /**
   * The number of nodes that should be running the daemon pod and have none of the daemon pod running and available (ready for
   * at least spec.minReadySeconds)
   */
  numberUnavailable?: number | undefined;
  /** Count of hash collisions for the DaemonSet. */
  collisionCount?: number | undefined;
  /** Represents the latest available observations of a DaemonSet's current state. */
  conditions?: DaemonSetCondition[] | undefined;
}

/** Daemon set update strategy. */
export interface DaemonSetUpdateStrategy {
  /** Type of daemon set update. */
  type?: DaemonSetUpdateStrategyType | undefined;
  /** Rolling update config params. */
  rollingUpdate?: RollingUpdateDaemonSet | undefined;
}

/** Daemon set update strategy type. */
export type DaemonSetUpdateStrategyType = 'RollingUpdate' | 'OnDelete' | (string & {});

/** Enables declarative updates for Pods and ReplicaSets. Since Kubernetes 1.9. */
export interface Deployment {
  /** API group and version. */
  apiVersion?: 'apps/v1' | undefined;
  /** Kind of the object. */
  kind?: 'Deployment' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Specification of the desired behavior of the Deployment. */
  spec: DeploymentSpec;
  /** Most recently observed status of the Deployment. */
  status?: DeploymentStatus | undefined;
}

/** Describes the state of a deployment at a certain point. */
export interface DeploymentCondition {
  /** Type of deployment condition. */
  type?: DeploymentConditionType | undefined;
  /** Status of the condition, one of True, False, Unknown. */
  status?: corev1.ConditionStatus | undefined;
  /** The last time this condition was updated. */
  lastUpdateTime?: metav1.Time | undefined;
  /** Last time the condition transitioned from one status to another. */
  lastTransitionTime?: metav1.Time | undefined;
  /** The reason for the condition's last transition. */
  reason?: string | undefined;
  /** A human readable message indicating details about the transition. */
  message?: string | undefined;
}

/** Deployment condition type. */
export type DeploymentConditionType = 'Available' | 'Progressing' | 'ReplicaFailure' | (string & {});

/** List of Deployment objects. */
export interface DeploymentList {
  /** API group and version. */
  apiVersion?: 'apps/v1' | undefined;
  /** Kind of the object. */
  kind?: 'DeploymentList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: Deployment[];
}

/** Spec of a Deployment. */
export interface DeploymentSpec {
  /** Number of desired pods. */
  replicas?: number | undefined;
  /** Label selector for pods. */
  selector: metav1.LabelSelector;
  /** Describes the pods that will be created. */
  template: corev1.PodTemplateSpec;
  /** The deployment strategy to use to replace existing pods with new ones. */
  strategy?: DeploymentStrategy | undefined;
  /**
   * Minimum number of seconds for which a newly created pod should be ready without any of its container crashing, for it to be
   * considered available.
   */
  minReadySeconds?: number | undefined;
  /** The number of old ReplicaSets to retain to allow rollback. */
  revisionHistoryLimit?: number | undefined;
  /** Indicates that the deployment is paused. */
  paused?: boolean | undefined;
  /** The maximum time in seconds for a deployment to make progress before it is considered to be failed. */
  progressDeadlineSeconds?: number | undefined;
}

/** Status of a Deployment. */
export interface DeploymentStatus {
  /** The generation observed by the deployment controller. */
  observedGeneration?: number | undefined;
  /** Total number of non-terminating pods targeted by this deployment (their labels match the selector). */
  replicas?: number | undefined;
  /** Total number of non-terminating pods targeted by this deployment that have the desired template spec. */
  updatedReplicas?: number | undefined;
  /** Total number of non-terminating pods targeted by this Deployment with a Ready Condition. */
  readyReplicas?: number | undefined;
  /** Total number of available non-terminating pods (ready for at least minReadySeconds) targeted by this deployment. */
  availableReplicas?: number | undefined;
  /** Total number of unavailable pods targeted by this deployment. */
  unavailableReplicas?: number | undefined;
  /** Total number of terminating pods targeted by this deployment. */
  terminatingReplicas?: number | undefined;
  /** Represents the latest available observations of a deployment's current state. */
  conditions?: DeploymentCondition[] | undefined;
  /** Count of hash collisions for the Deployment. */
  collisionCount?: number | undefined;
}

/** Describes how to replace existing pods with new ones. */
export interface DeploymentStrategy {
  /** Type of deployment. */
  type?: DeploymentStrategyType | undefined;
  /** Rolling update config params. */
  rollingUpdate?: RollingUpdateDeployment | undefined;
}

/** Deployment strategy type. */
export type DeploymentStrategyType = 'Recreate' | 'RollingUpdate' | (string & {});

/** Persistent volume claim retention policy type. */
export type PersistentVolumeClaimRetentionPolicyType = 'Retain' | 'Delete' | (string & {});

/** Pod management policy type. */
export type PodManagementPolicyType = 'OrderedReady' | 'Parallel' | (string & {});

/** Ensures that a specified number of pod replicas are running at any given time. Since Kubernetes 1.9. */
export interface ReplicaSet {
  /** API group and version. */
  apiVersion?: 'apps/v1' | undefined;
  /** Kind of the object. */
  kind?: 'ReplicaSet' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Defines the specification of the desired behavior of the ReplicaSet. */
  spec: ReplicaSetSpec;
  /** The most recently observed status of the ReplicaSet. */
  status?: ReplicaSetStatus | undefined;
}

/** Describes the state of a replica set at a certain point. */
export interface ReplicaSetCondition {
  /** Type of replica set condition. */
  type?: string | undefined;
  /** Status of the condition, one of True, False, Unknown. */
  status?: corev1.ConditionStatus | undefined;
  /** The last time the condition transitioned from one status to another. */
  lastTransitionTime?: metav1.Time | undefined;
  /** The reason for the condition's last transition. */
  reason?: string | undefined;
  /** A human readable message indicating details about the transition. */
  message?: string | undefined;
}

/** List of ReplicaSet objects. */
export interface ReplicaSetList {
  /** API group and version. */
  apiVersion?: 'apps/v1' | undefined;
  /** Kind of the object. */
  kind?: 'ReplicaSetList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: ReplicaSet[];
}

/** Spec of a ReplicaSet. */
export interface ReplicaSetSpec {
  /** The number of desired pods. */
  replicas?: number | undefined;
  /**
   * Minimum number of seconds for which a newly created pod should be ready without any of its container crashing, for it to be
   * considered available.
   */
  minReadySeconds?: number | undefined;
  /** A label query over pods that should match the replica count. */
  selector: metav1.LabelSelector;
  /** The object that describes the pod that will be created if insufficient replicas are detected. */
  template?: corev1.PodTemplateSpec | undefined;
}

/** Status of a ReplicaSet. */
export interface ReplicaSetStatus {
  /** The most recently observed number of non-terminating pods. */
  replicas: number;
  /** The number of non-terminating pods that have labels matching the labels of the pod template of the replicaset. */
  fullyLabeledReplicas?: number | undefined;
  /** The number of non-terminating pods targeted by this ReplicaSet with a Ready Condition. */
  readyReplicas?: number | undefined;
  /** The number of available non-terminating pods (ready for at least minReadySeconds) for this replica set. */
  availableReplicas?: number | undefined;
  /** The number of terminating pods for this replica set. */
  terminatingReplicas?: number | undefined;
  /** Reflects the generation of the most recently observed ReplicaSet. */
  observedGeneration?: number | undefined;
  /** Represents the latest available observations of a replica set's current state. */
  conditions?: ReplicaSetCondition[] | undefined;
}

/** Spec to control the desired behavior of daemon set rolling update. */
export interface RollingUpdateDaemonSet {
  /** The maximum number of DaemonSet pods that can be unavailable during the update. */
  maxUnavailable?: metav1.IntOrString | undefined;
  /**
   * The maximum number of nodes with an existing available DaemonSet pod that can have an updated DaemonSet pod during during
   * an update.
   */
  maxSurge?: metav1.IntOrString | undefined;
}

/** Spec to control the desired behavior of rolling update. */
export interface RollingUpdateDeployment {
  /** The maximum number of pods that can be unavailable during the update. */
  maxUnavailable?: metav1.IntOrString | undefined;
  /** The maximum number of pods that can be scheduled above the desired number of pods. */
  maxSurge?: metav1.IntOrString | undefined;
}

/** Rolling update stateful set strategy. */
export interface RollingUpdateStatefulSetStrategy {
  /** Indicates the ordinal at which the StatefulSet should be partitioned for updates. */
  partition?: number | undefined;
  /** The maximum number of pods that can be unavailable during the update. Feature gate: MaxUnavailableStatefulSet. */
  maxUnavailable?: metav1.IntOrString | undefined;
}

/** Represents a set of pods with consistent identities. Since Kubernetes 1.9. */
export interface StatefulSet {
  /** API group and version. */
  apiVersion?: 'apps/v1' | undefined;
  /** Kind of the object. */
  kind?: 'StatefulSet' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Defines the desired identities of pods in this set. */
  spec: StatefulSetSpec;
  /** The current status of Pods in this StatefulSet. */
  status?: StatefulSetStatus | undefined;
}

/** Describes the state of a statefulset at a certain point. */
export interface StatefulSetCondition {
  /** Type of statefulset condition. */
  type?: string | undefined;
  /** Status of the condition, one of True, False, Unknown. */
  status?: corev1.ConditionStatus | undefined;
  /** Last time the condition transitioned from one status to another. */
  lastTransitionTime?: metav1.Time | undefined;
  /** The reason for the condition's last transition. */
  reason?: string | undefined;
  /** A human readable message indicating details about the transition. */
  message?: string | undefined;
}

/** List of StatefulSet objects. */
export interface StatefulSetList {
  /** API group and version. */
  apiVersion?: 'apps/v1' | undefined;
  /** Kind of the object. */
  kind?: 'StatefulSetList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: StatefulSet[];
}

/** Stateful set ordinals. */
export interface StatefulSetOrdinals {
  /** The number representing the first replica's index. */
  start?: number | undefined;
}

/** Stateful set persistent volume claim retention policy. */
export interface StatefulSetPersistentVolumeClaimRetentionPolicy {
  /** Specifies what happens to PVCs created from StatefulSet VolumeClaimTemplates when the StatefulSet is deleted. */
  whenDeleted?: PersistentVolumeClaimRetentionPolicyType | undefined;
  /** Specifies what happens to PVCs created from StatefulSet VolumeClaimTemplates when the StatefulSet is scaled down. */
  whenScaled?: PersistentVolumeClaimRetentionPolicyType | undefined;
}

/** Spec of a StatefulSet. */
export interface StatefulSetSpec {
  /** The desired number of replicas of the given Template. */
  replicas?: number | undefined;
  /** A label query over pods that should match the replica count. */
  selector: metav1.LabelSelector;
  /** The object that describes the pod that will be created if insufficient replicas are detected. */
  template: corev1.PodTemplateSpec;
  /** A list of claims that pods are allowed to reference. */
  volumeClaimTemplates?: corev1.PersistentVolumeClaim[] | undefined;
  /** The name of the service that governs this StatefulSet. */
  serviceName?: string | undefined;
  /** Controls how pods are created during initial scale up, when replacing pods on nodes, or when scaling down. */
  podManagementPolicy?: PodManagementPolicyType | undefined;
  /**
   * Indicates the StatefulSetUpdateStrategy that will be employed to update Pods in the StatefulSet when a revision is made to
   * Template.
   */
  updateStrategy?: StatefulSetUpdateStrategy | undefined;
  /** The maximum number of revisions that will be maintained in the StatefulSet's revision history. */
  revisionHistoryLimit?: number | undefined;
  /**
   * Minimum number of seconds for which a newly created pod should be ready without any of its container crashing for it to be
   * considered available.
   */
  minReadySeconds?: number | undefined;
  /** Describes the lifecycle of persistent volume claims created from volumeClaimTemplates. */
  persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy | undefined;
  /** Controls the numbering of replica indices in a StatefulSet. */
  ordinals?: StatefulSetOrdinals | undefined;
}

/** Status of a StatefulSet. */
export interface StatefulSetStatus {
  /** The most recent generation observed for this StatefulSet. */
  observedGeneration?: number | undefined;
  /** The number of Pods created by the StatefulSet controller. */
  replicas: number;
  /** The number of pods created for this StatefulSet with a Ready Condition. */
  readyReplicas?: number | undefined;
  /** The number of Pods created by the StatefulSet controller from the StatefulSet version indicated by currentRevision. */
  currentReplicas?: number | undefined;
  /** The number of Pods created by the StatefulSet controller from the StatefulSet version indicated by updateRevision. */
  updatedReplicas?: number | undefined;
  /**
   * currentRevision, if not empty, indicates the version of the StatefulSet used to generate Pods in the sequence
   * [0,currentReplicas).
   */
  currentRevision?: string | undefined;
  /**
   * updateRevision, if not empty, indicates the version of the StatefulSet used to generate Pods in the sequence
   * [replicas-updatedReplicas,replicas)
   */
  updateRevision?: string | undefined;
  /** The count of hash collisions for the StatefulSet. */
  collisionCount?: number | undefined;
  /** Represents the latest available observations of a statefulset's current state. */
  conditions?: StatefulSetCondition[] | undefined;
  /** Total number of available pods (ready for at least minReadySeconds) targeted by this statefulset. */
  availableReplicas?: number | undefined;
}

/** Stateful set update strategy. */
export interface StatefulSetUpdateStrategy {
  /** Indicates the type of the StatefulSetUpdateStrategy. */
  type?: StatefulSetUpdateStrategyType | undefined;
  /** RollingUpdate is used to communicate parameters when Type is RollingUpdateStatefulSetStrategyType. */
  rollingUpdate?: RollingUpdateStatefulSetStrategy | undefined;
}

/** Stateful set update strategy type. */
export type StatefulSetUpdateStrategyType = 'RollingUpdate' | 'OnDelete' | 'Recreate' | (string & {});
