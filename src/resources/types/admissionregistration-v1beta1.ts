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
  namespaceSelector?: metav1.LabelSelector;
  objectSelector?: metav1.LabelSelector;
  resourceRules?: NamedRuleWithOperations[];
  excludeResourceRules?: NamedRuleWithOperations[];
  matchPolicy?: admissionregistrationv1.MatchPolicyType;
}

/** Since Kubernetes 1.34. */
export interface MutatingAdmissionPolicy {
  apiVersion?: 'admissionregistration.k8s.io/v1beta1';
  kind?: 'MutatingAdmissionPolicy';
  metadata?: metav1.ObjectMeta;
  spec?: MutatingAdmissionPolicySpec;
}

/** Since Kubernetes 1.34. */
export interface MutatingAdmissionPolicyBinding {
  apiVersion?: 'admissionregistration.k8s.io/v1beta1';
  kind?: 'MutatingAdmissionPolicyBinding';
  metadata?: metav1.ObjectMeta;
  spec?: MutatingAdmissionPolicyBindingSpec;
}

export interface MutatingAdmissionPolicyBindingList {
  apiVersion?: 'admissionregistration.k8s.io/v1beta1';
  kind?: 'MutatingAdmissionPolicyBindingList';
  metadata?: metav1.ListMeta;
  items: MutatingAdmissionPolicyBinding[];
}

export interface MutatingAdmissionPolicyBindingSpec {
  policyName?: string;
  paramRef?: admissionregistrationv1.ParamRef;
  matchResources?: MatchResources;
}

export interface MutatingAdmissionPolicyList {
  apiVersion?: 'admissionregistration.k8s.io/v1beta1';
  kind?: 'MutatingAdmissionPolicyList';
  metadata?: metav1.ListMeta;
  items: MutatingAdmissionPolicy[];
}

export interface MutatingAdmissionPolicySpec {
  paramKind?: admissionregistrationv1.ParamKind;
  matchConstraints?: MatchResources;
  variables?: admissionregistrationv1.Variable[];
  mutations?: admissionregistrationv1.Mutation[];
  failurePolicy?: admissionregistrationv1.FailurePolicyType;
  matchConditions?: admissionregistrationv1.MatchCondition[];
  reinvocationPolicy?: ReinvocationPolicyType;
}

export interface NamedRuleWithOperations extends admissionregistrationv1.RuleWithOperations {
  resourceNames?: string[];
}

export type ReinvocationPolicyType = 'Never' | 'IfNeeded' | (string & {});
