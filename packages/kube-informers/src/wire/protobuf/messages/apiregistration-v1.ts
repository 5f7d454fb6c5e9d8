// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { metaV1 } from './meta-v1.js';

export const apiregistrationV1: MessageTable = {
  name: 'apiregistration/v1',
  uses: [metaV1],
  messages: `
APIService=metadata 1 meta/v1.ObjectMeta o;spec 2 APIServiceSpec o;status 3 APIServiceStatus o
APIServiceCondition=type 1 string;status 2 string;lastTransitionTime 3 %time o;reason 4 string o;message 5 string o
APIServiceSpec=service 1 *ServiceReference o;group 2 string o;version 3 string o;insecureSkipTLSVerify 4 bool o;caBundle 5 []byte o;groupPriorityMinimum 7 int32;versionPriority 8 int32
APIServiceStatus=conditions 1 []APIServiceCondition o
ServiceReference=namespace 1 string o;name 2 string o;port 3 *int32 o
`,
};
