// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
// The comments of what admissionregistration.k8s.io/v1 has as well are in admissionregistration-v1.ts.
import type * as admissionregistrationv1 from './admissionregistration-v1.js';
import type * as metav1 from '../../meta/meta-v1.js';

export type {
  ApplyConfiguration, FailurePolicyType, JSONPatch, MatchPolicyType, Mutation, ParamKind,
  ParameterNotFoundActionType, PatchType, Variable,
} from './admissionregistration-v1.js';

/** Match condition. */
export type MatchCondition = admissionregistrationv1.MatchCondition;

/** Match resources. */
export interface MatchResources {
  /** Namespace selector. */
  namespaceSelector?: metav1.LabelSelector | undefined;
  /** Object selector. */
  objectSelector?: metav1.LabelSelector | undefined;
  /** Resource rules. */
  resourceRules?: NamedRuleWithOperations[] | undefined;
  /** Exclude resource rules. */
  excludeResourceRules?: NamedRuleWithOperations[] | undefined;
  /** Match policy. */
  matchPolicy?: admissionregistrationv1.MatchPolicyType | undefined;
}

/**
 * Since Kubernetes 1.32.
 * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
 */
export interface MutatingAdmissionPolicy {
  /** API group and version. */
  apiVersion?: 'admissionregistration.k8s.io/v1alpha1' | undefined;
  /** Kind of the object. */
  kind?: 'MutatingAdmissionPolicy' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Spec. */
  spec?: MutatingAdmissionPolicySpec | undefined;
}

/**
 * Since Kubernetes 1.32.
 * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
 */
export interface MutatingAdmissionPolicyBinding {
  /** API group and version. */
  apiVersion?: 'admissionregistration.k8s.io/v1alpha1' | undefined;
  /** Kind of the object. */
  kind?: 'MutatingAdmissionPolicyBinding' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Spec. */
  spec?: MutatingAdmissionPolicyBindingSpec | undefined;
}

/** List of MutatingAdmissionPolicyBinding objects. */
export interface MutatingAdmissionPolicyBindingList {
  /** API group and version. */
  apiVersion?: 'admissionregistration.k8s.io/v1alpha1' | undefined;
  /** Kind of the object. */
  kind?: 'MutatingAdmissionPolicyBindingList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: MutatingAdmissionPolicyBinding[];
}

/** Spec of a MutatingAdmissionPolicyBinding. */
export interface MutatingAdmissionPolicyBindingSpec {
  /** Policy name. */
  policyName?: string | undefined;
  /** Param ref. */
  paramRef?: ParamRef | undefined;
  /** Match resources. */
  matchResources?: MatchResources | undefined;
}

/** List of MutatingAdmissionPolicy objects. */
export interface MutatingAdmissionPolicyList {
  /** API group and version. */
  apiVersion?: 'admissionregistration.k8s.io/v1alpha1' | undefined;
  /** Kind of the object. */
  kind?: 'MutatingAdmissionPolicyList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: MutatingAdmissionPolicy[];
}

/** Spec of a MutatingAdmissionPolicy. */
export interface MutatingAdmissionPolicySpec {
  /** Param kind. */
  paramKind?: admissionregistrationv1.ParamKind | undefined;
  /** Match constraints. */
  matchConstraints?: MatchResources | undefined;
  /** Variables. */
  variables?: admissionregistrationv1.Variable[] | undefined;
  /** Mutations. */
  mutations?: admissionregistrationv1.Mutation[] | undefined;
  /** Failure policy. */
  failurePolicy?: admissionregistrationv1.FailurePolicyType | undefined;
  /** Match conditions. */
  matchConditions?: MatchCondition[] | undefined;
  /** Reinvocation policy. */
  reinvocationPolicy?: ReinvocationPolicyType | undefined;
}

/** Named rule with operations. */
export interface NamedRuleWithOperations extends RuleWithOperations {
  /** Resource names. */
  resourceNames?: string[] | undefined;
}

/** Param ref. */
export interface ParamRef {
  /** Name. */
  name?: string | undefined;
  /** Namespace. */
  namespace?: string | undefined;
  /** Selector. */
  selector?: metav1.LabelSelector | undefined;
  /** Parameter not found action. */
  parameterNotFoundAction?: admissionregistrationv1.ParameterNotFoundActionType | undefined;
}

/** Reinvocation policy type. */
export type ReinvocationPolicyType = admissionregistrationv1.ReinvocationPolicyType;

/** A tuple of Operations and Resources. */
export type RuleWithOperations = admissionregistrationv1.RuleWithOperations;
