// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
// The comments of what storage.k8s.io/v1 has as well are in storage-v1.ts.
import type * as metav1 from '../../meta/meta-v1.js';

/**
 * Since Kubernetes 1.31.
 * @deprecated Removed in Kubernetes 1.37, kept here until 2027-08-26: use VolumeAttributesClass of storage.k8s.io/v1.
 */
export interface VolumeAttributesClass {
  /** API group and version. */
  apiVersion?: 'storage.k8s.io/v1beta1' | undefined;
  /** Kind of the object. */
  kind?: 'VolumeAttributesClass' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Driver name. */
  driverName: string;
  /** Parameters. */
  parameters?: { [key: string]: string } | undefined;
}

/** List of VolumeAttributesClass objects. */
export interface VolumeAttributesClassList {
  /** API group and version. */
  apiVersion?: 'storage.k8s.io/v1beta1' | undefined;
  /** Kind of the object. */
  kind?: 'VolumeAttributesClassList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: VolumeAttributesClass[];
}
