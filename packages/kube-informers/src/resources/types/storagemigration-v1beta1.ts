// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
// The comments of what storagemigration.k8s.io/v1 has as well are in storagemigration-v1.ts.
import type * as metav1 from '../../meta/meta-v1.js';
import type * as storagemigrationv1 from './storagemigration-v1.js';

export type {
  StorageVersionMigrationSpec, StorageVersionMigrationStatus,
} from './storagemigration-v1.js';

/**
 * Since Kubernetes 1.35.
 * @deprecated Since Kubernetes 1.37, to be removed in 1.40: use StorageVersionMigration of storagemigration.k8s.io/v1.
 */
export interface StorageVersionMigration {
  /** API group and version. */
  apiVersion?: 'storagemigration.k8s.io/v1beta1' | undefined;
  /** Kind of the object. */
  kind?: 'StorageVersionMigration' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Spec. */
  spec?: storagemigrationv1.StorageVersionMigrationSpec | undefined;
  /** Status. */
  status?: storagemigrationv1.StorageVersionMigrationStatus | undefined;
}

/** List of StorageVersionMigration objects. */
export interface StorageVersionMigrationList {
  /** API group and version. */
  apiVersion?: 'storagemigration.k8s.io/v1beta1' | undefined;
  /** Kind of the object. */
  kind?: 'StorageVersionMigrationList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: StorageVersionMigration[];
}
