// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.

import type * as types from './types/resource-v1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped, namespaced } = groupVersion('resource.k8s.io', 'v1');

/** The resources of resource.k8s.io, version v1. */
export const resourceV1 = {
  deviceClasses: clusterScoped<types.DeviceClass>('deviceclasses', 'DeviceClass'),
  resourceClaimTemplates: namespaced<types.ResourceClaimTemplate>(
    'resourceclaimtemplates',
    'ResourceClaimTemplate',
  ),
  resourceClaims: namespaced<types.ResourceClaim, 'status'>('resourceclaims', 'ResourceClaim', {
    subresources: ['status'],
  }),
  resourceSlices: clusterScoped<types.ResourceSlice>('resourceslices', 'ResourceSlice'),
} as const;
