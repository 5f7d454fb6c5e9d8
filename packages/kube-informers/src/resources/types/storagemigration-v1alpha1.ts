// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as corev1 from './core-v1.js';
import type * as metav1 from '../../meta/meta-v1.js';

export interface GroupVersionResource {
  group?: string | undefined;
  version?: string | undefined;
  resource?: string | undefined;
}

export interface MigrationCondition {
  type: MigrationConditionType;
  /** Status of the condition, one of True, False, Unknown. */
  status: corev1.ConditionStatus;
  /** The last time this condition was updated. */
  lastUpdateTime?: metav1.Time | undefined;
  /** The reason for the condition's last transition. */
  reason?: string | undefined;
  /** A human readable message indicating details about the transition. */
  message?: string | undefined;
}

export type MigrationConditionType = 'Running' | 'Succeeded' | 'Failed' | (string & {});

/**
 * Represents a migration of stored data to the latest storage version. Since Kubernetes 1.30.
 * @deprecated Removed in Kubernetes 1.35.
 */
export interface StorageVersionMigration {
  apiVersion?: 'storagemigration.k8s.io/v1alpha1' | undefined;
  kind?: 'StorageVersionMigration' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  spec?: StorageVersionMigrationSpec | undefined;
  status?: StorageVersionMigrationStatus | undefined;
}

export interface StorageVersionMigrationList {
  apiVersion?: 'storagemigration.k8s.io/v1alpha1' | undefined;
  kind?: 'StorageVersionMigrationList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: StorageVersionMigration[];
}

export interface StorageVersionMigrationSpec {
  /** The resource that is being migrated. */
  resource: GroupVersionResource;
  /** The token used in the list options to get the next chunk of objects to migrate. */
  continueToken?: string | undefined;
}

export interface StorageVersionMigrationStatus {
  /** The latest available observations of the migration's current state. */
  conditions?: MigrationCondition[] | undefined;
  /** ResourceVersion to compare with the GC cache for performing the migration. */
  resourceVersion?: string | undefined;
}
