// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.

import type * as types from './types/resource-v1beta1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped, namespaced } = groupVersion('resource.k8s.io', 'v1beta1');

/** The resources of resource.k8s.io, version v1beta1. */
export const resourceV1beta1 = {
  /** @deprecated Since Kubernetes 1.35, to be removed in 1.38. */
  deviceClasses: clusterScoped<types.DeviceClass>('deviceclasses', 'DeviceClass'),
  /** @deprecated Since Kubernetes 1.35, to be removed in 1.38. */
  resourceClaimTemplates: namespaced<types.ResourceClaimTemplate>(
    'resourceclaimtemplates',
    'ResourceClaimTemplate',
  ),
  /** @deprecated Since Kubernetes 1.35, to be removed in 1.38. */
  resourceClaims: namespaced<types.ResourceClaim, 'status'>('resourceclaims', 'ResourceClaim', {
    subresources: ['status'],
  }),
  /** @deprecated Since Kubernetes 1.35, to be removed in 1.38. */
  resourceSlices: clusterScoped<types.ResourceSlice>('resourceslices', 'ResourceSlice'),
} as const;
