// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.

import type * as types from './types/policy-v1.js';
import { groupVersion } from './group-version.js';

const { namespaced } = groupVersion('policy', 'v1');

/** The resources of policy, version v1. */
export const policyV1 = {
  podDisruptionBudgets: namespaced<types.PodDisruptionBudget, 'status'>(
    'poddisruptionbudgets',
    'PodDisruptionBudget',
    { shortNames: ['pdb'], subresources: ['status'] },
  ),
} as const;
