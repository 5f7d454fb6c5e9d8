// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { metaV1 } from './meta-v1.js';

export const admissionregistrationV1: MessageTable = {
  name: 'admissionregistration/v1',
  uses: [metaV1],
  messages: `
ApplyConfiguration=expression 1 string o
AuditAnnotation=key 1 string;valueExpression 2 string
ExpressionWarning=fieldRef 2 string;warning 3 string
JSONPatch=expression 1 string o
MatchCondition=name 1 string;expression 2 string
MatchResources=namespaceSelector 1 *meta/v1.LabelSelector o;objectSelector 2 *meta/v1.LabelSelector o;resourceRules 3 []NamedRuleWithOperations o;excludeResourceRules 4 []NamedRuleWithOperations o;matchPolicy 7 *string o
MutatingAdmissionPolicy=metadata 1 meta/v1.ObjectMeta o;spec 2 MutatingAdmissionPolicySpec o
MutatingAdmissionPolicyBinding=metadata 1 meta/v1.ObjectMeta o;spec 2 MutatingAdmissionPolicyBindingSpec o
MutatingAdmissionPolicyBindingSpec=policyName 1 string o;paramRef 2 *ParamRef o;matchResources 3 *MatchResources o
MutatingAdmissionPolicySpec=paramKind 1 *ParamKind o;matchConstraints 2 *MatchResources o;variables 3 []Variable o;mutations 4 []Mutation o;failurePolicy 5 *string o;matchConditions 6 []MatchCondition o;reinvocationPolicy 7 string o
MutatingWebhook=name 1 string;clientConfig 2 WebhookClientConfig;rules 3 []RuleWithOperations o;failurePolicy 4 *string o;matchPolicy 9 *string o;namespaceSelector 5 *meta/v1.LabelSelector o;objectSelector 11 *meta/v1.LabelSelector o;sideEffects 6 *string;timeoutSeconds 7 *int32 o;admissionReviewVersions 8 []string;reinvocationPolicy 10 *string o;matchConditions 12 []MatchCondition o
MutatingWebhookConfiguration=metadata 1 meta/v1.ObjectMeta o;webhooks 2 []MutatingWebhook o
Mutation=patchType 2 string;applyConfiguration 3 *ApplyConfiguration o;jsonPatch 4 *JSONPatch o
NamedRuleWithOperations=resourceNames 1 []string o; 2 RuleWithOperations
ParamKind=apiVersion 1 string o;kind 2 string o
ParamRef=name 1 string o;namespace 2 string o;selector 3 *meta/v1.LabelSelector o;parameterNotFoundAction 4 *string o
Rule=apiGroups 1 []string o;apiVersions 2 []string o;resources 3 []string o;scope 4 *string o
RuleWithOperations=operations 1 []string o; 2 Rule
ServiceReference=namespace 1 string;name 2 string;path 3 *string o;port 4 *int32 o
TypeChecking=expressionWarnings 1 []ExpressionWarning o
ValidatingAdmissionPolicy=metadata 1 meta/v1.ObjectMeta o;spec 2 ValidatingAdmissionPolicySpec o;status 3 ValidatingAdmissionPolicyStatus o
ValidatingAdmissionPolicyBinding=metadata 1 meta/v1.ObjectMeta o;spec 2 ValidatingAdmissionPolicyBindingSpec o
ValidatingAdmissionPolicyBindingSpec=policyName 1 string o;paramRef 2 *ParamRef o;matchResources 3 *MatchResources o;validationActions 4 []string o
ValidatingAdmissionPolicySpec=paramKind 1 *ParamKind o;matchConstraints 2 *MatchResources o;validations 3 []Validation o;failurePolicy 4 *string o;auditAnnotations 5 []AuditAnnotation o;matchConditions 6 []MatchCondition o;variables 7 []Variable o
ValidatingAdmissionPolicyStatus=observedGeneration 1 int64 o;typeChecking 2 *TypeChecking o;conditions 3 []meta/v1.Condition o
ValidatingWebhook=name 1 string;clientConfig 2 WebhookClientConfig;rules 3 []RuleWithOperations o;failurePolicy 4 *string o;matchPolicy 9 *string o;namespaceSelector 5 *meta/v1.LabelSelector o;objectSelector 10 *meta/v1.LabelSelector o;sideEffects 6 *string;timeoutSeconds 7 *int32 o;admissionReviewVersions 8 []string;matchConditions 11 []MatchCondition o
ValidatingWebhookConfiguration=metadata 1 meta/v1.ObjectMeta o;webhooks 2 []ValidatingWebhook o
Validation=expression 1 string;message 2 string o;reason 3 *string o;messageExpression 4 string o
Variable=name 1 string;expression 2 string
WebhookClientConfig=url 3 *string o;service 1 *ServiceReference o;caBundle 2 []byte o
`,
};
