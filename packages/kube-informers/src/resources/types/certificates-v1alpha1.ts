// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
// The comments of what certificates.k8s.io/v1 has as well are in certificates-v1.ts.
import type * as metav1 from '../../meta/meta-v1.js';

/**
 * A cluster-scoped container for X.509 trust anchors (root certificates). Since Kubernetes 1.26.
 * @deprecated Since Kubernetes 1.34, to be removed in 1.37.
 */
export interface ClusterTrustBundle {
  /** API group and version. */
  apiVersion?: 'certificates.k8s.io/v1alpha1' | undefined;
  /** Kind of the object. */
  kind?: 'ClusterTrustBundle' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Contains the signer (if any) and trust anchors. */
  spec: ClusterTrustBundleSpec;
}

/** List of ClusterTrustBundle objects. */
export interface ClusterTrustBundleList {
  /** API group and version. */
  apiVersion?: 'certificates.k8s.io/v1alpha1' | undefined;
  /** Kind of the object. */
  kind?: 'ClusterTrustBundleList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: ClusterTrustBundle[];
}

/** Spec of a ClusterTrustBundle. */
export interface ClusterTrustBundleSpec {
  /** Indicates the associated signer, if any. */
  signerName?: string | undefined;
  /**
   * Contains the individual X.509 trust anchors for this bundle, as PEM bundle of PEM-wrapped, DER-formatted X.509
   * certificates.
   */
  trustBundle: string;
}

/**
 * Encodes a pod requesting a certificate from a given signer. Since Kubernetes 1.34.
 * @deprecated Removed in Kubernetes 1.35.
 */
export interface PodCertificateRequest {
  /** API group and version. */
  apiVersion?: 'certificates.k8s.io/v1alpha1' | undefined;
  /** Kind of the object. */
  kind?: 'PodCertificateRequest' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Contains the details about the certificate being requested. */
  spec: PodCertificateRequestSpec;
  /** Contains the issued certificate, and a standard set of conditions. */
  status?: PodCertificateRequestStatus | undefined;
}

/** List of PodCertificateRequest objects. */
export interface PodCertificateRequestList {
  /** API group and version. */
  apiVersion?: 'certificates.k8s.io/v1alpha1' | undefined;
  /** Kind of the object. */
  kind?: 'PodCertificateRequestList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: PodCertificateRequest[];
}

/** Spec of a PodCertificateRequest. */
export interface PodCertificateRequestSpec {
  /** Indicates the requested signer. */
  signerName: string;
  /** The name of the pod into which the certificate will be mounted. */
  podName: string;
  /** The UID of the pod into which the certificate will be mounted. */
  podUID: string;
  /** The name of the service account the pod is running as. */
  serviceAccountName: string;
  /** The UID of the service account the pod is running as. */
  serviceAccountUID: string;
  /** The name of the node the pod is assigned to. */
  nodeName: string;
  /** The UID of the node the pod is assigned to. */
  nodeUID: string;
  /**
   * The maximum lifetime permitted for the certificate.
   * @default 86400
   */
  maxExpirationSeconds?: number | undefined;
  /** The PKIX-serialized public key the signer will issue the certificate to. */
  pkixPublicKey: string;
  /** Proves that the requesting kubelet holds the private key corresponding to pkixPublicKey. */
  proofOfPossession: string;
}

/** Status of a PodCertificateRequest. */
export interface PodCertificateRequestStatus {
  /** conditions applied to the request. */
  conditions?: metav1.Condition[] | undefined;
  /** certificateChain is populated with an issued certificate by the signer. */
  certificateChain?: string | undefined;
  /** The time at which the certificate becomes valid. */
  notBefore?: metav1.Time | undefined;
  /** The time at which the kubelet should begin trying to refresh the certificate. */
  beginRefreshAt?: metav1.Time | undefined;
  /** The time at which the certificate expires. */
  notAfter?: metav1.Time | undefined;
}
