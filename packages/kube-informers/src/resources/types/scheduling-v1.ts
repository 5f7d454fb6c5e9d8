// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as corev1 from './core-v1.js';
import type * as metav1 from '../../meta/meta-v1.js';

/** Defines mapping from a priority class name to the priority integer value. Since Kubernetes 1.14. */
export interface PriorityClass {
  /** API group and version. */
  apiVersion?: 'scheduling.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'PriorityClass' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Represents the integer value of this priority class. */
  value?: number | undefined;
  /**
   * Specifies whether this PriorityClass should be considered as the default priority for pods that do not have any priority
   * class.
   */
  globalDefault?: boolean | undefined;
  /** An arbitrary string that usually provides guidelines on when this priority class should be used. */
  description?: string | undefined;
  /** The Policy for preempting pods with lower priority. */
  preemptionPolicy?: corev1.PreemptionPolicy | undefined;
}

/** List of PriorityClass objects. */
export interface PriorityClassList {
  /** API group and version. */
  apiVersion?: 'scheduling.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'PriorityClassList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: PriorityClass[];
}
