// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { metaV1 } from './meta-v1.js';

export const certificatesV1alpha1: MessageTable = {
  name: 'certificates/v1alpha1',
  uses: [metaV1],
  messages: `
ClusterTrustBundle=metadata 1 meta/v1.ObjectMeta o;spec 2 ClusterTrustBundleSpec
ClusterTrustBundleSpec=signerName 1 string o;trustBundle 2 string
PodCertificateRequest=metadata 1 meta/v1.ObjectMeta o;spec 2 PodCertificateRequestSpec;status 3 PodCertificateRequestStatus o
PodCertificateRequestSpec=signerName 1 string;podName 2 string;podUID 3 string;serviceAccountName 4 string;serviceAccountUID 5 string;nodeName 6 string;nodeUID 7 string;maxExpirationSeconds 8 *int32 o;pkixPublicKey 9 []byte;proofOfPossession 10 []byte
PodCertificateRequestStatus=conditions 1 []meta/v1.Condition o;certificateChain 2 string o;notBefore 4 *%time o;beginRefreshAt 5 *%time o;notAfter 6 *%time o
`,
};
