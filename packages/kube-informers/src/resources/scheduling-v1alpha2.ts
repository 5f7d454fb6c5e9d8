// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.

import type * as types from './types/scheduling-v1alpha2.js';
import { groupVersion } from './group-version.js';

const { namespaced } = groupVersion('scheduling.k8s.io', 'v1alpha2');

/** The resources of scheduling.k8s.io, version v1alpha2. */
export const schedulingV1alpha2 = {
  podGroups: namespaced<types.PodGroup, 'status'>('podgroups', 'PodGroup', { subresources: ['status'] }),
  workloads: namespaced<types.Workload>('workloads', 'Workload'),
} as const;
