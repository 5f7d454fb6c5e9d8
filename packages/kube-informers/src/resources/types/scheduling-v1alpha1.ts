// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
// The comments of what scheduling.k8s.io/v1 has as well are in scheduling-v1.ts.
import type * as metav1 from '../../meta/meta-v1.js';

/** Basic scheduling policy. */
export interface BasicSchedulingPolicy {
}

/** Defines the parameters for gang scheduling. */
export interface GangSchedulingPolicy {
  /**
   * The minimum number of pods that must be schedulable or scheduled at the same time for the scheduler to admit the entire
   * group.
   */
  minCount: number;
}

/** Represents a set of pods with a common scheduling policy. */
export interface PodGroup {
  /** A unique identifier for the PodGroup within the Workload. */
  name: string;
  /** Defines the scheduling policy for this PodGroup. */
  policy: PodGroupPolicy;
}

/** Defines the scheduling configuration for a PodGroup. */
export interface PodGroupPolicy {
  /** Specifies that the pods in this group should be scheduled using standard Kubernetes scheduling behavior. */
  basic?: BasicSchedulingPolicy | undefined;
  /** Specifies that the pods in this group should be scheduled using all-or-nothing semantics. */
  gang?: GangSchedulingPolicy | undefined;
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
 * Allows for expressing scheduling constraints that should be used when managing lifecycle of workloads from scheduling
 * perspective, including scheduling, preemption, eviction and other phases.
 * @deprecated Removed in Kubernetes 1.36, kept here until 2027-04-22.
 */
export interface Workload {
  /** API group and version. */
  apiVersion?: 'scheduling.k8s.io/v1alpha1' | undefined;
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
  apiVersion?: 'scheduling.k8s.io/v1alpha1' | undefined;
  /** Kind of the object. */
  kind?: 'WorkloadList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: Workload[];
}

/** Spec of a Workload. */
export interface WorkloadSpec {
  /** An optional reference to the controlling object, such as a Deployment or Job. */
  controllerRef?: TypedLocalObjectReference | undefined;
  /** The list of pod groups that make up the Workload. */
  podGroups: PodGroup[];
}
