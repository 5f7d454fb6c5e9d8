// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { metaV1 } from './meta-v1.js';

export const networkingV1beta1: MessageTable = {
  name: 'networking/v1beta1',
  uses: [metaV1],
  messages: `
IPAddress=metadata 1 meta/v1.ObjectMeta o;spec 2 IPAddressSpec o
IPAddressSpec=parentRef 1 *ParentReference o
ParentReference=group 1 string o;resource 2 string o;namespace 3 string o;name 4 string o
ServiceCIDR=metadata 1 meta/v1.ObjectMeta o;spec 2 ServiceCIDRSpec o;status 3 ServiceCIDRStatus o
ServiceCIDRSpec=cidrs 1 []string o
ServiceCIDRStatus=conditions 1 []meta/v1.Condition o
`,
};
