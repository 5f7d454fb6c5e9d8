// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.

import type * as types from './types/resource-v1beta2.js';
import { groupVersion } from './group-version.js';

const { clusterScoped, namespaced } = groupVersion('resource.k8s.io', 'v1beta2');

/** The resources of resource.k8s.io, version v1beta2. */
export const resourceV1beta2 = {
  /** @deprecated Since Kubernetes 1.36, to be removed in 1.39. */
  deviceClasses: clusterScoped<types.DeviceClass>('deviceclasses', 'DeviceClass'),
  deviceTaintRules: clusterScoped<types.DeviceTaintRule, 'status'>('devicetaintrules', 'DeviceTaintRule', {
    subresources: ['status'],
  }),
  /** @deprecated Since Kubernetes 1.36, to be removed in 1.39. */
  resourceClaimTemplates: namespaced<types.ResourceClaimTemplate>(
    'resourceclaimtemplates',
    'ResourceClaimTemplate',
  ),
  /** @deprecated Since Kubernetes 1.36, to be removed in 1.39. */
  resourceClaims: namespaced<types.ResourceClaim, 'status'>('resourceclaims', 'ResourceClaim', {
    subresources: ['status'],
  }),
  /** @deprecated Since Kubernetes 1.36, to be removed in 1.39. */
  resourceSlices: clusterScoped<types.ResourceSlice>('resourceslices', 'ResourceSlice'),
} as const;
