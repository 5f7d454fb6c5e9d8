// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/certificates-v1beta1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped, namespaced } = groupVersion('certificates.k8s.io', 'v1beta1');

/** The resources of certificates.k8s.io, version v1beta1. */
export const certificatesV1beta1: {
  /**
   * ClusterTrustBundle, cluster-scoped. A cluster-scoped container for X.509 trust anchors (root certificates).
   * @deprecated Since Kubernetes 1.37, to be removed in 1.40: use ClusterTrustBundle of certificates.k8s.io/v1.
   */
  readonly clusterTrustBundles: Resource<types.ClusterTrustBundle, never>;
  /**
   * PodCertificateRequest, namespaced. Encodes a pod requesting a certificate from a given signer.
   * @deprecated Since Kubernetes 1.37, to be removed in 1.40: use PodCertificateRequest of certificates.k8s.io/v1.
   */
  readonly podCertificateRequests: Resource<types.PodCertificateRequest, 'status'>;
} = {
  clusterTrustBundles: clusterScoped('clustertrustbundles', 'ClusterTrustBundle'),
  podCertificateRequests: namespaced('podcertificaterequests', 'PodCertificateRequest', {
    subresources: ['status'],
  }),
};
