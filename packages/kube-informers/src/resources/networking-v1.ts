// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.

import type * as types from './types/networking-v1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped, namespaced } = groupVersion('networking.k8s.io', 'v1');

/** The resources of networking.k8s.io, version v1. */
export const networkingV1 = {
  ingressClasses: clusterScoped<types.IngressClass>('ingressclasses', 'IngressClass'),
  ingresses: namespaced<types.Ingress, 'status'>('ingresses', 'Ingress', {
    shortNames: ['ing'],
    subresources: ['status'],
  }),
  ipAddresses: clusterScoped<types.IPAddress>('ipaddresses', 'IPAddress', { shortNames: ['ip'] }),
  networkPolicies: namespaced<types.NetworkPolicy>('networkpolicies', 'NetworkPolicy', {
    shortNames: ['netpol'],
  }),
  serviceCIDRs: clusterScoped<types.ServiceCIDR, 'status'>('servicecidrs', 'ServiceCIDR', {
    subresources: ['status'],
  }),
} as const;
