// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/coordination-v1alpha2.js';
import { groupVersion } from './group-version.js';

const { namespaced } = groupVersion('coordination.k8s.io', 'v1alpha2');

/** The resources of coordination.k8s.io, version v1alpha2. */
export const coordinationV1alpha2: {
  /**
   * LeaseCandidate, namespaced.
   * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
   */
  readonly leaseCandidates: Resource<types.LeaseCandidate, never>;
} = {
  leaseCandidates: namespaced('leasecandidates', 'LeaseCandidate'),
};
