// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as metav1 from '../../meta/meta-v1.js';

/** ApplyConfiguration defines the desired configuration values of an object. */
export interface ApplyConfiguration {
  /** expression will be evaluated by CEL to create an apply configuration. */
  expression?: string;
}

/** AuditAnnotation describes how to produce an audit annotation for an API request. */
export interface AuditAnnotation {
  /**
   * key specifies the audit annotation key. The audit annotation keys of a ValidatingAdmissionPolicy must be
   * unique.
   */
  key: string;
  /**
   * valueExpression represents the expression which is evaluated by CEL to produce an audit annotation value.
   */
  valueExpression: string;
}

/** ExpressionWarning is a warning information that targets a specific expression. */
export interface ExpressionWarning {
  /** fieldRef is the path to the field that refers to the expression. */
  fieldRef: string;
  /** warning contains the content of type checking information in a human-readable form. */
  warning: string;
}

/**
 * FailurePolicyType specifies a failure policy that defines how unrecognized errors from the admission
 * endpoint are handled.
 */
export type FailurePolicyType = 'Ignore' | 'Fail' | (string & {});

/** JSONPatch defines a JSON Patch. */
export interface JSONPatch {
  /**
   * expression will be evaluated by CEL to create a [JSON patch](https://jsonpatch.com/). expression must
   * return an array of JSONPatch values.
   */
  expression?: string;
}

/** MatchCondition represents a condition which must by fulfilled for a request to be sent to a webhook. */
export interface MatchCondition {
  /**
   * name is an identifier for this match condition, used for strategic merging of MatchConditions, as well as
   * providing an identifier for logging purposes.
   */
  name: string;
  /** expression represents the expression which will be evaluated by CEL. Must evaluate to bool. */
  expression: string;
}

/** MatchPolicyType specifies the type of match policy. */
export type MatchPolicyType = 'Exact' | 'Equivalent' | (string & {});

/**
 * MatchResources decides whether to run the admission control policy on an object based on whether it meets
 * the match criteria.
 */
export interface MatchResources {
  /**
   * namespaceSelector decides whether to run the admission control policy on an object based on whether the
   * namespace for that object matches the selector.
   */
  namespaceSelector?: metav1.LabelSelector;
  /**
   * objectSelector decides whether to run the validation based on if the object has matching labels.
   * objectSelector is evaluated against both the oldObject and newObject that would be sent to the cel
   * validation, and is considered to match if either object matches the selector.
   */
  objectSelector?: metav1.LabelSelector;
  /**
   * resourceRules describes what operations on what resources/subresources the ValidatingAdmissionPolicy
   * matches.
   */
  resourceRules?: NamedRuleWithOperations[];
  /**
   * excludeResourceRules describes what operations on what resources/subresources the
   * ValidatingAdmissionPolicy should not care about.
   */
  excludeResourceRules?: NamedRuleWithOperations[];
  /** matchPolicy defines how the "MatchResources" list is used to match incoming requests. */
  matchPolicy?: MatchPolicyType;
}

/**
 * MutatingAdmissionPolicy describes the definition of an admission mutation policy that mutates the object
 * coming into admission chain. Since Kubernetes 1.36.
 */
export interface MutatingAdmissionPolicy {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'MutatingAdmissionPolicy';
  metadata?: metav1.ObjectMeta;
  /** spec defines the desired behavior of the MutatingAdmissionPolicy. */
  spec?: MutatingAdmissionPolicySpec;
}

/**
 * MutatingAdmissionPolicyBinding binds the MutatingAdmissionPolicy with parametrized resources. Since
 * Kubernetes 1.36.
 */
export interface MutatingAdmissionPolicyBinding {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'MutatingAdmissionPolicyBinding';
  metadata?: metav1.ObjectMeta;
  /** spec defines the desired behavior of the MutatingAdmissionPolicyBinding. */
  spec?: MutatingAdmissionPolicyBindingSpec;
}

export interface MutatingAdmissionPolicyBindingList {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'MutatingAdmissionPolicyBindingList';
  metadata?: metav1.ListMeta;
  items: MutatingAdmissionPolicyBinding[];
}

/** MutatingAdmissionPolicyBindingSpec defines the specification of the MutatingAdmissionPolicyBinding. */
export interface MutatingAdmissionPolicyBindingSpec {
  /**
   * policyName references a MutatingAdmissionPolicy name which the MutatingAdmissionPolicyBinding binds to.
   */
  policyName?: string;
  /** paramRef specifies the parameter resource used to configure the admission control policy. */
  paramRef?: ParamRef;
  /** matchResources limits what resources match this binding and may be mutated by it. */
  matchResources?: MatchResources;
}

export interface MutatingAdmissionPolicyList {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'MutatingAdmissionPolicyList';
  metadata?: metav1.ListMeta;
  items: MutatingAdmissionPolicy[];
}

/** MutatingAdmissionPolicySpec defines the desired behavior of the admission policy. */
export interface MutatingAdmissionPolicySpec {
  /** paramKind specifies the kind of resources used to parameterize this policy. */
  paramKind?: ParamKind;
  /** matchConstraints specifies what resources this policy is designed to validate. */
  matchConstraints?: MatchResources;
  /** variables contain definitions of variables that can be used in composition of other expressions. */
  variables?: Variable[];
  /**
   * mutations contain operations to perform on matching objects. mutations may not be empty; a minimum of one
   * mutation is required. mutations are evaluated in order, and are reinvoked according to the
   * reinvocationPolicy.
   */
  mutations?: Mutation[];
  /** failurePolicy defines how to handle failures for the admission policy. */
  failurePolicy?: FailurePolicyType;
  /** matchConditions is a list of conditions that must be met for a request to be validated. */
  matchConditions?: MatchCondition[];
  /**
   * reinvocationPolicy indicates whether mutations may be called multiple times per
   * MutatingAdmissionPolicyBinding as part of a single admission evaluation.
   */
  reinvocationPolicy?: ReinvocationPolicyType;
}

/** MutatingWebhook describes an admission webhook and the resources and operations it applies to. */
export interface MutatingWebhook {
  /** name is the name of the admission webhook. */
  name: string;
  /** clientConfig defines how to communicate with the hook. */
  clientConfig: WebhookClientConfig;
  /** rules describes what operations on what resources/subresources the webhook cares about. */
  rules?: RuleWithOperations[];
  /**
   * failurePolicy defines how unrecognized errors from the admission endpoint are handled - allowed values
   * are Ignore or Fail.
   */
  failurePolicy?: FailurePolicyType;
  /**
   * matchPolicy defines how the "rules" list is used to match incoming requests. Allowed values are "Exact"
   * or "Equivalent".
   */
  matchPolicy?: MatchPolicyType;
  /**
   * namespaceSelector decides whether to run the webhook on an object based on whether the namespace for that
   * object matches the selector.
   */
  namespaceSelector?: metav1.LabelSelector;
  /**
   * objectSelector decides whether to run the webhook based on if the object has matching labels.
   * objectSelector is evaluated against both the oldObject and newObject that would be sent to the webhook,
   * and is considered to match if either object matches the selector.
   */
  objectSelector?: metav1.LabelSelector;
  /** sideEffects states whether this webhook has side effects. */
  sideEffects: SideEffectClass;
  /** timeoutSeconds specifies the timeout for this webhook. */
  timeoutSeconds?: number;
  /**
   * admissionReviewVersions is an ordered list of preferred `AdmissionReview` versions the Webhook expects.
   */
  admissionReviewVersions: string[];
  /**
   * reinvocationPolicy indicates whether this webhook should be called multiple times as part of a single
   * admission evaluation.
   */
  reinvocationPolicy?: ReinvocationPolicyType;
  /** matchConditions is a list of conditions that must be met for a request to be sent to this webhook. */
  matchConditions?: MatchCondition[];
}

/**
 * MutatingWebhookConfiguration describes the configuration of and admission webhook that accept or reject and
 * may change the object. Since Kubernetes 1.16.
 */
export interface MutatingWebhookConfiguration {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'MutatingWebhookConfiguration';
  metadata?: metav1.ObjectMeta;
  /** webhooks is a list of webhooks and the affected resources and operations. */
  webhooks?: MutatingWebhook[];
}

export interface MutatingWebhookConfigurationList {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'MutatingWebhookConfigurationList';
  metadata?: metav1.ListMeta;
  items: MutatingWebhookConfiguration[];
}

/** Mutation specifies the CEL expression which is used to apply the Mutation. */
export interface Mutation {
  /**
   * patchType indicates the patch strategy used. Allowed values are "ApplyConfiguration" and "JSONPatch".
   * Required.
   */
  patchType: PatchType;
  /** applyConfiguration defines the desired configuration values of an object. */
  applyConfiguration?: ApplyConfiguration;
  /**
   * jsonPatch defines a [JSON patch](https://jsonpatch.com/) operation to perform a mutation to the object.
   */
  jsonPatch?: JSONPatch;
}

/** NamedRuleWithOperations is a tuple of Operations and Resources with ResourceNames. */
export interface NamedRuleWithOperations extends RuleWithOperations {
  /** resourceNames is an optional white list of names that the rule applies to. */
  resourceNames?: string[];
}

/** OperationType specifies an operation for a request. */
export type OperationType = '*' | 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT' | (string & {});

/** ParamKind is a tuple of Group Kind and Version. */
export interface ParamKind {
  /** apiVersion is the API group version the resources belong to. In format of "group/version". Required. */
  apiVersion?: string;
  /** kind is the API kind the resources belong to. Required. */
  kind?: string;
}

/**
 * ParamRef describes how to locate the params to be used as input to expressions of rules applied by a policy
 * binding.
 */
export interface ParamRef {
  /** name is the name of the resource being referenced. */
  name?: string;
  /**
   * namespace is the namespace of the referenced resource. Allows limiting the search for params to a
   * specific namespace.
   */
  namespace?: string;
  /** selector can be used to match multiple param objects based on their labels. */
  selector?: metav1.LabelSelector;
  /**
   * parameterNotFoundAction controls the behavior of the binding when the resource exists, and name or
   * selector is valid, but there are no parameters matched by the binding.
   */
  parameterNotFoundAction?: ParameterNotFoundActionType;
}

/**
 * ParameterNotFoundActionType specifies a failure policy that defines how a binding is evaluated when the
 * param referred by its perNamespaceParamRef is not found.
 */
export type ParameterNotFoundActionType = 'Allow' | 'Deny' | (string & {});

/** PatchType specifies the type of patch operation for a mutation. */
export type PatchType = 'ApplyConfiguration' | 'JSONPatch' | (string & {});

/**
 * ReinvocationPolicyType specifies what type of policy is used when other admission plugins also perform
 * modifications.
 */
export type ReinvocationPolicyType = 'Never' | 'IfNeeded' | (string & {});

/**
 * Rule is a tuple of APIGroups, APIVersion, and Resources.It is recommended to make sure that all the tuple
 * expansions are valid.
 */
export interface Rule {
  /** apiGroups is the API groups the resources belong to. '*' is all groups. */
  apiGroups?: string[];
  /** apiVersions is the API versions the resources belong to. '*' is all versions. */
  apiVersions?: string[];
  /** resources is a list of resources this rule applies to. For example: 'pods' means pods. */
  resources?: string[];
  /** scope specifies the scope of this rule. */
  scope?: ScopeType;
}

/** RuleWithOperations is a tuple of Operations and Resources. */
export interface RuleWithOperations extends Rule {
  /**
   * operations is the operations the admission hook cares about - CREATE, UPDATE, DELETE, CONNECT or * for
   * all of those operations and any future admission operations that are added.
   */
  operations?: OperationType[];
}

/** ScopeType specifies a scope for a Rule. */
export type ScopeType = 'Cluster' | 'Namespaced' | '*' | (string & {});

/** ServiceReference holds a reference to Service.legacy.k8s.io */
export interface ServiceReference {
  /** namespace is the namespace of the service. */
  namespace: string;
  /** name is the name of the service. */
  name: string;
  /** path is an optional URL path which will be sent in any request to this service. */
  path?: string;
  /** port is the port on the service that hosts the webhook. Default to 443 for backward compatibility. */
  port?: number;
}

/** SideEffectClass specifies the types of side effects a webhook may have. */
export type SideEffectClass = 'Unknown' | 'None' | 'Some' | 'NoneOnDryRun' | (string & {});

/** TypeChecking contains results of type checking the expressions in the ValidatingAdmissionPolicy */
export interface TypeChecking {
  /** expressionWarnings contains the type checking warnings for each expression. */
  expressionWarnings?: ExpressionWarning[];
}

/**
 * ValidatingAdmissionPolicy describes the definition of an admission validation policy that accepts or
 * rejects an object without changing it. Since Kubernetes 1.30.
 */
export interface ValidatingAdmissionPolicy {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'ValidatingAdmissionPolicy';
  metadata?: metav1.ObjectMeta;
  /** spec defines the desired behavior of the ValidatingAdmissionPolicy. */
  spec?: ValidatingAdmissionPolicySpec;
  /**
   * status represents the current status of the ValidatingAdmissionPolicy, including warnings that are useful
   * to determine if the policy behaves in the expected way.
   */
  status?: ValidatingAdmissionPolicyStatus;
}

/**
 * ValidatingAdmissionPolicyBinding binds the ValidatingAdmissionPolicy with paramerized resources. Since
 * Kubernetes 1.30.
 */
export interface ValidatingAdmissionPolicyBinding {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'ValidatingAdmissionPolicyBinding';
  metadata?: metav1.ObjectMeta;
  /** spec defines the desired behavior of the ValidatingAdmissionPolicyBinding. */
  spec: ValidatingAdmissionPolicyBindingSpec;
}

export interface ValidatingAdmissionPolicyBindingList {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'ValidatingAdmissionPolicyBindingList';
  metadata?: metav1.ListMeta;
  items: ValidatingAdmissionPolicyBinding[];
}

/** ValidatingAdmissionPolicyBindingSpec is the specification of the ValidatingAdmissionPolicyBinding. */
export interface ValidatingAdmissionPolicyBindingSpec {
  /**
   * policyName references a ValidatingAdmissionPolicy name which the ValidatingAdmissionPolicyBinding binds
   * to.
   */
  policyName: string;
  /** paramRef specifies the parameter resource used to configure the admission control policy. */
  paramRef?: ParamRef;
  /** matchResources declares what resources match this binding and will be validated by it. */
  matchResources?: MatchResources;
  /** validationActions declares how Validations of the referenced ValidatingAdmissionPolicy are enforced. */
  validationActions: ValidationAction[];
}

export interface ValidatingAdmissionPolicyList {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'ValidatingAdmissionPolicyList';
  metadata?: metav1.ListMeta;
  items: ValidatingAdmissionPolicy[];
}

/** ValidatingAdmissionPolicySpec is the specification of the desired behavior of the AdmissionPolicy. */
export interface ValidatingAdmissionPolicySpec {
  /** paramKind specifies the kind of resources used to parameterize this policy. */
  paramKind?: ParamKind;
  /** matchConstraints specifies what resources this policy is designed to validate. */
  matchConstraints?: MatchResources;
  /** validations contain CEL expressions which is used to apply the validation. */
  validations?: Validation[];
  /** failurePolicy defines how to handle failures for the admission policy. */
  failurePolicy?: FailurePolicyType;
  /**
   * auditAnnotations contains CEL expressions which are used to produce audit annotations for the audit event
   * of the API request. validations and auditAnnotations may not both be empty; a least one of validations or
   * auditAnnotations is required.
   */
  auditAnnotations?: AuditAnnotation[];
  /** matchConditions is a list of conditions that must be met for a request to be validated. */
  matchConditions?: MatchCondition[];
  /** variables contain definitions of variables that can be used in composition of other expressions. */
  variables?: Variable[];
}

/** ValidatingAdmissionPolicyStatus represents the status of an admission validation policy. */
export interface ValidatingAdmissionPolicyStatus {
  /** observedGeneration is the generation observed by the controller. */
  observedGeneration?: number;
  /** typeChecking contains the results of type checking for each expression. */
  typeChecking?: TypeChecking;
  /** conditions represent the latest available observations of a policy's current state. */
  conditions?: metav1.Condition[];
}

/** ValidatingWebhook describes an admission webhook and the resources and operations it applies to. */
export interface ValidatingWebhook {
  /** name is the name of the admission webhook. */
  name: string;
  /** clientConfig defines how to communicate with the hook. */
  clientConfig: WebhookClientConfig;
  /** rules describes what operations on what resources/subresources the webhook cares about. */
  rules?: RuleWithOperations[];
  /**
   * failurePolicy defines how unrecognized errors from the admission endpoint are handled - allowed values
   * are Ignore or Fail.
   */
  failurePolicy?: FailurePolicyType;
  /**
   * matchPolicy defines how the "rules" list is used to match incoming requests. Allowed values are "Exact"
   * or "Equivalent".
   */
  matchPolicy?: MatchPolicyType;
  /**
   * namespaceSelector decides whether to run the webhook on an object based on whether the namespace for that
   * object matches the selector.
   */
  namespaceSelector?: metav1.LabelSelector;
  /**
   * objectSelector decides whether to run the webhook based on if the object has matching labels.
   * objectSelector is evaluated against both the oldObject and newObject that would be sent to the webhook,
   * and is considered to match if either object matches the selector.
   */
  objectSelector?: metav1.LabelSelector;
  /** sideEffects states whether this webhook has side effects. */
  sideEffects: SideEffectClass;
  /** timeoutSeconds specifies the timeout for this webhook. */
  timeoutSeconds?: number;
  /**
   * admissionReviewVersions is an ordered list of preferred `AdmissionReview` versions the Webhook expects.
   */
  admissionReviewVersions: string[];
  /** matchConditions is a list of conditions that must be met for a request to be sent to this webhook. */
  matchConditions?: MatchCondition[];
}

/**
 * ValidatingWebhookConfiguration describes the configuration of and admission webhook that accept or reject
 * and object without changing it. Since Kubernetes 1.16.
 */
export interface ValidatingWebhookConfiguration {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'ValidatingWebhookConfiguration';
  metadata?: metav1.ObjectMeta;
  /** webhooks is a list of webhooks and the affected resources and operations. */
  webhooks?: ValidatingWebhook[];
}

export interface ValidatingWebhookConfigurationList {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'ValidatingWebhookConfigurationList';
  metadata?: metav1.ListMeta;
  items: ValidatingWebhookConfiguration[];
}

/** Validation specifies the CEL expression which is used to apply the validation. */
export interface Validation {
  /** expression represents the expression which will be evaluated by CEL. */
  expression: string;
  /** message represents the message displayed when validation fails. */
  message?: string;
  /** reason represents a machine-readable description of why this validation failed. */
  reason?: metav1.StatusReason;
  /**
   * messageExpression declares a CEL expression that evaluates to the validation failure message that is
   * returned when this rule fails.
   */
  messageExpression?: string;
}

/** ValidationAction specifies a policy enforcement action. */
export type ValidationAction = 'Deny' | 'Warn' | 'Audit' | (string & {});

/**
 * Variable is the definition of a variable that is used for composition. A variable is defined as a named
 * expression.
 */
export interface Variable {
  /**
   * name is the name of the variable. The name must be a valid CEL identifier and unique among all variables.
   */
  name: string;
  /** expression is the expression that will be evaluated as the value of the variable. */
  expression: string;
}

/** WebhookClientConfig contains the information to make a TLS connection with the webhook */
export interface WebhookClientConfig {
  /** url gives the location of the webhook, in standard URL form (`scheme://host:port/path`). */
  url?: string;
  /** service is a reference to the service for this webhook. Either `service` or `url` must be specified. */
  service?: ServiceReference;
  /** caBundle is a PEM encoded CA bundle which will be used to validate the webhook's server certificate. */
  caBundle?: string;
}
