// Generated from k8s.io/metrics by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/metrics-v1beta1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped, namespaced } = groupVersion('metrics.k8s.io', 'v1beta1');

/** The resources of metrics.k8s.io, version v1beta1. */
export const metricsV1beta1: {
  /** NodeMetrics, cluster-scoped. Sets resource usage metrics of a node. */
  readonly nodeMetricses: Resource<types.NodeMetrics, never, 'get' | 'list'>;
  /** PodMetrics, namespaced. Sets resource usage metrics of a pod. */
  readonly podMetricses: Resource<types.PodMetrics, never, 'get' | 'list'>;
} = {
  nodeMetricses: clusterScoped('nodes', 'NodeMetrics', { verbs: ['get', 'list'] }),
  podMetricses: namespaced('pods', 'PodMetrics', { verbs: ['get', 'list'] }),
};
