// Written by scripts/derive-resources.mjs: change that or scripts/resource-facts.mjs, not this file.
import type { Ingress, IngressClass, NetworkPolicy } from 'kubernetes-types/networking/v1.js';
import { defineResource } from '../meta/resource.js';

/** The resources of networking.k8s.io, version v1. */
export const networkingV1 = {
  ingressClasses: defineResource<IngressClass>({
    group: 'networking.k8s.io',
    version: 'v1',
    resource: 'ingressclasses',
    kind: 'IngressClass',
    namespaced: false,
  }),
  ingresses: defineResource<Ingress>({
    group: 'networking.k8s.io',
    version: 'v1',
    resource: 'ingresses',
    kind: 'Ingress',
    namespaced: true,
    shortNames: ['ing'],
    subresources: ['status'],
  }),
  networkPolicies: defineResource<NetworkPolicy>({
    group: 'networking.k8s.io',
    version: 'v1',
    resource: 'networkpolicies',
    kind: 'NetworkPolicy',
    namespaced: true,
    shortNames: ['netpol'],
  }),
} as const;
