// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/policy-v1.js';
import { groupVersion } from './group-version.js';

const { namespaced } = groupVersion('policy', 'v1');

/** The resources of policy, version v1. */
export const policyV1: {
  /** PodDisruptionBudget, namespaced. An object to define the max disruption that can be caused to a collection of pods */
  readonly podDisruptionBudgets: Resource<types.PodDisruptionBudget, 'status'>;
} = {
  podDisruptionBudgets: namespaced('poddisruptionbudgets', 'PodDisruptionBudget', {
    shortNames: ['pdb'],
    subresources: ['status'],
  }),
};
