// Written by scripts/derive-resources.mjs: change that or scripts/resource-facts.mjs, not this file.
import type { ClusterTrustBundle } from 'kubernetes-types/certificates/v1alpha1.js';
import { defineResource } from '../meta/resource.js';

/** The resources of certificates.k8s.io, version v1alpha1. */
export const certificatesV1alpha1 = {
  clusterTrustBundles: defineResource<ClusterTrustBundle>({
    group: 'certificates.k8s.io',
    version: 'v1alpha1',
    resource: 'clustertrustbundles',
    kind: 'ClusterTrustBundle',
    namespaced: false,
  }),
} as const;
