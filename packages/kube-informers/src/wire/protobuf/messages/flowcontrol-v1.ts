// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { metaV1 } from './meta-v1.js';

export const flowcontrolV1: MessageTable = {
  name: 'flowcontrol/v1',
  uses: [metaV1],
  messages: `
ExemptPriorityLevelConfiguration=nominalConcurrencyShares 1 *int32 o;lendablePercent 2 *int32 o
FlowDistinguisherMethod=type 1 string
FlowSchema=metadata 1 meta/v1.ObjectMeta o;spec 2 FlowSchemaSpec o;status 3 FlowSchemaStatus o
FlowSchemaCondition=type 1 string o;status 2 string o;lastTransitionTime 3 %time o;reason 4 string o;message 5 string o
FlowSchemaSpec=priorityLevelConfiguration 1 PriorityLevelConfigurationReference;matchingPrecedence 2 int32;distinguisherMethod 3 *FlowDistinguisherMethod o;rules 4 []PolicyRulesWithSubjects o
FlowSchemaStatus=conditions 1 []FlowSchemaCondition o
GroupSubject=name 1 string
LimitResponse=type 1 string;queuing 2 *QueuingConfiguration o
LimitedPriorityLevelConfiguration=nominalConcurrencyShares 1 *int32;limitResponse 2 LimitResponse o;lendablePercent 3 *int32 o;borrowingLimitPercent 4 *int32 o
NonResourcePolicyRule=verbs 1 []string;nonResourceURLs 6 []string
PolicyRulesWithSubjects=subjects 1 []Subject;resourceRules 2 []ResourcePolicyRule o;nonResourceRules 3 []NonResourcePolicyRule o
PriorityLevelConfiguration=metadata 1 meta/v1.ObjectMeta o;spec 2 PriorityLevelConfigurationSpec o;status 3 PriorityLevelConfigurationStatus o
PriorityLevelConfigurationCondition=type 1 string o;status 2 string o;lastTransitionTime 3 %time o;reason 4 string o;message 5 string o
PriorityLevelConfigurationReference=name 1 string
PriorityLevelConfigurationSpec=type 1 string;limited 2 *LimitedPriorityLevelConfiguration o;exempt 3 *ExemptPriorityLevelConfiguration o
PriorityLevelConfigurationStatus=conditions 1 []PriorityLevelConfigurationCondition o
QueuingConfiguration=queues 1 int32;handSize 2 int32;queueLengthLimit 3 int32
ResourcePolicyRule=verbs 1 []string;apiGroups 2 []string;resources 3 []string;clusterScope 4 bool o;namespaces 5 []string
ServiceAccountSubject=namespace 1 string;name 2 string
Subject=kind 1 string;user 2 *UserSubject o;group 3 *GroupSubject o;serviceAccount 4 *ServiceAccountSubject o
UserSubject=name 1 string
`,
};
