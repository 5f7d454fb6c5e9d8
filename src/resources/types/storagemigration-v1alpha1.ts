// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as corev1 from './core-v1.js';
import type * as metav1 from '../../meta/meta-v1.js';

export interface GroupVersionResource {
  group?: string;
  version?: string;
  resource?: string;
}

export interface MigrationCondition {
  type: MigrationConditionType;
  /** Status of the condition, one of True, False, Unknown. */
  status: corev1.ConditionStatus;
  /** The last time this condition was updated. */
  lastUpdateTime?: metav1.Time;
  /** The reason for the condition's last transition. */
  reason?: string;
  /** A human readable message indicating details about the transition. */
  message?: string;
}

export type MigrationConditionType = 'Running' | 'Succeeded' | 'Failed' | (string & {});

/**
 * Represents a migration of stored data to the latest storage version. Since Kubernetes 1.30.
 * @deprecated Removed in Kubernetes 1.35.
 */
export interface StorageVersionMigration {
  apiVersion?: 'storagemigration.k8s.io/v1alpha1';
  kind?: 'StorageVersionMigration';
  metadata?: metav1.ObjectMeta;
  spec?: StorageVersionMigrationSpec;
  status?: StorageVersionMigrationStatus;
}

export interface StorageVersionMigrationList {
  apiVersion?: 'storagemigration.k8s.io/v1alpha1';
  kind?: 'StorageVersionMigrationList';
  metadata?: metav1.ListMeta;
  items: StorageVersionMigration[];
}

export interface StorageVersionMigrationSpec {
  /** The resource that is being migrated. */
  resource: GroupVersionResource;
  /** The token used in the list options to get the next chunk of objects to migrate. */
  continueToken?: string;
}

export interface StorageVersionMigrationStatus {
  /** The latest available observations of the migration's current state. */
  conditions?: MigrationCondition[];
  /** ResourceVersion to compare with the GC cache for performing the migration. */
  resourceVersion?: string;
}
