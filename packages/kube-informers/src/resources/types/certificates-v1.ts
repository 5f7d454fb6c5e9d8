// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as corev1 from './core-v1.js';
import type * as metav1 from '../../meta/meta-v1.js';

/**
 * CertificateSigningRequest objects provide a mechanism to obtain x509 certificates by submitting a certificate signing
 * request, and having it asynchronously approved and issued. Since Kubernetes 1.19.
 */
export interface CertificateSigningRequest {
  /** API group and version. */
  apiVersion?: 'certificates.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'CertificateSigningRequest' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Contains the certificate request, and is immutable after creation. */
  spec: CertificateSigningRequestSpec;
  /**
   * Contains information about whether the request is approved or denied, and the certificate issued by the signer, or the
   * failure condition indicating signer failure.
   */
  status?: CertificateSigningRequestStatus | undefined;
}

/** Certificate signing request condition. */
export interface CertificateSigningRequestCondition {
  /** type of the condition. */
  type: RequestConditionType;
  /** status of the condition, one of True, False, Unknown. */
  status: corev1.ConditionStatus;
  /** Indicates a brief reason for the request state */
  reason?: string | undefined;
  /** Contains a human readable message with details about the request state */
  message?: string | undefined;
  /** The time of the last update to this condition */
  lastUpdateTime?: metav1.Time | undefined;
  /** The time the condition last transitioned from one status to another. */
  lastTransitionTime?: metav1.Time | undefined;
}

/** List of CertificateSigningRequest objects. */
export interface CertificateSigningRequestList {
  /** API group and version. */
  apiVersion?: 'certificates.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'CertificateSigningRequestList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: CertificateSigningRequest[];
}

/** Spec of a CertificateSigningRequest. */
export interface CertificateSigningRequestSpec {
  /** Contains an x509 certificate signing request encoded in a "CERTIFICATE REQUEST" PEM block. */
  request: string;
  /** Indicates the requested signer, and is a qualified name. */
  signerName: string;
  /** The requested duration of validity of the issued certificate. */
  expirationSeconds?: number | undefined;
  /** Specifies a set of key usages requested in the issued certificate. */
  usages?: KeyUsage[] | undefined;
  /** Contains the name of the user that created the CertificateSigningRequest. */
  username?: string | undefined;
  /** Contains the uid of the user that created the CertificateSigningRequest. */
  uid?: string | undefined;
  /** Contains group membership of the user that created the CertificateSigningRequest. */
  groups?: string[] | undefined;
  /** Contains extra attributes of the user that created the CertificateSigningRequest. */
  extra?: { [key: string]: string[] } | undefined;
}

/** Status of a CertificateSigningRequest. */
export interface CertificateSigningRequestStatus {
  /** conditions applied to the request. */
  conditions?: CertificateSigningRequestCondition[] | undefined;
  /** certificate is populated with an issued certificate by the signer after an Approved condition is present. */
  certificate?: string | undefined;
}

/** A cluster-scoped container for X.509 trust anchors (root certificates). Since Kubernetes 1.37. */
export interface ClusterTrustBundle {
  /** API group and version. */
  apiVersion?: 'certificates.k8s.io/v1' | undefined;
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
  apiVersion?: 'certificates.k8s.io/v1' | undefined;
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

/** Specifies valid usage contexts for keys. */
export type KeyUsage = 'signing' | 'digital signature' | 'content commitment' | 'key encipherment' | 'key agreement' | 'data encipherment' | 'cert sign' | 'crl sign' | 'encipher only' | 'decipher only' | 'any' | 'server auth' | 'client auth' | 'code signing' | 'email protection' | 's/mime' | 'ipsec end system' | 'ipsec tunnel' | 'ipsec user' | 'timestamping' | 'ocsp signing' | 'microsoft sgc' | 'netscape sgc' | (string & {});

/** Encodes a pod requesting a certificate from a given signer. Since Kubernetes 1.37. */
export interface PodCertificateRequest {
  /** API group and version. */
  apiVersion?: 'certificates.k8s.io/v1' | undefined;
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
  apiVersion?: 'certificates.k8s.io/v1' | undefined;
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
  /** A PKCS#10 certificate signing request (DER-serialized) generated by Kubelet using the subject private key. */
  stubPKCS10Request: string;
  /** unverifiedUserAnnotations allow pod authors to pass additional information to the signer implementation. */
  unverifiedUserAnnotations?: { [key: string]: string } | undefined;
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

/** The type of a CertificateSigningRequestCondition */
export type RequestConditionType = 'Approved' | 'Denied' | 'Failed' | (string & {});
