// Written by scripts/derive-resources.mjs: change that or scripts/resource-facts.mjs, not this file.
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v1.js';
import { defineResource } from '../meta/resource.js';

/** The resources of autoscaling, version v1. */
export const autoscalingV1 = {
  horizontalPodAutoscalers: defineResource<HorizontalPodAutoscaler>({
    group: 'autoscaling',
    version: 'v1',
    resource: 'horizontalpodautoscalers',
    kind: 'HorizontalPodAutoscaler',
    namespaced: true,
    shortNames: ['hpa'],
    subresources: ['status'],
    categories: ['all'],
  }),
} as const;
