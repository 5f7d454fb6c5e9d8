// Generated from k8s.io/metrics by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as corev1 from './core-v1.js';
import type * as metav1 from '../../meta/meta-v1.js';

export interface ContainerMetrics {
  /** Container name corresponding to the one from pod.spec.containers. */
  name: string;
  /** The memory usage is the memory working set. */
  usage: corev1.ResourceList;
}

/** Sets resource usage metrics of a node. */
export interface NodeMetrics {
  apiVersion?: 'metrics.k8s.io/v1' | undefined;
  kind?: 'NodeMetrics' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  /**
   * The following fields define time interval from which metrics were collected from the interval [Timestamp-Window,
   * Timestamp].
   */
  timestamp: metav1.Time;
  window: metav1.Duration;
  /** The memory usage is the memory working set. */
  usage: corev1.ResourceList;
}

export interface NodeMetricsList {
  apiVersion?: 'metrics.k8s.io/v1' | undefined;
  kind?: 'NodeMetricsList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: NodeMetrics[];
}

/** Sets resource usage metrics of a pod. */
export interface PodMetrics {
  apiVersion?: 'metrics.k8s.io/v1' | undefined;
  kind?: 'PodMetrics' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  /**
   * The following fields define time interval from which metrics were collected from the interval [Timestamp-Window,
   * Timestamp].
   */
  timestamp: metav1.Time;
  window: metav1.Duration;
  /** Metrics for all containers are collected within the same time window. */
  containers: ContainerMetrics[];
}

export interface PodMetricsList {
  apiVersion?: 'metrics.k8s.io/v1' | undefined;
  kind?: 'PodMetricsList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: PodMetrics[];
}
