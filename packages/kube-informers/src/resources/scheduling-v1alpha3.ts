// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/scheduling-v1alpha3.js';
import { groupVersion } from './group-version.js';

const { namespaced } = groupVersion('scheduling.k8s.io', 'v1alpha3');

/** The resources of scheduling.k8s.io, version v1alpha3. */
export const schedulingV1alpha3: {
  /** CompositePodGroup, namespaced. Represents a runtime instance of pod groups grouped together. */
  readonly compositePodGroups: Resource<types.CompositePodGroup, 'status'>;
  /** PodGroup, namespaced. Represents a runtime instance of pods grouped together. */
  readonly podGroups: Resource<types.PodGroup, 'status'>;
  /**
   * Workload, namespaced. Allows for expressing scheduling constraints that should be used when managing the lifecycle of
   * workloads from the scheduling perspective, including scheduling, preemption, eviction and other phases.
   */
  readonly workloads: Resource<types.Workload, never>;
} = {
  compositePodGroups: namespaced('compositepodgroups', 'CompositePodGroup', { subresources: ['status'] }),
  podGroups: namespaced('podgroups', 'PodGroup', { subresources: ['status'] }),
  workloads: namespaced('workloads', 'Workload'),
};
