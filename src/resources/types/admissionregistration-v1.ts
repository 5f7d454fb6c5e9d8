// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as metav1 from '../../meta/meta-v1.js';

export interface ApplyConfiguration {
  /** expression will be evaluated by CEL to create an apply configuration. */
  expression?: string;
}

export interface AuditAnnotation {
  key: string;
  /** valueExpression represents the expression which is evaluated by CEL to produce an audit annotation value. */
  valueExpression: string;
}

export interface ExpressionWarning {
  /** fieldRef is the path to the field that refers to the expression. */
  fieldRef: string;
  /** warning contains the content of type checking information in a human-readable form. */
  warning: string;
}

export type FailurePolicyType = 'Ignore' | 'Fail' | (string & {});

export interface JSONPatch {
  /** expression will be evaluated by CEL to create a [JSON patch](https://jsonpatch.com/). */
  expression?: string;
}

export interface MatchCondition {
  /**
   * name is an identifier for this match condition, used for strategic merging of MatchConditions, as well as providing an
   * identifier for logging purposes.
   */
  name: string;
  /** expression represents the expression which will be evaluated by CEL. */
  expression: string;
}

export type MatchPolicyType = 'Exact' | 'Equivalent' | (string & {});

export interface MatchResources {
  /**
   * namespaceSelector decides whether to run the admission control policy on an object based on whether the namespace for that
   * object matches the selector.
   */
  namespaceSelector?: metav1.LabelSelector;
  /**
   * objectSelector decides whether to run the validation based on if the object has matching labels. objectSelector is
   * evaluated against both the oldObject and newObject that would be sent to the cel validation, and is considered to match if
   * either object matches the selector.
   */
  objectSelector?: metav1.LabelSelector;
  /** resourceRules describes what operations on what resources/subresources the ValidatingAdmissionPolicy matches. */
  resourceRules?: NamedRuleWithOperations[];
  /**
   * excludeResourceRules describes what operations on what resources/subresources the ValidatingAdmissionPolicy should not care
   * about.
   */
  excludeResourceRules?: NamedRuleWithOperations[];
  /** matchPolicy defines how the "MatchResources" list is used to match incoming requests. */
  matchPolicy?: MatchPolicyType;
}

/**
 * MutatingAdmissionPolicy describes the definition of an admission mutation policy that mutates the object coming into
 * admission chain. Since Kubernetes 1.36.
 */
export interface MutatingAdmissionPolicy {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'MutatingAdmissionPolicy';
  metadata?: metav1.ObjectMeta;
  spec?: MutatingAdmissionPolicySpec;
}

/** MutatingAdmissionPolicyBinding binds the MutatingAdmissionPolicy with parametrized resources. Since Kubernetes 1.36. */
export interface MutatingAdmissionPolicyBinding {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'MutatingAdmissionPolicyBinding';
  metadata?: metav1.ObjectMeta;
  spec?: MutatingAdmissionPolicyBindingSpec;
}

export interface MutatingAdmissionPolicyBindingList {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'MutatingAdmissionPolicyBindingList';
  metadata?: metav1.ListMeta;
  items: MutatingAdmissionPolicyBinding[];
}

export interface MutatingAdmissionPolicyBindingSpec {
  /** policyName references a MutatingAdmissionPolicy name which the MutatingAdmissionPolicyBinding binds to. */
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

export interface MutatingAdmissionPolicySpec {
  /** paramKind specifies the kind of resources used to parameterize this policy. */
  paramKind?: ParamKind;
  /** matchConstraints specifies what resources this policy is designed to validate. */
  matchConstraints?: MatchResources;
  /** variables contain definitions of variables that can be used in composition of other expressions. */
  variables?: Variable[];
  /**
   * mutations contain operations to perform on matching objects. mutations may not be empty; a minimum of one mutation is
   * required. mutations are evaluated in order, and are reinvoked according to the reinvocationPolicy.
   */
  mutations?: Mutation[];
  /** failurePolicy defines how to handle failures for the admission policy. */
  failurePolicy?: FailurePolicyType;
  /** matchConditions is a list of conditions that must be met for a request to be validated. */
  matchConditions?: MatchCondition[];
  /**
   * reinvocationPolicy indicates whether mutations may be called multiple times per MutatingAdmissionPolicyBinding as part of a
   * single admission evaluation.
   */
  reinvocationPolicy?: ReinvocationPolicyType;
}

export interface MutatingWebhook {
  /** name is the name of the admission webhook. */
  name: string;
  /** clientConfig defines how to communicate with the hook. */
  clientConfig: WebhookClientConfig;
  /** rules describes what operations on what resources/subresources the webhook cares about. */
  rules?: RuleWithOperations[];
  /**
   * failurePolicy defines how unrecognized errors from the admission endpoint are handled - allowed values are Ignore or Fail.
   */
  failurePolicy?: FailurePolicyType;
  /** matchPolicy defines how the "rules" list is used to match incoming requests. */
  matchPolicy?: MatchPolicyType;
  /**
   * namespaceSelector decides whether to run the webhook on an object based on whether the namespace for that object matches
   * the selector.
   */
  namespaceSelector?: metav1.LabelSelector;
  /**
   * objectSelector decides whether to run the webhook based on if the object has matching labels. objectSelector is evaluated
   * against both the oldObject and newObject that would be sent to the webhook, and is considered to match if either object
   * matches the selector.
   */
  objectSelector?: metav1.LabelSelector;
  sideEffects: SideEffectClass;
  timeoutSeconds?: number;
  /** admissionReviewVersions is an ordered list of preferred `AdmissionReview` versions the Webhook expects. */
  admissionReviewVersions: string[];
  /**
   * reinvocationPolicy indicates whether this webhook should be called multiple times as part of a single admission evaluation.
   */
  reinvocationPolicy?: ReinvocationPolicyType;
  /** matchConditions is a list of conditions that must be met for a request to be sent to this webhook. */
  matchConditions?: MatchCondition[];
}

/**
 * MutatingWebhookConfiguration describes the configuration of and admission webhook that accept or reject and may change the
 * object. Since Kubernetes 1.16.
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

export interface Mutation {
  /** patchType indicates the patch strategy used. */
  patchType: PatchType;
  applyConfiguration?: ApplyConfiguration;
  /** jsonPatch defines a [JSON patch](https://jsonpatch.com/) operation to perform a mutation to the object. */
  jsonPatch?: JSONPatch;
}

export interface NamedRuleWithOperations extends RuleWithOperations {
  /** resourceNames is an optional white list of names that the rule applies to. */
  resourceNames?: string[];
}

export type OperationType = '*' | 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT' | (string & {});

export interface ParamKind {
  /** apiVersion is the API group version the resources belong to. */
  apiVersion?: string;
  /** kind is the API kind the resources belong to. */
  kind?: string;
}

export interface ParamRef {
  /** name is the name of the resource being referenced. */
  name?: string;
  /** namespace is the namespace of the referenced resource. */
  namespace?: string;
  /** selector can be used to match multiple param objects based on their labels. */
  selector?: metav1.LabelSelector;
  /**
   * parameterNotFoundAction controls the behavior of the binding when the resource exists, and name or selector is valid, but
   * there are no parameters matched by the binding.
   */
  parameterNotFoundAction?: ParameterNotFoundActionType;
}

export type ParameterNotFoundActionType = 'Allow' | 'Deny' | (string & {});

export type PatchType = 'ApplyConfiguration' | 'JSONPatch' | (string & {});

export type ReinvocationPolicyType = 'Never' | 'IfNeeded' | (string & {});

export interface Rule {
  /** apiGroups is the API groups the resources belong to. */
  apiGroups?: string[];
  /** apiVersions is the API versions the resources belong to. */
  apiVersions?: string[];
  /** resources is a list of resources this rule applies to. */
  resources?: string[];
  scope?: ScopeType;
}

export interface RuleWithOperations extends Rule {
  /**
   * operations is the operations the admission hook cares about - CREATE, UPDATE, DELETE, CONNECT or * for all of those
   * operations and any future admission operations that are added.
   */
  operations?: OperationType[];
}

export type ScopeType = 'Cluster' | 'Namespaced' | '*' | (string & {});

export interface ServiceReference {
  namespace: string;
  name: string;
  /** path is an optional URL path which will be sent in any request to this service. */
  path?: string;
  /** port is the port on the service that hosts the webhook. */
  port?: number;
}

export type SideEffectClass = 'Unknown' | 'None' | 'Some' | 'NoneOnDryRun' | (string & {});

export interface TypeChecking {
  expressionWarnings?: ExpressionWarning[];
}

/**
 * ValidatingAdmissionPolicy describes the definition of an admission validation policy that accepts or rejects an object
 * without changing it. Since Kubernetes 1.30.
 */
export interface ValidatingAdmissionPolicy {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'ValidatingAdmissionPolicy';
  metadata?: metav1.ObjectMeta;
  spec?: ValidatingAdmissionPolicySpec;
  /**
   * status represents the current status of the ValidatingAdmissionPolicy, including warnings that are useful to determine if
   * the policy behaves in the expected way.
   */
  status?: ValidatingAdmissionPolicyStatus;
}

/** ValidatingAdmissionPolicyBinding binds the ValidatingAdmissionPolicy with paramerized resources. Since Kubernetes 1.30. */
export interface ValidatingAdmissionPolicyBinding {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'ValidatingAdmissionPolicyBinding';
  metadata?: metav1.ObjectMeta;
  spec: ValidatingAdmissionPolicyBindingSpec;
}

export interface ValidatingAdmissionPolicyBindingList {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'ValidatingAdmissionPolicyBindingList';
  metadata?: metav1.ListMeta;
  items: ValidatingAdmissionPolicyBinding[];
}

export interface ValidatingAdmissionPolicyBindingSpec {
  /** policyName references a ValidatingAdmissionPolicy name which the ValidatingAdmissionPolicyBinding binds to. */
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
   * auditAnnotations contains CEL expressions which are used to produce audit annotations for the audit event of the API
   * request. validations and auditAnnotations may not both be empty; a least one of validations or auditAnnotations is
   * required.
   */
  auditAnnotations?: AuditAnnotation[];
  /** matchConditions is a list of conditions that must be met for a request to be validated. */
  matchConditions?: MatchCondition[];
  /** variables contain definitions of variables that can be used in composition of other expressions. */
  variables?: Variable[];
}

export interface ValidatingAdmissionPolicyStatus {
  /** observedGeneration is the generation observed by the controller. */
  observedGeneration?: number;
  /** typeChecking contains the results of type checking for each expression. */
  typeChecking?: TypeChecking;
  /** conditions represent the latest available observations of a policy's current state. */
  conditions?: metav1.Condition[];
}

export interface ValidatingWebhook {
  /** name is the name of the admission webhook. */
  name: string;
  /** clientConfig defines how to communicate with the hook. */
  clientConfig: WebhookClientConfig;
  /** rules describes what operations on what resources/subresources the webhook cares about. */
  rules?: RuleWithOperations[];
  /**
   * failurePolicy defines how unrecognized errors from the admission endpoint are handled - allowed values are Ignore or Fail.
   */
  failurePolicy?: FailurePolicyType;
  /** matchPolicy defines how the "rules" list is used to match incoming requests. */
  matchPolicy?: MatchPolicyType;
  /**
   * namespaceSelector decides whether to run the webhook on an object based on whether the namespace for that object matches
   * the selector.
   */
  namespaceSelector?: metav1.LabelSelector;
  /**
   * objectSelector decides whether to run the webhook based on if the object has matching labels. objectSelector is evaluated
   * against both the oldObject and newObject that would be sent to the webhook, and is considered to match if either object
   * matches the selector.
   */
  objectSelector?: metav1.LabelSelector;
  sideEffects: SideEffectClass;
  timeoutSeconds?: number;
  /** admissionReviewVersions is an ordered list of preferred `AdmissionReview` versions the Webhook expects. */
  admissionReviewVersions: string[];
  /** matchConditions is a list of conditions that must be met for a request to be sent to this webhook. */
  matchConditions?: MatchCondition[];
}

/**
 * ValidatingWebhookConfiguration describes the configuration of and admission webhook that accept or reject and object without
 * changing it. Since Kubernetes 1.16.
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

export interface Validation {
  /** expression represents the expression which will be evaluated by CEL. */
  expression: string;
  /** message represents the message displayed when validation fails. */
  message?: string;
  /** reason represents a machine-readable description of why this validation failed. */
  reason?: metav1.StatusReason;
  /**
   * messageExpression declares a CEL expression that evaluates to the validation failure message that is returned when this
   * rule fails.
   */
  messageExpression?: string;
}

export type ValidationAction = 'Deny' | 'Warn' | 'Audit' | (string & {});

export interface Variable {
  name: string;
  /** expression is the expression that will be evaluated as the value of the variable. */
  expression: string;
}

export interface WebhookClientConfig {
  /** url gives the location of the webhook, in standard URL form (`scheme://host:port/path`). */
  url?: string;
  /** service is a reference to the service for this webhook. */
  service?: ServiceReference;
  /** caBundle is a PEM encoded CA bundle which will be used to validate the webhook's server certificate. */
  caBundle?: string;
}
