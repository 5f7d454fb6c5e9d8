// Generated from k8s.io/metrics by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as corev1 from './core-v1.js';
import type * as metav1 from '../../meta/meta-v1.js';

/** Sets resource usage metrics of a container. */
export interface ContainerMetrics {
  /** Container name corresponding to the one from pod.spec.containers. */
  name: string;
  /** The memory usage is the memory working set. */
  usage: corev1.ResourceList;
}

/** Sets resource usage metrics of a node. */
export interface NodeMetrics {
  /** API group and version. */
  apiVersion?: 'metrics.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'NodeMetrics' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /**
   * The following fields define time interval from which metrics were collected from the interval [Timestamp-Window,
   * Timestamp].
   */
  timestamp: metav1.Time;
  /** Window. */
  window: metav1.Duration;
  /** The memory usage is the memory working set. */
  usage: corev1.ResourceList;
}

/** List of NodeMetrics objects. */
export interface NodeMetricsList {
  /** API group and version. */
  apiVersion?: 'metrics.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'NodeMetricsList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: NodeMetrics[];
}

/** Sets resource usage metrics of a pod. */
export interface PodMetrics {
  /** API group and version. */
  apiVersion?: 'metrics.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'PodMetrics' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /**
   * The following fields define time interval from which metrics were collected from the interval [Timestamp-Window,
   * Timestamp].
   */
  timestamp: metav1.Time;
  /** Window. */
  window: metav1.Duration;
  /** Metrics for all containers are collected within the same time window. */
  containers: ContainerMetrics[];
}

/** List of PodMetrics objects. */
export interface PodMetricsList {
  /** API group and version. */
  apiVersion?: 'metrics.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'PodMetricsList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: PodMetrics[];
}
