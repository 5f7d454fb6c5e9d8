// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { admissionregistrationV1 } from './admissionregistration-v1.js';
import { metaV1 } from './meta-v1.js';

export const admissionregistrationV1beta1: MessageTable = {
  name: 'admissionregistration/v1beta1',
  uses: [admissionregistrationV1, metaV1],
  messages: `
ApplyConfiguration=expression 1 string o
JSONPatch=expression 1 string o
MatchCondition=name 1 string;expression 2 string
MatchResources=namespaceSelector 1 *meta/v1.LabelSelector o;objectSelector 2 *meta/v1.LabelSelector o;resourceRules 3 []NamedRuleWithOperations o;excludeResourceRules 4 []NamedRuleWithOperations o;matchPolicy 7 *string o
MutatingAdmissionPolicy=metadata 1 meta/v1.ObjectMeta o;spec 2 MutatingAdmissionPolicySpec o
MutatingAdmissionPolicyBinding=metadata 1 meta/v1.ObjectMeta o;spec 2 MutatingAdmissionPolicyBindingSpec o
MutatingAdmissionPolicyBindingSpec=policyName 1 string o;paramRef 2 *ParamRef o;matchResources 3 *MatchResources o
MutatingAdmissionPolicySpec=paramKind 1 *ParamKind o;matchConstraints 2 *MatchResources o;variables 3 []Variable o;mutations 4 []Mutation o;failurePolicy 5 *string o;matchConditions 6 []MatchCondition o;reinvocationPolicy 7 string o
Mutation=patchType 2 string;applyConfiguration 3 *ApplyConfiguration o;jsonPatch 4 *JSONPatch o
NamedRuleWithOperations=resourceNames 1 []string o; 2 admissionregistration/v1.RuleWithOperations
ParamKind=apiVersion 1 string o;kind 2 string o
ParamRef=name 1 string o;namespace 2 string o;selector 3 *meta/v1.LabelSelector o;parameterNotFoundAction 4 *string o
Variable=name 1 string;expression 2 string
`,
};
