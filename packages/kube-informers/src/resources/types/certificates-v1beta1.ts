// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
// The comments of what certificates.k8s.io/v1 has as well are in certificates-v1.ts.
import type * as certificatesv1 from './certificates-v1.js';
import type * as metav1 from '../../meta/meta-v1.js';

export type {
  ClusterTrustBundleSpec, PodCertificateRequestStatus,
} from './certificates-v1.js';

/**
 * Since Kubernetes 1.33.
 * @deprecated Since Kubernetes 1.37, to be removed in 1.40: use ClusterTrustBundle of certificates.k8s.io/v1.
 */
export interface ClusterTrustBundle {
  /** API group and version. */
  apiVersion?: 'certificates.k8s.io/v1beta1' | undefined;
  /** Kind of the object. */
  kind?: 'ClusterTrustBundle' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Spec. */
  spec: certificatesv1.ClusterTrustBundleSpec;
}

/** List of ClusterTrustBundle objects. */
export interface ClusterTrustBundleList {
  /** API group and version. */
  apiVersion?: 'certificates.k8s.io/v1beta1' | undefined;
  /** Kind of the object. */
  kind?: 'ClusterTrustBundleList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: ClusterTrustBundle[];
}

/**
 * Since Kubernetes 1.35.
 * @deprecated Since Kubernetes 1.37, to be removed in 1.40: use PodCertificateRequest of certificates.k8s.io/v1.
 */
export interface PodCertificateRequest {
  /** API group and version. */
  apiVersion?: 'certificates.k8s.io/v1beta1' | undefined;
  /** Kind of the object. */
  kind?: 'PodCertificateRequest' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Spec. */
  spec: PodCertificateRequestSpec;
  /** Status. */
  status?: certificatesv1.PodCertificateRequestStatus | undefined;
}

/** List of PodCertificateRequest objects. */
export interface PodCertificateRequestList {
  /** API group and version. */
  apiVersion?: 'certificates.k8s.io/v1beta1' | undefined;
  /** Kind of the object. */
  kind?: 'PodCertificateRequestList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: PodCertificateRequest[];
}

/** Spec of a PodCertificateRequest. */
export interface PodCertificateRequestSpec {
  /** Signer name. */
  signerName: string;
  /** Pod name. */
  podName: string;
  /** Pod UID. */
  podUID: string;
  /** Service account name. */
  serviceAccountName: string;
  /** Service account UID. */
  serviceAccountUID: string;
  /** Node name. */
  nodeName: string;
  /** Node UID. */
  nodeUID: string;
  /**
   * Max expiration seconds.
   * @default 86400
   */
  maxExpirationSeconds?: number | undefined;
  /**
   * The PKIX-serialized public key the signer will issue the certificate to.
   * @deprecated This field is replaced by StubPKCS10Request.
   */
  pkixPublicKey?: string | null | undefined;
  /**
   * A proof that the requesting kubelet holds the private key corresponding to pkixPublicKey.
   * @deprecated This field is replaced by StubPKCS10Request.
   */
  proofOfPossession?: string | null | undefined;
  /** Stub PKCS10 request. */
  stubPKCS10Request: string;
  /** Unverified user annotations. */
  unverifiedUserAnnotations?: { [key: string]: string } | undefined;
}
