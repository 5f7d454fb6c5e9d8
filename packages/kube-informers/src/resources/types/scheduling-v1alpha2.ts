// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
// The comments of what scheduling.k8s.io/v1 has as well are in scheduling-v1.ts.
import type * as metav1 from '../../meta/meta-v1.js';

export interface BasicSchedulingPolicy {
}

export type DisruptionMode = 'Pod' | 'PodGroup' | (string & {});

export interface GangSchedulingPolicy {
  /**
   * The minimum number of pods that must be schedulable or scheduled at the same time for the scheduler to admit the entire
   * group.
   */
  minCount: number;
}

/** Represents a runtime instance of pods grouped together. */
export interface PodGroup {
  apiVersion?: 'scheduling.k8s.io/v1alpha2' | undefined;
  kind?: 'PodGroup' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  spec: PodGroupSpec;
  status?: PodGroupStatus | undefined;
}

export interface PodGroupList {
  apiVersion?: 'scheduling.k8s.io/v1alpha2' | undefined;
  kind?: 'PodGroupList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: PodGroup[];
}

export interface PodGroupResourceClaim {
  /** Name uniquely identifies this resource claim inside the PodGroup. */
  name: string;
  /** The name of a ResourceClaim object in the same namespace as this PodGroup. */
  resourceClaimName?: string | undefined;
  /** The name of a ResourceClaimTemplate object in the same namespace as this PodGroup. */
  resourceClaimTemplateName?: string | undefined;
}

export interface PodGroupResourceClaimStatus {
  /** Name uniquely identifies this resource claim inside the PodGroup. */
  name: string;
  /** The name of the ResourceClaim that was generated for the PodGroup in the namespace of the PodGroup. */
  resourceClaimName?: string | undefined;
}

export interface PodGroupSchedulingConstraints {
  topology?: TopologyConstraint[] | undefined;
}

export interface PodGroupSchedulingPolicy {
  /** Specifies that the pods in this group should be scheduled using standard Kubernetes scheduling behavior. */
  basic?: BasicSchedulingPolicy | undefined;
  /** Specifies that the pods in this group should be scheduled using all-or-nothing semantics. */
  gang?: GangSchedulingPolicy | undefined;
}

export interface PodGroupSpec {
  /** References an optional PodGroup template within other object (e.g. Workload) that was used to create the PodGroup. */
  podGroupTemplateRef?: PodGroupTemplateReference | null | undefined;
  /** Defines the scheduling policy for this instance of the PodGroup. */
  schedulingPolicy: PodGroupSchedulingPolicy;
  /**
   * Defines optional scheduling constraints (e.g. topology) for this PodGroup. Feature gate: TopologyAwareWorkloadScheduling.
   */
  schedulingConstraints?: PodGroupSchedulingConstraints | undefined;
  /** Defines which ResourceClaims may be shared among Pods in the group. Feature gate: DRAWorkloadResourceClaims. */
  resourceClaims?: PodGroupResourceClaim[] | undefined;
  /**
   * Defines the mode in which a given PodGroup can be disrupted. Feature gate: WorkloadAwarePreemption.
   * @default 'Pod'
   */
  disruptionMode?: DisruptionMode | undefined;
  /** Defines the priority that should be considered when scheduling this pod group. Feature gate: WorkloadAwarePreemption. */
  priorityClassName?: string | undefined;
  /** Feature gate: WorkloadAwarePreemption. */
  priority?: number | undefined;
}

export interface PodGroupStatus {
  /** Conditions represent the latest observations of the PodGroup's state. */
  conditions?: metav1.Condition[] | undefined;
  /** Feature gate: DRAWorkloadResourceClaims. */
  resourceClaimStatuses?: PodGroupResourceClaimStatus[] | undefined;
}

export interface PodGroupTemplate {
  /** A unique identifier for the PodGroupTemplate within the Workload. */
  name: string;
  schedulingPolicy: PodGroupSchedulingPolicy;
  /**
   * Defines optional scheduling constraints (e.g. topology) for this PodGroupTemplate. Feature gate:
   * TopologyAwareWorkloadScheduling.
   */
  schedulingConstraints?: PodGroupSchedulingConstraints | null | undefined;
  /** Defines which ResourceClaims may be shared among Pods in the group. Feature gate: DRAWorkloadResourceClaims. */
  resourceClaims?: PodGroupResourceClaim[] | undefined;
  /** Defines the mode in which a given PodGroup can be disrupted. Feature gate: WorkloadAwarePreemption. */
  disruptionMode?: DisruptionMode | undefined;
  /**
   * Indicates the priority that should be considered when scheduling a pod group created from this template. Feature gate:
   * WorkloadAwarePreemption.
   */
  priorityClassName?: string | undefined;
  /** The value of priority of pod groups created from this template. Feature gate: WorkloadAwarePreemption. */
  priority?: number | undefined;
}

export interface PodGroupTemplateReference {
  /** References the PodGroupTemplate within the Workload object that was used to create the PodGroup. */
  workload?: WorkloadPodGroupTemplateReference | null | undefined;
}

export interface TopologyConstraint {
  /** Specifies the key of the node label representing the topology domain. */
  key: string;
}

export interface TypedLocalObjectReference {
  /** The group for the resource being referenced. */
  apiGroup?: string | undefined;
  /** The type of resource being referenced. */
  kind: string;
  /** The name of resource being referenced. */
  name: string;
}

/**
 * Allows for expressing scheduling constraints that should be used when managing the lifecycle of workloads from the scheduling
 * perspective, including scheduling, preemption, eviction and other phases.
 */
export interface Workload {
  apiVersion?: 'scheduling.k8s.io/v1alpha2' | undefined;
  kind?: 'Workload' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  spec: WorkloadSpec;
}

export interface WorkloadList {
  apiVersion?: 'scheduling.k8s.io/v1alpha2' | undefined;
  kind?: 'WorkloadList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: Workload[];
}

export interface WorkloadPodGroupTemplateReference {
  workloadName: string;
  /** Defines the PodGroupTemplate name within the Workload object. */
  podGroupTemplateName: string;
}

export interface WorkloadSpec {
  /** An optional reference to the controlling object, such as a Deployment or Job. */
  controllerRef?: TypedLocalObjectReference | undefined;
  /** The list of templates that make up the Workload. */
  podGroupTemplates: PodGroupTemplate[];
}
