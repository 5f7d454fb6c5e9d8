// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as metav1 from '../../meta/meta-v1.js';

/** Eviction. */
export interface Eviction {
  /** API group and version. */
  apiVersion?: 'policy/v1' | undefined;
  /** Kind of the object. */
  kind?: 'Eviction' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** deleteOptions may be provided */
  deleteOptions?: metav1.DeleteOptions | undefined;
}

/** An object to define the max disruption that can be caused to a collection of pods Since Kubernetes 1.21. */
export interface PodDisruptionBudget {
  /** API group and version. */
  apiVersion?: 'policy/v1' | undefined;
  /** Kind of the object. */
  kind?: 'PodDisruptionBudget' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** The specification of the desired behavior of the PodDisruptionBudget. */
  spec?: PodDisruptionBudgetSpec | undefined;
  /** The most recently observed status of the PodDisruptionBudget. */
  status?: PodDisruptionBudgetStatus | undefined;
}

/** List of PodDisruptionBudget objects. */
export interface PodDisruptionBudgetList {
  /** API group and version. */
  apiVersion?: 'policy/v1' | undefined;
  /** Kind of the object. */
  kind?: 'PodDisruptionBudgetList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: PodDisruptionBudget[];
}

/** Spec of a PodDisruptionBudget. */
export interface PodDisruptionBudgetSpec {
  /**
   * Indicates that an eviction is allowed if at least "minAvailable" pods selected by "selector" will still be available after
   * the eviction, i.e. even in the absence of the evicted pod.
   */
  minAvailable?: metav1.IntOrString | undefined;
  /** A label query over pods whose evictions are managed by the disruption budget. */
  selector?: metav1.LabelSelector | undefined;
  /**
   * Indicates that an eviction is allowed if at most "maxUnavailable" pods selected by "selector" are unavailable after the
   * eviction, i.e. even in absence of the evicted pod.
   */
  maxUnavailable?: metav1.IntOrString | undefined;
  /** Defines the criteria for when unhealthy pods should be considered for eviction. */
  unhealthyPodEvictionPolicy?: UnhealthyPodEvictionPolicyType | undefined;
}

/** Status of a PodDisruptionBudget. */
export interface PodDisruptionBudgetStatus {
  /** Most recent generation observed when updating this PDB status. */
  observedGeneration?: number | undefined;
  /**
   * Contains information about pods whose eviction was processed by the API server eviction subresource handler but has not yet
   * been observed by the PodDisruptionBudget controller.
   */
  disruptedPods?: { [key: string]: metav1.Time } | undefined;
  /** Number of pod disruptions that are currently allowed. */
  disruptionsAllowed?: number | undefined;
  /** current number of healthy pods */
  currentHealthy?: number | undefined;
  /** minimum desired number of healthy pods */
  desiredHealthy?: number | undefined;
  /** total number of pods counted by this disruption budget */
  expectedPods?: number | undefined;
  /** Conditions contain conditions for PDB. */
  conditions?: metav1.Condition[] | undefined;
}

/** Unhealthy pod eviction policy type. */
export type UnhealthyPodEvictionPolicyType = 'IfHealthyBudget' | 'AlwaysAllow' | (string & {});
