// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';

export const metaV1: MessageTable = {
  name: 'meta/v1',
  uses: [],
  messages: `
Condition=type 1 string;status 2 string;observedGeneration 3 int64 o;lastTransitionTime 4 %time;reason 5 string;message 6 string
GroupResource=group 1 string;resource 2 string
LabelSelector=matchLabels 1 {}string o;matchExpressions 2 []LabelSelectorRequirement o
LabelSelectorRequirement=key 1 string;operator 2 string;values 3 []string o
ListMeta=selfLink 1 string o;resourceVersion 2 string o;continue 3 string o;remainingItemCount 4 *int64 o;shardInfo 5 *ShardInfo o
ManagedFieldsEntry=manager 1 string o;operation 2 string o;apiVersion 3 string o;time 4 *%time o;fieldsType 6 string o;fieldsV1 7 *%fieldsv1 o;subresource 8 string o
ObjectMeta=name 1 string o;generateName 2 string o;namespace 3 string o;selfLink 4 string o;uid 5 string o;resourceVersion 6 string o;generation 7 int64 o;creationTimestamp 8 %time z;deletionTimestamp 9 *%time o;deletionGracePeriodSeconds 10 *int64 o;labels 11 {}string o;annotations 12 {}string o;ownerReferences 13 []OwnerReference o;finalizers 14 []string o;managedFields 17 []ManagedFieldsEntry o
OwnerReference=apiVersion 5 string;kind 1 string;name 3 string;uid 4 string;controller 6 *bool o;blockOwnerDeletion 7 *bool o
ShardInfo=selector 1 string
Status=metadata 1 ListMeta o;status 2 string o;message 3 string o;reason 4 string o;details 5 *StatusDetails o;code 6 int32 o
StatusCause=reason 1 string o;message 2 string o;field 3 string o
StatusDetails=name 1 string o;group 2 string o;kind 3 string o;uid 6 string o;causes 4 []StatusCause o;retryAfterSeconds 5 int32 o
`,
};
