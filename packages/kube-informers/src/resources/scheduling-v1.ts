// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/scheduling-v1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped } = groupVersion('scheduling.k8s.io', 'v1');

/** The resources of scheduling.k8s.io, version v1. */
export const schedulingV1: {
  /** PriorityClass, cluster-scoped. Defines mapping from a priority class name to the priority integer value. */
  readonly priorityClasses: Resource<types.PriorityClass, never>;
} = {
  priorityClasses: clusterScoped('priorityclasses', 'PriorityClass', { shortNames: ['pc'] }),
};
