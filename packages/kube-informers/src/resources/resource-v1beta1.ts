// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type * as types from './types/resource-v1beta1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped, namespaced } = groupVersion('resource.k8s.io', 'v1beta1');

/** The resources of resource.k8s.io, version v1beta1. */
export const resourceV1beta1 = {
  /**
   * DeviceClass, cluster-scoped. A vendor- or admin-provided resource that contains device configuration and selectors.
   * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
   */
  deviceClasses: clusterScoped<types.DeviceClass, never>('deviceclasses', 'DeviceClass'),
  /**
   * ResourceClaimTemplate, namespaced. ResourceClaimTemplate is used to produce ResourceClaim objects.
   * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
   */
  resourceClaimTemplates: namespaced<types.ResourceClaimTemplate, never>(
    'resourceclaimtemplates',
    'ResourceClaimTemplate',
  ),
  /**
   * ResourceClaim, namespaced. Describes a request for access to resources in the cluster, for use by workloads.
   * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
   */
  resourceClaims: namespaced<types.ResourceClaim, 'status'>('resourceclaims', 'ResourceClaim', {
    subresources: ['status'],
  }),
  /**
   * ResourceSlice, cluster-scoped. Represents one or more resources in a pool of similar resources, managed by a common driver.
   * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
   */
  resourceSlices: clusterScoped<types.ResourceSlice, never>('resourceslices', 'ResourceSlice'),
} as const;
