// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
// The comments of what certificates.k8s.io/v1 has as well are in certificates-v1.ts.
import type * as metav1 from '../../meta/meta-v1.js';

/**
 * ClusterTrustBundle is a cluster-scoped container for X.509 trust anchors (root certificates). Since Kubernetes 1.26.
 * @deprecated Since Kubernetes 1.34, to be removed in 1.37.
 */
export interface ClusterTrustBundle {
  apiVersion?: 'certificates.k8s.io/v1alpha1';
  kind?: 'ClusterTrustBundle';
  metadata?: metav1.ObjectMeta;
  /** spec contains the signer (if any) and trust anchors. */
  spec: ClusterTrustBundleSpec;
}

export interface ClusterTrustBundleList {
  apiVersion?: 'certificates.k8s.io/v1alpha1';
  kind?: 'ClusterTrustBundleList';
  metadata?: metav1.ListMeta;
  items: ClusterTrustBundle[];
}

export interface ClusterTrustBundleSpec {
  /** signerName indicates the associated signer, if any. */
  signerName?: string;
  /**
   * trustBundle contains the individual X.509 trust anchors for this bundle, as PEM bundle of PEM-wrapped, DER-formatted X.509
   * certificates.
   */
  trustBundle: string;
}
