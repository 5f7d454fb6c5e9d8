// Written by scripts/derive-resources.mjs: change that or scripts/resource-facts.mjs, not this file.
import type { StorageVersionMigration } from 'kubernetes-types/storagemigration/v1alpha1.js';
import { defineResource } from '../meta/resource.js';

/** The resources of storagemigration.k8s.io, version v1alpha1. */
export const storagemigrationV1alpha1 = {
  storageVersionMigrations: defineResource<StorageVersionMigration>({
    group: 'storagemigration.k8s.io',
    version: 'v1alpha1',
    resource: 'storageversionmigrations',
    kind: 'StorageVersionMigration',
    namespaced: false,
    subresources: ['status'],
  }),
} as const;
