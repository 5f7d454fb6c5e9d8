// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/lifecycle-v1alpha1.js';
import { groupVersion } from './group-version.js';

const { namespaced } = groupVersion('lifecycle.k8s.io', 'v1alpha1');

/** The resources of lifecycle.k8s.io, version v1alpha1. */
export const lifecycleV1alpha1: {
  /**
   * EvictionRequest, namespaced. Defines a request that should ideally result in a graceful eviction of a .spec.target (e.g.
   * termination of a pod).
   */
  readonly evictionRequests: Resource<types.EvictionRequest, 'status'>;
  /**
   * Eviction, namespaced. Initiates an eviction process, which should ideally result in a graceful eviction of a .spec.target
   * (e.g. termination of a pod).
   */
  readonly evictions: Resource<types.Eviction, 'status'>;
} = {
  evictionRequests: namespaced('evictionrequests', 'EvictionRequest', { subresources: ['status'] }),
  evictions: namespaced('evictions', 'Eviction', { subresources: ['status'] }),
};
