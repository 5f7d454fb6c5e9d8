// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
// The comments of what scheduling.k8s.io/v1 has as well are in scheduling-v1.ts.
import type * as metav1 from '../../meta/meta-v1.js';

/** BasicSchedulingPolicy indicates that standard Kubernetes scheduling behavior should be used. */
export interface BasicSchedulingPolicy {
}

/** DisruptionMode describes the mode in which a PodGroup can be disrupted (e.g. preempted). */
export type DisruptionMode = 'Pod' | 'PodGroup' | (string & {});

/** GangSchedulingPolicy defines the parameters for gang scheduling. */
export interface GangSchedulingPolicy {
  /**
   * MinCount is the minimum number of pods that must be schedulable or scheduled at the same time for the
   * scheduler to admit the entire group.
   */
  minCount: number;
}

/** PodGroup represents a runtime instance of pods grouped together. */
export interface PodGroup {
  apiVersion?: 'scheduling.k8s.io/v1alpha2';
  kind?: 'PodGroup';
  metadata?: metav1.ObjectMeta;
  /** Spec defines the desired state of the PodGroup. */
  spec: PodGroupSpec;
  /** Status represents the current observed state of the PodGroup. */
  status?: PodGroupStatus;
}

export interface PodGroupList {
  apiVersion?: 'scheduling.k8s.io/v1alpha2';
  kind?: 'PodGroupList';
  metadata?: metav1.ListMeta;
  items: PodGroup[];
}

/**
 * PodGroupResourceClaim references exactly one ResourceClaim, either directly or by naming a
 * ResourceClaimTemplate which is then turned into a ResourceClaim for the PodGroup.
 */
export interface PodGroupResourceClaim {
  /** Name uniquely identifies this resource claim inside the PodGroup. This must be a DNS_LABEL. */
  name: string;
  /** ResourceClaimName is the name of a ResourceClaim object in the same namespace as this PodGroup. */
  resourceClaimName?: string;
  /**
   * ResourceClaimTemplateName is the name of a ResourceClaimTemplate object in the same namespace as this
   * PodGroup.
   */
  resourceClaimTemplateName?: string;
}

/**
 * PodGroupResourceClaimStatus is stored in the PodGroupStatus for each PodGroupResourceClaim which references
 * a ResourceClaimTemplate.
 */
export interface PodGroupResourceClaimStatus {
  /** Name uniquely identifies this resource claim inside the PodGroup. */
  name: string;
  /**
   * ResourceClaimName is the name of the ResourceClaim that was generated for the PodGroup in the namespace
   * of the PodGroup.
   */
  resourceClaimName?: string;
}

/** PodGroupSchedulingConstraints defines scheduling constraints (e.g. topology) for a PodGroup. */
export interface PodGroupSchedulingConstraints {
  /** Topology defines the topology constraints for the pod group. */
  topology?: TopologyConstraint[];
}

/**
 * PodGroupSchedulingPolicy defines the scheduling configuration for a PodGroup. Exactly one policy must be
 * set.
 */
export interface PodGroupSchedulingPolicy {
  /**
   * Basic specifies that the pods in this group should be scheduled using standard Kubernetes scheduling
   * behavior.
   */
  basic?: BasicSchedulingPolicy;
  /** Gang specifies that the pods in this group should be scheduled using all-or-nothing semantics. */
  gang?: GangSchedulingPolicy;
}

/** PodGroupSpec defines the desired state of a PodGroup. */
export interface PodGroupSpec {
  /**
   * PodGroupTemplateRef references an optional PodGroup template within other object (e.g. Workload) that was
   * used to create the PodGroup.
   */
  podGroupTemplateRef?: PodGroupTemplateReference | null;
  /** SchedulingPolicy defines the scheduling policy for this instance of the PodGroup. */
  schedulingPolicy: PodGroupSchedulingPolicy;
  /**
   * SchedulingConstraints defines optional scheduling constraints (e.g. topology) for this PodGroup. Feature
   * gate: TopologyAwareWorkloadScheduling.
   */
  schedulingConstraints?: PodGroupSchedulingConstraints;
  /**
   * ResourceClaims defines which ResourceClaims may be shared among Pods in the group. Feature gate:
   * DRAWorkloadResourceClaims.
   */
  resourceClaims?: PodGroupResourceClaim[];
  /**
   * DisruptionMode defines the mode in which a given PodGroup can be disrupted. Feature gate:
   * WorkloadAwarePreemption.
   * @default 'Pod'
   */
  disruptionMode?: DisruptionMode;
  /**
   * PriorityClassName defines the priority that should be considered when scheduling this pod group. Feature
   * gate: WorkloadAwarePreemption.
   */
  priorityClassName?: string;
  /** Priority is the value of priority of this pod group. Feature gate: WorkloadAwarePreemption. */
  priority?: number;
}

/** PodGroupStatus represents information about the status of a pod group. */
export interface PodGroupStatus {
  /** Conditions represent the latest observations of the PodGroup's state. */
  conditions?: metav1.Condition[];
  /** Status of resource claims. Feature gate: DRAWorkloadResourceClaims. */
  resourceClaimStatuses?: PodGroupResourceClaimStatus[];
}

/** PodGroupTemplate represents a template for a set of pods with a scheduling policy. */
export interface PodGroupTemplate {
  /** Name is a unique identifier for the PodGroupTemplate within the Workload. It must be a DNS label. */
  name: string;
  /** SchedulingPolicy defines the scheduling policy for this PodGroupTemplate. */
  schedulingPolicy: PodGroupSchedulingPolicy;
  /**
   * SchedulingConstraints defines optional scheduling constraints (e.g. topology) for this PodGroupTemplate.
   * Feature gate: TopologyAwareWorkloadScheduling.
   */
  schedulingConstraints?: PodGroupSchedulingConstraints | null;
  /**
   * ResourceClaims defines which ResourceClaims may be shared among Pods in the group. Feature gate:
   * DRAWorkloadResourceClaims.
   */
  resourceClaims?: PodGroupResourceClaim[];
  /**
   * DisruptionMode defines the mode in which a given PodGroup can be disrupted. One of Pod, PodGroup. Feature
   * gate: WorkloadAwarePreemption.
   */
  disruptionMode?: DisruptionMode;
  /**
   * PriorityClassName indicates the priority that should be considered when scheduling a pod group created
   * from this template. Feature gate: WorkloadAwarePreemption.
   */
  priorityClassName?: string;
  /**
   * Priority is the value of priority of pod groups created from this template. Feature gate:
   * WorkloadAwarePreemption.
   */
  priority?: number;
}

/** PodGroupTemplateReference references a PodGroup template defined in some object (e.g. Workload). */
export interface PodGroupTemplateReference {
  /**
   * Workload references the PodGroupTemplate within the Workload object that was used to create the PodGroup.
   */
  workload?: WorkloadPodGroupTemplateReference | null;
}

/** TopologyConstraint defines a topology constraint for a PodGroup. */
export interface TopologyConstraint {
  /** Key specifies the key of the node label representing the topology domain. */
  key: string;
}

/** TypedLocalObjectReference allows to reference typed object inside the same namespace. */
export interface TypedLocalObjectReference {
  /** APIGroup is the group for the resource being referenced. */
  apiGroup?: string;
  /** Kind is the type of resource being referenced. It must be a path segment name. */
  kind: string;
  /** Name is the name of resource being referenced. It must be a path segment name. */
  name: string;
}

/**
 * Workload allows for expressing scheduling constraints that should be used when managing the lifecycle of
 * workloads from the scheduling perspective, including scheduling, preemption, eviction and other phases.
 */
export interface Workload {
  apiVersion?: 'scheduling.k8s.io/v1alpha2';
  kind?: 'Workload';
  metadata?: metav1.ObjectMeta;
  /** Spec defines the desired behavior of a Workload. */
  spec: WorkloadSpec;
}

export interface WorkloadList {
  apiVersion?: 'scheduling.k8s.io/v1alpha2';
  kind?: 'WorkloadList';
  metadata?: metav1.ListMeta;
  items: Workload[];
}

/** WorkloadPodGroupTemplateReference references the PodGroupTemplate within the Workload object. */
export interface WorkloadPodGroupTemplateReference {
  /** WorkloadName defines the name of the Workload object. */
  workloadName: string;
  /** PodGroupTemplateName defines the PodGroupTemplate name within the Workload object. */
  podGroupTemplateName: string;
}

/** WorkloadSpec defines the desired state of a Workload. */
export interface WorkloadSpec {
  /** ControllerRef is an optional reference to the controlling object, such as a Deployment or Job. */
  controllerRef?: TypedLocalObjectReference;
  /**
   * PodGroupTemplates is the list of templates that make up the Workload. The maximum number of templates is
   * 8.
   */
  podGroupTemplates: PodGroupTemplate[];
}
