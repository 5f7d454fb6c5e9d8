// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
// The comments of what scheduling.k8s.io/v1 has as well are in scheduling-v1.ts.
import type * as metav1 from '../../meta/meta-v1.js';

/** BasicSchedulingPolicy indicates that standard Kubernetes scheduling behavior should be used. */
export interface BasicSchedulingPolicy {
}

/** GangSchedulingPolicy defines the parameters for gang scheduling. */
export interface GangSchedulingPolicy {
  /**
   * MinCount is the minimum number of pods that must be schedulable or scheduled at the same time for the
   * scheduler to admit the entire group.
   */
  minCount: number;
}

/** PodGroup represents a set of pods with a common scheduling policy. */
export interface PodGroup {
  /**
   * Name is a unique identifier for the PodGroup within the Workload. It must be a DNS label. This field is
   * immutable.
   */
  name: string;
  /** Policy defines the scheduling policy for this PodGroup. */
  policy: PodGroupPolicy;
}

/** PodGroupPolicy defines the scheduling configuration for a PodGroup. */
export interface PodGroupPolicy {
  /**
   * Basic specifies that the pods in this group should be scheduled using standard Kubernetes scheduling
   * behavior.
   */
  basic?: BasicSchedulingPolicy;
  /** Gang specifies that the pods in this group should be scheduled using all-or-nothing semantics. */
  gang?: GangSchedulingPolicy;
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
 * Workload allows for expressing scheduling constraints that should be used when managing lifecycle of
 * workloads from scheduling perspective, including scheduling, preemption, eviction and other phases.
 */
export interface Workload {
  apiVersion?: 'scheduling.k8s.io/v1alpha1';
  kind?: 'Workload';
  metadata?: metav1.ObjectMeta;
  /** Spec defines the desired behavior of a Workload. */
  spec: WorkloadSpec;
}

export interface WorkloadList {
  apiVersion?: 'scheduling.k8s.io/v1alpha1';
  kind?: 'WorkloadList';
  metadata?: metav1.ListMeta;
  items: Workload[];
}

/** WorkloadSpec defines the desired state of a Workload. */
export interface WorkloadSpec {
  /** ControllerRef is an optional reference to the controlling object, such as a Deployment or Job. */
  controllerRef?: TypedLocalObjectReference;
  /** PodGroups is the list of pod groups that make up the Workload. The maximum number of pod groups is 8. */
  podGroups: PodGroup[];
}
