// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/storagemigration-v1alpha1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped } = groupVersion('storagemigration.k8s.io', 'v1alpha1');

/** The resources of storagemigration.k8s.io, version v1alpha1. */
export const storagemigrationV1alpha1: {
  /**
   * StorageVersionMigration, cluster-scoped. Represents a migration of stored data to the latest storage version.
   * @deprecated Removed in Kubernetes 1.35, kept here until 2026-12-17.
   */
  readonly storageVersionMigrations: Resource<types.StorageVersionMigration, 'status'>;
} = {
  storageVersionMigrations: clusterScoped('storageversionmigrations', 'StorageVersionMigration', {
    subresources: ['status'],
  }),
};
