// Written by scripts/derive-resources.mjs: change that or scripts/resource-facts.mjs, not this file.
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2.js';
import { defineResource } from '../meta/resource.js';

/** The resources of autoscaling, version v2. */
export const autoscalingV2 = {
  horizontalPodAutoscalers: defineResource<HorizontalPodAutoscaler>({
    group: 'autoscaling',
    version: 'v2',
    resource: 'horizontalpodautoscalers',
    kind: 'HorizontalPodAutoscaler',
    namespaced: true,
    shortNames: ['hpa'],
    subresources: ['status'],
    categories: ['all'],
  }),
} as const;
