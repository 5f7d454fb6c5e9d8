// Written by scripts/derive-resources.mjs: change that or scripts/resource-facts.mjs, not this file.
import type { CertificateSigningRequest } from 'kubernetes-types/certificates/v1.js';
import { defineResource } from '../meta/resource.js';

/** The resources of certificates.k8s.io, version v1. */
export const certificatesV1 = {
  certificateSigningRequests: defineResource<CertificateSigningRequest>({
    group: 'certificates.k8s.io',
    version: 'v1',
    resource: 'certificatesigningrequests',
    kind: 'CertificateSigningRequest',
    namespaced: false,
    shortNames: ['csr'],
    subresources: ['approval', 'status'],
  }),
} as const;
