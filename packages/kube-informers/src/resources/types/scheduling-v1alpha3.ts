// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
// The comments of what scheduling.k8s.io/v1 has as well are in scheduling-v1.ts.
import type * as metav1 from '../../meta/meta-v1.js';

/** All composite disruption mode. */
export interface AllCompositeDisruptionMode {
}

/** Specifies that children can only be disrupted together. */
export interface AllDisruptionMode {
}

/** Basic scheduling policy. */
export interface BasicSchedulingPolicy {
}

/** Composite basic scheduling policy. */
export interface CompositeBasicSchedulingPolicy {
}

/** Composite disruption mode. */
export interface CompositeDisruptionMode {
  /** Specifies that children groups can be disrupted independently from each other. */
  single?: SingleCompositeDisruptionMode | undefined;
  /** Specifies that all children groups can only be disrupted together. */
  all?: AllCompositeDisruptionMode | undefined;
}

/** Composite gang scheduling policy. */
export interface CompositeGangSchedulingPolicy {
  /**
   * The minimum number of child groups that must be schedulable or scheduled at the same time for the scheduler to admit the
   * entire group.
   */
  minGroupCount: number;
}

/** Represents a runtime instance of pod groups grouped together. */
export interface CompositePodGroup {
  /** API group and version. */
  apiVersion?: 'scheduling.k8s.io/v1alpha3' | undefined;
  /** Kind of the object. */
  kind?: 'CompositePodGroup' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Defines the desired state of the CompositePodGroup. */
  spec: CompositePodGroupSpec;
  /** Represents the current observed state of the CompositePodGroup. */
  status?: CompositePodGroupStatus | undefined;
}

/** List of CompositePodGroup objects. */
export interface CompositePodGroupList {
  /** API group and version. */
  apiVersion?: 'scheduling.k8s.io/v1alpha3' | undefined;
  /** Kind of the object. */
  kind?: 'CompositePodGroupList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: CompositePodGroup[];
}

/** Composite pod group scheduling constraints. */
export interface CompositePodGroupSchedulingConstraints {
  /** Defines the topology constraints for the composite pod group. */
  topology?: TopologyConstraint[] | undefined;
}

/** Composite pod group scheduling policy. */
export interface CompositePodGroupSchedulingPolicy {
  /** Specifies that the groups of this composite group should be scheduled independently. */
  basic?: CompositeBasicSchedulingPolicy | undefined;
  /** Specifies that the groups of this composite group should be scheduled using all-or-nothing semantics. */
  gang?: CompositeGangSchedulingPolicy | undefined;
}

/** Spec of a CompositePodGroup. */
export interface CompositePodGroupSpec {
  /** Contains the name of the parent composite pod group within the same namespace as this composite pod group. */
  parentCompositePodGroupName?: string | undefined;
  /**
   * References an optional CompositePodGroup template within the Workload object that was used to create the CompositePodGroup.
   */
  workloadRef: WorkloadReference;
  /** Defines the scheduling policy for this instance of the CompositePodGroup. */
  schedulingPolicy: CompositePodGroupSchedulingPolicy;
  /** Defines optional scheduling constraints (e.g. topology) for this CompositePodGroup. */
  schedulingConstraints?: CompositePodGroupSchedulingConstraints | undefined;
  /**
   * Defines the mode in which a given CompositePodGroup can be disrupted.
   * @default {'single': {}}
   */
  disruptionMode?: CompositeDisruptionMode | undefined;
  /** Defines the priority that should be considered when scheduling this CompositePodGroup. */
  priorityClassName?: string | undefined;
  /** The value of priority of this composite pod group. */
  priority?: number | undefined;
  /** The Policy for preempting pods/podgroups with lower priority. Feature gate: PodGroupPreemptionPolicy. */
  preemptionPolicy?: PreemptionPolicy | undefined;
}

/** Status of a CompositePodGroup. */
export interface CompositePodGroupStatus {
  /** conditions represent the latest observations of the CompositePodGroup's state. */
  conditions?: metav1.Condition[] | undefined;
}

/** Composite pod group template. */
export interface CompositePodGroupTemplate {
  /** A unique identifier for the CompositePodGroupTemplate within the Workload. */
  name: string;
  /** Defines the scheduling policy for this template. */
  schedulingPolicy: CompositePodGroupSchedulingPolicy;
  /** Defines optional scheduling constraints (e.g. topology) for this CompositePodGroupTemplate. */
  schedulingConstraints?: CompositePodGroupSchedulingConstraints | undefined;
  /** Defines the mode in which a given CompositePodGroup can be disrupted. */
  disruptionMode?: CompositeDisruptionMode | undefined;
  /** Indicates the priority that should be considered when scheduling a composite pod group created from this template. */
  priorityClassName?: string | undefined;
  /** The value of priority of composite pod groups created from this template. */
  priority?: number | undefined;
  /** The Policy for preempting pods/podgroups with lower priority. Feature gate: PodGroupPreemptionPolicy. */
  preemptionPolicy?: PreemptionPolicy | undefined;
  /** The list of templates for children PodGroups. */
  podGroupTemplates?: PodGroupTemplate[] | undefined;
  /** The list of templates for children CompositePodGroups. */
  compositePodGroupTemplates?: CompositePodGroupTemplate[] | undefined;
}

/** Defines how individual entities within a group can be disrupted. */
export interface DisruptionMode {
  /** Specifies that children can be disrupted independently from each other. */
  single?: SingleDisruptionMode | undefined;
  /** Specifies that all children can only be disrupted together. */
  all?: AllDisruptionMode | undefined;
}

/** Defines the parameters for gang scheduling. */
export interface GangSchedulingPolicy {
  /**
   * The minimum number of pods that must be schedulable or scheduled at the same time for the scheduler to admit the entire
   * group.
   */
  minCount: number;
}

/** Represents a runtime instance of pods grouped together. */
export interface PodGroup {
  /** API group and version. */
  apiVersion?: 'scheduling.k8s.io/v1alpha3' | undefined;
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
  apiVersion?: 'scheduling.k8s.io/v1alpha3' | undefined;
  /** Kind of the object. */
  kind?: 'PodGroupList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: PodGroup[];
}

/** Pod group resource claim. */
export interface PodGroupResourceClaim {
  /** name uniquely identifies this resource claim inside the PodGroup. */
  name: string;
  /** The name of a ResourceClaim object in the same namespace as this PodGroup. */
  resourceClaimName?: string | undefined;
  /** The name of a ResourceClaimTemplate object in the same namespace as this PodGroup. */
  resourceClaimTemplateName?: string | undefined;
}

/** Status of a PodGroupResourceClaim. */
export interface PodGroupResourceClaimStatus {
  /** name uniquely identifies this resource claim inside the PodGroup. */
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
  /**
   * Contains the name of the parent composite pod group within the same namespace as this pod group. Feature gate:
   * CompositePodGroup.
   */
  parentCompositePodGroupName?: string | undefined;
  /** References an optional PodGroup template within the Workload object that was used to create the PodGroup. */
  workloadRef?: WorkloadReference | undefined;
  /** Defines the scheduling policy for this instance of the PodGroup. */
  schedulingPolicy: PodGroupSchedulingPolicy;
  /**
   * Defines optional scheduling constraints (e.g. topology) for this PodGroup. Feature gate: TopologyAwareWorkloadScheduling.
   */
  schedulingConstraints?: PodGroupSchedulingConstraints | undefined;
  /** Defines which ResourceClaims may be shared among Pods in the group. Feature gate: DRAWorkloadResourceClaims. */
  resourceClaims?: PodGroupResourceClaim[] | undefined;
  /**
   * Defines the mode in which a given PodGroup can be disrupted.
   * @default {'single': {}}
   */
  disruptionMode?: DisruptionMode | undefined;
  /** Defines the priority that should be considered when scheduling this pod group. */
  priorityClassName?: string | undefined;
  /** The value of priority of this pod group. */
  priority?: number | undefined;
  /** The Policy for preempting pods/podgroups with lower priority. Feature gate: PodGroupPreemptionPolicy. */
  preemptionPolicy?: PreemptionPolicy | undefined;
}

/** Status of a PodGroup. */
export interface PodGroupStatus {
  /** conditions represent the latest observations of the PodGroup's state. */
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
  /** Defines the mode in which a given PodGroup can be disrupted. */
  disruptionMode?: DisruptionMode | undefined;
  /** Indicates the priority that should be considered when scheduling a pod group created from this template. */
  priorityClassName?: string | undefined;
  /** The value of priority of pod groups created from this template. */
  priority?: number | undefined;
  /** The Policy for preempting pods/podgroups with lower priority. Feature gate: PodGroupPreemptionPolicy. */
  preemptionPolicy?: PreemptionPolicy | undefined;
}

/** Describes a policy for if/when to preempt a pod. */
export type PreemptionPolicy = 'PreemptLowerPriority' | 'Never' | (string & {});

/** Single composite disruption mode. */
export interface SingleCompositeDisruptionMode {
}

/** Specifies that children can be disrupted independently. */
export interface SingleDisruptionMode {
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
 */
export interface Workload {
  /** API group and version. */
  apiVersion?: 'scheduling.k8s.io/v1alpha3' | undefined;
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
  apiVersion?: 'scheduling.k8s.io/v1alpha3' | undefined;
  /** Kind of the object. */
  kind?: 'WorkloadList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: Workload[];
}

/** Workload pod group all disruption mode. */
export interface WorkloadPodGroupAllDisruptionMode {
}

/** Workload pod group basic scheduling policy. */
export interface WorkloadPodGroupBasicSchedulingPolicy {
}

/** Workload pod group disruption mode. */
export interface WorkloadPodGroupDisruptionMode {
  /** Specifies that pods can be disrupted independently from each other. */
  single?: WorkloadPodGroupSingleDisruptionMode | undefined;
  /** Specifies that all pods in the group must be disrupted together. */
  all?: WorkloadPodGroupAllDisruptionMode | undefined;
}

/** Workload pod group gang scheduling policy. */
export interface WorkloadPodGroupGangSchedulingPolicy {
  /** The minimum number of pods that must be scheduled at the same time for the scheduler to admit the entire group. */
  minCount?: number | undefined;
}

/** Workload pod group resource claim. */
export interface WorkloadPodGroupResourceClaim {
  /** name uniquely identifies this resource claim inside the group. */
  name: string;
  /** The name of a ResourceClaim object in the same namespace. */
  resourceClaimName?: string | undefined;
  /** The name of a ResourceClaimTemplate object in the same namespace. */
  resourceClaimTemplateName?: string | undefined;
}

/** Workload pod group scheduling constraints. */
export interface WorkloadPodGroupSchedulingConstraints {
  /** Specifies desired topological placements for all pods within the pod group. */
  topology?: TopologyConstraint[] | undefined;
}

/** Workload pod group scheduling policy. */
export interface WorkloadPodGroupSchedulingPolicy {
  /** Specifies that standard, pod-by-pod Kubernetes scheduling behavior should be used. */
  basic?: WorkloadPodGroupBasicSchedulingPolicy | undefined;
  /** Specifies all-or-nothing scheduling semantics. */
  gang?: WorkloadPodGroupGangSchedulingPolicy | undefined;
}

/** Workload pod group single disruption mode. */
export interface WorkloadPodGroupSingleDisruptionMode {
}

/** Workload reference. */
export interface WorkloadReference {
  /** The name of the Workload object that contains a template that was used when creating a pod group. */
  workloadName: string;
  /** The name of a template within the Workload object that was used to create a pod group. */
  templateName: string;
}

/** Spec of a Workload. */
export interface WorkloadSpec {
  /** An optional reference to the controlling object, such as a Deployment or Job. */
  controllerRef?: TypedLocalObjectReference | undefined;
  /** The list of templates that make up the Workload. */
  podGroupTemplates?: PodGroupTemplate[] | null | undefined;
  /** The list of CompositePodGroup templates that make up the Workload. Feature gate: CompositePodGroup. */
  compositePodGroupTemplates?: CompositePodGroupTemplate[] | undefined;
}
