// Written by scripts/derive-resources.mjs: change that or scripts/resource-facts.mjs, not this file.
import type { Lease } from 'kubernetes-types/coordination/v1.js';
import { defineResource } from '../meta/resource.js';

/** The resources of coordination.k8s.io, version v1. */
export const coordinationV1 = {
  leases: defineResource<Lease>({
    group: 'coordination.k8s.io',
    version: 'v1',
    resource: 'leases',
    kind: 'Lease',
    namespaced: true,
  }),
} as const;
