// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as metav1 from '../../meta/meta-v1.js';

/** Represents a migration of stored data to the latest storage version. Since Kubernetes 1.35. */
export interface StorageVersionMigration {
  apiVersion?: 'storagemigration.k8s.io/v1beta1' | undefined;
  kind?: 'StorageVersionMigration' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  spec?: StorageVersionMigrationSpec | undefined;
  status?: StorageVersionMigrationStatus | undefined;
}

export interface StorageVersionMigrationList {
  apiVersion?: 'storagemigration.k8s.io/v1beta1' | undefined;
  kind?: 'StorageVersionMigrationList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: StorageVersionMigration[];
}

export interface StorageVersionMigrationSpec {
  /** The resource that is being migrated. */
  resource: metav1.GroupResource;
}

export interface StorageVersionMigrationStatus {
  /** The latest available observations of the migration's current state. */
  conditions?: metav1.Condition[] | undefined;
  /** ResourceVersion to compare with the GC cache for performing the migration. */
  resourceVersion?: string | undefined;
}
