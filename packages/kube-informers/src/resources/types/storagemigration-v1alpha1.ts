// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
// The comments of what storagemigration.k8s.io/v1 has as well are in storagemigration-v1.ts.
import type * as corev1 from './core-v1.js';
import type * as metav1 from '../../meta/meta-v1.js';

/** The names of the group, the version, and the resource. */
export interface GroupVersionResource {
  /** The name of the group. */
  group?: string | undefined;
  /** The name of the version. */
  version?: string | undefined;
  /** The name of the resource. */
  resource?: string | undefined;
}

/** Describes the state of a migration at a certain point. */
export interface MigrationCondition {
  /** Type of the condition. */
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

/** Migration condition type. */
export type MigrationConditionType = 'Running' | 'Succeeded' | 'Failed' | (string & {});

/**
 * Since Kubernetes 1.30.
 * @deprecated Removed in Kubernetes 1.35, kept here until 2026-12-17.
 */
export interface StorageVersionMigration {
  /** API group and version. */
  apiVersion?: 'storagemigration.k8s.io/v1alpha1' | undefined;
  /** Kind of the object. */
  kind?: 'StorageVersionMigration' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Spec. */
  spec?: StorageVersionMigrationSpec | undefined;
  /** Status. */
  status?: StorageVersionMigrationStatus | undefined;
}

/** List of StorageVersionMigration objects. */
export interface StorageVersionMigrationList {
  /** API group and version. */
  apiVersion?: 'storagemigration.k8s.io/v1alpha1' | undefined;
  /** Kind of the object. */
  kind?: 'StorageVersionMigrationList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: StorageVersionMigration[];
}

/** Spec of a StorageVersionMigration. */
export interface StorageVersionMigrationSpec {
  /** Resource. */
  resource: GroupVersionResource;
  /** The token used in the list options to get the next chunk of objects to migrate. */
  continueToken?: string | undefined;
}

/** Status of a StorageVersionMigration. */
export interface StorageVersionMigrationStatus {
  /** Conditions. */
  conditions?: MigrationCondition[] | undefined;
  /** Resource version. */
  resourceVersion?: string | undefined;
}
