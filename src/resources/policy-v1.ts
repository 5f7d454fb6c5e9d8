// Written by scripts/derive-resources.mjs: change that or scripts/resource-facts.mjs, not this file.
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.js';
import { defineResource } from '../meta/resource.js';

/** The resources of policy, version v1. */
export const policyV1 = {
  podDisruptionBudgets: defineResource<PodDisruptionBudget>({
    group: 'policy',
    version: 'v1',
    resource: 'poddisruptionbudgets',
    kind: 'PodDisruptionBudget',
    namespaced: true,
    shortNames: ['pdb'],
    subresources: ['status'],
  }),
} as const;
