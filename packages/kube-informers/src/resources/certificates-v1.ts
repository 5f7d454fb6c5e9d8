// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.

import type * as types from './types/certificates-v1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped } = groupVersion('certificates.k8s.io', 'v1');

/** The resources of certificates.k8s.io, version v1. */
export const certificatesV1 = {
  certificateSigningRequests: clusterScoped<types.CertificateSigningRequest, 'status'>(
    'certificatesigningrequests',
    'CertificateSigningRequest',
    { shortNames: ['csr'], subresources: ['approval', 'status'] },
  ),
} as const;
