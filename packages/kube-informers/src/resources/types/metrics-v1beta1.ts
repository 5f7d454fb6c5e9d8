// Generated from k8s.io/metrics by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
// The comments of what metrics.k8s.io/v1 has as well are in metrics-v1.ts.
import type * as corev1 from './core-v1.js';
import type * as metav1 from '../../meta/meta-v1.js';
import type * as metricsv1 from './metrics-v1.js';

export type {
  ContainerMetrics,
} from './metrics-v1.js';

/** Node metrics. */
export interface NodeMetrics {
  /** API group and version. */
  apiVersion?: 'metrics.k8s.io/v1beta1' | undefined;
  /** Kind of the object. */
  kind?: 'NodeMetrics' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Timestamp. */
  timestamp: metav1.Time;
  /** Window. */
  window: metav1.Duration;
  /** Usage. */
  usage: corev1.ResourceList;
}

/** List of NodeMetrics objects. */
export interface NodeMetricsList {
  /** API group and version. */
  apiVersion?: 'metrics.k8s.io/v1beta1' | undefined;
  /** Kind of the object. */
  kind?: 'NodeMetricsList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: NodeMetrics[];
}

/** Pod metrics. */
export interface PodMetrics {
  /** API group and version. */
  apiVersion?: 'metrics.k8s.io/v1beta1' | undefined;
  /** Kind of the object. */
  kind?: 'PodMetrics' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Timestamp. */
  timestamp: metav1.Time;
  /** Window. */
  window: metav1.Duration;
  /** Containers. */
  containers: metricsv1.ContainerMetrics[];
}

/** List of PodMetrics objects. */
export interface PodMetricsList {
  /** API group and version. */
  apiVersion?: 'metrics.k8s.io/v1beta1' | undefined;
  /** Kind of the object. */
  kind?: 'PodMetricsList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: PodMetrics[];
}
