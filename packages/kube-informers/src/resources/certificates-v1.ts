// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/certificates-v1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped, namespaced } = groupVersion('certificates.k8s.io', 'v1');

/** The resources of certificates.k8s.io, version v1. */
export const certificatesV1: {
  /**
   * CertificateSigningRequest, cluster-scoped. CertificateSigningRequest objects provide a mechanism to obtain x509
   * certificates by submitting a certificate signing request, and having it asynchronously approved and issued.
   */
  readonly certificateSigningRequests: Resource<types.CertificateSigningRequest, 'status'>;
  /** ClusterTrustBundle, cluster-scoped. A cluster-scoped container for X.509 trust anchors (root certificates). */
  readonly clusterTrustBundles: Resource<types.ClusterTrustBundle, never>;
  /** PodCertificateRequest, namespaced. Encodes a pod requesting a certificate from a given signer. */
  readonly podCertificateRequests: Resource<types.PodCertificateRequest, 'status'>;
} = {
  certificateSigningRequests: clusterScoped('certificatesigningrequests', 'CertificateSigningRequest', {
    shortNames: ['csr'],
    subresources: ['approval', 'status'],
  }),
  clusterTrustBundles: clusterScoped('clustertrustbundles', 'ClusterTrustBundle'),
  podCertificateRequests: namespaced('podcertificaterequests', 'PodCertificateRequest', {
    subresources: ['status'],
  }),
};
