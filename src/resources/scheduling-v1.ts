// Written by scripts/derive-resources.mjs: change that or scripts/resource-facts.mjs, not this file.
import type { PriorityClass } from 'kubernetes-types/scheduling/v1.js';
import { defineResource } from '../meta/resource.js';

/** The resources of scheduling.k8s.io, version v1. */
export const schedulingV1 = {
  priorityClasses: defineResource<PriorityClass>({
    group: 'scheduling.k8s.io',
    version: 'v1',
    resource: 'priorityclasses',
    kind: 'PriorityClass',
    namespaced: false,
    shortNames: ['pc'],
  }),
} as const;
