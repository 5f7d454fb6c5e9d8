// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.

import type * as types from './types/certificates-v1alpha1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped, namespaced } = groupVersion('certificates.k8s.io', 'v1alpha1');

/** The resources of certificates.k8s.io, version v1alpha1. */
export const certificatesV1alpha1 = {
  /** @deprecated Since Kubernetes 1.34, to be removed in 1.37. */
  clusterTrustBundles: clusterScoped<types.ClusterTrustBundle>('clustertrustbundles', 'ClusterTrustBundle'),
  /** @deprecated Removed in Kubernetes 1.35. */
  podCertificateRequests: namespaced<types.PodCertificateRequest, 'status'>(
    'podcertificaterequests',
    'PodCertificateRequest',
    { subresources: ['status'] },
  ),
} as const;
