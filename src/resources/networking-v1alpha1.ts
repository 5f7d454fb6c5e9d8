// Written by scripts/derive-resources.mjs: change that or scripts/resource-facts.mjs, not this file.
import type { IPAddress, ServiceCIDR } from 'kubernetes-types/networking/v1alpha1.js';
import { defineResource } from '../meta/resource.js';

/** The resources of networking.k8s.io, version v1alpha1. */
export const networkingV1alpha1 = {
  ipAddresses: defineResource<IPAddress>({
    group: 'networking.k8s.io',
    version: 'v1alpha1',
    resource: 'ipaddresses',
    kind: 'IPAddress',
    namespaced: false,
    shortNames: ['ip'],
  }),
  serviceCIDRs: defineResource<ServiceCIDR>({
    group: 'networking.k8s.io',
    version: 'v1alpha1',
    resource: 'servicecidrs',
    kind: 'ServiceCIDR',
    namespaced: false,
    subresources: ['status'],
  }),
} as const;
