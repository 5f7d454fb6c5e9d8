// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
// The comments of what scheduling.k8s.io/v1 has as well are in scheduling-v1.ts.
import type * as metav1 from '../../meta/meta-v1.js';

/** Basic scheduling policy. */
export interface BasicSchedulingPolicy {
}

/** Disruption mode. */
export type DisruptionMode = 'Pod' | 'PodGroup' | (string & {});

/** Defines the parameters for gang scheduling. */
export interface GangSchedulingPolicy {
  /**
   * The minimum number of pods that must be schedulable or scheduled at the same time for the scheduler to admit the entire
   * group.
   */
  minCount: number;
}

/**
 * Represents a runtime instance of pods grouped together.
 * @deprecated Removed in Kubernetes 1.37, kept here until 2027-08-26.
 */
export interface PodGroup {
  /** API group and version. */
  apiVersion?: 'scheduling.k8s.io/v1alpha2' | undefined;
  /** Kind of the object. */
  kind?: 'PodGroup' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Defines the desired state of the PodGroup. */
  spec: PodGroupSpec;
  /** Represents the current observed state of the PodGroup. */
  status?: PodGroupStatus | undefined;
}

/** List of PodGroup objects. */
export interface PodGroupList {
  /** API group and version. */
  apiVersion?: 'scheduling.k8s.io/v1alpha2' | undefined;
  /** Kind of the object. */
  kind?: 'PodGroupList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: PodGroup[];
}

/** Pod group resource claim. */
export interface PodGroupResourceClaim {
  /** Name uniquely identifies this resource claim inside the PodGroup. */
  name: string;
  /** The name of a ResourceClaim object in the same namespace as this PodGroup. */
  resourceClaimName?: string | undefined;
  /** The name of a ResourceClaimTemplate object in the same namespace as this PodGroup. */
  resourceClaimTemplateName?: string | undefined;
}

/** Status of a PodGroupResourceClaim. */
export interface PodGroupResourceClaimStatus {
  /** Name uniquely identifies this resource claim inside the PodGroup. */
  name: string;
  /** The name of the ResourceClaim that was generated for the PodGroup in the namespace of the PodGroup. */
  resourceClaimName?: string | undefined;
}

/** Pod group scheduling constraints. */
export interface PodGroupSchedulingConstraints {
  /** Defines the topology constraints for the pod group. */
  topology?: TopologyConstraint[] | undefined;
}

/** Defines the scheduling configuration for a PodGroup. */
export interface PodGroupSchedulingPolicy {
  /** Specifies that the pods in this group should be scheduled using standard Kubernetes scheduling behavior. */
  basic?: BasicSchedulingPolicy | undefined;
  /** Specifies that the pods in this group should be scheduled using all-or-nothing semantics. */
  gang?: GangSchedulingPolicy | undefined;
}

/** Spec of a PodGroup. */
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

/** Status of a PodGroup. */
export interface PodGroupStatus {
  /** Conditions represent the latest observations of the PodGroup's state. */
  conditions?: metav1.Condition[] | undefined;
  /** Feature gate: DRAWorkloadResourceClaims. */
  resourceClaimStatuses?: PodGroupResourceClaimStatus[] | undefined;
}

/** Pod group template. */
export interface PodGroupTemplate {
  /** A unique identifier for the PodGroupTemplate within the Workload. */
  name: string;
  /** Defines the scheduling policy for this PodGroupTemplate. */
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

/** Pod group template reference. */
export interface PodGroupTemplateReference {
  /** References the PodGroupTemplate within the Workload object that was used to create the PodGroup. */
  workload?: WorkloadPodGroupTemplateReference | null | undefined;
}

/** Defines a topology constraint for a PodGroup. */
export interface TopologyConstraint {
  /** Specifies the key of the node label representing the topology domain. */
  key: string;
}

/** Typed local object reference. */
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
 * @deprecated Removed in Kubernetes 1.37, kept here until 2027-08-26.
 */
export interface Workload {
  /** API group and version. */
  apiVersion?: 'scheduling.k8s.io/v1alpha2' | undefined;
  /** Kind of the object. */
  kind?: 'Workload' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Defines the desired behavior of a Workload. */
  spec: WorkloadSpec;
}

/** List of Workload objects. */
export interface WorkloadList {
  /** API group and version. */
  apiVersion?: 'scheduling.k8s.io/v1alpha2' | undefined;
  /** Kind of the object. */
  kind?: 'WorkloadList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: Workload[];
}

/** Workload pod group template reference. */
export interface WorkloadPodGroupTemplateReference {
  /** Defines the name of the Workload object. */
  workloadName: string;
  /** Defines the PodGroupTemplate name within the Workload object. */
  podGroupTemplateName: string;
}

/** Spec of a Workload. */
export interface WorkloadSpec {
  /** An optional reference to the controlling object, such as a Deployment or Job. */
  controllerRef?: TypedLocalObjectReference | undefined;
  /** The list of templates that make up the Workload. */
  podGroupTemplates: PodGroupTemplate[];
}
