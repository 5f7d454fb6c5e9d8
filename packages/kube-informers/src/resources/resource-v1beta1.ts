// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/resource-v1beta1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped, namespaced } = groupVersion('resource.k8s.io', 'v1beta1');

/** The resources of resource.k8s.io, version v1beta1. */
export const resourceV1beta1: {
  /**
   * DeviceClass, cluster-scoped. A vendor- or admin-provided resource that contains device configuration and selectors.
   * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
   */
  readonly deviceClasses: Resource<types.DeviceClass, never>;
  /**
   * ResourceClaimTemplate, namespaced. ResourceClaimTemplate is used to produce ResourceClaim objects.
   * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
   */
  readonly resourceClaimTemplates: Resource<types.ResourceClaimTemplate, never>;
  /**
   * ResourceClaim, namespaced. Describes a request for access to resources in the cluster, for use by workloads.
   * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
   */
  readonly resourceClaims: Resource<types.ResourceClaim, 'status'>;
  /**
   * ResourceSlice, cluster-scoped. Represents one or more resources in a pool of similar resources, managed by a common driver.
   * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
   */
  readonly resourceSlices: Resource<types.ResourceSlice, never>;
} = {
  deviceClasses: clusterScoped('deviceclasses', 'DeviceClass'),
  resourceClaimTemplates: namespaced('resourceclaimtemplates', 'ResourceClaimTemplate'),
  resourceClaims: namespaced('resourceclaims', 'ResourceClaim', { subresources: ['status'] }),
  resourceSlices: clusterScoped('resourceslices', 'ResourceSlice'),
};
