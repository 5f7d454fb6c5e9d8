// Written by scripts/derive-resources.mjs: change that or scripts/resource-facts.mjs, not this file.
import type { StorageVersion } from 'kubernetes-types/apiserverinternal/v1alpha1.js';
import { defineResource } from '../meta/resource.js';

/** The resources of internal.apiserver.k8s.io, version v1alpha1. */
export const internalV1alpha1 = {
  storageVersions: defineResource<StorageVersion>({
    group: 'internal.apiserver.k8s.io',
    version: 'v1alpha1',
    resource: 'storageversions',
    kind: 'StorageVersion',
    namespaced: false,
    subresources: ['status'],
  }),
} as const;
