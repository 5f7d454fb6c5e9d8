// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as metav1 from '../../meta/meta-v1.js';

/** Represents a migration of stored data to the latest storage version. Since Kubernetes 1.37. */
export interface StorageVersionMigration {
  /** API group and version. */
  apiVersion?: 'storagemigration.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'StorageVersionMigration' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Specification of the migration. */
  spec?: StorageVersionMigrationSpec | undefined;
  /** Status of the migration. */
  status?: StorageVersionMigrationStatus | undefined;
}

/** List of StorageVersionMigration objects. */
export interface StorageVersionMigrationList {
  /** API group and version. */
  apiVersion?: 'storagemigration.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'StorageVersionMigrationList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: StorageVersionMigration[];
}

/** Spec of a StorageVersionMigration. */
export interface StorageVersionMigrationSpec {
  /** The resource that is being migrated. */
  resource: metav1.GroupResource;
}

/** Status of a StorageVersionMigration. */
export interface StorageVersionMigrationStatus {
  /** The latest available observations of the migration's current state. */
  conditions?: metav1.Condition[] | undefined;
  /** ResourceVersion to compare with the GC cache for performing the migration. */
  resourceVersion?: string | undefined;
}
