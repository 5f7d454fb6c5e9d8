// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { metaV1 } from './meta-v1.js';

export const rbacV1: MessageTable = {
  name: 'rbac/v1',
  uses: [metaV1],
  messages: `
AggregationRule=clusterRoleSelectors 1 []meta/v1.LabelSelector o
ClusterRole=metadata 1 meta/v1.ObjectMeta o;rules 2 []PolicyRule;aggregationRule 3 *AggregationRule o
ClusterRoleBinding=metadata 1 meta/v1.ObjectMeta o;subjects 2 []Subject o;roleRef 3 RoleRef
PolicyRule=verbs 1 []string;apiGroups 2 []string o;resources 3 []string o;resourceNames 4 []string o;nonResourceURLs 5 []string o
Role=metadata 1 meta/v1.ObjectMeta o;rules 2 []PolicyRule
RoleBinding=metadata 1 meta/v1.ObjectMeta o;subjects 2 []Subject o;roleRef 3 RoleRef
RoleRef=apiGroup 1 string;kind 2 string;name 3 string
Subject=kind 1 string;apiGroup 2 string o;name 3 string;namespace 4 string o
`,
};
