// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/networking-v1beta1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped } = groupVersion('networking.k8s.io', 'v1beta1');

/** The resources of networking.k8s.io, version v1beta1. */
export const networkingV1beta1: {
  /**
   * IPAddress, cluster-scoped. Represents a single IP of a single IP Family.
   * @deprecated Removed in Kubernetes 1.37, kept here until 2027-08-26.
   */
  readonly ipAddresses: Resource<types.IPAddress, never>;
  /**
   * ServiceCIDR, cluster-scoped. Defines a range of IP addresses using CIDR format (e.g. 192.168.0.0/24 or 2001:db2::/64).
   * @deprecated Removed in Kubernetes 1.37, kept here until 2027-08-26.
   */
  readonly serviceCIDRs: Resource<types.ServiceCIDR, 'status'>;
} = {
  ipAddresses: clusterScoped('ipaddresses', 'IPAddress', { shortNames: ['ip'] }),
  serviceCIDRs: clusterScoped('servicecidrs', 'ServiceCIDR', { subresources: ['status'] }),
};
