// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as corev1 from './core-v1.js';
import type * as metav1 from '../../meta/meta-v1.js';

/** Overhead. */
export interface Overhead {
  /** Represents the fixed resource overhead associated with running a pod. */
  podFixed?: corev1.ResourceList | undefined;
}

/** Defines a class of container runtime supported in the cluster. Since Kubernetes 1.20. */
export interface RuntimeClass {
  /** API group and version. */
  apiVersion?: 'node.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'RuntimeClass' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Specifies the underlying runtime and configuration that the CRI implementation will use to handle pods of this class. */
  handler: string;
  /** Represents the resource overhead associated with running a pod for a given RuntimeClass. */
  overhead?: Overhead | undefined;
  /**
   * Holds the scheduling constraints to ensure that pods running with this RuntimeClass are scheduled to nodes that support it.
   */
  scheduling?: Scheduling | undefined;
}

/** List of RuntimeClass objects. */
export interface RuntimeClassList {
  /** API group and version. */
  apiVersion?: 'node.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'RuntimeClassList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: RuntimeClass[];
}

/** Scheduling. */
export interface Scheduling {
  /** Lists labels that must be present on nodes that support this RuntimeClass. */
  nodeSelector?: { [key: string]: string } | undefined;
  /**
   * tolerations are appended (excluding duplicates) to pods running with this RuntimeClass during admission, effectively
   * unioning the set of nodes tolerated by the pod and the RuntimeClass.
   */
  tolerations?: corev1.Toleration[] | undefined;
}
