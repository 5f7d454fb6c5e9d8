// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { metaV1 } from './meta-v1.js';

export const schedulingV1alpha2: MessageTable = {
  name: 'scheduling/v1alpha2',
  uses: [metaV1],
  messages: `
BasicSchedulingPolicy=
GangSchedulingPolicy=minCount 1 int32
PodGroup=metadata 1 meta/v1.ObjectMeta o;spec 2 PodGroupSpec;status 3 PodGroupStatus o
PodGroupResourceClaim=name 1 string;resourceClaimName 2 *string o;resourceClaimTemplateName 3 *string o
PodGroupResourceClaimStatus=name 1 string;resourceClaimName 2 *string o
PodGroupSchedulingConstraints=topology 1 []TopologyConstraint o
PodGroupSchedulingPolicy=basic 1 *BasicSchedulingPolicy o;gang 2 *GangSchedulingPolicy o
PodGroupSpec=podGroupTemplateRef 1 *PodGroupTemplateReference;schedulingPolicy 2 PodGroupSchedulingPolicy;schedulingConstraints 3 *PodGroupSchedulingConstraints o;resourceClaims 4 []PodGroupResourceClaim o;disruptionMode 5 *string o;priorityClassName 6 string o;priority 7 *int32 o
PodGroupStatus=conditions 1 []meta/v1.Condition o;resourceClaimStatuses 2 []PodGroupResourceClaimStatus o
PodGroupTemplate=name 1 string;schedulingPolicy 2 PodGroupSchedulingPolicy;schedulingConstraints 3 *PodGroupSchedulingConstraints;resourceClaims 4 []PodGroupResourceClaim o;disruptionMode 5 *string o;priorityClassName 6 string o;priority 7 *int32 o
PodGroupTemplateReference=workload 1 *WorkloadPodGroupTemplateReference
TopologyConstraint=key 1 string
TypedLocalObjectReference=apiGroup 1 string o;kind 2 string;name 3 string
Workload=metadata 1 meta/v1.ObjectMeta o;spec 2 WorkloadSpec
WorkloadPodGroupTemplateReference=workloadName 1 string;podGroupTemplateName 2 string
WorkloadSpec=controllerRef 1 *TypedLocalObjectReference o;podGroupTemplates 2 []PodGroupTemplate
`,
};
