// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.

import type * as types from './types/storagemigration-v1alpha1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped } = groupVersion('storagemigration.k8s.io', 'v1alpha1');

/** The resources of storagemigration.k8s.io, version v1alpha1. */
export const storagemigrationV1alpha1 = {
  /** @deprecated Removed in Kubernetes 1.35. */
  storageVersionMigrations: clusterScoped<types.StorageVersionMigration, 'status'>(
    'storageversionmigrations',
    'StorageVersionMigration',
    { subresources: ['status'] },
  ),
} as const;
