// Generated from k8s.io/metrics by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
// The comments of what metrics.k8s.io/v1 has as well are in metrics-v1.ts.
import type * as corev1 from './core-v1.js';
import type * as metav1 from '../../meta/meta-v1.js';
import type * as metricsv1 from './metrics-v1.js';

export type {
  ContainerMetrics,
} from './metrics-v1.js';

export interface NodeMetrics {
  apiVersion?: 'metrics.k8s.io/v1beta1' | undefined;
  kind?: 'NodeMetrics' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  timestamp: metav1.Time;
  window: metav1.Duration;
  usage: corev1.ResourceList;
}

export interface NodeMetricsList {
  apiVersion?: 'metrics.k8s.io/v1beta1' | undefined;
  kind?: 'NodeMetricsList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: NodeMetrics[];
}

export interface PodMetrics {
  apiVersion?: 'metrics.k8s.io/v1beta1' | undefined;
  kind?: 'PodMetrics' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  timestamp: metav1.Time;
  window: metav1.Duration;
  containers: metricsv1.ContainerMetrics[];
}

export interface PodMetricsList {
  apiVersion?: 'metrics.k8s.io/v1beta1' | undefined;
  kind?: 'PodMetricsList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: PodMetrics[];
}
