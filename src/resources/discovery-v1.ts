// Written by scripts/derive-resources.mjs: change that or scripts/resource-facts.mjs, not this file.
import type { EndpointSlice } from 'kubernetes-types/discovery/v1.js';
import { defineResource } from '../meta/resource.js';

/** The resources of discovery.k8s.io, version v1. */
export const discoveryV1 = {
  endpointSlices: defineResource<EndpointSlice>({
    group: 'discovery.k8s.io',
    version: 'v1',
    resource: 'endpointslices',
    kind: 'EndpointSlice',
    namespaced: true,
  }),
} as const;
