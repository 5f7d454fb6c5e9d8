// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/resource-v1beta2.js';
import { groupVersion } from './group-version.js';

const { clusterScoped, namespaced } = groupVersion('resource.k8s.io', 'v1beta2');

/** The resources of resource.k8s.io, version v1beta2. */
export const resourceV1beta2: {
  /**
   * DeviceClass, cluster-scoped. A vendor- or admin-provided resource that contains device configuration and selectors.
   * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
   */
  readonly deviceClasses: Resource<types.DeviceClass, never>;
  /** DeviceTaintRule, cluster-scoped. Adds one taint to all devices which match the selector. */
  readonly deviceTaintRules: Resource<types.DeviceTaintRule, 'status'>;
  /**
   * ResourceClaimTemplate, namespaced. ResourceClaimTemplate is used to produce ResourceClaim objects.
   * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
   */
  readonly resourceClaimTemplates: Resource<types.ResourceClaimTemplate, never>;
  /**
   * ResourceClaim, namespaced. Describes a request for access to resources in the cluster, for use by workloads.
   * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
   */
  readonly resourceClaims: Resource<types.ResourceClaim, 'status'>;
  /**
   * ResourceSlice, cluster-scoped. Represents one or more resources in a pool of similar resources, managed by a common driver.
   * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
   */
  readonly resourceSlices: Resource<types.ResourceSlice, never>;
} = {
  deviceClasses: clusterScoped('deviceclasses', 'DeviceClass'),
  deviceTaintRules: clusterScoped('devicetaintrules', 'DeviceTaintRule', { subresources: ['status'] }),
  resourceClaimTemplates: namespaced('resourceclaimtemplates', 'ResourceClaimTemplate'),
  resourceClaims: namespaced('resourceclaims', 'ResourceClaim', { subresources: ['status'] }),
  resourceSlices: clusterScoped('resourceslices', 'ResourceSlice'),
};
