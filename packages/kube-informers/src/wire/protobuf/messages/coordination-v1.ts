// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { metaV1 } from './meta-v1.js';

export const coordinationV1: MessageTable = {
  name: 'coordination/v1',
  uses: [metaV1],
  messages: `
Lease=metadata 1 meta/v1.ObjectMeta o;spec 2 LeaseSpec o
LeaseSpec=holderIdentity 1 *string o;leaseDurationSeconds 2 *int32 o;acquireTime 3 *%microtime o;renewTime 4 *%microtime o;leaseTransitions 5 *int32 o;strategy 6 *string o;preferredHolder 7 *string o
`,
};
