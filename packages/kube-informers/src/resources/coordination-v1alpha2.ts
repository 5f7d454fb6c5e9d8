// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.

import type * as types from './types/coordination-v1alpha2.js';
import { groupVersion } from './group-version.js';

const { namespaced } = groupVersion('coordination.k8s.io', 'v1alpha2');

/** The resources of coordination.k8s.io, version v1alpha2. */
export const coordinationV1alpha2 = {
  /** @deprecated Since Kubernetes 1.35, to be removed in 1.38. */
  leaseCandidates: namespaced<types.LeaseCandidate>('leasecandidates', 'LeaseCandidate'),
} as const;
