// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/scheduling-v1alpha1.js';
import { groupVersion } from './group-version.js';

const { namespaced } = groupVersion('scheduling.k8s.io', 'v1alpha1');

/** The resources of scheduling.k8s.io, version v1alpha1. */
export const schedulingV1alpha1: {
  /**
   * Workload, namespaced. Allows for expressing scheduling constraints that should be used when managing lifecycle of workloads
   * from scheduling perspective, including scheduling, preemption, eviction and other phases.
   * @deprecated Removed in Kubernetes 1.36, kept here until 2027-04-22.
   */
  readonly workloads: Resource<types.Workload, never>;
} = {
  workloads: namespaced('workloads', 'Workload'),
};
