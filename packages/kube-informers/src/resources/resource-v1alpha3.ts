// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/resource-v1alpha3.js';
import { groupVersion } from './group-version.js';

const { clusterScoped } = groupVersion('resource.k8s.io', 'v1alpha3');

/** The resources of resource.k8s.io, version v1alpha3. */
export const resourceV1alpha3: {
  /**
   * DeviceTaintRule, cluster-scoped. Adds one taint to all devices which match the selector.
   * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
   */
  readonly deviceTaintRules: Resource<types.DeviceTaintRule, 'status'>;
  /**
   * ResourcePoolStatusRequest, cluster-scoped. Triggers a one-time calculation of resource pool status based on the provided
   * filters.
   */
  readonly resourcePoolStatusRequests: Resource<types.ResourcePoolStatusRequest, 'status'>;
} = {
  deviceTaintRules: clusterScoped('devicetaintrules', 'DeviceTaintRule', { subresources: ['status'] }),
  resourcePoolStatusRequests: clusterScoped('resourcepoolstatusrequests', 'ResourcePoolStatusRequest', {
    subresources: ['status'],
  }),
};
