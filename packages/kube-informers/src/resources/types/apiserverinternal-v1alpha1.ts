// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as metav1 from '../../meta/meta-v1.js';

/** Condition status. */
export type ConditionStatus = 'True' | 'False' | 'Unknown' | (string & {});

/** Server storage version. */
export interface ServerStorageVersion {
  /** The ID of the reporting API server. */
  apiServerID: string;
  /** encodingVersion the API server encodes the object to when persisting it in the backend (e.g., etcd). */
  encodingVersion: string;
  /** decodableVersions are the encoding versions the API server can handle to decode. */
  decodableVersions: string[];
  /** Lists all versions the API server can serve. */
  servedVersions?: string[] | undefined;
}

/** Storage version of a specific resource. */
export interface StorageVersion {
  /** API group and version. */
  apiVersion?: 'internal.apiserver.k8s.io/v1alpha1' | undefined;
  /** Kind of the object. */
  kind?: 'StorageVersion' | undefined;
  /** Standard object metadata. */
  metadata: metav1.ObjectMeta;
  /** An empty spec. */
  spec?: StorageVersionSpec | undefined;
  /**
   * status on the version the API server instance can decode from and encode objects to when persisting objects in the backend.
   */
  status?: StorageVersionStatus | undefined;
}

/** Describes the state of the storageVersion at a certain point. */
export interface StorageVersionCondition {
  /** type of the condition. */
  type: string;
  /** status of the condition, one of True, False, Unknown. */
  status: ConditionStatus;
  /** Represents the .metadata.generation that the condition was set based upon, if field is set. */
  observedGeneration?: number | undefined;
  /** The last time the condition transitioned from one status to another. */
  lastTransitionTime?: metav1.Time | undefined;
  /** reason for the condition's last transition. */
  reason: string;
  /** A human readable string indicating details about the transition. */
  message: string;
}

/** List of StorageVersion objects. */
export interface StorageVersionList {
  /** API group and version. */
  apiVersion?: 'internal.apiserver.k8s.io/v1alpha1' | undefined;
  /** Kind of the object. */
  kind?: 'StorageVersionList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: StorageVersion[];
}

/** Spec of a StorageVersion. */
export interface StorageVersionSpec {
}

/** Status of a StorageVersion. */
export interface StorageVersionStatus {
  /** Lists the reported versions per API server instance. */
  storageVersions?: ServerStorageVersion[] | undefined;
  /** commonEncodingVersion is set to an encoding storage version if all API server instances share that same version. */
  commonEncodingVersion?: string | undefined;
  /** Lists the latest available observations of the storageVersion's state. */
  conditions?: StorageVersionCondition[] | undefined;
}
