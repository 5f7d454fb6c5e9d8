// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { metaV1 } from './meta-v1.js';

export const certificatesV1: MessageTable = {
  name: 'certificates/v1',
  uses: [metaV1],
  messages: `
CertificateSigningRequest=metadata 1 meta/v1.ObjectMeta o;spec 2 CertificateSigningRequestSpec;status 3 CertificateSigningRequestStatus o
CertificateSigningRequestCondition=type 1 string;status 6 string;reason 2 string o;message 3 string o;lastUpdateTime 4 %time o;lastTransitionTime 5 %time o
CertificateSigningRequestSpec=request 1 []byte;signerName 7 string;expirationSeconds 8 *int32 o;usages 5 []string o;username 2 string o;uid 3 string o;groups 4 []string o;extra 6 {}=[]string o
CertificateSigningRequestStatus=conditions 1 []CertificateSigningRequestCondition o;certificate 2 []byte o
ClusterTrustBundle=metadata 1 meta/v1.ObjectMeta o;spec 2 ClusterTrustBundleSpec
ClusterTrustBundleSpec=signerName 1 string o;trustBundle 2 string
PodCertificateRequest=metadata 1 meta/v1.ObjectMeta o;spec 2 PodCertificateRequestSpec;status 3 PodCertificateRequestStatus o
PodCertificateRequestSpec=signerName 1 string;podName 2 string;podUID 3 string;serviceAccountName 4 string;serviceAccountUID 5 string;nodeName 6 string;nodeUID 7 string;maxExpirationSeconds 8 *int32 o;stubPKCS10Request 12 []byte;unverifiedUserAnnotations 11 {}string o
PodCertificateRequestStatus=conditions 1 []meta/v1.Condition o;certificateChain 2 string o;notBefore 4 *%time o;beginRefreshAt 5 *%time o;notAfter 6 *%time o
`,
};
