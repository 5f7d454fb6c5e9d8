// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { metaV1 } from './meta-v1.js';

export const schedulingV1alpha3: MessageTable = {
  name: 'scheduling/v1alpha3',
  uses: [metaV1],
  messages: `
AllCompositeDisruptionMode=
AllDisruptionMode=
BasicSchedulingPolicy=
CompositeBasicSchedulingPolicy=
CompositeDisruptionMode=single 1 *SingleCompositeDisruptionMode o;all 2 *AllCompositeDisruptionMode o
CompositeGangSchedulingPolicy=minGroupCount 1 int32
CompositePodGroup=metadata 1 meta/v1.ObjectMeta o;spec 2 CompositePodGroupSpec;status 3 CompositePodGroupStatus o
CompositePodGroupSchedulingConstraints=topology 1 []TopologyConstraint o
CompositePodGroupSchedulingPolicy=basic 1 *CompositeBasicSchedulingPolicy o;gang 2 *CompositeGangSchedulingPolicy o
CompositePodGroupSpec=parentCompositePodGroupName 1 *string o;workloadRef 2 *WorkloadReference;schedulingPolicy 3 CompositePodGroupSchedulingPolicy;schedulingConstraints 4 *CompositePodGroupSchedulingConstraints o;disruptionMode 5 *CompositeDisruptionMode o;priorityClassName 6 string o;priority 7 *int32 o;preemptionPolicy 8 *string o
CompositePodGroupStatus=conditions 1 []meta/v1.Condition o
CompositePodGroupTemplate=name 1 string;schedulingPolicy 2 CompositePodGroupSchedulingPolicy;schedulingConstraints 3 *CompositePodGroupSchedulingConstraints o;disruptionMode 4 *CompositeDisruptionMode o;priorityClassName 5 string o;priority 6 *int32 o;preemptionPolicy 7 *string o;podGroupTemplates 8 []PodGroupTemplate o;compositePodGroupTemplates 9 []CompositePodGroupTemplate o
DisruptionMode=single 1 *SingleDisruptionMode o;all 2 *AllDisruptionMode o
GangSchedulingPolicy=minCount 1 int32
PodGroup=metadata 1 meta/v1.ObjectMeta o;spec 2 PodGroupSpec;status 3 PodGroupStatus o
PodGroupResourceClaim=name 1 string;resourceClaimName 2 *string o;resourceClaimTemplateName 3 *string o
PodGroupResourceClaimStatus=name 1 string;resourceClaimName 2 *string o
PodGroupSchedulingConstraints=topology 1 []TopologyConstraint o
PodGroupSchedulingPolicy=basic 1 *BasicSchedulingPolicy o;gang 2 *GangSchedulingPolicy o
PodGroupSpec=parentCompositePodGroupName 1 *string o;workloadRef 2 *WorkloadReference o;schedulingPolicy 3 PodGroupSchedulingPolicy;schedulingConstraints 4 *PodGroupSchedulingConstraints o;resourceClaims 5 []PodGroupResourceClaim o;disruptionMode 6 *DisruptionMode o;priorityClassName 7 string o;priority 8 *int32 o;preemptionPolicy 9 *string o
PodGroupStatus=conditions 1 []meta/v1.Condition o;resourceClaimStatuses 2 []PodGroupResourceClaimStatus o
PodGroupTemplate=name 1 string;schedulingPolicy 2 PodGroupSchedulingPolicy;schedulingConstraints 3 *PodGroupSchedulingConstraints;resourceClaims 4 []PodGroupResourceClaim o;disruptionMode 5 *DisruptionMode o;priorityClassName 6 string o;priority 7 *int32 o;preemptionPolicy 8 *string o
SingleCompositeDisruptionMode=
SingleDisruptionMode=
TopologyConstraint=key 1 string
TypedLocalObjectReference=apiGroup 1 string o;kind 2 string;name 3 string
Workload=metadata 1 meta/v1.ObjectMeta o;spec 2 WorkloadSpec
WorkloadPodGroupAllDisruptionMode=
WorkloadPodGroupBasicSchedulingPolicy=
WorkloadPodGroupDisruptionMode=single 1 *WorkloadPodGroupSingleDisruptionMode o;all 2 *WorkloadPodGroupAllDisruptionMode o
WorkloadPodGroupGangSchedulingPolicy=minCount 1 *int32 o
WorkloadPodGroupResourceClaim=name 1 string;resourceClaimName 2 *string o;resourceClaimTemplateName 3 *string o
WorkloadPodGroupSchedulingConstraints=topology 1 []TopologyConstraint o
WorkloadPodGroupSchedulingPolicy=basic 1 *WorkloadPodGroupBasicSchedulingPolicy o;gang 2 *WorkloadPodGroupGangSchedulingPolicy o
WorkloadPodGroupSingleDisruptionMode=
WorkloadReference=workloadName 1 string;templateName 2 string
WorkloadSpec=controllerRef 1 *TypedLocalObjectReference o;podGroupTemplates 2 []PodGroupTemplate;compositePodGroupTemplates 3 []CompositePodGroupTemplate o
`,
};
