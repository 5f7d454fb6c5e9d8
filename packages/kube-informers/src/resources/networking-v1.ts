// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/networking-v1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped, namespaced } = groupVersion('networking.k8s.io', 'v1');

/** The resources of networking.k8s.io, version v1. */
export const networkingV1: {
  /** IngressClass, cluster-scoped. Represents the class of the Ingress, referenced by the Ingress Spec. */
  readonly ingressClasses: Resource<types.IngressClass, never>;
  /** Ingress, namespaced. A collection of rules that allow inbound connections to reach the endpoints defined by a backend. */
  readonly ingresses: Resource<types.Ingress, 'status'>;
  /** IPAddress, cluster-scoped. Represents a single IP of a single IP Family. */
  readonly ipAddresses: Resource<types.IPAddress, never>;
  /** NetworkPolicy, namespaced. Describes what network traffic is allowed for a set of Pods */
  readonly networkPolicies: Resource<types.NetworkPolicy, never>;
  /** ServiceCIDR, cluster-scoped. Defines a range of IP addresses using CIDR format (e.g. 192.168.0.0/24 or 2001:db2::/64). */
  readonly serviceCIDRs: Resource<types.ServiceCIDR, 'status'>;
} = {
  ingressClasses: clusterScoped('ingressclasses', 'IngressClass'),
  ingresses: namespaced('ingresses', 'Ingress', { shortNames: ['ing'], subresources: ['status'] }),
  ipAddresses: clusterScoped('ipaddresses', 'IPAddress', { shortNames: ['ip'] }),
  networkPolicies: namespaced('networkpolicies', 'NetworkPolicy', { shortNames: ['netpol'] }),
  serviceCIDRs: clusterScoped('servicecidrs', 'ServiceCIDR', { subresources: ['status'] }),
};
