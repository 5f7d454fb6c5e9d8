// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.

import type * as types from './types/networking-v1beta1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped } = groupVersion('networking.k8s.io', 'v1beta1');

/** The resources of networking.k8s.io, version v1beta1. */
export const networkingV1beta1 = {
  /** @deprecated Since Kubernetes 1.34, to be removed in 1.37. */
  ipAddresses: clusterScoped<types.IPAddress>('ipaddresses', 'IPAddress', { shortNames: ['ip'] }),
  /** @deprecated Since Kubernetes 1.34, to be removed in 1.37. */
  serviceCIDRs: clusterScoped<types.ServiceCIDR, 'status'>('servicecidrs', 'ServiceCIDR', {
    subresources: ['status'],
  }),
} as const;
