// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { metaV1 } from './meta-v1.js';

export const schedulingV1alpha1: MessageTable = {
  name: 'scheduling/v1alpha1',
  uses: [metaV1],
  messages: `
BasicSchedulingPolicy=
GangSchedulingPolicy=minCount 1 int32
PodGroup=name 1 string;policy 3 PodGroupPolicy
PodGroupPolicy=basic 2 *BasicSchedulingPolicy o;gang 3 *GangSchedulingPolicy o
TypedLocalObjectReference=apiGroup 1 string o;kind 2 string;name 3 string
Workload=metadata 1 meta/v1.ObjectMeta o;spec 2 WorkloadSpec
WorkloadSpec=controllerRef 1 *TypedLocalObjectReference o;podGroups 2 []PodGroup
`,
};
