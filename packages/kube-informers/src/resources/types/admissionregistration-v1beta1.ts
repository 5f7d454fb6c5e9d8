// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
// The comments of what admissionregistration.k8s.io/v1 has as well are in admissionregistration-v1.ts.
import type * as admissionregistrationv1 from './admissionregistration-v1.js';
import type * as metav1 from '../../meta/meta-v1.js';

export type {
  ApplyConfiguration, FailurePolicyType, JSONPatch, MatchCondition, MatchPolicyType, Mutation,
  ParamKind, ParamRef, ParameterNotFoundActionType, PatchType, Variable,
} from './admissionregistration-v1.js';

export interface MatchResources {
  namespaceSelector?: metav1.LabelSelector | undefined;
  objectSelector?: metav1.LabelSelector | undefined;
  resourceRules?: NamedRuleWithOperations[] | undefined;
  excludeResourceRules?: NamedRuleWithOperations[] | undefined;
  matchPolicy?: admissionregistrationv1.MatchPolicyType | undefined;
}

/** Since Kubernetes 1.34. */
export interface MutatingAdmissionPolicy {
  apiVersion?: 'admissionregistration.k8s.io/v1beta1' | undefined;
  kind?: 'MutatingAdmissionPolicy' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  spec?: MutatingAdmissionPolicySpec | undefined;
}

/** Since Kubernetes 1.34. */
export interface MutatingAdmissionPolicyBinding {
  apiVersion?: 'admissionregistration.k8s.io/v1beta1' | undefined;
  kind?: 'MutatingAdmissionPolicyBinding' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  spec?: MutatingAdmissionPolicyBindingSpec | undefined;
}

export interface MutatingAdmissionPolicyBindingList {
  apiVersion?: 'admissionregistration.k8s.io/v1beta1' | undefined;
  kind?: 'MutatingAdmissionPolicyBindingList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: MutatingAdmissionPolicyBinding[];
}

export interface MutatingAdmissionPolicyBindingSpec {
  policyName?: string | undefined;
  paramRef?: admissionregistrationv1.ParamRef | undefined;
  matchResources?: MatchResources | undefined;
}

export interface MutatingAdmissionPolicyList {
  apiVersion?: 'admissionregistration.k8s.io/v1beta1' | undefined;
  kind?: 'MutatingAdmissionPolicyList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: MutatingAdmissionPolicy[];
}

export interface MutatingAdmissionPolicySpec {
  paramKind?: admissionregistrationv1.ParamKind | undefined;
  matchConstraints?: MatchResources | undefined;
  variables?: admissionregistrationv1.Variable[] | undefined;
  mutations?: admissionregistrationv1.Mutation[] | undefined;
  failurePolicy?: admissionregistrationv1.FailurePolicyType | undefined;
  matchConditions?: admissionregistrationv1.MatchCondition[] | undefined;
  reinvocationPolicy?: ReinvocationPolicyType | undefined;
}

export interface NamedRuleWithOperations extends admissionregistrationv1.RuleWithOperations {
  resourceNames?: string[] | undefined;
}

export type ReinvocationPolicyType = 'Never' | 'IfNeeded' | (string & {});
