// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.

import type * as types from './types/scheduling-v1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped } = groupVersion('scheduling.k8s.io', 'v1');

/** The resources of scheduling.k8s.io, version v1. */
export const schedulingV1 = {
  priorityClasses: clusterScoped<types.PriorityClass>('priorityclasses', 'PriorityClass', {
    shortNames: ['pc'],
  }),
} as const;
