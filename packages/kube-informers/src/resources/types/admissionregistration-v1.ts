// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as metav1 from '../../meta/meta-v1.js';

export interface ApplyConfiguration {
  /** expression will be evaluated by CEL to create an apply configuration. */
  expression?: string | undefined;
}

export interface AuditAnnotation {
  key: string;
  /** Represents the expression which is evaluated by CEL to produce an audit annotation value. */
  valueExpression: string;
}

export interface ExpressionWarning {
  /** The path to the field that refers to the expression. */
  fieldRef: string;
  /** Contains the content of type checking information in a human-readable form. */
  warning: string;
}

export type FailurePolicyType = 'Ignore' | 'Fail' | (string & {});

export interface JSONPatch {
  /** expression will be evaluated by CEL to create a [JSON patch](https://jsonpatch.com/). */
  expression?: string | undefined;
}

export interface MatchCondition {
  /**
   * An identifier for this match condition, used for strategic merging of MatchConditions, as well as providing an identifier
   * for logging purposes.
   */
  name: string;
  /** Represents the expression which will be evaluated by CEL. */
  expression: string;
}

export type MatchPolicyType = 'Exact' | 'Equivalent' | (string & {});

export interface MatchResources {
  /**
   * Decides whether to run the admission control policy on an object based on whether the namespace for that object matches the
   * selector.
   */
  namespaceSelector?: metav1.LabelSelector | undefined;
  /**
   * Decides whether to run the validation based on if the object has matching labels. objectSelector is evaluated against both
   * the oldObject and newObject that would be sent to the cel validation, and is considered to match if either object matches
   * the selector.
   */
  objectSelector?: metav1.LabelSelector | undefined;
  /** Describes what operations on what resources/subresources the ValidatingAdmissionPolicy matches. */
  resourceRules?: NamedRuleWithOperations[] | undefined;
  /** Describes what operations on what resources/subresources the ValidatingAdmissionPolicy should not care about. */
  excludeResourceRules?: NamedRuleWithOperations[] | undefined;
  /** Defines how the "MatchResources" list is used to match incoming requests. */
  matchPolicy?: MatchPolicyType | undefined;
}

/**
 * Describes the definition of an admission mutation policy that mutates the object coming into admission chain. Since
 * Kubernetes 1.36.
 */
export interface MutatingAdmissionPolicy {
  apiVersion?: 'admissionregistration.k8s.io/v1' | undefined;
  kind?: 'MutatingAdmissionPolicy' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  spec?: MutatingAdmissionPolicySpec | undefined;
}

/** Binds the MutatingAdmissionPolicy with parametrized resources. Since Kubernetes 1.36. */
export interface MutatingAdmissionPolicyBinding {
  apiVersion?: 'admissionregistration.k8s.io/v1' | undefined;
  kind?: 'MutatingAdmissionPolicyBinding' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  spec?: MutatingAdmissionPolicyBindingSpec | undefined;
}

export interface MutatingAdmissionPolicyBindingList {
  apiVersion?: 'admissionregistration.k8s.io/v1' | undefined;
  kind?: 'MutatingAdmissionPolicyBindingList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: MutatingAdmissionPolicyBinding[];
}

export interface MutatingAdmissionPolicyBindingSpec {
  /** References a MutatingAdmissionPolicy name which the MutatingAdmissionPolicyBinding binds to. */
  policyName?: string | undefined;
  /** Specifies the parameter resource used to configure the admission control policy. */
  paramRef?: ParamRef | undefined;
  /** Limits what resources match this binding and may be mutated by it. */
  matchResources?: MatchResources | undefined;
}

export interface MutatingAdmissionPolicyList {
  apiVersion?: 'admissionregistration.k8s.io/v1' | undefined;
  kind?: 'MutatingAdmissionPolicyList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: MutatingAdmissionPolicy[];
}

export interface MutatingAdmissionPolicySpec {
  /** Specifies the kind of resources used to parameterize this policy. */
  paramKind?: ParamKind | undefined;
  /** Specifies what resources this policy is designed to validate. */
  matchConstraints?: MatchResources | undefined;
  /** variables contain definitions of variables that can be used in composition of other expressions. */
  variables?: Variable[] | undefined;
  /**
   * mutations contain operations to perform on matching objects. mutations may not be empty; a minimum of one mutation is
   * required. mutations are evaluated in order, and are reinvoked according to the reinvocationPolicy.
   */
  mutations?: Mutation[] | undefined;
  /** Defines how to handle failures for the admission policy. */
  failurePolicy?: FailurePolicyType | undefined;
  /** A list of conditions that must be met for a request to be validated. */
  matchConditions?: MatchCondition[] | undefined;
  /**
   * Indicates whether mutations may be called multiple times per MutatingAdmissionPolicyBinding as part of a single admission
   * evaluation.
   */
  reinvocationPolicy?: ReinvocationPolicyType | undefined;
}

export interface MutatingWebhook {
  /** The name of the admission webhook. */
  name: string;
  /** Defines how to communicate with the hook. */
  clientConfig: WebhookClientConfig;
  /** Describes what operations on what resources/subresources the webhook cares about. */
  rules?: RuleWithOperations[] | undefined;
  /** Defines how unrecognized errors from the admission endpoint are handled - allowed values are Ignore or Fail. */
  failurePolicy?: FailurePolicyType | undefined;
  /** Defines how the "rules" list is used to match incoming requests. */
  matchPolicy?: MatchPolicyType | undefined;
  /** Decides whether to run the webhook on an object based on whether the namespace for that object matches the selector. */
  namespaceSelector?: metav1.LabelSelector | undefined;
  /**
   * Decides whether to run the webhook based on if the object has matching labels. objectSelector is evaluated against both the
   * oldObject and newObject that would be sent to the webhook, and is considered to match if either object matches the
   * selector.
   */
  objectSelector?: metav1.LabelSelector | undefined;
  sideEffects: SideEffectClass;
  timeoutSeconds?: number | undefined;
  /** An ordered list of preferred `AdmissionReview` versions the Webhook expects. */
  admissionReviewVersions: string[];
  /** Indicates whether this webhook should be called multiple times as part of a single admission evaluation. */
  reinvocationPolicy?: ReinvocationPolicyType | undefined;
  /** A list of conditions that must be met for a request to be sent to this webhook. */
  matchConditions?: MatchCondition[] | undefined;
}

/**
 * Describes the configuration of and admission webhook that accept or reject and may change the object. Since Kubernetes 1.16.
 */
export interface MutatingWebhookConfiguration {
  apiVersion?: 'admissionregistration.k8s.io/v1' | undefined;
  kind?: 'MutatingWebhookConfiguration' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  /** A list of webhooks and the affected resources and operations. */
  webhooks?: MutatingWebhook[] | undefined;
}

export interface MutatingWebhookConfigurationList {
  apiVersion?: 'admissionregistration.k8s.io/v1' | undefined;
  kind?: 'MutatingWebhookConfigurationList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: MutatingWebhookConfiguration[];
}

export interface Mutation {
  /** Indicates the patch strategy used. */
  patchType: PatchType;
  applyConfiguration?: ApplyConfiguration | undefined;
  /** Defines a [JSON patch](https://jsonpatch.com/) operation to perform a mutation to the object. */
  jsonPatch?: JSONPatch | undefined;
}

export interface NamedRuleWithOperations extends RuleWithOperations {
  /** An optional white list of names that the rule applies to. */
  resourceNames?: string[] | undefined;
}

export type OperationType = '*' | 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT' | (string & {});

export interface ParamKind {
  /** The API group version the resources belong to. */
  apiVersion?: string | undefined;
  /** The API kind the resources belong to. */
  kind?: string | undefined;
}

export interface ParamRef {
  /** The name of the resource being referenced. */
  name?: string | undefined;
  /** The namespace of the referenced resource. */
  namespace?: string | undefined;
  /** selector can be used to match multiple param objects based on their labels. */
  selector?: metav1.LabelSelector | undefined;
  /**
   * Controls the behavior of the binding when the resource exists, and name or selector is valid, but there are no parameters
   * matched by the binding.
   */
  parameterNotFoundAction?: ParameterNotFoundActionType | undefined;
}

export type ParameterNotFoundActionType = 'Allow' | 'Deny' | (string & {});

export type PatchType = 'ApplyConfiguration' | 'JSONPatch' | (string & {});

export type ReinvocationPolicyType = 'Never' | 'IfNeeded' | (string & {});

export interface Rule {
  /** The API groups the resources belong to. */
  apiGroups?: string[] | undefined;
  /** The API versions the resources belong to. */
  apiVersions?: string[] | undefined;
  /** A list of resources this rule applies to. */
  resources?: string[] | undefined;
  scope?: ScopeType | undefined;
}

export interface RuleWithOperations extends Rule {
  /**
   * The operations the admission hook cares about - CREATE, UPDATE, DELETE, CONNECT or * for all of those operations and any
   * future admission operations that are added.
   */
  operations?: OperationType[] | undefined;
}

export type ScopeType = 'Cluster' | 'Namespaced' | '*' | (string & {});

export interface ServiceReference {
  namespace: string;
  name: string;
  /** An optional URL path which will be sent in any request to this service. */
  path?: string | undefined;
  /** The port on the service that hosts the webhook. */
  port?: number | undefined;
}

export type SideEffectClass = 'Unknown' | 'None' | 'Some' | 'NoneOnDryRun' | (string & {});

export interface TypeChecking {
  expressionWarnings?: ExpressionWarning[] | undefined;
}

/**
 * Describes the definition of an admission validation policy that accepts or rejects an object without changing it. Since
 * Kubernetes 1.30.
 */
export interface ValidatingAdmissionPolicy {
  apiVersion?: 'admissionregistration.k8s.io/v1' | undefined;
  kind?: 'ValidatingAdmissionPolicy' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  spec?: ValidatingAdmissionPolicySpec | undefined;
  /**
   * Represents the current status of the ValidatingAdmissionPolicy, including warnings that are useful to determine if the
   * policy behaves in the expected way.
   */
  status?: ValidatingAdmissionPolicyStatus | undefined;
}

/** Binds the ValidatingAdmissionPolicy with paramerized resources. Since Kubernetes 1.30. */
export interface ValidatingAdmissionPolicyBinding {
  apiVersion?: 'admissionregistration.k8s.io/v1' | undefined;
  kind?: 'ValidatingAdmissionPolicyBinding' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  spec: ValidatingAdmissionPolicyBindingSpec;
}

export interface ValidatingAdmissionPolicyBindingList {
  apiVersion?: 'admissionregistration.k8s.io/v1' | undefined;
  kind?: 'ValidatingAdmissionPolicyBindingList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: ValidatingAdmissionPolicyBinding[];
}

export interface ValidatingAdmissionPolicyBindingSpec {
  /** References a ValidatingAdmissionPolicy name which the ValidatingAdmissionPolicyBinding binds to. */
  policyName: string;
  /** Specifies the parameter resource used to configure the admission control policy. */
  paramRef?: ParamRef | undefined;
  /** Declares what resources match this binding and will be validated by it. */
  matchResources?: MatchResources | undefined;
  /** Declares how Validations of the referenced ValidatingAdmissionPolicy are enforced. */
  validationActions: ValidationAction[];
}

export interface ValidatingAdmissionPolicyList {
  apiVersion?: 'admissionregistration.k8s.io/v1' | undefined;
  kind?: 'ValidatingAdmissionPolicyList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: ValidatingAdmissionPolicy[];
}

export interface ValidatingAdmissionPolicySpec {
  /** Specifies the kind of resources used to parameterize this policy. */
  paramKind?: ParamKind | undefined;
  /** Specifies what resources this policy is designed to validate. */
  matchConstraints?: MatchResources | undefined;
  /** validations contain CEL expressions which is used to apply the validation. */
  validations?: Validation[] | undefined;
  /** Defines how to handle failures for the admission policy. */
  failurePolicy?: FailurePolicyType | undefined;
  /**
   * Contains CEL expressions which are used to produce audit annotations for the audit event of the API request. validations
   * and auditAnnotations may not both be empty; a least one of validations or auditAnnotations is required.
   */
  auditAnnotations?: AuditAnnotation[] | undefined;
  /** A list of conditions that must be met for a request to be validated. */
  matchConditions?: MatchCondition[] | undefined;
  /** variables contain definitions of variables that can be used in composition of other expressions. */
  variables?: Variable[] | undefined;
}

export interface ValidatingAdmissionPolicyStatus {
  /** The generation observed by the controller. */
  observedGeneration?: number | undefined;
  /** Contains the results of type checking for each expression. */
  typeChecking?: TypeChecking | undefined;
  /** conditions represent the latest available observations of a policy's current state. */
  conditions?: metav1.Condition[] | undefined;
}

export interface ValidatingWebhook {
  /** The name of the admission webhook. */
  name: string;
  /** Defines how to communicate with the hook. */
  clientConfig: WebhookClientConfig;
  /** Describes what operations on what resources/subresources the webhook cares about. */
  rules?: RuleWithOperations[] | undefined;
  /** Defines how unrecognized errors from the admission endpoint are handled - allowed values are Ignore or Fail. */
  failurePolicy?: FailurePolicyType | undefined;
  /** Defines how the "rules" list is used to match incoming requests. */
  matchPolicy?: MatchPolicyType | undefined;
  /** Decides whether to run the webhook on an object based on whether the namespace for that object matches the selector. */
  namespaceSelector?: metav1.LabelSelector | undefined;
  /**
   * Decides whether to run the webhook based on if the object has matching labels. objectSelector is evaluated against both the
   * oldObject and newObject that would be sent to the webhook, and is considered to match if either object matches the
   * selector.
   */
  objectSelector?: metav1.LabelSelector | undefined;
  sideEffects: SideEffectClass;
  timeoutSeconds?: number | undefined;
  /** An ordered list of preferred `AdmissionReview` versions the Webhook expects. */
  admissionReviewVersions: string[];
  /** A list of conditions that must be met for a request to be sent to this webhook. */
  matchConditions?: MatchCondition[] | undefined;
}

/**
 * Describes the configuration of and admission webhook that accept or reject and object without changing it. Since Kubernetes
 * 1.16.
 */
export interface ValidatingWebhookConfiguration {
  apiVersion?: 'admissionregistration.k8s.io/v1' | undefined;
  kind?: 'ValidatingWebhookConfiguration' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  /** A list of webhooks and the affected resources and operations. */
  webhooks?: ValidatingWebhook[] | undefined;
}

export interface ValidatingWebhookConfigurationList {
  apiVersion?: 'admissionregistration.k8s.io/v1' | undefined;
  kind?: 'ValidatingWebhookConfigurationList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: ValidatingWebhookConfiguration[];
}

export interface Validation {
  /** Represents the expression which will be evaluated by CEL. */
  expression: string;
  /** Represents the message displayed when validation fails. */
  message?: string | undefined;
  /** Represents a machine-readable description of why this validation failed. */
  reason?: metav1.StatusReason | undefined;
  /** Declares a CEL expression that evaluates to the validation failure message that is returned when this rule fails. */
  messageExpression?: string | undefined;
}

export type ValidationAction = 'Deny' | 'Warn' | 'Audit' | (string & {});

export interface Variable {
  name: string;
  /** The expression that will be evaluated as the value of the variable. */
  expression: string;
}

export interface WebhookClientConfig {
  /** Gives the location of the webhook, in standard URL form (`scheme://host:port/path`). */
  url?: string | undefined;
  /** A reference to the service for this webhook. */
  service?: ServiceReference | undefined;
  /** A PEM encoded CA bundle which will be used to validate the webhook's server certificate. */
  caBundle?: string | undefined;
}
